"""The short form: a hundred conversations, and nothing is lost, twice, unexplained or out of order."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from tests.chaos.run import run
from tests.store import postgresql

CONVERSATIONS = 100


@pytest.mark.timeout(900)
def test_one_process_on_sqlite(tmp_path: Path) -> None:
    ended = asyncio.run(run(tmp_path, conversations=CONVERSATIONS, seed=20, say=print))
    assert not ended.found.all
    assert ended.troubles["kill a process"] and ended.troubles["reorder updates"]


@pytest.mark.skipif(os.environ.get("SHOAL_FULL") != "1", reason="`make chaos` tries it; SHOAL_FULL=1 does so here")
@pytest.mark.timeout(900)
def test_two_processes_on_postgresql(tmp_path: Path) -> None:
    with postgresql.fresh() as url:
        ended = asyncio.run(run(tmp_path, url=url, workers=2, conversations=CONVERSATIONS, seed=20, say=print))
    assert not ended.found.all
