"""Where a person stands and which language is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ChooseLanguage:
    """Speak this language with me."""

    language: str


@dataclass(frozen=True)
class OpenLanguages:
    """Show the languages."""


@dataclass(frozen=True)
class Stop:
    """Leave the conversation I am in."""


@dataclass(frozen=True)
class Home:
    """Show the start."""


CODES: dict[str, type[Any]] = {
    "lg": ChooseLanguage,
    "ls": OpenLanguages,
    "x": Stop,
    "h": Home,
}
