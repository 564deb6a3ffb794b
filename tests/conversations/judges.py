"""Independent judges of what the bot asked of Telegram: aiogram's typed models, and the messenger's own refusals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import aiogram.methods
from aiogram.types import BufferedInputFile

# What may be refused without a fault of ours: people block, delete chats, tap late, a card may stand
# as it is, and Telegram may be in trouble.
_NO_FAULT = (
    "blocked",
    "deactivated",
    "not modified",
    "query is too old",
    "terminated by other getupdates",
    "internal server error",
)


def judge(calls: Iterable[dict[str, Any]]) -> None:
    """Every call has only known parameters of the right types, and none was refused for a fault of ours."""
    for call in calls:
        assert not call["unknown"], f"{call['method']} has no {call['unknown']}"
        model = getattr(aiogram.methods, call["method"][0].upper() + call["method"][1:])
        values = {name: _uploaded(value) for name, value in call["parameters"].items() if name in model.model_fields}
        model.model_validate(values)
        answer = call["answer"]
        if not answer["ok"]:
            assert any(words in answer["description"].lower() for words in _NO_FAULT), (call["method"], answer)


def _uploaded(value: Any) -> Any:
    """A file that came with the call is in the log by its name and size only."""
    if isinstance(value, dict) and value.keys() == {"file", "size"}:
        return BufferedInputFile(b"", value["file"])
    return value
