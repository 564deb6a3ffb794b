"""The public vectors of numbers and money: in every language at least as many read rightly as here."""

import pytest

from tests.bench import vectors
from tests.bench.numbers import ours, verdict

# Percent of the amounts that a buyer could write; what is missing to a hundred differs on purpose, mostly.
FLOORS = {
    "number": {
        "ar": 87,
        "zh-Hans": 97,
        "en": 90,
        "fr": 88,
        "de": 97,
        "hi": 92,
        "it": 90,
        "ja": 93,
        "ko": 95,
        "pt": 98,
        "es": 88,
        "tr": 94,
    },
    "currency": {
        "zh-Hans": 93,
        "en": 93,
        "fr": 97,
        "de": 100,
        "hi": 95,
        "it": 98,
        "ja": 93,
        "ko": 88,
        "pt": 95,
        "es": 95,
        "tr": 96,
    },
}


@pytest.fixture(scope="module")
def cases():
    place = vectors.folder()
    if place is None:
        pytest.skip("SHOAL_DATA is not set: the public vectors are not there")
    return vectors.read(place)[0]


@pytest.mark.parametrize(("kind", "language"), [(kind, name) for kind, floors in FLOORS.items() for name in floors])
def test_public_vectors_are_read(cases, kind, language):
    mine = [case for case in cases if (case.kind, case.language) == (kind, language)]
    right = sum(verdict(case, ours(case)) == "right" for case in mine)
    assert len(mine) > 20
    assert 100 * right / len(mine) >= FLOORS[kind][language]


def test_few_amounts_are_read_as_another(cases):
    wrong = [case for case in cases if verdict(case, ours(case)) == "wrong"]
    assert len(wrong) / len(cases) < 0.07
