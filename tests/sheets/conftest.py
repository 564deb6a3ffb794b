from collections.abc import Callable

import pytest

from bot.domain.goods import Unit
from bot.sheets import Reading, read
from bot.sheets.text import fold

_COUNTRIES = {
    "VN": "vietnam vn việt nam",
    "CN": "china cn 中国",
    "DE": "germany deutschland de",
    "TR": "turkey türkiye tr",
    "ES": "spain españa es",
    "RU": "russia россия ru",
    "IN": "india in भारत",
    "JP": "japan jp 日本",
    "MX": "mexico méxico mx",
    "FR": "france fr",
    "EG": "egypt eg مصر",
    "PL": "poland polska pl",
}
_COUNTRY_OF = {fold(name): code for code, names in _COUNTRIES.items() for name in names.split()}
_UNITS = {
    Unit.PIECE: "pcs pc piece pieces stück adet 个 件 piezas шт",
    Unit.KILOGRAM: "kg",
    Unit.PAIR: "pairs pair",
    Unit.TONNE: "t tons",
    Unit.METRE: "m",
    Unit.CONTAINER_20FT: "20ft",
}
_UNIT_OF = {name: unit for unit, names in _UNITS.items() for name in names.split()}


def country_of(said: str) -> str | None:
    return _COUNTRY_OF.get(fold(said))


def unit_of(said: str) -> Unit | None:
    return _UNIT_OF.get(said.strip().casefold().rstrip("."))


def reading(data: bytes | str, filename: str = "list.csv") -> Reading:
    raw = data.encode() if isinstance(data, str) else data
    return read(raw, filename=filename, country_of=country_of, unit_of=unit_of)


@pytest.fixture(name="reading")
def _reading() -> Callable[..., Reading]:
    return reading
