"""What became of leads and quotes is counted, debts are entered, and who is barred stays barred."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.bar import Bar, BarredBy
from bot.domain.fairness import MOST_DEBT, Record
from bot.domain.lead import LeadStatus
from bot.domain.quote import QuoteStatus
from tests.domain.samples import pieces
from tests.store.conftest import NOW, Town

DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("status", "record"),
    [
        (LeadStatus.OFFERED, Record(leads=1, waiting=1, today=1)),
        (LeadStatus.SEEN, Record(leads=1, waiting=1, today=1)),
        (LeadStatus.QUOTED, Record(leads=1, today=1, answered=1, over=1)),
        (LeadStatus.DECLINED, Record(leads=1, today=1, answered=1, over=1)),
        (LeadStatus.LAPSED, Record(leads=1, today=1, over=1)),
        (LeadStatus.WITHDRAWN, Record(leads=1, today=1)),
    ],
)
def test_what_became_of_a_firms_leads_is_counted(town: Town, status: LeadStatus, record: Record) -> None:
    with town.database.writing() as store:
        store.inquiries.save_lead(replace(town.lead, status=status, offered_at=NOW))
        assert store.books.records([town.firm.id, 999], now=NOW) == {town.firm.id: record}
        assert store.books.records([town.firm.id], now=NOW + DAY)[town.firm.id].today == 0


def test_what_was_sold_this_month_counts_and_what_was_sold_before_does_not(town: Town) -> None:
    sold = replace(town.quote, status=QuoteStatus.ACCEPTED, quantity=pieces(300), sent_at=NOW, decided_at=NOW)
    with town.database.writing() as store:
        assert store.books.sold([town.firm.id], now=NOW) == {}
        store.inquiries.save_quote(sold)
        assert store.books.sold([town.firm.id], now=NOW) == {town.firm.id: [(town.lead.why.product, pieces(300))]}
        store.inquiries.save_quote(replace(sold, awarded=pieces(100), decided_at=None))
        assert store.books.sold([town.firm.id], now=NOW) == {town.firm.id: [(town.lead.why.product, pieces(100))]}
        assert store.books.sold([town.firm.id], now=NOW + 31 * DAY) == {}


def test_debts_are_entered_and_bounded(town: Town) -> None:
    with town.database.writing() as store:
        store.books.owe({town.firm.id: 0.5, 999: 1.0})
        assert store.suppliers.get(town.firm.id).lead_debt == 0.5
        store.books.owe({town.firm.id: 100.0})
    with town.database.reading() as store:
        assert store.suppliers.get(town.firm.id).lead_debt == MOST_DEBT


def test_a_bar_holds_until_the_one_who_wished_it_takes_it_back(town: Town) -> None:
    by_firm = Bar(town.firm.id, town.buyer.id, BarredBy.SUPPLIER, "suspicious", NOW)
    with town.database.writing() as store:
        assert [store.books.bar(by_firm), store.books.bar(by_firm)] == [True, False]
        assert store.books.bar(replace(by_firm, by=BarredBy.BUYER))
        assert store.books.barred_from(town.buyer.id) == {town.firm.id}
        assert store.books.barred_from(town.stranger.id) == frozenset()
        store.books.unbar(town.firm.id, town.buyer.id, by=BarredBy.SUPPLIER)
        assert store.books.barred_from(town.buyer.id) == {town.firm.id}, "the buyer still wishes it"
        store.books.unbar(town.firm.id, town.buyer.id, by=BarredBy.BUYER)
        assert store.books.about([town.firm.id], buyer=town.buyer.id, now=NOW).barred == frozenset()
