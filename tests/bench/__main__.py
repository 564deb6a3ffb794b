"""`python -m tests.bench [name …]`: measure everything, or what is named, and write docs/benchmarks.md."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from tests.bench import load, reply, report, start

# A further bench is a file with `measure(folder)` and a line here.
BENCHES = {"start": start.measure, "reply": reply.measure, "load": load.measure}


async def main(names: list[str]) -> None:
    """Measure one after the other, so that none disturbs another. Only a whole run is written to the page."""
    found = []
    for name in names or BENCHES:
        with tempfile.TemporaryDirectory(prefix="shoal-bench-") as folder:
            found.append(await BENCHES[name](Path(folder)))
        for line in found[-1].lines:
            print(f"{line.what}: {line.ours:.3g} {line.unit}, {line.ratio:.2g} times {line.baseline:.3g} {line.unit}")
    if not names:
        report.write(found)


asyncio.run(main(sys.argv[1:]))
