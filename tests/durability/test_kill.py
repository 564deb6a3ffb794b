"""kill -9 while everybody talks: nothing that was confirmed is lost, nothing is there twice, every chat ends well."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
from collections.abc import Awaitable, Iterable
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest

from bot.domain.supplier import Product, Size, Supplier, SupplierStatus
from bot.simulator.server import Running, start
from bot.simulator.world import Person as Phone
from bot.store.database import Database
from tests.durability.books import Books, due_soon
from tests.durability.house import House
from tests.durability.town import Agent, Buyer, Talker

BUYERS, SUPPLIERS, DEATHS = 67, 133, 10
CALLS_A_PERSON = 13  # fewer than are made from the first need to the last quote
GOODS = ("steel bottles", "cotton towels", "leather wallets", "ceramic mugs", "wooden chairs", "bamboo baskets")
KINDS = ("black", "striped", "hand-made", "folding", "printed", "recycled", "enamelled")


def things(count: int) -> list[str]:
    """So many different things that somebody makes."""
    return [f"{KINDS[n // len(GOODS) % len(KINDS)]} {GOODS[n % len(GOODS)]}" for n in range(count)]


class Town:
    """A simulator, a house, and everybody who talks."""

    def __init__(self, folder: Path, simulator: Running, *, buyers: int, suppliers: int, seed: int) -> None:
        self.world = simulator.world
        self.house = House(folder, simulator.url)
        self.chance = random.Random(seed)
        made = things(suppliers // 2)
        invites = _firms(self.house.database_url, made * 2)
        self.agents = [
            Agent(self.world, self._phone(f"Agent {firm}"), self._luck(), firm, token) for firm, token in invites
        ]
        self.buyers = [
            Buyer(self.world, self._phone(f"Buyer {n}"), self._luck(), f"{n + 100} pieces of {thing} to Hamburg")
            for n, thing in zip(range(buyers), cycle(made), strict=False)
        ]

    def _phone(self, name: str) -> Phone:
        return self.world.add_person(first_name=name, username=name.replace(" ", "_").lower(), language_code="en")

    def _luck(self) -> random.Random:
        return random.Random(self.chance.random())

    async def dies(self, times: int, *, within: int) -> None:
        """Kill the bot so often while it makes the next so many calls of the Bot API, and start it anew each time.

        Where two moments are close together, the second death comes to a bot that has only begun to speak.
        """
        begun = self.world.call_count
        for calls in sorted(self.chance.sample(range(1, within), times)):
            spoken = self.world.call_count
            while self.world.call_count < max(begun + calls, spoken + 1):
                await asyncio.sleep(0.005)
            await asyncio.sleep(self.chance.random() * 0.05)
            await self.house.dies()
            await self.house.opens()

    async def all(self, talks: Iterable[Awaitable[None]], *, seconds: float) -> None:
        """Everybody has said what they had to say; else whoever still waits is named."""
        try:
            await asyncio.wait_for(asyncio.gather(*talks), seconds)
        except TimeoutError:
            raise AssertionError(self._who_waits()) from None

    def _who_waits(self) -> str:
        every: list[Talker] = [*self.agents, *self.buyers]
        waiting = [talker for talker in every if talker.waits_for not in ("nothing", "a lead")]
        return f"{self.house.log.read_text()}\n" + "\n\n".join(talker.transcript() for talker in waiting[:3])

    async def rests(self, *, seconds: float) -> None:
        """Nobody is busy and nothing is due, and it stays so for a moment."""
        file = self.house.database_url.removeprefix("sqlite:///")
        quiet = 0
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while quiet < 10:
                    idle = not any(agent.busy for agent in self.agents) and _nothing_due(file)
                    quiet = quiet + 1 if idle else 0
                    await asyncio.sleep(0.05)
                return
        raise AssertionError(self._who_waits())


def _firms(url: str, makes: list[str]) -> list[tuple[int, str]]:
    """A fresh database with firms for which nobody speaks yet; each with its invite."""
    database = Database(url)
    database.prepare()
    found = []
    with database.writing() as store:
        for n, thing in enumerate(makes, 1):
            firm = store.suppliers.add(Supplier(0, f"Firm {n}", SupplierStatus.VERIFIED, country="TR", size=Size.SMALL))
            store.suppliers.add_product(Product(0, firm.id, thing))
            found.append((firm.id, store.suppliers.invite(firm.id)))
    database.close()
    return found


def _nothing_due(file: str) -> bool:
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        due = database.execute(
            f"SELECT (SELECT count(*) FROM inbox WHERE {due_soon()})"
            " + (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending'))"
        ).fetchone()
    return bool(due == (0,))


@pytest.mark.skipif(os.environ.get("SHOAL_FULL") != "1", reason="the longer form of tests/chaos: set SHOAL_FULL=1")
@pytest.mark.timeout(600)
def test_a_bot_killed_again_and_again_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    buyers, suppliers, deaths = BUYERS, SUPPLIERS, DEATHS

    async def go() -> None:
        simulator = await start()
        town = Town(tmp_path, simulator, buyers=buyers, suppliers=suppliers, seed=20)
        try:
            await _live(town, deaths)
        finally:
            await town.house.ends()
            await simulator.stop()
        books = Books(tmp_path / "shoal.db", town.world, kills=deaths)
        books.check(town.buyers, town.agents)
        books.close()

    asyncio.run(go())


async def _live(town: Town, deaths: int) -> None:
    """Two deaths while the firms are claimed, the others while inquiries and quotes go to and fro."""
    await town.house.opens()
    await town.all([*(agent.claims() for agent in town.agents), town.dies(2, within=5 * len(town.agents))], seconds=120)
    working = [asyncio.create_task(agent.works()) for agent in town.agents]
    most = CALLS_A_PERSON * (len(town.buyers) + len(town.agents))
    await town.all([*(buyer.talks() for buyer in town.buyers), town.dies(deaths - 2, within=most)], seconds=240)
    await town.rests(seconds=180)
    await town.house.closes()
    said = town.world.call_count
    await town.house.opens()  # one more life has nothing to say
    while town.world.bot.poll is None:
        await asyncio.sleep(0.05)
    await town.rests(seconds=30)
    assert {call["method"] for call in list(town.world.calls)[said:]} <= {"getMe", "deleteWebhook", "setMyCommands"}
    await town.house.closes()
    for task in working:
        task.cancel()
