"""What the bot says, as a value: text, buttons, pictures. Comparable with ==, and free of any messenger's types."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import TypeAdapter

from bot.domain.goods import Attachment

Style = Literal["", "primary", "success", "danger"]  # how Telegram colours a button


@dataclass(frozen=True)
class Button:
    """A button under a message: it presses something (`press`, at most 64 bytes) or opens an address (`url`)."""

    label: str
    press: str = ""
    url: str = ""
    style: Style = ""


@dataclass(frozen=True)
class School:
    """A picture that is drawn when the message leaves: a school of fish, one lit for each buyer, and the numbers."""

    buyers: int
    countries: int


@dataclass(frozen=True)
class Message:
    """One thing said in one chat.

    text: HTML as Telegram understands it (b, i, u, s, code, pre, a, blockquote), everything typed by people escaped.
    card: the name under which this message can be said again later; the courier then edits the one that stands,
    unless the new one is to be said `anew`. quiet: edit the card that stands, or say nothing where none does.
    ask_contact: the label of a keyboard button that shares the reader's own phone number, or "".
    """

    text: str
    rows: tuple[tuple[Button, ...], ...] = ()
    attachments: tuple[Attachment, ...] = field(default=())
    card: str = ""
    anew: bool = False
    quiet: bool = False
    ask_contact: str = ""
    placeholder: str = ""
    picture: School | None = None


_CODEC: TypeAdapter[Message] = TypeAdapter(Message)


def pack(message: Message) -> dict[str, Any]:
    """As plain JSON, for the outbox."""
    packed: dict[str, Any] = _CODEC.dump_python(message, mode="json", exclude_defaults=True)
    return packed


def unpack(packed: dict[str, Any]) -> Message:
    """Back from plain JSON."""
    return _CODEC.validate_python(packed)
