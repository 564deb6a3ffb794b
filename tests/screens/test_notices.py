"""Notices: every kind has words, and every kind survives the outbox."""

from __future__ import annotations

from typing import get_args

import pytest

from bot.domain.notice import Notice
from bot.domain.outcome import Reason
from bot.language.texts import Texts
from bot.screens import notices, refusal
from bot.store.notices import pack, unpack
from tests.screens.samples import HOSTILE, NOW, Sample

SAMPLES = [Sample(), Sample(bare=True), Sample(HOSTILE)]


def test_every_kind_of_notice_is_tried() -> None:
    assert {type(one) for one in Sample().notices()} == set(get_args(Notice))


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_notice_comes_out_of_the_outbox_as_it_went_in(sample: Sample) -> None:
    for notice in sample.notices():
        again = unpack(pack(notice))
        assert again == notice and type(again) is type(notice)


def test_amounts_keep_their_decimals_on_the_way() -> None:
    notice = Sample().notices()[0]
    assert "'1.80'" in repr(unpack(pack(notice)))


def test_a_notice_without_words_is_our_mistake() -> None:
    with pytest.raises(TypeError):
        notices.show(Texts().words("en"), object(), now=NOW, bot="b")


@pytest.mark.parametrize("reason", Reason)
def test_every_refusal_is_said_in_every_language(reason: Reason) -> None:
    texts = Texts()
    said = {tag: refusal.sentence(texts.words(tag), reason) for tag in texts.languages}
    assert all(s.strip() for s in said.values())
    assert len(set(said.values())) == len(said), "some language says it in another's words"


def test_absent_and_forbidden_sound_the_same() -> None:
    w = Texts().words("en")
    assert refusal.sentence(w, Reason.NOT_FOUND) == refusal.sentence(w, Reason.ADMINS_ONLY)
