"""Notices to JSON and back, by the name of their class."""

from __future__ import annotations

from typing import Any, get_args

from pydantic import TypeAdapter

from bot.domain.notice import Notice

_ADAPTERS: dict[str, TypeAdapter[Any]] = {kind.__name__: TypeAdapter(kind) for kind in get_args(Notice)}


def pack(notice: Notice) -> dict[str, Any]:
    """As plain JSON: its kind and its values."""
    kind = type(notice).__name__
    return {"kind": kind, "values": _ADAPTERS[kind].dump_python(notice, mode="json", exclude_defaults=True)}


def unpack(packed: dict[str, Any]) -> Notice:
    """Back from plain JSON."""
    notice: Notice = _ADAPTERS[packed["kind"]].validate_python(packed["values"])
    return notice
