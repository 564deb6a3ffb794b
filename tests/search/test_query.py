"""What is made of a query: its language, its misspelt words, the model that reads it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from bot.search.meaning import EncoderError, Floats, Kind
from bot.search.query import question, route
from bot.search.scripts import is_german, spoken
from bot.search.spelling import respelled


class Fixed:
    """An encoder that knows some languages and points wherever it is told."""

    revision, dim, unrelated = "1", 64, 0.0

    def __init__(self, id: str, *languages: str, fails: bool = False) -> None:
        self.id, self.languages, self._fails = id, frozenset(languages), fails

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        if self._fails:
            raise EncoderError("away")
        return np.eye(64, dtype=np.float32)[: len(texts)]


@pytest.mark.parametrize(
    ("text", "said", "language"),
    [
        ("保温杯", None, "zh"),
        ("水筒", "ja", "ja"),
        ("ステンレス水筒", "zh", "ja"),
        ("보온병", None, "ko"),
        ("थर्मस", "en", "hi"),
        ("থার্মস", None, "bn"),
        ("ترمس", None, "ar"),
        ("فلاسک چای", None, "fa"),
        ("تھرماس کی بوتلیں ہے", None, "ur"),
        ("ترمس", "fa", "fa"),
        ("термос", None, "ru"),
        ("термос", "uk", "uk"),
        ("пляшка їжі", None, "uk"),
        ("bình giữ nhiệt", "en", "vi"),
        ("thermos bottle", "hi", None),
        ("thermos", "pt-BR", "pt"),
        ("thermos", None, None),
        ("", "de", "de"),
    ],
)
def test_letters_say_more_than_what_is_said(text: str, said: str | None, language: str | None) -> None:
    assert spoken(text, said) == language


def test_german_titles_are_known_by_small_signs() -> None:
    assert is_german("Trinkflasche mit Bambusdeckel")
    assert is_german("Große Schüssel")
    assert not is_german("Steel bottle with lid")
    assert not is_german("Çelik şişe, büyük")


@pytest.mark.parametrize("slip", ["bottel", "botle", "botttle", "bottlr", "bottlle"])
def test_a_slip_of_one_letter_is_forgiven(slip: str) -> None:
    assert respelled([slip], "en", {"bottle"}) == {slip: "bottle"}


def test_words_that_somebody_uses_are_left_alone() -> None:
    assert respelled(["bottles"], "en", {"bottle"}) == {}
    assert respelled(["panela"], "pt", {"panel"}) == {}
    assert respelled(["zorkel"], "en", {"zorkel", "zorkelt"}) == {}
    assert respelled(["6204x", "led", "保温杯杯杯", "unfindable"], "en", {"62044"}) == {}


def test_the_slip_and_what_was_meant_both_count() -> None:
    asked = question("bottel", "en", [Fixed("one", "en")], {"bottle"})
    assert asked.words[0].alike == {"bottle": 0.8}
    assert asked.vector is not None
    assert asked.vector[:2] == pytest.approx([2**-0.5, 2**-0.5])


def test_the_first_model_that_knows_the_language_is_asked() -> None:
    first, second = Fixed("first", "en", "zh"), Fixed("second", "hi", "en")
    assert route([first, second], "en") == (first, True)
    assert route([first, second], "hi") == (second, True)
    assert route([first, second], None) == (first, True)
    assert route([first, second], "sw") == (first, False)
    assert route([], "en") == (None, False)


def test_words_remain_where_the_model_is_away() -> None:
    asked = question("steel bottle", "en", [Fixed("one", "en", fails=True)], set())
    assert asked.vector is None
    assert asked.encoder is None
    assert [wanted.word for wanted in asked.words] == ["steel", "bottle"]
