"""The door to titles that PostgreSQL searches itself, by terms and by meaning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from bot.store import title_vectors, title_words
from bot.store.title_words import TitleWords

_FOUND = "('verified', 'pending', 'paused')"
_COLUMNS = "t.owner, t.number, t.supplier, t.title, tsvector_to_array(t.words)"
_FINDABLE = f"JOIN supplier s ON s.id = t.supplier AND s.status IN {_FOUND}"
_NEAR = text(
    f"SELECT {_COLUMNS}, 1 - n.distance FROM (SELECT owner, number, meaning <=> CAST(:vector AS halfvec(512)) AS"
    " distance FROM title_vector WHERE model = :model ORDER BY meaning <=> CAST(:vector AS halfvec(512)) LIMIT :most) n"
    f" JOIN title_words t ON t.owner = n.owner AND t.number = n.number {_FINDABLE}"
)
_MATCHING = text(
    f"SELECT {_COLUMNS} FROM (SELECT * FROM title_words WHERE words @@ CAST(:query AS tsquery) LIMIT :most) t"
    f" {_FINDABLE}"
)
_COSINES = text(
    "SELECT v.owner, v.number, 1 - (v.meaning <=> CAST(:vector AS halfvec(512))) FROM title_vector v"
    " JOIN unnest(CAST(:owners AS text[]), CAST(:numbers AS integer[])) AS a(owner, number)"
    " ON v.owner = a.owner AND v.number = a.number WHERE v.model = :model"
)
_BESIDE = text("SELECT owner, title FROM title_words WHERE owner = ANY(:owners) ORDER BY owner, number")
_PRODUCTS = text(
    "SELECT p.id, p.supplier, p.name, p.english FROM product p"
    f" JOIN supplier s ON s.id = p.supplier AND s.status IN {_FOUND} WHERE p.id > :after ORDER BY p.id LIMIT :most"
)
_BARE = text(
    f"SELECT s.id, s.name FROM supplier s WHERE s.id > :after AND s.status IN {_FOUND}"
    " AND NOT EXISTS (SELECT FROM product p WHERE p.supplier = s.id) ORDER BY s.id LIMIT :most"
)
_UNREAD = text(
    "SELECT t.owner, t.supplier, array_agg(t.title ORDER BY t.number) FROM title_words t WHERE t.owner IN"
    f" (SELECT t.owner FROM title_words t {_FINDABLE} WHERE t.number = 0 AND NOT EXISTS (SELECT FROM meaning m"
    " WHERE m.owner = t.owner AND m.model = :model) LIMIT :most) GROUP BY t.owner, t.supplier"
)
_COUNT_UNREAD = text(
    f"SELECT count(*) FROM title_words t {_FINDABLE} WHERE t.number = 0 AND EXISTS (SELECT FROM"
    " unnest(CAST(:models AS text[])) AS asked WHERE NOT EXISTS (SELECT FROM meaning m WHERE m.owner = t.owner"
    " AND m.model = asked))"
)
_READING = 7_416_302  # any number that nobody else locks

Place = tuple[str, int]
"""A title: its owner, and its place among the owner's titles."""


@dataclass(frozen=True)
class Unread:
    """What a model has not read yet."""

    owner: str
    supplier: int
    titles: tuple[str, ...]


