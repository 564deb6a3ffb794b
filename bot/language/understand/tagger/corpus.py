"""Reads the marked messages in bot/language/corpus; the format is described in the README there."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CORPUS = Path(__file__).parents[2] / "corpus"
LABELS = (
    "product",
    "quantity",
    "unit",
    "budget",
    "destination",
    "origin",
    "deadline",
    "certificate",
    "incoterm",
    "spec",
    "negated",
    "other_number",
)
_MARK = re.compile(r"⟦(?P<label>[a-z_]+)(?::(?P<item>[1-9]))?(?: (?P<value>[^|⟦⟧]*))?\|(?P<text>[^⟦⟧]*)⟧")
_LINE_BREAK = "⏎"
_SHARES = 10


@dataclass(frozen=True)
class Mark:
    """A marked stretch: code points `start` to `end` of the raw message; `item` tells products of one message apart."""

    label: str
    start: int
    end: int
    value: str = ""
    item: int = 1


@dataclass(frozen=True)
class Marked:
    """A message as it was written, with what its marks say, left to right."""

    id: str
    language: str
    text: str
    marks: tuple[Mark, ...]

    @property
    def share(self) -> int:
        """Which tenth of the corpus the message belongs to, by its name alone."""
        return zlib.crc32(self.id.encode()) % _SHARES

    def of(self, label: str, item: int = 1) -> list[Mark]:
        """The marks of a label that belong to one item."""
        return [mark for mark in self.marks if mark.label == label and mark.item == item]


def read_corpus(folder: Path = CORPUS) -> tuple[Marked, ...]:
    """Every marked message, by language and line. ValueError names a line that is not well formed."""
    return tuple(marked for file in sorted(folder.glob("*.txt")) for marked in _read(file))


def _read(file: Path) -> Iterator[Marked]:
    for line in file.read_text("utf-8").split("\n"):
        if line.strip() and not line.startswith("#"):
            yield read_line(line, file.stem)


def read_line(line: str, language: str) -> Marked:
    """One line of a corpus file. ValueError where a mark is not closed or its label is unknown."""
    id, tab, written = line.partition("\t")
    if not tab:
        raise ValueError(f"no tab after the name: {line[:40]}")
    pieces: list[str] = []
    marks: list[Mark] = []
    length = last = 0
    for found in _MARK.finditer(written):
        before = written[last : found.start()].replace(_LINE_BREAK, "\n")
        inside = found["text"].replace(_LINE_BREAK, "\n")
        start = length + len(before)
        if found["label"] not in LABELS or not inside.strip():
            raise ValueError(f"{id}: unknown label or empty stretch in {found.group()}")
        marks.append(Mark(found["label"], start, start + len(inside), found["value"] or "", int(found["item"] or 1)))
        pieces += (before, inside)
        length, last = start + len(inside), found.end()
    text = "".join(pieces) + written[last:].replace(_LINE_BREAK, "\n")
    if "⟦" in text or "⟧" in text:
        raise ValueError(f"{id}: a mark is not well formed")
    return Marked(id, language, text, tuple(marks))
