from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlmodel import select
from telegram.error import Conflict, NetworkError

from bot.reception.intake import ALLOWED_UPDATES, Intake
from bot.reception.poller import Poller
from bot.store.database import Database
from bot.store.tables.traffic import InboxRow

from .conftest import Clock


class Telegram:
    """Keeps updates until an offset above them is asked for."""

    def __init__(self, *update_ids: int) -> None:
        self.waiting = [{"update_id": number, "message": {"from": {"id": 7}}} for number in update_ids]
        self.asked: list[int] = []
        self.cleared = 0
        self.errors: list[Exception] = []

    async def fetch(self, offset: int, *, allowed: Iterable[str], seconds: int) -> list[dict[str, Any]]:
        assert tuple(allowed) == ALLOWED_UPDATES
        self.asked.append(offset)
        if self.errors:
            raise self.errors.pop(0)
        self.waiting = [update for update in self.waiting if update["update_id"] >= offset]
        if not self.waiting:
            await asyncio.sleep(0.01)
        return self.waiting[:2]

    async def clear(self) -> None:
        self.cleared += 1


class Ticks:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def poller(telegram: Telegram, store: Any, tick: Ticks | None = None) -> Poller:
    return Poller(telegram.fetch, telegram.clear, store, shortest=0.001, longest=0.001, tick=tick or Ticks())


async def until(condition: Any, worker: Poller) -> None:
    running = asyncio.create_task(worker.run())
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.001)
    worker.stop()
    await running


def test_an_update_is_confirmed_only_after_it_was_stored() -> None:
    telegram, stored = Telegram(5, 6, 7), []

    async def store(updates: list[dict[str, Any]]) -> None:
        assert max(telegram.asked) <= updates[0]["update_id"]
        stored.extend(update["update_id"] for update in updates)

    asyncio.run(until(lambda: telegram.asked[-1:] == [8], poller(telegram, store)))
    assert stored == [5, 6, 7]
    assert telegram.cleared == 1


def test_what_could_not_be_stored_is_asked_for_again() -> None:
    telegram, stored, tries = Telegram(5, 6), [], 0

    async def store(updates: list[dict[str, Any]]) -> None:
        nonlocal tries
        tries += 1
        if tries < 3:
            raise OSError("disk full")
        stored.extend(update["update_id"] for update in updates)

    worker = poller(telegram, store)
    asyncio.run(until(lambda: telegram.asked[-1:] == [7], worker))
    assert stored == [5, 6]
    assert telegram.asked[:3] == [0, 0, 0]


def test_a_process_killed_between_storing_and_confirming_gets_the_batch_again_and_keeps_it_once(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    telegram = Telegram(5, 6)
    intake = Intake(database, writer=writer, stored=lambda: None, clock=clock)

    async def dies() -> None:
        found = await telegram.fetch(0, allowed=ALLOWED_UPDATES, seconds=0)
        await intake.receive(found)  # and no next question: killed here

    async def lives() -> None:
        await until(lambda: telegram.asked[-1:] == [7], poller(telegram, intake.receive))

    asyncio.run(dies())
    asyncio.run(lives())
    with database.reading() as store:
        assert sorted(row.update_id or 0 for row in store.session.exec(select(InboxRow))) == [5, 6]


def test_a_second_poller_makes_it_unhealthy_and_is_mentioned_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    telegram, tick, seen = Telegram(), Ticks(), []
    telegram.errors = [Conflict("terminated by other getUpdates request") for _ in range(30)]

    async def store(updates: list[dict[str, Any]]) -> None:
        raise AssertionError

    worker = poller(telegram, store, tick)

    def recovered() -> bool:
        seen.append(worker.healthy)
        tick.now = 61 if len(telegram.errors) < 15 else 0
        return not telegram.errors and worker.healthy

    asyncio.run(until(recovered, worker))
    assert False in seen
    assert caplog.text.count("another process polls") == 2


def test_network_trouble_passes() -> None:
    telegram, stored = Telegram(5), []
    telegram.errors = [NetworkError("down") for _ in range(5)]

    async def store(updates: list[dict[str, Any]]) -> None:
        stored.extend(updates)

    worker = poller(telegram, store)
    asyncio.run(until(lambda: telegram.asked[-1:] == [6], worker))
    assert [update["update_id"] for update in stored] == [5]


def test_stopping_does_not_wait_for_the_long_poll() -> None:
    class Silent(Telegram):
        async def fetch(self, offset: int, *, allowed: Iterable[str], seconds: int) -> list[dict[str, Any]]:
            self.asked.append(offset)
            await asyncio.sleep(3600)
            return []

    telegram = Silent()

    async def store(updates: list[dict[str, Any]]) -> None:
        raise AssertionError

    asyncio.run(until(lambda: telegram.asked, poller(telegram, store)))


def test_numbers_that_begin_anew_after_a_long_silence_are_not_missed() -> None:
    telegram, tick, stored = Telegram(500), Ticks(), []

    async def store(updates: list[dict[str, Any]]) -> None:
        stored.extend(update["update_id"] for update in updates)

    def both() -> bool:
        if stored == [500] and telegram.asked[-1] == 501 and not telegram.waiting:
            tick.now = 8 * 86_400.0
            telegram.waiting = [{"update_id": 3, "message": {"from": {"id": 7}}}]
        return 3 in stored

    # The fake drops what is below the offset, as Telegram does; only a forgotten offset brings number 3.
    asyncio.run(until(both, poller(telegram, store, tick)))
