"""Why a title answers a query: the facts for one line of reason, as values."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bot.search.words import clean, fold, is_dense, words

# Small words between the others, in the languages with the most buyers; naming them would be no reason.
_SMALL = (
    "a an and as at by for from in of on or the to with de da do dos das del des di du e el en et i il la las le les lo"
    " los o para per por pour com con y avec sur una une um uma am an auf aus den der die das ein eine fur im mit oder"
    " und von zu bir ile icin ve dan ke untuk yang do na od po w z ze dla we для и из на от по с со под при в"
)
_BETWEEN = frozenset(_SMALL.split())


def matched_words(query: str, titles: Iterable[str]) -> tuple[str, ...]:
    """The query's words that stand in one of the titles, in the query's order and spelling, each once."""
    title = "\n".join(titles)
    held, within = set(words(title)), fold(title)
    found: list[str] = []
    for word in re.findall(r"[^\s,;:!?()\[\]{}<>\"“”«»、，。]+", clean(query)):
        if fold(word) in _BETWEEN:
            continue
        for part in words(word):
            if is_dense(part):
                found += _common_runs(part, within)
            elif part in held or any(_are_alike(part, other) for other in held):
                found.append(word if len(words(word)) == 1 else part)
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
