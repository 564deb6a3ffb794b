"""Troubles on demand: what goes wrong with the next Bot API calls that match."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.simulator.errors import JSON

KINDS = ("error", "timeout_before", "timeout_after", "close", "delay")


@dataclass
class Fault:
    """One trouble: for a method and a chat ("" and 0 mean any), `times` times (0 = until removed), `seconds` long."""

    kind: str
    method: str = ""
    chat_id: int = 0
    code: int = 500
    description: str = "Internal Server Error"
    parameters: JSON = field(default_factory=dict)
    seconds: float = 0.0
    times: int = 1

    def fits(self, method: str, chat_id: int) -> bool:
        """Is this call to be troubled?"""
        return (not self.method or self.method.lower() == method) and (not self.chat_id or self.chat_id == chat_id)


class Faults:
    """The troubles that are armed, oldest first."""

    def __init__(self) -> None:
        self.armed: list[Fault] = []

    def next(self, method: str, chat_id: int) -> Fault | None:
        """The trouble for this call, used up by one; polling is troubled only when getUpdates is named."""
        for fault in self.armed:
            if fault.fits(method, chat_id) and (method != "getupdates" or fault.method):
                if fault.times == 1:
                    self.armed.remove(fault)
                elif fault.times > 1:
                    fault.times -= 1
                return fault
        return None
