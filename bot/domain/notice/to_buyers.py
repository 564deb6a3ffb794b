"""What somebody who needs something is told: who was asked, what came, who was found."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.inquiry import Inquiry, Whom
from bot.domain.lead import Why
from bot.domain.views import Asked, Firm, QuoteView


@dataclass(frozen=True)
class SuppliersAsked:
    """To the buyer: who has been asked and why, how many seats are taken, how many fitting firms are not here yet."""

    inquiry: Inquiry
    asked: tuple[Asked, ...]
    seats_taken: int
    not_here: int


@dataclass(frozen=True)
class QuestionAsked:
    """To the buyer: a supplier asks something before quoting."""

    question: int
    firm: Firm
    inquiry: Inquiry
    text: str


@dataclass(frozen=True)
class QuoteArrived:
    """To the buyer: a quote, or a new revision of one. pools: can several quotes fill the need together?"""

    view: QuoteView
    others: int
    pools: bool = False


@dataclass(frozen=True)
class InquiryExpired:
    """To the buyer: the time for quotes is over; waiting: quotes that may still be accepted."""

    inquiry: Inquiry
    waiting: int


@dataclass(frozen=True)
class ReasonsAsked:
    """To the buyer, once: firms wait to hear why they were not chosen. views: every quote that was not, said or not."""

    inquiry: Inquiry
    views: tuple[QuoteView, ...]


@dataclass(frozen=True)
class OneFirmOnly:
    """To a buyer, once: all its orders of the last year are with one firm."""

    firm: str
    orders: int


@dataclass(frozen=True)
class Seen:
    """A firm that a search shows, and why; here: somebody speaks for it, so it can be asked at once."""

    firm: Firm
    why: Why
    here: bool


@dataclass(frozen=True)
class FirmsFound:
    """To the one who looked: a page of the firms that fit; closest: none fits, and these come nearest.

    wanted: what was looked for; page: counted from 0; total: of all pages; kept: they are told of firms that join.
    """

    wanted: int
    words: str
    whom: Whom
    firms: tuple[Seen, ...]
    page: int
    total: int
    closest: bool
    kept: bool


@dataclass(frozen=True)
class FirmsJoined:
    """To somebody who keeps a need: firms that fit have joined. Shall they be asked?"""

    wanted: int
    words: str
    firms: tuple[Seen, ...]


ToBuyers = (
    SuppliersAsked
    | QuestionAsked
    | QuoteArrived
    | InquiryExpired
    | ReasonsAsked
    | OneFirmOnly
    | FirmsFound
    | FirmsJoined
)
