"""How others call the goods that a supplier offers: from the product lexicon, and only where it is sure."""

from __future__ import annotations

from collections.abc import Iterable

from bot.search.lexicon import LANGUAGES, Family, explained, families, names
from bot.search.words import fold, words

MOST = 3
"""Words that are shown for one kind of goods."""

_MOST_KINDS = 2
# Where most buyers from abroad write, so far as the lexicon knows it; the rest follows in its own order.
_FIRST = ("zh", "es", "de", "ar", "en", "fr", "ru", "pt", "ja", "tr")
_ORDER = tuple(dict.fromkeys((*_FIRST, *LANGUAGES)))


def surely_names(title: str, language: str | None) -> Family | None:
    """The one kind of goods that a title names; None where it may be several. language: of who wrote it.

    A word alone that is none of the writer's language is not sure: `mantel` lies on a table in one, and is worn in
    another.
    """
    by_itself, as_theirs = families(title), families(title, language)
    if len(by_itself) != 1 or as_theirs not in ((), by_itself):
        return None
    return by_itself[0] if as_theirs or len(words(title)) > 1 else None


def also_said(titles: Iterable[str], language: str | None) -> tuple[str, ...]:
    """A few words of other languages for what these titles surely are. language: of who wrote them, if it is known."""
    kinds: dict[Family, str] = {}
    for title in titles:
        family = surely_names(title, language)
        if family is not None and len(kinds) < _MOST_KINDS:
            kinds.setdefault(family, title)
    return tuple(dict.fromkeys(word for family, title in kinds.items() for word in _others(family, title, language)))


def _others(family: Family, title: str, language: str | None) -> tuple[str, ...]:
    """The first word of each other language that is not the title's own."""
    own, known = {language, explained(title, language)[1], explained(title)[1]}, fold(title)
    fresh: dict[str, str] = {}
    for other in _ORDER:
        for word in names(family, other)[:1]:
            if other not in own and fold(word) not in known:
                fresh.setdefault(fold(word), word)
    return tuple(fresh.values())[:MOST]
