"""Finding suppliers for words: by an index in memory, or inside the database; kept fresh by chores."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, islice
from random import randrange

from bot.actions.finding_inside import Inside, Where, inside, key_of, read_by
from bot.domain.matching import Candidate
from bot.domain.supplier import Product, Supplier
from bot.search.encoders import Wish, encoders
from bot.search.index import Hit, Index
from bot.search.meaning import Encoder, EncoderError, model_of
from bot.search.titles import Entry
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
        hit = self.hit
        return Candidate(self.supplier, self.product, hit.score, near=hit.cosine, words=hit.share, kind=hit.kind)


class Finder:
    """The index and the models. Loaded once; any thread may search while one adds."""

    def __init__(self, *models: Encoder | None, where: Where = "memory") -> None:
        """models: the most trusted first; each is asked for the languages that those before it do not know.

        where: titles are searched; `open` decides.
        """
        self._where = where
        self._inside: Inside | None = None
        self._encoders = tuple(model for model in models if model is not None)
        self._index = Index(*self._encoders)
        self._changing = threading.Lock()
        self._unread: dict[str, tuple[Titles, Entry]] = {}  # by owner
        self._to_read, self._told = 0, time.monotonic()
        self._seen: dict[int, datetime] = {}  # changes of firms that the index knows of
        self._looking = threading.Lock()

    @staticmethod
    def wished(wish: Wish, where: Where = "memory") -> Finder:
        """With the models that are wished for, as far as they work (the log says which do not)."""
        return Finder(*encoders(wish), where=where)

    def __len__(self) -> int:
        return self._inside.size if self._inside else len(self._index)

    @property
    def models(self) -> tuple[str, ...]:
        """The models that are asked, each by the name that stands with its vectors."""
        return tuple(model_of(encoder) for encoder in self._encoders)

    @property
    def unread(self) -> int:
        """How many things some model has still to read; their words and kinds of goods find them meanwhile."""
        return self._inside.unread if self._inside else len(self._unread)

    def load(self, database: Database) -> None:
        """As `open`; what the models have not read is read at once, as far as they answer."""
        self.open(database)
        while self.unread and self.read_some(database):
            pass

    def open(self, database: Database) -> None:
        """Take everything that can be found from the store, with what each model made of it when it read it.

        Or take nothing, where the database shall search.
        """
        self._inside = inside(database, self._encoders, self._where)
        if self._inside:
            self._inside.open(database)
            self._to_read = self.unread
            return
        with database.reading() as store:
            self._seen = store.suppliers.changed(since=None)
        self._take(database, None)
        self._to_read = self.unread

    def read_some(self, database: Database, *, most: int = 2 * _BATCH) -> bool:
        """Have the models read some of what they have not read yet, and keep it; did all of them answer?"""
        if self._inside:
            some, answered = self._inside.unread > 0, self._inside.read_some(database, most)
        else:
            waiting = self._some_unread(most, anywhere=not database.alone)
            some, answered = bool(waiting), self._learn(database, waiting)
        if some and (not self.unread or time.monotonic() - self._told >= _TELL_EVERY):
            self._told = time.monotonic()
            log.info("Titles read by the models: %s of %s", max(0, self._to_read - self.unread), self._to_read)
        return answered

    def _some_unread(self, most: int, *, anywhere: bool) -> list[tuple[Titles, Entry]]:
        """anywhere: begin where others that read at the same time probably do not, to take over what they have read."""
        with self._changing:
            every = self._unread.values()
            start = randrange(len(every)) if anywhere and every else 0
            return list(islice(chain(islice(every, start, None), every), min(most, len(every))))

    def catch_up(self, database: Database) -> None:
        """Take in what other processes have learnt since the last look: who searches must find what is known."""
        if database.alone or self._inside:
            return
        with self._looking:
            newest = max(self._seen.values(), default=None)
            with database.reading() as store:
                lately = store.suppliers.changed(since=newest)
            fresh = [firm for firm, at in lately.items() if self._seen.get(firm) != at]
            if 0 in fresh:
                self._take(database, None)
            else:
                for firm in fresh:
                    self.refresh(database, firm)
            self._seen = lately

    def refresh(self, database: Database, supplier: int) -> None:
        """A firm or its products changed: find it under what it offers now."""
        if self._inside:
            self._inside.refresh(database, supplier)
            return
        kept = self._take(database, supplier)
        with self._changing:
            own = [pair for pair in self._unread.values() if pair[0].supplier == supplier]
        self._learn(database, own)
        with database.reading() as store:
            products = store.suppliers.products(supplier)
        every = {key_of(f"supplier:{supplier}"), *(key_of(f"product:{p.id}") for p in products)}
        self._index.drop(every - kept)

    def find(self, database: Database, query: str, *, language: str | None = None, limit: int = 10) -> list[Found]:
        """The suppliers that answer a query best, each once, best first."""
        if self._inside:
            hits = self._inside.find(database, query, language=language, limit=limit)
        else:
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
        with self._changing:
            for owner in [o for o, (one, _) in self._unread.items() if supplier in (None, one.supplier)]:
                del self._unread[owner]
            self._unread.update((owner, pair) for owner, pair in every.items() if not self._is_read(pair[1]))
            self._index.put(entry for _, entry in every.values())
        return {entry.key for _, entry in every.values()}

    def _is_read(self, entry: Entry) -> bool:
        return entry.vectors.keys() >= set(self.models)

    def _learn(self, database: Database, fresh: Sequence[tuple[Titles, Entry]]) -> bool:
        """Have the models read these, batch by batch; each is kept and found at once. Did all models answer?"""
        working = list(self._encoders)
        for start in range(0, len(fresh), _BATCH):
            some = [one for one, _ in fresh[start : start + _BATCH]]
            entries = [entry for _, entry in fresh[start : start + _BATCH]]
            for encoder in list(working):
                try:
                    entries = self._read(database, encoder, some, entries)
                except EncoderError as failure:
                    log.warning("Titles stay unread for now: %s", failure)
                    working.remove(encoder)  # or every batch would wait for it
            self._put(some, entries)
        return len(working) == len(self._encoders)

    def _put(self, some: Sequence[Titles], entries: Sequence[Entry]) -> None:
        """Find these under what was read, unless they have been changed meanwhile."""
        with self._changing:
            pairs = [(one, e) for one, e in zip(some, entries, strict=True) if self._is_current(one)]
            self._unread.update((one.owner, (one, entry)) for one, entry in pairs)
            self._index.put(entry for _, entry in pairs)
            for one, entry in pairs:
                if self._is_read(entry):
                    del self._unread[one.owner]

    def _is_current(self, one: Titles) -> bool:
        waiting = self._unread.get(one.owner)
        return waiting is not None and waiting[0] is one

    def _read(
        self, database: Database, encoder: Encoder, some: Sequence[Titles], entries: Sequence[Entry]
    ) -> list[Entry]:
        """The entries with this model's vectors, which are also kept in the store."""
        model = model_of(encoder)
        unread = [one for one, entry in zip(some, entries, strict=True) if model not in entry.vectors]
        known = self._read_elsewhere(database, model, unread)
        made = read_by(encoder, [one for one in unread if one.owner not in known])
        if made:
            with database.writing() as store:
                store.suppliers.remember_vectors(model, made)
        read = known | {one.owner: one for one in made}
        return [
            _with_vectors(entry, encoder, read[one.owner].vectors or b"") if one.owner in read else entry
            for one, entry in zip(some, entries, strict=True)
        ]

    def _read_elsewhere(self, database: Database, model: str, some: Sequence[Titles]) -> dict[str, Titles]:
        """Those of them that another process has read meanwhile."""
        if database.alone or not some:
            return {}
        with database.reading() as store:
            known = store.suppliers.known_vectors(model, [one.owner for one in some])
        same = (one for one in some if known.get(one.owner, ((), b""))[0] == one.titles)
        return {one.owner: replace(one, vectors=known[one.owner][1]) for one in same}


def _entry(one: Titles) -> Entry:
    return Entry(key_of(one.owner), one.supplier, one.titles)


def _with_vectors(entry: Entry, encoder: Encoder, joined: bytes) -> Entry:
    parts = tuple(joined[i : i + encoder.dim] for i in range(0, len(joined), encoder.dim))
    return replace(entry, vectors={**entry.vectors, model_of(encoder): parts})


@dataclass(frozen=True)
class Reading:
    """How much of what can be found a model has read. used: is it asked now?"""

    model: str
    read: int
    every: int
    used: bool


def readings(store: Store, used: Sequence[str]) -> list[Reading]:
    """How far each model is: those that are asked now, and those that once were. Never are two compared."""
    models = dict.fromkeys([*used, *store.suppliers.models()])
    found = []
    for model in models:
        known = [one.vectors is not None for one in store.suppliers.titles(model)]
        found.append(Reading(model, sum(known), len(known), model in used))
    return found
