from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlmodel import select
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TimedOut

from bot.courier.pace import Pacer, Rate
from bot.courier.pieces import pieces
from bot.courier.sender import Courier
from bot.domain.announcement import Audience
from bot.screens.articles import Articles
from bot.screens.articles import pack as pack_articles
from bot.screens.message import Message, pack
from bot.store.database import Database
from bot.store.outbox import ANNOUNCEMENT, NOTICE, REPLY
from bot.store.store import Store
from bot.store.tables.traffic import OutboxRow

from .conftest import Clock

Failure = Exception | None


class Wire:
    """What the courier calls, without Telegram: keeps what arrived, and fails as told."""

    def __init__(self) -> None:
        self.arrived: list[tuple[int, str]] = []
        self.answered: list[tuple[str, str]] = []
        self.offered: list[tuple[str, str]] = []
        self.edited: list[tuple[int, str]] = []
        self.bared: list[int] = []
        self.paid: list[int] = []
        self.bare_fails: list[Failure] = []
        self.calls: list[tuple[float, int]] = []
        self.fails: dict[int, list[Failure]] = defaultdict(list)
        self.after_arrival: dict[int, list[Failure]] = defaultdict(list)
        self.lost_cards: set[int] = set()
        self.at_work: dict[int, int] = defaultdict(int)
        self.most_at_once = 0

    async def say(
        self,
        chat: int,
        message: Message,
        *,
        standing: int | None = None,
        skip: int = 0,
        before: Callable[[int], Awaitable[None]],
        paid: bool = False,
    ) -> int:
        if paid:
            self.paid.append(chat)
        parts = pieces(message)
        for done, piece in enumerate(parts[skip:], start=skip):
            await before(done)
            self.calls.append((time.monotonic(), chat))
            self.at_work[chat] += 1
            assert self.at_work[chat] == 1, "two messages to one chat at the same time"
            self.most_at_once = max(self.most_at_once, sum(self.at_work.values()))
            await asyncio.sleep(0.002)
            self.at_work[chat] -= 1
            self._fail(self.fails[chat])
            if standing is not None and standing not in self.lost_cards:
                self.edited.append((standing, piece.text))
                return standing
            self.arrived.append((chat, piece.text))
            self._fail(self.after_arrival[chat])
        return 1000 + len(self.arrived)

    async def answer(self, callback: str, text: str = "", alert: bool = False) -> None:
        self._fail(self.fails[0])
        self.answered.append((callback, text))

    async def answer_inline(self, query: str, articles: Articles) -> None:
        self._fail(self.fails[0])
        self.offered.append((query, articles.hint))

    async def take_buttons(self, chat: int, message_id: int) -> None:
        self._fail(self.bare_fails)
        self.bared.append(message_id)

    def said_to(self, chat: int) -> list[str]:
        return [text for to, text in self.arrived if to == chat]

    @staticmethod
    def _fail(planned: list[Failure]) -> None:
        failure = planned.pop(0) if planned else None
        if failure is not None:
            raise failure


