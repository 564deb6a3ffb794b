"""The finder over a real database: what is kept, what is read again, what is found when a model is away."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from bot.actions.finding import Finder, Reading, readings
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.search.meaning import EncoderError, Floats, Kind
from bot.store.database import Database


class Counting:
    """Points each text somewhere of its own, and counts the titles it was given. away: it fails instead."""

    id, unrelated = "counting", 0.0
    languages = frozenset({"en"})

    def __init__(self, revision: str = "1") -> None:
        self.revision, self.dim, self.read, self.away = revision, 64, 0, False

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        if self.away:
            raise EncoderError("away")
        self.read += len(texts) if kind == "document" else 0
        rows = np.full((len(texts), self.dim), 0.01, np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[sum(map(ord, text)) % self.dim] = 1.0
        unit: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    made = Database(f"sqlite:///{tmp_path / 'shoal.db'}")
    made.prepare()
    with made.writing() as store:
        for name, product, english in [
            ("Alfa", "Garrafa térmica", "Vacuum flask"),
            ("Beta", "陶瓷碗", None),
            ("Gamma", "Zorkel", None),
        ]:
            firm = store.suppliers.add(Supplier(0, name, SupplierStatus.VERIFIED, ref=name))
            store.suppliers.add_product(Product(0, firm.id, product, english))
        store.suppliers.add(Supplier(0, "Delta Quindlers", SupplierStatus.VERIFIED, ref="Delta"))
    yield made
    made.close()


def names(finder: Finder, database: Database, query: str) -> list[str]:
    return [found.supplier.name for found in finder.find(database, query)]


def loaded(database: Database, *models: Counting) -> Finder:
    finder = Finder(*models)
    finder.load(database)
    return finder


def test_what_was_read_once_is_not_read_again(database: Database) -> None:
    first, again, newer = Counting(), Counting(), Counting("2")
    for model, read in ((first, 5), (again, 0), (newer, 5)):
        assert len(loaded(database, model)) == 4
        assert model.read == read


def test_a_second_model_reads_what_the_first_has_read(database: Database) -> None:
    loaded(database, Counting())
    first, second = Counting(), Counting("other")
    finder = loaded(database, first, second)
    assert (first.read, second.read) == (0, 5)
    assert names(finder, database, "Zorkel")[0] == "Gamma"


def test_a_changed_title_is_read_anew_and_the_old_one_forgotten(database: Database) -> None:
    model = Counting()
    finder = loaded(database, model)
    with database.writing() as store:
        [gamma] = store.suppliers.by_ref(["Gamma"]).values()
        [product] = store.suppliers.products(gamma.id)
        store.suppliers.save_product(replace(product, name="Vorbling"))
    finder.refresh(database, gamma.id)
    assert model.read == 6
    assert names(finder, database, "Vorbling")[0] == "Gamma"
    assert len(finder) == 4


def test_a_firm_that_may_not_be_found_is_dropped(database: Database) -> None:
    finder = loaded(database)
    with database.writing() as store:
        [gamma] = store.suppliers.by_ref(["Gamma"]).values()
        store.suppliers.save(replace(gamma, status=SupplierStatus.BANNED))
    finder.refresh(database, gamma.id)
    assert names(finder, database, "Zorkel") == []


def test_a_firm_with_its_first_product_is_no_longer_found_by_its_name(database: Database) -> None:
    finder = loaded(database)
    [found] = finder.find(database, "quindlers")
    assert found.product is None
    with database.writing() as store:
        store.suppliers.add_product(Product(0, found.supplier.id, "Sisal twine"))
    finder.refresh(database, found.supplier.id)
    assert finder.find(database, "quindlers") == []
    assert names(finder, database, "twine") == ["Delta Quindlers"]


def test_where_a_model_is_away_words_and_kinds_find_and_the_next_start_reads(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    model = Counting()
    model.away = True
    with caplog.at_level(logging.WARNING):
        finder = loaded(database, model)
    assert "away" in caplog.text
    assert names(finder, database, "thermos flask")[0] == "Alfa"
    assert names(finder, database, "ceramic bowl") == ["Beta"]
    model.away = False
    finder.load(database)
    assert model.read == 5


def test_titles_are_found_by_words_until_the_model_has_read_them(database: Database) -> None:
    model = Counting()
    finder = Finder(model)
    finder.open(database)
    assert (finder.unread, model.read) == (4, 0)
    assert names(finder, database, "thermos flask")[0] == "Alfa"
    assert finder.read_some(database, most=3)
    assert (finder.unread, len(finder)) == (1, 4)
    assert finder.read_some(database)
    assert (finder.unread, model.read) == (0, 5)
    assert finder.find(database, "Zorkel")[0].hit.cosine == pytest.approx(1, abs=0.01)


def test_a_model_that_comes_back_reads_on(database: Database) -> None:
    model = Counting()
    finder = Finder(model)
    finder.open(database)
    model.away = True
    assert not finder.read_some(database)
    model.away = False
    assert finder.read_some(database)
    assert finder.unread == 0


def test_how_far_each_model_is_can_be_told(database: Database) -> None:
    loaded(database, Counting())
    newer = Finder(Counting("2"))
    newer.open(database)
    newer.read_some(database, most=2)
    with database.reading() as store:
        told = readings(store, newer.models)
    assert told == [Reading("counting@2", 2, 4, used=True), Reading("counting@1", 4, 4, used=False)]


def test_a_title_changed_while_a_model_reads_keeps_its_new_words(database: Database) -> None:
    class Interrupted(Counting):
        def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
            if kind == "document" and "Zorkel" in texts:
                with database.writing() as store:
                    [gamma] = store.suppliers.by_ref(["Gamma"]).values()
                    [product] = store.suppliers.products(gamma.id)
                    store.suppliers.save_product(replace(product, name="Vorbling"))
                finder.refresh(database, gamma.id)
            return super().encode(texts, kind, language=language)

    finder = Finder(Interrupted())
    finder.load(database)
    assert names(finder, database, "Vorbling")[0] == "Gamma"
    assert finder.find(database, "Vorbling")[0].hit.cosine == pytest.approx(1, abs=0.01)
    assert finder.unread == 0


def test_vectors_of_two_models_are_never_compared(database: Database) -> None:
    class Askew(Counting):
        """Every text lies where the other model puts texts that end otherwise."""

        def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
            return np.roll(super().encode(texts, kind, language=language), 1, axis=1)

    loaded(database, Counting())  # what this one read stays in the store
    revised = Askew("2")
    finder = Finder(revised)
    finder.open(database)
    assert finder.find(database, "Zorkel")[0].hit.cosine == 0  # rather none than the other's
    finder.read_some(database)
    assert finder.find(database, "Zorkel")[0].hit.cosine == pytest.approx(1, abs=0.01)
    both = Finder(revised, Counting("other"))  # an index of two asks each query of one alone
    both.load(database)
    assert both.find(database, "Zorkel", language="en")[0].hit.cosine == pytest.approx(1, abs=0.01)
