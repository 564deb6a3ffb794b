"""Unit words."""

import pytest

from bot.domain.goods import Unit
from bot.language.understand.units import parse_unit

UNITS = [
    *[
        ("en", "pcs", Unit.PIECE),
        ("en", "cartons", Unit.CARTON),
        ("en", "MT", Unit.TONNE),
        ("en", "m2", Unit.SQUARE_METRE),
    ],
    *[
        ("en", "m²", Unit.SQUARE_METRE),
        ("en", "sq m", Unit.SQUARE_METRE),
        ("en", "40ft container", Unit.CONTAINER_40FT),
    ],
    *[
        ("en", "XCT", Unit.CARTON),
        ("zh-Hans", "箱", Unit.CARTON),
        ("zh-Hans", "打", Unit.DOZEN),
        ("zh-Hant", "雙", Unit.PAIR),
    ],
    *[
        ("es", "docenas", Unit.DOZEN),
        ("es", "pzas", Unit.PIECE),
        ("pt", "pçs", Unit.PIECE),
        ("fr", "palettes", Unit.PALLET),
    ],
    *[("de", "lfm", Unit.METRE), ("de", "Stk.", Unit.PIECE), ("ru", "шт.", Unit.PIECE), ("ru", "мешков", Unit.BAG)],
    *[
        ("ar", "كراتين", Unit.CARTON),
        ("ar", "طن", Unit.TONNE),
        ("hi", "जोड़ी", Unit.PAIR),
        ("hi", "क्विंटल", Unit.QUINTAL),
    ],
    *[("id", "lusin", Unit.DOZEN), ("id", "sak", Unit.BAG), ("vi", "thùng", Unit.CARTON), ("vi", "bộ", Unit.SET)],
    *[
        ("tr", "koli", Unit.CARTON),
        ("tr", "düzine", Unit.DOZEN),
        ("it", "pezzi", Unit.PIECE),
        ("nl", "dozen", Unit.CARTON),
    ],
    *[
        ("pl", "worków", Unit.BAG),
        ("uk", "мішків", Unit.BAG),
        ("fa", "کارتن", Unit.CARTON),
        ("he", "יחידות", Unit.PIECE),
    ],
    *[("bn", "ডজন", Unit.DOZEN), ("ur", "بوری", Unit.BAG), ("th", "กล่อง", Unit.CARTON), ("ja", "ケース", Unit.CARTON)],
    *[("ko", "상자", Unit.CARTON), ("sw", "mifuko", Unit.BAG), ("zh-Hans", "40尺柜", Unit.CONTAINER_40FT)],
]


@pytest.mark.parametrize(("language", "text", "unit"), UNITS)
def test_a_unit_word_names_its_unit(language, text, unit):
    assert parse_unit(text, language) is unit


@pytest.mark.parametrize("text", ["", "steel", "pcs of steel", "40", "...", "box office"])
def test_other_words_name_no_unit(text):
    assert parse_unit(text) is None
