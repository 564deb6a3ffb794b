"""The house's own work: what is planned again while it still waits stands there once."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot.chores import plan_reading
from bot.store.database import Database

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_each_start_and_each_list_asks_for_reading_and_it_is_planned_once(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'shoal.db'}")
    database.prepare()
    for _ in range(3):
        with database.writing() as store:
            plan_reading(store, now=NOW)
    with database.reading() as store:
        assert store.inbox.counts() == {"waiting": 1}
    database.close()
