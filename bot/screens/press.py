"""What a button says when it is tapped: a typed value, and its short form of at most 64 bytes.

A press comes back from the outside and can be forged; whoever acts on it checks again who taps and what still holds.
"""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Any, get_type_hints

from bot.screens.presses import buying, courtesy, looking, quoting, running, seats, signboard, start, supplying

# The short names are on buttons in people's chats: never give one a new meaning.
CODES: dict[str, type[Any]] = {
    code: kind
    for room in (start, buying, courtesy, looking, supplying, quoting, running, seats, signboard)
    for code, kind in room.CODES.items()
}
_CODE_OF = {kind: code for code, kind in CODES.items()}
MOST_BYTES = 64


def encode(press: Any) -> str:
    """The short form: its code and its values, parted by `~`. A press that does not fit is our mistake and raises."""
    parts = [_CODE_OF[type(press)], *(str(getattr(press, f.name)) for f in fields(press))]
    data = "~".join(parts)
    if len(data.encode()) > MOST_BYTES or any("~" in p for p in parts):
        raise ValueError(f"{type(press).__name__} does not fit on a button")
    return data


def decode(data: str) -> Any | None:
    """The press behind a short form; None for anything we never wrote."""
    code, *values = data.split("~")
    kind = CODES.get(code)
    if kind is None or len(data.encode(errors="replace")) > MOST_BYTES:
        return None
    hints = _hints(code)
    if len(values) != len(hints):
        return None
    try:
        return kind(*(_read(hint, value) for hint, value in zip(hints, values, strict=True)))
    except ValueError:
        return None


@cache
def _hints(code: str) -> tuple[type[Any], ...]:
    return tuple(get_type_hints(CODES[code]).values())


def _read(hint: type[Any], value: str) -> int | str | StrEnum:
    if hint is not int:
        read: str | StrEnum = hint(value)
        return read
    if not (value.isascii() and value.isdigit() and len(value) <= 18):
        raise ValueError(value[:20])
    return int(value)
