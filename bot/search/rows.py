"""Numbered rows in memory that only grow: the vectors of titles, and the pieces of words they hold.

One writer at a time; readers need no lock. A reader takes the number of rows first and looks at no row beyond it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from bot.search.meaning import Floats

Rows = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)

EXACT_UP_TO = 5_000
"""So many vectors are compared one by one; more are first sifted by the signs of their numbers."""

_AT_ONCE = 4_096  # rows turned into floats at a time: 8 MB at 512 numbers


class Vectors:
    """Unit vectors as signed bytes. A row may be empty (no vector yet): its cosine is 0."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self._bytes: NDArray[np.int8] = np.zeros((64, dim), np.int8)
        self._shrink: Floats = np.zeros(64, np.float32)  # 1 / length of each row of bytes; 0 for an empty row
        self._signs: NDArray[np.uint64] | None = None  # 64 signs a number, one line of numbers for each 64 columns
        self._centre: Floats = np.zeros(dim, np.float32)

    def write(self, row: int, packed: bytes) -> None:
        """Put a packed vector of `dim` bytes, or b"", into a row that was not written before."""
        if row >= len(self._bytes):
            self._bytes, self._shrink = _doubled(self._bytes, row), _doubled(self._shrink, row)
        if packed:
            self._bytes[row] = np.frombuffer(packed, np.int8)
            self._shrink[row] = 1.0 / (np.linalg.norm(self._bytes[row].astype(np.float32)) or 1.0)
        if row >= EXACT_UP_TO:
            self._write_signs(row)

    def packed(self, first: int, count: int) -> tuple[bytes, ...]:
        """What was written into these rows."""
        rows = range(first, first + count)
        return tuple(self._bytes[row].tobytes() if self._shrink[row] else b"" for row in rows)

    def _write_signs(self, row: int) -> None:
        """Keep the signs of this row; the first time, of all rows so far, around their mean."""
        if self._signs is None:
            self._centre = self._floats(np.arange(row + 1)).mean(axis=0)
            signs = np.zeros((self.dim // 64, len(self._bytes)), np.uint64)
            for start in range(0, row + 1, _AT_ONCE):
                rows = np.arange(start, min(start + _AT_ONCE, row + 1))
                signs[:, rows] = self._signs_of(self._floats(rows))
            self._signs = signs
            return
        if row >= self._signs.shape[1]:
            self._signs = np.ascontiguousarray(_doubled(self._signs.T, row).T)
        self._signs[:, row] = self._signs_of(self._floats(np.array([row])))[:, 0]

    def _floats(self, rows: Rows) -> Floats:
        return self._bytes[rows].astype(np.float32) * self._shrink[rows, None]

    def _signs_of(self, vectors: Floats) -> NDArray[np.uint64]:
        packed = np.packbits(vectors > self._centre, axis=1)
        return np.ascontiguousarray(packed).view(np.uint64).T

    def cosines(self, query: Floats, rows: Rows) -> Floats:
        """The cosine between the query and each of the rows."""
        found = np.empty(len(rows), np.float32)
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            found[start : start + _AT_ONCE] = (self._bytes[some].astype(np.float32) @ query) * self._shrink[some]
        return found

    def nearest(self, query: Floats, size: int, count: int) -> Rows:
        """About `count` of the first `size` rows, those likely to be nearest; all of them where that is cheap."""
        if size <= max(EXACT_UP_TO, count) or self._signs is None:
            return np.arange(size)
        wanted = self._signs_of(query[None, :])[:, 0]
        differing = np.zeros(size, np.uint16)
        for line, want in zip(self._signs, wanted, strict=True):
            differing += np.bitwise_count(line[:size] ^ want)
        return np.argpartition(differing, count)[:count]


class Postings:
    """Which rows hold a piece of a word."""

    def __init__(self) -> None:
        self._rows: dict[str, array[int]] = {}

    def write(self, row: int, pieces: Iterable[str]) -> None:
        """Note the pieces of one row, each once."""
        for piece in pieces:
            rows = self._rows.get(piece)
            if rows is None:
                rows = self._rows[piece] = array("I")
            rows.append(row)

    def shares(self, pieces: Iterable[str], size: int) -> Floats:
        """For each of the first `size` rows, the share (0 to 1) of the pieces it holds; rare pieces weigh more."""
        # One call copies a list of rows, so that a writer may lengthen it meanwhile.
        lists = [np.frombuffer(self._rows[p].tobytes(), np.uint32) if p in self._rows else _NO_ROWS for p in pieces]
        weights = [np.log1p(size / max(1, len(rows))) for rows in lists]
        if not lists or not size:
            return np.zeros(size, np.float32)
        found = np.concatenate(lists)
        held = np.bincount(found, np.repeat(weights, [len(rows) for rows in lists]), minlength=size)[:size]
        shares: Floats = (held / sum(weights)).astype(np.float32)
        return shares


_NO_ROWS = np.zeros(0, np.uint32)


def _doubled(old: NDArray[Number], row: int) -> NDArray[Number]:
    """A copy with room for the row and as many again."""
    new = np.zeros((max(2 * len(old), row + 1), *old.shape[1:]), old.dtype)
    new[: len(old)] = old
    return new
