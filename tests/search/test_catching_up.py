"""Several processes, each with an index of its own: who searches finds what any of them has learnt."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.actions.finding import Finder
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.store.database import Database
from tests.store import postgresql

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@pytest.fixture
def two() -> Iterator[tuple[Database, Database]]:
    with postgresql.fresh() as url:
        databases = Database(url), Database(url)
        yield databases
        for database in databases:
            database.close()


def opens(database: Database, name: str, makes: str, *, at: datetime = NOW, all_at_once: bool = False) -> int:
    """A firm is there and was learnt by that process."""
    with database.writing() as store:
        firm = store.suppliers.add(Supplier(0, name, SupplierStatus.VERIFIED))
        store.suppliers.add_product(Product(0, firm.id, makes))
        store.suppliers.mark_changed(0 if all_at_once else firm.id, at=at)
    return firm.id


def found(finder: Finder, database: Database, query: str) -> list[str]:
    finder.catch_up(database)
    return [one.supplier.name for one in finder.find(database, query)]


def test_what_one_process_learnt_another_finds(two: tuple[Database, Database]) -> None:
    own, other = two
    opens(own, "Alfa", "steel bottles")
    finder = Finder(None)
    finder.load(own)
    assert found(finder, own, "wooden chairs") == []
    opens(other, "Beta", "wooden chairs", at=NOW + timedelta(hours=1))
    assert found(finder, own, "wooden chairs") == ["Beta"]
    opens(other, "Gamma", "leather wallets", all_at_once=True, at=NOW + timedelta(hours=2))
    assert found(finder, own, "leather wallets") == ["Gamma"]


def test_what_was_committed_late_is_found_as_well(two: tuple[Database, Database]) -> None:
    own, other = two
    finder = Finder(None)
    finder.load(own)
    opens(own, "Alfa", "steel bottles", at=NOW)
    assert found(finder, own, "steel bottles") == ["Alfa"]
    opens(other, "Beta", "wooden chairs", at=NOW - timedelta(minutes=1))
    assert found(finder, own, "wooden chairs") == ["Beta"]


def test_what_is_offered_no_more_is_found_no_more(two: tuple[Database, Database]) -> None:
    own, other = two
    firm = opens(other, "Alfa", "steel bottles")
    finder = Finder(None)
    finder.load(own)
    with other.writing() as store:
        (product,) = store.suppliers.products(firm)
        store.suppliers.save_product(Product(product.id, firm, "wooden chairs"))
        store.suppliers.mark_changed(firm, at=NOW + timedelta(hours=1))
    assert found(finder, own, "steel bottles") == []
    assert found(finder, own, "wooden chairs") == ["Alfa"]
