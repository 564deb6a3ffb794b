"""PostgreSQL searching itself finds what the index in memory finds, with the same score, and in every process."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import pytest

import bot.demo
from bot.actions import finding_inside
from bot.actions.finding import Finder, Found
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.search.meaning import Encoder, load_encoder
from bot.store.database import Database
from tests.search.test_finder import Counting
from tests.store import postgresql

QUERIES = [
    ("vacuum flask 500ml", "en"),
    ("保温杯", "zh"),
    ("garrafa térmica de aço", "pt"),
    ("stainles stell botle", "en"),
    ("Baumwolltaschen", "de"),
    ("6204-2RS", None),
    ("шарикоподшипник", "ru"),
    ("กระเป๋าผ้า", "th"),
    ("solar panel mounting bracket for roof", "en"),
    ("chaises en bois", "fr"),
    ("steel", None),
]


@dataclass(frozen=True)
class Town:
    """One database, as two processes see it."""

    own: Database
    other: Database


def products() -> Iterator[tuple[str, list[dict[str, str]]]]:
    for path in sorted((Path(bot.demo.__file__).parent / "catalogue").glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            firm = json.loads(line)
            yield firm["name"], firm["products"]


@pytest.fixture(scope="module")
def town() -> Iterator[Town]:
    with postgresql.fresh() as url:
        town = Town(Database(url), Database(url))
        with town.own.writing() as store:
            if not store.suppliers.compares_meaning():
                pytest.skip("this PostgreSQL has no extension `vector`")
            for name, made in islice(products(), 60):
                firm = store.suppliers.add(Supplier(0, name, SupplierStatus.VERIFIED))
                for product in made:
                    store.suppliers.add_product(Product(0, firm.id, product["name"], product.get("english")))
            store.suppliers.add(Supplier(0, "Quindlers & Sons", SupplierStatus.VERIFIED))
        yield town
        town.own.close()
        town.other.close()


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    encoder = load_encoder()
    if encoder is None:
        pytest.skip("the sentence encoder is missing")
    return encoder


def loaded(database: Database, *models: Encoder | Counting, where: finding_inside.Where = "database") -> Finder:
    finder = Finder(*models, where=where)
    finder.load(database)
    return finder


def same(found: list[Found], expected: list[Found], query: str) -> None:
    """The same firms with the same scores; those that are equally good may change places."""
    near = pytest.approx([one.hit.score for one in expected], abs=0.01)
    assert [one.hit.score for one in found] == near, query
    lowest = min((one.hit.score for one in expected), default=0.0)
    at_once = {one.supplier.id: one for one in found}
    for one in expected:
        if one.hit.score > lowest + 0.02:
            again = at_once[one.supplier.id]
            assert again.hit.share == pytest.approx(one.hit.share, abs=0.01), query
            assert (again.hit.kind, again.hit.families) == (pytest.approx(one.hit.kind, abs=0.01), one.hit.families)
            if again.product == one.product:
                assert again.hit.matched == one.hit.matched


@pytest.mark.parametrize("with_model", [True, False])
def test_both_find_the_same_with_the_same_score(town: Town, encoder: Encoder, with_model: bool) -> None:
    models = [encoder] if with_model else []
    inside = loaded(town.own, *models)
    memory = loaded(town.own, *models, where="memory")
    assert len(inside) == len(memory) > 60
    for query, language in QUERIES:
        expected = memory.find(town.own, query, language=language)
        assert expected or not with_model, query
        same(inside.find(town.own, query, language=language), expected, query)
    assert inside.find(town.own, "quindlers")[0].product is None


@pytest.mark.parametrize(
    "query", ["", " ", "'", "a & b | !c", "jar:*",
              "'; DROP TABLE product", "\\", "\x00", "_mug", "字" * 3_000, "x " * 900,
              "\ud800", "%_%", "1,000 x 2,5", "🧴"]
)  # fmt: skip
def test_whatever_is_typed_finds_what_memory_finds(town: Town, query: str) -> None:
    inside, memory = loaded(town.own), loaded(town.own, where="memory")
    same(inside.find(town.own, query), memory.find(town.own, query), query)


def opens(town: Town, name: str, makes: str) -> int:
    with town.own.writing() as store:
        firm = store.suppliers.add(Supplier(0, name, SupplierStatus.VERIFIED))
        store.suppliers.add_product(Product(0, firm.id, makes))
    return firm.id


def names(finder: Finder, database: Database, query: str) -> list[str]:
    finder.catch_up(database)
    return [one.supplier.name for one in finder.find(database, query)]


def nearness(finder: Finder, database: Database, query: str) -> dict[str, float]:
    return {one.supplier.name: one.hit.cosine for one in finder.find(database, query)}


def test_what_one_process_learns_the_other_finds_and_what_changes_is_forgotten(town: Town) -> None:
    model = Counting()
    own, other = loaded(town.own, model), loaded(town.other, reader := Counting())
    read = model.read
    firm = opens(town, "Zorkel Works", "zorkels of brass")
    own.refresh(town.own, firm)
    assert "Zorkel Works" in names(other, town.other, "brass zorkels")
    assert (model.read, reader.read) == (read + 1, 0), "one process reads for all"
    with town.own.writing() as store:
        [product] = store.suppliers.products(firm)
        store.suppliers.save_product(replace(product, name="Vorbling"))
    own.refresh(town.own, firm)
    assert "Zorkel Works" not in names(other, town.other, "zorkels")
    assert nearness(other, town.other, "Vorbling")["Zorkel Works"] == pytest.approx(1, abs=0.01)
    with town.own.writing() as store:
        store.suppliers.save(replace(store.suppliers.get(firm), status=SupplierStatus.BANNED))
    assert "Zorkel Works" not in names(other, town.other, "Vorbling"), "at once, whoever learns it"
    own.refresh(town.own, firm)
    assert "Zorkel Works" not in names(own, town.own, "Vorbling")


def test_a_changed_title_whose_model_is_away_is_found_by_its_new_words_alone(town: Town) -> None:
    model = Counting()
    finder = loaded(town.own, model)
    firm = opens(town, "Away Works", "gimbels")
    finder.refresh(town.own, firm)
    model.away = True
    with town.own.writing() as store:
        [product] = store.suppliers.products(firm)
        store.suppliers.save_product(replace(product, name="frobnitzes"))
    finder.refresh(town.own, firm)
    assert finder.unread == 1
    assert "Away Works" in names(finder, town.own, "frobnitzes")
    assert not finder.read_some(town.own)
    model.away = False
    assert nearness(finder, town.own, "frobnitzes")["Away Works"] == 0
    assert finder.read_some(town.own) and finder.unread == 0
    assert nearness(finder, town.own, "frobnitzes")["Away Works"] == pytest.approx(1, abs=0.01)


def test_one_process_at_a_time_reads(town: Town) -> None:
    model = Counting("new")
    finder = Finder(model, where="database")
    finder.open(town.own)
    assert finder.unread > 100
    with town.other.reading() as store:
        assert store.titles.hold_reading()
        assert not finder.read_some(town.own)
    assert model.read == 0
    assert finder.read_some(town.own, most=10)
    assert 10 <= model.read <= 20 < finder.unread


def test_one_firms_many_titles_hide_no_other(town: Town) -> None:
    with town.own.writing() as store:
        crowd = store.suppliers.add(Supplier(0, "Crowd", SupplierStatus.VERIFIED))
        for number in range(450):
            store.suppliers.add_product(Product(0, crowd.id, f"glimmer hinge {number}"))
    opens(town, "Alone", "glimmer hinge of the finest sort")
    with town.own.writing() as store:
        store.titles.filled("another form")  # as after a change of what titles are kept under: all are taken apart anew
    finder = loaded(town.own)
    assert set(names(finder, town.own, "glimmer hinge")[:2]) == {"Crowd", "Alone"}


def test_the_setting_decides_who_searches(town: Town, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def searches(database: Database, where: finding_inside.Where, *models: Counting) -> str:
        return "database" if finding_inside.inside(database, models, where) else "memory"

    assert [searches(town.own, where) for where in ("memory", "auto", "database")] == ["memory", "memory", "database"]
    monkeypatch.setattr(finding_inside, "MANY", 10)
    assert searches(town.own, "auto", Counting()) == "database"
    wide = Counting()
    wide.dim = 1024
    assert searches(town.own, "auto", wide) == "memory", "its vectors are too long for the database"
    sqlite = Database(f"sqlite:///{tmp_path / 'shoal.db'}")
    sqlite.prepare()
    assert searches(sqlite, "auto") == "memory"
    sqlite.close()


def test_a_second_process_with_an_index_in_memory_takes_over_what_the_first_has_read(town: Town) -> None:
    first, second = Counting("third"), Counting("third")
    one, two = Finder(first, where="memory"), Finder(second, where="memory")
    one.open(town.own)
    two.open(town.other)
    while one.unread:
        one.read_some(town.own)
    while two.unread:
        two.read_some(town.other)
    assert first.read > 100 and second.read == 0
    assert nearness(two, town.other, "Quindlers & Sons")["Quindlers & Sons"] == pytest.approx(1, abs=0.01)
