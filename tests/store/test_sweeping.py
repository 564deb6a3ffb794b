"""What is done is let go of after a while, a part at a time; what waits, is under way, or failed lately stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.actions import sweeping
from bot.store.database import Database
from bot.store.inbox import Arrival
from bot.store.outbox import NOTICE
from bot.store.store import Store
from tests.store.conftest import NOW, meet

LONG_AGO = NOW - timedelta(days=40)
LATELY = NOW - timedelta(days=3)
TODAY = NOW - timedelta(hours=3)


def sweep(store: Store) -> None:
    sweeping.sweep(store, {}, None, NOW)


def when_swept_again(store: Store) -> timedelta:
    due = store.inbox.next_due(now=NOW)
    assert due is not None
    return due - NOW


def test_updates_are_remembered_for_two_days_and_chores_no_longer_than_they_take(database: Database) -> None:
    with database.writing() as store:
        store.inbox.receive([Arrival(1, "person:1", {})], now=LATELY)
        store.inbox.receive([Arrival(2, "person:1", {})], now=TODAY)
        store.inbox.add_chore("seat", {}, lane="inquiry:1", due=TODAY)
        store.inbox.receive([Arrival(3, "person:1", {})], now=LATELY)
        for row in (1, 2, 3):
            store.inbox.done(row)
        sweep(store)
        assert store.inbox.counts() == {"done": 1, "waiting": 2}, "the one of today; what was never done, and the chore"
        assert store.inbox.receive([Arrival(2, "person:1", {})], now=NOW) == ()


@pytest.mark.parametrize(
    ("state", "at", "stays"),
    [
        ("sent", TODAY, True),
        ("sent", LATELY, False),
        ("dropped", LATELY, False),
        ("failed", LATELY, True),
        ("unknown", LATELY, True),
        ("gone", LONG_AGO, False),
        ("failed", LONG_AGO, False),
        ("waiting", LONG_AGO, True),
        ("sending", LONG_AGO, True),
    ],
)
def test_messages_that_left_go_and_what_did_not_arrive_can_be_looked_into(
    database: Database, state: str, at: object, stays: bool
) -> None:
    with database.writing() as store:
        person = meet(store, 1, "A")
        store.outbox.post(person=person.id, kind="notice", payload={}, priority=NOTICE, now=at)
        store.outbox.sent(1, state=state)
        sweep(store)
        assert store.outbox.counts() == ({state: 1} if stays else {})


def test_much_is_swept_a_part_at_a_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweeping, "MOST_AT_ONCE", 3)
    with database.writing() as store:
        store.inbox.receive([Arrival(n, "person:1", {}) for n in range(5)], now=LATELY)
        for row in range(1, 6):
            store.inbox.done(row)
        sweep(store)
        assert store.inbox.counts() == {"done": 2, "waiting": 1} and when_swept_again(store) == sweeping.SOON
        sweep(store)
        assert store.inbox.counts() == {"waiting": 1} and when_swept_again(store) == sweeping.SWEEP_EVERY
