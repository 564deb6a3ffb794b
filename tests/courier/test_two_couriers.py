"""Two processes on one PostgreSQL: one courier sends, the other stands by."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from telegram.error import RetryAfter

from bot.courier.pace import Pacer, Rate
from bot.courier.sender import Courier
from bot.screens.message import Message, pack
from bot.store.database import Database
from bot.store.duties import LEASE
from bot.store.outbox import ANNOUNCEMENT, REPLY
from tests.store import postgresql

from .conftest import Clock
from .test_sender import Wire


class Process:
    """A courier with a database, a wire and a writing thread of its own."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.database, self.wire, self.clock = Database(url), Wire(), clock
        self.writer = ThreadPoolExecutor(1)
        self.pacer = Pacer(5000, private=Rate(0.0001, 50))
        self.courier = Courier(
            self.database,
            self.wire,
            lambda payload, language: Message(""),
            writer=self.writer,
            pacer=self.pacer,
            clock=clock,
        )

    def starts(self) -> None:
        self.running = asyncio.create_task(self.courier.run())

    async def stops(self) -> None:
        self.courier.stop()
        await self.running

    def dies(self) -> None:
        self.running.cancel()

    def says(self, chat: int, text: str, priority: int = REPLY) -> None:
        with self.database.writing() as store:
            met = store.people.met(chat, name="A", username=None, client_language=None, now=self.clock())
            packed = pack(Message(text))
            store.outbox.post(person=met.id, kind="say", payload=packed, priority=priority, now=self.clock())

    def counts(self) -> dict[str, int]:
        with self.database.reading() as store:
            return store.outbox.counts()

    def closes(self) -> None:
        self.writer.shutdown()
        self.database.close()


@pytest.fixture
def two(clock: Clock) -> Iterator[tuple[Process, Process]]:
    with postgresql.fresh() as url:
        processes = Process(url, clock), Process(url, clock)
        yield processes
        for process in processes:
            process.closes()


async def becomes(true: Callable[[], bool], *couriers: Process) -> None:
    while not true():
        for process in couriers:
            process.courier.wake()
        await asyncio.sleep(0.02)


def at(work: Callable[[], Awaitable[None]]) -> None:
    async def go() -> None:
        await work()

    asyncio.run(asyncio.wait_for(go(), 30))


def test_only_one_sends_and_when_it_stops_the_other_goes_on_at_once(two: tuple[Process, Process]) -> None:
    one, other = two

    async def work() -> None:
        one.starts()
        one.says(7, "first")
        await becomes(lambda: one.counts() == {"sent": 1}, one)
        other.starts()
        for number in range(20):
            other.says(7 + number, "second")
        await becomes(lambda: one.counts() == {"sent": 21}, one, other)
        assert (len(one.wire.arrived), len(other.wire.arrived)) == (21, 0)
        await one.stops()
        other.says(7, "third")
        await becomes(lambda: other.counts() == {"sent": 22}, other)
        assert other.wire.arrived == [(7, "third")]
        await other.stops()

    at(work)


def test_when_the_courier_dies_the_other_sends_what_was_on_its_way_after_the_lease(
    two: tuple[Process, Process],
) -> None:
    one, other = two

    async def work() -> None:
        one.starts()
        await becomes(lambda: one.counts() == {}, one)
        one.says(7, "first")
        await becomes(lambda: one.counts() == {"sent": 1}, one)
        one.dies()
        one.says(7, "on its way")
        one.says(8, "news", ANNOUNCEMENT)
        with one.database.writing() as store:
            store.outbox.sending([parcel.id for parcel in store.outbox.due(now=one.clock(), limit=9)])
        other.starts()
        other.says(9, "waits")
        for _ in range(5):
            other.courier.wake()
            await asyncio.sleep(0.05)
        assert other.wire.arrived == []
        one.clock.passes(LEASE + 1)
        await becomes(lambda: other.counts() == {"sent": 3, "unknown": 1}, other)
        assert sorted(other.wire.arrived) == [(7, "on its way"), (9, "waits")]
        await other.stops()

    at(work)


def test_a_pause_holds_for_the_courier_that_takes_over(two: tuple[Process, Process]) -> None:
    one, other = two

    async def work() -> None:
        one.wire.fails[7] = [RetryAfter(600)]
        one.starts()
        one.says(7, "too fast")
        await becomes(lambda: one.pacer.pause_left(0, now=asyncio.get_running_loop().time()) > 500, one)
        await one.stops()
        other.says(8, "waits")
        other.starts()
        await becomes(lambda: other.pacer.pause_left(0, now=asyncio.get_running_loop().time()) > 500, other)
        await other.stops()
        assert other.wire.calls == []

    at(work)
