"""What one process does for all: one at a time, taken over when the lease of a dead one has run out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest

from bot.store.database import Database
from bot.store.duties import COURIER, LEASE, Held
from bot.store.news import INBOX, OUTBOX, spread
from bot.store.store import Store
from tests.store import postgresql
from tests.store.conftest import NOW, meet

SOON, LATE = NOW + timedelta(seconds=LEASE / 2), NOW + timedelta(seconds=LEASE * 1.2)


def keep(database: Database, owner: str, now: object = NOW) -> Held | None:
    with database.writing() as store:
        return store.duties.keep(COURIER, owner=owner, now=now)


def test_one_process_holds_a_duty_and_keeps_it_as_long_as_it_renews_it(database: Database) -> None:
    assert keep(database, "one") == Held(taken=True, not_before=None)
    assert keep(database, "other", SOON) is None
    assert keep(database, "one", SOON) == Held(taken=False, not_before=None)
    assert keep(database, "other", LATE) is None
    assert keep(database, "one", LATE) == Held(taken=False, not_before=None)


def test_when_its_holder_is_dead_another_takes_over_after_the_lease(database: Database) -> None:
    keep(database, "one")
    assert keep(database, "other", LATE) == Held(taken=True, not_before=None)
    assert keep(database, "one", LATE) is None


def test_what_is_handed_back_can_be_taken_at_once_but_only_its_holder_can_hand_it_back(database: Database) -> None:
    keep(database, "one")
    for owner, taken in (("other", None), ("one", Held(taken=True, not_before=None))):
        with database.writing() as store:
            store.duties.hand_back(COURIER, owner=owner, now=SOON)
        assert keep(database, "third", SOON) == taken


def test_a_rest_is_known_to_the_next_holder_and_never_ends_earlier(database: Database) -> None:
    keep(database, "one")
    for seconds in (30, 60, 40):
        with database.writing() as store:
            store.duties.rest(COURIER, until=NOW + timedelta(seconds=seconds))
    assert keep(database, "other", LATE) == Held(taken=True, not_before=NOW + timedelta(seconds=60))


def test_at_the_start_of_the_only_process_every_duty_is_free(database: Database) -> None:
    keep(database, "one")
    with database.writing() as store:
        store.duties.void_all(now=SOON)
    assert keep(database, "other", SOON) == Held(taken=True, not_before=None)


def says(store: Store) -> None:
    person = meet(store, 7, "Ana")
    store.outbox.post(person=person.id, kind="say", payload={}, priority=1, now=NOW)


def plans(store: Store) -> None:
    store.inbox.add_chore("any", {}, lane="any", due=NOW)


def breaks(store: Store) -> None:
    says(store)
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("by_other", "by_own", "expected"),
    [((says,), (), [OUTBOX]), ((plans,), (), [INBOX]), ((breaks, plans), (says,), [INBOX]), ((), (says, plans), [])],
)
def test_what_another_process_has_stored_is_heard_once_it_is_committed(
    by_other: tuple[Callable[[Store], None]], by_own: tuple[Callable[[Store], None]], expected: list[str]
) -> None:
    async def go(own: Database, other: Database) -> list[str]:
        heard: list[str] = []
        listening = asyncio.create_task(own.listen(heard.append))
        while not heard:  # it may take a moment until the line stands
            _write(other, _mark)
            await asyncio.sleep(0.02)
        for write in by_own:
            _write(own, write)
        for write in by_other:
            _write(other, write)
        _write(other, lambda store: spread(store.session, "end"))
        while "end" not in heard:
            await asyncio.sleep(0.02)
        listening.cancel()
        return heard

    with postgresql.fresh() as url:
        own, other = Database(url), Database(url)
        try:
            heard = asyncio.run(asyncio.wait_for(go(own, other), 20))
        finally:
            own.close()
            other.close()
    assert [what for what in heard if what not in ("duty", "end")] == expected


def _mark(store: Store) -> None:
    store.duties.hand_back("any", owner="any", now=NOW)


def _write(database: Database, work: Callable[[Store], None]) -> None:
    with suppress(ZeroDivisionError), database.writing() as store:
        work(store)
