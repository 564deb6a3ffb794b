"""What a buyer taps: the draft, the inquiry, the quotes that came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.domain.inquiry import Slot


@dataclass(frozen=True)
class SayNeed:
    """I want to buy something."""


@dataclass(frozen=True)
class ResumeDraft:
    """Go on with the inquiry I began."""

    inquiry: int


@dataclass(frozen=True)
class DropDraft:
    """Throw the inquiry I began away; fresh: and start with the message I sent just now."""

    inquiry: int


@dataclass(frozen=True)
class ItIsANeed:
    """Yes, what I wrote just now is something I want to buy."""


@dataclass(frozen=True)
class OneForEach:
    """The message names several products: an inquiry for each (1), or only for the first (0)."""

    inquiry: int
    each: int


@dataclass(frozen=True)
class AskSlot:
    """Let me say this again."""

    inquiry: int
    slot: Slot


@dataclass(frozen=True)
class SkipSlot:
    """I will not say."""

    inquiry: int
    slot: Slot


@dataclass(frozen=True)
class FillSlot:
    """This is my answer: one of the values that were offered."""

    inquiry: int
    slot: Slot
    value: str


@dataclass(frozen=True)
class ShowPrice:
    """Suppliers may (or may not) see my target price."""

    inquiry: int
    show: int


@dataclass(frozen=True)
class AnyFirm:
    """Any firm may be asked: drop the countries and kinds of firm that were read in my words."""

    inquiry: int


@dataclass(frozen=True)
class SendInquiry:
    """Send it to suppliers."""

    inquiry: int


@dataclass(frozen=True)
class MyInquiries:
    """Show me what I asked for."""


@dataclass(frozen=True)
class ShowInquiry:
    """Show me this inquiry and who was asked."""

    inquiry: int


@dataclass(frozen=True)
class CompareQuotes:
    """Show the quotes side by side."""

    inquiry: int


@dataclass(frozen=True)
class CancelInquiry:
    """I do not need it any more; sure: asked and confirmed."""

    inquiry: int
    sure: int


@dataclass(frozen=True)
class ShowQuote:
    """Show me this quote."""

    quote: int


@dataclass(frozen=True)
class AcceptQuote:
    """I take this quote; sure: asked and confirmed."""

    quote: int
    sure: int


@dataclass(frozen=True)
class TakePool:
    """I take these quotes together; name: says which parts were shown; sure: asked and confirmed."""

    inquiry: int
    name: str
    sure: int


@dataclass(frozen=True)
class AnswerQuestion:
    """I want to answer this supplier's question."""

    question: int


CODES: dict[str, type[Any]] = {
    "n": SayNeed,
    "rd": ResumeDraft,
    "dd": DropDraft,
    "yn": ItIsANeed,
    "oe": OneForEach,
    "as": AskSlot,
    "ss": SkipSlot,
    "fs": FillSlot,
    "sp": ShowPrice,
    "any": AnyFirm,
    "si": SendInquiry,
    "mi": MyInquiries,
    "vi": ShowInquiry,
    "cq": CompareQuotes,
    "ci": CancelInquiry,
    "vq": ShowQuote,
    "aq": AcceptQuote,
    "tpl": TakePool,
    "an": AnswerQuestion,
}
