"""What is tapped about seats: how many, who shall not get one, how many leads a firm takes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.domain.bar import ReportReason


@dataclass(frozen=True)
class SetSeats:
    """Ask so many firms at most; 0: as many as usual."""

    inquiry: int
    seats: int


@dataclass(frozen=True)
class AskMore:
    """Ask some more firms, once."""

    inquiry: int


@dataclass(frozen=True)
class BarBuyer:
    """Nothing more from the buyer of this lead."""

    lead: int


@dataclass(frozen=True)
class UnbarBuyer:
    """The buyer of this lead may write to us again."""

    lead: int


@dataclass(frozen=True)
class ReportOne:
    """Something is wrong with one of the firms that were asked: which?"""

    inquiry: int


@dataclass(frozen=True)
class ReportFirm:
    """Something is wrong with the firm of this lead: what?"""

    lead: int


@dataclass(frozen=True)
class ReportBecause:
    """This is wrong with the firm of this lead."""

    lead: int
    reason: ReportReason


@dataclass(frozen=True)
class OpenLimits:
    """How many leads does my firm take?"""

    supplier: int


@dataclass(frozen=True)
class SetLimit:
    """So many leads at a time (`open`) or in a day (`daily`)."""

    supplier: int
    kind: str
    most: int


CODES: dict[str, type[Any]] = {
    "ns": SetSeats,
    "am": AskMore,
    "bb": BarBuyer,
    "ub": UnbarBuyer,
    "ro": ReportOne,
    "rp": ReportFirm,
    "rb": ReportBecause,
    "lm": OpenLimits,
    "sl": SetLimit,
}
