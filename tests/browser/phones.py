"""Driving the phones on the demo's page as fingers and eyes would: only what is shown can be tapped or read."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from playwright.sync_api import FilePayload, Locator, Page, expect

from bot.demo.people import ADMIN_ID
from bot.screens.press import CODES

BUYER, SUPPLIER, ADMIN = 7_000_000_001, 7_100_000_001, ADMIN_ID
PATIENCE = 20_000  # milliseconds; firms answer after some seconds, as people do
PICTURES = Path(__file__).parents[2] / "screenshots"

# An isolate or a no-break space is not seen by a reader; texts are compared without them.
_AS_SEEN = "text => text.replace(/[\\u2066-\\u2069]/g, '').replace(/[\\u00a0\\u202f]/g, ' ')"
_SHOWS = f"([log, wanted]) => ({_AS_SEEN})(log.innerText).includes(wanted)"


class Phone:
    """One phone on the page."""

    def __init__(self, page: Page, person: int) -> None:
        self.page = page
        self.element = page.locator(f'section[data-person="{person}"]')
        self.log = self.element.locator(".log")

    def starts(self) -> None:
        """Tap the start button of an empty chat."""
        self.element.locator("button[data-act=start]").click()

    def says(self, text: str) -> None:
        """Write it and tap the send button."""
        self.element.locator("textarea[name=say]").fill(text)
        self.element.locator("button[data-act=send]").click()

    def attaches(self, name: str, data: bytes, mime: str = "image/png") -> None:
        """Choose a file; it waits over the text until that is sent."""
        file: FilePayload = {"name": name, "mimeType": mime, "buffer": data}
        self.element.locator("input[type=file][name=attach]").set_input_files(file)
        expect(self.element.locator(".tray")).to_be_visible()

    def presses(self, kind: type[Any], **values: Any) -> None:
        """Tap the newest button that means this, whatever language it is in."""
        button = self.button(kind, **values)
        expect(button).to_be_visible(timeout=PATIENCE)
        button.click()

    def button(self, kind: type[Any], **values: Any) -> Locator:
        """The newest button that means this. Values may be left out, the last ones are matched from the end."""
        code = next(code for code, known in CODES.items() if known is kind)
        names = [field.name for field in fields(kind)]
        given = names[len(names) - len(values) :]
        assert set(given) == set(values), "only the last values of a press can be asked for"
        end = "".join(f"~{values[name]}" for name in given)
        if len(given) == len(names):
            return self.log.locator(f'button[data-press="{code}{end}"]').last
        ending = f'[data-press$="{end}"]' if end else ""
        return self.log.locator(f'button[data-press^="{code}~"]{ending}').last

    def sees(self, text: str) -> None:
        """Wait until the chat contains it."""
        handle = self.log.element_handle()
        assert handle is not None
        self.page.wait_for_function(_SHOWS, arg=[handle, text], timeout=PATIENCE)

    def message(self, text: str) -> Locator:
        """The newest message with these words."""
        return self.log.locator("article", has_text=text).last

    def brings_to_the_top(self, text: str) -> None:
        """Scroll until the newest message with these words is the first one seen."""
        self.message(text).evaluate("node => node.scrollIntoView({block: 'start', behavior: 'instant'})")

    def directions(self) -> list[str]:
        """The computed direction of every text of the bot, oldest first."""
        found: list[str] = self.log.locator(".theirs .text").evaluate_all(
            "all => all.map(n => getComputedStyle(n).direction)"
        )
        return found


def picture(page: Page, name: str) -> None:
    """Keep what is seen now in screenshots/, for whoever wants to look; the pointer is put aside."""
    page.mouse.move(0, 0)
    page.evaluate("document.activeElement.blur()")
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
