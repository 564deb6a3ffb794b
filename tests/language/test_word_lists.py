"""The word lists that understanding reads: well formed, and in the languages we speak."""

import re

import pytest

from bot.domain.goods import Unit
from bot.language.detect import LANGUAGES
from bot.language.understand.gazetteer import country_codes
from bot.language.understand.lexicon import base, rows

NAMES = {base(language) for language in LANGUAGES} | {"*"}


@pytest.mark.parametrize("file", ["units.tsv", "currencies.tsv", "cues.tsv", "date_words.tsv"])
def test_each_row_has_a_kind_a_language_and_words(file):
    for row in rows(file):
        assert len(row) == 3, row
        assert row[1] in NAMES, row
        assert row[2].strip("|") == row[2] != "", row


def test_units_are_units_of_trade():
    assert {code for code, _, _ in rows("units.tsv")} <= {unit.value for unit in Unit}


def test_number_words_have_values():
    for language, value, words in rows("number_words.tsv"):
        assert language in NAMES
        assert re.fullmatch(r"(x|\+|pre)?\d+(\.\d+)?|one|and|point", value), (language, value)
        assert words.strip("|") == words != ""


def test_every_language_has_units_and_cues():
    spoken = NAMES - {"*"}
    assert {language for _, language, _ in rows("units.tsv")} >= spoken
    for kind in ("to", "from", "price", "qty", "not"):
        assert len({language for name, language, _ in rows("cues.tsv") if name == kind}) >= len(spoken) - 6, kind


@pytest.mark.parametrize("file", ["country_aliases.tsv", "city_aliases.tsv", "regions.tsv"])
def test_places_are_in_countries(file):
    assert {row[0] for row in rows(file)} - country_codes() == set()
