"""What buttons say: every press survives the way to Telegram and back, and nothing forged becomes one by accident."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from enum import StrEnum
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.inquiry import Slot
from bot.screens import presses
from bot.screens.press import CODES, decode, encode
from bot.screens.presses.buying import FillSlot, SendInquiry, ShowInquiry

short = st.text(st.characters(exclude_characters="~", codec="utf-8"), max_size=5)  # two of them fit on a button


def some(kind: type[Any]) -> st.SearchStrategy[Any]:
    def values(hint: type[Any]) -> st.SearchStrategy[Any]:
        if issubclass(hint, StrEnum):
            return st.sampled_from(hint)
        return st.integers(0, 10**17) if hint is int else short

    return st.builds(kind, **{name: values(hint) for name, hint in get_type_hints(kind).items()})


@pytest.mark.parametrize("kind", CODES.values(), ids=lambda k: k.__name__)
@given(st.data())
def test_every_press_comes_back_as_it_left(kind: type[Any], data: st.DataObject) -> None:
    press = data.draw(some(kind))
    assert len(encode(press).encode()) <= 64
    assert decode(encode(press)) == press


def test_every_press_has_one_code() -> None:
    rooms = [import_module(f"{presses.__name__}.{room.name}") for room in iter_modules(presses.__path__)]
    assert sum(len(room.CODES) for room in rooms) == len(CODES) == len(set(CODES.values()))
    every = {v for room in rooms for v in vars(room).values() if isinstance(v, type) and is_dataclass(v)}
    assert every == set(CODES.values())


@given(st.text(max_size=80))
def test_no_text_makes_decoding_fail(data: str) -> None:
    decode(data)


@given(st.sampled_from(sorted(CODES)), st.lists(st.text(max_size=12), max_size=4))
def test_what_is_almost_a_press_is_taken_as_written_or_not_at_all(code: str, values: list[str]) -> None:
    data = "~".join([code, *values])
    press = decode(data)
    if press is not None:
        assert type(press) is CODES[code] and len(fields(press)) == data.count("~")
        for name, hint in get_type_hints(type(press)).items():
            assert isinstance(getattr(press, name), hint)


# Nothing, too few and too many values, numbers that are none of ours, members that do not exist, too many bytes.
FORGED = ["", "~", "si", "si~", "n~", "si~1~2", "si~-1", "si~1.0", "si~٣", "si~²", "si~" + "9" * 19, "si~1\n", " si~1"]
FORGED += ["SI~1", "zz~1", "fs~1~nothing~x", "lg~" + "x" * 62, "lg~" + "\ud800" * 62]


@pytest.mark.parametrize("forged", FORGED)
def test_what_we_never_wrote_means_nothing(forged: str) -> None:
    assert decode(forged) is None


def test_what_does_not_fit_on_a_button_is_our_mistake() -> None:
    for press in (FillSlot(1, Slot.QUANTITY, "x" * 60), FillSlot(1, Slot.QUANTITY, "a~b")):
        with pytest.raises(ValueError, match="does not fit"):
            encode(press)


def test_codes_on_buttons_in_old_chats_keep_their_meaning() -> None:
    assert (decode("si~7"), decode("vi~7")) == (SendInquiry(7), ShowInquiry(7))
