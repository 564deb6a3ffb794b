"""How fast a bot may send: windows per second for all chats and for one chat, per minute for a group."""

from __future__ import annotations

import math
from collections import deque

from bot.simulator.clock import Clock
from bot.simulator.errors import ApiError

MOST_KEYS = 200_000


class _Window:
    """At most `most` events in any `period` seconds, for each key apart."""

    def __init__(self, most: int, period: float) -> None:
        self.most = most
        self.period = period
        self._times: dict[int, deque[float]] = {}

    def wait(self, key: int, now: float, count: int) -> float:
        """Seconds until `count` more fit; 0 when they fit now."""
        times = self._times.get(key)
        if times is None:
            return 0.0
        while times and times[0] <= now - self.period:
            times.popleft()
        over = len(times) + min(count, self.most) - self.most
        return 0.0 if over <= 0 else times[over - 1] + self.period - now

    def note(self, key: int, now: float, count: int) -> None:
        if len(self._times) > MOST_KEYS:
            self._times = {k: t for k, t in self._times.items() if t and t[-1] > now - self.period}
        self._times.setdefault(key, deque()).extend([now] * count)


class Limits:
    """The limiter, off until asked for. Telegram's published figures are 30, 1 and 20."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._all: _Window | None = None
        self._chat: _Window | None = None
        self._group: _Window | None = None
        self.refused = 0

    def switch(self, *, everything: int = 0, chat: int = 0, group: int = 0) -> None:
        """Sends per second in all, per second in one chat, per minute in one group; 0 switches that limit off."""
        self._all = _Window(everything, 1.0) if everything else None
        self._chat = _Window(chat, 1.0) if chat else None
        self._group = _Window(group, 60.0) if group else None

    def spend(self, bot_id: int, chat_id: int, count: int = 1) -> None:
        """Count sends; refuses with 429 and retry_after (whole seconds, at least 1) when there are too many."""
        if self._all is None and self._chat is None and self._group is None:
            return
        now = self._clock.now()
        windows = [(self._all, bot_id), (self._chat, chat_id), (self._group if chat_id < 0 else None, chat_id)]
        used = [(window, key) for window, key in windows if window is not None]
        wait = max((window.wait(key, now, count) for window, key in used), default=0.0)
        if wait > 0:
            self.refused += 1
            seconds = max(1, math.ceil(wait))
            raise ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        for window, key in used:
            window.note(key, now, count)
