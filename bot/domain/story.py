"""What people are told of themselves: how a firm's orders are spread, what it reached, where a buyer's orders are."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.milestones import Milestone
from bot.domain.views import Firm


@dataclass(frozen=True)
class DependencePassed:
    """To a firm alone: more than `percent` of its wins are with so many buyers, the largest (1) or five largest (5).

    share: how much it is, in whole per cent.
    """

    buyers: int
    percent: int
    share: int
    wins: int


@dataclass(frozen=True)
class OneFirmOnly:
    """To a buyer, once: all its orders of the last year are with one firm."""

    firm: str
    orders: int


@dataclass(frozen=True)
class MilestoneReached:
    """To a firm, once for each: something it reached here. in_all: the buyers it has anywhere, where it has said so."""

    firm: Firm
    milestone: Milestone
    buyers: int
    countries: int
    in_all: int | None = None
