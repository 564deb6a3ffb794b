from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlmodel import select

from bot.reception.intake import CrowdedError, Intake, UnreadableError, arrival_of, lane_of
from bot.store.database import Database
from bot.store.tables.traffic import InboxRow, OutboxRow

from .conftest import Clock


def tap(update_id: int, callback: str = "cb", person: int = 7) -> dict[str, Any]:
    message = {"message_id": 1, "date": 0, "chat": {"id": -5}}
    return {"update_id": update_id, "callback_query": {"id": callback, "from": {"id": person}, "message": message}}


@pytest.mark.parametrize(
    ("update", "lane"),
    [
        ({"update_id": 1, "message": {"chat": {"id": 7}, "from": {"id": 7}}}, "person:7"),
        ({"update_id": 1, "message": {"chat": {"id": -5}, "from": {"id": 7}}}, "person:7"),
        (tap(1), "person:7"),
        ({"update_id": 1, "inline_query": {"id": "1", "from": {"id": 2**52}}}, f"person:{2**52}"),
        ({"update_id": 1, "my_chat_member": {"chat": {"id": 7}, "from": {"id": 7}}}, "person:7"),
        ({"update_id": 1, "channel_post": {"chat": {"id": -1009}}}, "chat:-1009"),
        ({"update_id": 1, "new_kind": {"x": 1}}, "chat:0"),
        ({"update_id": 1, "message": {"from": {"id": "7; drop"}, "chat": {"id": True}}}, "chat:0"),
        ({"update_id": 1}, "chat:0"),
    ],
)
def test_texts_and_taps_of_a_person_share_a_lane(update: dict[str, Any], lane: str) -> None:
    assert lane_of(update) == lane


def test_what_no_database_takes_is_cleaned_and_the_rest_is_kept() -> None:
    update = {"update_id": 1, "message": {"text": "Bolt\0M8 \ud83d 📦 á", "list": ["\0", 1.5, None, True]}}
    payload = arrival_of(update).payload
    assert payload == {"update_id": 1, "message": {"text": "BoltM8 \ufffd 📦 á", "list": ["", 1.5, None, True]}}


def intake(database: Database, writer: ThreadPoolExecutor, clock: Clock, **options: Any) -> Intake:
    return Intake(database, writer=writer, stored=lambda: None, clock=clock, **options)


def test_a_tap_gets_a_blank_answer_posted_once_for_a_moment_later(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    door = intake(database, writer, clock)
    asyncio.run(door.receive([tap(1), tap(1)]))
    asyncio.run(door.receive([tap(1)]))
    with database.reading() as store:
        (answer,) = store.session.exec(select(OutboxRow))
        assert answer.payload == {"callback": "cb", "text": "", "alert": False}
        assert 0.5 < (answer.due_at - clock()).total_seconds() < 1
        assert answer.chat == 7
        (row,) = store.session.exec(select(InboxRow))
        assert row.payload == tap(1)


def test_when_too_many_wait_no_more_are_taken_but_chores_of_the_future_do_not_count(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    door = intake(database, writer, clock, most_waiting=2)
    with database.writing() as store:
        for number in range(5):
            due = clock().replace(year=2030)
            store.inbox.add_chore("remind", {}, lane=f"inquiry:{number}", due=due)
    asyncio.run(door.receive([tap(1, "a"), tap(2, "b")]))
    with pytest.raises(CrowdedError):
        asyncio.run(door.receive([tap(3, "c")]))


def test_of_a_batch_with_nonsense_in_it_nothing_is_stored(
    database: Database, writer: ThreadPoolExecutor, clock: Clock
) -> None:
    with pytest.raises(UnreadableError):
        asyncio.run(intake(database, writer, clock).receive([tap(1), {"message": {}}]))
    with database.reading() as store:
        assert list(store.session.exec(select(InboxRow))) == []