class Post:
    """A database with people, and a courier at work on it."""

    def __init__(self, database: Database, writer: ThreadPoolExecutor, clock: Clock) -> None:
        self.database, self.writer, self.clock = database, writer, clock
        self.wire = Wire()
        self.pacer = Pacer(5000, private=Rate(0.0001, 50), group=Rate(0.0001, 50))
        self.people: dict[int, int] = {}

    def person(self, chat: int) -> int:
        if chat not in self.people:
            with self.database.writing() as store:
                met = store.people.met(chat, name="A", username=None, client_language="tr", now=self.clock())
            self.people[chat] = met.id
        return self.people[chat]

    def says(self, chat: int, text: str, *, card: str = "", priority: int = REPLY) -> None:
        self.post(chat, "say", pack(Message(text, card=card)), priority)

    def post(self, chat: int, kind: str, payload: dict[str, Any], priority: int) -> None:
        person = self.person(chat)
        with self.database.writing() as store:
            store.outbox.post(person=person, kind=kind, payload=payload, priority=priority, now=self.clock())

    def tapped(self, callback: str, seconds: float, text: str = "") -> None:
        with self.database.writing() as store:
            store.outbox.answer_tap(callback, chat=7, due=self.clock() + timedelta(seconds=seconds), text=text)

    def asked_inline(self, query: str, *, seconds: float) -> None:
        articles, now = pack_articles(Articles((), "nothing", "find")), self.clock()
        with self.database.writing() as store:
            store.outbox.answer_inline(query, articles, chat=7, now=now, until=now + timedelta(seconds=seconds))

    def rows(self) -> list[OutboxRow]:
        with self.database.reading() as store:
            return list(store.session.exec(select(OutboxRow).order_by(OutboxRow.id)))

    def states(self) -> list[str]:
        return [row.state for row in self.rows()]

    def works(self, *, until: Callable[[], bool], meanwhile: Callable[[], None] = lambda: None) -> None:
        async def work() -> None:
            courier = Courier(
                self.database,
                self.wire,
                lambda payload, language: Message(f"{payload['what']} in {language}"),
                writer=self.writer,
                pacer=self.pacer,
                clock=self.clock,
            )
            running = asyncio.create_task(courier.run())
            while not until():
                await asyncio.sleep(0.005)
                meanwhile()
                courier.wake()
            courier.stop()
            await running

        asyncio.run(asyncio.wait_for(work(), 20))

    def settles(self, *states: str, meanwhile: Callable[[], None] = lambda: None) -> None:
        self.works(until=lambda: self.states() == list(states), meanwhile=meanwhile)


@pytest.fixture
def post(database: Database, writer: ThreadPoolExecutor, clock: Clock) -> Iterator[Post]:
    return Post(database, writer, clock)


def test_messages_of_a_chat_arrive_in_order_while_chats_go_side_by_side(post: Post) -> None:
    for number in range(10):
        for chat in (7, 8, 9):
            post.says(chat, f"{number}")
    post.works(until=lambda: len(post.wire.arrived) == 30)
    for chat in (7, 8, 9):
        assert post.wire.said_to(chat) == [f"{number}" for number in range(10)]
    assert post.wire.most_at_once > 1
    assert set(post.states()) == {"sent"}


def test_a_notice_is_rendered_in_the_readers_language_when_it_leaves(post: Post) -> None:
    post.post(7, "notice", {"what": "a lead"}, NOTICE)
    with post.database.writing() as store:
        store.people.speaks(post.person(7), "ar")
    post.settles("sent")
    assert post.wire.said_to(7) == ["a lead in ar"]


def test_a_notice_that_cannot_be_rendered_fails_alone(post: Post) -> None:
    post.post(7, "notice", {"of an older version": 1}, NOTICE)
    post.says(7, "next")
    post.settles("failed", "sent")


def test_a_tap_is_answered_blank_when_the_handler_found_no_words(post: Post) -> None:
    post.tapped("cb", seconds=0.7)
    post.works(until=lambda: True)
    assert post.wire.answered == []
    post.clock.passes(0.7)
    post.settles("sent")
    assert post.wire.answered == [("cb", "")]


def test_a_tap_is_answered_with_words_that_come_in_time_and_only_once(post: Post) -> None:
    post.tapped("cb", seconds=0.7)
    post.tapped("cb", seconds=0, text="Saved")
    post.settles("sent")
    post.clock.passes(1)
    post.tapped("cb", seconds=0, text="Too late")
    post.works(until=lambda: True)
    assert post.wire.answered == [("cb", "Saved")]


