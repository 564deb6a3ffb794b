"""Certificates and standards: which ones we know, how they are written, and how their names are made alike."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.language.understand.lexicon import Phrases, lexicon
from bot.language.understand.tokens import Token, tokenise

# Names that are also everyday words or letters in some language: only in capitals.
_CAPITALS = frozenset(
    [
        "CE",
        "UL",
        "GS",
        "CB",
        "KC",
        "DOT",
        "ECE",
        "WRAP",
        "REACH",
        "BIS",
        "BRC",
        "IFS",
        "ASC",
        "MSC",
        "UKCA",
        "PSE",
        "RCM",
        "NSF",
        "CCC",
        "GRS",
        "RCS",
        "OCS",
        "BCI",
        "CPC",
        "GMP",
        "COA",
        "PSI",
        "EPA",
        "SNI",
        "IEC",
        "FCC",
        "VDE",
        "ETL",
        "EAC",
        "CSA",
        "RS",
        "SAA",
        "SIRIM",
        "TISI",
        "NOM",
        "COC",
        "TUV",
        "MSDS",
        "SDS",
    ],
)
_PLAIN = frozenset(
    [
        "FDA",
        "GOTS",
        "FSC",
        "BSCI",
        "SEDEX",
        "SMETA",
        "HACCP",
        "HALAL",
        "KOSHER",
        "BPOM",
        "INMETRO",
        "ANATEL",
        "SASO",
        "SABER",
        "SONCAP",
        "KEBS",
        "PVOC",
        "LFGB",
        "GLOBALGAP",
        "FSSAI",
        "ROHS",
        "CPSIA",
        "RSPO",
        "PEFC",
        "USDA",
        "ISPM15",
        "FSSC22000",
        "UTZ",
        "GOST",
        "NAFDAC",
        "OHSAS",
        "BLUESIGN",
        "RAINFOREST",
        "COSMOS",
        "ECOCERT",
        "AGMARK",
        "DEKRA",
        "INTERTEK",
        "ANVISA",
        "INVIMA",
        "COFEPRIS",
    ],
)
_SPOKEN = {
    "HALAL": "halal|хайляль|халяль|حلال|हलाल|清真|helal|ハラル|할랄|ฮาลาล|হালাল",
    "KOSHER": "kosher|casher|koscher|кошер|כשר",
    "OEKO-TEX": "oeko-tex|oekotex|öko-tex|oeko tex|ökotex|oeko-tex standard",
    "GOST": "гост|gost-r",
    "EAC": "еас",
    "ORGANIC": "eu-bio|bio-siegel|eu-bio-siegel|eu organic|usda organic|naturland",
    "FAIRTRADE": "fairtrade|fair trade|comercio justo|commerce équitable",
    "HACCP": "хассп",
    "TÜV": "tüv",
    "CCC": "3c认证|ccc认证",
    "FSSC22000": "fssc 22000",
    "GLOBALGAP": "global gap|globalg.a.p",
    "ISPM15": "ispm 15|ispm-15",
    "RAINFOREST ALLIANCE": "rainforest alliance",
}
# "organic" beside a certificate word is a certificate, beside a product it is the product.
_ORGANIC = "organic|orgánico|orgánica|orgânico|orgânica|biologique|bio|organik|hữu cơ|органик|органический|عضوي|عضوية|जैविक|ऑर्गेनिक|有机|biologico|organiczny"
_NUMBERED = {"iso": 3, "en": 2, "astm": 2, "un": 2, "iec": 4, "sa": 4, "ohsas": 4, "bs": 3, "as": 4, "jis": 1, "gb": 3}


@dataclass(frozen=True)
class Certificate:
    """A certificate found in tokens: its name in one spelling, and the tokens it covers."""

    name: str
    start: int
    end: int


def parse_certificate(text: str, language: str = "en") -> str | None:
    """The one spelling of a certificate that the text names; None where it names none or several."""
    found = list(certificates(tokenise(text), language))
    return found[0].name if len(found) == 1 else None


def certificates(tokens: Sequence[Token], language: str) -> Iterator[Certificate]:
    """All certificates named in tokens, left to right."""
    place = 0
    while place < len(tokens):
        found = _at(tokens, place, language)
        if found:
            yield found
        place = found.end if found else place + 1


def _at(tokens: Sequence[Token], place: int, language: str) -> Certificate | None:
    token = tokens[place]
    if token.kind != "word" and token.norm != "3":
        return None
    numbered = _numbered(tokens, place)
    if numbered:
        return numbered
    spoken = _SPOKEN_PHRASES.at(tokens, place)
    if "cert" in spoken:
        end, name = spoken["cert"]
        if name == "OEKO-TEX" and end < len(tokens) and tokens[end].norm in ("100", "standard"):
            end += 1
        return Certificate(name, place, end)
    glued_on = place + 1 < len(tokens) and tokens[place + 1].glued and tokens[place + 1].kind == "num"
    upper = token.norm.upper()
    if not glued_on and (upper in _PLAIN or (upper in _CAPITALS and token.text == upper)):
        return Certificate(upper, place, place + 1)
    if _near_certificate_word(tokens, place, place + 1, language):
        if "organic" in spoken:
            return Certificate("ORGANIC", place, spoken["organic"][0])
        if upper in _CAPITALS or _unknown_name(token):
            return Certificate(upper, place, place + 1)
    return None


def _unknown_name(token: Token) -> bool:
    return token.text.isascii() and token.text.isupper() and 2 <= len(token.text) <= 10


def _numbered(tokens: Sequence[Token], place: int) -> Certificate | None:
    """ "ISO 9001:2015", "EN ISO 20471", "EN71", "UN38.3"."""
    token = tokens[place]
    name = token.norm
    if name not in _NUMBERED or (name in ("en", "un", "as", "sa", "bs", "gb") and not token.text.isupper()):
        return None
    after = place + 1
    if name == "en" and after < len(tokens) and tokens[after].norm == "iso":
        inner = _numbered(tokens, after)
        return Certificate(inner.name, place, inner.end) if inner else None
    while after < len(tokens) and tokens[after].norm in ("-", "/"):
        after += 1
    if after >= len(tokens) or tokens[after].kind != "num" or not re.fullmatch(r"\d[\d.-]*", tokens[after].text):
        return None
    number = tokens[after].text
    if (
        (len(number) < _NUMBERED[name] and name != "un")
        or (name == "un" and number != "38.3")
        or (name == "en" and number == "1")
    ):
        return None
    return Certificate(f"{name.upper()}{number}", place, after + 1)


def _near_certificate_word(tokens: Sequence[Token], start: int, end: int, language: str) -> bool:
    words = lexicon(language)
    before = range(max(0, start - 2), start)
    return any("cue:cert" in words.at(tokens, place) for place in (*before, *range(end, min(len(tokens), end + 1))))


def _phrases() -> Phrases:
    phrases = Phrases()
    for name, spellings in _SPOKEN.items():
        for spelling in spellings.split("|"):
            phrases.add(spelling, "cert", name)
    for spelling in _ORGANIC.split("|"):
        phrases.add(spelling, "organic", "ORGANIC")
    return phrases


_SPOKEN_PHRASES = _phrases()
