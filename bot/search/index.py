"""The suppliers' titles in memory: searched by meaning, words and kinds of goods at once, while others change it."""

from __future__ import annotations

import threading
import time
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

import numpy as np

from bot.search.lexicon import all_families, explained
from bot.search.meaning import Encoder, Floats, model_of
from bot.search.query import Question, question
from bot.search.titles import Entry, Titles
from bot.search.vectors import Rows
from bot.search.why import Asked, asked_words, matched_words

WORDS_WEIGH = 0.5
"""What a title that holds every word of the query gains over the cosine. Sums rank better than fused ranks do."""

FAMILY_WEIGHS = 0.3
"""What a title gains that names every kind of goods the query names, in whatever language each is."""

STRANGE_WEIGHS = 0.5
"""What the cosine counts where no encoder knows the query's language: a shared word is then the safer sign."""

_Each = TypeVar("_Each", float, Floats)

_AT_ONCE = 64  # entries that become visible together
_BREATH = 1e-4  # seconds that a writer leaves to those who search after each of these, or they would wait for each step
_CLOSELY = 2_000  # rows looked at closely: of 100,000 it keeps .995 of the ten nearest


@dataclass(frozen=True, slots=True)
class Hit:
    """An entry that answers a query, and why.

    score: cosine (nearness in meaning, -1 to 1, as far as the language's model is trusted) plus WORDS_WEIGH times share
    (of the query's words, 0 to 1) plus FAMILY_WEIGHS times kind (of the families of goods in the query, 0 to 1).
    matched: the query's words that stand in the title. families: ids of the families that both name. title: the one of
    its titles that answers best.
    """

    key: int
    supplier: int
    score: float
    cosine: float
    matched: tuple[str, ...]
    share: float
    title: str
    kind: float = 0.0
    families: tuple[str, ...] = ()


def score(asked: Question, cosine: _Each, share: _Each, kind: _Each) -> _Each:
    """What speaks for a title, or for each of many: see `Hit`."""
    found: _Each = _trust(asked) * cosine + WORDS_WEIGH * share + FAMILY_WEIGHS * kind
    return found


def _trust(asked: Question) -> float:
    return 1.0 if asked.known else STRANGE_WEIGHS


def shared_families(families: Container[int], title: str) -> tuple[str, ...]:
    """The ids of these families that a title names too, the clearest first."""
    every = all_families()
    return tuple(every[number].id for number in explained(title)[0] if number in families)


