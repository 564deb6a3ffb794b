"""Updates that were handed over and chores of the house, each in a lane, worked on in order.

A lane is one person's updates (`person:7`) or one thing's chores (`inquiry:7`). A worker leases a lane, works on a row
and lets go. Rows of a lane that another worker holds are left alone until the lease runs out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Table, and_, bindparam, delete, func, select, update
from sqlalchemy.dialects import sqlite
from sqlmodel import Session, col

from bot.store.columns import Instant
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


# Built once: building them costs more than running them, and these run for every update.
_inbox: Table = InboxRow.__table__  # type: ignore[attr-defined]
_lane: Table = LaneRow.__table__  # type: ignore[attr-defined]
_now = bindparam("now", type_=Instant)
_waits = _inbox.c.state == "waiting"
_due = and_(_waits, _inbox.c.due_at <= _now)
_held = select(_lane.c.name).where(_lane.c.name == _inbox.c.lane, _lane.c.lease_until > _now).exists()
_in_order = (_inbox.c.due_at, _inbox.c.id)
_FREE_LANE = select(_inbox.c.lane).where(_due, ~_held).order_by(*_in_order).limit(1)
_NEXT_IN_LANE = select(_inbox).where(_due, _inbox.c.lane == bindparam("lane")).order_by(*_in_order).limit(1)
_RELEASE = delete(_lane).where(_lane.c.name == bindparam("lane"), _lane.c.owner == bindparam("by"))
_DONE = update(_inbox).where(_inbox.c.id == bindparam("row")).values(state="done", tries=0, key=None)
_NEXT_DUE = select(func.min(_inbox.c.due_at)).where(_waits, _inbox.c.due_at > _now)
_NEXT_LEASE_END = select(func.min(_lane.c.lease_until)).where(_lane.c.lease_until > _now)
_CROWD = select(func.count()).select_from(select(_inbox.c.id).where(_due).limit(bindparam("most")).subquery())
_HOLDS = select(_inbox.c.id).where(
    _inbox.c.id == bindparam("row"), _waits, _lane.c.name == _inbox.c.lane, _lane.c.owner == bindparam("by")
)


class Inbox:
    """The way in."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def receive(self, arrivals: Iterable[Arrival], *, now: datetime) -> tuple[int, ...]:
        """Store updates, each once however often it is handed over; returns the update ids that were new."""
        rows = [
            {"update_id": a.update_id, "lane": a.lane, "kind": "update", "payload": a.payload}
            | {"due_at": now, "state": "waiting", "tries": 0}
            for a in arrivals
        ]
        if not rows:
            return ()
        storing = self._insert(_inbox).values(rows).on_conflict_do_nothing(index_elements=["update_id"])
        return tuple(self._session.scalars(storing.returning(_inbox.c.update_id)))

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
        lane: str | None = self._session.scalar(_FREE_LANE, {"now": now})
        if lane is None or not self._take(lane, owner, now, now + timedelta(seconds=seconds)):
            return None
        return lane

    def _take(self, lane: str, owner: str, now: datetime, until: datetime) -> bool:
        # One statement, so that of two processes that saw the same free lane only one gets it.
        taking = self._insert(_lane).values(name=lane, owner=owner, lease_until=until)
        taken = taking.on_conflict_do_update(
            index_elements=["name"],
            set_={"owner": owner, "lease_until": until},
            where=_lane.c.lease_until <= now,
        )
        return self._session.scalar(taken.returning(_lane.c.name)) is not None

    def _insert(self, table: Table) -> Any:
        # Both dialects have the same words for "on conflict", but each its own insert.
        if self._session.get_bind().dialect.name != "postgresql":
            return sqlite.insert(table)
        from sqlalchemy.dialects import postgresql  # a tenth of a second of the start

        return postgresql.insert(table)

    def hold(self, lane: str, *, owner: str, until: datetime) -> None:
        """Nobody works on a lane that is held so until then, whoever comes first afterwards may."""
        self._session.merge(LaneRow(name=lane, owner=owner, lease_until=until))

    def holds(self, work: Work, *, owner: str) -> bool:
        """Is this row still the owner's to do? Somebody else may have done it when the lease ran out."""
        return self._session.scalar(_HOLDS, {"row": work.id, "by": owner}) is not None

    def next_in(self, lane: str, *, now: datetime) -> Work | None:
        """The next row of a lane: the earliest due, then the one that came first."""
        row = self._session.execute(_NEXT_IN_LANE, {"now": now, "lane": lane}).first()
        return None if row is None else Work(row.id, row.lane, row.kind, row.payload, row.tries)

    def release(self, lane: str, *, owner: str) -> None:
        """Let a lane go."""
        self._session.execute(_RELEASE, {"lane": lane, "by": owner})

    def done(self, work_id: int) -> None:
        """This row's work is done. Said before its work begins, a chore may plan itself anew under its own key."""
        self._session.execute(_DONE, {"row": work_id})

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
        row = self._session.scalar(_NEXT_DUE, {"now": now})
        lane = self._session.scalar(_NEXT_LEASE_END, {"now": now})
        return min((due for due in (row, lane) if due is not None), default=None)

    def crowd(self, *, now: datetime, most: int) -> int:
        """How many rows wait that are due, counted up to `most`."""
        return self._session.scalar(_CROWD, {"now": now, "most": most}) or 0

    def counts(self) -> dict[str, int]:
        """How many rows are in each state; `dead` wants a person's eye."""
        return dict(self._session.execute(select(InboxRow.state, func.count()).group_by(InboxRow.state)).all())  # type: ignore[call-overload]

    def release_all(self) -> None:
        """At the start of the only process: leases of a process that died are void."""
        self._session.execute(delete(LaneRow))

    def forget_done(self, *, before: datetime) -> None:
        """Drop finished rows that are older than this; an update id must be remembered for a day at least."""
        self._session.execute(delete(InboxRow).where(col(InboxRow.state) == "done", col(InboxRow.due_at) < before))
