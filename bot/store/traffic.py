"""How much waits, how long the oldest has waited, and what was laid aside: what an operator watches."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from bot.store.outbox import ANNOUNCEMENT, ANSWER, NOTICE, REPLY
from bot.store.tables.traffic import InboxRow, LaneRow, OutboxRow

PRIORITIES = {ANSWER: "answer", REPLY: "reply", NOTICE: "notice", ANNOUNCEMENT: "announcement"}


@dataclass(frozen=True)
class Queue:
    """waiting: rows that are due; lag: seconds for which the oldest of them has been due."""

    waiting: int = 0
    lag: float = 0.0


@dataclass(frozen=True)
class Traffic:
    """updates and chores: the way in. messages: the way out, by priority. lanes: held now. aside: failed for good."""

    updates: Queue
    chores: Queue
    messages: dict[str, Queue]
    lanes: int
    aside: int


def traffic(session: Session, *, now: datetime) -> Traffic:
    """How things stand at this moment."""
    inbox_due = (col(InboxRow.state) == "waiting") & (col(InboxRow.due_at) <= now)
    is_update = col(InboxRow.kind) == "update"
    oldest_update, updates, oldest_chore, chores = session.execute(
        select(
            func.min(col(InboxRow.due_at)).filter(is_update),
            func.count().filter(is_update),
            func.min(col(InboxRow.due_at)).filter(~is_update),
            func.count().filter(~is_update),
        ).where(inbox_due)
    ).one()
    outbox_due = (col(OutboxRow.state) == "waiting") & (col(OutboxRow.due_at) <= now)
    priority = col(OutboxRow.priority)
    messages = session.execute(
        select(priority, func.count(), func.min(col(OutboxRow.due_at))).where(outbox_due).group_by(priority)
    ).all()
    found = {kind: (count, oldest) for kind, count, oldest in messages}
    held = select(func.count()).select_from(LaneRow).where(col(LaneRow.lease_until) > now)
    aside = select(func.count()).select_from(InboxRow).where(col(InboxRow.state) == "dead")
    return Traffic(
        _queue(updates, oldest_update, now),
        _queue(chores, oldest_chore, now),
        {name: _queue(*found.get(kind, (0, None)), now) for kind, name in PRIORITIES.items()},
        session.scalar(held) or 0,
        session.scalar(aside) or 0,
    )


def _queue(waiting: int, oldest: datetime | None, now: datetime) -> Queue:
    return Queue(waiting, (now - oldest).total_seconds() if oldest else 0.0)
