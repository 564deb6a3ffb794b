"""Catalogues: every sentence of the screens in every language, whole, with the same holes and tags."""

from __future__ import annotations

import gettext
import re
from collections import Counter
from functools import cache
from pathlib import Path

import polib
import pytest
from babel import Locale
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir

from tests.house.tree import ROOT

CATALOGUES = sorted((ROOT / "locales").glob("*/LC_MESSAGES/*.po"))
KEYWORDS = {**DEFAULT_KEYWORDS, "say": None, "label": None, "count": (1, 2), "count_label": (1, 2)}
HOLE = re.compile(r"\{\w+\}")
TAG = re.compile(r"</?[a-z]+[^>]*>")
COMMAND = re.compile(r"(?<![\w<])/[a-z]+\b")
catalogues = pytest.mark.parametrize("file", CATALOGUES, ids=[file.parts[-3] for file in CATALOGUES])

Id = str | tuple[str, str]


@cache
def said() -> frozenset[Id]:
    """Every sentence that a screen says, by the same reader that fills the catalogues."""
    found = extract_from_dir(str(ROOT / "bot" / "screens"), [("**.py", "python")], keywords=KEYWORDS)
    return frozenset(tuple(m) if isinstance(m, tuple) else m for _, _, m, _, _ in found)


@cache
def entries(file: Path) -> polib.POFile:
    """A catalogue; one sentence twice in it is refused."""
    return polib.pofile(str(file), check_for_duplicates=True)


def key(entry: polib.POEntry) -> Id:
    return (entry.msgid, entry.msgid_plural) if entry.msgid_plural else entry.msgid


def forms(entry: polib.POEntry) -> dict[int, str]:
    return dict(entry.msgstr_plural) if entry.msgid_plural else {0: entry.msgstr}


def rule(file: Path) -> tuple[int, str]:
    header = re.fullmatch(r"nplurals=(\d+); plural=(.+?);?", entries(file).metadata["Plural-Forms"])
    assert header is not None
    return int(header[1]), header[2]


@cache
def alone(file: Path) -> set[int]:
    """The forms that serve one number only; in them the number may be a word, or in the word itself."""
    _, plural = rule(file)
    served = Counter(vars(gettext)["c2py"](plural)(n) for n in range(1000))
    return {form for form, times in served.items() if times == 1}


def test_there_are_catalogues_and_sentences() -> None:
    assert len(CATALOGUES) >= 2
    assert len(said()) > 200
    assert ("{n} piece", "{n} pieces") in said() and "That is all" in said()


@catalogues
def test_every_sentence_is_there_and_nothing_else(file: Path) -> None:
    have = {key(e) for e in entries(file) if not e.obsolete}
    assert said() - have == set(), "missing"
    assert have - said() == set(), "no screen says this any more"


@catalogues
def test_nothing_is_empty_doubtful_or_left_over(file: Path) -> None:
    for entry in entries(file):
        assert not entry.obsolete and not entry.fuzzy, entry.msgid
        assert all(form.strip() for form in forms(entry).values()), entry.msgid


@catalogues
def test_plural_forms_are_those_of_the_language(file: Path) -> None:
    n_forms, plural = rule(file)
    form = vars(gettext)["c2py"](plural)
    cldr = Locale.parse(file.parts[-3]).plural_form
    pairs = {(form(n), cldr(n)) for n in range(1000)}
    assert len(pairs) == len({ours for ours, _ in pairs}) == len({theirs for _, theirs in pairs})
    assert {ours for ours, _ in pairs} <= set(range(n_forms))
    for entry in entries(file):
        if entry.msgid_plural:
            assert sorted(entry.msgstr_plural) == list(range(n_forms)), entry.msgid


@catalogues
def test_holes_are_the_same(file: Path) -> None:
    for entry in entries(file):
        holes = Counter(HOLE.findall(entry.msgid_plural or entry.msgid))
        for number, form in forms(entry).items():
            found = Counter(HOLE.findall(form))
            if entry.msgid_plural and number in alone(file):
                found["{n}"] = holes["{n}"]
            assert found == holes, f"{entry.msgid!r} → {form!r}"
            assert not re.search(r"[{}]", HOLE.sub("", form)), form


@catalogues
def test_tags_commands_and_lines_are_the_same(file: Path) -> None:
    for entry in entries(file):
        english = entry.msgid_plural or entry.msgid
        for form in forms(entry).values():
            assert Counter(TAG.findall(form)) == Counter(TAG.findall(english)), f"{english!r} → {form!r}"
            assert Counter(COMMAND.findall(form)) == Counter(COMMAND.findall(english)), f"{english!r} → {form!r}"
            assert form.count("\n") == english.count("\n") and form == form.strip(), f"{english!r} → {form!r}"


@catalogues
def test_a_catalogue_is_not_english_over_again(file: Path) -> None:
    same = [
        e.msgid
        for e in entries(file)
        if e.msgid in forms(e).values() and re.search(r"[A-Za-z]{4}", HOLE.sub("", TAG.sub("", e.msgid)))
    ]
    assert len(same) <= 3, same


@catalogues
def test_a_catalogue_is_where_its_language_says(file: Path) -> None:
    assert entries(file).metadata["Language"] == file.parts[-3]
    assert "charset=utf-8" in entries(file).metadata["Content-Type"].lower()
