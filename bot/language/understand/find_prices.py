"""Where a message says money: an amount with its currency, or a bare amount after a word for price or budget."""

from __future__ import annotations

from bot.language.understand.find_specs import technical_unit
from bot.language.understand.money import read_amount
from bot.language.understand.page import PAUSES, Page
from bot.language.understand.spans import Label

_ARTICLES = frozenset(("a", "an", "one", "một", "mot", "sebuah", "ek", "एक", "bir"))


def find_prices(page: Page) -> None:
    """Label the surest price; the first of equals."""
    place = 0
    best: tuple[int, int, float] | None = None
    while place < len(page.tokens):
        amount = read_amount(page.tokens, place, page.language) if page.free(place, place + 1) else None
        if amount is None:
            place += 1
            continue
        score = _score(page, place, amount.end, named=amount.currency is not None)
        if score and page.free(place, amount.end) and (best is None or score > best[2]):
            best = (place, amount.end, score)
        place = amount.end if score else place + 1
    if best:
        page.take(Label.BUDGET, *best)


def _score(page: Page, start: int, end: int, *, named: bool) -> float:
    if named:
        cued = any(page.before(kind, start, reach=2) is not None for kind in ("price", "budget", "total"))
        return 0.95 if cued or page.cue("per", end) else 0.9
    if page.norm(end) == "/" and "unit" in page.at(end + 1) and page.kind(start) == "num":
        return 0.75
    if "unit" in page.at(end) or "date:day" in page.at(end) or technical_unit(page, end):
        return 0.0
    if _unit_price_before(page, start) and page.cue("price_after", end):
        return 0.7
    firm = page.before("budget", start, reach=2) is not None or _price_word(page, start)
    return 0.6 if firm and _ends_phrase(page, end) else 0.0


def _unit_price_before(page: Page, start: int) -> bool:
    """Such as "per machine" before the amount."""
    if page.before("per", start, reach=3) is None:
        return False
    return any("unit" in page.at(place) or page.cue("per", place) == place + 1 for place in range(start - 3, start))


def _price_word(page: Page, start: int) -> bool:
    """Is there a real word for price before it ("harga", "max"), not a mere preposition?"""
    found = page.before("price", start, reach=2)
    if found is None or page.cue("qty", found) or page.cue("range", found):
        return False
    return len(page.tokens[found].norm) >= 3 or page.tokens[found].norm[0] >= "\u0900"


def _ends_phrase(page: Page, end: int) -> bool:
    """Does the amount stand alone: nothing follows, a pause, or a word that speaks of prices?"""
    if end >= len(page.tokens) or page.norm(end) in PAUSES or page.kind(end) == "line":
        return True
    if page.norm(end) in _ARTICLES and page.kind(end + 1) == "word":
        return True
    return any(page.cue(kind, end) for kind in ("price_after", "total", "per"))
