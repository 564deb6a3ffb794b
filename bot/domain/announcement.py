"""A word to many: for whom, where it stands, and what became of it."""

from __future__ import annotations

from dataclasses import astuple, dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.goods import Attachment
from bot.domain.outcome import Reason, Refusal

# Telegram's price of a message above the free rate, in thousandths of a Star.
MILLISTARS = 100


class Who(StrEnum):
    """Whom it is for. WITHOUT_LEADS: they speak for a firm that has not been asked for anything yet."""

    EVERYBODY = "all"
    BUYERS = "buy"
    SUPPLIERS = "sell"
    WITHOUT_LEADS = "new"


class Step(StrEnum):
    """Where it stands."""

    DRAFT = "draft"
    SENDING = "sending"
    PAUSED = "paused"
    CANCELLED = "cancelled"  # nothing more is posted; what is on its way still arrives
    ENDED = "ended"


@dataclass(frozen=True)
class Audience:
    """Whom it is for, and what they read. tags: of apps and people, that this language's words serve; None: all."""

    who: Who = Who.EVERYBODY
    language: str | None = None
    tags: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Tally:
    """What became of those written to. withdrawn: taken back before it left."""

    sent: int = 0
    blocked: int = 0
    gone: int = 0
    unknown: int = 0
    failed: int = 0
    withdrawn: int = 0

    @property
    def all(self) -> int:
        """Everybody of whom it is known what became."""
        return sum(astuple(self))

    def __add__(self, more: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(astuple(self), astuple(more), strict=True)))


@dataclass(frozen=True)
class Announcement:
    """An admin's words, with at most one picture or file.

    until: the largest id of a person that it is for, fixed when it is sent; people: how many those were. after: the id
    of the last person who was posted to; posted: how many were. paid: Stars may be spent on it, so that it goes faster.
    shown_at: when its progress was last shown.
    """

    id: int
    by: int
    text: str
    attachments: tuple[Attachment, ...] = ()
    audience: Audience = field(default_factory=Audience)
    step: Step = Step.DRAFT
    paid: bool = False
    until: int = 0
    people: int = 0
    after: int = 0
    posted: int = 0
    tally: Tally = field(default_factory=Tally)
    sent_at: datetime | None = None
    ended_at: datetime | None = None
    shown_at: datetime | None = None

    @property
    def all_posted(self) -> bool:
        """Has everybody been posted to?"""
        return self.after >= self.until

    @property
    def waiting(self) -> int:
        """How many are still to read it, or are just being written to."""
        to_come = 0 if self.all_posted else self.people - self.posted
        return max(0, to_come) + max(0, self.posted - self.tally.all)

    @property
    def written_to(self) -> int:
        """How many were written to, whatever became of it."""
        return self.tally.all - self.tally.withdrawn

    @property
    def cut_short(self) -> bool:
        """Was it cancelled?"""
        return self.step is Step.CANCELLED or (
            self.step is Step.ENDED and (not self.all_posted or self.tally.withdrawn > 0)
        )

    @property
    def missed(self) -> int:
        """How many could not be reached any more when their turn came; known at the end."""
        return max(0, self.people - self.posted) if self.all_posted else 0


def aim(draft: Announcement, audience: Audience) -> Announcement:
    """It is for these."""
    _expect(draft, Step.DRAFT)
    return replace(draft, audience=audience)


def send(draft: Announcement, *, until: int, people: int, paid: bool, now: datetime) -> Announcement:
    """It goes out now, to those who are here now."""
    _expect(draft, Step.DRAFT)
    return replace(draft, step=Step.SENDING, until=until, people=people, paid=paid, sent_at=now, shown_at=now)


def pause(one: Announcement) -> Announcement:
    """Nothing more leaves until it goes on."""
    _expect(one, Step.SENDING)
    return replace(one, step=Step.PAUSED)


def go_on(one: Announcement) -> Announcement:
    """It goes on where it was."""
    _expect(one, Step.PAUSED)
    return replace(one, step=Step.SENDING)


def cancel(one: Announcement) -> Announcement:
    """Whoever has not read it yet will not."""
    _expect(one, Step.SENDING, Step.PAUSED)
    return replace(one, step=Step.CANCELLED)


def end(one: Announcement, *, now: datetime) -> Announcement:
    """Everybody's fate is known."""
    _expect(one, Step.SENDING, Step.CANCELLED)
    return replace(one, step=Step.ENDED, ended_at=now)


def _expect(one: Announcement, *steps: Step) -> None:
    if one.step not in steps:
        raise Refusal(Reason.ALREADY_DONE)
