"""What a supplier taps while a quote is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.domain.quote import Term


@dataclass(frozen=True)
class AskTerm:
    """Let me say this term again."""

    quote: int
    term: Term


@dataclass(frozen=True)
class SkipTerm:
    """I will not say."""

    quote: int
    term: Term


@dataclass(frozen=True)
class FillTerm:
    """This is my answer: one of the values that were offered."""

    quote: int
    term: Term
    value: str


@dataclass(frozen=True)
class FinishQuote:
    """That is all; show me the quote."""

    quote: int


@dataclass(frozen=True)
class SendQuote:
    """Send the quote to the buyer."""

    quote: int


@dataclass(frozen=True)
class DropQuote:
    """Throw the quote I began away."""

    quote: int


CODES: dict[str, type[Any]] = {
    "at": AskTerm,
    "st": SkipTerm,
    "ft": FillTerm,
    "fq": FinishQuote,
    "sq": SendQuote,
    "dq": DropQuote,
}
