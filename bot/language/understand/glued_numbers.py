"""Numbers that a language writes as one word: "zweihundertfünfzig", "trentotto", "ikiyüz"."""

from __future__ import annotations

import functools
from decimal import Decimal

from bot.language.understand.lexicon import rows
from bot.language.understand.number_parts import Parts
from bot.language.understand.tokens import bare, tokenise

GLUING = frozenset(("de", "nl", "it", "tr"))  # languages that write a number as one word


@functools.lru_cache(maxsize=2048)
def glued_value(word: str, language: str) -> Decimal | None:
    """The value of a number written as one word; None where the word is not made of number words only."""
    morphemes = _morphemes(language)
    rest, parts = bare(word), []
    while rest and len(rest) <= 60:
        piece = next((rest[:size] for size in range(min(14, len(rest)), 1, -1) if rest[:size] in morphemes), None)
        if piece is None:
            return None
        parts.append(morphemes[piece])
        rest = rest[len(piece) :]
    sum_, joined = Parts(), False
    for value in parts if len(parts) > 1 and not rest else ():
        if value == "and":
            joined = True
            continue
        taken = (
            sum_.multiply(Decimal(value[1:]))
            if value.startswith("x")
            else sum_.add(Decimal(value), joined=joined, french=False)
        )
        if not taken:
            return None
        joined = False
    return sum(sum_.parts, Decimal(0)) if sum_.parts else None


@functools.cache
def _morphemes(language: str) -> dict[str, str]:
    table = {"ein": "1", "een": "1"} if language in ("de", "nl") else {}
    for own, value, words in rows("number_words.tsv"):
        if own == language and (value == "and" or value[0] in "x0123456789") and "." not in value:
            table.update({bare("".join(t.norm for t in tokenise(word))): value for word in words.split("|") if word})
    if language == "it":  # "trentotto": the last vowel goes before uno and otto
        table |= {"uno": "1", "un": "1"}
        tens = {word: value for word, value in table.items() if len(value) == 2 and value.endswith("0")}
        table |= {word[:-1]: value for word, value in tens.items() if not word.endswith("ina")}
    return {word: value for word, value in table.items() if (len(word) > 1 and word != "on") or language == "tr"}
