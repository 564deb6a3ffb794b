"""Words without their endings: what is one word in two forms (bottle, bottles; кружка, кружек) is spelt alike here.

Cruder than grammar is, on purpose: both sides of a comparison are cut alike, and too much costs less than too little.
All words come folded (see `words.fold`): without case and accents, so that й is и, ё is е and ş is s.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=200_000)
def stem(word: str, language: str) -> str:
    """The folded word without its endings in this language (ISO 639-1); as it is in a language without rules here."""
    cut = _RULES.get(language)
    return word if cut is None or len(word) < 4 or any(c.isdigit() for c in word) else cut(word)


def _without(word: str, endings: re.Pattern[str], *, least: int = 3) -> str:
    """The word without its longest ending that leaves `least` characters."""
    for found in endings.finditer(word, least):
        return word[: found.start()]
    return word


def _endings(listed: str) -> re.Pattern[str]:
    return re.compile(f"(?:{'|'.join(sorted(listed.split(), key=len, reverse=True))})$")


def _english(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ves",)) and len(word) > 4:
        return word[:-3] + "f"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


def _spanish(word: str) -> str:
    word = re.sub("ces$", "z", word)
    word = re.sub("(?<=[^aeiou])es$|s$", "", word)
    return _without(word, _VOWEL)


def _portuguese(word: str) -> str:
    for ending, single in (("oes", "ao"), ("aes", "ao"), ("ais", "al"), ("eis", "el"), ("ois", "ol"), ("ns", "m")):
        if word.endswith(ending):
            return word[: -len(ending)] + single
    word = re.sub("(?<=[rz])es$|s$", "", word)
    return word if word.endswith("ao") else _without(word, _VOWEL)


def _french(word: str) -> str:
    word = re.sub("aux$", "al", word)
    return _without(re.sub("[sx]$", "", word), _FRENCH)


def _italian(word: str) -> str:
    return re.sub("[hi]+$", "", _without(word, _VOWEL))


def _german(word: str) -> str:
    return _without(word, _GERMAN, least=3)


def _russian(word: str) -> str:
    return re.sub("(?<=..)[ое]к$", "к", _without(word, _RUSSIAN))


def _polish(word: str) -> str:
    cut = _without(word, _POLISH)
    return re.sub("(?<=..)ek$", "k", re.sub("(?<=..)i$", "", cut))


def _turkish(word: str) -> str:
    cut = _without(_without(word, _TURKISH_CASE), _TURKISH_PLURAL)
    return cut[:-1] + _HARD.get(cut[-1], cut[-1])


def _arabic(word: str) -> str:
    for article in ("وال", "بال", "لل", "ال"):
        if word.startswith(article) and len(word) - len(article) >= 3:
            word = word[len(article) :]
            break
    return _without(word, _ARABIC)


def _hindi(word: str) -> str:
    return _without(word, _HINDI, least=2)


_VOWEL = _endings("a e i o")
_FRENCH = _endings("e es ee")
_GERMAN = _endings("en er ern em es e n s")
_RUSSIAN = _endings(
    "иями ями ами ого его ому ему ыми ими иеи иям ием иях ая яя ое ее ые ие ыи ии ои ую юю ых их ым им ом ем ам ям"
    " ах ях ов ев еи ия ье ья ью а я о е ы и у ю ь"
)
_POLISH = _endings("ych ich ego emu ymi imi ami iami ach iach iej ej om ow iow em iem ie ia io a e y i o u")
_TURKISH_CASE = _endings("larinin lerinin imiz iniz umuz unuz nin nun in un si su i u dan den da de ya ye")
_TURKISH_PLURAL = _endings("lar ler lari leri")
_HARD = {"b": "p", "d": "t", "g": "k"}
_ARABIC = _endings("ات ون ين يه ه ي")
_HINDI = _endings("ियां ियाँ ियों ियाे ाओं ों ें ां ीं ी ा े ि ं")

_RULES: dict[str, Callable[[str], str]] = {
    "en": _english,
    "es": _spanish,
    "pt": _portuguese,
    "fr": _french,
    "it": _italian,
    "de": _german,
    "ru": _russian,
    "pl": _polish,
    "tr": _turkish,
    "ar": _arabic,
    "hi": _hindi,
}
