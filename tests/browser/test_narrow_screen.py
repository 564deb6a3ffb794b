"""The page on a screen as narrow as a phone: one person at a time, and nothing cut."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NARROW, Opens
from tests.browser.phones import ADMIN, BUYER, SUPPLIER, Phone, picture

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

# What is drawn in part or wholly beside the window, of all that can be tapped on one phone.
_CUT = """phone => [...phone.querySelectorAll('button, textarea, select')]
    .filter(node => node.checkVisibility() && getComputedStyle(node).opacity !== '0')
    .filter(node => node.getBoundingClientRect().left < 0 || node.getBoundingClientRect().right > innerWidth)
    .map(node => node.textContent || node.getAttribute('aria-label'))"""


def test_one_whole_phone_is_shown_and_the_others_are_a_tap_away(opens: Opens) -> None:
    page = opens(NARROW)
    for person, name in ((ADMIN, "admin"), (SUPPLIER, "supplier"), (BUYER, "buyer")):
        phone = Phone(page, person)
        page.locator(f'.tabs [data-for="{person}"]').click()
        expect(phone.element).to_be_in_viewport(ratio=0.99)
        phone.says("/help")
        phone.sees("/cancel")
        expect(phone.message("/cancel").locator("button[data-press]").last).to_be_in_viewport(ratio=0.99)
        assert phone.element.evaluate(_CUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW[0]
        picture(page, f"20-narrow-{name}")


def test_the_guide_fits_and_leads_to_the_phone_it_speaks_of(opens: Opens) -> None:
    page = opens(NARROW)
    expect(page.locator("#guide")).to_be_hidden()
    page.locator("[data-act=guide]").click()
    link = page.locator('[data-link^="i_"]')
    expect(link).to_be_in_viewport(ratio=1)
    assert page.locator("#guide").evaluate("panel => panel.scrollWidth <= panel.clientWidth")
    picture(page, "21-narrow-guide")
    link.click()
    expect(page.locator("#guide")).to_be_hidden()
    expect(Phone(page, SUPPLIER).element).to_be_in_viewport(ratio=0.99)


def test_the_robots_can_be_switched_off_and_on(opens: Opens) -> None:
    page = opens(NARROW)
    page.locator("[data-act=guide]").click()
    switch = page.locator('[data-control="/demo/robots"]')
    for pressed in ("false", "true"):
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", pressed)
