"""What a buyer taps when an inquiry is over: that it is, and why the others were not chosen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.domain.quote import LossReason


@dataclass(frozen=True)
class CloseInquiry:
    """I bought elsewhere; sure: asked and confirmed."""

    inquiry: int
    sure: int


@dataclass(frozen=True)
class AskReasons:
    """Let me say why I did not choose the others."""

    inquiry: int


@dataclass(frozen=True)
class GiveReason:
    """This is why I did not choose this quote."""

    quote: int
    reason: LossReason


@dataclass(frozen=True)
class SkipReasons:
    """I do not want to say."""

    inquiry: int


@dataclass(frozen=True)
class SilentBuyers:
    """An admin: show the buyers who never answer."""


CODES: dict[str, type[Any]] = {
    "xc": CloseInquiry,
    "xa": AskReasons,
    "xg": GiveReason,
    "xs": SkipReasons,
    "xb": SilentBuyers,
}
