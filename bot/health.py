"""How the bot is: what must be well for it to do its work, and what waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime

from bot.courier.fate import Fate
from bot.store.database import Database
from bot.store.traffic import PRIORITIES
from bot.web.metrics import Gauges, Metrics

log = logging.getLogger(__name__)


def answers(database: Database) -> bool:
    """Can the database be read?"""
    try:
        with database.reading() as store:
            store.traffic(now=datetime.now(UTC))
    except Exception as error:
        log.warning("the database does not answer: %s", type(error).__name__)
        return False
    return True


def gauges(database: Database, clock: Callable[[], datetime]) -> Gauges:
    """What waits, for the metrics; nothing while the database does not answer."""
    try:
        with database.reading() as store:
            now = store.traffic(now=clock())
    except Exception:
        return []
    queues = {"updates": now.updates, "chores": now.chores, **now.messages}
    return [
        ("shoal_waiting", "Rows that are due, by what they wait for.", {k: q.waiting for k, q in queues.items()}),
        ("shoal_lag_seconds", "How long the oldest of them has been due.", {k: q.lag for k, q in queues.items()}),
        ("shoal_lanes", "Lanes that a worker holds.", {"held": now.lanes}),
        ("shoal_laid_aside", "Rows of the inbox that failed for good.", {"rows": now.aside}),
    ]


def count_fate(metrics: Metrics, priority: int, fate: Fate) -> None:
    """A message met its fate."""
    metrics.sent(PRIORITIES.get(priority, "other"), fate.outcome)
