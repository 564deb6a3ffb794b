"""Names of places."""

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.goods import Place
from bot.language.understand.places import country_of, parse_place

COUNTRIES = [
    *[
        ("China", "CN"),
        ("CHINA", "CN"),
        ("PK", "PK"),
        ("Türkiye", "TR"),
        ("中国", "CN"),
        ("中國", "CN"),
        ("Германия", "DE"),
    ],
    *[
        ("UK", "GB"),
        ("uk", "GB"),
        ("USA", "US"),
        ("DEU", "DE"),
        ("Côte d’Ivoire", "CI"),
        ("Cote d'Ivoire", "CI"),
        ("KSA", "SA"),
    ],
    *[
        ("Viet Nam", "VN"),
        ("Mỹ", "US"),
        ("ABD", "US"),
        ("फ्रांस", "FR"),
        ("الصين", "CN"),
        ("Holland", "NL"),
        ("日本", "JP"),
    ],
    *[("xx", None), ("Narnia", None), ("", None), ("steel", None), ("Hamburg", None), ("China and India", None)],
]
PLACES = [
    *[
        ("en", "Lagos Nigeria", "NG"),
        ("en", "to Dubai", "AE"),
        ("es", "a Santiago de Chile", "CL"),
        ("es", "Valencia", "ES"),
    ],
    *[
        ("pt", "para Guiné-Bissau", "GW"),
        ("fr", "Côte d'Ivoire", "CI"),
        ("de", "nach Breslau", "PL"),
        ("ru", "в Казань", "RU"),
    ],
    *[("ru", "Хабаровска", "RU"), ("ru", "в Бразилию", "BR"), ("uk", "до Львова", "UA"), ("tr", "Brezilya'ya", "BR")],
    *[
        ("tr", "İzmir'e", "TR"),
        ("ar", "للرياض", "SA"),
        ("ar", "إلى الدار البيضاء", "MA"),
        ("ar", "عمّان", "JO"),
        ("ar", "عمان", "OM"),
    ],
    *[
        ("hi", "अबू धाबी", "AE"),
        ("hi", "दिल्ली में", "IN"),
        ("id", "Jayapura", "ID"),
        ("vi", "Da Nang", "VN"),
        ("zh-Hans", "釜山", "KR"),
    ],
    *[
        ("pl", "do Krakowa", "PL"),
        ("he", "לחיפה", "IL"),
        ("ja", "東京", "JP"),
        ("ko", "부산", "KR"),
        ("th", "เชียงใหม่", "TH"),
    ],
]


@pytest.mark.parametrize(("name", "code"), COUNTRIES)
def test_a_country_is_known_by_name_and_by_code(name, code):
    assert country_of(name) == code


@pytest.mark.parametrize(
    "language", ["en", "zh_Hans", "es", "pt", "fr", "de", "ru", "ar", "hi", "id", "vi", "tr", "ja", "sw"]
)
def test_every_large_country_is_known_in_the_language(language):
    names = Locale.parse(language).territories
    for code in [
        "CN",
        "IN",
        "US",
        "DE",
        "BR",
        "NG",
        "TR",
        "VN",
        "ID",
        "PK",
        "BD",
        "EG",
        "FR",
        "GB",
        "JP",
        "MX",
        "RU",
        "ZA",
        "KE",
        "SA",
    ]:
        assert country_of(names[code]) == code


@pytest.mark.parametrize(("language", "text", "country"), PLACES)
def test_a_place_is_in_its_country(language, text, country):
    assert parse_place(text, language).country == country


def test_a_city_keeps_the_words_that_were_said():
    assert parse_place("Tripoli, Libya") == Place("LY", "Tripoli")
    assert parse_place("الرياض", "ar") == Place("SA", "الرياض")


@pytest.mark.parametrize("text", ["nice towels", "500 pcs", "steel to Hamburg", "can", "of", "bag"])
def test_other_words_are_no_place(text):
    assert parse_place(text) is None


@given(st.text(max_size=60))
def test_any_text_gives_a_two_letter_code_or_none(text):
    code = country_of(text)
    assert code is None or (len(code) == 2 and code.isupper())
