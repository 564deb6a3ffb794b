"""Package words that are the goods themselves: in "كيس قماش" (a bag of cloth) the bag is what is bought."""

from __future__ import annotations

from bot.domain.goods import Unit
from bot.language.understand.page import Page

_PACKAGES = frozenset((Unit.BAG.value, Unit.CARTON.value))
_MADE_OF = frozenset(("en", "em", "aus"))  # "sacs en jute" as goods, not sacks that hold jute
_OF = frozenset(("de", "из"))


def is_goods(page: Page, place: int) -> bool:
    """Does a package word start here, and behind it what it is made of?"""
    end, unit = page.at(place).get("unit", (0, ""))
    if unit not in _PACKAGES:
        return False
    if page.norm(end) in _MADE_OF and page.kind(end + 1) == "word":
        return True
    return page.cue("cloth", end + 1 if page.norm(end) in _OF else end) is not None
