"""Server-sent events: what happens on the phones, told to every open page without ever waiting for one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from bot.simulator.errors import JSON

_MOST_WAITING = 500
_HEARTBEAT = 15.0


@dataclass(eq=False)
class _Listener:
    person: int
    waiting: asyncio.Queue[str] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING))


class Events:
    """The listeners of one world. With none, telling costs nothing."""

    def __init__(self) -> None:
        self._listeners: set[_Listener] = set()

    def tell(self, person: int, kind: str, details: Callable[[], JSON] | None = None) -> None:
        """Tell listeners that `kind` happened on this person's phone; `details` is asked only if somebody listens."""
        wanting = [listener for listener in self._listeners if listener.person in (0, person)]
        if not wanting:
            return
        event = {"person": person, "kind": kind, **(details() if details else {})}
        line = f"data: {json.dumps(event, ensure_ascii=False)}\n\n"
        for listener in wanting:
            if listener.waiting.full():  # a page that does not read is told to look again, and nobody waits for it
                while not listener.waiting.empty():
                    listener.waiting.get_nowait()
                listener.waiting.put_nowait('data: {"person": 0, "kind": "lost"}\n\n')
            listener.waiting.put_nowait(line)

    async def stream(self, request: web.Request, person: int) -> web.StreamResponse:
        """Answer a page with events until it goes away; `person` 0 means everybody's."""
        response = web.StreamResponse(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        response.content_type = "text/event-stream"
        await response.prepare(request)
        listener = _Listener(person)
        self._listeners.add(listener)
        try:
            await response.write(b": open\n\n")
            while True:
                await response.write((await self._next(listener)).encode())
        except (ConnectionError, asyncio.CancelledError):
            return response
        finally:
            self._listeners.discard(listener)

    async def _next(self, listener: _Listener) -> str:
        try:
            return await asyncio.wait_for(listener.waiting.get(), _HEARTBEAT)
        except TimeoutError:
            return ": still here\n\n"
