"""One run: a town over one database, trouble while it talks, and the judgement."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Engine, text

from bot.domain.supplier import Product, Size, Supplier, SupplierStatus
from bot.simulator.server import start
from bot.simulator.world import Person as Phone
from bot.simulator.world import World
from bot.store.database import Database
from bot.store.store import Store
from tests.chaos.judge import Findings, Judge, open_books
from tests.chaos.messenger import Calls, Heard, NotedFaults
from tests.chaos.people import Admin, Agent, Buyer, Somebody, Told
from tests.chaos.troubles import Troubles
from tests.durability.books import due_soon
from tests.durability.house import House
from tests.durability.test_kill import things

_Someone = TypeVar("_Someone", bound=Somebody)

ADMIN = 7_200_000_001
# Few conversations each, so that nobody is spoken to more than once a second for long.
CONVERSATIONS_OF_ONE = 15
MOST_AT_ONCE = 60
_REST = 900.0  # seconds until everything must be done once nobody begins anything new


@dataclass(frozen=True)
class Ended:
    """What was found, after how many conversations, in how many seconds, among which troubles."""

    found: Findings
    conversations: int
    seconds: float
    troubles: Counter[str]


class Town:
    """Everybody, over one simulator and one database. size: about how many firms there are, and how many buyers."""

    def __init__(self, world: World, house: House, *, size: int, seed: int) -> None:
        self.world, self.house = world, house
        self.told, self.heard = Told(), Heard()
        self.books = open_books(house.database_url)
        self.chance = random.Random(seed)
        self.by_chat: dict[int, Somebody] = {}
        world.calls = Calls(self.heard, self._wake)
        world.faults = NotedFaults(self.heard)
        self._things = things(max(2, min(42, size // 7)))
        makes = [self._things[n % len(self._things)] for n in range(max(4 * len(self._things), size))]
        invites = _firms(house.database_url, makes)
        self.agents = [self._here(Agent(*self._with(f"Agent {n}"), invite)) for n, invite in enumerate(invites)]
        self.buyers = [self._here(Buyer(*self._with(f"Buyer {n}"))) for n in range(max(3, size))]
        self.admin = self._here(Admin(*self._with("Admin", person_id=ADMIN)))
        self.working: list[asyncio.Task[None]] = []
        self._pieces = count(1001)

    def _with(self, name: str, **more: int) -> tuple[World, Phone, random.Random, Told]:
        phone = self.world.add_person(first_name=name, language_code="en", show=False, **more)
        return self.world, phone, random.Random(self.chance.random()), self.told

    def _here(self, one: _Someone) -> _Someone:
        self.by_chat[one.chat.chat_id] = one
        return one

    def _wake(self, chat: int) -> None:
        if one := self.by_chat.get(chat):
            one.heard.set()

    @property
    def everybody(self) -> list[Somebody]:
        """All people."""
        return list(self.by_chat.values())

    @property
    def busy(self) -> int:
        """How many are in a conversation."""
        return sum(one.talking.locked() for one in self.by_chat.values())

    async def talks(self, *, most: int, enough: Callable[[], bool]) -> None:
        """Buyers begin one conversation after the other, `most` at once, until there were enough of all kinds."""
        under_way: set[asyncio.Task[None]] = set()
        most = min(most, len(self.agents) // 2 + 1)
        while not enough():
            free = [buyer for buyer in self.buyers if not buyer.talking.locked()]
            if free and self.busy < most and len(under_way) < most:
                buyer = self.chance.choice(free)
                begun = buyer.converses(buyer.needs(next(self._pieces), self.chance.choice(self._things)))
                if self.chance.random() < 0.1 and not self.admin.talking.locked():
                    under_way.add(asyncio.create_task(self.admin.converses(self.admin.looks())))
                under_way.add(task := asyncio.create_task(begun))
                for task in under_way:
                    task.add_done_callback(under_way.discard)
            await asyncio.sleep(0.01)
        if under_way:
            await asyncio.wait(under_way)

    async def rests(self) -> None:
        """Nobody talks and nothing is due, and it stays so."""
        quiet = 0
        async with asyncio.timeout(_REST):
            while quiet < 5:
                idle = not self.busy and not any(agent.new_lead() for agent in self.agents)
                quiet = quiet + 1 if idle and await asyncio.to_thread(_nothing_due, self.books) else 0
                await asyncio.sleep(0.2)


@asynccontextmanager
async def settled(
    folder: Path, *, url: str = "", workers: int = 1, size: int, seed: int, say: Callable[[str], None]
) -> AsyncIterator[Town]:
    """A town whose bot is served. url: of a PostgreSQL; else SQLite in the folder. A failure says the bot's log."""
    world = World(history=120)
    simulator = await start(world=world)
    more = {"EMBEDDINGS": "lexicon", "LISTEN_PORT": "0", "ADMIN_IDS": str(ADMIN), "OMP_NUM_THREADS": "1"}
    house = House(folder, simulator.url, database_url=url, workers=workers, more=more)
    town = Town(world, house, size=size, seed=seed)
    try:
        await house.opens()
        yield town
        await house.closes()
    except BaseException:
        say(house.log.read_text()[-4000:])
        raise
    finally:
        for task in town.working:
            task.cancel()
        await house.ends()
        await simulator.stop()
        town.books.dispose()


