from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import ClientSession, web

from bot.reception.intake import CrowdedError, arrival_of
from bot.reception.webhook import webhook

SECRET = "Right-Secret_1"
HEADER = {"X-Telegram-Bot-Api-Secret-Token": SECRET}
UPDATE = {"update_id": 1, "message": {"from": {"id": 7}, "text": "x"}}


class Door:
    """The route behind a real port; what was stored."""

    def __init__(self) -> None:
        self.stored: list[dict[str, Any]] = []
        self.crowded = False
        self.url = ""

    async def store(self, updates: list[dict[str, Any]]) -> None:
        for update in updates:
            arrival_of(update)
        if self.crowded:
            raise CrowdedError
        self.stored += updates

    def asked(self, ask: Callable[[ClientSession, str], Awaitable[None]], most_bytes: int = 2**20) -> None:
        async def go() -> None:
            app = web.Application()
            app.add_routes([webhook(SECRET, self.store, most_bytes=most_bytes)])
            runner = web.AppRunner(app)
            await runner.setup()
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            async with ClientSession() as session:
                await ask(session, f"http://127.0.0.1:{runner.addresses[0][1]}/telegram")
            await runner.cleanup()

        asyncio.run(go())

    def status(self, method: str = "POST", **request: Any) -> int:
        found = []

        async def ask(session: ClientSession, url: str) -> None:
            async with session.request(method, url, **request) as response:
                found.append(response.status)
                assert (await response.json())["ok"] is (response.status == 200)

        self.asked(ask)
        return found[0]


@pytest.fixture
def door() -> Door:
    return Door()


def test_an_update_with_the_secret_is_stored_and_then_confirmed(door: Door) -> None:
    assert door.status(json=UPDATE, headers=HEADER) == 200
    assert door.stored == [UPDATE]


@pytest.mark.parametrize(
    ("status", "method", "request_"),
    [
        (401, "POST", {"json": UPDATE}),
        (403, "POST", {"json": UPDATE, "headers": {"X-Telegram-Bot-Api-Secret-Token": SECRET.lower()}}),
        (403, "POST", {"json": UPDATE, "headers": {"X-Telegram-Bot-Api-Secret-Token": ""}}),
        (405, "GET", {"headers": HEADER}),
        (405, "DELETE", {"headers": HEADER}),
        (413, "POST", {"data": b" " * (2**20 + 1), "headers": HEADER}),
        (400, "POST", {"data": b"{", "headers": HEADER}),
        (400, "POST", {"data": b"\xff\xfe", "headers": HEADER}),
        (400, "POST", {"data": b"[" * 200_000, "headers": HEADER}),
        (400, "POST", {"json": [UPDATE], "headers": HEADER}),
        (400, "POST", {"json": {"message": {}}, "headers": HEADER}),
        (400, "POST", {"json": {"update_id": "1"}, "headers": HEADER}),
        (400, "POST", {"json": {"update_id": True}, "headers": HEADER}),
        (400, "POST", {"json": {"update_id": 2**63}, "headers": HEADER}),
        (400, "POST", {"data": b'{"update_id": 1, "update_id": 2}', "headers": HEADER}),
        (400, "POST", {"data": b'{"update_id": 1, "x": NaN}', "headers": HEADER}),
    ],
)
def test_anything_else_is_refused_without_a_trace(
    door: Door, status: int, method: str, request_: dict[str, Any]
) -> None:
    assert door.status(method, **request_) == status
    assert door.stored == []


def test_a_body_without_a_length_is_measured_while_it_comes(door: Door) -> None:
    async def ask(session: ClientSession, url: str) -> None:
        async def endless() -> Any:
            for _ in range(40):
                yield b" " * 100

        async with session.post(url, data=endless(), headers=HEADER) as response:
            assert response.status == 413

    door.asked(ask, most_bytes=1000)


def test_when_too_many_wait_telegram_is_asked_to_come_back(door: Door) -> None:
    door.crowded = True

    async def ask(session: ClientSession, url: str) -> None:
        async with session.post(url, data=json.dumps(UPDATE), headers=HEADER) as response:
            assert response.status == 503
            assert int(response.headers["Retry-After"]) > 0

    door.asked(ask)


def test_there_is_no_webhook_without_a_secret(door: Door) -> None:
    with pytest.raises(ValueError):
        webhook("", door.store)
