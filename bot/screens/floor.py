"""A firm's floor, for its own eyes: which requests are declined by themselves for their price; lowest prices."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.domain.floor import CHOICES, unit_of
from bot.domain.goods import Quantity, Unit
from bot.domain.supplier import Product, Supplier
from bot.language.texts import Html, Words
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, flat, lines, paragraphs, rows, shortened
from bot.screens.presses.signboard import AskLowest, OpenFloor, SetFloor
from bot.screens.presses.supplying import MyFirm
from bot.screens.units import quantity

MOST_PRODUCTS = 8


def floor_button(w: Words, firm: Supplier) -> Button:
    """Which prices are too low?"""
    return button(w.label("🛡 Price floor"), OpenFloor(firm.id))


def floor(w: Words, firm: Supplier, products: Sequence[Product], *, heard: str | None = None) -> Message:
    """What the floor is, and the lowest prices that it stands on."""
    shown = products[:MOST_PRODUCTS]
    text = paragraphs(
        heard,
        w.say("🛡 <b>Your price floor</b>"),
        w.say(
            "A request whose price is too far below your lowest price is declined for you, politely and at once; it "
            "only stands in your leads. The buyer never learns your prices or your floor."
        ),
        _set(w, firm),
        lines(w.say("Your lowest prices, which only you see:"), *(_lowest(w, firm, p) for p in shown))
        if shown
        else None,
    )
    return Message(text, _rows(w, firm, shown), card=f"firm:{firm.id}")


def _set(w: Words, firm: Supplier) -> str:
    if firm.declines_below is None:
        return w.say("Now: nothing is declined by itself.")
    return w.say("Now: declined from {percent} under your lowest price.", percent=w.percent(firm.declines_below))


def _lowest(w: Words, firm: Supplier, product: Product) -> Html:
    if product.price_low is None:
        return w.say("• {product}: not said", product=product.name)
    unit, price = unit_of(product, firm), w.money(product.price_low)
    if unit is None:
        return w.say("• {product}: {price} – say your minimum order, so that I know for what", product=product.name,
                     price=price)  # fmt: skip
    return w.say("• {product}: {price} for {one}", product=product.name, price=price, one=_one(w, unit))


def _one(w: Words, unit: Unit) -> Html:
    return quantity(w, Quantity(Decimal(1), unit))


def _rows(w: Words, firm: Supplier, products: Sequence[Product]) -> Rows:
    def choice(percent: int, label: str) -> Button:
        return button(("✓ " if percent == (firm.declines_below or 0) else "") + label, SetFloor(firm.id, percent))

    choices = [choice(0, w.label("Off")), *(choice(n, w.percent(n)) for n in CHOICES)]
    prices = [button(w.label("✏️ {product}", product=shortened(p.name)), AskLowest(firm.id, p.id)) for p in products]
    return flat(rows(choices, wide=5), rows(prices), ((button(w.label("← Back"), MyFirm()),),))


def ask_lowest(w: Words, firm: Supplier, product: Product, *, again: bool = False) -> Message:
    """What is the least that is taken for it?"""
    unit = unit_of(product, firm)
    asked = (
        w.say("<b>What is your lowest price for {one} of {product}?</b>", one=_one(w, unit), product=product.name)
        if unit
        else w.say("<b>What is your lowest price for {product}?</b>", product=product.name)
    )
    sorry = w.say("I did not understand that as a price.") if again else None
    text = paragraphs(sorry, asked, w.say("For example: 1.20 USD. Only you see it."))
    return Message(text, ((button(w.label("← Back"), OpenFloor(firm.id)),),))
