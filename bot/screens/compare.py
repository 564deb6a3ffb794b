"""Quotes side by side, and below them the pools in which several fill the order together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from bot.domain.inquiry import Inquiry
from bot.domain.notice import QuoteView
from bot.domain.outcome import Reason
from bot.domain.pool import PoolView
from bot.domain.quote import Flag, QuoteStatus
from bot.language.texts import Words
from bot.screens import pools, refusal
from bot.screens.message import Message
from bot.screens.parts import (
    beside_line,
    button,
    conversion,
    days,
    firm_line,
    flat,
    goods_line,
    lines,
    paragraphs,
    ref,
    rows,
    shortened,
)
from bot.screens.presses.buying import AcceptQuote, ShowInquiry
from bot.screens.quotes import flag_name, noticed
from bot.screens.units import quantity


def compare(
    w: Words,
    inquiry: Inquiry,
    views: Sequence[QuoteView],
    found: Sequence[PoolView] = (),
    *,
    today: date,
    changed: bool = False,
) -> Message:
    """All quotes in one message, the same terms in the same order, what is missing shown as missing; then the pools.

    changed: a pool was tapped that does not stand any more.
    """
    text = paragraphs(
        refusal.sentence(w, Reason.POOL_CHANGED) if changed else None,
        lines(w.say("⚖️ <b>Quotes for inquiry {number}</b>", number=ref(inquiry.id)), goods_line(w, inquiry)),
        *(_block(w, n, view, today) for n, view in enumerate(views, 1)),
        pools.listed(w, inquiry, found) if found else None,
        _rates_of(w, views, found),
    )
    buttons = [
        button(w.label("✅ Accept {n}: {firm}", n=n, firm=shortened(view.firm.name)), AcceptQuote(view.quote.id, 0))
        for n, view in enumerate(views, 1)
        if view.quote.status is QuoteStatus.SENT
    ]
    return Message(
        text,
        flat(
            pools.buttons(w, inquiry, found),
            rows(buttons, wide=1),
            ((button(w.label("← Back"), ShowInquiry(inquiry.id)),),),
        ),
    )


def _rates_of(w: Words, views: Sequence[QuoteView], found: Sequence[PoolView]) -> str | None:
    """Where something is a conversion: that it is one, and of which day. It is the same day for all."""
    days = [v.beside.day for v in views if v.beside and v.beside.price] + [p.day for p in found if p.day]
    return f"≈ {conversion(w, days[0])}" if days else None


def _block(w: Words, n: int, view: QuoteView, today: date) -> str:
    quote, inquiry = view.quote, view.inquiry
    total, offered = quote.total(inquiry.quantity), quote.quantity or inquiry.quantity
    unsaid = w.say("not said")
    price = w.own(w.money(quote.unit_price)) if quote.unit_price else unsaid
    terms = w.own(f"{quote.incoterm} {quote.place or ''}".strip()) if quote.incoterm else unsaid
    figures: list[list[str | None]] = [
        [
            w.say("💰 {price} per unit", price=price),
            w.say("{money} in total", money=w.money(total)) if total else None,
        ],
        [
            w.say("📦 {quantity}", quantity=quantity(w, offered)) if offered else None,
            w.say("🕐 ready in {days}", days=days(w, quote.lead_time_days))
            if quote.lead_time_days is not None
            else None,
        ],
        [w.say("🚢 {terms}", terms=terms)],
    ]
    shown = [f for f in noticed(view, today) if f not in (Flag.FREIGHT_UNKNOWN, Flag.FREIGHT_EXTRA)]
    return lines(
        f"<b>{n}.</b> {firm_line(w, view.firm)}",
        " · ".join(f for f in figures[0] if f),
        beside_line(w, view.beside, dated=False),
        *(" · ".join(f for f in row if f) for row in figures[1:]),
        *(f"⚠️ {flag_name(w, f)}" for f in shown),
    )
