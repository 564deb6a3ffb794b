"""What a buyer wishes of a firm beside its product, and which of the wishes a firm meets.

A country that is wanted or unwanted, and whatever the buyer called a condition, decides; everything else is told as a
fact and counts for or against. What a firm has not told us is never held against it as a fact.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.goods import Place, Quantity
from bot.domain.inquiry import ANY_FIRM, Inquiry, Whom
from bot.domain.lead import Fact
from bot.domain.supplier import Product, Supplier

# A month, for capacities, which are told per month.
_MONTH = 30


@dataclass(frozen=True)
class Wishes:
    """A buyer's wishes. days: until the goods are needed; language: the buyer's own."""

    quantity: Quantity | None = None
    destination: Place | None = None
    days: int | None = None
    certificates: tuple[str, ...] = ()
    language: str | None = None
    whom: Whom = ANY_FIRM


NO_WISHES = Wishes()


def wishes_of(inquiry: Inquiry) -> Wishes:
    """The wishes that an inquiry holds; its days count from the day it was sent."""
    days = None
    if inquiry.needed_by is not None and inquiry.opened_at is not None:
        days = (inquiry.needed_by - inquiry.opened_at.date()).days
    return Wishes(
        quantity=inquiry.quantity,
        destination=inquiry.destination,
        days=days,
        certificates=inquiry.certificates,
        language=inquiry.language,
        whom=inquiry.whom,
    )


def fits(supplier: Supplier, product: Product | None, wishes: Wishes) -> tuple[bool, tuple[Fact, ...]]:
    """May this firm be offered to the buyer at all, and every fact for and against it."""
    facts = tuple(
        fact
        for fact in (
            _moq(supplier, product, wishes),
            _certificates(supplier, wishes),
            _origin(supplier, wishes.whom),
            _kind(supplier, wishes.whom),
            _served(supplier, wishes),
            _capacity(product, wishes),
            _lead_time(product, wishes),
            _language(supplier, wishes),
        )
        if fact is not None
    )
    return not _excluded(facts, wishes.whom), facts


def _excluded(facts: tuple[Fact, ...], whom: Whom) -> bool:
    never = {Fact.ELSEWHERE, Fact.UNWANTED_COUNTRY}
    if whom.certified:
        never.add(Fact.LACKS_CERTIFICATE)
    if whom.only:
        never.add(Fact.KIND_OTHER)
    return not never.isdisjoint(facts)


def _moq(supplier: Supplier, product: Product | None, wishes: Wishes) -> Fact | None:
    moq = (product.moq if product else None) or supplier.moq
    if moq is None or wishes.quantity is None:
        return None
    enough = wishes.quantity.covers(moq)
    return None if enough is None else Fact.MOQ_FITS if enough else Fact.MOQ_ABOVE


def _certificates(supplier: Supplier, wishes: Wishes) -> Fact | None:
    if not wishes.certificates:
        return None
    held = {_plain(c) for c in supplier.certificates}
    return Fact.HAS_CERTIFICATE if {_plain(c) for c in wishes.certificates} <= held else Fact.LACKS_CERTIFICATE


def _origin(supplier: Supplier, whom: Whom) -> Fact | None:
    if supplier.country is not None and supplier.country in whom.not_origin:
        return Fact.UNWANTED_COUNTRY
    if whom.origin:
        return Fact.FROM_COUNTRY if supplier.country in whom.origin else Fact.ELSEWHERE
    return None


def _kind(supplier: Supplier, whom: Whom) -> Fact | None:
    """The kind and the size of firm; one that did not tell them fits neither well nor badly."""
    told = [
        value in wanted
        for value, wanted in ((supplier.type, whom.types), (supplier.size, whom.sizes))
        if wanted and value is not None
    ]
    return (Fact.KIND_FITS if all(told) else Fact.KIND_OTHER) if told else None


def _served(supplier: Supplier, wishes: Wishes) -> Fact | None:
    country = wishes.destination.country if wishes.destination else None
    if country is None or supplier.country == country:
        return Fact.SAME_COUNTRY if country else None
    return Fact.NOT_SERVED if supplier.export_markets and country not in supplier.export_markets else None


def _capacity(product: Product | None, wishes: Wishes) -> Fact | None:
    if product is None or product.capacity is None or wishes.quantity is None:
        return None
    months = max(Decimal(1), Decimal(wishes.days or 0) / _MONTH)
    asked = wishes.quantity.in_unit(product.capacity.unit)
    if asked is None:
        return None
    return Fact.CAPACITY_BELOW if asked.amount > product.capacity.amount * months else Fact.CAPACITY_LEFT


def _lead_time(product: Product | None, wishes: Wishes) -> Fact | None:
    if product is None or product.lead_time_days is None or wishes.days is None:
        return None
    return Fact.LEAD_TIME_FITS if product.lead_time_days <= wishes.days else Fact.LEAD_TIME_ABOVE


def _language(supplier: Supplier, wishes: Wishes) -> Fact | None:
    return Fact.SPEAKS_LANGUAGE if wishes.language and wishes.language in supplier.languages else None


def _plain(certificate: str) -> str:
    return "".join(c for c in certificate.casefold() if c.isalnum())
