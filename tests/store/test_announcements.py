"""Announcements: for whom they are, page by page, at the exact place after a kill, and what became of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from bot.actions import announcing
from bot.domain.announcement import Announcement, Audience, Step, Tally, Who
from bot.domain.outcome import Reason
from bot.domain.people import Person
from bot.domain.supplier import Supplier, SupplierStatus
from bot.store.database import Database
from bot.store.store import Store
from bot.store.tables.people import PersonRow
from bot.store.tables.traffic import OutboxRow
from tests.domain.samples import refusal
from tests.store.conftest import ADMIN, NOW, Town, meet

MANY = 5_000
HAVE = ("ar", "en", "zh-Hans")


def people_come(store: Store, count: int, *, first: int = 1_000_000) -> None:
    """So many, one of five unreachable, in three languages."""
    tags = ("en", "zh-hans", "ar-eg", None)
    store.session.execute(
        PersonRow.__table__.insert(),
        [
            {"telegram_id": first + n, "name": "x", "client_language": tags[n % 4], "reachable": n % 5 != 0}
            | {"met_at": NOW}
            for n in range(count)
        ],
    )


def work(database: Database, number: int, *, seconds: float = 0) -> None:
    """What the chore does once."""
    with database.writing() as store:
        announcing.carry_on(store, {"announcement": number}, None, NOW + timedelta(seconds=seconds), per_second=28)


def everything_leaves(database: Database, *, state: str = "sent", reason: str | None = None) -> list[int]:
    """The courier's part; gives the chats."""
    with database.writing() as store:
        leaving = update(OutboxRow).where(col(OutboxRow.state) == "waiting", col(OutboxRow.announcement).is_not(None))
        return list(store.session.scalars(leaving.values(state=state, reason=reason).returning(col(OutboxRow.chat))))


def stands(database: Database, number: int) -> Announcement:
    with database.reading() as store:
        return store.announcements.get(number)


def sent(database: Database, admin: Person, who: Who = Who.EVERYBODY, language: str | None = None) -> int:
    with database.writing() as store:
        draft = announcing.write(store, "Hello <all>", (), by=admin)
        announcing.aim(store, draft.id, who=who, language=language, have=HAVE, by=admin)
        return announcing.send(store, draft.id, by=admin, now=NOW).id


@pytest.fixture
def admin(database: Database) -> Person:
    with database.writing() as store:
        return meet(store, ADMIN, "Noor")


def test_those_who_can_be_reached_read_it_once_and_who_comes_later_does_not(database: Database, admin: Person) -> None:
    with database.writing() as store:
        people_come(store, MANY)
    number = sent(database, admin)
    read: list[int] = []
    most = 0
    for step in range(60):
        if step == 2:
            with database.writing() as store:
                people_come(store, 2, first=5_000_000)
        work(database, number)
        with database.reading() as store:
            most = max(most, store.session.scalar(select(func.count()).select_from(OutboxRow)) or 0)
        if step % 2:
            read += everything_leaves(database)
        if stands(database, number).step is Step.ENDED:
            break
    end = stands(database, number)
    assert end.step is Step.ENDED and end.people == 4_001 == end.posted == end.tally.sent
    assert len(read) == len(set(read)) == 4_001
    assert max(read) < 5_000_000
    assert most <= announcing.FEWEST_AHEAD + announcing.PAGE


def test_it_goes_on_at_the_exact_place_after_a_kill(url: str, database: Database, admin: Person) -> None:
    with database.writing() as store:
        people_come(store, 1_500)
    number = sent(database, admin)
    work(database, number)
    before = stands(database, number)
    assert before.posted == announcing.PAGE
    read = everything_leaves(database)
    with pytest.raises(KeyboardInterrupt), database.writing() as store:
        announcing.carry_on(store, {"announcement": number}, None, NOW, per_second=28)
        raise KeyboardInterrupt
    database.close()

    again = Database(url, admins=frozenset({ADMIN}))
    assert stands(again, number) == before, "what the dead process had not committed is as if it never was"
    for _ in range(10):
        work(again, number)
        read += everything_leaves(again)
    assert stands(again, number).step is Step.ENDED
    assert len(read) == len(set(read)) == 1_201
    again.close()


def test_a_page_that_is_posted_again_reaches_nobody_twice(database: Database, admin: Person) -> None:
    with database.writing() as store:
        people_come(store, 10)
    number = sent(database, admin)
    with database.writing() as store:
        one = store.announcements.get(number)
        page, _ = store.announcements.next_page(one, limit=100)
        for _ in range(2):
            store.announcements.post(one, {}, page, now=NOW)
        assert store.announcements.in_hand(number).all == len(page) == 9


def test_few_of_many_are_found_without_reading_all_at_once(database: Database, admin: Person) -> None:
    with database.writing() as store:
        far = meet(store, 77, "Far")
        store.session.execute(update(PersonRow).where(col(PersonRow.id) == far.id).values(id=50_000))
        one = replace(store.announcements.add("x", by=admin.id), until=50_000, people=2, step=Step.SENDING)
        places = []
        while not one.all_posted:
            page, place = store.announcements.next_page(one, limit=5)
            one = replace(one, after=place, posted=one.posted + len(page))
            places.append((len(page), place))
    assert places == [(1, 20_000), (0, 40_000), (1, 50_000)]