class Index:
    """All entries in memory. Any number of threads may search while one after the other changes it."""

    def __init__(self, *encoders: Encoder) -> None:
        self._encoders = encoders
        self._writing = threading.Lock()
        self._titles = self._empty()

    def __len__(self) -> int:
        return len(self._titles)

    def put(self, entries: Iterable[Entry]) -> None:
        """Add entries, each in place of an earlier one with its key. They are found as soon as this returns."""
        some: list[Entry] = []
        for entry in entries:
            some.append(entry)
            if len(some) == _AT_ONCE:
                self._put(some)
                some = []
        self._put(some)
        self._tidy()

    def _put(self, entries: Sequence[Entry]) -> None:
        for encoder in self._encoders:
            for entry in entries:
                vectors = entry.vectors.get(model_of(encoder), ())
                if any(vector and len(vector) != encoder.dim for vector in vectors):
                    raise ValueError(f"a vector that has not the {encoder.dim} numbers of its model")
        with self._writing:
            self._titles.put(entries)
        time.sleep(_BREATH)

    def drop(self, keys: Iterable[int]) -> None:
        """Take entries out; keys that are not there are fine."""
        with self._writing:
            for key in keys:
                self._titles.drop(key)
        self._tidy()

    def find(self, query: str, *, language: str | None = None, limit: int = 10) -> list[Hit]:
        """The entries that answer a query best, best first. language: of the query (ISO 639-1), if known."""
        return self._search(query, language, limit, one_a_supplier=False)

    def find_suppliers(self, query: str, *, language: str | None = None, limit: int = 10) -> list[Hit]:
        """As `find`, but each supplier once, with the best of its entries."""
        return self._search(query, language, limit, one_a_supplier=True)

    def _search(self, query: str, language: str | None, limit: int, *, one_a_supplier: bool) -> list[Hit]:
        titles = self._titles
        asked = question(query, language, self._encoders, titles.words)
        scores, typed = _Scores(titles, asked), asked_words(query)
        closely = _CLOSELY
        while True:
            hits = list(islice(_hits(titles, scores, closely, typed, one_a_supplier), max(0, limit)))
            if len(hits) >= limit or closely >= scores.size:
                return hits
            closely *= 8  # one supplier's thousand titles may have crowded out all others

    def _empty(self) -> Titles:
        return Titles({model_of(encoder): encoder.dim for encoder in self._encoders})

    def _tidy(self) -> None:
        """Copy what is current into fresh rows once most rows are not; readers meanwhile use the old ones."""
        with self._writing:
            old = self._titles
            if old.size - old.current <= max(1_000, old.current):
                return
            new = self._empty()
            some: list[Entry] = []
            for entry in old.entries():
                some.append(entry)
                if len(some) == _AT_ONCE:
                    new.put(some)
                    some = []
            new.put(some)
            self._titles = new


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A row that may answer, with what speaks for it."""

    row: int
    score: float
    cosine: float
    share: float
    kind: float


class _Scores:
    """What speaks for each of the rows that there are now."""

    def __init__(self, titles: Titles, asked: Question) -> None:
        self.size = titles.size
        self.families = asked.families
        self._titles, self._asked = titles, asked
        self._shares = titles.words.shares(asked.words, self.size)
        self._kinds = titles.kinds.shares(asked.families, self.size)
        self._vectors = titles.vectors[model_of(asked.encoder)] if asked.encoder else None

    def ranked(self, closely: int) -> Iterator[_Ranked]:
        """The rows that may answer, best first, of about `closely` that are looked at."""
        rows = self._candidates(closely)
        cosines = self._cosines(rows)
        shares = self._shares[rows]
        kinds = self._kinds[rows] if self._kinds is not None else np.zeros(len(rows), np.float32)
        scores = score(self._asked, cosines, shares, kinds)
        for at in np.argsort(-scores, kind="stable"):
            row = int(rows[at])
            if scores[at] > 0 and self._titles.stands(row, self.size):
                yield _Ranked(row, float(scores[at]), float(cosines[at]), float(shares[at]), float(kinds[at]))

    def _cosines(self, rows: Rows) -> Floats:
        vector, encoder = self._asked.vector, self._asked.encoder
        if vector is None or encoder is None or self._vectors is None:
            return np.zeros(len(rows), np.float32)
        plain = self._vectors.cosines(vector, rows)
        unrelated = np.float32(encoder.unrelated)
        return np.where(plain == 0.0, np.float32(0.0), (plain - unrelated) / (1 - unrelated))  # as `from_unrelated`

    def _candidates(self, closely: int) -> Rows:
        """The rows worth a close look, in ascending order, each once."""
        by_text = WORDS_WEIGH * self._shares
        if self._kinds is not None:
            by_text += FAMILY_WEIGHS * self._kinds
        if self._vectors is None or self._asked.vector is None:
            rows = np.flatnonzero(by_text)
            return rows[_best(by_text[rows], closely)]
        roughly = self._vectors.roughly(self._asked.vector, self.size)
        if roughly is None:
            return np.arange(self.size)
        roughly *= np.float32(_trust(self._asked))
        roughly += by_text
        return _best(roughly, closely)


def _best(scores: Floats, count: int) -> Rows:
    """The places of about `count` of the highest, in ascending order."""
    if len(scores) <= count:
        return np.arange(len(scores))
    step = max(1, len(scores) // 20_000)
    some = scores[::step]
    among = min(len(some) - 1, count // step)
    enough = np.partition(some, len(some) - 1 - among)[len(some) - 1 - among]
    rows = np.flatnonzero(scores >= enough)
    if len(rows) > 2 * count:  # many are equal
        rows = np.sort(rows[np.argpartition(-scores[rows], count)[:count]])
    return rows


def _hits(
    titles: Titles, scores: _Scores, closely: int, typed: tuple[Asked, ...], one_a_supplier: bool
) -> Iterator[Hit]:
    """Each entry (or each supplier) once, at its first and therefore best place."""
    seen: set[int] = set()
    for found in scores.ranked(closely):
        once = titles.supplier(found.row) if one_a_supplier else titles.key(found.row)
        if once not in seen:
            seen.add(once)
            beside = titles.titles_beside(found.row)
            yield Hit(
                key=titles.key(found.row),
                supplier=titles.supplier(found.row),
                score=found.score,
                cosine=found.cosine,
                matched=matched_words(typed, beside),
                share=found.share,
                title=titles.title(found.row),
                kind=found.kind,
                families=shared_families(scores.families, titles.title(found.row)) if found.kind else (),
            )
