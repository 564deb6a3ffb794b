"""Pools cover exactly what they say, and are the best there are: held against trying everything."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.goods import Quantity, Unit
from bot.domain.pooling import SMALL, Aim, Cover, Offer, Part, covers
from bot.domain.supplier import Size
from tests.domain.samples import pieces


def offer(quote: int, most: int, *, moq: int | None = None, lot: int | None = None, **more: Any) -> Offer:
    amounts = [None if n is None else pieces(n) for n in (moq, lot)]
    price = more.pop("price", "1.80")
    return Offer(quote, pieces(most), *amounts, price and Decimal(price), **more)


@st.composite
def markets(draw: st.DrawFn) -> tuple[int, list[Offer]]:
    few = st.one_of(st.none(), st.integers(1, 6))
    offers = [
        offer(
            i + 1,
            draw(st.integers(1, 9)),
            moq=draw(few),
            lot=draw(st.sampled_from([None, None, 2, 3, 4])),
            price=draw(st.sampled_from(["1", "1.5", "2", "2.25", None])),
            lead_time_days=draw(st.sampled_from([None, 7, 14, 21])),
            size=draw(st.sampled_from([None, *Size])),
        )
        for i in range(draw(st.integers(0, 5)))
    ]
    return draw(st.integers(1, 24)), offers


def allowed(o: Offer) -> list[int]:
    step = int(o.lot.amount) if o.lot else 1
    least = max(1, int(o.moq.amount) if o.moq else 1)
    return [0, *(n for n in range(least, int(o.quantity.amount) + 1) if n % step == 0)]


def tried(need: int, offers: Sequence[Offer]) -> dict[Aim, tuple[int, ...]]:
    """The best choice for each aim, by trying every one. Choices are in the order of prices."""
    every = [c for c in product(*(allowed(o) for o in offers)) if sum(c) >= need]
    least = min(map(sum, every), default=0)
    every = [c for c in every if sum(c) == least and any(c)]
    if not every:
        return {}

    def price(c: tuple[int, ...]) -> tuple[int, Decimal]:
        unknown = sum(n for n, o in zip(c, offers, strict=True) if o.price is None)
        return unknown, sum((n * o.price for n, o in zip(c, offers, strict=True) if o.price), Decimal(0))

    def firms(c: tuple[int, ...]) -> int:
        return sum(n > 0 for n in c)

    def small(c: tuple[int, ...]) -> int:
        return sum(n > 0 and o.size in SMALL for n, o in zip(c, offers, strict=True))

    def days(c: tuple[int, ...]) -> int:
        return max(999 if o.lead_time_days is None else o.lead_time_days for n, o in zip(c, offers, strict=True) if n)

    def ties(c: tuple[int, ...]) -> tuple[Any, ...]:
        return (*price(c), firms(c), tuple(-n for n in c))

    found = {Aim.FEWEST: min(every, key=lambda c: (firms(c), *ties(c)))}
    cheapest = min(every, key=ties)
    if price(cheapest)[0] == 0:
        found[Aim.CHEAPEST] = cheapest
    if days(min(every, key=days)) < 999:
        found[Aim.FASTEST] = min(every, key=lambda c: (days(c), *ties(c)))
    if any(map(small, every)):
        found[Aim.SMALLEST] = min(every, key=lambda c: (-small(c), *ties(c)))
    return found


def in_order_of_prices(offers: Sequence[Offer]) -> list[Offer]:
    return sorted(offers, key=lambda o: (o.price is None, o.price or 0, o.quote))


def by_aim(found: Sequence[Cover]) -> dict[Aim, Cover]:
    return {aim: cover for cover in found for aim in cover.aims}


@given(markets())
def test_each_is_what_trying_everything_finds(market: tuple[int, list[Offer]]) -> None:
    need, offers = market
    ordered = in_order_of_prices(offers)
    best = {aim: c for aim, c in tried(need, ordered).items() if sum(n > 0 for n in c) > 1}
    found = by_aim(covers(pieces(need), offers))
    assert found.keys() == best.keys()
    for aim, choice in best.items():
        parts = {o.quote: n for o, n in zip(ordered, choice, strict=True) if n}
        assert {p.quote: p.quantity.amount for p in found[aim].parts} == parts, aim
        assert found[aim].proven


@given(markets())
def test_the_parts_are_what_their_firms_allow_and_make_the_whole(market: tuple[int, list[Offer]]) -> None:
    need, offers = market
    known = {o.quote: o for o in offers}
    for cover in covers(pieces(need), offers):
        assert cover.quantity.amount == need + cover.over.amount and cover.over.amount >= 0
        assert len(cover.parts) > 1
        for part in cover.parts:
            assert int(part.quantity.amount) in allowed(known[part.quote])


@given(markets(), st.randoms())
def test_the_order_in_which_quotes_are_given_changes_nothing(market: tuple[int, list[Offer]], chance: Any) -> None:
    need, offers = market
    mixed = list(offers)
    chance.shuffle(mixed)
    assert covers(pieces(need), offers) == covers(pieces(need), mixed)


def test_four_aims_that_differ() -> None:
    offers = [
        offer(1, 4000, moq=500, price="1.70", lead_time_days=45, size=Size.MEDIUM),
        offer(2, 6000, moq=500, lot=500, price="1.90", lead_time_days=30, size=Size.LARGE),
        offer(3, 3500, price="1.75", lead_time_days=20, size=Size.SMALL),
        offer(4, 2500, price="1.80", lead_time_days=25, size=Size.MICRO),
        offer(5, 6000, moq=500, lot=500, price="2.00", lead_time_days=10, size=Size.LARGE),
    ]
    found = by_aim(covers(pieces(10_000), offers))

    def parts(aim: Aim) -> dict[int, int]:
        return {p.quote: int(p.quantity.amount) for p in found[aim].parts}

    assert parts(Aim.CHEAPEST) == {1: 4000, 3: 3500, 4: 2500}
    assert parts(Aim.FEWEST) == {1: 4000, 2: 6000}
    assert parts(Aim.FASTEST) == {3: 3500, 4: 2500, 5: 4000}
    assert parts(Aim.SMALLEST) == {1: 4000, 3: 3500, 4: 2500}
    assert found[Aim.CHEAPEST] is found[Aim.SMALLEST]
    assert found[Aim.CHEAPEST].price == Decimal("1.7425") and found[Aim.CHEAPEST].lead_time_days == 45


def test_where_the_steps_do_not_allow_it_the_least_above_is_said() -> None:
    (cover,) = covers(pieces(1000), [offer(1, 600, lot=300), offer(2, 900, lot=300)])
    assert cover.quantity == pieces(1200) and cover.over == pieces(200)


def test_no_pool_where_the_firms_together_have_too_little_or_one_alone_is_enough() -> None:
    assert covers(pieces(1000), [offer(1, 400), offer(2, 500)]) == ()
    assert covers(pieces(1000), [offer(1, 1000, price="1")]) == ()
    assert covers(pieces(1000), []) == ()


def test_a_price_without_a_rate_is_never_called_cheap() -> None:
    found = by_aim(covers(pieces(10), [offer(1, 5, price=None), offer(2, 5)]))
    assert Aim.CHEAPEST not in found and found[Aim.FEWEST].total is None and found[Aim.FEWEST].price is None


def test_an_unknown_lead_time_is_never_called_fast() -> None:
    found = by_aim(covers(pieces(10), [offer(1, 5, lead_time_days=3), offer(2, 5)]))
    assert Aim.FASTEST not in found and found[Aim.FEWEST].lead_time_days is None


def test_units_of_one_measure_are_compared_and_others_left_out() -> None:
    tonnes = Quantity(Decimal("10"), Unit.TONNE)
    offers = [
        Offer(1, Quantity(Decimal(6000), Unit.KILOGRAM), lot=Quantity(Decimal(500), Unit.KILOGRAM), price=Decimal(900)),
        Offer(2, Quantity(Decimal(10000), Unit.POUND), price=Decimal(950)),
        Offer(3, Quantity(Decimal(99), Unit.PALLET), price=Decimal(1)),
    ]
    found = by_aim(covers(tonnes, offers))
    assert found[Aim.CHEAPEST].parts == (
        Part(1, Quantity(Decimal(6), Unit.TONNE)),
        Part(2, Quantity(Decimal(4), Unit.TONNE)),
    )


def test_what_is_offered_by_the_dozen_is_given_by_the_dozen() -> None:
    dozens = Offer(1, Quantity(Decimal(50), Unit.DOZEN), price=Decimal(1))
    (cover,) = covers(pieces(1000), [dozens, offer(2, 990)])
    assert cover.parts == (Part(1, pieces(600)), Part(2, pieces(400)))
    (cover,) = covers(pieces(1000), [dozens, offer(2, 405, lot=9)])
    assert cover.over == pieces(5), "12 and 9 make no 1,000, and 50 dozen with 405 are the least above it"


def test_a_need_of_very_many_is_counted_in_coarser_steps_and_still_filled_exactly() -> None:
    offers = [offer(i, 300_000 + 7 * i, moq=1000 + i, price=f"1.{10 + i}") for i in range(1, 8)]
    for cover in covers(pieces(1_000_000), offers):
        assert cover.quantity == pieces(1_000_000)


def test_of_thirty_offers_the_worst_that_we_know_still_make_whole_pools() -> None:
    offers = [offer(i, 300 + 37 * i, moq=1 + 13 * i, lot=7 if i % 3 else None, size=Size.MICRO) for i in range(1, 31)]
    found = covers(pieces(9_999), offers)
    assert found and all(c.quantity == pieces(9_999) for c in found)
