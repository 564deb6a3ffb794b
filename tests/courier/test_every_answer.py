"""Every way in which Telegram may answer a message: the courier over HTTP, against the simulator."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlmodel import select

from bot.courier.pace import Pacer
from bot.courier.sender import Courier
from bot.courier.wire import connect
from bot.screens.message import Message, pack
from bot.simulator.faults import Fault
from bot.simulator.server import start
from bot.store.database import Database
from bot.store.outbox import NOTICE, REPLY
from bot.store.tables.traffic import OutboxRow

from .conftest import Clock

TOKEN = "123456:" + "A" * 35
LEFT_ALONE = 12  # more rounds once an end is booked: every further try would be due by then

ANSWERS: dict[str, tuple[int, str, dict[str, Any], str, str, bool]] = {
    # answer: code, description, parameters; then the state it ends in, the reason noted, is the reader reachable
    "blocked": (403, "Forbidden: bot was blocked by the user", {}, "gone", "blocked", False),
    "deactivated": (403, "Forbidden: user is deactivated", {}, "gone", "deactivated", False),
    "never started": (
        403,
        "Forbidden: bot can't initiate conversation with a user",
        {},
        "gone",
        "never_started",
        False,
    ),
    "unknown chat": (400, "Bad Request: chat not found", {}, "gone", "never_started", False),
    "put out of a group": (403, "Forbidden: bot was kicked from the supergroup chat", {}, "gone", "put_out", False),
    "its topic is gone": (400, "Bad Request: message thread not found", {}, "failed", "topic", True),
    "too long after all": (400, "Bad Request: message is too long", {}, "failed", "too_long", True),
    "refused": (400, "Bad Request: BUTTON_DATA_INVALID", {}, "failed", "refused", True),
    "too fast": (429, "Too Many Requests: retry after 1", {"retry_after": 1}, "sent", "", True),
    "broken for a moment": (502, "Bad Gateway", {}, "sent", "", True),
    "markup that it cannot read": (
        400,
        'Bad Request: can\'t parse entities: unsupported start tag "x" at byte offset 0',
        {},
        "sent",
        "",
        True,
    ),
}


def row_after(
    database: Database, writer: ThreadPoolExecutor, clock: Clock, *faults: Fault, priority: int = REPLY
) -> tuple[OutboxRow, list[str], bool]:
    """What is booked for one message that met these faults, what its reader sees, and whether they count as reachable.

    The courier goes on for a while after that: what would be sent again, is.
    """

    async def go() -> tuple[OutboxRow, list[str], bool]:
        simulator = await start()
        wire = connect(TOKEN, base_url=f"{simulator.url}/bot", read_timeout=0.3)
        await wire.open()
        await wire.me()
        person = simulator.world.add_person(first_name="Ana", language_code="en")
        chat = simulator.world.private_chat(person)
        chat.started = True
        simulator.world.faults.armed.extend(faults)
        with database.writing() as store:
            met = store.people.met(chat.chat_id, name="Ana", username=None, client_language=None, now=clock())
            packed = pack(Message("<b>lead</b> 7"))
            store.outbox.post(person=met.id, kind="say", payload=packed, priority=priority, now=clock())
        courier = Courier(
            database, wire, lambda payload, language: Message(""), writer=writer, pacer=Pacer(1000), clock=clock
        )
        running = asyncio.create_task(courier.run())
        ended = 0
        while ended < LEFT_ALONE:
            await asyncio.sleep(0.02)
            clock.passes(2)
            courier.wake()
            with database.reading() as store:
                ended += store.outbox.busy(now=clock()) == 0
        courier.stop()
        await running
        await wire.close()
        seen = [str(m.body["text"]) for m in chat.messages.values() if m.by_bot]
        await simulator.stop()
        with database.reading() as store:
            row = store.session.exec(select(OutboxRow)).one()
            return row, seen, store.people.get(met.id).reachable

    return asyncio.run(asyncio.wait_for(go(), 60))


@pytest.mark.parametrize("answer", ANSWERS)
def test_each_answer_has_its_end(
    answer: str, database: Database, writer: ThreadPoolExecutor, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    code, description, parameters, state, reason, reachable = ANSWERS[answer]
    fault = Fault("error", "sendMessage", code=code, description=description, parameters=parameters)
    row, seen, still_reachable = row_after(database, writer, clock, fault)
    assert (row.state, row.reason or "", still_reachable) == (state, reason, reachable)
    assert seen == (["lead 7"] if state == "sent" else [])
    assert ("sent plain" in caplog.text) == (answer == "markup that it cannot read")


def test_a_lead_that_may_have_arrived_is_left_as_unknown_and_never_repeated(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    late = Fault("timeout_after", "sendMessage", seconds=2)
    row, seen, _ = row_after(database, writer, clock, late, priority=NOTICE)
    assert (row.state, row.reason, seen) == ("unknown", "no_answer", ["lead 7"])


def test_a_reply_that_may_have_arrived_is_said_once_more(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    row, seen, _ = row_after(database, writer, clock, Fault("timeout_after", "sendMessage", seconds=2))
    assert (row.state, seen) == ("sent", ["lead 7", "lead 7"])


def test_a_lead_that_never_left_is_tried_until_it_arrives(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    down = Fault("error", "sendMessage", code=500, description="Internal Server Error", times=4)
    row, seen, _ = row_after(database, writer, clock, down, priority=NOTICE)
    assert (row.state, row.tries, seen) == ("sent", 4, ["lead 7"])


def test_a_chat_that_has_moved_to_where_it_is_already_is_given_up(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    moved = Fault("error", "sendMessage", code=400, description="Bad Request: group chat was upgraded", times=2)
    moved.parameters = {"migrate_to_chat_id": -1009990001}
    row, seen, _ = row_after(database, writer, clock, moved)
    assert (row.state, row.chat, seen) == ("failed", -1009990001, [])
