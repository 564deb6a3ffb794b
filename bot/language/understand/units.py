"""Unit words to units: "pcs", "koli", "шт.", "箱", "40ft container"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.domain.goods import Unit
from bot.language.understand.lexicon import lexicon
from bot.language.understand.tokens import Token, tokenise


def parse_unit(text: str, language: str = "en") -> Unit | None:
    """The unit that a text names, and nothing else; a UN/ECE code is understood too."""
    stripped = text.strip()
    if stripped.upper() in _CODES:
        return Unit(stripped.upper())
    tokens = [token for token in tokenise(stripped) if token.norm not in "./'\n"]
    if not tokens:
        return None
    found = read_unit(tokens, 0, language)
    if found is None:
        container = read_container(tokens, 0, language)
        return container[0] if container and container[1] == len(tokens) else None
    unit, end = found
    return unit if end == len(tokens) else None


def read_unit(tokens: Sequence[Token], place: int, language: str) -> tuple[Unit, int] | None:
    """The unit named at a place and where its name ends."""
    if place >= len(tokens):
        return None
    found = lexicon(language).at(tokens, place).get("unit")
    return (Unit(found[1]), found[0]) if found else None


_CODES = frozenset(unit.value for unit in Unit)
_SIZES = {"20": Unit.CONTAINER_20FT, "40": Unit.CONTAINER_40FT, "45": Unit.CONTAINER_40FT}


def read_container(tokens: Sequence[Token], place: int, language: str) -> tuple[Unit, int] | None:
    """A container with its length, in either order: "40ft HC", "20 feet cont", "conteneurs 40'", "40尺冻柜"."""
    words = lexicon(language)
    size, end, named, feet = None, place, False, False
    while end < len(tokens) and end < place + 7:
        token = tokens[end]
        here = words.at(tokens, end)
        digits = (
            re.sub(r"\D", "", "".join(str(int(c)) for c in token.text if c.isdecimal())) if token.kind == "num" else ""
        )
        if digits in _SIZES and size is None:
            size, end = _SIZES[digits], end + 1
        elif "cue:container" in here:
            named, end = True, here["cue:container"][0]
        elif size and "cue:foot" in here:
            feet, end = True, here["cue:foot"][0]
        elif token.norm in ("-", "'", "de", "of", "个", "er") and end > place:
            end += 1
        else:
            break
    if size is None or not (named or feet):
        return None
    while end > place and tokens[end - 1].norm in ("-", "de", "of"):
        end -= 1
    return size, end
