"""Pools as the buyer sees them: what each costs and when it is ready, the question before it counts, the deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bot.domain.goods import Money, Quantity
from bot.domain.inquiry import Inquiry
from bot.domain.notice import Contact, QuoteView
from bot.domain.pool import PoolView
from bot.domain.pooling import Aim, Cover, Part
from bot.domain.quote import Flag, Quote
from bot.domain.rates import shortened as few_digits
from bot.language.texts import Html, Words
from bot.screens.message import Message
from bot.screens.parts import Rows, button, conversion, days, firm_line, goods_line, lines, paragraphs, ref
from bot.screens.presses.buying import CompareQuotes, TakePool
from bot.screens.quotes import contact_lines, flag_name, noticed
from bot.screens.units import quantity

LETTERS = "ABCD"


def listed(w: Words, inquiry: Inquiry, pools: Sequence[PoolView]) -> str:
    """The pools below the quotes, each by its letter."""
    need = _need(pools[0].cover)
    head = w.say("🧩 <b>Together they fill your order</b>")
    if inquiry.quantity is not None and need.amount < inquiry.quantity.amount:
        head = w.say("🧩 <b>Together they fill the rest, {quantity}</b>", quantity=quantity(w, need))
    return paragraphs(
        head,
        *(_block(w, letter, pool, alone=len(pools) == 1) for letter, pool in zip(LETTERS, pools, strict=False)),
        _mixed_quality(w),
    )


def buttons(w: Words, inquiry: Inquiry, pools: Sequence[PoolView]) -> Rows:
    """A button for each pool."""
    return tuple(
        (
            button(
                w.count_label("🧩 {letter}: {n} firm", "🧩 {letter}: {n} firms", len(pool.members), letter=letter),
                TakePool(inquiry.id, pool.name, 0),
            ),
        )
        for letter, pool in zip(LETTERS, pools, strict=False)
    )


def _block(w: Words, letter: str, pool: PoolView, *, alone: bool) -> str:
    """One pool; what it is the best at is said where there are others."""
    firms = w.count("<b>{letter}.</b> {n} firm", "<b>{letter}.</b> {n} firms", len(pool.members), letter=letter)
    aims = () if alone else tuple(_aim(w, aim, pool.cover.proven) for aim in pool.cover.aims)
    return lines(
        " · ".join((firms, *aims)),
        *_figures(w, pool),
        *(
            w.say("• {firm}: {quantity}", firm=view.firm.name, quantity=quantity(w, part.quantity))
            for view, part in zip(pool.members, pool.cover.parts, strict=True)
        ),
    )


def _aim(w: Words, aim: Aim, proven: bool) -> str:
    return {
        Aim.CHEAPEST: w.say("cheapest") if proven else w.say("the cheapest I found"),
        Aim.FEWEST: w.say("fewest firms"),
        Aim.FASTEST: w.say("ready soonest"),
        Aim.SMALLEST: w.say("most small firms"),
    }[aim]


def _figures(w: Words, pool: PoolView) -> list[str | None]:
    cover = pool.cover
    ready = (
        w.say("🕐 the last part is ready in {days}", days=days(w, cover.lead_time_days))
        if cover.lead_time_days is not None
        else w.say("🕐 lead time of a part: unknown")
    )
    terms = len({view.quote.incoterm for view in pool.members}) > 1
    return [
        _price(w, pool),
        ready,
        _over(w, cover),
        w.say("⚠️ delivery terms differ: not every price includes the same") if terms else None,
    ]


def _price(w: Words, pool: PoolView) -> str:
    """The blended price and the total; behind ≈ where they are conversions."""
    total, price = pool.cover.total, pool.cover.price
    if total is None or price is None:
        return w.say("💰 no exchange rate for a part: the total cannot be compared")
    if pool.day is None:
        return w.say(
            "💰 {price} per unit on average · {total} in total",
            price=w.money(Money(_plain(price), pool.currency)),
            total=w.money(Money(total, pool.currency)),
        )
    return w.say(
        "💰 ≈ {price} per unit on average · {total} in total",
        price=w.money(Money(few_digits(price), pool.currency)),
        total=w.money(Money(few_digits(total), pool.currency)),
    )


def _plain(price: Decimal) -> Decimal:
    """An average to four decimals, two of them kept in any case; of a very small price as many as it needs."""
    rounded = few_digits(price) if price < Decimal("0.1") else price.quantize(Decimal("0.0001"))
    exponent = rounded.normalize().as_tuple().exponent
    return rounded.quantize(Decimal(1).scaleb(min(-2, exponent if isinstance(exponent, int) else 0)))


def _over(w: Words, cover: Cover) -> str | None:
    if not cover.over.amount:
        return None
    return w.say("⚠️ {quantity} more than you need: the firms' steps allow no less", quantity=quantity(w, cover.over))


def _mixed_quality(w: Words) -> str:
    return w.say("⚠️ Several firms, several hands: quality may differ. Ask each one for a sample first.")


def ask_accept(w: Words, inquiry: Inquiry, pool: PoolView, *, today: date) -> Message:
    """The question before it counts: every quantity, firm and price is read back."""
    text = paragraphs(
        w.say("<b>Accept all of these quotes together?</b>"),
        lines(goods_line(w, inquiry), _sum(w, pool)),
        *(_member(w, view, part, today) for view, part in zip(pool.members, pool.cover.parts, strict=True)),
        lines(*_figures(w, pool), f"≈ {conversion(w, pool.day)}" if pool.day else None, _mixed_quality(w)),
        w.say(
            "All of them or none: each firm gets its part, and you get each other's contact details at once. "
            "The other suppliers are told."
        ),
    )
    yes = button(w.label("Yes, accept all"), TakePool(inquiry.id, pool.name, 1), "success")
    return Message(text, ((yes, button(w.label("No"), CompareQuotes(inquiry.id))),))


def _sum(w: Words, pool: PoolView) -> str:
    """`3 firms: 4,000 + 3,500 + 2,500 = 10,000 pieces. Right?`"""
    amounts = " + ".join(w.number(part.quantity.amount) for part in pool.cover.parts)
    total = quantity(w, pool.cover.quantity)
    return w.count(
        "{n} firm: {parts} = {total}. Right?",
        "{n} firms: {parts} = {total}. Right?",
        len(pool.members),
        parts=amounts,
        total=total,
    )


def _member(w: Words, view: QuoteView, part: Part, today: date) -> str:
    """A firm with its part at its own price."""
    quote = replace(view.quote, awarded=part.quantity)
    flags = [f for f in noticed(view, today) if f not in (Flag.PART_ONLY, Flag.MOQ_ABOVE, Flag.LEAD_TIME_UNKNOWN)]
    return lines(
        firm_line(w, view.firm),
        w.say("📦 {quantity}", quantity=quantity(w, part.quantity)) + _priced(w, quote, view.inquiry),
        _terms(w, quote),
        *(f"⚠️ {flag_name(w, f)}" for f in flags),
    )


def _priced(w: Words, quote: Quote, inquiry: Inquiry) -> str:
    total = quote.total(inquiry.quantity)
    if quote.unit_price is None or total is None:
        return ""
    price, sum_ = w.own(w.money(quote.unit_price)), w.own(w.money(total))
    return Html(" · ") + w.say("{price} per unit, {total} in total", price=price, total=sum_)


def _terms(w: Words, quote: Quote) -> str:
    ready = (
        w.say("🕐 ready in {days}", days=days(w, quote.lead_time_days)) if quote.lead_time_days is not None else None
    )
    place = f" {w.own(quote.place)}" if quote.place else ""
    terms = w.say("🚢 {terms}", terms=Html(f"{quote.incoterm}{place}")) if quote.incoterm else None
    return " · ".join(x for x in (ready or w.say("lead time: unknown"), terms) if x)


def accepted(w: Words, inquiry: Inquiry, members: Sequence[tuple[QuoteView, Contact]], *, ask_contact: bool) -> Message:
    """A deal with several firms: each with its part and how to reach it."""
    text = paragraphs(
        w.count(
            "🤝 <b>Accepted.</b> {n} firm has been told.", "🤝 <b>Accepted.</b> {n} firms have been told.", len(members)
        ),
        lines(w.say("Inquiry {number}", number=ref(inquiry.id)), goods_line(w, inquiry)),
        *(lines(_part_of(w, view), contact_lines(w, contact)) for view, contact in members),
        w.say("So that the suppliers can reach you, please share your number with the button below.")
        if ask_contact
        else None,
        w.say(
            "Agree on payment and papers with each other. "
            "If bank details change in the middle of a deal, ask by phone first."
        ),
    )
    return Message(text, ask_contact=w.label("📱 Share my number") if ask_contact else "")


def _part_of(w: Words, view: QuoteView) -> str | None:
    amount = view.quote.awarded
    return w.say("📦 {quantity}", quantity=quantity(w, amount)) if amount else None


def _need(cover: Cover) -> Quantity:
    return Quantity(cover.quantity.amount - cover.over.amount, cover.over.unit)
