"""What those who run the house are told: firms that wait, lists that were read, announcements under way."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.announcement import Announcement
from bot.domain.bar import ReportReason
from bot.domain.views import Firm


@dataclass(frozen=True)
class FirmWaiting:
    """To the admins: a firm waits to be let in."""

    firm: Firm
    products: tuple[str, ...]


@dataclass(frozen=True)
class FirmReported:
    """To the admins: a buyer says that something is wrong with a firm."""

    firm: Firm
    inquiry: int
    reason: ReportReason


@dataclass(frozen=True)
class FirmsToInvite:
    """To the admins: firms that fit an open inquiry but for which nobody speaks yet, with their invites' tokens."""

    inquiry: int
    product: str
    firms: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class RefusedLine:
    """A line of a list that was not taken, and why (a reason code of the reader of lists)."""

    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class ImportDone:
    """To an admin: what became of the list that was sent in."""

    new: int
    changed: int
    same: int
    products: int
    without_products: int
    refused: tuple[RefusedLine, ...]
    refused_count: int
    unreadable: str | None = None


@dataclass(frozen=True)
class AnnouncementGoesOn:
    """To the admin who sent it: how far it has got; nothing is said anew."""

    announcement: Announcement


@dataclass(frozen=True)
class AnnouncementEnded:
    """To the admin who sent it: what became of it."""

    announcement: Announcement


ToAdmins = FirmWaiting | FirmReported | FirmsToInvite | ImportDone | AnnouncementGoesOn | AnnouncementEnded
