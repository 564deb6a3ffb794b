"""What somebody looked for; if they keep it, they are told when a firm that fits joins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.domain.wishes import NO_WISHES, Wishes

# A need that is kept ends by itself.
KEPT_FOR = timedelta(days=90)
# Of one need a buyer is told at most once in this time.
TOLD_EVERY = timedelta(days=1)


@dataclass(frozen=True)
class Wanted:
    """A need in a person's own words. product: the part of them that is searched for; kept_at: since when it is kept.

    told_for: firms the person knows of already, because they were shown or told. told_at: when they were told last.
    """

    id: int
    person: int
    words: str
    product: str
    created_at: datetime
    language: str | None = None
    wishes: Wishes = NO_WISHES
    kept_at: datetime | None = None
    told_at: datetime | None = None
    told_for: tuple[int, ...] = ()

    @property
    def kept(self) -> bool:
        """Does the person want to be told?"""
        return self.kept_at is not None


def keep(wanted: Wanted, *, now: datetime) -> Wanted:
    """Tell me when a firm that fits joins; the time counts anew. The day it was needed by will be long over by then."""
    return replace(wanted, kept_at=now, wishes=replace(wanted.wishes, days=None))


def drop(wanted: Wanted) -> Wanted:
    """I need not be told any more."""
    return replace(wanted, kept_at=None)


def may_be_told(wanted: Wanted, *, now: datetime) -> datetime | None:
    """When the next word about it may go out: now or later; None once it has ended or is not kept."""
    if wanted.kept_at is None or now >= wanted.kept_at + KEPT_FOR:
        return None
    return now if wanted.told_at is None else max(now, wanted.told_at + TOLD_EVERY)


def told(wanted: Wanted, firms: tuple[int, ...], *, now: datetime) -> Wanted:
    """The person was told of these firms."""
    return replace(knows(wanted, firms), told_at=now)


def knows(wanted: Wanted, firms: tuple[int, ...]) -> Wanted:
    """The person knows of these firms; they are never news again."""
    return replace(wanted, told_for=tuple(dict.fromkeys((*wanted.told_for, *firms))))
