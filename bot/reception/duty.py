"""A duty that this process holds or stands by for: asking Telegram for updates, or telling it where to bring them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from datetime import UTC, datetime

from bot.store.database import Database
from bot.store.duties import RENEW_AFTER
from bot.store.store import Store

_log = logging.getLogger(__name__)
_STAND_BY = 1.0  # seconds between two looks whether it is free


def _utc() -> datetime:
    return datetime.now(UTC)


class Duty:
    """Runs as one task of the event loop; of all processes one holds it. writer: this process's writing thread."""

    def __init__(
        self, database: Database, name: str, *, writer: Executor, clock: Callable[[], datetime] = _utc
    ) -> None:
        self._database = database
        self._name = name
        self._writer = writer
        self._clock = clock
        self._awake = asyncio.Event()
        self._stopping = False
        self._held = asyncio.Event()

    @property
    def is_held(self) -> bool:
        """Is it ours?"""
        return self._held.is_set()

    async def held(self) -> None:
        """Wait until it is ours."""
        await self._held.wait()

    def wake(self) -> None:
        """It may have become free. Call it from the event loop."""
        self._awake.set()

    def stop(self) -> None:
        """Hand it back and end `run`."""
        self._stopping = True
        self._awake.set()

    async def run(self) -> None:
        """Take it where it is free and renew it in time, until stopped."""
        while not self._stopping:
            self._awake.clear()
            try:
                ours = await self._ask(self._keep)
            except Exception as error:
                _log.error("the duty %s could not be looked at: %s", self._name, type(error).__name__)
                ours = False
            if ours:
                self._held.set()
            else:
                self._held.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEW_AFTER if ours else _STAND_BY):
                    await self._awake.wait()
        self._held.clear()
        await self._ask(self._hand_back)

    def _keep(self, store: Store) -> bool:
        return store.duties.keep(self._name, owner=self._database.name, now=self._clock()) is not None

    def _hand_back(self, store: Store) -> bool:
        store.duties.hand_back(self._name, owner=self._database.name, now=self._clock())
        return True

    async def _ask(self, what: Callable[[Store], bool]) -> bool:
        def transact() -> bool:
            with self._database.writing() as store:
                return what(store)

        return await asyncio.get_running_loop().run_in_executor(self._writer, transact)
