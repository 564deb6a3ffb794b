"""What the server owes the page: files that are asked for again, and an end that waits for nobody."""

from __future__ import annotations

from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NARROW, Demo, Opens

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_files_of_the_page_are_asked_for_again(demo: Demo) -> None:
    for path in ("/", "/page/main.js", "/page/style.css"):
        with urlopen(f"{demo.url}{path}") as answer:
            assert answer.headers["Cache-Control"] == "no-cache"


def test_ctrl_c_ends_the_demo_while_a_page_listens(demo: Demo, opens: Opens) -> None:
    page = opens(NARROW)
    expect(page.locator(".offline")).to_be_hidden()
    assert demo.ends() == 0
    assert "Traceback" not in demo.said()
    expect(page.locator(".offline")).to_be_visible()