def test_it_is_for_those_whom_the_admin_chose(town: Town) -> None:
    with town.database.writing() as store:
        newcomer = meet(store, 44, "New")
        store.suppliers.add(Supplier(0, "Beta", SupplierStatus.VERIFIED, agent=newcomer.id))
        store.people.speaks(town.buyer.id, "ar")
        store.people.met(33, name="Li", username=None, client_language="zh-tw", now=NOW)
        draft = announcing.write(store, "Hello", (), by=town.admin)

        def reached(who: Who, language: str | None = None) -> set[int]:
            aimed = announcing.aim(store, draft.id, who=who, language=language, have=HAVE, by=town.admin)
            until, people = store.announcements.audience(aimed.audience)
            page, _ = store.announcements.next_page(replace(aimed, until=until), limit=100)
            assert len(page) == people
            return {person for person, _ in page}

        everybody = {town.buyer.id, town.agent.id, town.stranger.id, town.admin.id, newcomer.id}
        assert reached(Who.EVERYBODY) == everybody
        assert reached(Who.BUYERS) == {town.buyer.id}
        assert reached(Who.SUPPLIERS) == {town.agent.id, newcomer.id}
        assert reached(Who.WITHOUT_LEADS) == {newcomer.id}
        assert reached(Who.EVERYBODY, "ar") == {town.buyer.id}
        assert reached(Who.EVERYBODY, "zh-Hans") == {town.stranger.id}, "the nearest there is"
        assert reached(Who.EVERYBODY, "en") == everybody - {town.buyer.id, town.stranger.id}
        assert reached(Who.BUYERS, "en") == set()
        store.people.reach_changed(44, reachable=False, at=NOW)
        assert reached(Who.WITHOUT_LEADS) == set()


def test_a_pause_holds_what_waits_and_a_cancel_takes_it_back(database: Database, admin: Person) -> None:
    with database.writing() as store:
        people_come(store, 1_500)
    number = sent(database, admin)
    work(database, number)
    with database.writing() as store:
        first = store.outbox.due(now=NOW, limit=3)
        store.outbox.sending([p.id for p in first])
        announcing.pause(store, number, by=admin, now=NOW)
        assert store.outbox.due(now=NOW, limit=3) == []
        store.outbox.again(first[0].id, due=NOW, reason="network")
        store.outbox.sent(first[1].id)
        store.outbox.failed(first[2].id, state="gone", reason="blocked")
    work(database, number)
    assert stands(database, number).tally == Tally(sent=1, blocked=1)
    with database.writing() as store:
        assert store.outbox.due(now=NOW, limit=3) == [], "what came back meanwhile is held as well"
        announcing.resume(store, number, by=admin, now=NOW)
        assert len(store.outbox.due(now=NOW, limit=3)) == 3
        announcing.cancel(store, number, by=admin, now=NOW)
        assert store.outbox.due(now=NOW, limit=3) == []
    work(database, number)
    end = stands(database, number)
    assert (end.step, end.cut_short, end.written_to) == (Step.ENDED, True, 2)
    assert end.tally == Tally(sent=1, blocked=1, withdrawn=498)
    with database.writing() as store:
        for late in (announcing.pause, announcing.resume, announcing.cancel, announcing.send):
            assert refusal(lambda late=late: late(store, number, by=admin, now=NOW)) is Reason.ALREADY_DONE


@pytest.mark.parametrize(
    ("state", "reason", "tally"),
    [
        ("sent", None, Tally(sent=9)),
        ("gone", "blocked", Tally(blocked=9)),
        ("gone", "deactivated", Tally(gone=9)),
        ("unknown", "no_answer", Tally(unknown=9)),
        ("failed", "too_long", Tally(failed=9)),
        ("dropped", None, Tally(failed=9)),
    ],
)
def test_every_fate_is_counted_and_its_rows_go(
    database: Database, admin: Person, state: str, reason: str | None, tally: Tally
) -> None:
    with database.writing() as store:
        people_come(store, 10)
    number = sent(database, admin)
    work(database, number)
    everything_leaves(database, state=state, reason=reason)
    work(database, number)
    assert stands(database, number).tally == tally and stands(database, number).step is Step.ENDED
    with database.reading() as store:
        rows = store.session.execute(select(OutboxRow.kind, OutboxRow.announcement)).all()
        assert rows == [("notice", None)], "the report alone"


def test_progress_is_shown_now_and_then(database: Database, admin: Person) -> None:
    with database.writing() as store:
        people_come(store, 1_500)
    number = sent(database, admin)
    for second in range(45):
        work(database, number, seconds=second)
    with database.reading() as store:
        shown = [p for (p,) in store.session.execute(select(OutboxRow.payload)) if p["kind"] == "AnnouncementGoesOn"]
    assert len(shown) == 2


def test_at_a_start_what_is_under_way_is_planned_once(database: Database, admin: Person) -> None:
    number = sent(database, admin)
    with database.writing() as store:
        announcing.go_on_after_a_start(store, now=NOW)
        announcing.try_again(store, {"announcement": number}, NOW)
        lane = f"announcement:{number}"
        assert store.inbox.crowd(now=NOW + timedelta(hours=1), most=10) == 1
        assert store.inbox.next_in(lane, now=NOW + timedelta(hours=1)) is not None


def test_nobody_else_may(town: Town) -> None:
    number = sent(town.database, town.admin)
    with town.database.writing() as store:
        assert refusal(lambda: announcing.write(store, "x", (), by=town.buyer)) is Reason.NOT_FOUND
        for act in (announcing.pause, announcing.cancel, announcing.send, announcing.resume):
            assert refusal(lambda act=act: act(store, number, by=town.buyer, now=NOW)) is Reason.NOT_FOUND
        assert [one.id for one in store.announcements.last(limit=5)] == [number]


def test_the_audience_is_that_of_the_moment_of_sending() -> None:
    assert Announcement(1, 1, "x", people=5, posted=3, until=9, after=9).missed == 2
    assert Announcement(1, 1, "x", people=5, posted=3, until=9, after=4, tally=Tally(sent=1)).waiting == 4
    assert Audience() == Audience(Who.EVERYBODY, None, None)
