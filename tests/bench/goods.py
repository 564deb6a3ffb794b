"""Many titles to search in, made of what there is in many languages.

The lexicon's words, the demo catalogue and, where SHOAL_DATA names the folder of test data, the names of goods in it.
Each title is two of these and a size or code; its vector lies between theirs, with noise, because reading a million
titles would take half an hour. What the model has read is kept among the temporary files for the next time.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.search.lexicon import LANGUAGES, all_families, names
from bot.search.meaning import Floats, UseEncoder, model_of

_READ = 6_000  # texts that the model really reads
_SIZES = ("500 ml", "M8x20", "SUS304", "100W", "IP66", "6204-2RS", "1.5 mm", "OEM", "60x60 cm", "304", "XL", "25 kg")
_CATALOGUE = Path(__file__).parents[2] / "bot" / "demo" / "catalogue"
QUERIES = 100


@dataclass(frozen=True)
class Goods:
    """Titles with their vectors as int8, and queries in many languages with theirs."""

    titles: list[str]
    packed: NDArray[np.int8]
    queries: list[str]
    asked: Floats


def goods(count: int) -> Goods:
    """So many titles, the same in every run."""
    chance, noise = random.Random(1), np.random.default_rng(1)
    base = sorted(set(_lexicon_words()) | set(_catalogue_names()) | set(_names_of_goods()))
    chance.shuffle(base)
    queries, base = base[:QUERIES], base[QUERIES : QUERIES + _READ]
    encoder = UseEncoder()
    asked, read = encoder.encode(queries, kind="query"), _read(encoder, base)
    first, second = noise.integers(0, len(base), count), noise.integers(0, len(base), count)
    titles = [f"{base[a]} {base[b]} {chance.choice(_SIZES)}" for a, b in zip(first, second, strict=True)]
    packed = np.empty((count, encoder.dim), np.int8)
    for start in range(0, count, 10_000):
        there = slice(start, start + 10_000)
        rows: Floats = read[first[there]] + np.float32(0.5) * read[second[there]]
        rows = rows + np.asarray(noise.normal(scale=0.02, size=rows.shape), np.float32)
        packed[there] = np.rint(rows / np.abs(rows).max(axis=1, keepdims=True) * 127)
    return Goods(titles, packed, queries, asked)


def _lexicon_words() -> Iterator[str]:
    for family in all_families():
        for language in LANGUAGES:
            yield from names(family, language)


def _catalogue_names() -> Iterator[str]:
    for file in _CATALOGUE.glob("*.jsonl"):
        for line in file.read_text("utf-8").splitlines():
            products = json.loads(line).get("products", [])
            yield from (p if isinstance(p, str) else p.get("name", "") for p in products)


def _names_of_goods() -> Iterator[str]:
    for file in (Path(os.environ.get("SHOAL_DATA", "/nowhere")) / "xling").glob("shopify_*.jsonl.gz"):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            for line in lines:
                yield from json.loads(line)["names"].values()


def _read(encoder: UseEncoder, texts: Sequence[str]) -> Floats:
    known = hashlib.blake2b("\n".join([model_of(encoder), *texts]).encode(), digest_size=8).hexdigest()
    file = Path(tempfile.gettempdir()) / f"shoal-bench-{known}.npy"
    if not file.exists():
        rows = np.concatenate([encoder.encode(texts[at : at + 64]) for at in range(0, len(texts), 64)])
        np.save(file, rows)
    read: Floats = np.load(file)
    return read
