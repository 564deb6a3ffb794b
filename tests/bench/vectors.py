"""The public test vectors of microsoft/Recognizers-Text (SHOAL_DATA/recognizers): which of them could a buyer write?"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from babel.core import get_global
from babel.numbers import get_territory_currencies

LANGUAGES = {
    "Arabic": "ar",
    "Chinese": "zh-Hans",
    "English": "en",
    "French": "fr",
    "German": "de",
    "Hindi": "hi",
    "Italian": "it",
    "Japanese": "ja",
    "Korean": "ko",
    "Portuguese": "pt",
    "Spanish": "es",
    "Turkish": "tr",
}
TOO_MUCH = Decimal(10) ** 12  # nobody orders a million millions of anything, nor pays it


@dataclass(frozen=True)
class Case:
    """One amount that a vector names: where it stands (code points), what it is worth, and in which currency."""

    kind: str  # "number" or "currency"
    language: str
    sentence: str
    start: int
    end: int
    value: Decimal
    currency: str = ""  # ISO 4217; empty for plain numbers, and for coins whose currency is not said

    @property
    def said(self) -> str:
        """The words of the amount."""
        return self.sentence[self.start : self.end]

    @property
    def alone(self) -> bool:
        """Is the amount all that the sentence says?"""
        return self.sentence.strip(" .,") == self.said.strip(" .,")


def folder() -> Path | None:
    """Where the vectors lie, if they are there."""
    data = os.environ.get("SHOAL_DATA")
    place = Path(data) / "recognizers" if data else None
    return place if place and place.is_dir() else None


def read(place: Path) -> tuple[list[Case], dict[str, Counter[str]]]:
    """The amounts that a buyer could write; and per language, how many others there are and why they are left out."""
    cases: list[Case] = []
    left_out: dict[str, Counter[str]] = {language: Counter() for language in LANGUAGES.values()}
    for name, language in LANGUAGES.items():
        for kind, model in (("number", "Number"), ("currency", "Currency")):
            file = place / f"{name}-{model}Model.json"
            for vector in json.loads(file.read_text("utf-8-sig")) if file.exists() else ():
                for found in _of(vector, kind, language):
                    if isinstance(found, Case):
                        cases.append(found)
                    else:
                        left_out[language][found] += 1
    return cases, left_out


def _of(vector: dict[str, Any], kind: str, language: str) -> Iterator[Case | str]:
    if vector.get("IgnoreResolution"):
        yield "the vector gives no checked value"
        return
    if not vector["Results"]:
        yield "a sentence without an amount"
    for result in vector["Results"]:
        yield _case(vector["Input"], result, kind, language)


def _case(sentence: str, result: dict[str, Any], kind: str, language: str) -> Case | str:
    resolution = result.get("Resolution") or {}
    start = _start(sentence, result)
    value = number(resolution.get("value"))
    if start is None or value is None:
        return "the vector gives no checked value"
    said = sentence[start : start + len(result["Text"])]
    inside = re.search(r"\d$", sentence[:start]) or re.match(r"\d", sentence[start + len(said) :])
    if _plain(said) != _plain(result["Text"]) or (inside and said[-1:].isdigit() and said[0].isdigit()):
        return "the vector points at another place of its sentence"
    if re.search(r"[ぁ-ん]", said) and not re.search(r"[^ぁ-ん\sー]", said.removesuffix("ドル").removesuffix("どる")):
        return "a number spelled in kana, as in primers"
    if value <= 0 or re.match(r"[-+±－]", said):
        return "zero or negative"
    if resolution.get("subtype") == "power" or re.search(r"\d\s*[eE^][+-]?\d|\^", _plain(said)):
        return "a power of ten"
    if value >= TOO_MUCH:
        return "a million millions or more"
    if _is_fraction(said, resolution.get("subtype"), language):
        return "a fraction"
    beside = sentence[start + len(said) :]
    if re.match(r"\s?[%％]", beside):
        return "a percentage"
    if re.match(r"[.,:/\u2010-]\d", beside) or re.search(r"\d[.,:/\u2010-]$|\+$", sentence[:start]):
        return "part of a date, a telephone number, an address or a list without spaces"
    end = start + len(said)
    if kind == "number":
        return Case(kind, language, sentence, start, end, value)
    currency, value = meant(resolution, value)
    if currency is None:
        return "a currency without a code of today"
    return Case(kind, language, sentence, start, end, value, currency)


def _start(sentence: str, result: dict[str, Any]) -> int | None:
    said, start = result["Text"], result.get("Start")
    if start is not None and _plain(sentence[start : start + len(said)]) == _plain(said):
        return int(start)
    found = sentence.casefold().find(said.casefold())
    return found if found >= 0 else start


def _plain(text: str) -> str:
    """Spelling without what the vectors change silently: capitals, wide letters, kinds of spaces."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def number(written: object) -> Decimal | None:
    """A value as the vectors write it: "1234.5", in some languages "1234,5"."""
    try:
        value = Decimal(str(written).replace(",", "."))
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


