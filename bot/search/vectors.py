"""Numbered unit vectors in memory that only grow, as signed bytes, sifted by the signs of their numbers.

One writer at a time; readers need no lock. A reader takes the number of rows first and looks at no row beyond it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.search.meaning import Floats

Rows = NDArray[np.int64]

EXACT_UP_TO = 5_000
"""So many vectors are compared one by one; more are first sifted by their signs."""

BLOCK = 32_768
"""Rows that lie together: few enough that sifting them stays within the processor's cache, and so many that a search
lets go of the interpreter's lock rarely: where somebody writes at the same time, it waits for it each time anew."""

_AT_ONCE = 4_096  # rows turned into floats at a time: 8 MB at 512 numbers

_GROWN = 8  # when there are so many times more rows, their mean is taken anew and with it all signs


@dataclass(frozen=True)
class _Signs:
    """The signs of every row around a mean: of each block, one line of 64 signs a row for each 64 numbers."""

    centre: Floats
    counted: int  # rows that the mean was taken of
    blocks: list[NDArray[np.uint64]]


class Vectors:
    """Vectors by row. A row may be empty (no vector yet): its cosine is 0."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self._bytes: list[NDArray[np.int8]] = []
        self._shrink: list[Floats] = []  # 1 / length of each row of bytes; 0 for an empty row
        self._signs: _Signs | None = None

    def write(self, row: int, packed: Sequence[bytes]) -> None:
        """Put packed vectors of `dim` bytes, or b"", into the rows from this one on, which were not written before."""
        done = 0
        while done < len(packed):
            block, place = divmod(row + done, BLOCK)
            some = packed[done : done + BLOCK - place]
            self._write(block, place, some)
            done += len(some)
        size = row + len(packed)
        if size > EXACT_UP_TO and (self._signs is None or size > _GROWN * self._signs.counted):
            self._sign_all(size)

    def _write(self, block: int, place: int, packed: Sequence[bytes]) -> None:
        while block >= len(self._bytes):
            self._bytes.append(np.zeros((BLOCK, self.dim), np.int8))
            self._shrink.append(np.zeros(BLOCK, np.float32))
            if self._signs is not None:
                self._signs.blocks.append(np.zeros((self.dim // 64, BLOCK), np.uint64))
        if not any(packed):
            return
        empty = bytes(self.dim)
        rows = np.frombuffer(b"".join(one or empty for one in packed), np.int8).reshape(len(packed), self.dim)
        there = slice(place, place + len(packed))
        self._bytes[block][there] = rows
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float32))
        self._shrink[block][there] = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
        if self._signs is not None:
            self._signs.blocks[block][:, there] = _signs_of(self._floats(block, there), self._signs.centre)

    def packed(self, row: int) -> bytes:
        """What was written into this row."""
        block, place = divmod(row, BLOCK)
        return self._bytes[block][place].tobytes() if self._shrink[block][place] else b""

    def _floats(self, block: int, there: slice) -> Floats:
        return self._bytes[block][there].astype(np.float32) * self._shrink[block][there, None]

    def _sign_all(self, size: int) -> None:
        """Take the mean of all rows so far and keep the signs of all around it; readers meanwhile use the old ones."""
        parts = [(start // BLOCK, slice(start % BLOCK, start % BLOCK + _AT_ONCE)) for start in range(0, size, _AT_ONCE)]
        total = sum((self._floats(block, there).sum(axis=0) for block, there in parts), np.zeros(self.dim))
        centre: Floats = (total / size).astype(np.float32)
        blocks = [np.zeros((self.dim // 64, BLOCK), np.uint64) for _ in self._bytes]
        for block, there in parts:
            blocks[block][:, there] = _signs_of(self._floats(block, there), centre)
        self._signs = _Signs(centre, size, blocks)

    def cosines(self, query: Floats, rows: Rows) -> Floats:
        """The cosine between the query and each of the rows, which are in ascending order."""
        found = np.zeros(len(rows), np.float32)
        bounds = np.searchsorted(rows, np.arange(0, (len(self._bytes) + 1) * BLOCK, BLOCK))
        for block in np.flatnonzero(np.diff(bounds)):
            there = slice(bounds[block], bounds[block + 1])
            places = rows[there] - block * BLOCK
            found[there] = (self._bytes[block][places].astype(np.float32) @ query) * self._shrink[block][places]
        return found

    def roughly(self, query: Floats, size: int) -> Floats | None:
        """About the cosine between the query and each of the first `size` rows, from signs; None where few are there.

        Of 512 signs it is right within about 0.07, which finds the rows worth a close look.
        """
        signs = self._signs
        if size <= EXACT_UP_TO or signs is None:
            return None
        wanted = _signs_of(query[None, :], signs.centre)[:, 0]
        differing = np.zeros(len(signs.blocks) * BLOCK, np.uint16)
        for number, block in enumerate(signs.blocks):
            if number * BLOCK >= size:
                break
            there = differing[number * BLOCK : (number + 1) * BLOCK]
            np.add.reduce(np.bitwise_count(block ^ wanted[:, None]), axis=0, dtype=np.uint16, out=there)
        return _angles(self.dim)[differing[:size]]


def _signs_of(vectors: Floats, centre: Floats) -> NDArray[np.uint64]:
    packed = np.packbits(vectors > centre, axis=1)
    return np.ascontiguousarray(np.ascontiguousarray(packed).view(np.uint64).T)


def _angles(dim: int) -> Floats:
    """The cosine that so many differing signs of `dim` stand for, each of them as likely."""
    cosines: Floats = np.cos(np.arange(dim + 1) * (np.pi / dim)).astype(np.float32)
    return cosines
