"""The place where conversations are tried: the whole bot over HTTP against the local messenger, with a real database.

People are phones. What they read and tap is what a person would; helpers only save typing. The database is SQLite, or
PostgreSQL where the environment says SHOAL_TEST_DATABASE=postgresql.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import aiohttp
from sqlalchemy import text

from bot.actions.finding import Finder
from bot.app import Shoal
from bot.domain.goods import Quantity
from bot.domain.lead import WAITING
from bot.domain.supplier import Product, Size, Supplier, SupplierStatus
from bot.screens.press import decode
from bot.screens.presses import buying, quoting, supplying
from bot.search.meaning import Encoder
from bot.settings import Settings
from bot.simulator.phone import JSON, Phone
from bot.simulator.server import Running, start
from bot.store.database import Database
from tests.store import postgresql

ADMIN = 7_200_000_001
LANGUAGES = {"en": "English", "zh-Hans": "简体中文", "ar": "العربية"}


class Person(Phone):
    """Somebody with a phone who may also tap a button by what it means, whatever language it is in."""

    place: Place

    def transcript(self) -> str:
        """The chat as it is read: isolates are not seen, a no-break space is a space."""
        return super().transcript().translate({**dict.fromkeys(range(0x2066, 0x206A)), 0xA0: " ", 0x200F: None})

    def sees(self, text: str, *, within: float = 20.0) -> JSON:
        """As a phone does, with patience: test machines are crowded."""
        return super().sees(text, within=within)

    def presses(self, kind: type[Any], **values: Any) -> str:
        """Tap the newest button that means this; gives the callback id."""
        found: list[tuple[int, str]] = []

        def look() -> bool:
            for message in reversed(self.messages()):
                rows = (message.get("reply_markup") or {}).get("inline_keyboard", [])
                for button in (b for row in rows for b in row if "callback_data" in b):
                    pressed = decode(button["callback_data"])
                    if isinstance(pressed, kind) and all(getattr(pressed, n) == v for n, v in values.items()):
                        found.append((message["message_id"], button["callback_data"]))
                        return True
            return False

        self.place.until(look, lambda: f"no button for {kind.__name__}\n{self.transcript()}")
        return self.taps_data(*found[0])

    def shows(self, kind: type[Any]) -> bool:
        """Is there a button that means this on the newest message with buttons?"""
        rows = next((m["reply_markup"]["inline_keyboard"] for m in reversed(self.messages()) if m["reply_markup"]), [])
        return any(isinstance(decode(b.get("callback_data", "")), kind) for row in rows for b in row)

    def quotes(self, offer: str) -> None:
        """Make a quote in one breath and send it."""
        self.presses(supplying.QuoteLead)
        self.place.settle()
        self.says(offer)
        self.presses(quoting.FinishQuote)
        self.presses(quoting.SendQuote)
        self.place.settle()

    def sends_inquiry(self, text: str) -> None:
        """Say a need, skip every question, send it."""
        self.says(text)
        self.place.settle()
        while not self.shows(buying.SendInquiry):
            self.presses(buying.SkipSlot)
            self.place.settle()
        self.presses(buying.SendInquiry)
        self.place.settle()


class Place:
    """A simulator and a bot, running in a thread of their own. Use as a context."""

    def __init__(self, folder: Path, encoder: Encoder | None, template: Path) -> None:
        self._folder = folder
        self._template = template
        self._closing = ExitStack()
        self._encoder = encoder
        self._opinion_url = ""
        self._ahead = timedelta()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._people = 0

    def __enter__(self) -> Place:
        self._url = self._fresh_database()
        self._thread.start()
        self.simulator: Running = self._do(start())
        self.database = Database(self._url, admins=frozenset({ADMIN}))
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        self._close()
        self.database.close()
        self._closing.close()
        self._do(self.simulator.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def web(self, path: str) -> tuple[int, str]:
        """What the bot's own web side answers."""
        host, port = self.shoal.address or ("", 0)

        async def ask() -> tuple[int, str]:
            async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{port}{path}") as answer:
                return answer.status, await answer.text()

        status, text = self._do(ask())
        return int(status), str(text)

    def web_becomes(self, path: str, status: int) -> str:
        """What it answers once it answers with this status."""
        for _ in range(100):
            found, text = self.web(path)
            if found == status:
                return text
            time.sleep(0.1)
        raise AssertionError(f"{path} stays at {found}: {text}")

    def _fresh_database(self) -> str:
        if os.environ.get("SHOAL_TEST_DATABASE") == "postgresql":
            return self._closing.enter_context(postgresql.fresh())
        file = self._folder / "shoal.db"
        shutil.copy(self._template, file)
        return f"sqlite:///{file}"

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def _open(self) -> None:
        settings = Settings(
            bot_token="100:test",  # pydantic makes a secret of it
            admin_ids=str(ADMIN),  # and a set of this
            database_url=self._url,
            api_url=self.simulator.url,
            messages_per_second=1000,
            listen_port=0,
            opinion_url=self._opinion_url,
            opinion_model="any",
            _env_file=None,
        )

        async def go() -> Shoal:
            shoal = Shoal(settings, finder=Finder(self._encoder), clock=self.now)
            self._running = asyncio.create_task(shoal.run())
            waiting = asyncio.create_task(shoal.ready.wait())
            await asyncio.wait([waiting, self._running], return_when=asyncio.FIRST_COMPLETED)
            if self._running.done():
                self._running.result()
            return shoal

        self.shoal = self._do(go())

    def _close(self) -> None:
        async def go() -> None:
            self.shoal.stop()
            await asyncio.wait_for(self._running, 30)

        self._do(go())

    def restarts(self, *, meanwhile: Callable[[], object] = lambda: None) -> None:
        """The bot stops and another process takes over the same database. meanwhile: what people do in between."""
        self._close()
        meanwhile()
        self._open()

    def hears_a_second_opinion(self, url: str) -> None:
        """From now on the bot asks this endpoint about what was not understood."""
        self._opinion_url = url
        self.restarts()

    def now(self) -> datetime:
        """The bot's clock."""
        return datetime.now(UTC) + self._ahead

    def passes(self, **time: float) -> None:
        """Time goes by for the bot (days=…, hours=…); what falls due happens."""
        self.passes_unheard(**time)
        self._loop.call_soon_threadsafe(self.shoal.wake)
        self.settle()

    def passes_unheard(self, **time: float) -> None:
        """Time goes by, and nobody is there to notice."""
        self._ahead += timedelta(**time)

    def repeats(self, update: int) -> None:
        """The messenger brings an update once more, under its old number."""
        self._desk("/duplicate", {"update_id": update})

    def silence(self) -> None:
        """Nobody answers until the next seat's time is over, whatever the day and the firms' working hours."""
        with self.database.reading() as store:
            inquiries = store.inquiries.open_ones(limit=50)
            waiting = [lead for i in inquiries for lead in store.inquiries.leads(i.id) if lead.status in WAITING]
        ends = min(lead.seat_until for lead in waiting)
        self.passes(seconds=(ends - self.now()).total_seconds() + 1)

    def until(self, true: Callable[[], bool], complaint: Callable[[], str], *, within: float = 20.0) -> None:
        """Wait for something to become true."""
        until = datetime.now(UTC) + timedelta(seconds=within)
        pause = threading.Event()
        while not true():
            if datetime.now(UTC) > until:
                raise AssertionError(complaint())
            pause.wait(0.02)

    def holds(self) -> None:
        """The messenger keeps back what people say and tap."""
        self._desk("/hold", {"hold": True})

    def releases(self, *, order: str = "") -> None:
        """The messenger hands over what it kept back, perhaps in another order."""
        self._desk("/release", {"order": order} if order else {})

    def brings(self, person: Person, content: dict[str, Any], *, kind: str = "message", **fields: Any) -> int:
        """The messenger brings an update from somebody that no phone here can send; gives its number."""
        world, sender = self.simulator.world, self.simulator.world.person(person.person_id)
        chat = world.private_chat(sender)
        chat.rev += 1
        chat.last_act, chat.started = chat.rev, True
        body = {"message_id": next(world.bot.message_ids), "date": int(world.clock.now()), "from": sender.user()}
        body |= {"chat": world.chat_json(chat), **content, **fields}
        return world.bot.inbox.put(kind, body, ("chat", person.person_id))

    def troubles(self, method: str, description: str, *, code: int = 400, times: int = 1) -> None:
        """The messenger refuses what the bot asks for, so many times."""
        fault = {"kind": "error", "method": method, "code": code, "description": description, "times": times}
        self._desk("/faults", fault)

    def forgets_what_it_said(self) -> None:
        """As after a copy of an older day was put back."""
        with self.database.writing() as store:
            store.session.execute(text("DELETE FROM outbox"))
            store.session.execute(text("DELETE FROM card"))

    def _desk(self, path: str, body: dict[str, Any]) -> Any:
        request = Request(f"{self.simulator.url}{path}", json.dumps(body).encode(), method="POST")
        with urlopen(request, timeout=10) as answer:
            return json.load(answer)

    def settle(self, *, within: float = 20.0) -> None:
        """Wait until everything that is due has been worked on and said."""

        def quiet() -> bool:
            if self.simulator.world.bot.inbox.pending():
                return False
            with self.database.reading() as store:
                return store.inbox.crowd(now=self.now(), most=1) == 0 and store.outbox.busy(now=self.now()) == 0

        self.until(
            lambda: quiet() and not threading.Event().wait(0.02) and quiet(),
            lambda: "it never came to rest",
            within=within,
        )

    def person(self, name: str, *, language: str = "en", start: bool = True, **details: Any) -> Person:
        """Somebody who has opened the bot and chosen a language."""
        person = Person.create(self.simulator.url, first_name=name, language_code=language.lower(), **details)
        person.place = self
        if start:
            person.starts()
            person.taps(LANGUAGES[language])
            self.settle()
        return person

    def buyer(self, *, language: str = "en", name: str = "Maya", **details: Any) -> Person:
        """A buyer who can be reached outside by a username."""
        self._people += 1
        return self.person(name, language=language, username=f"buyer_{self._people}", **details)

    def admin(self, *, language: str = "en") -> Person:
        """The admin."""
        return self.person("Noor", language=language, id=ADMIN)

    def firm(self, makes: str, *, name: str = "Alfa Çelik", **details: Any) -> tuple[Supplier, str]:
        """A firm on the list for which nobody speaks yet; gives it and its invite."""
        moq: Quantity | None = details.pop("moq", None)
        self._people += 1
        fields: dict[str, Any] = {"country": "TR", "city": "Bursa", "size": Size.SMALL, "ref": f"ref-{self._people}"}
        with self.database.writing() as store:
            firm = store.suppliers.add(Supplier(0, name, SupplierStatus.VERIFIED, **(fields | details)))
            for line in filter(None, makes.split("\n")):
                store.suppliers.add_product(Product(0, firm.id, line, moq=moq))
            return firm, store.suppliers.invite(firm.id)

    def supplier(self, *, makes: str, language: str = "en", firm: str = "Alfa Çelik", **details: Any) -> Person:
        """Somebody who has claimed a firm by its invite."""
        _, token = self.firm(makes, name=firm, **details)
        person = self.person(firm, language=language, start=False, username=f"agent_{self._people}")
        person.starts(f"i_{token}")
        person.taps(LANGUAGES[language])
        person.presses(supplying.ClaimFirm)
        self.settle()
        return person
