"""A pool is taken whole or not at all, also where others write at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal

import pytest

from bot.actions import comparing, pools, quotes
from bot.domain.goods import Quantity, Unit
from bot.domain.inquiry import InquiryStatus
from bot.domain.outcome import Refusal
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.supplier import Supplier, SupplierStatus
from bot.store.database import Database
from tests.store.conftest import ADMIN, NOW, Town

PARTS = (200, 200, 150)


@pytest.fixture
def other(town: Town, url: str) -> Iterator[Database]:
    """The same data as another process sees it."""
    other = Database(url, admins=frozenset({ADMIN}))
    yield other
    other.close()


@pytest.fixture
def parts(town: Town) -> list[Quote]:
    """Three firms offer parts of 500 pieces: 200, 200 and 150."""
    found = []
    with town.database.writing() as store:
        store.inquiries.save_quote(replace(town.quote, status=QuoteStatus.WITHDRAWN))
        for n, most in enumerate(PARTS):
            firm = store.suppliers.add(Supplier(0, f"Firm {n}", SupplierStatus.VERIFIED, agent=town.agent.id))
            lead = store.inquiries.add_lead(replace(town.lead, supplier=firm.id))
            part = replace(town.quote, lead=lead.id, supplier=firm.id, quantity=Quantity(Decimal(most), Unit.PIECE))
            found.append(store.inquiries.add_quote(part))
    return found


def shown(town: Town) -> str:
    with town.database.reading() as store:
        (pool,) = comparing.pools_of(store, store.inquiries.get(town.inquiry.id), today=NOW.date())
        return pool.name


def take(database: Database, town: Town, name: str) -> bool:
    """Was the pool taken?"""
    try:
        with database.writing() as store:
            return pools.accept(store, town.inquiry.id, name, by=town.buyer, now=NOW) is not None
    except Refusal:
        return False


def accept(database: Database, town: Town, quote: Quote) -> bool:
    try:
        with database.writing() as store:
            quotes.accept(store, quote.id, by=town.buyer, now=NOW)
    except Refusal:
        return False
    return True


def withdraw(database: Database, quote: Quote) -> bool:
    with database.writing() as store:
        store.inquiries.get(quote.inquiry)
        now = next(q for q in store.inquiries.quotes(quote.inquiry) if q.id == quote.id)
        if now.status is QuoteStatus.SENT:
            store.inquiries.save_quote(replace(now, status=QuoteStatus.WITHDRAWN))
        return now.status is QuoteStatus.SENT


def together(*acts: Callable[[], bool]) -> list[bool]:
    """Do it all at the same moment."""
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], bool]) -> bool:
        start.wait()
        return act()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def awarded(town: Town) -> list[Decimal]:
    with town.database.reading() as store:
        every = store.inquiries.quotes(town.inquiry.id)
        return [q.awarded.amount for q in every if q.status is QuoteStatus.ACCEPTED and q.awarded]


def test_each_firm_gets_its_part_and_the_pool_is_remembered(town: Town, parts: list[Quote]) -> None:
    assert take(town.database, town, shown(town))
    with town.database.reading() as store:
        (pool,) = store.inquiries.pools(town.inquiry.id)
        mine = [q for q in store.inquiries.quotes(town.inquiry.id) if q.pool == pool.id]
        assert [(q.id, q.awarded) for q in mine] == [(p.quote, p.quantity) for p in pool.parts]
        assert pool.accepted_at == NOW and all(q.decided_at == NOW for q in mine)
        assert store.inquiries.get(town.inquiry.id).status is InquiryStatus.AWARDED
    assert awarded(town) == [200, 200, 100]


def test_one_quote_that_is_gone_and_nobody_gets_anything(town: Town, parts: list[Quote]) -> None:
    name = shown(town)
    withdraw(town.database, parts[1])
    assert not take(town.database, town, name) and awarded(town) == []


def test_a_pool_tapped_by_two_fingers_is_taken_once(town: Town, other: Database, parts: list[Quote]) -> None:
    name = shown(town)
    done = together(lambda: take(town.database, town, name), lambda: take(other, town, name))
    assert sorted(done) == [False, True]
    assert sum(awarded(town)) == 500
    with town.database.reading() as store:
        assert len(store.inquiries.pools(town.inquiry.id)) == 1


def test_a_pool_and_one_of_its_quotes_are_never_both_accepted(town: Town, other: Database, parts: list[Quote]) -> None:
    name = shown(town)
    pool, single = together(lambda: take(town.database, town, name), lambda: accept(other, town, parts[0]))
    assert (pool, single) in ((True, False), (False, True))
    assert sum(awarded(town)) == (500 if pool else 0), "a single quote is accepted as it is"


def test_a_quote_is_withdrawn_in_time_or_taken_but_never_both(town: Town, other: Database, parts: list[Quote]) -> None:
    name = shown(town)
    pool, gone = together(lambda: take(town.database, town, name), lambda: withdraw(other, parts[2]))
    assert pool is not gone
    assert sum(awarded(town)) == (500 if pool else 0)
