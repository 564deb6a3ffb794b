"""Transactions: everything or nothing, and of many who write at once none is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from decimal import Decimal

import pytest

from bot.domain.outcome import Reason, Refusal
from bot.store.database import Database
from bot.store.people import Talk
from tests.store.conftest import Town

TIMES = 100


def test_a_hundred_at_once_lose_nothing(town: Town) -> None:
    def add_one(_: int) -> None:
        with town.database.writing() as store:
            it = store.inquiries.get(town.inquiry.id)
            store.inquiries.save(replace(it, amount=(it.amount or Decimal(0)) + 1))

    with ThreadPoolExecutor(TIMES) as threads:
        list(threads.map(add_one, range(TIMES)))
    with town.database.reading() as store:
        assert store.inquiries.get(town.inquiry.id).amount == 500 + TIMES


def test_two_processes_lose_nothing_either(town: Town, url: str) -> None:
    """A second Database on the same data shares no lock in memory: the database's own must do."""
    other = Database(url)

    def add_one(n: int) -> None:
        with (town.database if n % 2 else other).writing() as store:
            it = store.inquiries.get(town.inquiry.id)
            store.inquiries.save(replace(it, amount=(it.amount or Decimal(0)) + 1))

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(add_one, range(TIMES)))
    with other.reading() as store:
        assert store.inquiries.get(town.inquiry.id).amount == 500 + TIMES
    other.close()


def test_what_fails_leaves_no_trace(town: Town) -> None:
    with pytest.raises(ZeroDivisionError), town.database.writing() as store:
        store.inquiries.save(replace(town.inquiry, product="changed"))
        store.people.set_talk(town.buyer.id, Talk("inquiry", 1))
        raise ZeroDivisionError
    with town.database.reading() as store:
        assert store.inquiries.get(town.inquiry.id) == town.inquiry
        assert store.people.talk(town.buyer.id) is None


def test_a_refused_attempt_takes_back_what_it_changed_and_keeps_what_stood(town: Town) -> None:
    with town.database.writing() as store:
        store.people.set_talk(town.buyer.id, Talk("before", 1))
        with pytest.raises(Refusal), store.attempt():
            store.people.set_talk(town.buyer.id, Talk("within", 2))
            store.inquiries.save(replace(town.inquiry, product="changed"))
            store.inquiries.add(replace(town.inquiry, product="new"))
            raise Refusal(Reason.NOT_FOUND)
        assert store.people.talk(town.buyer.id) == Talk("before", 1), "within the same transaction as well"
        store.people.set_talk(town.agent.id, Talk("after", 3))
    with town.database.reading() as store:
        assert store.people.talk(town.buyer.id) == Talk("before", 1)
        assert store.people.talk(town.agent.id) == Talk("after", 3)
        assert store.inquiries.list_of_buyer(town.buyer.id) == [town.inquiry]


def test_an_attempt_that_succeeds_stands(town: Town) -> None:
    with town.database.writing() as store, store.attempt():
        store.inquiries.save(replace(town.inquiry, product="changed"))
    with town.database.reading() as store:
        assert store.inquiries.get(town.inquiry.id).product == "changed"


def test_reading_changes_nothing(town: Town) -> None:
    with town.database.reading() as store:
        store.inquiries.save(replace(town.inquiry, product="changed"))
    with town.database.reading() as store:
        assert store.inquiries.get(town.inquiry.id) == town.inquiry
