from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import Any

import pytest
from sqlmodel import select

from bot.reception.intake import arrival_of, store_arrivals
from bot.reception.workers import Chore, Worker
from bot.store.database import Database
from bot.store.inbox import Inbox
from bot.store.store import Store
from bot.store.tables.traffic import InboxRow, LaneRow

from .conftest import Clock


def text(update_id: int, person: int, words: str) -> dict[str, Any]:
    return {"update_id": update_id, "message": {"from": {"id": person}, "chat": {"id": person}, "text": words}}


class House:
    """A worker over a real database; what was handled is written to a list in the order it happened."""

    def __init__(self, database: Database, writer: ThreadPoolExecutor, clock: Clock) -> None:
        self.database, self.writer, self.clock = database, writer, clock
        self.handled: list[str] = []
        self.sorry: list[int] = []
        self.commits = 0
        self.chores: dict[str, Chore] = {}
        self.on_text: dict[str, Callable[[], None]] = {}

    def receives(self, *updates: dict[str, Any]) -> None:
        with self.database.writing() as store:
            store_arrivals(store, [arrival_of(update) for update in updates], now=self.clock())

    def plans(self, kind: str, lane: str, seconds: float = 0) -> None:
        with self.database.writing() as store:
            due = self.clock()
            store.inbox.add_chore(kind, {}, lane=lane, due=due)

    def answer(self, store: Store, update: dict[str, Any], now: datetime) -> None:
        words = update["message"]["text"]
        self.handled.append(words)
        self.on_text.get(words, lambda: None)()

    def apologizes(self, store: Store, update: dict[str, Any], now: datetime) -> None:
        self.sorry.append(update["update_id"])

    def committed(self) -> None:
        self.commits += 1

    def worker(self) -> Worker:
        return Worker(
            self.database,
            self.answer,
            self.chores,
            writer=self.writer,
            committed=self.committed,
            sorry=self.apologizes,
            clock=self.clock,
        )

    def works(self, *, until: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None) -> None:
        async def work() -> None:
            worker = self.worker()
            running = asyncio.create_task(worker.run())
            while not until():
                await asyncio.sleep(0.005)
                meanwhile()
                worker.wake()
            worker.stop()
            await running

        asyncio.run(asyncio.wait_for(work(), 20))

    def rows(self) -> list[InboxRow]:
        with self.database.reading() as store:
            return list(store.session.exec(select(InboxRow).order_by(InboxRow.id)))

    def states(self) -> list[str]:
        return [row.state for row in self.rows()]


@pytest.fixture
def house(database: Database, writer: ThreadPoolExecutor, clock: Clock) -> House:
    return House(database, writer, clock)


def test_a_person_is_answered_in_the_order_of_their_updates(house: House) -> None:
    house.receives(*[text(number, 7 + number % 3, f"{7 + number % 3} {number:02}") for number in range(30)])
    house.works(until=lambda: len(house.handled) == 30)
    for person in "789":
        own = [words for words in house.handled if words.startswith(person)]
        assert own == sorted(own) and len(own) == 10
    assert set(house.states()) == {"done"}
    assert 1 <= house.commits <= 30


def test_the_same_update_handed_over_twice_is_handled_once(house: House) -> None:
    house.receives(text(1, 7, "one"))
    house.works(until=lambda: house.handled == ["one"])
    house.receives(text(1, 7, "one"), text(2, 7, "two"), text(2, 7, "two"))
    house.works(until=lambda: len(house.handled) == 2)
    assert house.handled == ["one", "two"]


def test_a_row_that_always_fails_is_tried_three_times_then_laid_aside_and_its_lane_goes_on(house: House) -> None:
    def breaks() -> None:
        raise LookupError("the secret words")

    house.on_text["bad"] = breaks
    house.receives(text(1, 7, "bad"), text(2, 7, "good"), text(3, 8, "other"))
    house.works(until=lambda: "good" in house.handled, meanwhile=lambda: house.clock.passes(0.2))
    assert house.handled == ["bad", "other", "bad", "bad", "good"]
    assert house.states() == ["dead", "done", "done"]
    assert house.rows()[0].reason == "LookupError"
    assert house.sorry == [1]


def test_a_failing_row_leaves_nothing_behind(house: House) -> None:
    def answer(store: Store, update: dict[str, Any], now: datetime) -> None:
        store.people.met(7, name="A", username=None, client_language=None, now=now)
        raise RuntimeError

    house.answer = answer
    house.receives(text(1, 7, "bad"))
    house.works(until=lambda: house.states() == ["dead"], meanwhile=lambda: house.clock.passes(1))
    with house.database.reading() as store:
        assert store.people.count() == 0
        assert list(store.session.exec(select(LaneRow))) == []


def test_what_was_typed_is_in_no_log(house: House, caplog: pytest.LogCaptureFixture) -> None:
    def breaks() -> None:
        raise ValueError("my private words")

    house.on_text["my private words"] = breaks
    house.receives(text(1, 7, "my private words"))
    house.works(until=lambda: house.states() == ["dead"], meanwhile=lambda: house.clock.passes(1))
    assert "ValueError" in caplog.text
    assert "private" not in caplog.text


