"""The house's own work: which chore does what, by the kind of its rows."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.actions import announcing, courtesy, exchange, looking, opinion, seating, signboard, sweeping, wanted
from bot.courier.wire import Wire
from bot.language.second_opinion import Endpoint
from bot.reception.workers import Chore
from bot.settings import Settings
from bot.store.database import Database
from bot.store.store import Store
from handlers import Answers

if TYPE_CHECKING:
    from bot.actions.finding import Finder

# When a model that did not answer is asked again.
ASK_AGAIN = timedelta(minutes=1)
# Those who have been waiting since before the start come before sweeping.
ANSWER_FIRST = timedelta(minutes=1)
# What was sent while nobody listened comes at once; the rest of an album may be among it.
REST_OF_AN_ALBUM = timedelta(seconds=3)
MOST_LIST = 10 * 2**20  # bytes of a list of suppliers


def chores(
    answers: Answers,
    findable: Future[Finder],
    wire: Wire,
    settings: Settings,
    loop: asyncio.AbstractEventLoop,
) -> dict[str, Chore]:
    """The house's own work, by the kind of its rows. What searches waits for the index: an empty one finds nobody."""
    rates_url, endpoint = settings.rates_url, _endpoint(settings)
    carry_on = partial(announcing.carry_on, per_second=settings.paid or settings.broadcast)

    def refresh(database: Database, payload: dict[str, Any], _: datetime) -> None:
        findable.result().refresh(database, payload["supplier"])

    def tell_others(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
        store.suppliers.mark_changed(payload["supplier"], at=now)
        wanted.plan(store, now=now)

    def begin(database: Database, _payload: dict[str, Any], _: datetime) -> bool:
        finder = findable.result()
        finder.open(database)
        return finder.read_some(database)

    def read(database: Database, _payload: dict[str, Any], _: datetime) -> bool:
        return findable.result().read_some(database)

    def read_on(store: Store, _payload: dict[str, Any], answered: bool, now: datetime) -> None:
        if findable.result().unread:
            plan_reading(store, now=now if answered else now + ASK_AGAIN)
        else:
            store.suppliers.mark_changed(0, at=now)  # other processes shall take over what was read

    def tell_who_waits(store: Store, payload: dict[str, Any], answered: bool, now: datetime) -> None:
        """The firms of a list can be found now: see whether somebody waits for one."""
        store.suppliers.mark_changed(0, at=now)
        read_on(store, payload, answered, now)
        wanted.plan(store, now=now)

    def finding(prepare: Callable[..., Any]) -> Callable[[Database, dict[str, Any], datetime], Any]:
        def search(database: Database, payload: dict[str, Any], now: datetime) -> Any:
            finder = findable.result()
            finder.catch_up(database)
            return prepare(database, payload, now, finder=finder)

        return search

    def show_opinion(store: Store, payload: dict[str, Any], believed: dict[str, Any], now: datetime) -> None:
        buyer = opinion.record(store, payload, believed, now)
        if buyer is not None:
            answers.go_on(store, {"person": buyer}, None, now)

    return {
        "go_on": Chore(answers.go_on),
        "opinion": Chore(show_opinion, partial(opinion.prepare, endpoint=endpoint)),
        "seat": Chore(seating.seat, finding(seating.search)),
        "lapse": Chore(seating.lapse),
        "seat_ends": Chore(seating.remind),
        "expire": Chore(seating.expire),
        "reasons": Chore(courtesy.remind),
        "reasons_end": Chore(courtesy.end),
        "learn": Chore(tell_others, refresh),
        "import": _import_chore(wire, loop),
        "index": Chore(tell_who_waits, begin),
        "read": Chore(read_on, read),
        "look": Chore(looking.record, finding(looking.prepare)),
        "inline": Chore(answers.inline, finding(looking.prepare_inline)),
        "wanted": Chore(wanted.begin),
        "fit_wanted": Chore(wanted.record, finding(wanted.prepare)),
        "rates": Chore(partial(exchange.record, url=rates_url), partial(exchange.prepare, url=rates_url)),
        "announce": Chore(carry_on, sorry=announcing.try_again),
        "sweep": Chore(sweeping.sweep),
        "signboard": Chore(signboard.look),
        "orders": Chore(signboard.look_at_orders),
    }


def _import_chore(wire: Wire, loop: asyncio.AbstractEventLoop) -> Chore:
    """Reading lists of suppliers; what reads them is imported when the first list comes, for a quicker start."""

    def download(file: str) -> bytes:
        return asyncio.run_coroutine_threadsafe(wire.download(file, MOST_LIST), loop).result(timeout=120)

    def prepare(database: Database, payload: dict[str, Any], now: datetime) -> Any:
        from bot.actions import importing

        return importing.prepare(database, payload, now, download=download)

    def record(store: Store, payload: dict[str, Any], prepared: Any, now: datetime) -> None:
        from bot.actions import importing

        importing.record(store, payload, prepared, now)

    def sorry(store: Store, payload: dict[str, Any], now: datetime) -> None:
        from bot.actions import importing

        importing.sorry(store, payload, now)

    return Chore(record, prepare, sorry=sorry)


def plan_reading(store: Store, *, now: datetime) -> None:
    """Titles that the models have not read are read bit by bit, so that nothing else waits for it."""
    store.inbox.add_chore("read", {}, lane="read", due=now, key="read")


def plan_all(database: Database, now: datetime, *, rates: bool) -> None:
    """At the start. Where nobody else can be at work, what a dead process held is free at once."""
    with database.writing() as store:
        if database.alone:
            store.inbox.release_all()
            store.duties.void_all(now=now)
        store.inbox.postpone("go_on", until=now + REST_OF_AN_ALBUM)
        sweeping.plan(store, due=now + ANSWER_FIRST)
        announcing.go_on_after_a_start(store, now=now)
        if rates:
            exchange.plan(store, due=now)


def _endpoint(settings: Settings) -> Endpoint:
    key = settings.opinion_key.get_secret_value()
    return Endpoint(settings.opinion_url, key, settings.opinion_model, settings.opinion_seconds)