def test_what_was_marked_when_the_databases_answer_was_lost_leaves_all_the_same(post: Post) -> None:
    written = post.database.writing
    lost = [ConnectionError(), None]

    @contextmanager
    def writing() -> Iterator[Store]:
        with written() as store:
            yield store
        if lost and (error := lost.pop(0)) is not None:
            raise error

    post.says(7, "one")
    post.says(8, "announced", priority=ANNOUNCEMENT)
    post.database.writing = writing
    post.settles("sent", "sent")
    assert not lost
    assert post.wire.said_to(7) == ["one"] and post.wire.said_to(8) == ["announced"]


def test_who_came_back_before_it_was_booked_that_they_had_gone_can_be_reached(post: Post) -> None:
    """Telegram tells the second of the return, without its parts."""
    post.clock.passes(0.2)

    def returns() -> None:
        if post.wire.calls and not post.wire.fails[7]:
            with post.database.writing() as store:
                back = post.clock().replace(microsecond=0)
                store.people.reach_changed(7, reachable=True, at=back)

    post.wire.fails[7] = [Forbidden("bot was blocked by the user")]
    post.says(7, "one")
    post.settles("gone", meanwhile=returns)
    with post.database.reading() as store:
        assert store.people.get(post.person(7)).reachable


def test_an_answer_that_comes_too_late_is_no_failure(post: Post) -> None:
    post.wire.fails[0] = [BadRequest("Query is too old and response timeout expired")]
    post.tapped("cb", seconds=0)
    post.settles("dropped")


def test_an_inline_query_is_answered_past_a_chat_that_waits(post: Post) -> None:
    post.wire.fails[7] = [RetryAfter(0)] * 3
    post.says(7, "waits")
    post.asked_inline("q", seconds=10)
    post.works(until=lambda: bool(post.wire.offered))
    assert post.wire.offered == [("q", "nothing")]
    with post.database.reading() as store:
        assert store.announcements.audience(Audience()) == (post.person(7), 1), "nobody became known by it"


def test_an_inline_answer_that_is_too_old_is_dropped(post: Post) -> None:
    post.asked_inline("q", seconds=10)
    post.clock.passes(11)
    post.settles("dropped")
    assert post.wire.offered == []


def test_an_inline_query_that_telegram_has_forgotten_is_no_failure(post: Post) -> None:
    post.wire.fails[0] = [BadRequest("Query is too old and response timeout expired or query id is invalid")]
    post.asked_inline("q", seconds=10)
    post.settles("dropped")


def test_who_blocked_the_bot_is_marked_and_nothing_more_is_sent_to_them(post: Post) -> None:
    post.wire.fails[7] = [Forbidden("bot was blocked by the user")]
    for text in ("one", "two"):
        post.says(7, text)
    post.says(8, "other")
    post.settles("gone", "gone", "sent")
    assert [chat for _, chat in post.wire.calls].count(7) == 1
    with post.database.reading() as store:
        assert not store.people.get(post.person(7)).reachable
        assert store.people.get(post.person(8)).reachable


def test_after_too_many_requests_nothing_leaves_during_the_pause_and_each_arrives_once(post: Post) -> None:
    post.wire.fails[9] = [RetryAfter(1)]
    for chat in range(7, 47):
        post.says(chat, f"to {chat}", priority=ANNOUNCEMENT)
    refused: list[float] = []

    def passes() -> None:
        post.clock.now = datetime.now(UTC)
        if not refused and not post.wire.fails[9]:
            refused.append(time.monotonic())

    post.clock.now = datetime.now(UTC)
    post.works(until=lambda: len(post.wire.arrived) == 40, meanwhile=passes)
    assert sorted(post.wire.arrived) == sorted((chat, f"to {chat}") for chat in range(7, 47))
    assert set(post.states()) == {"sent"}
    assert {row.tries for row in post.rows()} == {0}
    begun = next(at for at, chat in post.wire.calls if chat == 9)
    again = [at for at, chat in post.wire.calls if chat == 9][1]
    assert again - begun >= 1
    # Calls already on their way when the refusal came are no breach of the pause.
    assert not [at for at, _ in post.wire.calls if refused[0] + 0.05 < at < begun + 1]


