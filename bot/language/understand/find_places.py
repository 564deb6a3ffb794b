"""Which of the places in a message the goods go to, and which they come from."""

from __future__ import annotations

from bot.language.understand.page import PAUSES, Page
from bot.language.understand.places import Mention, mentions
from bot.language.understand.spans import Label

_REACH = 7  # tokens from "supplier" to the place where it is looked for


def find_places(page: Page) -> None:
    """Label every place: destination with how surely it is one, or origin."""
    told = frozenset(place for place in range(len(page.tokens)) if _told(page, place))
    wanted: list[tuple[Mention, float]] = []
    for mention in mentions(page.tokens, page.language, trusted=told):
        if not page.free(mention.start, mention.end):
            continue
        score = _score(page, mention)
        if score:
            wanted.append((mention, score))
        else:
            page.take(Label.ORIGIN, mention.start, mention.end)
    best = max(wanted, key=lambda pair: (pair[1], -pair[0].start), default=None)
    for mention, score in wanted:
        sure = score if best and mention is best[0] else score * 0.9
        page.take(Label.DESTINATION, mention.start, mention.end, sure)


def _told(page: Page, place: int) -> bool:
    """Do the words just before say that a place comes now: "port of", "CIF", or "in" before a capital?"""
    start = page.before("to", place)
    if start is not None and (len(page.norm(start)) > 2 or page.norm(start)[0] >= "\u3000"):
        return True
    capital = page.tokens[place].text[0].isupper() and not page.tokens[place].text.isupper()
    return capital and (start is not None or page.before("at", place) is not None)


def _score(page: Page, mention: Mention) -> float:
    """How surely the goods go there; 0 where they come from there or it is the supplier's town."""
    start, end = mention.start, mention.end
    if page.norm(end) == "'":
        end += 1
    if mention.role == "from" or page.cue("from_after", end):
        return 0.0
    to = page.before("to", start) is not None
    if page.before("not", start, reach=3) is not None and not to:
        return 0.0
    supplied = _supplier_before(page, start)
    located = mention.role == "at" or page.before("at", start) is not None or page.cue("at_after", end) is not None
    if to and not (supplied and located):
        return 0.97
    if page.before("from", start) is not None and page.before("own", start, reach=2) is None:
        return 0.6 if to else 0.0
    if mention.role == "to" or (page.cue("to_after", end) and not supplied):
        return 0.95
    if supplied:
        return 0.0 if located or supplied == "beside" else 0.6
    return 0.8 if located else 0.7


def _supplier_before(page: Page, place: int) -> str | None:
    """Is a supplier spoken of just before: "beside" or "near"? A factory counts only where one is being looked for."""
    near = range(max(0, place - _REACH), place)
    if any(page.cue("own", at) for at in near):
        return None
    asked = page.first("find") < place
    for at in reversed(near):
        if page.kind(at) == "line" or page.norm(at) in PAUSES:
            return None
        end = page.cue("supplier", at) or (page.cue("factory", at) if asked else None)
        if end:
            return "beside" if end == place else "near"
    return None
