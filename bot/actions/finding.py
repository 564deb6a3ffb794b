"""Finding suppliers for words: the index in memory, filled from the store, kept fresh by chores."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.domain.matching import Candidate
from bot.domain.supplier import Product, Supplier
from bot.search.encoders import Wish, encoders
from bot.search.index import Hit, Index
from bot.search.meaning import Encoder, EncoderError, model_of, vectors_of
from bot.search.titles import Entry
from bot.search.words import tokens
from bot.store.database import Database
from bot.store.store import Store
from bot.store.suppliers import Titles

log = logging.getLogger(__name__)
_BATCH = 64
# Seconds between two lines in the log while titles are read by a model.
_TELL_EVERY = 10.0


@dataclass(frozen=True)
class Found:
    """A supplier that answers a query. product: None where the firm's name was what fitted."""

    supplier: Supplier
    product: Product | None
    hit: Hit

    def candidate(self) -> Candidate:
        """As a candidate for a seat."""
        return Candidate(self.supplier, self.product, self.hit.score, near=self.hit.cosine, words=self.hit.share)


class Finder:
    """The index and the models. Loaded once; any thread may search while one adds."""

    def __init__(self, *models: Encoder | None) -> None:
        """models: the most trusted first; each is asked for the languages that those before it do not know."""
        self._encoders = tuple(model for model in models if model is not None)
        self._index = Index(*self._encoders)

    @staticmethod
    def with_best_model() -> Finder:
        """With the language models that are installed; without any, words alone decide (the log says so)."""
        return Finder.wished(Wish())

    @staticmethod
    def wished(wish: Wish) -> Finder:
        """With the models that are wished for, as far as they work (the log says which do not)."""
        return Finder(*encoders(wish))

    def __len__(self) -> int:
        return len(self._index)

    def load(self, database: Database) -> None:
        """Take everything that can be found from the store; what no model has read yet is read now and kept."""
        self._take(database, None)

    def refresh(self, database: Database, supplier: int) -> None:
        """A firm or its products changed: find it under what it offers now."""
        kept = self._take(database, supplier)
        with database.reading() as store:
            products = store.suppliers.products(supplier)
        every = {_key(f"supplier:{supplier}"), *(_key(f"product:{p.id}") for p in products)}
        self._index.drop(every - kept)

    def find(self, database: Database, query: str, *, language: str | None = None, limit: int = 10) -> list[Found]:
        """The suppliers that answer a query best, each once, best first."""
        hits = self._index.find_suppliers(query, language=language, limit=limit)
        with database.reading() as store:
            firms = store.suppliers.many(h.supplier for h in hits)
            products = store.suppliers.products_by_id(h.key // 2 for h in hits if h.key % 2 == 0)
        return [
            Found(firms[h.supplier], products.get(h.key // 2) if h.key % 2 == 0 else None, h)
            for h in hits
            if h.supplier in firms
        ]

    def _take(self, database: Database, supplier: int | None) -> set[int]:
        """Put what the store holds (of one firm, or of all) into the index; the keys of it."""
        every: dict[str, tuple[Titles, Entry]] = {}
        with database.reading() as store:
            for encoder in self._encoders or (None,):
                for one in store.suppliers.titles(model_of(encoder), supplier=supplier):
                    known, entry = every.get(one.owner, (one, _entry(one)))
                    if encoder is not None and one.vectors and one.titles == known.titles:
                        entry = _with_vectors(entry, encoder, one.vectors)
                    every[one.owner] = (known, entry)
        models = {model_of(encoder) for encoder in self._encoders}
        self._index.put(entry for _, entry in every.values() if entry.vectors.keys() >= models)
        self._learn(database, [pair for pair in every.values() if not pair[1].vectors.keys() >= models])
        return {entry.key for _, entry in every.values()}

    def _learn(self, database: Database, fresh: Sequence[tuple[Titles, Entry]]) -> None:
        """Have the models read what they have not read yet, batch by batch; each is kept and found at once."""
        working = list(self._encoders)
        told = time.monotonic()
        for start in range(0, len(fresh), _BATCH):
            some = [one for one, _ in fresh[start : start + _BATCH]]
            entries = [entry for _, entry in fresh[start : start + _BATCH]]
            for encoder in list(working):
                try:
                    entries = self._read(database, encoder, some, entries)
                except EncoderError as failure:
                    log.warning("Titles stay unread until the next start: %s", failure)
                    working.remove(encoder)  # or every batch would wait for it
            self._index.put(entries)
            if time.monotonic() - told >= _TELL_EVERY:
                told = time.monotonic()
                log.info("Reading titles: %s of %s", start + len(some), len(fresh))

    def _read(
        self, database: Database, encoder: Encoder, some: Sequence[Titles], entries: Sequence[Entry]
    ) -> list[Entry]:
        """The entries with this model's vectors, which are also kept in the store."""
        model = model_of(encoder)
        unread = [one for one, entry in zip(some, entries, strict=True) if model not in entry.vectors]
        vectors = iter(vectors_of(encoder, [title for one in unread for title in one.titles]))
        made = {one.owner: replace(one, vectors=b"".join(next(vectors) for _ in one.titles)) for one in unread}
        with database.writing() as store:
            store.suppliers.remember_vectors(model, made.values())
        return [
            _with_vectors(entry, encoder, made[one.owner].vectors or b"") if one.owner in made else entry
            for one, entry in zip(some, entries, strict=True)
        ]


def _entry(one: Titles) -> Entry:
    return Entry(_key(one.owner), one.supplier, one.titles)


def _with_vectors(entry: Entry, encoder: Encoder, joined: bytes) -> Entry:
    parts = tuple(joined[i : i + encoder.dim] for i in range(0, len(joined), encoder.dim))
    return replace(entry, vectors={**entry.vectors, model_of(encoder): parts})


def index_words(store: Store, suppliers: Iterable[int]) -> None:
    """Keep the words of what these firms offer now for full-text search."""
    wanted = set(suppliers)
    for supplier in wanted:
        for key in (
            _key(f"supplier:{supplier}"),
            *(_key(f"product:{p.id}") for p in store.suppliers.products(supplier)),
        ):
            store.suppliers.drop_words(key)
    only = next(iter(wanted)) if len(wanted) == 1 else None
    for one in store.suppliers.titles("", supplier=only):
        if one.supplier in wanted:
            store.suppliers.put_words(_key(one.owner), tokens(" ".join(one.titles), stored=True))


def _key(owner: str) -> int:
    """One series of numbers for both: products even, firms without products odd."""
    kind, number = owner.split(":")
    return int(number) * 2 + (kind == "supplier")
