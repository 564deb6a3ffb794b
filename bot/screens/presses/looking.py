"""What somebody taps who looks before asking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class LookAround:
    """I want to look which firms there are."""


@dataclass(frozen=True)
class TurnPage:
    """Show this page of the firms that were found."""

    wanted: int
    page: int


@dataclass(frozen=True)
class AskForThis:
    """Make an inquiry of what I looked for."""

    wanted: int


@dataclass(frozen=True)
class KeepWanted:
    """Tell me when a firm joins that fits what I looked for."""

    wanted: int


@dataclass(frozen=True)
class KeepInquiry:
    """Tell me when a firm joins that fits this inquiry."""

    inquiry: int


@dataclass(frozen=True)
class DropWanted:
    """I need not be told any more."""

    wanted: int


CODES: dict[str, type[Any]] = {
    "la": LookAround,
    "tp": TurnPage,
    "tt": AskForThis,
    "kw": KeepWanted,
    "ki": KeepInquiry,
    "dw": DropWanted,
}
