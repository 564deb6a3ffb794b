"""The demo as a process of its own, and a browser that looks at it.

Starting both takes the longest, so all tests here share them, in the order of their files: the first plays on fresh
phones, the last ends the demo. Each also runs alone.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, sync_playwright

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Opens = Callable[[tuple[int, int]], Page]
WIDE, NARROW = (1440, 900), (390, 844)  # pixels


class Demo:
    """`shoal demo` on a free port, from its start to its Ctrl-C."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        self.asked_to_end = False
        self._log = folder / "demo.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot", "demo", "--port", str(port)],
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "OMP_NUM_THREADS": "1", "TMPDIR": str(folder)},
            )

    def wait_until_ready(self) -> None:
        """Until its guide is served; the process must not have ended."""
        until = time.monotonic() + 60
        while time.monotonic() < until and self._process.poll() is None:
            try:
                with urlopen(f"{self.url}/demo.json") as answer:
                    if answer.status == 200:
                        return
            except URLError:
                time.sleep(0.1)
        raise AssertionError(f"the demo did not start:\n{self.said()}")

    def said(self) -> str:
        """What it has written."""
        return self._log.read_text()

    def ends(self) -> int:
        """Ctrl-C; its exit code. TimeoutExpired if something keeps it."""
        self.asked_to_end = True
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=20)

    def kill(self) -> None:
        """Never leave it behind."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


@pytest.fixture(scope="package")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    if CHROMIUM is None:
        pytest.skip("no chromium, chromium-browser or google-chrome on this machine")
    demo = Demo(tmp_path_factory.mktemp("demo"))
    try:
        demo.wait_until_ready()
        yield demo
    finally:
        demo.kill()


# Playwright keeps an event loop running in this thread, so it must be gone before tests elsewhere run their own.
@pytest.fixture(scope="package")
def context(tmp_path_factory: pytest.TempPathFactory, demo: Demo) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("browser"),
            executable_path=CHROMIUM,
            headless=True,
            args=QUIET,
            reduced_motion="reduce",
        )
        yield context
        context.close()


@pytest.fixture
def opens(context: BrowserContext, demo: Demo) -> Iterator[Opens]:
    """Open the demo in a window of this size; whatever the page complains of in its console fails the test."""
    pages: list[Page] = []
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not demo.asked_to_end:
            complaints.append(message.text)

    def open_page(size: tuple[int, int]) -> Page:
        page = context.new_page()
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("console", note)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(demo.url)
        page.locator("section.phone").nth(2).wait_for()
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.close()
    assert not complaints
