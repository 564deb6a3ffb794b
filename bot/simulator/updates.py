"""One bot's updates: numbered, filtered, kept until confirmed or expired; may be held back, reordered, sent again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from bot.simulator.clock import Clock
from bot.simulator.errors import JSON

# Seconds after which an update that nobody fetched is gone.
LIFETIME = {"callback_query": 150.0, "inline_query": 30.0, "chosen_inline_result": 600.0}
DAY = 86_400.0
LEFT_OUT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
_REMEMBERED = 10_000


@dataclass(slots=True)
class Update:
    """One thing that happened. `lane` is the webhook queue it waits in, `expires` a time on the world's clock."""

    update_id: int
    kind: str
    payload: JSON
    lane: tuple[str, int]
    expires: float

    def body(self) -> JSON:
        """As a bot receives it."""
        return {"update_id": self.update_id, self.kind: self.payload}


class Inbox:
    """What waits for one bot. `on_arrival` is called with each update that may be delivered now."""

    def __init__(self, clock: Clock, on_arrival: Callable[[Update], None], first_id: int = 100_000_001) -> None:
        self._clock = clock
        self._on_arrival = on_arrival
        self._next_id = first_id
        self._recent: OrderedDict[int, Update] = OrderedDict()
        self._again: list[Update] = []
        self._held: list[Update] | None = None
        self.waiting: OrderedDict[int, Update] = OrderedDict()  # cheap to take from its front, however long
        self.allowed: frozenset[str] | None = None

    def put(self, kind: str, payload: JSON, lane: tuple[str, int]) -> int:
        """Take in something that happened; returns its update_id, or 0 if the bot does not want this kind."""
        if kind in LEFT_OUT_BY_DEFAULT if self.allowed is None else kind not in self.allowed:
            return 0
        update = Update(self._next_id, kind, payload, lane, self._clock.now() + LIFETIME.get(kind, DAY))
        self._next_id += 1
        if self._held is not None:
            self._held.append(update)
        else:
            self._offer(update)
        return update.update_id

    def _offer(self, update: Update) -> None:
        self.waiting[update.update_id] = update
        self._recent[update.update_id] = update
        if len(self._recent) > _REMEMBERED:
            self._recent.popitem(last=False)
        self._on_arrival(update)

    def allow(self, kinds: Iterable[str]) -> None:
        """Remember which kinds are wanted from now on; none named means the default."""
        self.allowed = frozenset(kinds) or None

    def confirm(self, offset: int) -> None:
        """Forget updates below `offset`; a negative one keeps only that many of the newest."""
        if offset < 0:
            for update_id in list(self.waiting)[:offset]:
                del self.waiting[update_id]
            return
        for update_id in [*_while_below(self.waiting, offset)]:
            del self.waiting[update_id]

    def batch(self, limit: int) -> list[JSON]:
        """Up to `limit` (1-100) updates, oldest first; they stay until confirmed. Expired ones go."""
        again, self._again = self._again[:limit], self._again[limit:]
        now = self._clock.now()
        for update in self._expired(now, limit):
            del self.waiting[update.update_id]
        fresh = islice(self.waiting.values(), limit - len(again))
        return [update.body() for update in (*again, *fresh)]

    def _expired(self, now: float, enough: int) -> list[Update]:
        gone, fresh = [], 0
        for update in self.waiting.values():  # looks only as far as the batch needs
            if update.expires <= now:
                gone.append(update)
            elif (fresh := fresh + 1) >= enough:
                break
        return gone

    def pending(self) -> int:
        """How many updates wait for delivery."""
        return len(self.waiting) + len(self._again)

    def drop(self) -> None:
        """Forget everything that waits."""
        self.waiting.clear()
        self._again.clear()

    def done(self, update: Update) -> None:
        """The webhook took this one, or it expired."""
        self.waiting.pop(update.update_id, None)

    def repeat(self, update_id: int) -> bool:
        """Deliver an update once more, under its old number; False if it is not remembered."""
        update = self._recent.get(update_id)
        if update is None:
            return False
        self._again.append(update)
        self._on_arrival(update)
        return True

    def took(self, update: Update) -> None:
        """A repeated update left through the webhook and need not be polled any more."""
        if update in self._again:
            self._again.remove(update)

    def hold(self) -> None:
        """Keep back what happens from now on."""
        if self._held is None:
            self._held = []

    def release(self, order: str | list[int], *, renumber: bool) -> list[int]:
        """Deliver what was held back: "" in order, "reversed", or the update ids to send first. Ends the hold.

        Long polling delivers by number, so there the numbers are dealt out anew (`renumber`).
        """
        held, self._held = self._held or [], None
        numbers = [update.update_id for update in held]
        if order == "reversed":
            held.reverse()
        elif isinstance(order, list):
            place = {update_id: index for index, update_id in enumerate(order)}
            held.sort(key=lambda update: place.get(update.update_id, len(place)))
        for number, update in zip(numbers, held, strict=True):
            if renumber:
                update.update_id = number
            self._offer(update)
        return [update.update_id for update in held]


def _while_below(waiting: dict[int, Update], offset: int) -> Iterable[int]:
    for update_id in waiting:
        if update_id >= offset:
            return
        yield update_id
