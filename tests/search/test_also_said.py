"""How others call the goods that a supplier offers: only where it is sure what they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.also_said import MOST, also_said


@pytest.mark.parametrize(
    ("title", "language", "said"),
    [
        ("304不锈钢保温杯 500毫升", "zh", ("termo", "Thermosflasche", "ترمس")),
        ("Caneca de cerâmica 330 ml", "en", ("马克杯", "taza", "Kaffeebecher")),  # the reader's language is another
        ("Leather work gloves", "en", ("劳保手套", "guantes de trabajo", "Arbeitshandschuhe")),
        ("mantel", "es", ("桌布", "Tischdecke", "مفرش طاولة")),
        ("mantel", "id", ()),  # worn there, and on the table elsewhere
        ("Goalkeeper gloves, latex", "en", ()),  # gloves, or what they are made of?
        ("Zorkel", "en", ()),
        ("", None, ()),
    ],
)
def test_the_first_words_of_other_languages(title: str, language: str, said: tuple[str, ...]) -> None:
    assert also_said([title], language) == said


def test_two_kinds_are_named_and_no_more() -> None:
    said = also_said(["Steel thermos bottle", "Thermos, 1 l", "Bath towel", "Office chair"], "en")
    assert len(said) == 2 * MOST
    assert said[0] == "保温杯" and "办公椅" not in said


@given(st.lists(st.text(max_size=40), max_size=4), st.sampled_from([None, "en", "vi", "xx"]))
def test_nothing_that_is_typed_stops_it(titles: list[str], language: str | None) -> None:
    assert len(also_said(titles, language)) <= 2 * MOST
