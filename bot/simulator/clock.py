"""Time that can be pushed forward: real seconds plus an offset."""

from __future__ import annotations

import asyncio
import time


class Clock:
    """The one clock of a world. Everything that expires, retries or is limited reads it."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._moved: asyncio.Event | None = None

    def now(self) -> float:
        """Seconds since 1970, advanced by whatever was asked for."""
        return time.time() + self._offset

    def advance(self, seconds: float) -> None:
        """Let `seconds` (not negative) pass at once; whoever sleeps on this clock notices."""
        if seconds < 0:
            raise ValueError("time does not run backwards")
        self._offset += seconds
        if self._moved is not None:
            self._moved.set()
            self._moved = None

    async def sleep(self, seconds: float) -> None:
        """Wait until `seconds` have passed on this clock, really or by `advance`."""
        until = self.now() + seconds
        while (left := until - self.now()) > 0:
            if self._moved is None:
                self._moved = asyncio.Event()
            try:
                await asyncio.wait_for(self._moved.wait(), left)
            except TimeoutError:
                return
