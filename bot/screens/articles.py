"""What is shown to somebody who types the bot's name and some words in any chat: articles to choose from, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from bot.screens.message import Button


@dataclass(frozen=True)
class Article:
    """One thing to choose. text: HTML, what is then said in that chat; the button under it opens an address."""

    id: str
    title: str
    description: str
    text: str
    button: Button


@dataclass(frozen=True)
class Articles:
    """All of them. hint: the line above them, which opens the bot with the start parameter `start`."""

    every: tuple[Article, ...]
    hint: str
    start: str


_CODEC: TypeAdapter[Articles] = TypeAdapter(Articles)


def pack(articles: Articles) -> dict[str, Any]:
    """As plain JSON, for the outbox."""
    packed: dict[str, Any] = _CODEC.dump_python(articles, mode="json", exclude_defaults=True)
    return packed


def unpack(packed: dict[str, Any]) -> Articles:
    """Back from plain JSON."""
    return _CODEC.validate_python(packed)
