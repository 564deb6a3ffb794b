"""The roof: builds the parts, hands each what it needs, starts and stops them. Only here everything meets."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from aiohttp import web

from bot import health
from bot.chores import ASK_AGAIN, chores, plan_all, plan_reading
from bot.courier.pace import Pacer
from bot.courier.sender import Courier
from bot.courier.wire import Wire, connect
from bot.domain.house import House
from bot.greeting import greet
from bot.language.texts import Texts
from bot.reception.duty import Duty
from bot.reception.intake import Intake
from bot.reception.poller import Poller
from bot.reception.webhook import webhook
from bot.reception.workers import Worker
from bot.screens import notices
from bot.screens.message import Message
from bot.settings import Settings
from bot.store.database import Database
from bot.store.duties import RECEPTION
from bot.store.news import DUTY, INBOX, OUTBOX
from bot.store.notices import unpack
from bot.web.metrics import Metrics
from bot.web.server import Parts, serve
from handlers import Answers

if TYPE_CHECKING:
    from bot.actions.finding import Finder
    from bot.search.encoders import Wish

log = logging.getLogger(__name__)

# Seconds in which those who have been waiting are answered, before loading the model takes the processor.
ANSWER_FIRST = 0.3


def utc() -> datetime:
    """Now, aware."""
    return datetime.now(UTC)


def open_database(settings: Settings) -> Database:
    """The database, in its newest form."""
    house = House(
        settings.seats,
        settings.quote_days,
        second_opinion=bool(settings.opinion_url),
        paid_broadcast=settings.paid_broadcast,
    )
    database = Database(settings.database_url, admins=settings.admin_ids, house=house)
    database.prepare()
    return database


def open_wire(settings: Settings) -> Wire:
    """The line to Telegram, or to the server that API_URL names."""
    token, proxy = settings.bot_token.get_secret_value(), settings.proxy_url or None
    if not settings.api_url:
        return connect(token, proxy=proxy)
    base = settings.api_url.rstrip("/")
    return connect(token, base_url=f"{base}/bot", base_file_url=f"{base}/file/bot", proxy=proxy)


class Shoal:
    """A running bot. `run` serves until `stop` is called; `ready` is set once it answers.

    beside_others: other processes on this machine listen on the same port.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        finder: Finder | None = None,
        clock: Callable[[], datetime] = utc,
        beside_others: bool = False,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._beside_others = beside_others
        self._stopping = asyncio.Event()
        self.ready = asyncio.Event()
        self._given_finder = finder
        self._findable: Future[Finder] = Future()  # until the suppliers can be found, chores that search wait
        self.username = ""
        self._wake: Callable[[], None] = lambda: None
        self.address: tuple[str, int] | None = None  # where the web side listens

    def stop(self) -> None:
        """Finish what is in hand and end `run`."""
        self._stopping.set()

    def wake(self) -> None:
        """Look at what is due now, as after a change of the clock."""
        self._wake()

    async def run(self) -> None:
        """Open everything, serve, close everything."""
        wire = open_wire(self._settings)
        database = await asyncio.to_thread(open_database, self._settings)
        writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        await wire.open()
        try:
            self.username = await self._who_am_i(wire)
            await self._serve(wire, database, writer)
        finally:
            await wire.close()
            writer.shutdown()
            database.close()

    async def _who_am_i(self, wire: Wire) -> str:
        """The bot's username; asked until Telegram answers, since links need it."""
        wait = 0.5
        while True:
            try:
                return (await wire.me()).username or ""
            except Exception as error:
                if "token" in str(error).lower() or "unauthorized" in str(error).lower():
                    raise SystemExit("Telegram does not know this BOT_TOKEN.") from None
                log.warning("Telegram cannot be reached yet: %s", type(error).__name__)
            await asyncio.sleep(wait)
            wait = min(30.0, wait * 2)

    async def _serve(self, wire: Wire, database: Database, writer: ThreadPoolExecutor) -> None:
        begin = partial(plan_all, database, self._clock(), rates=bool(self._settings.rates_url))
        await asyncio.get_running_loop().run_in_executor(writer, begin)
        texts = Texts()
        answers = Answers(texts, bot=self.username)
        render = partial(_render, texts=texts, bot=self.username, clock=self._clock)
        settings = self._settings
        pacer = Pacer(settings.messages_per_second, broadcast=settings.broadcast, paid=settings.paid)
        metrics = Metrics(partial(health.gauges, database, self._clock))
        courier = Courier(
            database,
            wire,
            render,
            writer=writer,
            pacer=pacer,
            clock=self._clock,
            seen=partial(health.count_fate, metrics),
        )
        work = chores(answers, self._findable, wire, settings, asyncio.get_running_loop())
        worker = Worker(
            database,
            answers.update,
            work,
            writer=writer,
            committed=courier.wake,
            sorry=answers.sorry,
            clock=self._clock,
            watch=metrics,
        )

        def stored() -> None:
            worker.wake()
            courier.wake()

        self._wake = stored
        intake = Intake(database, writer=writer, stored=stored, clock=self._clock, seen=metrics.taken_in)
        duty = Duty(database, RECEPTION, writer=writer, clock=self._clock)
        asks = not self._settings.webhook_url
        poller = Poller(wire.updates, wire.forget_webhook, intake.receive, turn=duty.held) if asks else None
        web_side = await self._web(
            ready=lambda: self._parts(database, poller),
            metrics=metrics.page,
            routes=[] if asks else [webhook(self._settings.webhook_secret.get_secret_value(), intake.receive)],
        )

        def heard(news: str) -> None:
            for wake in {INBOX: (worker.wake,), OUTBOX: (courier.wake,), DUTY: (duty.wake, courier.wake)}[news]:
                wake()

        parts: list[Worker | Duty | Poller] = [worker, duty] if poller is None else [worker, duty, poller]
        tasks = [asyncio.create_task(part.run()) for part in (courier, *parts)]
        beside = [self._learn(database, writer), self._greet(wire, texts, duty), database.listen(heard)]
        tasks += (on_the_side := [asyncio.create_task(part) for part in beside])
        self.ready.set()
        log.info("Shoal serves @%s", self.username)
        await self._until_stopped(tasks)
        for part in reversed(parts):
            part.stop()
        await asyncio.wait(tasks[1 : 1 + len(parts)], timeout=20)
        courier.stop()
        await asyncio.wait(tasks[:1], timeout=20)
        for task in on_the_side:
            task.cancel()
        await asyncio.wait(on_the_side)
        if web_side is not None:
            await web_side.cleanup()

    async def _web(self, **what: Any) -> web.AppRunner | None:
        """Listen. Without the webhook's port the bot cannot hear; without that of health it can do its work."""
        settings = self._settings
        try:
            runner = await serve(settings.listen_host, settings.listen_port, shared=self._beside_others, **what)
        except OSError as error:
            if settings.webhook_url:
                raise SystemExit(f"Nothing can listen at port {settings.listen_port}: {error.strerror}.") from None
            log.warning("port %s is taken: no /healthz, /readyz and /metrics", settings.listen_port)
            return None
        self.address = runner.addresses[0][:2]
        return runner

    def _parts(self, database: Database, poller: Poller | None) -> Parts:
        """What must be well for the bot to do its work. An index that still loads keeps nobody from answering."""
        parts = {
            "database": health.answers(database),
            "index": self._findable.done() and not self._findable.exception(),
        }
        return parts if poller is None else {**parts, "updates": poller.healthy}

    async def _until_stopped(self, tasks: list[asyncio.Task[None]]) -> None:
        """Wait; a part that dies takes the process with it, because half a bot is worse than none."""
        stopping = asyncio.create_task(self._stopping.wait())
        done, _ = await asyncio.wait([stopping, *tasks], return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        for task in done:
            if task is not stopping and task.exception() is not None:
                raise RuntimeError("a part of the bot stopped") from task.exception()

    async def _greet(self, wire: Wire, texts: Texts, duty: Duty) -> None:
        await greet(wire, texts, duty, self._settings)
        await self._stopping.wait()

    async def _learn(self, database: Database, writer: ThreadPoolExecutor) -> None:
        """Load what finds suppliers: the model and the index. It may take its time; answers do not wait for it."""

        def load() -> Finder:
            from bot.actions.finding import Finder  # what it needs takes a fifth of a second of the start

            finder = self._given_finder or Finder.wished(wish(self._settings), self._settings.search_index)
            finder.open(database)
            finder.read_some(database)  # a small catalogue is known whole from the first search on
            return finder

        await asyncio.sleep(ANSWER_FIRST)
        try:
            finder = await asyncio.to_thread(load)
        except BaseException as error:
            self._findable.set_exception(RuntimeError(f"the suppliers could not be loaded: {type(error).__name__}"))
            raise
        self._findable.set_result(finder)
        log.info("%s things can be found; %s of them are still to be read", len(finder), finder.unread)
        if finder.unread and database.alone:
            await asyncio.get_running_loop().run_in_executor(writer, _read_on, database, self._clock())
            self.wake()
        while not database.alone and not self._stopping.is_set():
            # A chore would be done by one process of several, and each has an index of its own to fill.
            answered = not finder.unread or await asyncio.to_thread(finder.read_some, database)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), 0.05 if finder.unread and answered else ASK_AGAIN.seconds)
        await self._stopping.wait()


def wish(settings: Settings) -> Wish:
    """Which models shall search."""
    from bot.search.encoders import Wish

    s, key = settings, settings.embeddings_key.get_secret_value()
    return Wish(s.embeddings, s.embeddings_model, s.embeddings_url, key, s.embeddings_dimensions, s.embeddings_seconds)


def _read_on(database: Database, now: datetime) -> None:
    with database.writing() as store:
        plan_reading(store, now=now)


def _render(
    payload: dict[str, Any], language: str | None, *, texts: Texts, bot: str, clock: Callable[[], datetime]
) -> Message:
    """A notice in its reader's words, at the moment when it leaves."""
    return notices.show(texts.words(language), unpack(payload), now=clock(), bot=bot)