def test_an_apology_that_fails_does_not_stop_the_work(house: House) -> None:
    def breaks() -> None:
        raise ValueError

    def sorry(store: Store, update: dict[str, Any], now: datetime) -> None:
        raise ValueError

    house.on_text["bad"] = breaks
    house.apologizes = sorry
    house.receives(text(1, 7, "bad"), text(2, 7, "good"))
    house.works(until=lambda: "good" in house.handled, meanwhile=lambda: house.clock.passes(1))
    assert house.states() == ["dead", "done"]


def test_others_are_not_held_up_by_a_slow_chore_but_its_own_lane_waits(house: House) -> None:
    slow = threading.Event()

    def prepare(database: Database, payload: dict[str, Any], now: datetime) -> str:
        slow.wait(10)
        return "found"

    def record(store: Store, payload: dict[str, Any], found: str, now: datetime) -> None:
        house.handled.append(found)

    house.chores["search"] = Chore(record, prepare)
    house.plans("search", "person:7")
    house.receives(text(1, 7, "own"), text(2, 8, "other"), text(3, 9, "third"))

    def release() -> None:
        if {"other", "third"} <= set(house.handled):
            slow.set()

    house.works(until=lambda: len(house.handled) == 4, meanwhile=release)
    assert set(house.handled[:2]) == {"other", "third"}
    assert house.handled[2:] == ["found", "own"]


def test_a_chore_that_cannot_be_prepared_is_laid_aside_and_says_so_itself(house: House) -> None:
    def prepare(database: Database, payload: dict[str, Any], now: datetime) -> None:
        raise OSError

    def record(store: Store, payload: dict[str, Any], found: None, now: datetime) -> None:
        raise AssertionError

    def sorry(store: Store, payload: dict[str, Any], now: datetime) -> None:
        house.handled.append("sorry")

    house.chores["search"] = Chore(record, prepare, sorry)
    house.plans("search", "person:7")
    house.works(until=lambda: "sorry" in house.handled, meanwhile=lambda: house.clock.passes(1))
    assert house.states() == ["dead"]
    assert house.rows()[0].tries == 3


def test_an_unknown_chore_is_laid_aside(house: House) -> None:
    house.plans("of an older version", "inquiry:1")
    house.works(until=lambda: house.states() == ["dead"], meanwhile=lambda: house.clock.passes(1))


def test_a_chore_waits_for_its_hour(house: House) -> None:
    def record(store: Store, payload: dict[str, Any], found: None, now: datetime) -> None:
        house.handled.append("reminded")

    house.chores["remind"] = Chore(record)
    with house.database.writing() as store:
        due = house.clock.now.replace(hour=13)
        store.inbox.add_chore("remind", {}, lane="inquiry:1", due=due)
    house.receives(text(1, 7, "now"))
    house.works(until=lambda: house.handled == ["now"])
    house.clock.passes(3600)
    house.works(until=lambda: house.handled == ["now", "reminded"])


def test_stopping_finishes_the_row_in_hand(house: House) -> None:
    started, go_on = threading.Event(), threading.Event()

    def slowly() -> None:
        started.set()
        go_on.wait(10)

    house.on_text["slow"] = slowly
    house.receives(text(1, 7, "slow"), text(2, 7, "next"))

    async def work() -> None:
        worker = house.worker()
        running = asyncio.create_task(worker.run())
        await asyncio.to_thread(started.wait)
        worker.stop()
        go_on.set()
        await running

    asyncio.run(work())
    assert house.states() == ["done", "waiting"]


def test_a_process_that_died_in_the_middle_of_a_row_repeats_it(house: House) -> None:
    house.receives(text(1, 7, "one"))
    with suppress(SystemExit), house.database.writing() as store:
        lane = store.inbox.lease(owner="dead", now=house.clock())
        assert lane == "person:7"
        raise SystemExit
    house.works(until=lambda: house.handled == ["one"])


def test_two_processes_never_hold_one_lane(house: House) -> None:
    house.receives(text(1, 7, "one"), text(2, 7, "two"))
    with house.database.writing() as store:
        assert store.inbox.lease(owner="first", now=house.clock()) == "person:7"
    with house.database.writing() as store:
        inbox: Inbox = store.inbox
        assert inbox.lease(owner="second", now=house.clock()) is None
        house.clock.passes(61)
        assert inbox.lease(owner="second", now=house.clock()) == "person:7"


def test_a_chore_may_plan_itself_anew_under_its_own_key(house: House) -> None:
    def record(store: Store, payload: dict[str, Any], found: None, now: datetime) -> None:
        house.handled.append("reminded")
        due = now.replace(hour=now.hour + 1)
        store.inbox.add_chore("remind", {}, lane="inquiry:1", due=due, key="remind:1")

    house.chores["remind"] = Chore(record)
    with house.database.writing() as store:
        store.inbox.add_chore("remind", {}, lane="inquiry:1", due=house.clock(), key="remind:1")
    house.works(until=lambda: len(house.handled) == 1)
    house.clock.passes(3600)
    house.works(until=lambda: len(house.handled) == 2)
    assert house.states() == ["done", "done", "waiting"]
