"""What a firm is told: its leads and quotes, and what it has become here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.courtesy import Band
from bot.domain.milestones import Milestone
from bot.domain.quote import LossReason
from bot.domain.views import Contact, Firm, LeadView


@dataclass(frozen=True)
class LeadOffered:
    """To a supplier: here is somebody who needs what you make."""

    view: LeadView


@dataclass(frozen=True)
class LeadChanged:
    """To a supplier: the card of a lead shows something new (seats, status); nothing is said anew."""

    view: LeadView


@dataclass(frozen=True)
class SeatEnds:
    """To a supplier that has not answered: its seat is kept only a little longer."""

    view: LeadView


class Ending(StrEnum):
    """How a lead ended for a supplier whose quote, or seat, was not taken."""

    AWARDED_ELSEWHERE = "awarded_elsewhere"
    CANCELLED = "cancelled"
    BOUGHT_ELSEWHERE = "bought_elsewhere"
    EXPIRED = "expired"
    LAPSED = "lapsed"
    FULL = "full"
    OTHERS = "others"


@dataclass(frozen=True)
class LeadEnded:
    """To a supplier: this lead is over, told kindly; quoted: whether it had sent a quote."""

    view: LeadView
    ending: Ending
    quoted: bool


@dataclass(frozen=True)
class QuestionAnswered:
    """To the supplier: the buyer's answer."""

    view: LeadView
    text: str
    answer: str


@dataclass(frozen=True)
class QuoteLost:
    """To a supplier: why its quote was not taken, and where its price stood to the chosen one, where that can be said.

    late: it was told before that the buyer gave no reason.
    """

    view: LeadView
    reason: LossReason
    band: Band | None = None
    late: bool = False


@dataclass(frozen=True)
class QuoteAccepted:
    """To the supplier: the buyer took your quote; here is how to reach them. ask_contact: yours is missing.

    firms: how many fill the order together, this one included. Of the others nothing else is said.
    """

    view: LeadView
    contact: Contact
    ask_contact: bool = False
    firms: int = 1


@dataclass(frozen=True)
class FirmDecided:
    """To the one who registered a firm: let in or turned away."""

    name: str
    approved: bool


@dataclass(frozen=True)
class MilestoneReached:
    """To a firm, once for each: something it reached here. in_all: the buyers it has anywhere, where it has said so."""

    firm: Firm
    milestone: Milestone
    buyers: int
    countries: int
    in_all: int | None = None


@dataclass(frozen=True)
class DependencePassed:
    """To a firm alone: more than `percent` of its wins are with so many buyers, the largest (1) or five largest (5).

    share: how much it is, in whole per cent.
    """

    buyers: int
    percent: int
    share: int
    wins: int


ToSuppliers = (
    LeadOffered
    | LeadChanged
    | SeatEnds
    | LeadEnded
    | QuestionAnswered
    | QuoteLost
    | QuoteAccepted
    | FirmDecided
    | MilestoneReached
    | DependencePassed
)
