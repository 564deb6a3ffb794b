"""Several processes of the bot on one machine: started together, replaced when one is killed, stopped together."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.settings import Settings
from bot.web import SHARED_FOLDER

if TYPE_CHECKING:
    from bot.app import Shoal

log = logging.getLogger(__name__)
# Seconds until a process that was killed is replaced; one that is killed at once shall not keep the machine busy.
_REPLACE_AFTER = 1.0
_LOOK_EVERY = 0.2


def serve_together(settings: Settings, count: int) -> int:
    """Until SIGTERM or SIGINT; returns the exit code.

    Every process does everything; what only one may do, they settle in the database. One that ends by itself has found
    something that the others will find too (a wrong token, no database): then all end.
    """
    with TemporaryDirectory(prefix="shoal-counts-") as counts:
        os.environ[SHARED_FOLDER] = counts  # each process counts there, and any of them answers /metrics for all
        return _keep_running(settings, count)


def _keep_running(settings: Settings, count: int) -> int:
    told: list[int] = []
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda number, _: told.append(number))
    running = [_start(settings) for _ in range(count)]
    while not told and not (failed := _failure(running)):
        if any(process.exitcode is not None for process in running):
            log.error("a process was killed, another takes its place")
            time.sleep(_REPLACE_AFTER)
            running = [process if process.exitcode is None else _start(settings) for process in running]
        time.sleep(_LOOK_EVERY)
    for process in running:
        process.terminate()
    for process in running:
        process.join()
    return 0 if told else failed


def _failure(running: list[BaseProcess]) -> int:
    """The exit code of one that ended by itself."""
    return next((process.exitcode for process in running if (process.exitcode or 0) > 0), 0) or 0


def _start(settings: Settings) -> BaseProcess:
    # Spawned, not forked: a copy of a process that has threads may wait for ever.
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(settings,))
    process.start()
    return process


def _serve(settings: Settings) -> None:
    from bot.app import Shoal
    from bot.courier.log_filter import hide_secrets
    from bot.logs import log_to_stderr

    log_to_stderr(settings.log_level, json=settings.log_format == "json")
    hide_secrets(*settings.secrets)
    asyncio.run(until_told(Shoal(settings, beside_others=True)))


async def until_told(shoal: Shoal) -> None:
    """Serve until SIGTERM or SIGINT, or until the process that started this one is gone."""
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, shoal.stop)
    if (parent := multiprocessing.parent_process()) is not None:

        def orphaned(sentinel: int) -> None:
            loop.remove_reader(sentinel)
            shoal.stop()

        loop.add_reader(parent.sentinel, orphaned, parent.sentinel)
    await shoal.run()
