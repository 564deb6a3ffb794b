"""The suppliers' titles in memory: searched by meaning and by words at once, changed while others search."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from bot.search.meaning import Encoder, Floats, model_of
from bot.search.rows import Postings, Rows, Vectors
from bot.search.why import Asked, asked_words, matched_words
from bot.search.words import grams

WORDS_WEIGH = 0.5
"""What a title that holds every piece of the query gains over the cosine. Sums rank better than fused ranks do."""

_STRANGE_WEIGHS = 0.5
"""What the cosine counts where the encoder does not know the query's language: a shared word is then the safer sign."""

_CLOSELY = 2_000  # rows looked at closely, from each way of finding: of 100,000 it keeps .995 of the ten nearest


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that can be found: a product, or a supplier by its name.

    key: the caller's own number for it, one series for products and suppliers. titles: what it is called, perhaps in
    several languages.
    vectors: the packed vector of each title (b"" where there is none yet), or none at all.
    model: which model made them, as `meaning.model_of` says; vectors of another model than the index uses are left out.
    """

    key: int
    supplier: int
    titles: tuple[str, ...]
    vectors: tuple[bytes, ...] = ()
    model: str = ""

    def __post_init__(self) -> None:
        if self.vectors and (len(self.vectors) != len(self.titles) or not self.model):
            raise ValueError("vectors come one for each title, with the name of the model that made them")


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers a query, and why.

    score: cosine (nearness in meaning, -1 to 1) plus WORDS_WEIGH times share (of the query's pieces, 0 to 1).
    matched: the query's words that stand in the title. title: the one of its titles that answers best.
    """

    key: int
    supplier: int
    score: float
    cosine: float
    matched: tuple[str, ...]
    share: float
    title: str


class Index:
    """All entries in memory. Any number of threads may search while one after the other changes it."""

    def __init__(self, encoder: Encoder | None = None) -> None:
        self._encoder = encoder
        self._model = model_of(encoder)
        self._writing = threading.Lock()
        self._titles = self._empty()

    def __len__(self) -> int:
        return len(self._titles.entries)

    def put(self, entries: Iterable[Entry]) -> None:
        """Add entries, each in place of an earlier one with its key. They are found as soon as this returns."""
        for entry in entries:
            vectors = entry.vectors if entry.model == self._model else ()
            if self._encoder and any(vector and len(vector) != self._encoder.dim for vector in vectors):
                raise ValueError(f"a vector that has not the {self._encoder.dim} numbers of its model")
            with self._writing:  # for one entry at a time, so that nobody waits long
                self._titles.put(replace(entry, vectors=(), model=""), vectors)
        self._tidy()

    def drop(self, keys: Iterable[int]) -> None:
        """Take entries out; keys that are not there are fine."""
        with self._writing:
            for key in keys:
                self._titles.drop(key)
        self._tidy()

    def find(
        self, query: str, *, language: str | None = None, limit: int = 10, extra_candidates: Iterable[int] = ()
    ) -> list[Hit]:
        """The entries that answer a query best, best first.

        language: of the query (ISO 639-1), if known. extra_candidates: keys found elsewhere, ranked among the rest.
        """
        return self._search(query, language, limit, frozenset(extra_candidates), one_a_supplier=False)

    def find_suppliers(
        self, query: str, *, language: str | None = None, limit: int = 10, extra_candidates: Iterable[int] = ()
    ) -> list[Hit]:
        """As `find`, but each supplier once, with the best of its entries."""
        return self._search(query, language, limit, frozenset(extra_candidates), one_a_supplier=True)

    def _search(
        self, query: str, language: str | None, limit: int, extra: frozenset[int], *, one_a_supplier: bool
    ) -> list[Hit]:
        titles = self._titles
        question = self._question(query, language, titles, extra)
        asked = asked_words(query)
        closely = question.size if question.vector is None else _CLOSELY
        while True:
            ranked = titles.ranked(question, closely)
            hits = list(islice(_hits(ranked, asked, one_a_supplier), max(0, limit)))
            if len(hits) >= limit or closely >= question.size:
                return hits
            closely *= 8  # one supplier's thousand titles may have crowded out all others

    def _question(self, query: str, language: str | None, titles: _Titles, extra: frozenset[int]) -> _Question:
        size = titles.size
        shares = titles.postings.shares(grams(query), size)
        if self._encoder is None or not query.strip():
            return _Question(size, shares, None, 0.0, extra)
        language = language and language.lower().split("-")[0]
        vector: Floats = self._encoder.encode([query], kind="query", language=language)[0]
        known = language is None or language in self._encoder.languages
        return _Question(size, shares, vector, 1.0 if known else _STRANGE_WEIGHS, extra)

    def _empty(self) -> _Titles:
        return _Titles(self._encoder.dim if self._encoder else 0)

    def _tidy(self) -> None:
        """Copy what is current into fresh rows once most rows are not; readers meanwhile use the old ones."""
        with self._writing:
            old = self._titles
            if old.size - old.current <= max(1_000, old.current):
                return
            new = self._empty()
            for first, entry in old.entries.values():
                new.put(entry, old.vectors.packed(first, len(entry.titles)) if old.vectors else ())
            self._titles = new


