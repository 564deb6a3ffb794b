"""Taking a pool: all of it as it was shown, or nothing; and what a quote lets a pool take."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain import pool as rules
from bot.domain.inquiry import InquiryStatus
from bot.domain.lead import Fact, Why
from bot.domain.outcome import Reason
from bot.domain.pooling import Part, covers
from bot.domain.quote import Quote, QuoteStatus, covered
from tests.domain.samples import BUYER, NOW, STRANGER, TODAY, day, inquiry, pieces, quote, refusal, usd

NEED = inquiry(amount=Decimal(10_000))
PARTS = (Part(1, pieces(4000)), Part(2, pieces(3500)), Part(3, pieces(2500)))
QUOTES = [
    quote(1, quantity=pieces(4000), lot=pieces(500)),
    quote(2, quantity=pieces(3500), moq=pieces(500)),
    quote(3, quantity=pieces(3000)),
    quote(4, quantity=None),
    quote(5, QuoteStatus.WITHDRAWN),
]


def take(quotes: list[Quote] = QUOTES, parts: tuple[Part, ...] = PARTS, **more: Any) -> rules.PoolAward:
    return rules.accept(more.pop("it", NEED), quotes, parts, by=more.pop("by", BUYER), now=NOW)


def test_every_firm_gets_its_part_and_the_others_are_declined() -> None:
    award = take()
    assert award.inquiry.status is InquiryStatus.AWARDED
    assert [(q.id, q.awarded, q.status) for q in award.accepted] == [
        (p.quote, p.quantity, QuoteStatus.ACCEPTED) for p in PARTS
    ]
    assert [(q.id, q.status) for q in award.declined] == [(4, QuoteStatus.DECLINED)]
    assert {q.decided_at for q in (*award.accepted, *award.declined)} == {NOW}
    assert covered(NEED, award.accepted) and rules.open_need(NEED, award.accepted) is None
    assert award.accepted[2].total(NEED.quantity) == usd("4500.00"), "of its part, not of what it offered"


@pytest.mark.parametrize(
    "changed",
    [
        {"status": QuoteStatus.REVISED},
        {"status": QuoteStatus.WITHDRAWN},
        {"status": QuoteStatus.ACCEPTED},
        {"valid_until": day("2026-03-01")},
        {"quantity": pieces(2000)},
        {"moq": pieces(2600)},
        {"unit_price": None},
    ],
    ids=str,
)
def test_if_one_of_them_does_not_stand_as_it_was_shown_nothing_is_taken(changed: dict[str, Any]) -> None:
    quotes = [*QUOTES[:2], replace(QUOTES[2], **changed), QUOTES[3]]
    assert refusal(lambda: take(quotes)) is Reason.POOL_CHANGED


def test_a_pool_that_does_not_fill_the_need_or_takes_a_quote_twice_is_none() -> None:
    assert refusal(lambda: take(parts=PARTS[:2])) is Reason.POOL_CHANGED
    twice = (PARTS[0], PARTS[0], PARTS[2])
    assert refusal(lambda: take(parts=twice)) is Reason.POOL_CHANGED


def test_only_the_buyer_takes_it_and_only_while_the_inquiry_lives_or_has_run_out() -> None:
    assert refusal(lambda: take(by=STRANGER)) is Reason.NOT_FOUND
    for status in (InquiryStatus.AWARDED, InquiryStatus.CANCELLED, InquiryStatus.CLOSED):
        assert refusal(lambda status=status: take(it=replace(NEED, status=status))) is Reason.INQUIRY_CLOSED
    assert take(it=replace(NEED, status=InquiryStatus.EXPIRED)).inquiry.status is InquiryStatus.AWARDED


def test_what_an_accepted_quote_leaves_is_still_needed() -> None:
    taken = quote(9, QuoteStatus.ACCEPTED, quantity=pieces(6000))
    assert rules.open_need(NEED, [taken]) == pieces(4000)
    assert rules.open_need(NEED, [replace(taken, awarded=pieces(1000))]) == pieces(9000)
    assert rules.open_need(NEED, [replace(taken, quantity=None)]) is None
    assert rules.open_need(inquiry(amount=None), []) is None


def offered(*quotes: Quote) -> dict[int, Any]:
    found = rules.offers(NEED, quotes, prices={}, sizes={}, today=TODAY)
    return {o.quote: (o.quantity, o.moq, o.lot) for o in found}


def test_a_quote_for_all_of_it_gives_a_part_only_where_it_names_a_minimum() -> None:
    assert offered(quote(1), quote(2, moq=pieces(500))) == {2: (pieces(10_000), pieces(500), None)}


def test_what_does_not_stand_is_not_offered() -> None:
    part = quote(1, quantity=pieces(10))
    assert offered(part) and not offered(replace(part, valid_until=day("2026-03-01")))
    assert not any(offered(replace(part, status=s)) for s in QuoteStatus if s is not QuoteStatus.SENT)


def test_a_name_belongs_to_these_parts_alone_however_a_number_is_written() -> None:
    assert rules.name_of(PARTS) == rules.name_of((Part(1, pieces("4000.0")), *PARTS[1:]))
    others = {rules.name_of(p) for p in (PARTS, PARTS[1:], (*PARTS[:2], Part(4, pieces(2500))), PARTS[::-1])}
    assert len(others) == 4 and all(len(name) == 12 for name in others)


@given(st.lists(st.tuples(st.integers(1, 40), st.integers(1, 9), st.integers(1, 5)), min_size=2, max_size=6))
def test_every_pool_that_is_shown_can_be_taken_and_gives_exactly_its_parts(market: list[tuple[int, int, int]]) -> None:
    it = inquiry(amount=Decimal(41))
    quotes = [
        quote(i, quantity=pieces(most), moq=pieces(moq), lot=pieces(lot), unit_price=usd(f"1.{i}"))
        for i, (most, moq, lot) in enumerate(market, 1)
    ]
    prices = {q.id: q.unit_price.amount for q in quotes if q.unit_price}
    for cover in covers(pieces(41), rules.offers(it, quotes, prices=prices, sizes={}, today=TODAY)):
        award = rules.accept(it, quotes, cover.parts, by=BUYER, now=NOW)
        amounts = [q.awarded.amount for q in award.accepted if q.awarded]
        assert sum(amounts) == 41 + cover.over.amount and len(amounts) == len(cover.parts)
        assert covered(it, award.accepted)


def test_parts_are_welcome_where_the_need_is_more_than_every_firm_makes() -> None:
    less, enough = Why("x", (Fact.MAKES_IT, Fact.CAPACITY_BELOW)), Why("x", (Fact.MAKES_IT,))
    assert rules.parts_are_welcome([less, less])
    assert not rules.parts_are_welcome([less, enough]) and not rules.parts_are_welcome([])


@pytest.mark.parametrize(("seats", "then"), [(5, 15), (8, 15), (20, 20), (3, 3), (1, 1)])
def test_parts_get_more_seats_unless_the_buyer_wanted_few(seats: int, then: int) -> None:
    welcoming = rules.welcoming_parts(inquiry(seats=seats), usual=5)
    assert (welcoming.parts_welcome, welcoming.seats) == (True, then)