class Titles:
    """Titles inside PostgreSQL. SQLite has none of this: ask `is_here` first."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @property
    def is_here(self) -> bool:
        """Can this database search titles?"""
        return self._connection.dialect.name == "postgresql"

    @property
    def widest(self) -> int:
        """How many numbers a vector may have to be searched here."""
        return title_vectors.WIDE

    def form(self, *, holding: bool = False) -> str:
        """In which form the titles are kept; holding: others who fill or count have to wait for this transaction."""
        asking = "SELECT form FROM title_words_state" + (" FOR UPDATE" if holding else "")
        return str(self._connection.execute(text(asking)).scalar_one())

    def every(self, page: int) -> Iterator[list[tuple[str, int, tuple[str, ...]]]]:
        """Everything that may once be found, some at a time: owner, supplier and titles."""
        after = 0
        while rows := self._connection.execute(_PRODUCTS, {"after": after, "most": page}).all():
            after = rows[-1].id
            yield [(f"product:{r.id}", r.supplier, tuple(t for t in (r.name, r.english) if t)) for r in rows]
        after = 0
        while rows := self._connection.execute(_BARE, {"after": after, "most": page}).all():
            after = rows[-1].id
            yield [(f"supplier:{r.id}", r.id, (r.name,)) for r in rows]

    def clear(self) -> None:
        """Forget the terms of all titles."""
        title_words.clear(self._connection)

    def filled(self, form: str) -> None:
        """All titles are here, in this form."""
        self._connection.execute(text("UPDATE title_words_state SET form = :form"), {"form": form})
        title_words.recount(self._connection)
        self._connection.execute(text("ANALYZE title_words, title_words_term, title_words_window"))

    def put(self, some: Sequence[TitleWords], windows: Mapping[str, Sequence[str]]) -> None:
        """Keep titles. windows: of each of their terms."""
        title_words.put(self._connection, some, windows)

    def replace(self, supplier: int, some: Sequence[TitleWords], windows: Mapping[str, Sequence[str]]) -> None:
        """Keep the titles of a firm in place of all that it had."""
        title_words.drop(self._connection, supplier)
        self.put(some, windows)

    def count_again(self) -> None:
        """Count who holds which term, where a tenth of the titles have changed since that was last done."""
        changes, size = title_words.changed_since_count(self._connection)
        if changes > size // 10:
            self.form(holding=True)
            title_words.recount(self._connection)

    def size(self) -> int:
        """How many titles there were when they were last counted."""
        return int(self._connection.execute(text("SELECT size FROM title_words_state")).scalar_one())

    def held(self, terms: Iterable[str]) -> dict[str, int]:
        """By term, how many titles hold it; terms of no title are left out."""
        return title_words.held(self._connection, terms)

    def forms(self, windows: Mapping[str, Sequence[str]], *, least: float) -> dict[str, dict[str, float]]:
        """By word, the terms that have at least this share of its windows of letters, with the share."""
        return title_words.forms(self._connection, windows, least)

    def near(self, model: str, vector: Sequence[float], limit: int) -> dict[Place, tuple[TitleWords, float]]:
        """The titles nearest to a vector of that model, with the cosine."""
        if not title_vectors.is_here(self._connection) or not any(vector) or len(vector) > title_vectors.WIDE:
            return {}
        most = title_vectors.search_widely(self._connection, limit)
        asked = {"model": model, "vector": title_vectors.written(vector), "most": most}
        rows = self._connection.execute(_NEAR, asked)
        return {(row[0], row[1]): (TitleWords(*row[:5]), row[5]) for row in rows}

    def matching(self, any_of: Iterable[Iterable[str]], limit: int) -> dict[Place, TitleWords]:
        """Titles that hold one term at least of each group; where there are more than the limit, any of them."""
        rows = self._connection.execute(_MATCHING, {"query": title_words.matching(any_of), "most": limit})
        return {(row[0], row[1]): TitleWords(*row) for row in rows}

    def cosines(self, model: str, vector: Sequence[float], places: Iterable[Place]) -> dict[Place, float]:
        """How near these titles are to a vector of that model; those that it has not read are left out."""
        places = list(places)
        if not places or not title_vectors.is_here(self._connection) or len(vector) > title_vectors.WIDE:
            return {}
        owners, numbers = zip(*places, strict=True)
        asked = {"model": model, "vector": title_vectors.written(vector), "owners": list(owners)}
        rows = self._connection.execute(_COSINES, {**asked, "numbers": list(numbers)})
        return {(owner, number): cosine for owner, number, cosine in rows}

    def beside(self, owners: Iterable[str]) -> dict[str, list[str]]:
        """All titles of these owners."""
        found: dict[str, list[str]] = {}
        for owner, title in self._connection.execute(_BESIDE, {"owners": list(owners)}):
            found.setdefault(owner, []).append(title)
        return found

    def hold_reading(self) -> bool:
        """May this transaction have titles read by a model? One at a time does, or two would read the same."""
        asking = text("SELECT pg_try_advisory_xact_lock(:number)")
        return bool(self._connection.execute(asking, {"number": _READING}).scalar())

    def unread(self, model: str, limit: int) -> list[Unread]:
        """Some of what a model has not read."""
        rows = self._connection.execute(_UNREAD, {"model": model, "most": limit})
        return [Unread(owner, supplier, tuple(titles)) for owner, supplier, titles in rows]

    def count_unread(self, models: Sequence[str]) -> int:
        """Of how many owners one of these models has not read the titles."""
        return int(self._connection.execute(_COUNT_UNREAD, {"models": list(models)}).scalar_one())

    def owners(self) -> int:
        """How many things can be found."""
        return int(self._connection.execute(text("SELECT count(*) FROM title_words WHERE number = 0")).scalar_one())
