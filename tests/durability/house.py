"""The bot as a child process, `python -m bot serve`, that can be killed and started anew over the same database."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEATS = 2


class House:
    """One bot in a folder; `log` gathers what every life of it wrote to stderr. Lives: one more than kills."""

    def __init__(self, folder: Path, api_url: str) -> None:
        self.database_url = f"sqlite:///{folder / 'shoal.db'}"
        self.log = folder / "stderr.txt"
        self._folder = folder
        self._api_url = api_url
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
        with self.log.open("ab") as log:
            self._child = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", "serve", cwd=self._folder, env=os.environ | given, stderr=log
            )

    async def dies(self) -> None:
        """kill -9: no goodbye. An exit of its own before that is a fault."""
        assert self._child is not None and self._child.returncode is None, self.log.read_text()
        self._child.kill()
        await self._child.wait()

    async def closes(self) -> None:
        """SIGTERM: it finishes what is in hand and leaves in peace."""
        assert self._child is not None and self._child.returncode is None, self.log.read_text()
        self._child.terminate()
        assert await asyncio.wait_for(self._child.wait(), 30) == 0, self.log.read_text()

    async def ends(self) -> None:
        """However the test went, no process stays behind."""
        if self._child is not None and self._child.returncode is None:
            self._child.kill()
            await self._child.wait()