@dataclass(frozen=True)
class _Question:
    """A query made ready for `size` rows: the share of its pieces in each row, its vector and how much that counts."""

    size: int
    shares: Floats
    vector: Floats | None
    trust: float
    extra: frozenset[int]


class _Titles:
    """One row for each title ever put; the rows of replaced and dropped entries stay, and are passed over."""

    def __init__(self, dim: int) -> None:
        self.size = 0
        self.current = 0  # rows that are not passed over
        self.entries: dict[int, tuple[int, Entry]] = {}  # key: first row, entry
        self.rows: list[tuple[Entry, str]] = []
        self.postings = Postings()
        self.vectors = Vectors(dim) if dim else None

    def put(self, entry: Entry, vectors: tuple[bytes, ...]) -> None:
        """Write an entry, itself without vectors, into new rows."""
        first = self.size
        for number, title in enumerate(entry.titles):
            self.rows.append((entry, title))
            self.postings.write(first + number, grams(title, stored=True))
            if self.vectors is not None:
                self.vectors.write(first + number, vectors[number] if vectors else b"")
        _, earlier = self.entries.get(entry.key, (0, None))
        self.current += len(entry.titles) - (len(earlier.titles) if earlier else 0)
        self.size = first + len(entry.titles)  # from here on readers see the new rows, and from the next on no old ones
        self.entries[entry.key] = (first, entry)

    def drop(self, key: int) -> None:
        """Pass the rows of this entry over from now on."""
        _, entry = self.entries.pop(key, (0, None))
        self.current -= len(entry.titles) if entry else 0

    def ranked(self, question: _Question, closely: int) -> Iterator[_Ranked]:
        """The rows that may answer, best first: the entry, its title, score, cosine and share."""
        rows = self._candidates(question, closely)
        cosines = np.zeros(len(rows), np.float32)
        if question.vector is not None and self.vectors is not None:
            cosines = self.vectors.cosines(question.vector, rows)
        shares = question.shares[rows]
        scores = question.trust * cosines + WORDS_WEIGH * shares
        for at in np.argsort(-scores, kind="stable"):
            entry, title = self.rows[rows[at]]
            wanted = scores[at] > 0 or entry.key in question.extra
            if wanted and self._stands(entry, question.size):
                yield entry, title, float(scores[at]), float(cosines[at]), float(shares[at])

    def _stands(self, entry: Entry, size: int) -> bool:
        """Is this entry neither dropped nor replaced, for a reader of the first `size` rows?"""
        first, current = self.entries.get(entry.key, (0, None))
        return current is entry or (current is not None and first >= size)  # its replacement is for later readers

    def _candidates(self, question: _Question, closely: int) -> Rows:
        """The rows worth a close look, each once: near in meaning, or sharing words, or asked for."""
        by_words = np.flatnonzero(question.shares)
        if len(by_words) > closely:
            by_words = by_words[np.argpartition(-question.shares[by_words], closely)[:closely]]
        parts = [by_words]
        if question.vector is not None and self.vectors is not None:
            parts.append(self.vectors.nearest(question.vector, question.size, closely))
        for key in question.extra:
            first, entry = self.entries.get(key, (question.size, None))
            if entry is not None:
                parts.append(np.arange(first, min(question.size, first + len(entry.titles))))
        return np.unique(np.concatenate(parts))


_Ranked = tuple[Entry, str, float, float, float]


def _hits(ranked: Iterable[_Ranked], asked: tuple[Asked, ...], one_a_supplier: bool) -> Iterator[Hit]:
    """Each entry (or each supplier) once, at its first and therefore best place."""
    seen: set[int] = set()
    for entry, title, score, cosine, share in ranked:
        once = entry.supplier if one_a_supplier else entry.key
        if once not in seen:
            seen.add(once)
            matched = matched_words(asked, entry.titles)
            yield Hit(entry.key, entry.supplier, score, cosine, matched, share, title)
