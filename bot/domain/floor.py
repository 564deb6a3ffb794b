"""The floor: a firm has requests declined by themselves whose price is too far below its own lowest price."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from bot.domain.goods import Money, Quantity, Unit
from bot.domain.inquiry import Inquiry
from bot.domain.supplier import Product, Supplier

# What a firm may set, in per cent under its lowest price.
CHOICES = (10, 20, 30, 50)


def declines(firm: Supplier, product: Product | None, inquiry: Inquiry) -> bool:
    """Does the firm's floor decline this request?

    Only where the buyer shows a target price, and both prices are of the same currency and for a unit that can be
    compared; else the firm decides for itself.
    """
    if firm.declines_below is None or product is None or product.price_low is None:
        return False
    lowest, unit = product.price_low, unit_of(product, firm)
    offered = _price_for_one(inquiry, unit)
    if offered is None or inquiry.target_price is None or inquiry.target_price.currency != lowest.currency:
        return False
    return offered * 100 < Fraction(lowest.amount) * (100 - firm.declines_below)


def unit_of(product: Product, firm: Supplier) -> Unit | None:
    """What a price of this product is for: the unit in which it is sold, as far as the firm has said."""
    said = product.moq or product.capacity or firm.moq
    return said.unit if said else None


def _price_for_one(inquiry: Inquiry, unit: Unit | None) -> Fraction | None:
    """What the buyer would pay for one of this unit, where that is shown and can be told."""
    price = _shown(inquiry)
    if price is None or inquiry.unit is None or unit is None or inquiry.per_unit is None:
        return None
    bought = Quantity(Decimal(1), inquiry.unit) if inquiry.per_unit else inquiry.quantity
    units = bought.exactly_in(unit) if bought else None
    return Fraction(price.amount) / units if units else None


def _shown(inquiry: Inquiry) -> Money | None:
    return inquiry.target_price if inquiry.show_price else None
