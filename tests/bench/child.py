"""A bot as a child process: Shoal itself or the raw baseline, over one simulator and one database file."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOKEN = "100:bench"


@asynccontextmanager
async def shoal(api_url: str, database: Path) -> AsyncIterator[int]:
    """`python -m bot serve`, until the context ends; gives its process id."""
    given = {
        "PYTHONPATH": str(ROOT),
        "BOT_TOKEN": TOKEN,
        "API_URL": api_url,
        "DATABASE_URL": f"sqlite:///{database}",
        "MESSAGES_PER_SECOND": "1000",
        "LOG_LEVEL": "ERROR",
        "OMP_NUM_THREADS": "1",
    }
    async with _process("-m", "bot", "serve", cwd=database.parent, environment=os.environ | given) as pid:
        yield pid


@asynccontextmanager
async def raw(api_url: str, database: Path) -> AsyncIterator[int]:
    """The baseline bot of tests/bench/raw.py, until the context ends; gives its process id."""
    arguments = ("-m", "tests.bench.raw", f"{api_url}/bot{TOKEN}", str(database))
    async with _process(*arguments, cwd=ROOT, environment=dict(os.environ)) as pid:
        yield pid


@asynccontextmanager
async def _process(*arguments: str, cwd: Path, environment: dict[str, str]) -> AsyncIterator[int]:
    child = await asyncio.create_subprocess_exec(sys.executable, *arguments, cwd=cwd, env=environment)
    try:
        yield child.pid
        assert child.returncode is None, "the bot stopped by itself"
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used until now, in user and system mode (Linux: /proc)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
