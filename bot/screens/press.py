"""What a button says when it is tapped: a typed value, and its short form of at most 64 bytes.

A press comes back from the outside and can be forged; whoever acts on it checks again who taps and what still holds.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

from bot.domain.inquiry import Slot
from bot.domain.lead import DeclineReason
from bot.domain.quote import Term


@dataclass(frozen=True)
class ChooseLanguage:
    """Speak this language with me."""

    language: str


@dataclass(frozen=True)
class OpenLanguages:
    """Show the languages."""


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
class AnswerQuestion:
    """I want to answer this supplier's question."""

    question: int


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


@dataclass(frozen=True)
class AnyFirm:
    """Any firm may be asked: drop the countries and kinds of firm that were read in my words."""

    inquiry: int


@dataclass(frozen=True)
class AdminHome:
    """Show the admin's page."""


@dataclass(frozen=True)
class WaitingFirms:
    """Show the firms that wait to be let in."""


@dataclass(frozen=True)
class DecideFirm:
    """Let this firm in (1) or turn it away (0)."""

    supplier: int
    approve: int


@dataclass(frozen=True)
class ShowInvites:
    """Show invites of firms for which nobody speaks yet, from this id on."""

    after: int


@dataclass(frozen=True)
class AskForList:
    """I want to import a list of suppliers."""


@dataclass(frozen=True)
class ImportList:
    """Yes, import the file I sent just now."""


@dataclass(frozen=True)
class WriteAnnouncement:
    """I want to say something to everyone."""


@dataclass(frozen=True)
class SendAnnouncement:
    """Yes, say it to everyone."""

    announcement: int


@dataclass(frozen=True)
class Stop:
    """Leave the conversation I am in."""


@dataclass(frozen=True)
class Home:
    """Show the start."""


# The short names are on buttons in people's chats: never give one a new meaning.
CODES: dict[str, type[Any]] = {
    "lg": ChooseLanguage,
    "ls": OpenLanguages,
    "n": SayNeed,
    "rd": ResumeDraft,
    "dd": DropDraft,
    "yn": ItIsANeed,
    "oe": OneForEach,
    "as": AskSlot,
    "ss": SkipSlot,
    "fs": FillSlot,
    "sp": ShowPrice,
    "si": SendInquiry,
    "mi": MyInquiries,
    "vi": ShowInquiry,
    "cq": CompareQuotes,
    "ci": CancelInquiry,
    "vq": ShowQuote,
    "aq": AcceptQuote,
    "an": AnswerQuestion,
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
    "at": AskTerm,
    "st": SkipTerm,
    "ft": FillTerm,
    "fq": FinishQuote,
    "sq": SendQuote,
    "dq": DropQuote,
    "la": LookAround,
    "tp": TurnPage,
    "tt": AskForThis,
    "kw": KeepWanted,
    "ki": KeepInquiry,
    "dw": DropWanted,
    "any": AnyFirm,
    "ah": AdminHome,
    "wf": WaitingFirms,
    "df": DecideFirm,
    "iv": ShowInvites,
    "al": AskForList,
    "il": ImportList,
    "wa": WriteAnnouncement,
    "sa": SendAnnouncement,
    "x": Stop,
    "h": Home,
}
_CODE_OF = {kind: code for code, kind in CODES.items()}
MOST_BYTES = 64


def encode(press: Any) -> str:
    """The short form: its code and its values, parted by `~`. A press that does not fit is our mistake and raises."""
    parts = [_CODE_OF[type(press)], *(str(getattr(press, f.name)) for f in fields(press))]
    data = "~".join(parts)
    if len(data.encode()) > MOST_BYTES or any("~" in p for p in parts):
        raise ValueError(f"{type(press).__name__} does not fit on a button")
    return data


def decode(data: str) -> Any | None:
    """The press behind a short form; None for anything we never wrote."""
    code, *values = data.split("~")
    kind = CODES.get(code)
    if kind is None or len(data.encode(errors="replace")) > MOST_BYTES:
        return None
    hints = _hints(code)
    if len(values) != len(hints):
        return None
    try:
        return kind(*(_read(hint, value) for hint, value in zip(hints, values, strict=True)))
    except ValueError:
        return None


@cache
def _hints(code: str) -> tuple[type[Any], ...]:
    return tuple(get_type_hints(CODES[code]).values())


def _read(hint: type[Any], value: str) -> int | str | StrEnum:
    if hint is not int:
        read: str | StrEnum = hint(value)
        return read
    if not (value.isascii() and value.isdigit() and len(value) <= 18):
        raise ValueError(value[:20])
    return int(value)
