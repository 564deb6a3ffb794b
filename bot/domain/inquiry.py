"""An inquiry: what a buyer needs, from the first words to the award."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import StrEnum

from bot.domain.goods import Attachment, Incoterm, Money, Place, Quantity, Unit
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.supplier import Size, SupplierType


class InquiryStatus(StrEnum):
    """draft → open → full → awarded / partly_awarded / closed / expired / cancelled."""

    DRAFT = "draft"
    OPEN = "open"
    FULL = "full"
    PARTLY_AWARDED = "partly_awarded"
    AWARDED = "awarded"
    CLOSED = "closed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"


# While it is in one of these, quotes may come in and may be accepted.
LIVE = frozenset({InquiryStatus.OPEN, InquiryStatus.FULL, InquiryStatus.PARTLY_AWARDED})


class Slot(StrEnum):
    """The things an inquiry says, in the order in which they matter to a supplier."""

    PRODUCT = "product"
    QUANTITY = "quantity"
    UNIT = "unit"
    DESTINATION = "destination"
    NEEDED_BY = "needed_by"
    TARGET_PRICE = "target_price"
    CERTIFICATES = "certificates"


# What is asked for when it is missing. A target price and certificates are not: one tap adds them.
ASKED = (Slot.PRODUCT, Slot.QUANTITY, Slot.UNIT, Slot.DESTINATION, Slot.NEEDED_BY)
SKIPPABLE = frozenset(ASKED) - {Slot.PRODUCT}


@dataclass(frozen=True)
class Further:
    """Another product that was named in the same message; it becomes an inquiry of its own."""

    product: str
    amount: Decimal | None = None
    unit: Unit | None = None


@dataclass(frozen=True)
class Whom:
    """Which firms a buyer wants to hear of.

    origin and not_origin: countries (ISO 3166-1 alpha-2) they must, or must not, be in. certified: the certificates
    asked for are a condition. types and sizes: preferred, or a condition too if `only`.
    """

    origin: tuple[str, ...] = ()
    not_origin: tuple[str, ...] = ()
    certified: bool = False
    types: tuple[SupplierType, ...] = ()
    sizes: tuple[Size, ...] = ()
    only: bool = False


ANY_FIRM = Whom()


@dataclass(frozen=True)
class Inquiry:
    """What a buyer needs.

    text: the buyer's own words, whole, in `language`. specs: sizes, materials, models, as said. amount and unit
    stay apart until both are known. target_price is the buyer's secret unless show_price; per_unit: it is for one unit,
    not for everything. guessed: slots that were read with little confidence and are marked on the card. skipped: slots
    that the buyer would not say. further: products named beside this one, whose turn comes afterwards. whom: which
    firms may be asked, where the buyer said so. asked_more: more seats were added after it was sent, which goes once.
    parts_welcome: quotes for a part of the quantity are welcome.
    """

    id: int
    buyer: int
    status: InquiryStatus = InquiryStatus.DRAFT
    text: str = ""
    language: str | None = None
    product: str | None = None
    specs: tuple[str, ...] = ()
    amount: Decimal | None = None
    unit: Unit | None = None
    target_price: Money | None = None
    per_unit: bool | None = None
    show_price: bool = False
    destination: Place | None = None
    needed_by: date | None = None
    certificates: tuple[str, ...] = ()
    incoterm: Incoterm | None = None
    attachments: tuple[Attachment, ...] = ()
    guessed: frozenset[Slot] = frozenset()
    skipped: frozenset[Slot] = frozenset()
    further: tuple[Further, ...] = ()
    whom: Whom = ANY_FIRM
    seats: int = 5
    opened_at: datetime | None = None
    quotes_until: datetime | None = None
    asked_more: bool = False
    parts_welcome: bool = False

    @property
    def quantity(self) -> Quantity | None:
        """The quantity, once both number and unit are known."""
        return None if self.amount is None or self.unit is None else Quantity(self.amount, self.unit)

    @property
    def live(self) -> bool:
        """May quotes still come in and be accepted?"""
        return self.status in LIVE


def knows(inquiry: Inquiry, slot: Slot) -> bool:
    """Has the buyer said this?"""
    if slot is Slot.QUANTITY:
        return inquiry.amount is not None
    if slot is Slot.UNIT:
        return inquiry.amount is None or inquiry.unit is not None
    return bool(getattr(inquiry, slot.value))


def next_question(inquiry: Inquiry) -> Slot | None:
    """The one thing to ask next: the most important one that is neither known nor skipped."""
    return next((s for s in ASKED if not knows(inquiry, s) and s not in inquiry.skipped), None)


def follow_up(inquiry: Inquiry) -> Inquiry | None:
    """The draft for the next product that was named beside this one: the same place, day and files, no price.

    The buyer's own words come along unless they name a price that is the secret of this one.
    """
    if not inquiry.further:
        return None
    first, *rest = inquiry.further
    return Inquiry(
        id=0,
        buyer=inquiry.buyer,
        text="" if inquiry.target_price is not None and not inquiry.show_price else inquiry.text,
        language=inquiry.language,
        product=first.product,
        amount=first.amount,
        unit=first.unit,
        destination=inquiry.destination,
        needed_by=inquiry.needed_by,
        certificates=inquiry.certificates,
        incoterm=inquiry.incoterm,
        attachments=inquiry.attachments,
        skipped=inquiry.skipped,
        further=tuple(rest),
        whom=inquiry.whom,
        seats=inquiry.seats,
    )


def skip(inquiry: Inquiry, slot: Slot) -> Inquiry:
    """The buyer will not say; do not ask again."""
    if slot not in SKIPPABLE:
        raise Refusal(Reason.PRODUCT_MISSING)
    return replace(inquiry, skipped=inquiry.skipped | {slot})


def confirm(inquiry: Inquiry, *, by: Person, now: datetime, days: int) -> Inquiry:
    """The buyer sends it out; quotes may come for `days` days, or until the goods are needed if that is sooner."""
    if inquiry.buyer != by.id:
        raise Refusal(Reason.NOT_FOUND)
    if inquiry.status is not InquiryStatus.DRAFT:
        raise Refusal(Reason.ALREADY_DONE)
    if not inquiry.product:
        raise Refusal(Reason.PRODUCT_MISSING)
    until = now + timedelta(days=days)
    if inquiry.needed_by is not None:
        needed = datetime(inquiry.needed_by.year, inquiry.needed_by.month, inquiry.needed_by.day, tzinfo=now.tzinfo)
        until = max(min(until, needed), now + timedelta(days=1))
    return replace(inquiry, status=InquiryStatus.OPEN, opened_at=now, quotes_until=until)


# How many more firms a buyer may have asked, once.
MORE_SEATS = 3


def fewer_seats(inquiry: Inquiry, seats: int, *, most: int) -> Inquiry:
    """Before it is sent, the buyer says how many firms may be asked: one at least, and the house's number at most."""
    if inquiry.status is not InquiryStatus.DRAFT or not 1 <= seats <= most:
        raise Refusal(Reason.NOT_FOUND)
    return replace(inquiry, seats=seats)


