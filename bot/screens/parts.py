"""Small things that many screens say: lines of a card, rows of buttons, names of firms and terms."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from bot.domain.goods import Place
from bot.domain.inquiry import Inquiry
from bot.domain.notice import Firm
from bot.domain.quote import Quote
from bot.domain.rates import Beside
from bot.domain.supplier import Size, SupplierType
from bot.language.texts import Html, Words
from bot.screens.message import Button, Style
from bot.screens.press import encode
from bot.screens.units import quantity

Rows = tuple[tuple[Button, ...], ...]


def button(label: str, press: Any, style: Style = "") -> Button:
    """A button that presses something."""
    return Button(label=label, press=encode(press), style=style)


def rows(buttons: Iterable[Button], *, wide: int = 2) -> Rows:
    """Buttons in rows of so many."""
    every = list(buttons)
    return tuple(tuple(every[i : i + wide]) for i in range(0, len(every), wide))


def lines(*parts: str | None) -> str:
    """The lines that there are, one below the other."""
    return "\n".join(p for p in parts if p)


def paragraphs(*parts: str | None) -> str:
    """The paragraphs that there are, with air between them."""
    return "\n\n".join(p for p in parts if p)


def line(w: Words, name: str, value: str | None) -> str | None:
    """`Name: value` of a card; nothing where there is no value. Both are HTML already."""
    return w.say("<b>{name}</b>: {value}", name=Html(name), value=Html(value)) if value else None


def shortened(text: str, most: int = 30) -> str:
    """As much of a name as fits on a button."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def ref(inquiry: int) -> str:
    """How an inquiry is called: `#12`."""
    return f"#{inquiry}"


def place(w: Words, where: Place) -> str:
    """`Hamburg, Germany`: the city in the person's own words, the country in the reader's."""
    return (
        w.label("{city}, {country}", city=where.city, country=w.country(where.country))
        if (where.city and where.country)
        else (where.city or w.country(where.country))
    )


def size_name(w: Words, size: Size) -> str:
    """A firm's size in words."""
    return {
        Size.MICRO: w.label("micro firm, under 10 people"),
        Size.SMALL: w.label("small firm, under 50 people"),
        Size.MEDIUM: w.label("medium firm, under 250 people"),
        Size.LARGE: w.label("large firm"),
    }[size]


def type_name(w: Words, kind: SupplierType) -> str:
    """What kind of firm it is, in words."""
    return {
        SupplierType.MANUFACTURER: w.label("manufacturer"),
        SupplierType.TRADING_COMPANY: w.label("trading company"),
        SupplierType.ARTISAN: w.label("artisan or cooperative"),
        SupplierType.SERVICE: w.label("service provider"),
    }[kind]


def firm_line(w: Words, firm: Firm) -> Html:
    """`Alfa Çelik · Bursa, Türkiye · small firm`."""
    where = place(w, Place(firm.country, firm.city)) if firm.country or firm.city else None
    parts = [where, size_name(w, firm.size) if firm.size else None]
    return Html(" · ".join([f"<b>{w.own(firm.name)}</b>", *(w.own(p) for p in parts if p)]))


def goods_line(w: Words, inquiry: Inquiry) -> Html:
    """`steel bottles, 500 pieces`: an inquiry in a few words."""
    if inquiry.quantity is None:
        return w.own(inquiry.product or "?")
    return w.say("{product}, {quantity}", product=inquiry.product or "?", quantity=quantity(w, inquiry.quantity))


def quote_lines(w: Words, quote: Quote, inquiry: Inquiry) -> list[str | None]:
    """The terms of a quote; a term that was not said is shown as not said. The supplier's figures stay as they are."""
    unsaid = w.say("not said")
    total = quote.total(inquiry.quantity)
    offered = quote.awarded or quote.quantity or inquiry.quantity
    terms = " ".join(filter(None, [quote.incoterm, w.own(quote.place) if quote.place else None]))
    return [
        line(w, w.say("Price per unit"), w.own(w.money(quote.unit_price)) if quote.unit_price else unsaid),
        line(w, w.say("Quantity"), quantity(w, offered) if offered else unsaid),
        line(w, w.say("Total"), w.own(w.money(total)) if total else None),
        line(w, w.say("In steps of"), quantity(w, quote.lot) if quote.lot else None),
        line(w, w.say("Minimum order"), quantity(w, quote.moq) if quote.moq else None),
        line(w, w.say("Lead time"), days(w, quote.lead_time_days) if quote.lead_time_days is not None else unsaid),
        line(w, w.say("Delivery terms"), terms or unsaid),
        line(w, w.say("Valid until"), w.date(quote.valid_until) if quote.valid_until else unsaid),
        line(w, w.say("Note"), w.own(quote.note) if quote.note else None),
        w.count("📎 {n} file", "📎 {n} files", len(quote.attachments)) if quote.attachments else None,
    ]


def beside_line(w: Words, beside: Beside | None, *, dated: bool = True) -> str | None:
    """A price in the reader's currency: it stands beside the price, is dated, and is called a conversion.

    dated: False where the day stands at the end of the message, for all of them.
    """
    if beside is None:
        return None
    if beside.price is None:
        return w.say("≈ no exchange rate to {currency}: not comparable", currency=beside.currency)
    price = w.say("≈ {price} per unit", price=w.own(w.money(beside.price)))
    total = w.say("{money} in total", money=w.own(w.money(beside.total))) if beside.total else None
    return " · ".join(p for p in (price, total, conversion(w, beside.day) if dated else None) if p)


def conversion(w: Words, day: date) -> Html:
    """What a figure behind ≈ is, and of which day."""
    return w.say("conversion, rates of {date}", date=w.date(day))


def days(w: Words, n: int) -> Html:
    """`21 days`."""
    return w.count("{n} day", "{n} days", n)


def left(w: Words, until: date, today: date) -> Html:
    """How many days are left."""
    return days(w, max(0, (until - today).days))


def flat(*groups: Sequence[tuple[Button, ...]]) -> Rows:
    """Several groups of rows as one."""
    return tuple(row for group in groups for row in group)
