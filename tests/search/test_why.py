"""Which of the buyer's words a title is said to hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.why import asked_words, matched_words


def matched(query: str, titles: list[str]) -> tuple[str, ...]:
    return matched_words(asked_words(query), titles)


def test_words_are_named_as_the_buyer_wrote_them() -> None:
    assert matched("Bottles de Aço, 500 ml", ["BOTTLE 500ml, aco inox"]) == ("Bottles", "Aço", "500", "ml")


def test_an_alike_word_is_no_match() -> None:
    assert matched("steel bowl", ["steep bowstring"]) == ()


@pytest.mark.parametrize(
    ("asked", "title"),
    [("bottles", "bottle"), ("хлопковая", "хлопковые"), ("Flasche", "Thermosflasche"), ("stalowa", "stalowy")],
)
def test_forms_and_compounds_of_a_word_match(asked: str, title: str) -> None:
    assert matched(asked, [title]) == (asked,)


def test_a_longer_number_is_another_number() -> None:
    assert matched("304", ["3045", "30"]) == ()


def test_small_words_are_no_reason() -> None:
    assert matched("bags for the shop", ["Gifts for the home"]) == ()


def test_the_shared_part_of_a_run_without_spaces_is_named() -> None:
    assert matched("我要不锈钢保温杯", ["304不锈钢水壶", "儿童保温杯"]) == ("不锈钢", "保温杯")
    assert matched("碗", ["陶瓷碗"]) == ("碗",)


def test_one_shared_character_of_a_longer_run_is_chance() -> None:
    assert matched("茶杯", ["杯垫"]) == ()


def test_parts_of_codes_are_named() -> None:
    assert matched("6204-2RS", ["Bearing 6204 ZZ"]) == ("6204",)


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=3))
def test_any_two_texts_can_be_compared(query: str, titles: list[str]) -> None:
    assert isinstance(matched(query, titles), tuple)


def test_a_reason_stays_short_whatever_was_asked() -> None:
    long = " ".join(f"word{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(300))
    assert 10 <= len(matched(long, [long])) <= 30
    assert matched("steel" * 300, ["steel" * 8]) == ("steel" * 8,)
