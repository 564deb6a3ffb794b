"""Which rows of titles hold which words and name which families; numbered rows in memory that only grow.

One writer at a time; readers need no lock. A reader takes the number of rows first and looks at no row beyond it.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.search.meaning import Floats
from bot.search.words import is_dense, windows

ALIKE_ENOUGH = 0.34
"""The share of a word's windows that another word must have to be one of its forms or a part of it."""

MOST_ALIKE = 64
"""So many words of the catalogue one word of a query may stand for."""

_Numbers = NDArray[np.uint32]


@dataclass(frozen=True)
class Wanted:
    """A word of a query. alike: other words that count as it, and how much (0 to 1); weight: among the other words."""

    word: str
    alike: Mapping[str, float]
    weight: float = 1.0


class Words:
    """Words by row. A word of a query also finds words that share windows of letters with it: its other forms."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._rows: list[array[int]] = []
        self._with_window: dict[str, array[int]] = {}  # numbers of the words

    def __contains__(self, word: object) -> bool:
        return word in self._numbers

    def write(self, row: int, words: Iterable[str]) -> None:
        """Note the words of one row, each given once."""
        for word in words:
            number = self._numbers.get(word)
            if number is None:
                number = self._add(word)
            self._rows[number].append(row)

    def _add(self, word: str) -> int:
        number = len(self._rows)
        self._rows.append(array("I"))
        if not is_dense(word):
            for window in windows(word):
                self._with_window.setdefault(window, array("I")).append(number)
        self._numbers[word] = number  # last, for readers
        return number

    def shares(self, query: Sequence[Wanted], size: int) -> Floats:
        """For each of the first `size` rows, the share (0 to 1) of the query's words it holds; rare ones weigh more."""
        total, best, weighed = np.zeros(size, np.float32), np.zeros(size, np.float32), 0.0
        for wanted in query:
            found = [(alike, self._rows_of(number, size)) for number, alike in self._alike(wanted)]
            held = sum(len(rows) * alike for alike, rows in found)
            weight = wanted.weight * letters(wanted.word) * rarity(held, size)
            weighed += weight
            if not found:
                continue
            for alike, rows in found:  # the most alike last, so that it is what stays
                best[rows] = alike
            touched = np.concatenate([rows for _, rows in found])
            total[touched] += weight * best[touched]  # a row that is there twice is still added to once
            best[touched] = 0.0
        return total / np.float32(weighed) if weighed else total

    def _rows_of(self, number: int, size: int) -> _Numbers:
        # One call copies a list of rows, so that a writer may lengthen it meanwhile.
        rows = np.frombuffer(self._rows[number].tobytes(), np.uint32)
        return rows if not len(rows) or rows[-1] < size else rows[rows < size]

    def _alike(self, wanted: Wanted) -> list[tuple[int, float]]:
        """The catalogue's words that count as this one and how much, the least alike first."""
        found: dict[int, float] = {}
        if not is_dense(wanted.word):
            found |= self._of_one_form(wanted.word)
        for word, much in {**wanted.alike, wanted.word: 1.0}.items():
            number = self._numbers.get(word)
            if number is not None:
                found[number] = max(much, found.get(number, 0.0))
        return sorted(found.items(), key=lambda pair: pair[1])[-MOST_ALIKE:]

    def _of_one_form(self, word: str) -> dict[int, float]:
        pieces = windows(word)
        lists = [np.frombuffer(self._with_window[w].tobytes(), np.uint32) for w in pieces if w in self._with_window]
        if not lists:
            return {}
        numbers, counts = np.unique(np.concatenate(lists), return_counts=True)
        shares = counts / len(pieces)
        enough = np.flatnonzero(shares >= ALIKE_ENOUGH)
        best = enough[np.argsort(-shares[enough], kind="stable")[:MOST_ALIKE]]
        return {int(numbers[at]): float(shares[at]) for at in best}


def letters(word: str) -> float:
    """What a word weighs by its length: as many windows as it has."""
    return 1.0 if is_dense(word) else float(max(1, len(word) - 2))


def rarity(held: float, size: int) -> float:
    """What a word or a kind of goods weighs that so many of all titles hold: a rare one says more."""
    return math.log1p(size / max(1.0, held))


class Kinds:
    """Families of goods by row."""

    def __init__(self) -> None:
        self._rows: dict[int, array[int]] = {}

    def write(self, row: int, families: Iterable[int]) -> None:
        """Note the families of one row, each given once."""
        for family in families:
            self._rows.setdefault(family, array("I")).append(row)

    def shares(self, families: Mapping[int, float], size: int) -> Floats | None:
        """For each of the first `size` rows, the share of these families it names, by what each counts; None for none.

        A family that many rows name, as what things are made of, says less than a rare one.
        """
        found = []
        weighed = 0.0
        for family, counts in families.items():
            rows = np.frombuffer(self._rows[family].tobytes(), np.uint32) if family in self._rows else _NO_ROWS
            rows = rows[rows < size]
            weight = counts * rarity(len(rows), size)
            weighed += weight
            found.append((rows, weight))
        if not weighed:
            return None
        shares = np.zeros(size, np.float32)
        for rows, weight in found:
            shares[rows] += np.float32(weight / weighed)
        return shares


_NO_ROWS: _Numbers = np.zeros(0, np.uint32)
