"""The terms of titles, searched inside PostgreSQL: each title with its terms, and each term with how many hold it.

Three tables beside the others, made at every start where they are missing and filled by whoever searches in them:
title_words (the titles), title_words_term (how many hold a term, counted anew now and then) and title_words_window
(which terms share a window of letters). A term comes ready made and holds neither quotes nor backslashes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from sqlalchemy import Connection, text

_CREATE = (
    "CREATE TABLE IF NOT EXISTS title_words (owner text, number integer, supplier bigint NOT NULL, title text NOT NULL,"
    " words tsvector NOT NULL, PRIMARY KEY (owner, number))",
    # A list of what is still to be sorted in would be read by every search.
    "CREATE INDEX IF NOT EXISTS title_words_terms ON title_words USING gin (words) WITH (fastupdate = off)",
    "CREATE INDEX IF NOT EXISTS title_words_supplier ON title_words (supplier)",
    'CREATE TABLE IF NOT EXISTS title_words_term (term text COLLATE "C" PRIMARY KEY, held integer NOT NULL)',
    'CREATE TABLE IF NOT EXISTS title_words_window (piece text COLLATE "C", term text COLLATE "C",'
    " PRIMARY KEY (piece, term))",
    "CREATE TABLE IF NOT EXISTS title_words_state (one integer PRIMARY KEY, form text NOT NULL, size bigint NOT NULL,"
    " changes bigint NOT NULL)",
    "INSERT INTO title_words_state VALUES (1, '', 0, 0) ON CONFLICT DO NOTHING",
)
_PUT = text(
    "INSERT INTO title_words (owner, number, supplier, title, words) VALUES (:owner, :number, :supplier, :title,"
    " array_to_tsvector(CAST(:terms AS text[]))) ON CONFLICT (owner, number) DO UPDATE SET"
    " supplier = excluded.supplier, title = excluded.title, words = excluded.words"
)
_NEW_TERMS = text(
    "INSERT INTO title_words_term SELECT term, 1 FROM unnest(CAST(:terms AS text[])) AS term ORDER BY term"
    " ON CONFLICT DO NOTHING RETURNING term"
)
_NEW_WINDOWS = text(
    "INSERT INTO title_words_window SELECT * FROM unnest(CAST(:pieces AS text[]), CAST(:terms AS text[]))"
    " ON CONFLICT DO NOTHING"
)
_CHANGES = (
    "(SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_user_tables"
    " WHERE relid = 'title_words'::regclass)"
)
_RECOUNT = (
    "INSERT INTO title_words_term SELECT word, ndoc FROM ts_stat('SELECT words FROM title_words') ORDER BY word"
    " ON CONFLICT (term) DO UPDATE SET held = excluded.held WHERE title_words_term.held <> excluded.held",
    f"UPDATE title_words_state SET size = (SELECT count(*) FROM title_words), changes = {_CHANGES}",
)
_FORMS = text(
    "SELECT asked.word, kept.term, count(*) FROM unnest(CAST(:words AS text[]), CAST(:pieces AS text[]),"
    " CAST(:least AS integer[])) AS asked(word, piece, least) JOIN title_words_window kept"
    ' ON kept.piece = asked.piece COLLATE "C" GROUP BY asked.word, kept.term, asked.least'
    " HAVING count(*) >= asked.least"
)
_HELD = text("SELECT term, held FROM title_words_term WHERE term = ANY(CAST(:terms AS text[]))")


@dataclass(frozen=True, slots=True)
class TitleWords:
    """One title of an owner (`product:7`), its place among the owner's titles, and its terms."""

    owner: str
    number: int
    supplier: int
    title: str
    terms: Sequence[str]


def create(connection: Connection) -> None:
    """Make the tables where they are missing; only PostgreSQL has them."""
    if connection.dialect.name == "postgresql":
        for statement in _CREATE:
            connection.execute(text(statement))


def put(connection: Connection, some: Sequence[TitleWords], windows: Mapping[str, Sequence[str]]) -> None:
    """Keep titles, in place of those that stood there. windows: of each of their terms."""
    rows = [
        {"owner": t.owner, "number": t.number, "supplier": t.supplier, "title": t.title, "terms": list(t.terms)}
        for t in some
    ]
    if not rows:
        return
    connection.execute(_PUT, rows)
    fresh = list(connection.execute(_NEW_TERMS, {"terms": sorted(windows)}).scalars())
    pairs = sorted((piece, term) for term in fresh for piece in windows[term])
    if pairs:
        pieces, terms = zip(*pairs, strict=True)
        connection.execute(_NEW_WINDOWS, {"pieces": list(pieces), "terms": list(terms)})


def drop(connection: Connection, supplier: int) -> None:
    """Forget the titles of a firm."""
    connection.execute(text("DELETE FROM title_words WHERE supplier = :supplier"), {"supplier": supplier})


def clear(connection: Connection) -> None:
    """Forget all titles."""
    for table in ("title_words", "title_words_term", "title_words_window"):  # others may go on searching meanwhile
        connection.execute(text(f"DELETE FROM {table}"))


def recount(connection: Connection) -> None:
    """Count anew how many titles hold each term; what no title holds any more stays, and finds nothing."""
    for statement in _RECOUNT:
        connection.execute(text(statement))


def changed_since_count(connection: Connection) -> tuple[int, int]:
    """How many titles were written or dropped since they were counted, and how many there were then.

    The database's own statistics say so, some seconds late.
    """
    asking = text(f"SELECT abs({_CHANGES} - changes), size FROM title_words_state")
    changes, size = connection.execute(asking).one()
    return int(changes), int(size)


def forms(connection: Connection, windows: Mapping[str, Sequence[str]], least: float) -> dict[str, dict[str, float]]:
    """For each word the terms that have at least this share of its windows, with the share."""
    pairs = [(word, piece, ceil(least * len(pieces))) for word, pieces in windows.items() for piece in pieces]
    found: dict[str, dict[str, float]] = {word: {} for word in windows}
    if pairs:
        asked = dict(zip(("words", "pieces", "least"), map(list, zip(*pairs, strict=True)), strict=True))
        for word, term, count in connection.execute(_FORMS, asked):
            found[word][term] = count / len(windows[word])
    return found


def held(connection: Connection, terms: Iterable[str]) -> dict[str, int]:
    """How many titles held each term when they were last counted; those that never stood in one are left out."""
    return {row.term: row.held for row in connection.execute(_HELD, {"terms": list(terms)})}


def matching(any_of: Iterable[Iterable[str]]) -> str:
    """A condition for `words @@`: of each group one term at least."""
    return " & ".join(f"({' | '.join(_quoted(term) for term in group)})" for group in any_of)


def _quoted(term: str) -> str:
    return f"'{term}'"
