"""`python -m tests.bench [name …]`: measure everything, or what is named, and write docs/benchmarks.md."""

from __future__ import annotations

import asyncio
import inspect
import sys
import tempfile
from pathlib import Path

from tests.bench import (
    announce,
    at_scale,
    delivery,
    language,
    load,
    numbers,
    pooling,
    recall,
    reply,
    report,
    search,
    start,
)
from tests.bench.tables import show

# A further bench is a file with `measure(folder)` (how fast) or `tables()` (how right), and a line here.
BENCHES = {
    "start": start.measure,
    "reply": reply.measure,
    "load": load.measure,
    "pools": pooling.measure,
    "announce": announce.measure,
}
TABLES = {
    "delivery": ("Delivery", delivery.tables),
    "language": ("Which language", language.tables),
    "numbers": ("Numbers and money", numbers.tables),
    "recall": ("Right goods first", recall.tables),
    "pools": ("Pools: how sure", pooling.tables),
    "search": (at_scale.TITLE, search.tables),
}


async def main(names: list[str]) -> None:
    """Measure one after the other, so that none disturbs another. Only a whole run is written to the page."""
    found, chapters = [], []
    for name in [n for n in names or BENCHES if n in BENCHES]:
        with tempfile.TemporaryDirectory(prefix="shoal-bench-") as folder:
            found.append(await BENCHES[name](Path(folder)))
        for line in found[-1].lines:
            print(f"{line.what}: {line.ours:.3g} {line.unit}, {line.ratio:.2g} times {line.baseline:.3g} {line.unit}")
    for name in [n for n in names or TABLES if n in TABLES]:
        title, tables = TABLES[name]
        found_tables = tables()
        chapters.append((title, await found_tables if inspect.isawaitable(found_tables) else found_tables))
        show(chapters[-1][1])
    if not names:
        report.write(found, chapters)


asyncio.run(main(sys.argv[1:]))
