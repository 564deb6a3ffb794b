"""A supplier: a firm, what it makes and how far it is known to us."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.goods import Money, Quantity
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person


class SupplierType(StrEnum):
    """What kind of firm it is."""

    MANUFACTURER = "manufacturer"
    TRADING_COMPANY = "trading_company"
    ARTISAN = "artisan"
    SERVICE = "service"


class Size(StrEnum):
    """By the number of people who work there: micro < 10, small < 50, medium < 250, large from 250 (EU 2003/361/EC)."""

    MICRO = "micro"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class SupplierStatus(StrEnum):
    """draft: being told to us; pending: waits for an admin; verified: may get leads; paused: by its own wish."""

    DRAFT = "draft"
    PENDING = "pending"
    VERIFIED = "verified"
    PAUSED = "paused"
    BANNED = "banned"


@dataclass(frozen=True)
class Product:
    """What a supplier offers, in its own words. capacity is per month; prices are private."""

    id: int
    supplier: int
    name: str
    english: str | None = None
    description: str | None = None
    moq: Quantity | None = None
    capacity: Quantity | None = None
    lead_time_days: int | None = None
    price_low: Money | None = None
    price_high: Money | None = None


@dataclass(frozen=True)
class Supplier:
    """A firm. ref: the name an import knows it by; agent: the person who speaks for it, if any yet.

    joined_at: since when it may get leads, where that is known. time_zone: an IANA name. most_open_leads and
    most_daily_leads: its own limits, None where the house's hold. lead_debt: how many leads more than it got its fit
    deserved. declines_below: how many per cent under its lowest price a price asked for is declined by itself.
    buyers_in_all: how many buyers it has, here and elsewhere, as it said itself.
    """

    id: int
    name: str
    status: SupplierStatus
    ref: str | None = None
    country: str | None = None
    city: str | None = None
    address: str | None = None
    type: SupplierType | None = None
    size: Size | None = None
    languages: tuple[str, ...] = ()
    certificates: tuple[str, ...] = ()
    export_markets: tuple[str, ...] = ()
    website: str | None = None
    email: str | None = None
    phone: str | None = None
    agent: int | None = None
    moq: Quantity | None = None
    joined_at: datetime | None = None
    time_zone: str | None = None
    most_open_leads: int | None = None
    most_daily_leads: int | None = None
    lead_debt: float = 0.0
    declines_below: int | None = None
    buyers_in_all: int | None = None

    @property
    def may_get_leads(self) -> bool:
        """Is it verified, and is there somebody to hand a lead to?"""
        return self.status is SupplierStatus.VERIFIED and self.agent is not None


QUESTIONS = ("name", "country", "size", "products", "moq", "languages")
REQUIRED = ("name", "products")


def next_question(firm: Supplier, *, products: int, skipped: frozenset[str]) -> str | None:
    """What a firm that is being registered should be asked next; None when enough is known to send it in."""
    known = {
        "name": bool(firm.name),
        "country": firm.country is not None,
        "size": firm.size is not None,
        "products": products > 0,
        "moq": firm.moq is not None,
        "languages": bool(firm.languages),
    }
    return next((q for q in QUESTIONS if not known[q] and q not in skipped), None)


def claim(firm: Supplier, *, by: Person, now: datetime) -> Supplier:
    """Somebody with the firm's own invite speaks for it from now on."""
    if firm.agent is not None and firm.agent != by.id:
        raise Refusal(Reason.ALREADY_CLAIMED)
    if firm.status is SupplierStatus.BANNED:
        raise Refusal(Reason.NOT_FOUND)
    joined = now if firm.status is SupplierStatus.VERIFIED and firm.joined_at is None else firm.joined_at
    return replace(firm, agent=by.id, joined_at=joined)


def submit(firm: Supplier, *, products: int) -> Supplier:
    """A newly registered firm asks to be let in; it waits for an admin."""
    if not firm.name:
        raise Refusal(Reason.NAME_MISSING)
    if not products:
        raise Refusal(Reason.PRODUCT_MISSING)
    if firm.status is not SupplierStatus.DRAFT:
        raise Refusal(Reason.ALREADY_DONE)
    return replace(firm, status=SupplierStatus.PENDING)


def decide(firm: Supplier, *, approve: bool, by: Person, now: datetime) -> Supplier:
    """An admin lets a waiting firm in or turns it away."""
    if not by.admin:
        raise Refusal(Reason.NOT_FOUND)
    if firm.status is not SupplierStatus.PENDING:
        raise Refusal(Reason.ALREADY_DONE)
    if not approve:
        return replace(firm, status=SupplierStatus.BANNED)
    return replace(firm, status=SupplierStatus.VERIFIED, joined_at=firm.joined_at or now)