def test_a_notice_that_may_have_arrived_is_not_repeated(post: Post) -> None:
    post.wire.after_arrival[7] = [TimedOut()]
    post.post(7, "notice", {"what": "a lead"}, NOTICE)
    post.settles("unknown")
    assert len(post.wire.arrived) == 1


def test_a_reply_that_may_have_arrived_is_repeated_once(post: Post) -> None:
    post.wire.after_arrival[7] = [TimedOut(), TimedOut()]
    post.says(7, "reply")
    post.settles("unknown", meanwhile=lambda: post.clock.passes(1))
    assert post.wire.said_to(7) == ["reply", "reply"]


def test_what_was_refused_a_connection_is_tried_until_it_arrives(post: Post) -> None:
    post.wire.fails[7] = [NetworkError("ClientConnectorError") for _ in range(5)]
    post.post(7, "notice", {"what": "a lead"}, NOTICE)
    post.settles("sent", meanwhile=lambda: post.clock.passes(10))
    assert len(post.wire.arrived) == 1


def test_after_an_hour_without_a_connection_it_is_given_up(post: Post) -> None:
    begun = post.clock()
    post.wire.fails[7] = [NetworkError("ClientConnectorError") for _ in range(50)]
    post.says(7, "reply")

    def until_it_is_due() -> None:
        post.clock.now = max([post.clock.now, *(row.due_at for row in post.rows() if row.state == "waiting")])

    post.settles("failed", meanwhile=until_it_is_due)
    assert timedelta(minutes=40) < post.clock() - begun < timedelta(hours=2)


def test_a_refused_message_fails_and_the_next_one_leaves(post: Post) -> None:
    post.wire.fails[7] = [BadRequest("Message text is empty")]
    post.says(7, "one")
    post.says(7, "two")
    post.settles("failed", "sent")


def test_a_chat_that_moved_is_followed(post: Post) -> None:
    post.wire.fails[-4001] = [ChatMigrated(-1009990001)]
    post.says(-4001, "one")
    post.says(-4001, "two")
    post.settles("sent", "sent")
    assert post.wire.said_to(-1009990001) == ["one", "two"]


def test_a_card_said_again_is_edited_and_sent_anew_where_it_is_lost(post: Post) -> None:
    post.says(7, "first", card="lead:1")
    post.settles("sent")
    post.says(7, "second", card="lead:1")
    post.settles("sent", "sent")
    assert post.wire.edited == [(1001, "second")]
    post.wire.lost_cards = {1001}
    post.says(7, "third", card="lead:1")
    post.settles("sent", "sent", "sent")
    post.says(7, "fourth", card="lead:1")
    post.settles("sent", "sent", "sent", "sent")
    assert post.wire.said_to(7) == ["first", "third"]
    assert post.wire.edited[-1] == (1002, "fourth")


def test_a_card_said_anew_is_sent_below_and_stands_there_from_then_on(post: Post) -> None:
    post.says(7, "first", card="lead:1")
    post.settles("sent")
    post.post(7, "say", pack(Message("second", card="lead:1", anew=True)), REPLY)
    post.settles("sent", "sent")
    post.says(7, "third", card="lead:1")
    post.settles("sent", "sent", "sent")
    assert post.wire.said_to(7) == ["first", "second"]
    assert post.wire.edited == [(1002, "third")]
    assert post.wire.bared == [1001]  # its buttons would only confuse


def overtakes(post: Post) -> None:
    """A card is said once more, below."""
    post.says(7, "first", card="lead:1")
    post.settles("sent")
    post.post(7, "say", pack(Message("second", card="lead:1", anew=True)), REPLY)
    post.settles("sent", "sent")


