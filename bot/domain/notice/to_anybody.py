"""What is told to whoever it concerns, on either side of the trade."""

from __future__ import annotations

from dataclasses import dataclass

from bot.domain.goods import Attachment
from bot.domain.inquiry import Inquiry
from bot.domain.views import Contact


@dataclass(frozen=True)
class ContactGiven:
    """To one side of a deal: the other side's contact, which was missing at first."""

    inquiry: Inquiry
    contact: Contact


@dataclass(frozen=True)
class Announced:
    """To many: an admin's words, perhaps with a picture or file."""

    text: str
    attachments: tuple[Attachment, ...] = ()


ToAnybody = ContactGiven | Announced
