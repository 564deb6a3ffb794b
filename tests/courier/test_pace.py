from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.courier.pace import Kind, Pacer, Rate

GAPS = st.lists(st.floats(0, 3, allow_nan=False), min_size=1, max_size=150)


@given(GAPS, st.integers(1, 8), st.floats(0.05, 2))
def test_no_stretch_of_time_holds_more_than_the_rate_and_one_burst(gaps: list[float], burst: int, every: float) -> None:
    pacer, now, taken = Pacer(10_000, private=Rate(every, burst)), 0.0, []
    for gap in gaps:
        now += gap
        if pacer.take(7, now=now):
            taken.append(now)
    for first, begin in enumerate(taken):
        for last in range(first, len(taken)):
            assert last - first + 1 <= burst + (taken[last] - begin) / every + 1e-6


@given(GAPS)
def test_the_bot_as_a_whole_keeps_its_own_rate(gaps: list[float]) -> None:
    pacer, now, taken = Pacer(20), 0.0, []
    for number, gap in enumerate(gaps):
        now += gap / 30
        if pacer.take(number, now=now):
            taken.append(now)
    for first, begin in enumerate(taken):
        for last in range(first, len(taken)):
            assert last - first + 1 <= 2 + (taken[last] - begin) * 20 + 1e-6


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0, 20)), min_size=1, max_size=30))
def test_a_pause_never_ends_earlier_than_any_wish_for_it(pauses: list[tuple[float, float]]) -> None:
    pacer, now, end = Pacer(), 100.0, 0.0
    for gap, seconds in pauses:
        now += gap
        pacer.pause(seconds, now=now)
        end = max(end, now + seconds)
        assert abs(pacer.pause_left(7, now=now) - max(0.0, end - now)) < 1e-6
        assert pacer.take(7, now=now) is False or end <= now + 1e-9


@given(GAPS)
def test_who_waits_as_long_as_told_may_go(gaps: list[float]) -> None:
    pacer, now = Pacer(), 0.0
    for gap in gaps:
        now += gap / 10
        wait = pacer.wait(7, now=now)
        if wait:
            assert not pacer.take(7, now=now)
        now += wait + 1e-6
        assert pacer.take(7, now=now)


def test_six_messages_in_a_row_are_instant_then_one_a_second() -> None:
    pacer = Pacer(1000)
    assert [pacer.take(7, now=0.0) for _ in range(7)] == [True] * 6 + [False]
    assert pacer.cooling(now=0.0) == {7}
    assert pacer.take(7, now=1.001) and not pacer.take(7, now=1.5)


def test_a_group_gets_at_most_twenty_in_its_first_minute() -> None:
    pacer = Pacer(1000)
    assert sum(pacer.take(-5, now=moment / 10) for moment in range(600)) <= 20


def test_a_pause_of_one_group_leaves_others_alone() -> None:
    pacer = Pacer()
    pacer.pause(5, now=0.0, chat=-5)
    assert not pacer.take(-5, now=1.0) and pacer.take(7, now=1.0)
    assert pacer.take(-5, now=5.1)


def test_chats_that_are_quiet_again_are_forgotten() -> None:
    pacer = Pacer(1_000_000)
    for chat in range(1, 20_000):
        pacer.take(chat, now=chat * 0.01)
    assert len(pacer._next) < 5_000


def in_ten_seconds(pacer: Pacer, *kinds: Kind) -> list[int]:
    """How many of each kind leave, where those named first are asked first."""
    taken = [0] * len(kinds)
    for step in range(10_000):
        for at, kind in enumerate(kinds):
            taken[at] += pacer.take(step * 10 + at, now=step / 1000, kind=kind)
    return taken


def test_replies_go_first_and_announcements_take_what_is_left() -> None:
    talk, broadcast = in_ten_seconds(Pacer(20), Kind.TALK, Kind.BROADCAST)
    assert 200 <= talk <= 202 and broadcast <= 2
    (alone,) = in_ten_seconds(Pacer(20), Kind.BROADCAST)
    assert 200 <= alone <= 202


def test_announcements_keep_a_rate_of_their_own_within_that_of_all() -> None:
    broadcast, talk = in_ten_seconds(Pacer(20, broadcast=5), Kind.BROADCAST, Kind.TALK)
    assert 50 <= broadcast <= 52 and 200 <= broadcast + talk <= 202


def test_what_is_paid_for_takes_nothing_from_the_others() -> None:
    paid, talk = in_ten_seconds(Pacer(20, paid=100), Kind.PAID, Kind.TALK)
    assert 1000 <= paid <= 1005 and 200 <= talk <= 202
    (unpaid,) = in_ten_seconds(Pacer(20), Kind.PAID)
    assert 200 <= unpaid <= 202, "where the house does not pay"
    pacer = Pacer(20, paid=100)
    pacer.pause(5, now=0.0)
    assert not pacer.take(7, now=4.9, kind=Kind.PAID) and pacer.take(7, now=5.1, kind=Kind.PAID)
