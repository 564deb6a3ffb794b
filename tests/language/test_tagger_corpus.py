"""The marked messages: well formed, with values that mean something."""

from collections import Counter
from datetime import date
from decimal import Decimal

import pytest

from bot.domain.goods import Incoterm, Unit
from bot.language.understand.gazetteer import country_codes
from bot.language.understand.tagger.corpus import LABELS, Mark, read_corpus, read_line

CORPUS = read_corpus()
VALUED = ("quantity", "unit", "budget", "destination", "origin", "deadline", "certificate", "incoterm")


def marks(label):
    return [(marked.id, mark.value) for marked in CORPUS for mark in marked.marks if mark.label == label]


def test_a_line_gives_its_message_and_its_marks():
    marked = read_line("en-001\tneed ⟦quantity 200|200⟧ ⟦product|mugs⟧⏎to ⟦destination DE|Kiel⟧", "en")
    assert marked.text == "need 200 mugs\nto Kiel"
    assert marked.marks == (
        Mark("quantity", 5, 8, "200"),
        Mark("product", 9, 13),
        Mark("destination", 17, 21, "DE"),
    )


@pytest.mark.parametrize(
    "line", ["en-1 no tab", "en-1\t⟦colour|red⟧", "en-1\t⟦product|mugs", "en-1\tmugs⟧", "en-1\t⟦product| ⟧"]
)
def test_a_line_that_is_not_well_formed_is_refused(line):
    with pytest.raises(ValueError):
        read_line(line, "en")


def test_names_are_unique_and_every_language_has_three_hundred_messages():
    assert max(Counter(marked.id for marked in CORPUS).values()) == 1
    assert all(marked.id.startswith(f"{marked.language}-") for marked in CORPUS)
    counts = Counter(marked.language for marked in CORPUS)
    assert len(counts) == 12
    assert min(counts.values()) >= 300


def test_marks_stand_in_order_and_do_not_overlap():
    for marked in CORPUS:
        ends = [0, *(mark.end for mark in marked.marks)]
        assert all(end <= mark.start for end, mark in zip(ends, marked.marks, strict=False)), marked.id


def test_values_can_be_read():
    assert all(Decimal(value) > 0 for _, value in marks("quantity"))
    assert {value for _, value in marks("unit")} <= {unit.value for unit in Unit}
    assert {value for _, value in marks("incoterm")} <= set(Incoterm.__members__)
    assert {value for label in ("destination", "origin") for _, value in marks(label)} <= country_codes()
    assert all(date.fromisoformat(value) >= date(2026, 12, 1) for _, value in marks("deadline"))
    for _, value in marks("budget"):
        amount, currency, whole = value.split()
        assert Decimal(amount) > 0
        assert (len(currency), currency.isupper(), whole in ("each", "total")) == (3, True, True)
    assert not [name for label in VALUED for name, value in marks(label) if not value]
    assert set(LABELS) == {mark.label for marked in CORPUS for mark in marked.marks}
