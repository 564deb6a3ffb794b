"""Updates that were handed over and chores of the house, each in a lane, worked on in order.

A lane is one person's updates (`person:7`) or one thing's chores (`inquiry:7`). A worker leases a lane, works on a row
and lets go. Rows of a lane that another worker holds are left alone until the lease runs out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, func, not_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlmodel import Session, col

from bot.store.tables import InboxRow, LaneRow


@dataclass(frozen=True)
class Arrival:
    """An update as it was handed over."""

    update_id: int
    lane: str
    payload: dict[str, Any]


@dataclass(frozen=True)
class Work:
    """One row to work on: kind `update` or the name of a chore."""

    id: int
    lane: str
    kind: str
    payload: dict[str, Any]
    tries: int


class Inbox:
    """The way in."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def receive(self, arrivals: Iterable[Arrival], *, now: datetime) -> tuple[int, ...]:
        """Store updates, each once however often it is handed over; returns the update ids that were new."""
        arrivals = list(arrivals)
        known = set(
            self._session.scalars(
                select(InboxRow.update_id).where(col(InboxRow.update_id).in_([a.update_id for a in arrivals]))  # type: ignore[call-overload]
            )
        )
        new = []
        for arrival in arrivals:
            if arrival.update_id in known:
                continue
            known.add(arrival.update_id)
            new.append(arrival.update_id)
            self._session.add(
                InboxRow(
                    update_id=arrival.update_id, lane=arrival.lane, kind="update", payload=arrival.payload, due_at=now
                )
            )
        return tuple(new)

    def add_chore(
        self, kind: str, payload: dict[str, Any], *, lane: str, due: datetime, key: str | None = None
    ) -> None:
        """Plan a chore. With a key it is planned once: one of that key that still waits is moved to the new time."""
        if key is not None:
            row = self._session.scalar(select(InboxRow).where(col(InboxRow.key) == key))
            if row is not None:
                row.due_at, row.state, row.payload, row.tries = due, "waiting", payload, 0
                return
        self._session.add(InboxRow(key=key, lane=lane, kind=kind, payload=payload, due_at=due))

    def lease(self, *, owner: str, now: datetime, seconds: float = 60) -> str | None:
        """Take hold of a lane that has work due and that nobody holds; returns its name."""
        held = select(LaneRow.name).where(col(LaneRow.lease_until) > now)  # type: ignore[call-overload]
        lane: str | None = self._session.scalar(
            select(InboxRow.lane)  # type: ignore[call-overload]
            .where(_due(now), not_(col(InboxRow.lane).in_(held)))
            .order_by(col(InboxRow.due_at), col(InboxRow.id))
            .limit(1)
        )
        if lane is None or not self._take(lane, owner, now, now + timedelta(seconds=seconds)):
            return None
        return lane

    def _take(self, lane: str, owner: str, now: datetime, until: datetime) -> bool:
        # One statement, so that of two processes that saw the same free lane only one gets it.
        insert = postgresql.insert if self._session.get_bind().dialect.name == "postgresql" else sqlite.insert
        taking = insert(LaneRow).values(name=lane, owner=owner, lease_until=until)
        taken = taking.on_conflict_do_update(
            index_elements=["name"],
            set_={"owner": owner, "lease_until": until},
            where=col(LaneRow.lease_until) <= now,
        ).returning(col(LaneRow.name))
        return self._session.scalar(taken) is not None

    def hold(self, lane: str, *, owner: str, until: datetime) -> None:
        """Nobody works on a lane that is held so until then, whoever comes first afterwards may."""
        self._session.merge(LaneRow(name=lane, owner=owner, lease_until=until))

    def holds(self, work: Work, *, owner: str) -> bool:
        """Is this row still the owner's to do? Somebody else may have done it when the lease ran out."""
        row, lane = self._session.get(InboxRow, work.id), self._session.get(LaneRow, work.lane)
        return row is not None and row.state == "waiting" and lane is not None and lane.owner == owner

    def next_in(self, lane: str, *, now: datetime) -> Work | None:
        """The next row of a lane: the earliest due, then the one that came first."""
        row = self._session.scalar(
            select(InboxRow)
            .where(_due(now), col(InboxRow.lane) == lane)
            .order_by(col(InboxRow.due_at), col(InboxRow.id))
            .limit(1)
        )
        return None if row is None else Work(row.id, row.lane, row.kind, row.payload, row.tries)

    def release(self, lane: str, *, owner: str) -> None:
        """Let a lane go."""
        self._session.execute(delete(LaneRow).where(col(LaneRow.name) == lane, col(LaneRow.owner) == owner))

    def done(self, work_id: int) -> None:
        """This row's work is done; a keyed chore may be planned again."""
        self._session.execute(
            update(InboxRow).where(col(InboxRow.id) == work_id).values(state="done", tries=0, key=None)
        )

    def failed(self, work_id: int, *, reason: str, again_at: datetime | None, keep_place: bool = False) -> None:
        """It could not be done: try again at a time, or lay it aside as dead with its reason.

        keep_place: it stays before what came later; the caller holds its lane until then.
        """
        self._session.execute(
            update(InboxRow)
            .where(col(InboxRow.id) == work_id)
            .values(
                state="dead" if again_at is None else "waiting",
                reason=reason[:500],
                tries=InboxRow.tries + 1,
                **({} if again_at is None or keep_place else {"due_at": again_at}),
            )
        )

    def next_due(self, *, now: datetime) -> datetime | None:
        """When the next waiting row falls due that is not due yet, or the lease of a lane runs out: the earlier."""
        row = self._session.scalar(
            select(func.min(InboxRow.due_at)).where(col(InboxRow.state) == "waiting", col(InboxRow.due_at) > now)
        )
        lane = self._session.scalar(select(func.min(LaneRow.lease_until)).where(col(LaneRow.lease_until) > now))
        return min((due for due in (row, lane) if due is not None), default=None)

    def crowd(self, *, now: datetime, most: int) -> int:
        """How many rows wait that are due, counted up to `most`."""
        some = select(col(InboxRow.id)).where(_due(now)).limit(most).subquery()
        return self._session.scalar(select(func.count()).select_from(some)) or 0

    def counts(self) -> dict[str, int]:
        """How many rows are in each state; `dead` wants a person's eye."""
        return dict(self._session.execute(select(InboxRow.state, func.count()).group_by(InboxRow.state)).all())  # type: ignore[call-overload]

    def release_all(self) -> None:
        """At the start of the only process: leases of a process that died are void."""
        self._session.execute(delete(LaneRow))

    def forget_done(self, *, before: datetime) -> None:
        """Drop finished rows that are older than this; an update id must be remembered for a day at least."""
        self._session.execute(delete(InboxRow).where(col(InboxRow.state) == "done", col(InboxRow.due_at) < before))


def _due(now: datetime) -> ColumnElement[bool]:
    return and_(col(InboxRow.state) == "waiting", col(InboxRow.due_at) <= now)
