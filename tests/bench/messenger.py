"""The least that a messenger can be: it hands out updates, says yes to every call, and notes who was answered when.

Lighter than the simulator, so that more of the machine is left for the bots; all of them are measured over it.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from tests.bench.child import TOKEN

_BOT = {"id": 100, "is_bot": True, "first_name": "Bench", "username": "bench_bot"}
_SAYS = ("sendmessage", "editmessagetext")
_POLL = 20.0  # seconds
_CARD = 1  # the id under which everybody's card stands


class Messenger:
    """allowed: messages a second, with a burst of one second's worth; one more is answered with 429. None: any."""

    def __init__(self, allowed: float | None = None) -> None:
        self.url = ""
        self.refused = 0
        self.said = 0  # messages sent and edited
        self.buttons: dict[int, list[str]] = {}  # what the buttons say that a chat was sent last
        self.polled = asyncio.Event()
        self._allowed = allowed
        self._tokens, self._filled = allowed or 0.0, time.perf_counter()
        self._updates: list[dict[str, Any]] = []
        self._given = 0
        self._new = asyncio.Event()
        self._waiting: dict[int, asyncio.Future[float]] = {}
        self._messages = 1000

    async def tap(self, person: int, data: str) -> float:
        """Tap the card's button; seconds until the bot says something in this chat."""
        message = {"message_id": _CARD, "date": int(time.time()), "chat": _chat(person), "text": "A card"}
        return await self._does(
            person,
            callback_query={"id": str(len(self._updates)), "chat_instance": "1", "data": data, "message": message},
        )

    async def types(self, person: int, text: str) -> float:
        """Say something; seconds until the bot says something in this chat."""
        self._messages += 1
        message = {"message_id": self._messages, "date": int(time.time()), "chat": _chat(person), "text": text}
        return await self._does(person, message=message)

    async def _does(self, person: int, **what: dict[str, Any]) -> float:
        answered: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting[person] = answered
        for content in what.values():
            user = {"id": person, "is_bot": False, "first_name": f"Buyer {person}", "language_code": "en"}
            content["from"] = user
        began = time.perf_counter()
        self._updates.append({"update_id": len(self._updates) + 1, **what})
        self._new.set()
        return await asyncio.wait_for(answered, 60) - began

    async def answer(self, request: web.BaseRequest) -> web.Response:
        """One call of the Bot API."""
        method = request.path.rpartition("/")[2].lower()
        given = {**request.query, **await request.post()}
        if method == "getupdates":
            return _ok(await self._poll(int(str(given.get("offset") or 0))))
        if method == "getme":
            return _ok(_BOT)
        return self._says(given) if method in _SAYS else _ok(True)

    async def _poll(self, offset: int) -> list[dict[str, Any]]:
        self.polled.set()
        self._given = max(self._given, offset - 1)
        if self._given >= len(self._updates):
            self._new.clear()
            try:
                async with asyncio.timeout(_POLL):
                    await self._new.wait()
            except TimeoutError:
                return []
        return self._updates[self._given : self._given + 100]

    def _says(self, given: dict[str, Any]) -> web.Response:
        if not self._may_say():
            self.refused += 1
            body = {"ok": False, "error_code": 429, "description": "Too Many", "parameters": {"retry_after": 1}}
            return web.json_response(body, status=429)
        now, person = time.perf_counter(), int(given["chat_id"])
        self.said += 1
        rows = json.loads(given.get("reply_markup") or "{}").get("inline_keyboard", [])
        self.buttons[person] = [button.get("callback_data", "") for row in rows for button in row]
        waiting = self._waiting.pop(person, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(now)
        self._messages += 1
        said = {"message_id": self._messages, "date": int(time.time()), "chat": _chat(person), "text": given["text"]}
        return _ok({**said, "from": _BOT, "reply_markup": {"inline_keyboard": rows}})

    def _may_say(self) -> bool:
        if self._allowed is None:
            return True
        now = time.perf_counter()
        self._tokens = min(self._allowed, self._tokens + (now - self._filled) * self._allowed)
        self._filled = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


@asynccontextmanager
async def open_messenger(allowed: float | None = None) -> AsyncIterator[Messenger]:
    """A messenger that listens on a port of its own."""
    messenger = Messenger(allowed)
    runner = web.ServerRunner(web.Server(messenger.answer))
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, shutdown_timeout=0.1)
    await site.start()
    messenger.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield messenger
    finally:
        await runner.cleanup()


def api(messenger: Messenger) -> str:
    """Where its Bot API is, with the token."""
    return f"{messenger.url}/bot{TOKEN}"


def _chat(person: int) -> dict[str, Any]:
    return {"id": person, "type": "private", "first_name": f"Buyer {person}"}


def _ok(result: Any) -> web.Response:
    return web.Response(body=json.dumps({"ok": True, "result": result}), content_type="application/json")
