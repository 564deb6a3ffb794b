"""A bot as a child process: Shoal itself or another one, over one messenger and one database."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOKEN = "100:bench"


@asynccontextmanager
async def shoal(
    api_url: str,
    database: Path | str,
    *,
    rate: float = 1000,
    workers: int = 1,
    admin: int | None = None,
    search: str = "default",
) -> AsyncIterator[int]:
    """`python -m bot serve`, until the context ends; gives its process id. database: a file, or a URL."""
    given = {
        "PYTHONPATH": str(ROOT),
        "BOT_TOKEN": TOKEN,
        "ADMIN_IDS": str(admin or ""),
        "API_URL": api_url,
        "DATABASE_URL": database if isinstance(database, str) else f"sqlite:///{database}",
        "LISTEN_PORT": "0",
        "MESSAGES_PER_SECOND": str(rate),
        "EMBEDDINGS": search,
        "LOG_LEVEL": "ERROR",
        "OMP_NUM_THREADS": "1",
    }
    arguments = ("-m", "bot", "serve", *(("--workers", str(workers)) if workers > 1 else ()))
    with tempfile.TemporaryDirectory(prefix="shoal-bench-") as nowhere:  # where no .env lies
        async with _process(*arguments, cwd=Path(nowhere), environment=os.environ | given) as pid:
            yield pid


@asynccontextmanager
async def rival(name: str, api: str, database: Path, *more: str) -> AsyncIterator[int]:
    """A bot of tests/bench/rivals, until the context ends; gives its process id."""
    arguments = ("-m", f"tests.bench.rivals.{name}", api, str(database), *more)
    async with _process(*arguments, cwd=ROOT, environment=dict(os.environ)) as pid:
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
        for pid in reversed(family(child.pid)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        await child.wait()


def family(pid: int) -> list[int]:
    """A process and those that it started, and so on (Linux: /proc); empty if it has ended."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in family(int(child)))]


def memory(pid: int) -> float:
    """Megabytes that a process holds in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used until now, in user and system mode (Linux: /proc)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
