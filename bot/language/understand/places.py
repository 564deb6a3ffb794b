"""Names of countries, cities and ports, in many languages, to places.

Countries come from CLDR through Babel in all our languages, with aliases and case endings of our own; cities from the
data file. `country_of` also serves imported files.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from babel import Locale
from babel.core import get_global

from bot.domain.goods import Place
from bot.language.understand.lexicon import base, fillers, lexicon, rows
from bot.language.understand.tokens import Token, bare, fold, tokenise

_LOCALES = [
    "en",
    "zh_Hans",
    "zh_Hant",
    "es",
    "pt",
    "fr",
    "de",
    "it",
    "nl",
    "pl",
    "ru",
    "uk",
    "ar",
    "fa",
    "he",
    "hi",
    "bn",
    "ur",
    "id",
    "vi",
    "th",
    "tr",
    "ja",
    "ko",
    "sw",
]
_NEVER = frozenset(("JE", "IM", "AC", "CP", "DG", "EA", "IC", "TA", "XA", "XB", "ZZ", "QO", "EZ", "UN"))
_COUNTRY = 1_000_000  # stands for the size of a country beside cities, in thousands of people
_ALIAS = 30_000  # our own word on which place a name means outweighs size
_LONGEST = 9  # tokens in the longest name (Han characters count one each)
_LOWER_CASE_SIZE = 250  # thousands of people from which a city is believed without its capital letter

# Where a language is at home: a name that several countries share is first looked for there.
HOMES = {
    **{
        "es": "ES MX CO AR PE CL EC GT DO UY PY BO CR PA HN SV NI VE CU",
        "pt": "BR PT AO MZ GW CV",
        "fr": "FR BE CH CI SN CM MA DZ",
    },
    **{
        "de": "DE AT CH",
        "it": "IT CH",
        "nl": "NL BE",
        "pl": "PL",
        "ru": "RU KZ BY KG UZ",
        "uk": "UA",
        "fa": "IR AF",
        "he": "IL",
    },
    **{
        "ar": "SA AE EG IQ JO MA DZ TN LY SD YE OM KW QA BH LB SY",
        "hi": "IN",
        "bn": "BD IN",
        "ur": "PK IN",
        "id": "ID MY",
        "vi": "VN",
    },
    **{
        "th": "TH",
        "tr": "TR",
        "zh": "CN TW HK",
        "ja": "JP",
        "ko": "KR",
        "sw": "TZ KE UG",
        "en": "US GB IN CA AU ZA NG IE NZ",
    },
}
_ENGLISH_WORDS = frozenset(
    [
        "nice",
        "reading",
        "mobile",
        "orange",
        "split",
        "tema",
        "male",
        "bath",
        "sale",
        "pearl",
        "along",
        "most",
        "gold",
        "essen",
        "salt",
        "media",
        "date",
        "same",
        "best",
        "come",
        "home",
        "made",
        "lens",
        "tours",
        "angers",
        "lead",
        "carton",
        "plus",
        "boa",
        "vista",
        "santa",
        "sets",
        "bari",
        "kota",
        "hull",
        "para",
        "como",
        "solo",
        "lima",
        "media",
        "moda",
        "nova",
        "can",
        "mata",
        "data",
        "pune",
        "bor",
        "deal",
        "much",
        "none",
        "steel",
        "cotton",
        "sugar",
        "rice",
        "cement",
        "solar",
        "led",
        "van",
        "san",
        "los",
        "las",
        "del",
        "der",
        "des",
        "den",
        "una",
        "uno",
        "mes",
        "dos",
        "mil",
        "sin",
        "con",
        "por",
        "sur",
        "est",
        "nord",
        "per",
        "tan",
        "bin",
        "kit",
        "pair",
        "gent",
        "trier",
        "celle",
        "marl",
        "hamm",
        "aba",
        "ile",
        "ora",
        "oral",
        "hat",
        "hot",
        "mac",
        "max",
        "are",
        "bar",
        "cup",
        "ton",
        "bag",
        "man",
        "may",
        "mar",
        "port",
        "porto",
        "puerto",
        "central",
        "metro",
        "union",
        "victoria",
        "liberty",
        "bella",
        "mira",
        "alta",
        "batman",
        "ordu",
        "usak",
        "van",
        "mus",
        "agri",
        "corum",
        "tire",
        "manisa",
        "salem",
        "erode",
    ],
)


@dataclass(frozen=True)
class Mention:
    """A place named in tokens. `others` are the countries that have a place of this name; `role` is what an affix says."""

    start: int
    end: int
    country: str
    city: str | None
    others: frozenset[str]
    role: str | None = None  # to, from, at


def country_of(text: str) -> str | None:
    """ISO 3166-1 alpha-2 code of a country written as a name in any of our languages, or as a code."""
    name = text.strip()
    if len(name) == 2 and name.isascii() and name.isalpha():
        upper = "GB" if name.upper() == "UK" else name.upper()
        return upper if upper in _codes() else None
    if len(name) == 3 and name.isascii() and (found := get_global("territory_aliases").get(name.upper())):
        return str(found[0])
    tokens = tokenise(name)
    known = _gazetteer().get(_key(tokens, 0, len(tokens)), ()) if tokens else ()
    return next((entry[0] for entry in known if entry[1] == _COUNTRY), None)


def parse_place(text: str, language: str = "en") -> Place | None:
    """The place that a text names: a country, a city, or both; None where it names something else as well."""
    tokens = tokenise(text)
    found = list(mentions(tokens, language, trusting=True))
    covered = {place for mention in found for place in range(mention.start, mention.end)}
    words = lexicon(language)
    for place, token in enumerate(tokens):
        cues = words.at(tokens, place)
        if (
            token.kind == "word"
            and place not in covered
            and not any(k in cues for k in ("cue:to", "cue:at", "cue:to_after", "cue:at_after"))
        ):
            return None
    if not found:
        code = country_of(text)
        return Place(code) if code else None
    return joined(found, language)


def joined(found: Sequence[Mention], language: str) -> Place:
    """One place from its mentions side by side: the country decides which city of that name is meant."""
    country = next((mention.country for mention in found if mention.city is None), None)
    city = next((mention for mention in found if mention.city is not None), None)
    if country is None and city is not None:
        return Place(city.country, city.city)
    return Place(country, city.city if city and country in (city.others | {city.country}) else None)


def mentions(tokens: Sequence[Token], language: str, *, trusting: bool = False) -> Iterator[Mention]:
    """Every place named in tokens, longest names first at each point, never overlapping.

    `trusting` takes small towns in lower case too: for an answer to the question "where to?".
    """
    place = 0
    while place < len(tokens):
        found = _at(tokens, place, language, trusting)
        if found:
            yield found
        place = found.end if found else place + 1


def _at(tokens: Sequence[Token], place: int, language: str, trusting: bool) -> Mention | None:
    token = tokens[place]
    if token.kind != "word":
        return None
    if token.norm in _first_words():
        for end in range(min(len(tokens), place + _LONGEST), place, -1):
            entries = _gazetteer().get(_key(tokens, place, end))
            if entries and _believable(tokens, place, end, entries, language, trusting):
                return _mention(tokens, place, end, entries, language, None)
    for stem, role in _stems(tokens, place, language):
        entries = _gazetteer().get(stem)
        if entries and (entries[0][1] >= _LOWER_CASE_SIZE or trusting) and len(stem) > 2 and stem not in _ENGLISH_WORDS:
            return _mention(tokens, place, place + 1, entries, language, role)
    return None


def _mention(
    tokens: Sequence[Token], start: int, end: int, entries: Sequence[tuple[str, int]], language: str, role: str | None
) -> Mention:
    countries = [entry[0] for entry in entries]
    best = entries[0]
    if best[1] < _ALIAS:
        homes = HOMES.get(base(language), "").split()
        best = next((entry for entry in entries if entry[0] in homes and entry[1] * 20 > best[1]), best)
    text = " ".join(token.text for token in tokens[start:end]) if not _unspaced(tokens[start]) else None
    city = None if best[1] == _COUNTRY else text or "".join(token.text for token in tokens[start:end])
    return Mention(start, end, best[0], city, frozenset(countries), role)


def _unspaced(token: Token) -> bool:
    return len(token.text) == 1 and token.text >= "\u0e00"


def _believable(
    tokens: Sequence[Token], start: int, end: int, entries: Sequence[tuple[str, int]], language: str, trusting: bool
) -> bool:
    """Is this really meant as a place? Short names and everyday words need capitals or more."""
    first, size = tokens[start], entries[0][1]
    if not first.norm[0].isalpha() or (first.norm[0] >= "\u0530"):
        return end - start > 1 or not _unspaced(first)
    name = "".join(token.norm for token in tokens[start:end])
    capital = first.text[0].isupper()
    if (
        len(name) <= 3
        and name.isascii()
        and name not in ("uk", "usa", "uae", "ksa", "abd", "bae", "eau", "eua", "nyc", "vae")
    ):
        return first.text.isupper() or (len(name) == 3 and size == _COUNTRY and capital)
    if end - start == 1 and size != _COUNTRY:
        if name in _ENGLISH_WORDS and not (capital and size >= _LOWER_CASE_SIZE):
            return False
        known = lexicon(language).at(tokens, start)
        if name in fillers(language) or any(not kind.startswith(("cue:at", "cue:to")) for kind in known):
            return False
    return trusting or capital or size >= _LOWER_CASE_SIZE or end - start > 1


_RUSSIAN = (
    ("ию", "ия"),
    ("ии", "ия"),
    ("ей", "ея"),
    ("ой", "а"),
    ("ом", ""),
    ("ем", "ь"),
    ("у", "а"),
    ("ю", "я"),
    ("е", "а"),
    ("е", ""),
)
_RUSSIAN += (
    ("е", "ь"),
    ("и", "а"),
    ("и", "я"),
    ("и", "ь"),
    ("ы", "а"),
    ("а", ""),
    ("я", "ь"),
    ("я", "й"),
    ("ю", "ь"),
    ("у", ""),
)
_TURKISH = {
    "to": ("ya", "ye", "a", "e", "na", "ne"),
    "from": ("dan", "den", "tan", "ten", "ndan", "nden"),
    "at": ("da", "de", "ta", "te", "nda", "nde"),
}
_ARABIC = (("لل", "to"), ("ل", "to"), ("وال", None), ("بال", "at"), ("ب", "at"), ("و", None), ("ف", None))


def _stems(tokens: Sequence[Token], place: int, language: str) -> Iterator[tuple[str, str | None]]:
    """Names that this token may be a form of, with what the ending or prefix says."""
    norm, own = tokens[place].norm, base(language)
    if own in ("ru", "uk", "pl") and len(norm) > 3:
        yield from ((norm[: len(norm) - len(old)] + new, None) for old, new in _RUSSIAN if norm.endswith(old))
        if own == "pl":
            yield from ((norm[: len(norm) - len(old)] + new, None) for old, new in _POLISH if norm.endswith(old))
    elif own == "tr" and len(norm) > 4:
        for role, endings in _TURKISH.items():
            yield from (
                (norm[: -len(ending)], role)
                for ending in endings
                if norm.endswith(ending) and len(norm) > len(ending) + 2
            )
    elif own in ("ar", "fa"):
        for prefix, role in _ARABIC:
            if norm.startswith(prefix) and len(norm) > len(prefix) + 2:
                yield norm[len(prefix) :], role
                yield "ال" + norm[len(prefix) :], role
    elif own == "he" and len(norm) > 3 and norm[0] in "לבמו":
        yield norm[1:], {"ל": "to", "ב": "at", "מ": "from"}.get(norm[0])
    elif own == "bn" and len(norm) > 3:
        yield from ((norm[: -len(old)], "to") for old in ("য়", "তে", "ে", "র") if norm.endswith(fold(old)))
    elif own in ("id", "sw") and norm.endswith("nya"):
        yield norm[:-3], None


_POLISH = (
    ("u", ""),
    ("ie", "a"),
    ("ie", ""),
    ("y", "a"),
    ("i", "a"),
    ("a", ""),
    ("ę", "a"),
    ("ii", "ia"),
    ("iu", ""),
    ("ach", "y"),
)


def _key(tokens: Sequence[Token], start: int, end: int) -> str:
    return " ".join(token.norm for token in tokens[start:end] if token.norm not in ("-", "."))


@functools.cache
def _codes() -> frozenset[str]:
    return frozenset(
        code for code in Locale("en").territories if len(code) == 2 and code.isalpha() and code not in _NEVER
    )


@functools.cache
def _first_words() -> frozenset[str]:
    return frozenset(key.split(" ")[0] for key in _gazetteer())


@functools.cache
def _gazetteer() -> dict[str, tuple[tuple[str, int], ...]]:
    """Folded name -> the countries that have a place of that name, with a size in thousands, largest first."""
    table: dict[str, dict[str, int]] = {}
    for code, name, size in _names():
        folded = (
            " ".join(token.norm for token in tokenise(name) if token.norm not in ("-", "."))
            if _complex(name)
            else fold(name)
        )
        keys = [folded]
        if not folded.isascii() and len(folded) > 3:
            keys.append(bare(folded))
        for key in keys:
            known = table.setdefault(key, {})
            if size != _COUNTRY or _COUNTRY not in known.values():
                known[code] = max(known.get(code, 0), size)
    return {key: tuple(sorted(known.items(), key=lambda entry: -entry[1])) for key, known in table.items() if key}


def _complex(name: str) -> bool:
    return not name.isalpha() or any(char >= "\u0e00" for char in name)


def _names() -> Iterator[tuple[str, str, int]]:
    for code, names in rows("country_aliases.tsv"):
        yield from ((code, name, _COUNTRY) for name in names.split("|"))
    for locale in _LOCALES:
        for code, name in Locale.parse(locale).territories.items():
            if code in _codes():
                yield code, name, _COUNTRY
    for code, names in rows("city_aliases.tsv"):
        yield from ((code, name, _ALIAS) for name in names.split("|"))
    for code, size, names in rows("cities.tsv"):
        yield from ((code, name, int(size)) for name in names.split("|"))
