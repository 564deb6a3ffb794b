"""The learnt tagger: what it finds, how it goes with the rules, and that its file is what training gives."""

import os
from datetime import date
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.goods import Unit
from bot.language.understand import find, finder_rules, understand
from bot.language.understand.lines import as_line
from bot.language.understand.page import open_page
from bot.language.understand.spans import Label
from bot.language.understand.tagger import train
from bot.language.understand.tagger.corpus import read_corpus
from bot.language.understand.tagger.crf import TAGS, Chances, allowed, best_tags
from bot.language.understand.tagger.fingerprint import fingerprint
from bot.language.understand.tagger.model import load_model, stretches_of
from tests.language.scoring import score

TODAY = date(2026, 12, 1)
CORPUS = read_corpus()


def test_the_model_file_was_made_from_what_is_here():
    made_from = load_model().made_from
    assert made_from == fingerprint(), "run: python -m bot.language.understand.tagger.train"


@pytest.mark.skipif(not os.environ.get("SHOAL_FULL"), reason="trains for two minutes; set SHOAL_FULL=1")
def test_training_again_gives_the_same_model(tmp_path):
    train.main(tmp_path / "again.npz")
    with np.load(tmp_path / "again.npz") as again, np.load(train.FILE) as kept:
        assert set(again.files) == set(kept.files)
        assert all(np.array_equal(again[name], kept[name]) for name in kept.files)


def test_messages_that_were_kept_aside_are_mostly_understood():
    def read(marked):
        return as_line(marked.id, understand(marked.text, today=TODAY))

    kept_aside = [marked for marked in CORPUS if marked.share == train.KEPT_ASIDE]
    total = score(kept_aside, read)
    assert total.share() >= 0.55, "\n".join(total.lines())
    assert total.right["quantity"] >= 0.8 * total.filled["quantity"]
    assert total.right["destination"] >= 0.8 * total.filled["destination"]


@pytest.mark.parametrize(
    ("text", "quantity", "unit", "country"),
    [
        ("our little cafe here in Leeds could use about forty barstools", 40, Unit.PIECE, "GB"),
        ("voy a abrir una heladería en Rosario y me faltan doscientas tarrinas", 200, Unit.PIECE, "AR"),
        ("хочу взять на пробу 30 кг кураги, магазин в Самаре", 30, Unit.KILOGRAM, "RU"),
    ],
)
def test_fresh_phrasing_is_understood(text, quantity, unit, country):
    understood = understand(text, today=TODAY)
    item = understood.items[0]
    assert (item.quantity.value, item.unit.value) == (Decimal(quantity), unit)
    assert understood.destination.value.country == country


def test_a_language_without_marked_messages_is_left_to_the_rules():
    text = "tunahitaji mifuko 200 ya saruji kwenda Mombasa"
    assert find(text, "sw") == finder_rules.find(text, "sw")


def test_known_certificates_stand_apart():
    spans = find("800 Bluetooth headphones RoHS CE to Copenhagen", "en")
    text = "800 Bluetooth headphones RoHS CE to Copenhagen"
    assert [text[s.start : s.end] for s in spans if s.label is Label.CERTIFICATE] == ["RoHS", "CE"]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200), st.sampled_from(["en", "ar", "zh-Hans", "tr", "hi"]))
def test_any_text_gives_spans_that_lie_inside_it_in_order(text, language):
    spans = find(text, language)
    assert [(s.start, s.end) for s in spans] == sorted((s.start, s.end) for s in spans)
    for span in spans:
        assert 0 <= span.start < span.end <= len(text)
        assert 0 <= span.score <= 1
        assert text[span.start : span.end].strip()


def test_chances_of_all_labels_sum_to_one_and_a_stretch_is_no_likelier_than_its_tokens():
    chance = np.random.default_rng(7)
    emissions, steps = chance.normal(size=(6, len(TAGS))), allowed() + chance.normal(size=(len(TAGS) + 1, len(TAGS)))
    chances = Chances(emissions[None], steps)
    assert np.allclose((chances.alpha * chances.beta).sum(axis=2), 1)
    for label, start, end in stretches_of(best_tags(emissions, steps)):
        assert 0 < chances.of(label, start, end) <= min(chances.share(label, at) for at in range(start, end)) + 1e-9


def test_a_stretch_is_as_likely_as_the_sum_of_all_ways_that_hold_it():
    chance = np.random.default_rng(8)
    emissions, steps = chance.normal(size=(3, len(TAGS))), allowed() + chance.normal(size=(len(TAGS) + 1, len(TAGS)))
    held = total = 0.0
    ways = np.stack(np.meshgrid(*[np.arange(len(TAGS))] * 3, indexing="ij"), -1).reshape(-1, 3)
    weights = np.exp(
        steps[-1, ways[:, 0]]
        + sum(emissions[at, ways[:, at]] for at in range(3))
        + sum(steps[ways[:, at], ways[:, at + 1]] for at in range(2))
    )
    begin, inside = TAGS.index("Bspec"), TAGS.index("Ispec")
    held = weights[(ways[:, 0] == begin) & (ways[:, 1] == inside) & (ways[:, 2] != inside)].sum()
    total = weights.sum()
    assert Chances(emissions[None], steps).of("spec", 0, 2) == pytest.approx(held / total)


def test_long_messages_neither_overflow_nor_vanish():
    text = "500 pcs 3.2 USD to Lagos " * 160
    page = open_page(text, "en")
    stretches, _ = load_model().stretches(page, finder_rules.find(text, "en"))
    assert stretches
    assert all(0 <= stretch.chance <= 1 for stretch in stretches)