def test_an_overtaken_card_keeps_its_buttons_where_taking_them_would_break_the_pace(post: Post) -> None:
    post.pacer = Pacer(5000, private=Rate(60, 2))
    overtakes(post)
    assert post.wire.said_to(7) == ["first", "second"]
    assert post.wire.bared == []


def test_a_pause_that_taking_buttons_brings_holds_for_all(post: Post) -> None:
    post.wire.bare_fails = [RetryAfter(30)]
    overtakes(post)
    assert post.pacer.pause_left(8, now=time.monotonic()) > 20
    assert post.states() == ["sent", "sent"]


def test_a_quiet_card_edits_what_stands_and_is_dropped_where_nothing_does(post: Post) -> None:
    post.post(7, "say", pack(Message("early", card="lead:1", quiet=True)), NOTICE)
    post.says(7, "first", card="lead:1")
    post.settles("dropped", "sent")
    post.post(7, "say", pack(Message("second", card="lead:1", quiet=True)), NOTICE)
    post.settles("dropped", "sent", "sent")
    assert post.wire.said_to(7) == ["first"]
    assert post.wire.edited == [(1001, "second")]


def test_a_long_message_cut_short_goes_on_where_it_stopped(post: Post) -> None:
    parts = pieces(Message("word " * 2000))
    assert len(parts) == 3
    post.wire.fails[7] = [None, RetryAfter(1)]
    post.says(7, "word " * 2000)
    post.clock.now = datetime.now(UTC)

    def passes() -> None:
        post.clock.now = datetime.now(UTC)

    post.settles("sent", meanwhile=passes)
    assert post.wire.said_to(7) == [part.text for part in parts]


def test_a_reply_does_not_wait_for_an_announcement(post: Post) -> None:
    for chat in range(7, 17):
        post.says(chat, "news", priority=ANNOUNCEMENT)
    post.says(12, "reply")
    post.pacer = Pacer(200, private=Rate(0.0001, 50))
    post.works(until=lambda: len(post.wire.arrived) == 11)
    assert post.wire.arrived[0] == (12, "reply")


def announces(post: Post, chats: range, *, paid: bool = False) -> None:
    payload = pack(Message("news")) | ({"paid": True} if paid else {})
    for chat in chats:
        post.post(chat, "say", payload, ANNOUNCEMENT)


def test_announcements_leave_places_for_those_who_wait_for_a_reply(post: Post) -> None:
    announces(post, range(100, 160))
    post.works(until=lambda: len(post.wire.arrived) == 60)
    assert post.wire.most_at_once <= 24, "of 32 that may be on their way"


def test_stars_are_spent_where_the_house_allows_it_and_on_nothing_else(post: Post) -> None:
    announces(post, range(100, 103), paid=True)
    post.says(7, "a reply")
    post.works(until=lambda: len(post.wire.arrived) == 4)
    assert post.wire.paid == [], "the house does not"
    post.pacer = Pacer(5000, paid=1000)
    announces(post, range(200, 203), paid=True)
    announces(post, range(300, 303))
    post.says(7, "a reply")
    post.works(until=lambda: len(post.wire.arrived) == 11)
    assert sorted(post.wire.paid) == [200, 201, 202]


def test_what_was_on_its_way_when_the_process_died_is_repeated_unless_it_is_an_announcement(post: Post) -> None:
    for priority in (REPLY, NOTICE, ANNOUNCEMENT):
        post.says(6 + priority, "x", priority=priority)
    with post.database.writing() as store:
        store.outbox.sending([row.id for row in post.rows()])
    with post.database.writing() as store:
        assert store.outbox.recover(now=post.clock()) == 3
    post.settles("sent", "sent", "unknown")
    assert len(post.wire.arrived) == 2


def test_stopping_waits_for_what_is_on_its_way(post: Post) -> None:
    post.says(7, "one")
    post.works(until=lambda: bool(post.wire.calls))
    assert post.states() == ["sent"]
