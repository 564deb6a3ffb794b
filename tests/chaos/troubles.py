"""What goes wrong, and how often: everything is counted in conversations, so that a short run has its share."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

from sqlalchemy import Engine, text

from bot.simulator.faults import Fault
from bot.simulator.world import World
from bot.store.duties import COURIER
from tests.chaos.messenger import Heard
from tests.chaos.people import Somebody, Told
from tests.durability.house import House

# One of each in so many conversations, about.
EVERY = {
    "kill a process": 250,
    "kill the courier": 400,
    "cut a line to the database": 50,
    "429": 200,
    "5xx": 15,
    "no answer, delivered": 20,
    "no answer, not delivered": 30,
    "hang up": 30,
    "be slow": 15,
    "fail a poll": 60,
    "repeat updates": 4,
    "reorder updates": 10,
    "block and unblock": 12,
}
ONLY_MANY = {"kill the courier", "cut a line to the database"}
_METHODS = ("sendMessage", "sendMessage", "editMessageText", "answerCallbackQuery")
_ERRORS = {500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable"}


class Troubles:
    """Makes trouble until cancelled. done: how often each."""

    def __init__(
        self,
        world: World,
        house: House,
        books: Engine,
        told: Told,
        heard: Heard,
        people: Sequence[Somebody],
        chance: random.Random,
        *,
        conversations: int,
    ) -> None:
        self.done: Counter[str] = Counter()
        self._world = world
        self._house = house
        self._books = books
        self._told = told
        self._heard = heard
        self._people = people
        self._chance = chance
        self._many = books.dialect.name == "postgresql"
        self._away: set[asyncio.Task[None]] = set()
        self._acts: dict[str, Callable[[], Awaitable[None]]] = {
            "kill a process": self._kill,
            "kill the courier": self._kill_courier,
            "cut a line to the database": self._cut,
            "repeat updates": self._repeat,
            "reorder updates": self._reorder,
            "block and unblock": self._block,
        }
        # A short run has each of them once at least.
        self._every = {what: min(float(n), conversations * 0.9) for what, n in EVERY.items()}
        self._next = {what: n * chance.uniform(0.3, 1) for what, n in self._every.items()}
        if not self._many:
            for what in ONLY_MANY:
                del self._next[what]

    async def happen(self) -> None:
        """One after the other, as conversations go by."""
        while True:
            for what, due in self._next.items():
                if due <= self._told.conversations:
                    self._next[what] = due + self._every[what] * self._chance.uniform(0.5, 1.5)
                    self.done[what] += 1
                    await self._acts.get(what, partial(self._fault, what))()
            await asyncio.sleep(0.02)

    async def end(self) -> None:
        """Everything works again, and everybody is back."""
        self._world.faults.armed.clear()
        self._world.bot.inbox.release("", renumber=True)
        if self._away:
            await asyncio.wait(self._away)

    async def _kill(self) -> None:
        if self._many:
            if workers := self._house.workers:
                self._shoot(self._chance.choice(workers))
        else:
            await asyncio.sleep(self._chance.random() * 0.05)
            self._heard.deaths.append(time.monotonic())
            await self._house.dies()
            self._heard.deaths.append(time.monotonic())
            await self._house.opens()

    async def _kill_courier(self) -> None:
        """Its process is the first part of its name in the books."""
        rows = await self._say(f"SELECT owner FROM duty WHERE name = '{COURIER}' AND owner <> ''")
        for (owner,) in rows:
            if (number := int(str(owner).partition("-")[0])) in self._house.workers:
                self._shoot(number)

    def _shoot(self, process: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        self._heard.deaths.append(time.monotonic())

    async def _cut(self) -> None:
        await self._say(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
        )
        self._heard.deaths.append(time.monotonic())

    async def _say(self, statement: str) -> list[tuple[object, ...]]:
        def ask() -> list[tuple[object, ...]]:
            with self._books.begin() as connection:
                return [tuple(row) for row in connection.execute(text(statement))]

        return await asyncio.to_thread(ask)

    async def _fault(self, what: str) -> None:
        method = self._chance.choice(_METHODS)
        match what:
            case "429":
                refusal = {"code": 429, "description": "Too Many Requests: retry after 1"}
                fault = Fault("error", "sendMessage", parameters={"retry_after": 1}, **refusal)
            case "5xx":
                code = self._chance.choice(list(_ERRORS))
                fault = Fault("error", method, code=code, description=_ERRORS[code])
            case "no answer, delivered":
                fault = Fault("timeout_after", method, seconds=self._chance.random() / 2)
            case "no answer, not delivered":
                fault = Fault("timeout_before", method, seconds=self._chance.random() / 2)
            case "hang up":
                fault = Fault("close", method)
            case "be slow":
                fault = Fault("delay", method, seconds=self._chance.random())
            case _:
                fault = Fault(self._chance.choice(("error", "close")), "getUpdates")
        self._world.faults.armed.append(fault)

    async def _repeat(self) -> None:
        """Hand updates over again that were handed over: of the last ones, and of long ago."""
        inbox, updates = self._world.bot.inbox, self._told.updates
        for of in (updates[-20:], updates):
            handed_over = [number for number, _ in of if number not in inbox.waiting]
            if handed_over:
                inbox.repeat(self._chance.choice(handed_over))

    async def _reorder(self) -> None:
        """Hold everything back for a moment, then hand it over mixed; what is one person's keeps its order."""
        inbox, begun = self._world.bot.inbox, len(self._told.updates)
        inbox.hold()
        await asyncio.sleep(0.3)
        lanes: dict[int, list[int]] = {}
        for update, person in self._told.updates[begun:]:
            lanes.setdefault(person, []).append(update)
        mixed: list[int] = []
        while lanes:
            person = self._chance.choice(list(lanes))
            mixed.append(lanes[person].pop(0))
            if not lanes[person]:
                del lanes[person]
        inbox.release(mixed, renumber=True)

    async def _block(self) -> None:
        idle = [one for one in self._people if one.chat.started and not one.talking.locked()]
        if idle:
            task = asyncio.create_task(self._chance.choice(idle).is_away(self._chance.uniform(0.2, 3)))
            self._away.add(task)
            task.add_done_callback(self._away.discard)
