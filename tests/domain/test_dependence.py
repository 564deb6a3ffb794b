"""How wins are spread, from when on a share counts, and what it changes in whose turn it is."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.dependence import (
    LEVELS,
    Leaning,
    Level,
    Sale,
    leaning,
    levels,
    newly_passed,
    owed,
    spread,
)
from bot.domain.fairness import Contender, Kept, changes_of_debt, debt_after, seat
from bot.domain.goods import Money

worths = st.none() | st.builds(Money, st.decimals("0.01", 10**6, places=2), st.sampled_from(["USD", "EUR"]))
places = st.sampled_from([None, "DE", "FR", "KE"])
sales = st.lists(st.builds(Sale, st.integers(1, 12), places, worths), max_size=60)


def wins(*buyers: int, worth: str | None = None) -> list[Sale]:
    """So many wins of each buyer: wins(3, 1) is three of the first and one of the second."""
    return [
        Sale(buyer, "DE", Money(Decimal(worth), "USD") if worth else None)
        for buyer, n in enumerate(buyers, 1)
        for _ in range(n)
    ]


def told(*buyers: int) -> list[tuple[int, int]]:
    found = spread(wins(*buyers))
    return [(level.buyers, level.percent) for level in levels(found)] if found else []


@given(sales)
def test_shares_are_parts_of_a_whole(some: list[Sale]) -> None:
    found = spread(some)
    if found is None:
        assert not some
        return
    assert 0 < found.largest <= found.five <= 1
    assert sum(share for _, share in found.countries) == 1
    assert found.largest * found.buyers >= 1, "the largest is at least as large as all are on average"
    assert (found.five == 1) or found.buyers > 5


@given(sales, st.randoms())
def test_the_order_of_the_wins_changes_nothing(some: list[Sale], chance: st.DataObject) -> None:
    shuffled = list(some)
    chance.shuffle(shuffled)
    one, other = spread(some), spread(shuffled)
    if one is not None and other is not None:
        assert (one.largest, one.five, one.countries, one.main_buyer) == (
            other.largest, other.five, other.countries, other.main_buyer)  # fmt: skip


@given(st.integers(1, 300))
def test_a_firm_with_nothing_but_different_buyers_hears_nothing(n: int) -> None:
    assert told(*[1] * n) == []


@pytest.mark.parametrize(
    ("buyers", "passed"),
    [
        ((3, 1), []),  # a firm that has just begun
        ((2, *[1] * 5), []),  # 2 of 7: not yet more than 30 %
        ((3, *[1] * 5), [(1, 30), (1, 25)]),  # 3 of 8: 10 % would need twenty wins
        ((2, *[1] * 6), []),  # exactly 25 %
        ((3, *[1] * 17), [(1, 10)]),  # 3 of 20
        ((2, *[1] * 18), []),  # exactly 10 %
        ((6, *[1] * 14), [(1, 25), (1, 10)]),  # exactly 30 %
        ((4, 4, 4, 4, 4, *[1] * 40), [(5, 30), (5, 25)]),  # a third with five
    ],
)
def test_levels_are_passed_above_them_and_from_enough_wins_on(
    buyers: tuple[int, ...], passed: list[tuple[int, int]]
) -> None:
    assert told(*buyers) == passed


def test_what_was_told_is_not_told_again() -> None:
    found = spread(wins(3, *[1] * 5))
    assert found is not None
    assert newly_passed(found, {"depends_1_30"}) == (Level(1, 25),)
    assert newly_passed(found, {level.name for level in levels(found)}) == ()
    assert {level.percent for level in levels(found)} <= set(LEVELS)


def test_shares_are_of_the_value_where_every_value_can_be_compared() -> None:
    big = [Sale(1, "DE", Money(Decimal(900), "USD")), *wins(0, 1, 1, worth="50")]
    found = spread(big)
    assert found is not None and found.by_value and found.largest == Fraction(9, 10)
    euros = [*big[1:], Sale(1, "DE", Money(Decimal(900), "EUR"))]
    counted = spread(euros)
    assert counted is not None and not counted.by_value and counted.largest == Fraction(1, 3)

    def dear(money: Money, currency: str) -> Decimal:
        return money.amount * (2 if money.currency != currency else 1)

    exchanged = spread(euros, exchange=dear)
    assert exchanged is not None and exchanged.by_value and exchanged.largest == Fraction(18, 19)


def test_a_firm_leans_on_its_main_buyer_and_country() -> None:
    found, wide = spread(wins(6, *[1] * 8)), spread(wins(*[1] * 14))
    assert found is not None and leaning(found) == Leaning(1, "DE")
    assert wide is not None and leaning(wide) is None


def test_others_inquiries_come_to_it_first_and_its_main_buyers_last() -> None:
    leans = Leaning(1, "DE")
    main, other, abroad = (owed(leans, buyer=b, country=c) for b, c in ((1, "FR"), (2, "DE"), (2, "FR")))
    assert main < 0 == owed(None, buyer=1, country="DE") < other < abroad
    assert owed(leans, buyer=2, country=None) == other

    def turn(pull: float) -> tuple[int, bool]:
        crowd = [Contender(1, 0.95, debt=1.0), Contender(2, 0.9, pull=pull), Contender(3, 0.5, pull=9.0)]
        (first,) = seat(crowd, 1, kept=Kept())
        return first.firm, first.other_buyer

    assert turn(main) == (1, False)
    assert turn(0.0) == (1, False)
    assert turn(other) == (2, True), "among equals only: the third fits less and waits"


def test_it_gets_no_more_leads_in_the_end_only_others() -> None:
    """Two firms alike, one of them pulled at every inquiry of another buyer: both get as many in the long run."""
    debts, got = {1: 0.0, 2: 0.0}, {1: 0, 2: 0}
    for _ in range(200):
        crowd = [Contender(1, 0.9, debts[1], pull=owed(Leaning(7, "DE"), buyer=8, country="DE")),
                 Contender(2, 0.9, debts[2])]  # fmt: skip
        seated = seat(crowd, 1, kept=Kept())
        got[seated[0].firm] += 1
        for firm, change in changes_of_debt(crowd, seated).items():
            debts[firm] = debt_after(debts[firm], change)
    assert abs(got[1] - got[2]) <= 8