_HALF = re.compile(r"\b(?:half|medi[oa]|demie?|mezz[oa]|buçuk|yarım)\b|(?:ein|e)halb|नस|半|반|نصف|साढ़े|डेढ़|ढाई|½")
_PARTS = {
    "it": r"\bmezzi\b|\b(?:terz|quart|quint|sest|settim|ottav|non|decim|\w*esim)[oiae]\b|\bsu\b",
    "hi": r"बटा|बटे|में से|वां|वाँ|वीं|वे|चौथाई|तिहाई|पाँचवा|पांचवा|का .*वा\b|\bभाग|हिस्स",
    "tr": r"\bbölü\b|\w[dt][ea]\s|çeyrek",
    "de": r"\w(?:tel|tels)\b|drittel|\bhalbe\b|viertel|\bdurch\b",
    "zh-Hans": r"分\s*之",
    "ja": r"分の",
    "ko": r"분의|분에",
    "ar": r"ثمن|أثمان|أرباع|\bعلى\b|\bمن\b|ثلث|ثلثان|\bربع|أ?خ?ماس|\bخمس\b|أ?ا?عشار|بالمائة|\bفي\b|\bجزء",
    "en": r"\bover\b|(?:ths?|thirds?|quarters?|firsts?|seconds?)\b",
    "fr": r"(?:ième|ieme|tiers|quart|demi)s?\b|\bsur\b",
    "pt": r"\bavos?\b|\bsobre\b|quintos?|oitavos?|terços?|quartos?|décimos?|ésimos?",
    "es": r"avos?\b|\bsobre\b|quintos?|octavos?|tercios?|cuartos?|décimos?|ésimos?",
}


def _is_fraction(said: str, subtype: object, language: str) -> bool:
    """Two thirds, 3/4, one over twenty; halves are left in, for people write them."""
    if re.search(r"[/／]", said) or any("⅐" <= char <= "⅟" or char in "¼¾" for char in said):
        return True
    return bool(subtype == "fraction" or re.search(_PARTS[language], said.casefold())) and not _HALF.search(said)


# Names that the vectors use without a code, and the currency that a buyer means by them; coins are hundredths.
_PLAIN = {
    "dollar": "USD",
    "dólar": "USD",
    "united states dollar": "USD",
    "dólar estadounidense": "USD",
    "dólar estadunidense": "USD",
    "dollar états-unis": "USD",
    "euro": "EUR",
    "yen": "JPY",
    "yen japonais": "JPY",
    "japanese yen": "JPY",
    "dollar canadien": "CAD",
    "dólar canadense": "CAD",
    "dólar canadiense": "CAD",
    "canadian dollar": "CAD",
    "british pound": "GBP",
    "pound": "GBP",
    "livre": "GBP",
    "libra": "GBP",
    "dollar de hong kong": "HKD",
    "dólar de hong kong": "HKD",
    "hong kong dollar": "HKD",
    "dollar australien": "AUD",
    "dólar australiano": "AUD",
    "australian dollar": "AUD",
    "yuan chinois": "CNY",
    "yuan chino": "CNY",
    "yuan chinês": "CNY",
    "chinese yuan": "CNY",
    "franc suisse": "CHF",
    "franco suizo": "CHF",
    "franco suíço": "CHF",
    "swiss franc": "CHF",
    "indian rupee": "INR",
    "roupie indienne": "INR",
    "cambodian riel": "KHR",
}
_COINS = {"cent": "", "centavo": "", "pence": "GBP", "penny": "GBP", "pêni": "GBP", "penique": "GBP"}
_MANY = ("rupee", "roupie")  # names that several countries use: any of their currencies is right


def meant(resolution: dict[str, Any], value: Decimal) -> tuple[str | None, Decimal]:
    """The code of today's money that is meant ("" where the vector leaves it open), and the amount in it."""
    code, unit = resolution.get("isoCurrency"), str(resolution.get("unit")).casefold()
    if unit in _COINS:
        return _COINS[unit], value / 100
    if unit in _MANY:
        return "", value
    code = code or _PLAIN.get(unit)
    return (code if code in _tender() else None), value


def _tender() -> frozenset[str]:
    """Every currency that is legal tender somewhere today (CLDR)."""
    return frozenset(code for territory in get_global("territory_currencies")
                     for code in get_territory_currencies(territory))  # fmt: skip
