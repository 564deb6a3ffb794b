"""Updates that were handed over and chores of the house, each in a lane, worked on in order.

A lane is one person's updates (`person:7`) or one thing's chores (`inquiry:7`). A worker leases a lane, works on a row
and lets go. Rows of a lane that another worker holds are left alone until the lease runs out. On PostgreSQL the workers
of several processes may do so at the same time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import BigInteger, and_, bindparam, delete, func, null, or_, select, tuple_, update
from sqlmodel import Session, col

from bot.store.columns import Instant
from bot.store.news import INBOX, spread
from bot.store.prepared import Prepared
from bot.store.rows import insert_into
from bot.store.tables.shape import table_of
from bot.store.tables.traffic import InboxRow, LaneRow


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
_inbox = table_of(InboxRow)
_lane = table_of(LaneRow)
_now = bindparam("now", type_=Instant)
_waits = _inbox.c.state == "waiting"
_due = and_(_waits, _inbox.c.due_at <= _now)
_held = select(_lane.c.name).where(_lane.c.name == _inbox.c.lane, _lane.c.lease_until > _now).exists()
_in_order = (_inbox.c.due_at, _inbox.c.id)
_WORK = (_inbox.c.id, _inbox.c.lane, _inbox.c.kind, _inbox.c.payload, _inbox.c.tries)
_NEXT = select(*_WORK).where(_due, ~_held).order_by(*_in_order).limit(1)
# Among several processes only the first row of each lane counts, and one that another is leasing is passed over: else
# all would wait in line for the same lane.
_earlier = _inbox.alias("earlier")
_not_first = select(_earlier.c.id).where(
    _earlier.c.lane == _inbox.c.lane,
    _earlier.c.state == "waiting",
    _earlier.c.due_at <= _now,
    tuple_(_earlier.c.due_at, _earlier.c.id) < tuple_(*_in_order),
)
_NEXT_OF_MANY = _NEXT.where(~_not_first.exists()).with_for_update(of=_inbox, skip_locked=True)
_FREE_LANE, _FREE_LANE_OF_MANY = _NEXT.with_only_columns(_inbox.c.lane), _NEXT_OF_MANY.with_only_columns(_inbox.c.lane)
_NEXT_IN_LANE = select(_inbox).where(_due, _inbox.c.lane == bindparam("lane")).order_by(*_in_order).limit(1)
_RELEASE = delete(_lane).where(_lane.c.name == bindparam("lane"), _lane.c.owner == bindparam("by"))
_NEXT_DUE = select(func.min(_inbox.c.due_at)).where(_waits, _inbox.c.due_at > _now)
_NEXT_LEASE_END = select(func.min(_lane.c.lease_until)).where(_lane.c.lease_until > _now)
_CROWD = select(func.count()).select_from(select(_inbox.c.id).where(_due).limit(bindparam("most")).subquery())
_HOLDS = (
    select(_inbox.c.id)
    .where(_inbox.c.id == bindparam("row"), _waits, _lane.c.name == _inbox.c.lane, _lane.c.owner == bindparam("by"))
    .with_for_update(of=_lane)
)
# These run for every update.
_LOOK, _LOOK_AMONG_MANY = Prepared(lambda _: _NEXT), Prepared(lambda _: _NEXT_OF_MANY)
_DONE = Prepared(
    lambda _: (
        update(_inbox)
        .where(_inbox.c.id == bindparam("row", type_=BigInteger))
        .values(state="done", tries=0, key=null())
    )
)
_STORE = Prepared(
    lambda insert: insert(_inbox).on_conflict_do_nothing(index_elements=["update_id"]).returning(_inbox.c.update_id),
    columns=("update_id", "lane", "kind", "payload", "due_at", "state", "tries"),
)
_COUNT_CROWD = Prepared(lambda _: _CROWD)
_OF_KEY = select(_inbox.c.id).where(_inbox.c.key == bindparam("key"))


class Inbox:
    """The way in."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def receive(self, arrivals: Iterable[Arrival], *, now: datetime) -> tuple[int, ...]:
        """Store updates, each once however often it is handed over; returns the update ids that were new."""
        spread(self._session, INBOX)
        new: list[int] = []
        for one in arrivals:
            row = {"update_id": one.update_id, "lane": one.lane, "kind": "update", "payload": one.payload}
            if _STORE.rows(self._session, **row, due_at=now, state="waiting", tries=0):
                new.append(one.update_id)
        return tuple(new)

    def add_chore(
        self, kind: str, payload: dict[str, Any], *, lane: str, due: datetime, key: str | None = None
    ) -> None:
        """Plan a chore. With a key it is planned once: one of that key that still waits is moved to the new time."""
        anew = {"payload": payload, "due_at": due, "state": "waiting", "tries": 0}
        free = key is not None and not self._in_other_hands(key)
        planning = insert_into(self._session, _inbox).values(key=key if free else None, lane=lane, kind=kind, **anew)
        if free:
            planning = planning.on_conflict_do_update(index_elements=["key"], set_=anew)
        self._session.execute(planning)
        spread(self._session, INBOX)

    def _in_other_hands(self, key: str) -> bool:
        """Is another transaction working on the row of this key? It may be waiting for what ours holds.

        Waiting for it in turn would stop both. What is planned then stands beside it, without the key.
        """
        if not self._among_many:
            return False
        mine = self._session.scalar(_OF_KEY.with_for_update(skip_locked=True), {"key": key})
        return mine is None and self._session.scalar(_OF_KEY, {"key": key}) is not None

    @property
    def _among_many(self) -> bool:
        return self._session.get_bind().dialect.name == "postgresql"

    def next(self, *, now: datetime) -> Work | None:
        """The next row of all lanes that nobody holds. Nobody else gets one of its lane until this transaction ends."""
        look = _LOOK_AMONG_MANY if self._among_many else _LOOK
        found = look.rows(self._session, now=now)
        return Work(*found[0]) if found else None

    def take(self, lane: str, *, owner: str, now: datetime, seconds: float) -> bool:
        """Hold a lane beyond this transaction; False: somebody else was quicker."""
        return self._take(lane, owner, now, now + timedelta(seconds=seconds))

    def lease(self, *, owner: str, now: datetime, seconds: float = 60) -> str | None:
        """Take hold of a lane that has work due and that nobody holds; returns its name."""
        lane: str | None = self._session.scalar(_FREE_LANE_OF_MANY if self._among_many else _FREE_LANE, {"now": now})
        if lane is None or not self._take(lane, owner, now, now + timedelta(seconds=seconds)):
            return None
        return lane

    def _take(self, lane: str, owner: str, now: datetime, until: datetime) -> bool:
        # One statement, so that of two processes that saw the same free lane only one gets it.
        taking = insert_into(self._session, _lane).values(name=lane, owner=owner, lease_until=until)
        taken = taking.on_conflict_do_update(
            index_elements=["name"],
            set_={"owner": owner, "lease_until": until},
            where=_lane.c.lease_until <= now,
        )
        return self._session.scalar(taken.returning(_lane.c.name)) is not None

    def renew(self, lanes: Iterable[str], *, owner: str, until: datetime) -> None:
        """Work on these lanes goes on: nobody else shall take them before then."""
        mine = (_lane.c.owner == owner) & _lane.c.name.in_(list(lanes))
        self._session.execute(update(_lane).where(mine).values(lease_until=until))

    def hand_back(self, *, owner: str) -> None:
        """Let every lane go that this owner holds."""
        self._session.execute(delete(_lane).where(_lane.c.owner == owner))
        spread(self._session, INBOX)

    def hold(self, lane: str, *, owner: str, until: datetime) -> None:
        """Nobody works on a lane that is held so until then, whoever comes first afterwards may.

        A lane that somebody else has taken meanwhile stays theirs.
        """
        holding = insert_into(self._session, _lane).values(name=lane, owner=owner, lease_until=until)
        self._session.execute(
            holding.on_conflict_do_update(
                index_elements=["name"], set_={"lease_until": until}, where=_lane.c.owner == owner
            )
        )

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
        _DONE.rows(self._session, row=work_id)

    def failed(self, work_id: int, *, reason: str, again_at: datetime | None, keep_place: bool = False) -> None:
        """It could not be done: try again at a time, or lay it aside as dead with its reason.

        keep_place: it stays before what came later; the caller holds its lane until then. A row that somebody else has
        done meanwhile stays done.
        """
        self._session.execute(
            update(InboxRow)
            .where(col(InboxRow.id) == work_id, col(InboxRow.state) == "waiting")
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
        found: int = _COUNT_CROWD.value(self._session, now=now, most=most)
        return found

    def counts(self) -> dict[str, int]:
        """How many rows are in each state; `dead` wants a person's eye."""
        state = col(InboxRow.state)
        return dict(self._session.execute(select(state, func.count()).group_by(state)).tuples().all())

    def postpone(self, kind: str, *, until: datetime) -> None:
        """Chores of this kind that fall due before then wait until then."""
        sooner = (col(InboxRow.kind) == kind) & (col(InboxRow.state) == "waiting") & (col(InboxRow.due_at) < until)
        self._session.execute(update(InboxRow).where(sooner).values(due_at=until))

    def release_all(self) -> None:
        """At the start of the only process: whoever held a lane is dead."""
        self._session.execute(delete(LaneRow))

    def forget_done(self, *, before: datetime, most: int) -> int:
        """Drop updates done before this (an id must be remembered for a day at least) and done chores; how many."""
        old = or_(_inbox.c.kind != "update", _inbox.c.due_at < before)
        found = select(_inbox.c.id).where(_inbox.c.state == "done", old).limit(most)
        return len(self._session.execute(delete(_inbox).where(_inbox.c.id.in_(found)).returning(_inbox.c.id)).all())
