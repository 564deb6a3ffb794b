"""What a firm reaches, told once each; and how soon newcomers get anywhere."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.milestones import (
    BUYERS,
    Beginnings,
    Milestone,
    Newcomer,
    Story,
    beginnings,
    reached,
    to_tell,
)
from tests.domain.samples import NOW

M = Milestone
counts = st.integers(0, 120)
stories = st.builds(Story, counts, counts, counts, counts, counts, st.none() | st.just(NOW - timedelta(days=400)))


@given(stories)
def test_every_milestone_is_told_once(story: Story) -> None:
    told: set[str] = set()
    for _ in range(3):
        fresh = to_tell(story, told, now=NOW)
        assert not told or not fresh
        told |= set(fresh)
    assert told == set(reached(story, now=NOW))


@given(stories, stories)
def test_nothing_that_was_reached_is_lost_by_growing(one: Story, other: Story) -> None:
    names = ("leads", "quotes", "buyers", "countries", "abroad")
    both = Story(*(max(getattr(one, name), getattr(other, name)) for name in names), one.joined_at)
    assert set(reached(one, now=NOW)) <= set(reached(both, now=NOW))


def test_the_steps_of_a_story() -> None:
    assert reached(Story(), now=NOW) == ()
    assert reached(Story(leads=1), now=NOW) == (M.FIRST_LEAD,)
    first = Story(2, 1, 1, 1, 0)
    assert reached(first, now=NOW)[-1] is M.FIRST_WIN
    assert to_tell(Story(9, 9, 5, 3, 1), set(reached(first, now=NOW)), now=NOW) == (
        M.FIRST_FOREIGN_BUYER, M.COUNTRIES_3, M.BUYERS_5)  # fmt: skip
    assert [n for n in range(1, 150) if (m := BUYERS.get(n)) and m in reached(Story(buyers=n), now=NOW)] == [*BUYERS]


def test_a_year_counts_from_the_day_it_joined_and_with_a_buyer() -> None:
    def year(days: int, buyers: int) -> bool:
        return M.ONE_YEAR in reached(Story(buyers=buyers, joined_at=NOW - timedelta(days=days)), now=NOW)

    assert year(365, 1)
    assert not year(364, 1)
    assert not year(365, 0), "a year without a single order is nothing to celebrate"


def test_the_median_is_of_those_that_got_that_far() -> None:
    def after(lead: float | None, win: float | None = None) -> Newcomer:
        return Newcomer(NOW, *(None if d is None else NOW + timedelta(days=d) for d in (lead, win)))

    assert beginnings([]) == Beginnings()
    found = beginnings([after(1, 9), after(2), after(6), after(None), after(-3)])
    assert (found.joined, found.with_lead, found.with_win) == (5, 4, 1)
    assert (found.lead_after, found.win_after) == (timedelta(days=1.5), timedelta(days=9))
