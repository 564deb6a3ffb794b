"""Firms: under which titles each is found, what a model knows of them, and the invites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.domain.outcome import Reason
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.store.database import Database
from bot.store.store import Store
from bot.store.suppliers import Titles
from tests.domain.samples import refusal
from tests.store.conftest import Town

FOUND = (SupplierStatus.VERIFIED, SupplierStatus.PENDING, SupplierStatus.PAUSED)


def firm(store: Store, name: str, *products: str, status: SupplierStatus = SupplierStatus.VERIFIED) -> Supplier:
    made = store.suppliers.add(Supplier(0, name, status))
    for product in products:
        store.suppliers.add_product(Product(0, made.id, product))
    return made


def titles(store: Store, model: str = "m", **only: int) -> dict[str, tuple[int, tuple[str, ...], bytes | None]]:
    found = list(store.suppliers.titles(model, **only))
    assert len({t.owner for t in found}) == len(found)
    return {t.owner: (t.supplier, t.titles, t.vectors) for t in found}


def test_a_firm_is_found_by_its_products_and_by_its_name_only_where_it_has_none(database: Database) -> None:
    with database.writing() as store:
        with_goods, bare = firm(store, "Alfa", "Bottle", "Cup"), firm(store, "Beta")
        assert titles(store) == {
            "product:1": (with_goods.id, ("Bottle",), None),
            "product:2": (with_goods.id, ("Cup",), None),
            f"supplier:{bare.id}": (bare.id, ("Beta",), None),
        }
        store.suppliers.add_product(Product(0, bare.id, "Flasche", english="Bottle"))
        assert titles(store, supplier=bare.id) == {"product:3": (bare.id, ("Flasche", "Bottle"), None)}


@pytest.mark.parametrize("status", SupplierStatus)
def test_drafts_and_closed_firms_are_not_found(database: Database, status: SupplierStatus) -> None:
    with database.writing() as store:
        firm(store, "Alfa", "Bottle", status=status)
        firm(store, "Beta", status=status)
        assert len(titles(store)) == (2 if status in FOUND else 0)


def test_what_a_model_knows_of_a_title_is_kept_until_the_title_changes(database: Database) -> None:
    with database.writing() as store:
        alfa = firm(store, "Alfa", "Bottle")
        store.suppliers.remember_vectors("m", [Titles("product:1", alfa.id, ("Bottle",), b"\x01\x02")])
    with database.writing() as store:
        assert titles(store)["product:1"][2] == b"\x01\x02"
        assert titles(store, "another model")["product:1"][2] is None
        product = store.suppliers.product(1)
        assert product is not None
        store.suppliers.save_product(replace(product, english="Flask"))
        assert titles(store)["product:1"] == (alfa.id, ("Bottle", "Flask"), None), "stale vectors are made anew"
        store.suppliers.remember_vectors("m", [Titles("product:1", alfa.id, ("Bottle", "Flask"), b"\x03")])
        assert titles(store)["product:1"][2] == b"\x03"


def test_an_invite_is_made_once_and_serves_one(town: Town) -> None:
    with town.database.writing() as store:
        bare = firm(store, "Beta")
        token = store.suppliers.invite(bare.id)
        assert store.suppliers.invite(bare.id) == token
        assert store.suppliers.invited(token, by=town.buyer) == bare
        store.suppliers.save(replace(bare, agent=town.buyer.id))
        assert store.suppliers.invited(token, by=town.buyer).agent == town.buyer.id
        assert refusal(lambda: store.suppliers.invited(token, by=town.stranger)) is Reason.ALREADY_CLAIMED
        assert refusal(lambda: store.suppliers.invited("guessed", by=town.stranger)) is Reason.NOT_FOUND


def test_invites_cannot_be_guessed_from_each_other(database: Database) -> None:
    with database.writing() as store:
        tokens = {store.suppliers.invite(firm(store, f"Firm {n}").id) for n in range(50)}
    assert len(tokens) == 50 and all(len(t) >= 16 and t.replace("-", "").replace("_", "").isalnum() for t in tokens)
    assert all(len(f"i_{t}") <= 64 for t in tokens), "as long as Telegram allows in a link"


def test_firms_nobody_speaks_for_come_page_by_page(town: Town) -> None:
    with town.database.writing() as store:
        made = [firm(store, f"Firm {n}") for n in range(5)]
        firm(store, "Draft", status=SupplierStatus.DRAFT)
        first = store.suppliers.unclaimed(limit=3)
        rest = store.suppliers.unclaimed(after=first[-1].id, limit=3)
        assert first + rest == made
        assert [f.id for f in store.suppliers.page(after=0, limit=2)] == [town.firm.id, made[0].id]


def test_imported_firms_are_known_by_their_names_in_the_list(database: Database) -> None:
    with database.writing() as store:
        alfa = store.suppliers.add(Supplier(0, "Alfa", SupplierStatus.VERIFIED, ref="a|TR"))
        assert store.suppliers.by_ref(["a|TR", "b|TR"]) == {"a|TR": alfa}
        assert store.suppliers.many([alfa.id, 99]) == {alfa.id: alfa}


def test_firms_wait_in_the_order_in_which_they_came(database: Database) -> None:
    with database.writing() as store:
        one, two = (firm(store, n, "x", status=SupplierStatus.PENDING) for n in ("One", "Two"))
        firm(store, "In", "x")
        assert store.suppliers.waiting() == [one, two]
