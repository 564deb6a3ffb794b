"""Which firms a buyer's words ask for, in many languages; the words that say so are no part of the product."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.actions.looking import MOST_WORDS, read, words_of
from bot.actions.reading import need
from bot.actions.wishing import firms_asked_for
from bot.domain.inquiry import Whom
from bot.domain.supplier import Size, SupplierType
from tests.domain.samples import NOW, TODAY

SAID = [
    ("en", "thermos bottle from Turkey", ("TR",), ()),
    ("en", "steel bottles, not China", (), ("CN",)),
    ("en", "steel bottles, not made in China", (), ("CN",)),
    ("en", "ceramic mugs except China", (), ("CN",)),
    ("en", "mugs, not from China or India", (), ("CN", "IN")),
    ("en", "olive oil from Italy or Spain", ("IT", "ES"), ()),
    ("en", "suppliers in Turkey: towels", ("TR",), ()),
    ("en", "No, from Turkey please: towels", ("TR",), ()),
    ("en", "500 bottles from Turkey to Hamburg", ("TR",), ()),
    ("en", "we are from Germany and need mugs", (), ()),
    ("en", "mugs without handle to France", (), ()),
    ("en", "mugs to Lyon, France", (), ()),
    ("de", "Thermosflaschen, nicht aus China", (), ("CN",)),
    ("es", "toallas de Turquía, no China", ("TR",), ("CN",)),
    ("fr", "serviettes de Turquie, pas de Chine", ("TR",), ("CN",)),
    ("ru", "полотенца не из Китая", (), ("CN",)),
    ("ru", "полотенца из Турции", ("TR",), ()),
    ("tr", "Çin hariç havlu", (), ("CN",)),
    ("zh-Hans", "来自土耳其的毛巾", ("TR",), ()),
    ("zh-Hans", "保温杯，不要中国的", (), ("CN",)),
    ("ar", "مناشف من تركيا", ("TR",), ()),
    ("ar", "مناشف ليست من الصين", (), ("CN",)),
]


@pytest.mark.parametrize(("language", "text", "origin", "not_origin"), SAID, ids=[text for _, text, *_ in SAID])
def test_countries_that_are_wanted_or_not(
    language: str, text: str, origin: tuple[str, ...], not_origin: tuple[str, ...]
) -> None:
    asked = firms_asked_for(text, language)
    assert (asked.whom.origin, asked.whom.not_origin) == (origin, not_origin)
    assert len(asked.rest) == len(text), "everything else keeps its place"
    for country in ("China", "Turkey", "Китая", "中国", "土耳其", "الصين", "تركيا", "Çin"):
        assert country not in asked.rest


def test_a_bare_country_says_where_firms_are_only_in_a_search() -> None:
    assert firms_asked_for("towels Turkey", "en").whom == Whom()
    assert firms_asked_for("towels Turkey", "en", searching=True).whom == Whom(origin=("TR",))
    assert firms_asked_for("china plates", "en", searching=True).whom == Whom()
    assert firms_asked_for("mugs to Lyon, France", "en", searching=True).whom == Whom()


@pytest.mark.parametrize(
    ("text", "whom"),
    [
        ("small workshop, leather bags", Whom(sizes=(Size.MICRO, Size.SMALL))),
        ("leather bags, manufacturer only", Whom(types=(SupplierType.MANUFACTURER, SupplierType.ARTISAN), only=True)),
        ("不要贸易商，皮包", Whom(types=(SupplierType.MANUFACTURER, SupplierType.ARTISAN), only=True)),
        ("coffee mill for small shops", Whom()),
    ],
)
def test_kinds_of_firm(text: str, whom: Whom) -> None:
    assert firms_asked_for(text, "zh-Hans" if text > "\u3000" else "en").whom == whom


@pytest.mark.parametrize(
    ("text", "must"),
    [
        ("300 towels, must be OEKO-TEX certified", True),
        ("300 towels, OEKO-TEX is mandatory", True),
        ("300 towels, OEKO-TEX is not mandatory", False),
        ("300 towels with OEKO-TEX", False),
    ],
)
def test_a_certificate_is_a_condition_where_a_word_says_so(text: str, must: bool) -> None:
    assert need(text, today=TODAY, client_language="en").values["whom"].certified is must


@given(st.text(max_size=400))
def test_any_text_is_read_and_stays_short(text: str) -> None:
    assert len(words_of(text)) <= MOST_WORDS
    found = read(text, person=1, client_language=None, now=NOW)
    assert bool(found.words) == bool(found.product)
    asked = firms_asked_for(text, "en", searching=True)
    assert len(asked.rest) == len(text)
