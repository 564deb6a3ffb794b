"""Several processes on one database: nothing is sold twice, no lane has two workers, nobody stops the others."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.actions import firms, quotes
from bot.domain.inquiry import InquiryStatus
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.supplier import Supplier, SupplierStatus
from bot.store.database import Database
from bot.store.inbox import Work
from bot.store.outbox import NOTICE
from bot.store.people import Talk
from bot.store.rows import OvertakenError
from tests.domain.samples import refusal
from tests.store import postgresql
from tests.store.conftest import ADMIN, NOW, Town

LATER = NOW + timedelta(seconds=60)


@pytest.fixture
def other(town: Town, url: str) -> Iterator[Database]:
    """The same data as another process sees it."""
    other = Database(url, admins=frozenset({ADMIN}))
    yield other
    other.close()


@pytest.fixture
def two() -> Iterator[tuple[Database, Database]]:
    """Two processes on PostgreSQL, whose transactions may overlap."""
    with postgresql.fresh() as url:
        databases = Database(url), Database(url)
        yield databases
        for database in databases:
            database.close()


def second_quote(town: Town) -> Quote:
    with town.database.writing() as store:
        rival = store.suppliers.add(Supplier(0, "Beta", SupplierStatus.VERIFIED))
        lead = store.inquiries.add_lead(replace(town.lead, supplier=rival.id))
        return store.inquiries.add_quote(replace(town.quote, lead=lead.id, supplier=rival.id))


def accept(database: Database, town: Town, quote: Quote) -> Reason | None:
    """Why the quote could not be accepted; None if it was."""
    try:
        with database.writing() as store:
            quotes.accept(store, quote.id, by=town.buyer, now=NOW)
    except Refusal as no:
        return no.reason
    return None


def accepted(town: Town) -> list[int]:
    with town.database.reading() as store:
        return [q.id for q in store.inquiries.quotes(town.inquiry.id) if q.status is QuoteStatus.ACCEPTED]


def test_of_two_quotes_accepted_at_once_exactly_one_wins(town: Town, other: Database) -> None:
    second, together = second_quote(town), threading.Barrier(2)

    def race(database: Database, quote: Quote) -> Reason | None:
        together.wait()
        return accept(database, town, quote)

    with ThreadPoolExecutor(2) as threads:
        answers = list(threads.map(race, (town.database, other), (town.quote, second)))
    assert answers.count(None) == 1, answers
    assert accepted(town) == [(town.quote, second)[answers.index(None)].id]


def test_who_comes_through_a_door_second_waits_and_sees_what_the_first_did(town: Town, other: Database) -> None:
    second = second_quote(town)
    with ThreadPoolExecutor(1) as threads:
        with town.database.writing() as store:
            store.inquiries.quote_of_buyer(town.quote.id, by=town.buyer)
            waiting: Future[Reason | None] = threads.submit(accept, other, town, second)
            with pytest.raises(TimeoutError):
                waiting.result(0.3)
            quotes.accept(store, town.quote.id, by=town.buyer, now=NOW)
        assert waiting.result(10) is not None
    assert accepted(town) == [town.quote.id]


def test_a_refused_attempt_lets_go_and_the_next_look_is_fresh(town: Town, other: Database) -> None:
    if other.engine.dialect.name == "sqlite":
        pytest.skip("transactions that write do not overlap on SQLite")
    with town.database.writing() as store:
        with pytest.raises(ZeroDivisionError), store.attempt():
            assert store.inquiries.get(town.inquiry.id).product == "bottles"
            raise ZeroDivisionError
        with other.writing() as elsewhere:
            elsewhere.inquiries.save(replace(elsewhere.inquiries.get(town.inquiry.id), product="jars"))
        assert store.inquiries.get(town.inquiry.id).product == "jars"
        assert store.inquiries.lead(town.lead.id) == town.lead


def test_two_who_list_the_same_inquiries_do_not_block_each_other_for_good(town: Town, other: Database) -> None:
    """One has the leads in the order of the inquiries, the other the other way round."""
    with town.database.writing() as store:
        rival = store.suppliers.add(Supplier(0, "Beta", SupplierStatus.VERIFIED))
        made = [store.inquiries.add(replace(town.inquiry, product=str(n))) for n in range(8)]
        for inquiry in made:
            store.inquiries.add_lead(replace(town.lead, inquiry=inquiry.id))
        for inquiry in reversed(made):
            store.inquiries.add_lead(replace(town.lead, inquiry=inquiry.id, supplier=rival.id))

    def look(turn: int) -> None:
        database, firm = ((town.database, town.firm), (other, rival))[turn % 2]
        with database.writing() as store:
            for lead in store.inquiries.leads_of_supplier(firm.id):
                store.inquiries.get(lead.inquiry)

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(look, range(40)))


def test_two_admins_do_not_both_decide_about_a_firm(two: tuple[Database, Database]) -> None:
    one, other = two
    admin = Person(1, "Noor", admin=True)
    with one.writing() as store:
        firm = store.suppliers.add(Supplier(0, "Neu", SupplierStatus.PENDING))
    with pytest.raises(OvertakenError), one.writing() as store:
        store.suppliers.get(firm.id)
        with other.writing() as elsewhere:
            firms.decide(elsewhere, firm.id, approve=True, by=admin, now=NOW)
        firms.decide(store, firm.id, approve=False, by=admin, now=NOW)
    with one.writing() as store:
        assert store.suppliers.get(firm.id).status is SupplierStatus.VERIFIED
        again = refusal(lambda: firms.decide(store, firm.id, approve=False, by=admin, now=NOW))
        assert again is Reason.ALREADY_DONE, "which is what the second try is told"


def test_what_two_change_of_one_firm_in_different_places_is_both_kept(two: tuple[Database, Database]) -> None:
    one, other = two
    with one.writing() as store:
        firm = store.suppliers.add(Supplier(0, "Neu", SupplierStatus.VERIFIED))
    with one.writing() as store:
        read = store.suppliers.get(firm.id)
        with other.writing() as elsewhere:
            elsewhere.suppliers.save(replace(elsewhere.suppliers.get(firm.id), city="Bursa"))
        store.suppliers.save(replace(read, agent=7))
    with one.reading() as store:
        assert store.suppliers.get(firm.id) == replace(firm, agent=7, city="Bursa")


def test_where_somebody_stands_is_not_overwritten_by_who_read_it_earlier(two: tuple[Database, Database]) -> None:
    one, other = two
    with one.writing() as store:
        store.people.set_talk(7, Talk("inquiry", 1))
    with pytest.raises(OvertakenError), one.writing() as store:
        assert store.people.talk(7) == Talk("inquiry", 1)
        with other.writing() as elsewhere:
            elsewhere.people.set_talk(7, Talk("inquiry", 1, "quantity"))
        store.people.set_talk(7, Talk("inquiry", 1, "unit"))
    with one.reading() as store:
        assert store.people.talk(7) == Talk("inquiry", 1, "quantity")


def test_the_same_person_met_twice_at_once_is_one(two: tuple[Database, Database]) -> None:
    def meet(turn: int) -> int:
        with two[turn % 2].writing() as store:
            return store.people.met(5, name="Maya", username=None, client_language=None, now=NOW).id

    with ThreadPoolExecutor(8) as threads:
        assert len(set(threads.map(meet, range(24)))) == 1


def fill(database: Database, lanes: int, rows: int) -> None:
    with database.writing() as store:
        for number in range(rows):
            for lane in range(lanes):
                store.inbox.add_chore("count", {"number": number}, lane=f"lane:{lane}", due=NOW)


def test_many_workers_do_every_row_once_in_its_order_and_never_two_of_a_lane(town: Town, url: str) -> None:
    lanes, rows, workers = 6, 12, 4
    fill(town.database, lanes, rows)
    busy: set[str] = set()
    done: dict[str, list[int]] = {}

    def work(number: int) -> None:
        database = Database(url)
        resting = 0
        while resting < 20:
            with database.writing() as store:
                lane = store.inbox.lease(owner=f"worker {number}", now=LATER)
                found = store.inbox.next_in(lane, now=LATER) if lane else None
                if lane and found:
                    assert lane not in busy
                    busy.add(lane)
                    done.setdefault(lane, []).append(found.payload["number"])
                    store.inbox.done(found.id)
                if lane:
                    store.inbox.release(lane, owner=f"worker {number}")
                    busy.discard(lane)
            resting = 0 if lane else resting + 1
        database.close()

    with ThreadPoolExecutor(workers) as threads:
        list(threads.map(work, range(workers)))
    assert done == {f"lane:{lane}": list(range(rows)) for lane in range(lanes)}


def test_a_worker_passes_over_a_lane_that_another_is_just_working_on(two: tuple[Database, Database]) -> None:
    one, other = two
    fill(one, lanes=2, rows=3)
    with one.writing() as store, other.writing() as elsewhere:
        first = store.inbox.lease(owner="one", now=LATER)
        assert elsewhere.inbox.lease(owner="other", now=LATER) == "lane:1" != first
        with Database(one.engine.url.render_as_string(hide_password=False)).writing() as third:
            assert third.inbox.lease(owner="third", now=LATER) is None, "not the later rows of a busy lane"


def test_a_chore_that_is_being_done_is_planned_anew_without_waiting(two: tuple[Database, Database]) -> None:
    one, other = two
    with one.writing() as store:
        store.inbox.add_chore("seat", {}, lane="inquiry:1", due=NOW, key="seat:1")
    with one.writing() as store:
        lane = store.inbox.lease(owner="one", now=LATER)
        assert lane is not None
        work = store.inbox.next_in(lane, now=LATER)
        assert work is not None
        store.inbox.done(work.id)
        with other.writing() as elsewhere:
            elsewhere.inbox.add_chore("seat", {}, lane="inquiry:1", due=NOW, key="seat:1")
        store.inbox.release(lane, owner="one")
    with one.reading() as store:
        again = store.inbox.next_in("inquiry:1", now=LATER)
        assert again is not None and again.id != work.id
        assert store.inbox.counts() == {"done": 1, "waiting": 1}


def test_a_row_that_another_has_done_stays_done_and_its_lane_stays_theirs(town: Town) -> None:
    fill(town.database, lanes=1, rows=1)
    with town.database.writing() as store:
        assert store.inbox.lease(owner="quick", now=LATER) == "lane:0"
        work = store.inbox.next_in("lane:0", now=LATER)
        assert isinstance(work, Work)
        store.inbox.done(work.id)
        store.inbox.failed(work.id, reason="late", again_at=LATER)
        store.inbox.hold("lane:0", owner="late", until=LATER + timedelta(hours=1))
        assert store.inbox.counts() == {"done": 1}
        store.inbox.release("lane:0", owner="late")
        fill_again = store.inbox.lease(owner="third", now=LATER)
        assert fill_again is None


def test_two_couriers_never_take_the_same_parcel_nor_the_next_one_of_its_chat(two: tuple[Database, Database]) -> None:
    with two[0].writing() as store:
        readers = [store.people.met(n, name="x", username=None, client_language=None, now=NOW) for n in (1, 2)]
        for reader in readers * 2:
            store.outbox.post(person=reader.id, kind="say", payload={}, priority=NOTICE, now=NOW)
    with ExitStack() as open_ones:
        store, elsewhere = (open_ones.enter_context(database.writing()) for database in two)
        taken = store.outbox.due(now=LATER, limit=1)
        store.outbox.sending([parcel.id for parcel in taken])
        assert [p.chat for p in taken] == [1]
        assert [p.chat for p in elsewhere.outbox.due(now=LATER, limit=9)] == [2]


def test_what_is_posted_under_one_key_at_the_same_time_is_posted_once(town: Town, other: Database) -> None:
    def post(turn: int) -> None:
        with (town.database, other)[turn % 2].writing() as store:
            store.outbox.post(person=town.buyer.id, kind="say", payload={}, priority=NOTICE, now=NOW, key="once")
            store.inbox.add_chore("seat", {"turn": turn}, lane="inquiry:1", due=NOW, key="seat:1")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(post, range(24)))
    with other.reading() as store:
        assert store.outbox.counts() == {"waiting": 1}
        assert store.inquiries.get(town.inquiry.id).status is InquiryStatus.OPEN
