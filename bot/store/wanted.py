"""What people looked for. Each search is remembered for its buttons; those that are kept wait for firms to join."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import delete, or_, select
from sqlmodel import Session, col

from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.wanted import KEPT_FOR, Wanted
from bot.store.rows import insert, update, value
from bot.store.tables.trade import WantedRow

# So many searches of one person are remembered beside those that are kept: older messages' buttons are too old.
MOST_REMEMBERED = 20


class Wants:
    """The door to what people want."""

    def __init__(self, session: Session, *, locking: bool = False) -> None:
        self._session = session
        self._locking = locking

    def get(self, wanted: int) -> Wanted:
        """For the house itself; people go through `of`."""
        row = self._session.get(WantedRow, wanted)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Wanted)

    def of(self, wanted: int, *, by: Person) -> Wanted:
        """What a person looked for; to anyone else it does not exist."""
        row = self._session.get(WantedRow, wanted)
        if row is None or row.person != by.id:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Wanted)

    def kept_by(self, person: int, *, now: datetime) -> list[Wanted]:
        """What a person wants to be told of, newest first."""
        query = select(WantedRow).where(col(WantedRow.person) == person, col(WantedRow.kept_at) > now - KEPT_FOR)
        return [value(row, Wanted) for row in self._session.scalars(query.order_by(col(WantedRow.id).desc()))]

    def every_kept(self, *, now: datetime, after: int, limit: int) -> list[Wanted]:
        """What anybody wants to be told of, in the order of ids, page by page."""
        query = select(WantedRow).where(col(WantedRow.kept_at) > now - KEPT_FOR, col(WantedRow.id) > after)
        return [value(row, Wanted) for row in self._session.scalars(query.order_by(col(WantedRow.id)).limit(limit))]

    def any_kept(self, *, now: datetime) -> bool:
        """Does anybody want to be told of anything?"""
        return bool(self.every_kept(now=now, after=0, limit=1))

    def add(self, wanted: Wanted) -> Wanted:
        """Remember a search; returns it with its id. The oldest that are not kept, or no longer, are forgotten."""
        added = replace(wanted, id=insert(self._session, WantedRow, wanted).id)
        over = or_(col(WantedRow.kept_at).is_(None), col(WantedRow.kept_at) <= wanted.created_at - KEPT_FOR)
        own = (col(WantedRow.person) == wanted.person, over)
        which = col(WantedRow.id)
        old = select(which).where(*own).order_by(which.desc()).offset(MOST_REMEMBERED)
        self._session.execute(delete(WantedRow).where(which.in_(list(self._session.scalars(old)))))
        return added

    def save(self, wanted: Wanted) -> None:
        """Write a changed one."""
        update(self._session, WantedRow, wanted, checked=self._locking)
