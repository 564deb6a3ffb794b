"""The invented market: the same rules as the house, the same numbers for the same seed, and no seat too many."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from bot.__main__ import cli
from bot.domain import worktime
from bot.domain.fairness import Record, has_room
from bot.domain.worktime import WorkWeek
from bot.market import clock
from bot.market.assumptions import BEGINNING, DAY, QUICK, Assumptions
from bot.market.books import Books
from bot.market.deciding import Quote, decide
from bot.market.firms import Firms, firms
from bot.market.house import House
from bot.market.inquiries import Merit, Occasion, deserved
from bot.market.measures import gini, median, median_wait
from bot.market.policies import POLICIES, Policy
from bot.market.run import Market, serve, simulate

KEYS = {
    "policy", "gini_leads", "gini_wins", "small_share", "newcomer_days_to_first_lead", "buyer_utility",
    "days_to_third_quote", "big_orders_filled",
}  # fmt: skip
TINY = Assumptions(firms=120, inquiries=150, days=40, families=2, buyers=40)
NAMED = {policy.name: policy for policy in POLICIES}


@pytest.fixture(scope="module")
def tiny() -> Market:
    return simulate(TINY, seed=5)


# The command


def test_a_line_of_json_for_every_policy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.market.assumptions.QUICK", TINY)
    done = CliRunner().invoke(cli, ["simulate", "--quick", "--json", "--seed", "5"])
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [line["policy"] for line in lines] == list(NAMED)
    assert all(line.keys() >= KEYS for line in lines)
    again = CliRunner().invoke(cli, ["simulate", "--quick", "--json", "--seed", "5"])
    assert [line for line in again.stdout.splitlines() if line.startswith("{")] == [json.dumps(line) for line in lines]


def test_people_get_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.market.assumptions.QUICK", replace(TINY, inquiries=20))
    done = CliRunner().invoke(cli, ["simulate", "--quick"], env={"COLUMNS": "80"})
    assert done.exit_code == 0
    assert all(name in done.stdout for name in NAMED)


def test_another_seed_is_another_market(tiny: Market) -> None:
    assert simulate(TINY, seed=6, policies=POLICIES[:1]).results[0] != tiny.results[0]


def test_who_else_is_compared_changes_nothing(tiny: Market) -> None:
    alone = simulate(TINY, seed=5, policies=[NAMED["round_robin"]]).results
    assert alone == [r for r in tiny.results if r.policy == "round_robin"]


# The rules of the house


@given(st.floats(0, 2000), st.floats(0.5, 400), st.integers(-11, 13), st.booleans())
def test_the_clock_agrees_with_working_time(t: float, wait: float, ahead: int, friday: bool) -> None:
    week = WorkWeek(timezone(timedelta(hours=ahead)), frozenset({4, 5} if friday else {5, 6}))
    its = clock.clock(float(ahead), rests_on_friday=friday)
    start = BEGINNING + timedelta(hours=t)
    ends = start + timedelta(hours=wait)
    then = worktime.seat_until(start, ends, week)
    assert (then - BEGINNING).total_seconds() / 3600 == pytest.approx(clock.seat_until(t, t + wait, its), abs=1e-4)


@given(st.integers(0, 30), st.integers(0, 15))
def test_room_is_what_the_house_calls_room(waiting: int, today: int) -> None:
    books = Books.empty(firms(replace(TINY, firms=1), np.random.default_rng(0)))
    for _ in range(today):
        books.ask(0, 5.0, waits=False)
    books.waiting[0] = waiting
    record = Record(leads=today, waiting=waiting, today=today)
    assert books.have_room(np.array([0]), 6.0)[0] == has_room(record, most_open=None, most_daily=None)


def test_reliability_is_what_the_house_calls_so() -> None:
    books = Books.empty(firms(replace(TINY, firms=1), np.random.default_rng(0)))
    for answered in (True, False, True):
        books.ask(0, 1.0)
        books.end(0, answered=answered)
    assert books.reliability(np.array([0]))[0] == pytest.approx(Record(answered=2, over=3).reliability)


@pytest.mark.parametrize("policy", POLICIES, ids=lambda p: p.name)
def test_no_seat_too_many(policy: Policy) -> None:
    market = simulate(replace(TINY, inquiries=60), seed=3, policies=[policy])
    (done,) = market.houses
    assert all(o.quotes <= max(policy.seats, policy.seats_for_parts) for o in done.outcomes)
    if not policy.refills or policy.races:
        assert all(o.asked <= policy.seats for o in done.outcomes)
    assert not done.books.waiting.any(), "every lead comes to an end"


# A market of three, by hand


def three(**columns: list[float]) -> Firms:
    """A micro, a small and a large firm that all answer at once, each perfect."""
    base = firms(replace(TINY, firms=3, families=1, there_at_first=1.0), np.random.default_rng(1))
    given: dict[str, list[float]] = {
        "family": [0, 0, 0], "size": [0, 1, 3], "capacity": [99, 99, 99], "moq": [0, 0, 0], "quality": [1, 1, 1],
        "answers": [1, 1, 1], "tier": [0, 0, 2], "clock": [0, 0, 0], "joined": [-9000, -9000, -9000],
        "left": [9e9, 9e9, 9e9], "takes_parts": [1, 1, 1], **columns,
    }  # fmt: skip
    kinds = {name: getattr(base, name).dtype for name in given}
    return replace(base, **{name: np.array(values).astype(kinds[name]) for name, values in given.items()})


def occasion(opened: float = 10.0, quantity: float = 0.5, score: tuple[float, ...] = (0.9, 0.9, 0.9)) -> Occasion:
    every = np.array(score)
    return Occasion(
        opened=opened, quantity=quantity, big=quantity > 5, thrift=1.0, reserve=0.1, firms=np.arange(len(score)),
        score=every, fit=every, merit=every, mood=np.zeros(3), passing=np.ones(3), hours=np.ones(3), price=np.ones(3),
    )  # fmt: skip


def served(name: str, every: Firms, *coming: Occasion, seats: int = 1) -> House:
    house = House(replace(NAMED[name], seats=seats), TINY, every)
    serve(TINY, every, Merit.none_yet(3), (house,), coming)
    return house


def test_one_seat_goes_round_among_those_who_fit_alike() -> None:
    weekly = [occasion(10.0 + 7 * DAY * n) for n in range(8)]
    assert served("shoal", three(), *weekly).books.leads.tolist() == [4, 4, 0], "the large one comes after both"
    assert served("round_robin", three(), *weekly).books.leads.tolist() == [3, 3, 2]


def test_the_best_score_takes_all() -> None:
    weekly = [occasion(10.0 + 7 * DAY * n, score=(0.85, 0.9, 0.8)) for n in range(8)]
    assert served("best_score_first", three(), *weekly).books.leads.tolist() == [0, 8, 0]
    assert served("shoal", three(), *weekly).books.leads.tolist() == [4, 4, 0], "a twentieth less is as good"


def test_payment_moves_a_firm_only_where_ranks_are_sold() -> None:
    weekly = [occasion(10.0 + 7 * DAY * n) for n in range(8)]
    for name in NAMED:
        free = served(name, three(tier=[0, 0, 0]), *weekly).books.leads.tolist()
        paid = served(name, three(tier=[0, 0, 2]), *weekly).books.leads.tolist()
        assert (free != paid) == (name == "pay_to_rank"), name


def test_three_fill_together_what_none_can_alone() -> None:
    every, big = three(capacity=[4, 3, 5]), occasion(quantity=12.0)
    house = served("shoal", every, big, seats=3)
    (outcome,) = house.outcomes
    assert (outcome.filled, outcome.firms, house.books.wins.tolist()) == (True, 3, [1, 1, 1])
    assert not served("shoal_without_pools", every, big, seats=3).outcomes[0].filled


def test_a_part_alone_is_not_what_the_buyer_needs() -> None:
    assert decide(occasion(quantity=12.0), [Quote(0, 0, 4.0)], three(), 0.05).value == 0
    assert decide(occasion(quantity=12.0), [Quote(0, 0, 4.0), Quote(1, 1, 2.0)], three(), 0.05).value == 0


def test_a_silent_firm_frees_its_seat_where_seats_pass_on() -> None:
    silent = three(answers=[0, 1, 1])
    best = occasion(score=(0.9, 0.85, 0.8))
    assert served("best_score_first", silent, best).outcomes[0].quotes == 0
    assert served("best_score_first_refilled", silent, best).outcomes[0].quotes == 1


# Measures


def test_gini_of_known_shares() -> None:
    assert gini(np.array([3.0, 3.0, 3.0])) == pytest.approx(0)
    assert gini(np.array([0.0, 0.0, 0.0, 1.0])) == pytest.approx(0.75)
    assert gini(np.array([1.0, 2.0, 3.0, 4.0])) == pytest.approx(0.25)
    assert gini(np.array([0.0, 1.0]), np.array([3.0, 1.0])) == pytest.approx(0.75), "as if there were three of it"


def test_what_merit_deserves() -> None:
    assert deserved(np.array([0.9, 0.85, 0.7]), 1).tolist() == [0.5, 0.5, 0]
    assert deserved(np.array([0.9, 0.85, 0.7, 0.69]), 3).tolist() == [1, 1, 0.5, 0.5]


def test_a_median_counts_those_who_still_wait() -> None:
    waits = np.array([1.0, 2.0, 3.0, 4.0])
    assert median_wait(waits, [True] * 4, longest=9) == 2
    assert median_wait(waits, [True, False, True, False], longest=9) == 3
    assert median_wait(waits, [False] * 4, longest=9) == 9
    assert median([1.0, None, None], never=7) == 7


def test_the_small_market_is_as_dense_as_the_large_one() -> None:
    def density(how: Assumptions) -> float:
        return how.inquiries / how.firms / how.days

    assert density(QUICK) == pytest.approx(density(Assumptions()), rel=0.01)
