"""How fast messages may leave: a rate for the bot, one for each chat, and a pause that only ever grows longer.

Arithmetic only: every moment is a number of seconds on a clock that never runs backwards, passed in by the caller.
The rates follow Telegram's FAQ for bots: about 30 messages a second, one a second in a chat, 20 a minute in a group.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

_MANY = 4096


class Kind(Enum):
    """What a message is to the pacer. BROADCAST: one of many alike; PAID: one that Stars are spent on."""

    TALK = "talk"
    BROADCAST = "broadcast"
    PAID = "paid"


@dataclass(frozen=True)
class Rate:
    """One message each `every` seconds, and up to `burst` at once after a silence."""

    every: float
    burst: int

    @property
    def slack(self) -> float:
        """How far ahead of its schedule a sender may run, in seconds."""
        return self.every * (self.burst - 1)


PRIVATE = Rate(every=1.0, burst=6)
GROUP = Rate(every=4.0, burst=5)  # 20 in any one minute: 5 at once and 15 more


def overall(per_second: float) -> Rate:
    """The bot's own rate; the burst stays small, since Telegram counts each second for itself."""
    return Rate(every=1 / per_second, burst=max(2, int(per_second * 0.05)))


@dataclass
class _Bucket:
    """Everything that shares a rate, and the next scheduled moment."""

    rate: Rate
    next: float = 0.0

    def wait(self, now: float) -> float:
        return self.next - self.rate.slack - now

    def take(self, now: float) -> None:
        self.next = max(self.next, now) + self.rate.every


class Pacer:
    """Who may send when (generic cell rate algorithm: of each sender only the next scheduled moment is kept).

    per_second: of all messages that are free; broadcast: of them announcements, at most (0: as many as there is room
    for). paid: announcements in a second that Stars are spent on, beside all others; 0: there are none, and what would
    be paid for is sent like the rest.
    """

    def __init__(
        self,
        per_second: float = 28.0,
        *,
        broadcast: float = 0.0,
        paid: float = 0.0,
        private: Rate = PRIVATE,
        group: Rate = GROUP,
    ) -> None:
        everything = _Bucket(overall(per_second))
        free = (everything, _Bucket(overall(broadcast))) if broadcast else (everything,)
        self.pays = paid > 0
        self._buckets = {
            Kind.TALK: (everything,),
            Kind.BROADCAST: free,
            Kind.PAID: (_Bucket(overall(paid)),) if self.pays else free,
        }
        self._private = private
        self._group = group
        self._next: dict[int, float] = {}
        self._paused = 0.0
        self._chat_paused: dict[int, float] = {}

    def pause(self, seconds: float, *, now: float, chat: int | None = None) -> None:
        """Nothing leaves (in this chat, or at all) until then; an earlier end never replaces a later one."""
        if chat is None:
            self._paused = max(self._paused, now + seconds)
        else:
            self._chat_paused[chat] = max(self._chat_paused.get(chat, 0.0), now + seconds)

    def pause_left(self, chat: int, *, now: float) -> float:
        """Seconds of pause that are left for this chat."""
        return max(0.0, self._paused - now, self._chat_paused.get(chat, 0.0) - now)

    def wait(self, chat: int, *, now: float, kind: Kind = Kind.TALK) -> float:
        """Seconds until a message to this chat may leave; 0: now."""
        own = self._next.get(chat, now) - self._rate(chat).slack - now
        shared = (bucket.wait(now) for bucket in self._buckets[kind])
        return max(0.0, self.pause_left(chat, now=now), own, *shared)

    def take(self, chat: int, *, now: float, kind: Kind = Kind.TALK) -> bool:
        """Take the right to send one message to this chat now; False: not yet."""
        if self.wait(chat, now=now, kind=kind) > 0:
            return False
        for bucket in self._buckets[kind]:
            bucket.take(now)
        self._next[chat] = max(self._next.get(chat, now), now) + self._rate(chat).every
        if len(self._next) > _MANY:
            self._forget(now)
        return True

    def cooling(self, *, now: float) -> frozenset[int]:
        """Chats that must wait for a reason of their own."""
        self._forget(now)
        slow = (chat for chat, due in self._next.items() if due - self._rate(chat).slack > now)
        return frozenset(slow) | frozenset(self._chat_paused)

    def soonest(self, *, now: float) -> float | None:
        """Seconds until something that is held back now may leave; None: nothing is held back."""
        ends = [self._paused, *self._chat_paused.values()]
        ends += [bucket.wait(0.0) for buckets in self._buckets.values() for bucket in buckets]
        ends += [due - self._rate(chat).slack for chat, due in self._next.items()]
        later = [end - now for end in ends if end > now]
        return min(later) if later else None

    def _rate(self, chat: int) -> Rate:
        return self._group if chat < 0 else self._private

    def _forget(self, now: float) -> None:
        self._next = {chat: due for chat, due in self._next.items() if due > now}
        self._chat_paused = {chat: end for chat, end in self._chat_paused.items() if end > now}
