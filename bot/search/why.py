"""Why a title answers a query: the facts for one line of reason, as values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bot.search.words import clean, fold, is_dense, words

# Small words between the others, in the languages with the most buyers; naming them would be no reason.
_SMALL = (
    "a an and as at by for from in of on or the to with de da do dos das del des di du e el en et i il la las le les lo"
    " los o para per por pour com con y avec sur una une um uma am an auf aus den der die das ein eine fur im mit oder"
    " und von zu bir ile icin ve dan ke untuk yang do na od po w z ze dla we для и из на от по с со под при в"
)
_BETWEEN = frozenset(_SMALL.split())


_MOST_WORDS, _MOST_PARTS, _LONGEST = 24, 8, 40
"""No reason names more words than this, of so many parts, each so many characters long; the rest is not compared."""


@dataclass(frozen=True)
class Asked:
    """A word of a query as it was typed, and the folded words it is compared as: several for a code such as SUS304."""

    typed: str
    parts: tuple[str, ...]


def asked_words(query: str) -> tuple[Asked, ...]:
    """The words of a query that would be a reason to show what holds them."""
    typed = re.findall(r"[^\s,;:!?()\[\]{}<>\"“”«»、，。]+", clean(query))
    telling = [word for word in typed if fold(word) not in _BETWEEN][:_MOST_WORDS]
    return tuple(Asked(word, tuple(part[:_LONGEST] for part in words(word)[:_MOST_PARTS])) for word in telling)


def matched_words(asked: Iterable[Asked], titles: Iterable[str]) -> tuple[str, ...]:
    """The words that stand in one of the titles, in their order and as they were typed, each once.

    Of a code the parts that are held; of a text without spaces the pieces that are.
    """
    title = "\n".join(titles)
    held, within = set(words(title)), fold(title)
    found: list[str] = []
    for word in asked:
        for part in word.parts:
            if is_dense(part):
                found += _common_runs(part, within)
            elif part in held or any(_are_alike(part, other) for other in held):
                found.append(word.typed[:_LONGEST] if len(word.parts) == 1 else part)
    return tuple(dict.fromkeys(found))


def _are_alike(one: str, other: str) -> bool:
    """May these be forms of one word (bottle, bottles) or one a part of the other (Flasche, Thermosflasche)?"""
    short, long = sorted((one, other), key=len)
    if len(short) < 3 or any(c.isdigit() for c in one + other):
        return False
    if long.startswith(short):
        return len(long) - len(short) <= 2
    shared = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return (len(short) >= 5 and short in long) or (shared >= 5 and shared >= 0.7 * len(long))


def _common_runs(run: str, within: str) -> list[str]:
    """The longest pieces of a run of a dense script that stand in the folded text; single characters only alone."""
    found: list[str] = []
    start = 0
    while start < len(run):
        end = start
        while end < len(run) and run[start : end + 1] in within:
            end += 1
        if end - start >= min(2, len(run)):
            found.append(run[start:end])
        start = max(end, start + 1)
    return found
