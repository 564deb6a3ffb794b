"""Texts taken apart for searching, in every script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.search.words import MAX_CHARS, fold, terms, tokens, windows, words

any_text = st.text(st.characters(codec=None), max_size=60)  # surrogates and control characters too


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Größe", "GROSSE"),
        ("ÉTÉ", "ete"),
        ("ＳＵＳ３０４", "sus304"),
        ("İstanbul ISI", "istanbul ısı"),
        ("Łódź", "lodz"),
        ("ёлка", "елка"),
        ("đỏ", "do"),
        ("أكياس", "اكياس"),
        ("حقيبة", "حقيبه"),
        ("کتاب", "كتاب"),
        ("مُكَبِّر", "مكبر"),
        ("٥٠٠", "500"),
        ("۵۰۰", "500"),
        ("५००", "500"),
        ("क़लम", "कलम"),
        ("ｶﾞﾗｽ", "ガラス"),
        ("50 ㎏", "50 kg"),
        ("soft\u00adware", "software"),
        ("a\u200bb", "a b"),
    ],
)
def test_spellings_of_one_word_fold_together(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize("text", ["स्टील", "บอล", "ガラス", "스테인리스", "工具"])
def test_what_carries_the_word_is_not_folded_away(text: str) -> None:
    assert fold(text) == text


def test_the_accent_of_one_script_is_the_letter_of_another() -> None:
    assert fold("ハ") != fold("バ")
    assert fold("दिन") != fold("दीन")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6204-2RS bearing", ["6204", "2rs", "bearing", "6204-2rs"]),
        ("M8x20", ["m8", "20", "m8x20"]),
        ("M8 × 20", ["m8", "20", "m8x20"]),
        ("SUS304", ["sus", "304", "sus304"]),
        ("500ml", ["500", "ml", "500ml"]),
        ("500 ml", ["500", "ml", "500ml"]),
        ("1,5 mm", ["1.5", "mm", "1.5mm"]),
        ("1,000 caps", ["1000", "caps"]),
        ("T-shirts, blank.", ["t", "shirts", "blank"]),
        ("不锈钢", ["不锈", "锈钢"]),
        ("碗", ["碗"]),
        ("304不锈钢", ["304", "不锈", "锈钢"]),
        ("ถุงผ้า", ["ถุ", "ุง", "งผ", "ผ้", "้า"]),
        ("स्टील बोतल", ["स्टील", "बोतल"]),
        ("...", []),
        ("", []),
    ],
)
def test_tokens_are_words_wholes_of_codes_and_pairs(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


def test_one_character_finds_the_word_it_ends() -> None:
    assert set(tokens("碗")) <= set(tokens("陶瓷碗", stored=True))
    assert set(terms("碗")) <= set(terms("陶瓷碗", stored=True))
    assert not set(terms("碗")) <= set(terms("陶瓷碗"))


def test_windows_over_words_let_endings_differ() -> None:
    assert windows("flask") == ["^fla", "flas", "lask"]
    assert set(windows("flask")) <= set(windows("flasks"))
    assert windows("led") == ["^led"]
    assert windows("m8") == ["^m8"]
    assert windows("aaaaaaaa") == ["^aaa", "aaaa"]


def test_a_long_text_is_cut() -> None:
    assert len(fold("a" * 50_000)) == MAX_CHARS
    assert words("b" * 50_000) == ["b" * MAX_CHARS]


@given(any_text)
def test_no_text_is_refused_and_every_piece_can_be_written_down(text: str) -> None:
    for stored in (False, True):
        for piece in [*tokens(text, stored=stored), *terms(text, stored=stored), *words(text)]:
            assert piece
            assert not any(c.isspace() for c in piece)
            piece.encode("utf-8")


@given(any_text)
def test_what_is_stored_can_be_asked_for(text: str) -> None:
    assert set(tokens(text)) <= set(tokens(text, stored=True))
    assert set(terms(text)) <= set(terms(text, stored=True))


@given(st.text("abcXYZ019 -./x×,şçğıİß不锈钢碗กาबी", max_size=40))
def test_case_and_width_make_no_difference(text: str) -> None:
    full_width = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalnum() else c for c in text)
    assert tokens(full_width) == tokens(text)
