"""Courtesy: what the firms that were not chosen are told, and how well a buyer answers the quotes they asked for.

A losing firm hears the reason and in which band its price stood to the chosen one, never the price itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from bot.domain.goods import Money
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.outcome import Reason, Refusal
from bot.domain.quote import LossReason, Quote, QuoteStatus

# The buyer is reminded once after this long, and after twice as long it is noted that nothing was said.
REMIND_AFTER = timedelta(days=2)
ENDS_AFTER = 2 * REMIND_AFTER

# Knowing its own price and the band, a firm must not know the chosen price more exactly than so.
LEAST_SPREAD = Fraction(25, 1000)
# Prices in these currencies are said in whole numbers; in all others at least to the hundredth.
WHOLE = frozenset({"CLP", "IDR", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"})


class Band(StrEnum):
    """Where a price stands to the chosen one, from far below to far above."""

    BELOW = "below"
    NEAR = "near"
    TEN_TO_TWENTY = "10-20"
    TWENTY_TO_FORTY = "20-40"
    ABOVE_FORTY = "above_40"


# Up to which share above the chosen price each band goes. One from 5 to 10 % would give the chosen price away to
# within 2.3 %, so what is near is not told apart any further.
_UP_TO = (
    (Band.BELOW, Fraction(-10, 100)),
    (Band.NEAR, Fraction(10, 100)),
    (Band.TEN_TO_TWENTY, Fraction(20, 100)),
    (Band.TWENTY_TO_FORTY, Fraction(40, 100)),
)


def band(own: Money, chosen: Decimal) -> Band | None:
    """The band of a firm's own price; chosen: the price that was taken, in the same currency.

    None where prices are so coarse that some band would hold hardly more than one. Whether it is None depends on the
    own price alone, so saying nothing says nothing of the chosen price either.
    """
    if own.amount <= 0 or chosen <= 0 or not _may_be_banded(own):
        return None
    above = Fraction(own.amount) / Fraction(chosen) - 1
    return next((band for band, most in _UP_TO if above < most), Band.ABOVE_FORTY)


def possible(own: Decimal, band: Band) -> tuple[Fraction, Fraction | None]:
    """Between which prices the chosen one lies, for a firm that knows its own price and the band; None: no end."""
    edges = [most for _, most in _UP_TO]
    at = list(Band).index(band)
    low = Fraction(own) / (1 + edges[at]) if at < len(edges) else Fraction(0)
    return low, Fraction(own) / (1 + edges[at - 1]) if at else None


def _may_be_banded(own: Money) -> bool:
    exponent = own.amount.normalize().as_tuple().exponent
    decimals = max(-exponent if isinstance(exponent, int) else 0, 0 if own.currency in WHOLE else 2)
    return all(_spread(own.amount, band, Fraction(1, 10**decimals)) >= LEAST_SPREAD for band in Band)


def _spread(own: Decimal, band: Band, step: Fraction) -> Fraction:
    """How far from their middle the outermost prices of a band are, as a share of it; prices are whole steps."""
    low, high = possible(own, band)
    if high is None:
        return Fraction(1)
    least, most = max(1, ceil(low / step)), floor(high / step)
    return Fraction(most - least, most + least) if most > least else Fraction(0)


def is_comparable(quote: Quote, chosen: Sequence[Quote]) -> bool:
    """Do these prices mean the same thing? Only under the same delivery terms."""
    return bool(chosen) and quote.unit_price is not None and all(c.incoterm is quote.incoterm for c in chosen)


def price_of(inquiry: Inquiry, chosen: Sequence[Quote], prices: Mapping[int, Decimal | None]) -> Decimal | None:
    """What one unit costs in what was chosen: of several parts, their mean by quantity.

    prices: by quote, in one currency. None where one is not known, or parts cannot be weighed.
    """
    if len(chosen) == 1:
        return prices[chosen[0].id]
    weighed = [(prices[q.id], _amount(q, inquiry)) for q in chosen]
    if not weighed or any(price is None or not amount for price, amount in weighed):
        return None
    amount = sum((a for _, a in weighed if a), Decimal(0))
    return sum((p * a for p, a in weighed if p is not None and a), Decimal(0)) / amount


def _amount(quote: Quote, inquiry: Inquiry) -> Decimal | None:
    asked, given = inquiry.quantity, quote.awarded or quote.quantity or inquiry.quantity
    same = given.in_unit(asked.unit) if asked and given else None
    return same.amount if same else None


def beside(inquiry: Inquiry, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """Of an inquiry that is over, the quotes that were not chosen."""
    if inquiry.live or inquiry.status is InquiryStatus.DRAFT:
        return ()
    return tuple(q for q in quotes if _is_passed_over(q))


def _is_passed_over(quote: Quote) -> bool:
    # What was declined before there was courtesy has no moment of decision, and is not asked for any more.
    return quote.status is QuoteStatus.SENT or (quote.status is QuoteStatus.DECLINED and quote.decided_at is not None)


def has_reason(quote: Quote) -> bool:
    """Has the buyer said why not?"""
    return quote.loss_reason not in (None, LossReason.UNSAID)


def owed(inquiry: Inquiry, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The quotes whose firms still wait for a word."""
    return tuple(q for q in beside(inquiry, quotes) if q.loss_reason is None)


