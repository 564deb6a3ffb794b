"""What the simulated messenger heard and refused, kept small: no message is remembered whole."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from bot.simulator.errors import JSON
from bot.simulator.faults import Fault, Faults

_SAYS = {"sendMessage", "sendPhoto", "sendDocument", "sendMediaGroup"}


@dataclass
class Heard:
    """messages: when each was said, by chat and number. deaths: of a process, or of its line to the database.

    unanswered: when a call got no answer, by chat.
    """

    messages: dict[tuple[int, int], float] = field(default_factory=dict)
    deaths: list[float] = field(default_factory=list)
    unanswered: dict[int, list[float]] = field(default_factory=dict)
    calls: int = 0


class Calls(deque[JSON]):
    """The simulator's log of calls: notes what was said, and wakes whom it was said to."""

    def __init__(self, heard: Heard, wake: Callable[[int], None]) -> None:
        super().__init__(maxlen=1)
        self._heard = heard
        self._wake = wake

    def append(self, call: JSON) -> None:
        self._heard.calls += 1
        chat, answer = call["chat_id"], call["answer"]
        if answer["ok"] and call["method"] in _SAYS:
            self._heard.messages[chat, answer["result"]["message_id"]] = time.monotonic()
        if chat:
            self._wake(chat)


class NotedFaults(Faults):
    """Notes which calls got no answer."""

    def __init__(self, heard: Heard) -> None:
        super().__init__()
        self._heard = heard

    def next(self, method: str, chat_id: int) -> Fault | None:
        fault = super().next(method, chat_id)
        if fault is not None and fault.kind in ("timeout_after", "close", "timeout_before"):
            self._heard.unanswered.setdefault(chat_id, []).append(time.monotonic() + fault.seconds)
        return fault
