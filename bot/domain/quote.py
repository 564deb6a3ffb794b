"""A quote: a supplier's priced answer, its revisions, and what accepting it sets in motion."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from decimal import Context, Decimal, Inexact, localcontext
from enum import StrEnum

from bot.domain.goods import Attachment, Incoterm, Money, Quantity
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person


class QuoteStatus(StrEnum):
    """draft → sent → accepted / declined / withdrawn / expired. Sending a new draft makes the old one revised."""

    DRAFT = "draft"
    SENT = "sent"
    REVISED = "revised"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


class LossReason(StrEnum):
    """Why a buyer did not take a quote. UNSAID: they were asked, and did not say."""

    PRICE = "price"
    TIME = "time"
    MOQ = "moq"
    CERTIFICATE = "certificate"
    BOUGHT_ELSEWHERE = "bought_elsewhere"
    DROPPED = "dropped"
    OTHER = "other"
    UNSAID = "unsaid"


class Term(StrEnum):
    """The things a quote says, in the order in which they are asked."""

    UNIT_PRICE = "unit_price"
    QUANTITY = "quantity"
    LOT = "lot"
    MOQ = "moq"
    LEAD_TIME = "lead_time"
    INCOTERM = "incoterm"
    PLACE = "place"
    VALID_UNTIL = "valid_until"
    NOTE = "note"
    PHOTO = "photo"


# Digits enough for any price and quantity; what would still be rounded is refused.
_EXACT = Context(prec=60, traps=[Inexact])


@dataclass(frozen=True)
class Quote:
    """A supplier's offer. quantity: None means all that was asked for; lead_time_days count from the order.

    lot: the step in which parts are sold. awarded: how much was taken where it was not all; pool: the joint order that
    it is a part of. decided_at and loss_reason: when it was accepted or declined, and why it was declined.
    """

    id: int
    inquiry: int
    lead: int
    supplier: int
    revision: int = 1
    status: QuoteStatus = QuoteStatus.DRAFT
    unit_price: Money | None = None
    quantity: Quantity | None = None
    moq: Quantity | None = None
    lead_time_days: int | None = None
    incoterm: Incoterm | None = None
    place: str | None = None
    valid_until: date | None = None
    note: str | None = None
    attachments: tuple[Attachment, ...] = ()
    done: frozenset[Term] = frozenset()
    sent_at: datetime | None = None
    lot: Quantity | None = None
    awarded: Quantity | None = None
    pool: int | None = None
    decided_at: datetime | None = None
    loss_reason: LossReason | None = None

    def total(self, asked: Quantity | None) -> Money | None:
        """The price of the offered quantity, to the last digit; the price is for one of the unit that was asked for.

        None where price or quantity is not known, their units cannot be compared, or money would have to be rounded.
        """
        offered = self.awarded or self.quantity or asked
        if self.unit_price is None or offered is None:
            return None
        with localcontext(_EXACT):
            try:
                priced = offered if asked is None else offered.in_unit(asked.unit)
                return Money(self.unit_price.amount * priced.amount, self.unit_price.currency) if priced else None
            except Inexact:
                return None


def next_question(quote: Quote, inquiry: Inquiry) -> Term | None:
    """The next term to ask the supplier for; terms in `done` were answered or skipped."""
    return next((t for t in Term if t not in quote.done and _applies(t, quote, inquiry)), None)


def _applies(term: Term, quote: Quote, inquiry: Inquiry) -> bool:
    if term is Term.PLACE:
        return quote.incoterm is not None
    if term is Term.LOT:
        return gives_a_part(quote, inquiry)
    if term in (Term.QUANTITY, Term.MOQ):
        return inquiry.quantity is not None or term is Term.MOQ
    return True


def send(quote: Quote, *, now: datetime) -> Quote:
    """The supplier stands by it from now on."""
    if quote.status is not QuoteStatus.DRAFT:
        raise Refusal(Reason.ALREADY_DONE)
    if quote.unit_price is None:
        raise Refusal(Reason.PRICE_MISSING)
    return replace(quote, status=QuoteStatus.SENT, sent_at=now)


def gives_a_part(quote: Quote, inquiry: Inquiry) -> bool:
    """Is it for less than was asked for?"""
    asked = inquiry.quantity
    return bool(asked and quote.quantity and quote.quantity.covers(asked) is False)


def taken(quote: Quote, inquiry: Inquiry) -> Quantity | None:
    """How much an accepted quote supplies, in the unit that was asked for; None where that cannot be said."""
    asked, amount = inquiry.quantity, quote.awarded or quote.quantity or inquiry.quantity
    return amount if asked is None or amount is None else amount.in_unit(asked.unit)


def covered(inquiry: Inquiry, accepted: Sequence[Quote]) -> bool:
    """Do the accepted quotes fill the whole need? A quote without a quantity offers all of it."""
    if any(q.quantity is None and q.awarded is None for q in accepted):
        return True
    asked = inquiry.quantity
    if asked is None:
        return bool(accepted)
    parts = [taken(q, inquiry) for q in accepted]
    return sum((p.amount for p in parts if p), Decimal(0)) >= asked.amount


@dataclass(frozen=True)
class Award:
    """What accepting one quote makes of the inquiry and of the quotes that were waiting beside it."""

    inquiry: Inquiry
    accepted: Quote
    declined: tuple[Quote, ...]


def accept(inquiry: Inquiry, quotes: Sequence[Quote], quote_id: int, *, by: Person, now: datetime) -> Award:
    """The buyer takes one quote. Once the need is filled, every other waiting quote is declined with it."""
    quote = next((q for q in quotes if q.id == quote_id), None)
    if quote is None or inquiry.buyer != by.id:
        raise Refusal(Reason.NOT_FOUND)
    if quote.status is QuoteStatus.ACCEPTED:
        raise Refusal(Reason.ALREADY_DONE)
    if quote.status is not QuoteStatus.SENT:
        raise Refusal(Reason.QUOTE_GONE)
    if not inquiry.live and inquiry.status is not InquiryStatus.EXPIRED:
        raise Refusal(Reason.INQUIRY_CLOSED)
    if quote.valid_until is not None and quote.valid_until < now.date():
        raise Refusal(Reason.QUOTE_EXPIRED)
    taken = replace(quote, status=QuoteStatus.ACCEPTED, decided_at=now, loss_reason=None)
    earlier = [q for q in quotes if q.status is QuoteStatus.ACCEPTED]
    if not covered(inquiry, [*earlier, taken]):
        return Award(replace(inquiry, status=InquiryStatus.PARTLY_AWARDED), taken, ())
    rest = [q for q in quotes if q.status is QuoteStatus.SENT and q.id != quote.id]
    return Award(
        replace(inquiry, status=InquiryStatus.AWARDED),
        taken,
        decline(rest, now=now),
    )


def decline(quotes: Iterable[Quote], *, now: datetime) -> tuple[Quote, ...]:
    """These are not taken; what their buyer said of them already stays."""
    return tuple(replace(q, status=QuoteStatus.DECLINED, decided_at=now) for q in quotes)


class Flag(StrEnum):
    """What a buyer should notice on a quote: said openly, never hidden and never filled in by us."""

    PART_ONLY = "part_only"
    MOQ_ABOVE = "moq_above"
    CERTIFICATE_MISSING = "certificate_missing"
    TOO_LATE = "too_late"
    LEAD_TIME_UNKNOWN = "lead_time_unknown"
    FREIGHT_UNKNOWN = "freight_unknown"
    FREIGHT_EXTRA = "freight_extra"
    NO_LONGER_VALID = "no_longer_valid"


# Under these terms the buyer pays the main carriage on top of the price (Incoterms 2020, groups E and F).
_FREIGHT_EXTRA = frozenset({Incoterm.EXW, Incoterm.FCA, Incoterm.FAS, Incoterm.FOB})


def flags(quote: Quote, inquiry: Inquiry, *, certificates: Collection[str], today: date) -> tuple[Flag, ...]:
    """Everything to notice. certificates: those the firm holds."""
    asked = inquiry.quantity
    found = {
        Flag.PART_ONLY: bool(asked and quote.quantity and quote.quantity.covers(asked) is False),
        Flag.MOQ_ABOVE: bool(asked and quote.moq and (quote.quantity or asked).covers(quote.moq) is False),
        Flag.CERTIFICATE_MISSING: bool({_plain(c) for c in inquiry.certificates} - {_plain(c) for c in certificates}),
        Flag.TOO_LATE: _too_late(quote, inquiry, today),
        Flag.LEAD_TIME_UNKNOWN: quote.lead_time_days is None,
        Flag.FREIGHT_UNKNOWN: quote.incoterm is None,
        Flag.FREIGHT_EXTRA: quote.incoterm in _FREIGHT_EXTRA,
        Flag.NO_LONGER_VALID: quote.valid_until is not None and quote.valid_until < today,
    }
    return tuple(flag for flag, is_so in found.items() if is_so)


def _too_late(quote: Quote, inquiry: Inquiry, today: date) -> bool:
    if quote.lead_time_days is None or inquiry.needed_by is None:
        return False
    return today + timedelta(days=quote.lead_time_days) > inquiry.needed_by


def _plain(certificate: str) -> str:
    return "".join(c for c in certificate.casefold() if c.isalnum())
