"""The bot as a child process, `python -m bot serve`, that can be killed and started anew over the same database."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEATS = 2


class House:
    """One bot in a folder; `log` gathers what every life of it wrote to stderr. Lives: one more than kills.

    workers: how many processes do the work; more than one needs the URL of a PostgreSQL. more: further settings.
    """

    def __init__(
        self,
        folder: Path,
        api_url: str,
        *,
        database_url: str = "",
        workers: int = 1,
        more: dict[str, str] | None = None,
    ) -> None:
        self.database_url = database_url or f"sqlite:///{folder / 'shoal.db'}"
        self.log = folder / "stderr.txt"
        self._folder = folder
        self._api_url = api_url
        self._workers = workers
        self._more = more or {}
        self._child: asyncio.subprocess.Process | None = None

    async def opens(self) -> None:
        """A new process takes over."""
        given = {
            "PYTHONPATH": str(ROOT),
            "BOT_TOKEN": "100:durable",
            "API_URL": self._api_url,
            "DATABASE_URL": self.database_url,
            "ADMIN_IDS": "7200000001",
            "SEATS": str(SEATS),
            "MESSAGES_PER_SECOND": "1000",
            "LOG_LEVEL": "WARNING",
        }
        serve = ("-m", "bot", "serve", "--workers", str(self._workers))
        with self.log.open("ab") as log:
            self._child = await asyncio.create_subprocess_exec(
                sys.executable, *serve, cwd=self._folder, env=os.environ | given | self._more, stderr=log
            )

    @property
    def workers(self) -> list[int]:
        """The process ids of those that do the work (Linux: /proc)."""
        assert self._child is not None
        if self._workers == 1:
            return [self._child.pid]
        every = Path(f"/proc/{self._child.pid}/task/{self._child.pid}/children").read_text().split()
        return [int(pid) for pid in every if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    async def dies(self) -> None:
        """kill -9: no goodbye. An exit of its own before that is a fault."""
        assert self._child is not None and self._child.returncode is None, self.log.read_text()
        self._child.kill()
        await self._child.wait()

    async def closes(self) -> None:
        """SIGTERM: it finishes what is in hand and leaves in peace."""
        assert self._child is not None and self._child.returncode is None, self.log.read_text()
        self._child.terminate()
        assert await asyncio.wait_for(self._child.wait(), 60) == 0, self.log.read_text()

    async def ends(self) -> None:
        """However the test went, no process stays behind."""
        if self._child is None or self._child.returncode is not None:
            return
        if self._workers > 1:
            self._child.terminate()  # only a told parent ends its workers
        else:
            self._child.kill()
        await self._child.wait()
