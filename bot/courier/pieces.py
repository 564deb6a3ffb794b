"""A message as the calls it takes: text in parts, files alone or in albums. Pure; the wire makes the calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from bot.courier.split import MOST_CAPTION, fits, split
from bot.domain.goods import Attachment, FileKind
from bot.screens.message import Message, School

_MOST_IN_ALBUM = 10


@dataclass(frozen=True)
class Piece:
    """One call: a text, a file or picture with a caption, or an album. last: it carries the buttons."""

    text: str = ""
    files: tuple[Attachment, ...] = ()
    last: bool = False
    picture: School | None = None


def pieces(message: Message) -> tuple[Piece, ...]:
    """The calls in order; there is at least one."""
    files, picture = message.attachments, message.picture
    if picture is not None and fits(message.text, MOST_CAPTION):
        return (Piece(message.text, last=True, picture=picture),)
    # A card is to be edited later, and a caption cannot become a text: its files go ahead of it.
    if len(files) == 1 and not message.card and fits(message.text, MOST_CAPTION):
        return (Piece(message.text, files, last=True),)
    albums = [Piece(files=album) for album in _albums(files)]
    texts = split(message.text) if message.text or not albums else []
    parts = [*([Piece(picture=picture)] if picture else []), *albums, *(Piece(text) for text in texts)]
    return (*parts[:-1], Piece(parts[-1].text, parts[-1].files, last=True))


def _albums(files: tuple[Attachment, ...]) -> Iterator[tuple[Attachment, ...]]:
    """Pictures and films share an album, documents have their own, a voice stands alone."""
    for shelf, group in groupby(files, key=_shelf):
        same = tuple(group)
        size = 1 if shelf == "voice" else _MOST_IN_ALBUM
        for start in range(0, len(same), size):
            yield same[start : start + size]


def _shelf(file: Attachment) -> str:
    return "seen" if file.kind in (FileKind.PHOTO, FileKind.VIDEO) else file.kind.value