async def run(
    folder: Path, *, url: str = "", workers: int = 1, conversations: int, seed: int, say: Callable[[str], None]
) -> Ended:
    """A town from its first words to its judgement."""
    begun, size = time.monotonic(), conversations // CONVERSATIONS_OF_ONE
    async with settled(folder, url=url, workers=workers, size=size, seed=seed, say=say) as town:
        told, books = town.told, town.books
        troubles = Troubles(
            town.world, town.house, books, told, town.heard, town.everybody, town.chance, conversations=conversations
        )
        trouble = partial(_troubled, troubles, town, say)
        await lives(town, most=MOST_AT_ONCE, enough=lambda: told.conversations >= conversations, beside=trouble)
        await troubles.end()
        await town.rests()
    found = Judge(books, told, town.heard).judge()
    books.dispose()
    if found.all:
        say(f"the bot's own words:\n{town.house.log.read_text()[-4000:]}")
        for chat, _ in told.given_up[:3]:
            say(town.by_chat[chat].transcript())
    return Ended(found, told.conversations, time.monotonic() - begun, troubles.done)


async def lives(
    town: Town, *, most: int, enough: Callable[[], bool], beside: Callable[[], Coroutine[Any, Any, None]]
) -> None:
    """Firms are claimed, then everybody talks until it is enough. beside: what happens meanwhile."""
    await asyncio.gather(*(agent.converses(agent.claims()) for agent in town.agents))
    tasks = [asyncio.create_task(town.talks(most=most, enough=enough)), asyncio.create_task(beside())]
    town.working += [asyncio.create_task(agent.works()) for agent in town.agents]
    try:
        done, _ = await asyncio.wait([*tasks, *town.working], return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        tasks[1].cancel()
        with suppress(asyncio.CancelledError):
            await tasks[1]


async def _troubled(troubles: Troubles, town: Town, say: Callable[[str], None]) -> None:
    telling = asyncio.create_task(_tells(town, troubles, say))
    try:
        await troubles.happen()
    finally:
        telling.cancel()


async def _tells(town: Town, troubles: Troubles, say: Callable[[str], None]) -> None:
    while True:
        await asyncio.sleep(10)
        deaths = troubles.done["kill a process"] + troubles.done["kill the courier"]
        say(f"{town.told.conversations} conversations, {town.heard.calls} calls, {deaths} deaths, {town.busy} talk")


def _firms(url: str, makes: list[str]) -> list[str]:
    """A fresh database with firms that take any number of leads and for which nobody speaks yet; their invites."""
    database = Database(url)
    database.prepare()
    with database.writing() as store:
        invites = [store.suppliers.invite(firm) for firm in _settle(store, makes)]
    database.close()
    return invites


def _settle(store: Store, makes: list[str]) -> Iterator[int]:
    for n, thing in enumerate(makes, 1):
        firm = Supplier(0, f"Firm {n}", SupplierStatus.VERIFIED, country="TR", size=Size.SMALL)
        firm = store.suppliers.add(replace(firm, most_open_leads=10**6, most_daily_leads=10**6))
        store.suppliers.add_product(Product(0, firm.id, thing))
        yield firm.id


def _nothing_due(books: Engine) -> bool:
    with books.connect() as connection:
        due = connection.execute(text(
            f"SELECT (SELECT count(*) FROM inbox WHERE {due_soon()})"
            " + (SELECT count(*) FROM outbox WHERE state IN ('waiting', 'sending'))"
        )).scalar()  # fmt: skip
    return due == 0
