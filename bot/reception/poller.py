"""Asking Telegram for updates, over and over (long polling). The next question confirms the last: store, then ask."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Protocol, TypeVar

from telegram.error import Conflict, RetryAfter

from bot.courier.fate import seconds_asked
from bot.reception.intake import ALLOWED_UPDATES

_log = logging.getLogger(__name__)
_T = TypeVar("_T")
_SECONDS_BETWEEN_COMPLAINTS = 60.0
# Telegram numbers updates anew after a week of silence; an old offset would then hide them.
_FORGET_OFFSET_AFTER = 86_400.0


async def _ours() -> None:
    """It is always our turn: there is nobody else."""


class Fetch(Protocol):
    """Raw updates from an offset on, waiting up to `seconds` for the first. Errors are telegram.error's."""

    async def __call__(self, offset: int, *, allowed: Iterable[str], seconds: int) -> list[dict[str, Any]]:
        """Ask once."""


class Poller:
    """Runs as one task of the event loop; only one may ask for a bot's updates at a time.

    fetch: asks. clear: takes down a webhook, which would forbid asking. store: stores, and returns only then. turn:
    awaited ahead of each question, returns when it is ours to ask.
    """

    def __init__(
        self,
        fetch: Fetch,
        clear: Callable[[], Awaitable[None]],
        store: Callable[[list[dict[str, Any]]], Awaitable[None]],
        *,
        turn: Callable[[], Awaitable[None]] = _ours,
        seconds: int = 50,
        shortest: float = 0.5,
        longest: float = 30.0,
        tick: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._fetch = fetch
        self._clear = clear
        self._store = store
        self._turn = turn
        self._stands_by = True
        self._seconds = seconds
        self._shortest = shortest
        self._longest = longest
        self._tick = tick
        self._jitter = jitter
        self._stop = asyncio.Event()
        self._offset = 0
        self._last_news = tick()
        self._cleared = False
        self._failures = 0
        self._complained: tuple[str, float] | None = None

    @property
    def healthy(self) -> bool:
        """Did the last question get an answer that could be stored, or is it another's turn to ask?"""
        return self._failures == 0 and (self._cleared or self._stands_by)

    def stop(self) -> None:
        """End `run`; a batch in hand is stored first."""
        self._stop.set()

    async def run(self) -> None:
        """Ask until stopped, through every failure."""
        while not self._stop.is_set():
            try:
                await self._ask()
            except Exception as error:
                self._failures += 1
                await self._back_off(error)
            else:
                self._failures = 0

    async def _ask(self) -> None:
        self._stands_by = True
        await self._unless_stopped(self._turn())
        if self._stop.is_set():
            return
        self._stands_by = False
        if not self._cleared:
            await self._unless_stopped(self._clear())
            self._cleared = True
        if self._tick() - self._last_news > _FORGET_OFFSET_AFTER:
            self._offset = 0
        seconds = 0 if self._failures else self._seconds  # after trouble it shall be known at once that it is over
        found = await self._unless_stopped(self._fetch(self._offset, allowed=ALLOWED_UPDATES, seconds=seconds))
        if found:
            await self._store(found)
            self._offset = found[-1]["update_id"] + 1
            self._last_news = self._tick()

    async def _unless_stopped(self, asking: Awaitable[_T]) -> _T | None:
        """The answer, or None when told to stop meanwhile: what was not stored will be given again."""
        question = asyncio.ensure_future(asking)
        stopping = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({question, stopping}, return_when=asyncio.FIRST_COMPLETED)
            return question.result() if question.done() else None
        finally:
            question.cancel()
            stopping.cancel()

    async def _back_off(self, error: Exception) -> None:
        """Say what is wrong, once a minute, and wait: longer each time, or as long as Telegram says."""
        wait = min(self._longest, self._shortest * 2.0 ** min(self._failures - 1, 10)) * (0.5 + self._jitter() / 2)
        if isinstance(error, RetryAfter):
            wait = max(wait, seconds_asked(error))
        self._complain("another process polls with this token" if isinstance(error, Conflict) else type(error).__name__)
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._stop.wait()

    def _complain(self, what: str) -> None:
        now = self._tick()
        if self._complained and self._complained[0] == what and now - self._complained[1] < _SECONDS_BETWEEN_COMPLAINTS:
            return
        self._complained = (what, now)
        _log.warning("no updates: %s", what)
