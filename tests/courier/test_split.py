from __future__ import annotations

import html
import re

from hypothesis import given
from hypothesis import strategies as st

from bot.courier.pieces import pieces
from bot.courier.split import fits, plain, split, units
from bot.domain.goods import Attachment, FileKind
from bot.screens.message import Message

_TAG = re.compile(r"<(/?)([a-z]+)[^>]*>")


def balanced(text: str) -> bool:
    opened: list[str] = []
    for closing, name in _TAG.findall(text):
        if not closing:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return False
    return not opened


words = st.text(st.characters(exclude_categories=("Cs",)), max_size=30).map(lambda typed: html.escape(typed))
marked = st.recursive(
    words,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6).map(" ".join),
        st.tuples(st.sampled_from("bius"), inner).map(lambda pair: f"<{pair[0]}>{pair[1]}</{pair[0]}>"),
        inner.map(lambda text: f'<a href="https://example.com/?a=1&amp;b=2">{text}</a>'),
    ),
    max_leaves=40,
)


@given(marked, st.integers(20, 60))
def test_every_part_fits_is_well_formed_and_nothing_is_lost(text: str, most: int) -> None:
    parts = split(text, most)
    for part in parts:
        assert fits(part, most)
        assert balanced(part)
    if not fits(text, most):
        assert "".join("".join(plain(part).split()) for part in parts) == "".join(plain(text).split())


def test_a_text_that_fits_is_left_alone() -> None:
    assert split("<b>x</b>\n y ") == ["<b>x</b>\n y "]


def test_it_is_cut_after_a_line_where_there_is_one() -> None:
    assert split("aaaa aaaa\nbbbb bbbb", 15) == ["aaaa aaaa", "bbbb bbbb"]


def test_open_tags_are_closed_and_opened_again() -> None:
    assert split("<b>one two</b>", 4) == ["<b>one</b>", "<b>two</b>"]


def test_characters_outside_the_basic_plane_count_twice() -> None:
    assert units("📦") == 2
    assert [units(plain(part)) for part in split("📦" * 4000)] == [4096, 3904]


def test_a_text_of_many_tags_is_split_by_its_raw_size() -> None:
    text = " ".join(f'<a href="https://example.com/a/long/address/{number}">w</a>' for number in range(1250))
    parts = split(text)
    assert len(parts) > 1
    assert all(len(part.encode()) <= 32_768 and balanced(part) for part in parts)


def photo(number: int) -> Attachment:
    return Attachment(FileKind.PHOTO, f"photo{number}")


def test_one_picture_carries_a_short_text_as_its_caption() -> None:
    (piece,) = pieces(Message("hello", attachments=(photo(1),)))
    assert piece.text == "hello" and piece.files and piece.last


def test_a_picture_and_a_long_text_are_two_pieces_and_the_text_has_the_buttons() -> None:
    first, second = pieces(Message("x" * 2000, attachments=(photo(1),)))
    assert first.files and not first.text and not first.last
    assert second.text and second.last


def test_pictures_and_documents_are_in_albums_of_their_own_of_at_most_ten() -> None:
    documents = tuple(Attachment(FileKind.DOCUMENT, f"d{number}") for number in range(3))
    parts = pieces(Message("text", attachments=(*[photo(number) for number in range(12)], *documents)))
    assert [len(part.files) for part in parts] == [10, 2, 3, 0]
    assert [part.last for part in parts] == [False, False, False, True]
