"""One row for each title ever put: whose it is, its words, the families it names, its vectors of each model.

One writer at a time; readers need no lock: they take `size` first and look at no row beyond it. The rows of replaced
and dropped entries stay, and are passed over.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from bot.search.lexicon import explained
from bot.search.postings import Kinds, Words
from bot.search.vectors import Vectors
from bot.search.words import terms_of, words


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be found: a product, or a supplier by its name.

    key: the caller's own number for it, one series for products and suppliers. titles: what it is called, perhaps in
    several languages.
    vectors: by model (as `meaning.model_of` names it) the packed vector of each title, b"" where there is none yet.
    Those of models that the index does not use are left out.
    """

    key: int
    supplier: int
    titles: tuple[str, ...]
    vectors: Mapping[str, tuple[bytes, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if any(len(vectors) != len(self.titles) for vectors in self.vectors.values()):
            raise ValueError("vectors come one for each title")


class Titles:
    """The rows. size: how many there are; current: how many of them are not passed over."""

    def __init__(self, models: Mapping[str, int]) -> None:
        """models: how many numbers the vectors of each have."""
        self.size = 0
        self.current = 0
        self.words = Words()
        self.kinds = Kinds()
        self.vectors = {model: Vectors(dim) for model, dim in models.items()}
        self._first: dict[int, int] = {}  # by key, the first row of its entry
        self._keys, self._suppliers, self._firsts = array("q"), array("q"), array("q")
        self._titles: list[str] = []

    def __len__(self) -> int:
        return len(self._first)

    def put(self, entries: Sequence[Entry]) -> None:
        """Write entries into new rows, and let readers see all of them at once."""
        begin = len(self._titles)
        firsts = []
        for entry in entries:
            firsts.append(len(self._titles))
            for title in entry.titles:
                row = len(self._titles)
                parts = words(title)
                self.words.write(row, terms_of(parts, stored=True))
                self.kinds.write(row, explained(title, parts=parts)[0])
                self._titles.append(title)
                self._keys.append(entry.key)
                self._suppliers.append(entry.supplier)
                self._firsts.append(firsts[-1])
        for model, vectors in self.vectors.items():
            none = (b"",)
            packed = [one for e in entries for one in e.vectors.get(model, none * len(e.titles))]
            vectors.write(begin, packed)
        self.size = len(self._titles)  # from here on readers see the new rows, and from the next on no old ones
        for entry, first in zip(entries, firsts, strict=True):
            earlier = self._first.get(entry.key)
            self._first[entry.key] = first
            self.current += len(entry.titles) - (self._count(earlier) if earlier is not None else 0)

    def drop(self, key: int) -> None:
        """Pass the rows of this entry over from now on."""
        first = self._first.pop(key, None)
        if first is not None:
            self.current -= self._count(first)

    def stands(self, row: int, size: int) -> bool:
        """Is this row's entry neither dropped nor replaced, for a reader of the first `size` rows?"""
        current = self._first.get(self._keys[row])
        # An entry that was put since is for later readers.
        return current is not None and (current == self._firsts[row] or current >= size)

    def key(self, row: int) -> int:
        """The key of the entry of this row."""
        return self._keys[row]

    def supplier(self, row: int) -> int:
        """The supplier of the entry of this row."""
        return self._suppliers[row]

    def title(self, row: int) -> str:
        """The title of this row."""
        return self._titles[row]

    def titles_beside(self, row: int) -> tuple[str, ...]:
        """All titles of the entry of this row."""
        return tuple(self._titles[other] for other in self._rows(self._firsts[row]))

    def entries(self) -> Iterator[Entry]:
        """Every entry as it was put, in the order of their rows."""
        for key, first in list(self._first.items()):
            rows = self._rows(first)
            vectors = {model: tuple(v.packed(row) for row in rows) for model, v in self.vectors.items()}
            yield Entry(key, self._suppliers[first], tuple(self._titles[row] for row in rows), vectors)

    def _rows(self, first: int) -> range:
        end = first + 1
        while end < len(self._firsts) and self._firsts[end] == first:
            end += 1
        return range(first, end)

    def _count(self, first: int) -> int:
        return len(self._rows(first))
