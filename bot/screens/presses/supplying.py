"""What a supplier taps: the firm, its leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.domain.lead import DeclineReason


@dataclass(frozen=True)
class ClaimFirm:
    """Yes, I speak for this firm (the invite is looked up again)."""

    token: str


@dataclass(frozen=True)
class RegisterFirm:
    """I make or sell something."""


@dataclass(frozen=True)
class AskFirm:
    """Let me say this about my firm (again)."""

    supplier: int
    question: str


@dataclass(frozen=True)
class SkipFirm:
    """I will not say."""

    supplier: int
    question: str


@dataclass(frozen=True)
class FillFirm:
    """This is my answer: one of the values that were offered."""

    supplier: int
    question: str
    value: str


@dataclass(frozen=True)
class SubmitFirm:
    """Let us in."""

    supplier: int


@dataclass(frozen=True)
class MyFirm:
    """Show me my firm."""


@dataclass(frozen=True)
class PauseFirm:
    """No leads for now (1), or leads again (0)."""

    supplier: int
    pause: int


@dataclass(frozen=True)
class MyLeads:
    """Show me my leads."""


@dataclass(frozen=True)
class ShowLead:
    """Show me this lead."""

    lead: int


@dataclass(frozen=True)
class ShowOriginal:
    """Show me the buyer's own words."""

    lead: int


@dataclass(frozen=True)
class QuoteLead:
    """I want to quote (or to revise my quote)."""

    lead: int


@dataclass(frozen=True)
class PassLead:
    """Not for us."""

    lead: int


@dataclass(frozen=True)
class PassBecause:
    """Not for us, and this is why."""

    lead: int
    reason: DeclineReason


@dataclass(frozen=True)
class AskBuyer:
    """I want to ask the buyer something."""

    lead: int


CODES: dict[str, type[Any]] = {
    "cf": ClaimFirm,
    "rf": RegisterFirm,
    "af": AskFirm,
    "sf": SkipFirm,
    "ff": FillFirm,
    "uf": SubmitFirm,
    "mf": MyFirm,
    "pf": PauseFirm,
    "ml": MyLeads,
    "vl": ShowLead,
    "ol": ShowOriginal,
    "ql": QuoteLead,
    "pl": PassLead,
    "pb": PassBecause,
    "ab": AskBuyer,
}
