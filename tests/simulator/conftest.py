"""A simulator on a port of its own for each test, served from a thread so that phones can be used plainly."""

from __future__ import annotations

import asyncio
import json
import threading
import urllib.request
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar
from urllib.error import HTTPError

import pytest
import telegram

from bot.simulator.phone import Phone
from bot.simulator.server import Running, start

TOKEN = "123456:abcDEF"
T = TypeVar("T")
PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c49444154789c63f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


class Stage:
    """The running simulator as tests use it."""

    def __init__(self, running: Running, loop: asyncio.AbstractEventLoop) -> None:
        self.url = running.url
        self.world = running.world
        self._loop = loop

    def call(self, method: str, token: str = TOKEN, **values: Any) -> Any:
        """A Bot API call by JSON; gives the whole answer, refusals too."""
        return self.ask("POST", f"/bot{token}/{method}", values)

    def result(self, method: str, **values: Any) -> Any:
        answer = self.call(method, **values)
        assert answer["ok"], answer
        return answer["result"]

    def refusal(self, method: str, **values: Any) -> str:
        answer = self.call(method, **values)
        assert not answer["ok"], answer
        return answer["description"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read())
        except HTTPError as refused:
            return json.loads(refused.read())

    def post(self, path: str, **body: Any) -> Any:
        return self.ask("POST", path, body)

    def phone(self, **person: Any) -> Phone:
        return Phone.create(self.url, **({"first_name": "Ana"} | person))

    def talker(self, **person: Any) -> Phone:
        """Somebody who has already pressed Start, with that update out of the way."""
        phone = self.phone(**person)
        update = phone.starts()["update_id"]
        self.call("getUpdates", offset=update + 1)
        return phone

    def updates(self, offset: int = 0) -> list[dict[str, Any]]:
        return self.result("getUpdates", offset=offset, timeout=2)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the simulator's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def with_bot(self, work: Any) -> Any:
        """Run `work(bot)` with a real python-telegram-bot Bot."""

        async def go() -> Any:
            bot = telegram.Bot(TOKEN, base_url=f"{self.url}/bot", base_file_url=f"{self.url}/file/bot")
            async with bot:
                return await work(bot)

        return asyncio.run(go())


@pytest.fixture
def stage() -> Iterator[Stage]:
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    running = asyncio.run_coroutine_threadsafe(start(), loop).result(10)
    yield Stage(running, loop)
    asyncio.run_coroutine_threadsafe(running.stop(), loop).result(10)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(5)
    loop.close()


@pytest.fixture
def pixel() -> bytes:
    return PIXEL
