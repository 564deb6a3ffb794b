"""Which goods a text names, in seventeen languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.lexicon import LANGUAGES, all_families, explained, families, names


def ids(text: str, language: str | None = None) -> set[str]:
    return {family.id for family in families(text, language)}


@pytest.mark.parametrize(
    ("text", "language", "family"),
    [
        ("Stainless steel vacuum flask, 500 ml", "en", "vacuum-flask"),
        ("304不锈钢保温杯 500毫升", "zh", "vacuum-flask"),
        ("garrafas térmicas personalizadas", "pt", "vacuum-flask"),
        ("Edelstahl-Thermosflaschen", "de", "vacuum-flask"),
        ("Baumwolltragetaschen bedruckt", "de", "tote-shopping-bag"),
        ("Industrienähmaschine", "de", "sewing-machine"),
        ("кожаных перчаток", "ru", "gloves"),
        ("bolsas de papel con asa", "es", "paper-bag"),
        ("قفازات نتريل", "ar", "medical-gloves"),
        ("बॉल बेयरिंग 6204", "hi", "bearing"),
        ("bình giữ nhiệt inox", "vi", "vacuum-flask"),
        ("binh giu nhiet inox", "vi", "vacuum-flask"),
        ("çelik termoslar", "tr", "vacuum-flask"),
        ("butelki termiczne", "pl", "vacuum-flask"),
        ("工業用ミシン", "ja", "sewing-machine"),
        ("스테인리스 보온병", "ko", "vacuum-flask"),
        ("เครื่องปรับอากาศ 12000 BTU", "th", "air-conditioner"),
        ("két sắt gia đình", "vi", "safe-box-locker"),
        ("bobinas térmicas para impressora", "pt", "paper-roll-thermal"),
        ("Palettenregale gebraucht", "de", "storage-rack"),
        ("ตู้กดน้ำเย็น", "th", "water-dispenser"),
        ("रैचेट स्ट्रैप 5 टन", "hi", "ratchet-strap-sling"),
    ],
)
def test_goods_are_known_in_every_language_and_form(text: str, language: str, family: str) -> None:
    assert family in ids(text, language)
    assert family in ids(text)  # the letters and words show the language


def test_the_longest_word_wins() -> None:
    assert "baseball-cap" not in ids("safety helmet cap lamp") or "safety-helmet" in ids("safety helmet cap lamp")
    assert ids("motorcycle helmet", "en") == {"motorcycle-helmet"}
    assert "bicycle" not in ids("自行车轮胎", "zh")


def test_words_may_stand_apart_or_in_another_order() -> None:
    assert "paper-bag" in ids("kraft paper shopping bags", "en")
    assert "paper-bag" in ids("bag, kraft paper", "en")


def test_a_word_of_another_language_is_looked_for_where_it_is_known() -> None:
    assert "tablecloth" in ids("mantel", "es")
    assert "tablecloth" not in ids("mantel", "id")


def test_accents_tell_vietnamese_words_apart() -> None:
    assert "slippers" in ids("dép lê", "vi")
    assert "slippers" not in ids("đẹp lễ", "vi")


def test_one_character_counts_where_it_is_all_that_is_said() -> None:
    for family in all_families():
        for word in names(family, "ja"):
            if len(word) == 1:
                assert family.id in ids(word, "ja")
                assert family.id not in ids(f"{word}{word}{word}", "ja")


def test_a_firm_can_see_how_others_call_its_goods() -> None:
    [flask] = [family for family in all_families() if family.id == "vacuum-flask"]
    assert "保温杯" in names(flask, "zh")
    assert "Thermosflasche" in names(flask, "de")
    assert names(flask, "xx") == ()


def test_both_files_are_whole() -> None:
    every = [family.id for family in all_families()]
    assert len(set(every)) == len(every)
    for family in all_families():
        for language in LANGUAGES[:13]:
            assert names(family, language), (family.id, language)


def test_each_word_names_its_own_family() -> None:
    missing = [
        (family.id, language, word)
        for family in all_families()
        for language in LANGUAGES
        for word in names(family, language)
        if family not in families(word, language)
    ]
    assert len(missing) < 150, missing[:20]  # of 40,000: those whose longer or English neighbour says more


@given(st.text(st.characters(codec=None), max_size=60), st.sampled_from([None, "xx", *LANGUAGES]))
def test_any_text_can_be_looked_at(text: str, language: str | None) -> None:
    numbers, _ = explained(text, language)
    assert all(0 <= number < len(all_families()) for number in numbers)
