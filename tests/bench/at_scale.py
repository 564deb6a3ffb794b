"""What was measured of searching, by how many titles there were: kept here until that size is measured anew."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tests.bench.tables import Table

TITLE = "Search at scale"
_FILE = Path(__file__).with_name("at_scale.json")
_HOW = (
    "Titles are made of two names of goods in many languages and a size; their vectors lie between those of the names, "
    "with noise; 100 queries one after the other. Recall: how many of the first ten of an exact search are found; of "
    "Shoal by the whole score, of vectors alone by the cosine. A search in memory reads the query with the model, "
    "which the others do not. Processor: its time for one search, in Shoal and in the database; on a busy machine it "
    "says more than the clock. `make bench` measures 100,000 titles, `make bench-search` a million as well."
)


@dataclass(frozen=True)
class Row:
    """One way of searching. build: s; p50, p95: ms; busy: processor time of one search, ms.

    recall: of the ten of an exact search, where that can be said.
    """

    name: str
    build: float
    megabytes: float
    p50: float
    p95: float
    busy: float
    recall: float | None


class Size:
    """What is measured with so many titles; each part is kept as soon as it is there."""

    def __init__(self, count: int, machine: str) -> None:
        self._count = count
        self._found: dict[str, Any] = {"machine": machine, "rows": [], "notes": []}

    def add(self, row: Row) -> None:
        """One way more."""
        self._found["rows"].append(asdict(row))
        self._keep()

    def note(self, where: str, rate: float, busy: float) -> None:
        """How many titles a second were changed while somebody searched, and the p95 of these searches in ms."""
        self.say(
            f"Changed {where} while somebody searches: {rate:.0f} titles/s; 95 of 100 searches then take {busy:.0f} ms."
        )

    def say(self, sentence: str) -> None:
        """Something more to know."""
        print(f"  {sentence}", flush=True)
        self._found["notes"].append(sentence)
        self._keep()

    def _keep(self) -> None:
        kept = _kept() | {str(self._count): self._found}
        _FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def tables() -> list[Table]:
    """A table for each size, and what grows how much from each to the next."""
    found = []
    kept = sorted(_kept().items(), key=lambda pair: int(pair[0]))
    before: dict[str, Any] = {}
    for size, one in kept:
        head = ["way", "built in", "memory", "p50", "p95", "processor", "recall@10"] + (
            [f"processor against {before['size']:,}"] if before else []
        )
        rows = [_cells(row, before.get(row["name"])) for row in one["rows"]]
        if before:
            one["notes"].append(f"There are {int(size) / before['size']:.3g} times more titles than above.")
        found.append((f"{int(size):,} titles", head, rows, " ".join([one["machine"] + ".", *one["notes"]])))
        before = {row["name"]: row["busy"] for row in one["rows"]} | {"size": int(size)}
    return [(title, head, rows, f"{notes}\n\n{_HOW}" if at == len(found) - 1 else notes)
            for at, (title, head, rows, notes) in enumerate(found)]  # fmt: skip


def _cells(row: dict[str, Any], earlier: float | None) -> list[str]:
    recall = "–" if row["recall"] is None else f"{row['recall']:.3f}"
    cells = [row["name"], f"{row['build']:.0f} s", f"{row['megabytes']:.0f} MB", f"{row['p50']:.1f} ms",
             f"{row['p95']:.1f} ms", f"{row['busy']:.1f} ms", recall]  # fmt: skip
    return cells if earlier is None else [*cells, f"{row['busy'] / earlier:.2g} ×"]


def _kept() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(_FILE.read_text("utf-8")) if _FILE.exists() else {}
    return kept