def unanswered(inquiry: Inquiry, quotes: Sequence[Quote]) -> tuple[Quote, ...]:
    """The quotes of which the buyer has not said why not; it can be said late."""
    return tuple(q for q in beside(inquiry, quotes) if not has_reason(q))


def give_reason(inquiry: Inquiry, quote: Quote, reason: LossReason, *, now: datetime) -> Quote:
    """The buyer says why not; of an inquiry whose time is over this declines the quote."""
    if reason is LossReason.UNSAID or not beside(inquiry, [quote]):
        raise Refusal(Reason.NOT_FOUND)
    if has_reason(quote):
        raise Refusal(Reason.ALREADY_DONE)
    decided = quote.decided_at or now
    return replace(quote, status=QuoteStatus.DECLINED, loss_reason=reason, decided_at=decided)


def say_nothing(quote: Quote) -> Quote:
    """Nothing was said. A quote that could still be accepted can be so on."""
    return replace(quote, loss_reason=LossReason.UNSAID)


# How far back a buyer's manners are looked at, and how far back asking without buying.
REMEMBERED = timedelta(days=180)
LATELY = timedelta(days=30)
# Below so many inquiries a buyer is new: nothing is said of how they answer.
KNOWN_FROM = 3
# Of a buyer of whom little is known: so many quotes more, of which so many were answered.
_USUAL_QUOTES, _USUAL_ANSWERED = 2, Fraction(3, 2)
# Who answers fewer than this share, in so many inquiries or more, is given so many seats.
LEAST_RATE, JUDGED_FROM, FEWER_SEATS = Fraction(4, 10), 4, 3
# So many inquiries without a word, and nothing bought: first those are answered.
FISHING_FROM = 5


@dataclass(frozen=True)
class Outcome:
    """What became of one inquiry's quotes: answered, or left without a word. bought: here or elsewhere."""

    opened_at: datetime
    answered: int
    silent: int
    bought: bool = False


@dataclass(frozen=True)
class Manners:
    """How a buyer answers: inquiries that are over and had quotes, those quotes, and how many were answered.

    silent_lately: inquiries without a word to anybody; bought_lately: was anything bought meanwhile?
    """

    inquiries: int = 0
    quotes: int = 0
    answered: int = 0
    silent_lately: int = 0
    bought_lately: bool = False

    @property
    def rate(self) -> Fraction:
        """The answer rate: the share of quotes that get an answer, 0 to 1."""
        return (self.answered + _USUAL_ANSWERED) / (self.quotes + _USUAL_QUOTES)

    @property
    def of_ten(self) -> int | None:
        """How many of ten quotes get an answer; None of a new buyer."""
        return None if self.inquiries < KNOWN_FROM else floor(self.rate * 10 + Fraction(1, 2))

    @property
    def never_answers(self) -> bool:
        """Is it time to ask fewer firms?"""
        return self.inquiries >= JUDGED_FROM and self.rate < LEAST_RATE

    @property
    def fishing(self) -> bool:
        """Do they only fish for prices?"""
        return self.silent_lately >= FISHING_FROM and not self.bought_lately


def with_seats(inquiry: Inquiry, buyer: Manners) -> Inquiry:
    """An inquiry of a buyer who never answers goes to fewer firms, and to no more of them later."""
    if not buyer.never_answers:
        return inquiry
    return replace(inquiry, seats=min(inquiry.seats, FEWER_SEATS), asked_more=True)


def manners(outcomes: Iterable[Outcome], *, now: datetime) -> Manners:
    """What a buyer's history says of how they answer."""
    known = [o for o in outcomes if o.answered + o.silent and o.opened_at > now - REMEMBERED]
    lately = [o for o in known if o.opened_at > now - LATELY]
    answered = sum(o.answered for o in known)
    return Manners(
        inquiries=len(known),
        quotes=answered + sum(o.silent for o in known),
        answered=answered,
        silent_lately=sum(not o.answered for o in lately),
        bought_lately=any(o.bought for o in lately),
    )
