"""Finding suppliers for words: the index in memory, filled from the store, kept fresh by chores."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace

from bot.domain.matching import Candidate
from bot.domain.supplier import Product, Supplier
from bot.search.index import Entry, Hit, Index
from bot.search.meaning import Encoder, load_encoder, model_of, vectors_of
from bot.search.words import tokens
from bot.store.database import Database
from bot.store.store import Store
from bot.store.suppliers import Titles

log = logging.getLogger(__name__)
_BATCH = 64
# So many titles that hold the query's words are ranked among the rest.
MOST_WORDED = 200


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
    """The index and the model. Loaded once; any thread may search while one adds."""

    def __init__(self, encoder: Encoder | None) -> None:
        self._encoder = encoder
        self._index = Index(encoder)
        self.model = model_of(encoder)

    @staticmethod
    def with_best_model() -> Finder:
        """With the language model if it is installed; without it words alone decide (the log says so)."""
        return Finder(load_encoder())

    def __len__(self) -> int:
        return len(self._index)

    def load(self, database: Database) -> None:
        """Take everything that can be found from the store; what no model has read yet is read now and kept."""
        with database.reading() as store:
            every = list(store.suppliers.titles(self.model))
        self._put(one for one in every if one.vectors is not None or self._encoder is None)
        fresh = [one for one in every if one.vectors is None and self._encoder is not None]
        for start in range(0, len(fresh), _BATCH):
            self._learn(database, fresh[start : start + _BATCH])

    def refresh(self, database: Database, supplier: int) -> None:
        """A firm or its products changed: find it under what it offers now."""
        with database.reading() as store:
            every = list(store.suppliers.titles(self.model, supplier=supplier))
            products = store.suppliers.products(supplier)
        self._index.drop([_key(f"supplier:{supplier}"), *(_key(f"product:{p.id}") for p in products)])
        self._put(one for one in every if one.vectors is not None or self._encoder is None)
        self._learn(database, [one for one in every if one.vectors is None])

    def find(self, database: Database, query: str, *, language: str | None = None, limit: int = 10) -> list[Found]:
        """The suppliers that answer a query best, each once, best first."""
        with database.reading() as store:
            worded = store.suppliers.having_words(tokens(query), limit=MOST_WORDED)
        hits = self._index.find_suppliers(query, language=language, limit=limit, extra_candidates=worded)
        with database.reading() as store:
            firms = store.suppliers.many(h.supplier for h in hits)
            products = store.suppliers.products_by_id(h.key // 2 for h in hits if h.key % 2 == 0)
        return [
            Found(firms[h.supplier], products.get(h.key // 2) if h.key % 2 == 0 else None, h)
            for h in hits
            if h.supplier in firms
        ]

    def _learn(self, database: Database, fresh: list[Titles]) -> None:
        if self._encoder is None or not fresh:
            return
        vectors = vectors_of(self._encoder, [title for one in fresh for title in one.titles])
        made, at = [], 0
        for one in fresh:
            made.append(replace(one, vectors=b"".join(vectors[at : at + len(one.titles)])))
            at += len(one.titles)
        with database.writing() as store:
            store.suppliers.remember_vectors(self.model, made)
        self._put(made)

    def _put(self, every: Iterable[Titles]) -> None:
        self._index.put(self._entry(one) for one in every)

    def _entry(self, one: Titles) -> Entry:
        if self._encoder is None or not one.vectors:
            return Entry(_key(one.owner), one.supplier, one.titles)
        wide = self._encoder.dim
        parts = tuple(one.vectors[i : i + wide] for i in range(0, len(one.vectors), wide))
        return Entry(_key(one.owner), one.supplier, one.titles, parts, self.model)


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
