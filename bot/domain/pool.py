"""A pool: quotes for parts of one inquiry that are taken together, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256

from bot.domain.goods import Quantity
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import Fact, Why
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.pooling import Cover, Offer, Part
from bot.domain.quote import Quote, QuoteStatus, decline, taken
from bot.domain.supplier import Size
from bot.domain.views import QuoteView

# So many times the usual number of firms is asked where none of them can make the whole. In an invented market pools
# hardly filled more big orders than single firms did as long as parts had the usual seats (docs/fairness.md).
SEATS_FOR_PARTS = 3


@dataclass(frozen=True)
class Pool:
    """What was taken together, and when. parts: which quote supplies how much, in the unit that was asked for."""

    id: int
    inquiry: int
    accepted_at: datetime
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class PoolAward:
    """What accepting a pool makes of the inquiry, of its quotes, and of those that were waiting beside them."""

    inquiry: Inquiry
    pool: Pool
    accepted: tuple[Quote, ...]
    declined: tuple[Quote, ...]


@dataclass(frozen=True)
class PoolView:
    """A cover as the buyer sees it: each part with its quote. day: of the rates, where the total is a conversion."""

    cover: Cover
    members: tuple[QuoteView, ...]
    currency: str
    day: date | None = None

    @property
    def name(self) -> str:
        """Which cover this is: see `name_of`."""
        return name_of(self.cover.parts)


def name_of(parts: Sequence[Part]) -> str:
    """A short name that only these parts bear: what was shown can be told from what stands now.

    A revised quote is another quote with another id, so its pools have other names.
    """
    said = ";".join(f"{p.quote}:{p.quantity.amount.normalize():f}:{p.quantity.unit}" for p in parts)
    return sha256(said.encode()).hexdigest()[:12]


def open_need(inquiry: Inquiry, quotes: Sequence[Quote]) -> Quantity | None:
    """What the accepted quotes leave of the need; None where nothing is left, or the need has no quantity."""
    asked = inquiry.quantity
    accepted = [q for q in quotes if q.status is QuoteStatus.ACCEPTED]
    amounts = [taken(q, inquiry) for q in accepted]
    if asked is None or None in amounts:
        return None
    left = asked.amount - sum((a.amount for a in amounts if a), Decimal(0))
    return Quantity(left, asked.unit) if left > 0 else None


def offers(
    inquiry: Inquiry,
    quotes: Sequence[Quote],
    *,
    prices: Mapping[int, Decimal],
    sizes: Mapping[int, Size | None],
    today: date,
) -> list[Offer]:
    """What the waiting quotes let a pool take. prices: by quote, in the currency of comparison; sizes: by supplier.

    A quote for all of it gives a part only where it names a minimum: only then is its price said to hold for less.
    """
    asked, found = inquiry.quantity, []
    for q in quotes:
        if asked is None or not _stands(q, today):
            continue
        partial = q.quantity is not None and q.quantity.covers(asked) is False
        if partial or q.moq is not None:
            size, price = sizes.get(q.supplier), prices.get(q.id)
            found.append(Offer(q.id, q.quantity or asked, q.moq, q.lot, price, q.lead_time_days, size))
    return found


def _stands(quote: Quote, today: date) -> bool:
    valid = quote.valid_until is None or quote.valid_until >= today
    return quote.status is QuoteStatus.SENT and quote.unit_price is not None and valid


def accept(inquiry: Inquiry, quotes: Sequence[Quote], parts: Sequence[Part], *, by: Person, now: datetime) -> PoolAward:
    """The buyer takes all parts at once. Refuses the whole if a single one does not stand as it was shown."""
    if inquiry.buyer != by.id:
        raise Refusal(Reason.NOT_FOUND)
    if not inquiry.live and inquiry.status is not InquiryStatus.EXPIRED:
        raise Refusal(Reason.INQUIRY_CLOSED)
    known, need = {q.id: q for q in quotes}, open_need(inquiry, quotes)
    if need is None or not all(_gives(known.get(p.quote), p, now.date()) for p in parts):
        raise Refusal(Reason.POOL_CHANGED)
    if sum((p.quantity.amount for p in parts), Decimal(0)) < need.amount or len({p.quote for p in parts}) < len(parts):
        raise Refusal(Reason.POOL_CHANGED)
    accepted = tuple(
        replace(known[p.quote], status=QuoteStatus.ACCEPTED, awarded=p.quantity, decided_at=now, loss_reason=None)
        for p in parts
    )
    rest = [q for q in quotes if q.status is QuoteStatus.SENT and q.id not in {a.id for a in accepted}]
    return PoolAward(
        replace(inquiry, status=InquiryStatus.AWARDED),
        Pool(0, inquiry.id, now, tuple(parts)),
        accepted,
        decline(rest, now=now),
    )


def _gives(quote: Quote | None, part: Part, today: date) -> bool:
    """Does this quote stand, and does it give so much?"""
    if quote is None or not _stands(quote, today):
        return False
    enough = quote.quantity is None or quote.quantity.covers(part.quantity)
    return bool(enough and (quote.moq is None or part.quantity.covers(quote.moq)))


def parts_are_welcome(reasons: Sequence[Why]) -> bool:
    """Is the need more than every single firm makes that is asked? reasons: why each one was chosen."""
    return bool(reasons) and all(Fact.CAPACITY_BELOW in why.facts for why in reasons)


def welcoming_parts(inquiry: Inquiry, *, usual: int) -> Inquiry:
    """Every firm hears that a part is welcome. Parts add up instead of competing, so there are more seats for them.

    usual: how many seats an inquiry has; one with fewer keeps to what was wanted.
    """
    more = usual * SEATS_FOR_PARTS if inquiry.seats >= usual else 0
    return replace(inquiry, parts_welcome=True, seats=max(inquiry.seats, more))
