"""What an admin taps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.domain.announcement import Who


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
    """I want to say something to everyone, or to some."""


@dataclass(frozen=True)
class SendAnnouncement:
    """Yes, say it to them."""

    announcement: int


@dataclass(frozen=True)
class AimAnnouncement:
    """It is for these people, who read this language; "": every language."""

    announcement: int
    who: Who
    language: str


@dataclass(frozen=True)
class PauseAnnouncement:
    """Let nothing more of it leave for now."""

    announcement: int


@dataclass(frozen=True)
class ResumeAnnouncement:
    """Let it go on."""

    announcement: int


@dataclass(frozen=True)
class CancelAnnouncement:
    """Whoever has not read it shall not."""

    announcement: int


@dataclass(frozen=True)
class ShowAnnouncement:
    """Show how this one stands."""

    announcement: int


@dataclass(frozen=True)
class ShowAnnouncements:
    """Show the last ones."""


CODES: dict[str, type[Any]] = {
    "ah": AdminHome,
    "wf": WaitingFirms,
    "df": DecideFirm,
    "iv": ShowInvites,
    "al": AskForList,
    "il": ImportList,
    "wa": WriteAnnouncement,
    "sa": SendAnnouncement,
    "aa": AimAnnouncement,
    "ap": PauseAnnouncement,
    "ar": ResumeAnnouncement,
    "ax": CancelAnnouncement,
    "ao": ShowAnnouncement,
    "av": ShowAnnouncements,
}
