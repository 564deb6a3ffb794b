"""A bot that says back what it hears, built of reception and courier alone: `python echo.py <simulator> <database>`."""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

from bot.courier.pace import Pacer, Rate
from bot.courier.sender import Courier
from bot.courier.wire import connect
from bot.reception.intake import Intake
from bot.reception.poller import Poller
from bot.reception.workers import Worker
from bot.screens.message import Button, Message, pack
from bot.store.database import Database
from bot.store.outbox import REPLY
from bot.store.store import Store

TOKEN = "123456:" + "A" * 35


def answer(store: Store, update: dict[str, Any], now: datetime) -> None:
    content = update.get("message") or update["callback_query"]
    chat = content["from"]["id"]
    person = store.people.met(chat, name="A", username=None, client_language=None, now=now)
    text = content.get("text") or content["data"]
    if "callback_query" in update:
        store.outbox.answer_tap(content["id"], chat=chat, due=now, text="Heard")
    message = Message(text, ((Button("Again", f"again {text}"),),))
    store.outbox.post(person=person.id, kind="say", payload=pack(message), priority=REPLY, now=now)


async def live(simulator: str, database: Database, stop: asyncio.Event) -> None:
    """Take what earlier lives left, and work until told to stop."""
    with database.writing() as store:
        store.inbox.release_all()
        store.duties.void_all(now=datetime.now().astimezone())
    writer = ThreadPoolExecutor(1)
    wire = connect(TOKEN, base_url=f"{simulator}/bot")
    await wire.open()
    pacer = Pacer(10_000, private=Rate(0.001, 100))
    courier = Courier(database, wire, lambda payload, language: Message(""), writer=writer, pacer=pacer)
    worker = Worker(database, answer, {}, writer=writer, committed=courier.wake, sorry=lambda *_: None)

    def stored() -> None:
        worker.wake()
        courier.wake()

    poller = Poller(wire.updates, wire.forget_webhook, Intake(database, writer=writer, stored=stored).receive)
    running = [asyncio.create_task(part.run()) for part in (poller, worker, courier)]
    await stop.wait()
    for part, task in zip((poller, worker, courier), running, strict=True):
        part.stop()
        await task
    await wire.close()
    writer.shutdown()


if __name__ == "__main__":
    house = Database(f"sqlite:///{sys.argv[2]}")
    house.prepare()
    asyncio.run(live(sys.argv[1], house, asyncio.Event()))