def ask_more(inquiry: Inquiry, *, by: Person) -> Inquiry:
    """The buyer wants more quotes than they asked for at first; once, so that no supplier quotes into a crowd."""
    if inquiry.buyer != by.id:
        raise Refusal(Reason.NOT_FOUND)
    if not inquiry.live:
        raise Refusal(Reason.INQUIRY_CLOSED)
    if inquiry.asked_more:
        raise Refusal(Reason.ALREADY_DONE)
    status = InquiryStatus.OPEN if inquiry.status is InquiryStatus.FULL else inquiry.status
    return replace(inquiry, status=status, seats=inquiry.seats + MORE_SEATS, asked_more=True)


def cancel(inquiry: Inquiry, *, by: Person) -> Inquiry:
    """The buyer needs it no longer."""
    if inquiry.buyer != by.id:
        raise Refusal(Reason.NOT_FOUND)
    if inquiry.status is not InquiryStatus.DRAFT and not inquiry.live:
        raise Refusal(Reason.ALREADY_DONE)
    return replace(inquiry, status=InquiryStatus.CANCELLED)


def close(inquiry: Inquiry, *, by: Person) -> Inquiry:
    """The buyer bought elsewhere, perhaps after the time for quotes was over."""
    if inquiry.buyer != by.id:
        raise Refusal(Reason.NOT_FOUND)
    if not inquiry.live and inquiry.status is not InquiryStatus.EXPIRED:
        raise Refusal(Reason.ALREADY_DONE)
    return replace(inquiry, status=InquiryStatus.CLOSED)


def expire(inquiry: Inquiry, *, now: datetime) -> Inquiry:
    """Time is up; a quote that came may still be accepted while it is valid, but no new one may come."""
    if not inquiry.live or inquiry.quotes_until is None or now < inquiry.quotes_until:
        return inquiry
    return replace(inquiry, status=InquiryStatus.EXPIRED)
