"""What an operator watches: how much waits, for how long, and what was laid aside."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.store.inbox import Arrival
from bot.store.outbox import NOTICE
from bot.store.traffic import Queue
from tests.store.conftest import meet

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)


def ago(seconds):
    return NOW - timedelta(seconds=seconds)


def test_nothing_waits_at_first(database):
    with database.reading() as store:
        now = store.traffic(now=NOW)
    assert (now.updates, now.chores, now.lanes, now.aside) == (Queue(), Queue(), 0, 0)
    assert set(now.messages.values()) == {Queue()}


def test_what_is_due_is_counted_and_what_is_not_due_yet_is_not(database):
    with database.writing() as store:
        store.inbox.receive([Arrival(1, "person:1", {}), Arrival(2, "person:2", {})], now=ago(9))
        store.inbox.add_chore("seat", {}, lane="inquiry:1", due=ago(4))
        store.inbox.add_chore("lapse", {}, lane="inquiry:1", due=ago(-60))
        person = meet(store, 1, "A")
        store.outbox.post(person=person.id, kind="notice", payload={}, priority=NOTICE, now=ago(3))
        store.inbox.lease(owner="me", now=NOW, seconds=60)
    with database.reading() as store:
        now = store.traffic(now=NOW)
    assert now.updates == Queue(2, 9.0)
    assert now.chores == Queue(1, 4.0)
    assert now.messages["notice"] == Queue(1, 3.0)
    assert now.lanes == 1


def test_what_failed_for_good_stands_aside(database):
    with database.writing() as store:
        store.inbox.receive([Arrival(1, "person:1", {})], now=ago(9))
        store.inbox.failed(1, reason="KeyError", again_at=None)
    with database.reading() as store:
        now = store.traffic(now=NOW)
    assert (now.updates, now.aside) == (Queue(), 1)
