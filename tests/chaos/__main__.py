"""`make chaos`: SEED=1 CONVERSATIONS=10000 DATABASE=sqlite|postgresql|both WORKERS=4; exits non-zero for any fault."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from tests.chaos.judge import Findings
from tests.chaos.run import Ended, run
from tests.store import postgresql


def main() -> int:
    """Run on each database that is asked for; the last line says what was found on all."""
    asked = os.environ.get("DATABASE", "both")
    total = Findings()
    for name in ("sqlite", "postgresql") if asked == "both" else (asked,):
        ended = _one(name)
        _show(name, ended)
        for mine, theirs in zip(total.parts, ended.found.parts, strict=True):
            mine += theirs
    print(total)
    return 1 if total.all else 0


def _one(name: str) -> Ended:
    with tempfile.TemporaryDirectory(prefix="shoal-chaos-") as folder, database(name) as (url, workers):
        conversations, seed = int(os.environ.get("CONVERSATIONS", "10000")), int(os.environ.get("SEED", "1"))
        say = partial(print, f"{name}:", flush=True)
        going = run(Path(folder), url=url, workers=workers, conversations=conversations, seed=seed, say=say)
        return asyncio.run(going)


@contextmanager
def database(name: str) -> Iterator[tuple[str, int]]:
    """Where it is, and how many processes work over it."""
    if name == "sqlite":
        yield "", 1
        return
    with postgresql.fresh() as url:
        yield url, int(os.environ.get("WORKERS", "4"))


def _show(name: str, ended: Ended) -> None:
    for fault in ended.found.all[:40]:
        print(f"{name}: {fault}")
    troubles = ", ".join(f"{what} {times}" for what, times in sorted(ended.troubles.items()))
    print(f"{name}: {ended.conversations} conversations in {ended.seconds:.0f} s; {troubles}")
    not_heard = ", ".join(f"{why} {times}" for why, times in sorted(ended.found.undelivered.items()))
    print(f"{name}: {ended.found.repeats} messages were said again after a trouble; not delivered: {not_heard or 0}")
    print(f"{name}: {ended.found}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
