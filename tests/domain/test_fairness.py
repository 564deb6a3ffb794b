"""Who comes first among those that fit: each rule on its own, and together over any crowd."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.fairness import (
    BAND,
    LEAST_DEBT,
    MOST_DEBT,
    NEW_FOR,
    Contender,
    Kept,
    Record,
    changes_of_debt,
    debt_after,
    has_room,
    in_order,
    is_newcomer,
    kept_seats,
    seat,
)

NOW = datetime(2026, 3, 2, tzinfo=UTC)
NONE_KEPT = Kept()
BOTH_KEPT = Kept(micro=True, newcomer=True)


@st.composite
def crowds(draw: st.DrawFn) -> list[Contender]:
    kinds = st.tuples(
        st.floats(-1, 2) | st.sampled_from([0.0, 0.5, 0.55, 1.0]),
        st.floats(LEAST_DEBT, MOST_DEBT) | st.sampled_from([0.0, 1.0]),
        st.sampled_from(["micro", "large", "neither"]),
        st.booleans(),
    )
    return [
        Contender(n, worth, debt, micro=size == "micro", large=size == "large", newcomer=new)
        for n, (worth, debt, size, new) in enumerate(draw(st.lists(kinds, max_size=15)))
    ]


keeps = st.builds(Kept, st.booleans(), st.booleans())


@given(crowds(), st.integers(-1, 8), keeps)
def test_every_seat_is_filled_that_can_be_and_none_twice(crowd: list[Contender], seats: int, kept: Kept) -> None:
    seated = [s.firm for s in seat(crowd, seats, kept=kept)]
    assert len(seated) == len(set(seated)) == min(max(0, seats), len(crowd))


@given(crowds(), st.integers(1, 8), keeps)
def test_kept_seats_are_used_where_somebody_fits(crowd: list[Contender], seats: int, kept: Kept) -> None:
    by_id = {c.firm: c for c in crowd}
    seated = [by_id[s.firm] for s in seat(crowd, seats, kept=kept)]
    if kept.micro and any(c.micro for c in crowd):
        assert any(c.micro for c in seated)
    if kept.newcomer and any(c.newcomer and not c.large for c in crowd) and seats > kept.micro:
        assert any(c.newcomer for c in seated)


@given(crowds(), st.integers(1, 8), keeps)
def test_a_large_firm_sits_only_where_nobody_smaller_is_left(crowd: list[Contender], seats: int, kept: Kept) -> None:
    seated = {s.firm for s in seat(crowd, seats, kept=kept)}
    if any(c.large for c in crowd if c.firm in seated):
        assert all(c.large for c in crowd if c.firm not in seated)


@given(crowds(), st.integers(1, 8), keeps, st.randoms())
def test_the_order_in_which_they_come_changes_nothing(
    crowd: list[Contender], seats: int, kept: Kept, chance: st.DataObject
) -> None:
    shuffled = list(crowd)
    chance.shuffle(shuffled)
    seated = seat(crowd, seats, kept=kept)
    assert seat(shuffled, seats, kept=kept) == seated
    assert changes_of_debt(shuffled, seated) == changes_of_debt(crowd, seated)


@given(crowds(), st.integers(0, 8), keeps)
def test_what_one_gains_another_has_got(crowd: list[Contender], seats: int, kept: Kept) -> None:
    changes = changes_of_debt(crowd, seat(crowd, seats, kept=kept))
    assert sum(changes.values()) == pytest.approx(0)
    assert all(-1 <= change <= 1 for change in changes.values())


@given(st.floats(LEAST_DEBT, MOST_DEBT), st.floats(-1, 1))
def test_a_debt_is_bounded(debt: float, change: float) -> None:
    assert LEAST_DEBT <= debt_after(debt, change) <= MOST_DEBT


@given(crowds(), st.integers(0, 14), st.floats(0, 3))
def test_being_owed_more_never_moves_a_firm_back(crowd: list[Contender], which: int, more: float) -> None:
    if not crowd:
        return
    one = crowd[which % len(crowd)]
    owed = Contender(one.firm, one.worth, one.debt + more, one.micro, one.large, one.newcomer)
    before = [c.firm for c in in_order(crowd)].index(one.firm)
    assert [c.firm for c in in_order([owed if c is one else c for c in crowd])].index(one.firm) <= before


def test_nothing_that_a_firm_could_pay_for_is_among_the_values() -> None:
    assert {f.name for f in fields(Contender)} == {"firm", "worth", "debt", "micro", "large", "newcomer", "pull"}


def test_among_firms_that_fit_alike_the_one_that_waited_longest_comes_first() -> None:
    crowd = [Contender(1, 0.95), Contender(2, 0.90, debt=2.0), Contender(3, 0.5, debt=9.0)]
    assert [c.firm for c in in_order(crowd)] == [2, 1, 3], "a debt never carries a firm over a better band of fit"
    (first,) = seat(crowd, 1, kept=NONE_KEPT)
    assert (first.firm, first.waited_longer) == (2, True)
    assert not any(s.waited_longer for s in seat(crowd, 2, kept=NONE_KEPT)), "both would sit there anyway"


def test_firms_that_fit_alike_take_turns() -> None:
    debts = dict.fromkeys(range(4), 0.0)
    turns = []
    for _ in range(8):
        crowd = [Contender(n, 1.0 - n * BAND / 5, debts[n]) for n in debts]
        seated = seat(crowd, 1, kept=NONE_KEPT)
        turns += [s.firm for s in seated]
        for firm, change in changes_of_debt(crowd, seated).items():
            debts[firm] = debt_after(debts[firm], change)
    assert sorted(turns[:4]) == sorted(turns[4:]) == [0, 1, 2, 3]


def test_a_firm_of_a_better_band_is_owed_nothing_for_the_seat_it_has() -> None:
    crowd = [Contender(1, 1.0), Contender(2, 0.5), Contender(3, 0.5)]
    assert changes_of_debt(crowd, seat(crowd, 2, kept=NONE_KEPT)) == {2: -0.5, 3: 0.5}


def test_a_kept_seat_is_named_only_where_it_was_needed() -> None:
    crowd = [*(Contender(n, 1.0) for n in range(3)), Contender(8, 0.1, micro=True), Contender(9, 0.2, newcomer=True)]
    named = {s.firm: (s.micro_seat, s.newcomer_seat) for s in seat(crowd, 3, kept=BOTH_KEPT)}
    assert named == {0: (False, False), 8: (True, False), 9: (False, True)}
    assert not any(s.micro_seat or s.newcomer_seat for s in seat(crowd, 5, kept=BOTH_KEPT))


def test_one_firm_that_is_both_needs_one_seat() -> None:
    crowd = [Contender(1, 1.0), Contender(2, 0.9), Contender(3, 0.2, micro=True, newcomer=True)]
    assert [s.firm for s in seat(crowd, 2, kept=BOTH_KEPT)] == [1, 3]


@pytest.mark.parametrize(("seats", "kept"), [(1, Kept()), (2, Kept(micro=True)), (3, BOTH_KEPT), (5, BOTH_KEPT)])
def test_which_seats_are_kept(seats: int, kept: Kept) -> None:
    assert kept_seats(seats, micro_sits=False, newcomer_sits=False) == kept
    assert kept_seats(seats, micro_sits=True, newcomer_sits=True) == NONE_KEPT


def test_who_is_a_newcomer() -> None:
    assert is_newcomer(None, 0, now=NOW) and not is_newcomer(None, 1, now=NOW)
    assert is_newcomer(NOW - NEW_FOR + timedelta(days=1), 5, now=NOW)
    assert not is_newcomer(NOW - NEW_FOR, 5, now=NOW)


def test_a_firm_has_room_by_its_own_limits_or_by_those_of_the_house() -> None:
    busy = Record(waiting=5, today=3)
    assert has_room(busy, most_open=None, most_daily=None)
    assert not has_room(busy, most_open=5, most_daily=None) and has_room(busy, most_open=6, most_daily=None)
    assert not has_room(busy, most_open=None, most_daily=3) and not has_room(busy, most_open=None, most_daily=0)
    assert not has_room(Record(waiting=20), most_open=None, most_daily=None)


def test_a_firm_that_does_not_answer_counts_as_less_reliable_and_an_unknown_one_as_usual() -> None:
    assert Record(answered=0, over=10).reliability < Record().reliability < Record(answered=10, over=10).reliability
