"""What somebody must be told. A notice is data without words; it is put into the reader's language when it leaves.

Each stands on the page of its reader and in the list at the end of that page.
"""

from __future__ import annotations

from bot.domain.notice.to_admins import (
    AnnouncementEnded,
    AnnouncementGoesOn,
    FirmReported,
    FirmsToInvite,
    FirmWaiting,
    ImportDone,
    RefusedLine,
    ToAdmins,
)
from bot.domain.notice.to_anybody import Announced, ContactGiven, ToAnybody
from bot.domain.notice.to_buyers import (
    FirmsFound,
    FirmsJoined,
    InquiryExpired,
    OneFirmOnly,
    QuestionAsked,
    QuoteArrived,
    ReasonsAsked,
    Seen,
    SuppliersAsked,
    ToBuyers,
)
from bot.domain.notice.to_suppliers import (
    DependencePassed,
    Ending,
    FirmDecided,
    LeadChanged,
    LeadEnded,
    LeadOffered,
    MilestoneReached,
    QuestionAnswered,
    QuoteAccepted,
    QuoteLost,
    SeatEnds,
    ToSuppliers,
)
from bot.domain.views import Asked, Contact, Firm, LeadView, QuoteView, for_suppliers

Notice = ToSuppliers | ToBuyers | ToAdmins | ToAnybody

__all__ = [
    "Announced",
    "AnnouncementEnded",
    "AnnouncementGoesOn",
    "Asked",
    "Contact",
    "ContactGiven",
    "DependencePassed",
    "Ending",
    "Firm",
    "FirmDecided",
    "FirmReported",
    "FirmWaiting",
    "FirmsFound",
    "FirmsJoined",
    "FirmsToInvite",
    "ImportDone",
    "InquiryExpired",
    "LeadChanged",
    "LeadEnded",
    "LeadOffered",
    "LeadView",
    "MilestoneReached",
    "Notice",
    "OneFirmOnly",
    "QuestionAnswered",
    "QuestionAsked",
    "QuoteAccepted",
    "QuoteArrived",
    "QuoteLost",
    "QuoteView",
    "ReasonsAsked",
    "RefusedLine",
    "SeatEnds",
    "Seen",
    "SuppliersAsked",
    "for_suppliers",
]
