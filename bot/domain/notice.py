"""What somebody must be told. A notice is data without words; it is put into the reader's language when it leaves."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.announcement import Announcement
from bot.domain.bar import ReportReason
from bot.domain.courtesy import Band
from bot.domain.goods import Attachment
from bot.domain.inquiry import Inquiry, Whom
from bot.domain.lead import Why
from bot.domain.quote import LossReason
from bot.domain.story import DependencePassed as DependencePassed
from bot.domain.story import MilestoneReached as MilestoneReached
from bot.domain.story import OneFirmOnly as OneFirmOnly
from bot.domain.views import Asked as Asked
from bot.domain.views import Contact as Contact
from bot.domain.views import Firm as Firm
from bot.domain.views import LeadView as LeadView
from bot.domain.views import QuoteView as QuoteView
from bot.domain.views import for_suppliers as for_suppliers


class Ending(StrEnum):
    """How a lead ended for a supplier whose quote, or seat, was not taken."""

    AWARDED_ELSEWHERE = "awarded_elsewhere"
    CANCELLED = "cancelled"
    BOUGHT_ELSEWHERE = "bought_elsewhere"
    EXPIRED = "expired"
    LAPSED = "lapsed"
    FULL = "full"
    OTHERS = "others"


@dataclass(frozen=True)
class LeadOffered:
    """To a supplier: here is somebody who needs what you make."""

    view: LeadView


@dataclass(frozen=True)
class LeadChanged:
    """To a supplier: the card of a lead shows something new (seats, status); nothing is said anew."""

    view: LeadView


@dataclass(frozen=True)
class SeatEnds:
    """To a supplier that has not answered: its seat is kept only a little longer."""

    view: LeadView


@dataclass(frozen=True)
class LeadEnded:
    """To a supplier: this lead is over, told kindly; quoted: whether it had sent a quote."""

    view: LeadView
    ending: Ending
    quoted: bool


@dataclass(frozen=True)
class QuoteLost:
    """To a supplier: why its quote was not taken, and where its price stood to the chosen one, where that can be said.

    late: it was told before that the buyer gave no reason.
    """

    view: LeadView
    reason: LossReason
    band: Band | None = None
    late: bool = False


@dataclass(frozen=True)
class ReasonsAsked:
    """To the buyer, once: firms wait to hear why they were not chosen. views: every quote that was not, said or not."""

    inquiry: Inquiry
    views: tuple[QuoteView, ...]


@dataclass(frozen=True)
class SuppliersAsked:
    """To the buyer: who has been asked and why, how many seats are taken, how many fitting firms are not here yet."""

    inquiry: Inquiry
    asked: tuple[Asked, ...]
    seats_taken: int
    not_here: int


@dataclass(frozen=True)
class QuoteArrived:
    """To the buyer: a quote, or a new revision of one. pools: can several quotes fill the need together?"""

    view: QuoteView
    others: int
    pools: bool = False


@dataclass(frozen=True)
class QuoteAccepted:
    """To the supplier: the buyer took your quote; here is how to reach them. ask_contact: yours is missing.

    firms: how many fill the order together, this one included. Of the others nothing else is said.
    """

    view: LeadView
    contact: Contact
    ask_contact: bool = False
    firms: int = 1


@dataclass(frozen=True)
class ContactGiven:
    """To one side of a deal: the other side's contact, which was missing at first."""

    inquiry: Inquiry
    contact: Contact


@dataclass(frozen=True)
class QuestionAsked:
    """To the buyer: a supplier asks something before quoting."""

    question: int
    firm: Firm
    inquiry: Inquiry
    text: str


@dataclass(frozen=True)
class QuestionAnswered:
    """To the supplier: the buyer's answer."""

    view: LeadView
    text: str
    answer: str


@dataclass(frozen=True)
class InquiryExpired:
    """To the buyer: the time for quotes is over; waiting: quotes that may still be accepted."""

    inquiry: Inquiry
    waiting: int


@dataclass(frozen=True)
class FirmDecided:
    """To the one who registered a firm: let in or turned away."""

    name: str
    approved: bool


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
class Announced:
    """To many: an admin's words, perhaps with a picture or file."""

    text: str
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class AnnouncementGoesOn:
    """To the admin who sent it: how far it has got; nothing is said anew."""

    announcement: Announcement


@dataclass(frozen=True)
class AnnouncementEnded:
    """To the admin who sent it: what became of it."""

    announcement: Announcement


@dataclass(frozen=True)
class Seen:
    """A firm that a search shows, and why; here: somebody speaks for it, so it can be asked at once."""

    firm: Firm
    why: Why
    here: bool


@dataclass(frozen=True)
class FirmsFound:
    """To the one who looked: a page of the firms that fit; closest: none fits, and these come nearest.

    wanted: what was looked for; page: counted from 0; total: of all pages; kept: they are told of firms that join.
    """

    wanted: int
    words: str
    whom: Whom
    firms: tuple[Seen, ...]
    page: int
    total: int
    closest: bool
    kept: bool


@dataclass(frozen=True)
class FirmsJoined:
    """To somebody who keeps a need: firms that fit have joined. Shall they be asked?"""

    wanted: int
    words: str
    firms: tuple[Seen, ...]


Notice = (
    LeadOffered
    | LeadChanged
    | SeatEnds
    | LeadEnded
    | QuoteLost
    | ReasonsAsked
    | SuppliersAsked
    | QuoteArrived
    | QuoteAccepted
    | ContactGiven
    | QuestionAsked
    | QuestionAnswered
    | InquiryExpired
    | FirmDecided
    | FirmWaiting
    | FirmReported
    | FirmsToInvite
    | ImportDone
    | Announced
    | AnnouncementGoesOn
    | AnnouncementEnded
    | FirmsFound
    | FirmsJoined
    | DependencePassed
    | OneFirmOnly
    | MilestoneReached
)
