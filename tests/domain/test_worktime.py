"""Working time: only working hours count, whatever the clocks do, and a seat always ends in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.worktime import LEAST_SEAT_TIME, SEAT_TIME, WorkWeek, after, between, remind_at, seat_until

HOUR = timedelta(hours=1)
BERLIN, CAIRO, APIA = ZoneInfo("Europe/Berlin"), ZoneInfo("Africa/Cairo"), ZoneInfo("Pacific/Apia")
WEEK = WorkWeek(BERLIN)
weeks = st.builds(
    WorkWeek,
    st.sampled_from([UTC, BERLIN, CAIRO, APIA, ZoneInfo("America/New_York"), ZoneInfo("Asia/Kathmandu")]),
    st.sampled_from([frozenset({5, 6}), frozenset({4, 5}), frozenset({4}), frozenset[int]()]),
)
moments = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))
lengths = st.timedeltas(timedelta(), timedelta(hours=60))


def local(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@given(moments, lengths, weeks)
def test_after_so_much_work_exactly_so_much_was_worked(start: datetime, length: timedelta, week: WorkWeek) -> None:
    end = after(start, length, week)
    assert end >= start and between(start, end, week) == length
    there = end.astimezone(week.zone)
    assert there.weekday() not in week.weekend and 9 <= there.hour + there.minute / 60 <= 18


@given(moments, lengths, lengths, weeks)
def test_stretches_of_work_add_up(start: datetime, one: timedelta, other: timedelta, week: WorkWeek) -> None:
    middle = start + one
    end = middle + other
    assert between(start, middle, week) + between(middle, end, week) == between(start, end, week) <= end - start


@given(moments, st.timedeltas(timedelta(minutes=1), timedelta(days=40)), weeks)
def test_a_seat_ends_after_it_began_and_never_after_quotes_do(now: datetime, left: timedelta, week: WorkWeek) -> None:
    until = seat_until(now, now + left, week)
    assert now < until <= now + left
    worked, all_of_it = between(now, until, week), between(now, now + left, week)
    assert worked <= SEAT_TIME
    assert worked <= max(LEAST_SEAT_TIME, all_of_it / 2)


@given(moments, st.timedeltas(timedelta(minutes=1), timedelta(days=40)), weeks)
def test_a_reminder_comes_within_the_seat_and_in_working_time(now: datetime, left: timedelta, week: WorkWeek) -> None:
    until = seat_until(now, now + left, week)
    at = remind_at(now, until, week)
    if at is not None:
        assert now < at < until and at.astimezone(week.zone).weekday() not in week.weekend


@pytest.mark.parametrize(
    ("asked", "length", "end"),
    [
        ("2026-03-02T10:00", 8, "2026-03-02T18:00"),  # a Monday
        ("2026-03-02T17:00", 2, "2026-03-03T10:00"),
        ("2026-03-06T17:00", 2, "2026-03-09T10:00"),  # over a weekend
        ("2026-03-07T12:00", 1, "2026-03-09T10:00"),
        ("2026-03-27T17:00", 2, "2026-03-30T10:00"),  # clocks go forward that Sunday
        ("2026-10-23T17:00", 2, "2026-10-26T10:00"),  # and back
    ],
)
def test_nights_and_weekends_do_not_count(asked: str, length: int, end: str) -> None:
    assert after(local(asked), length * HOUR, WEEK) == local(end)


def test_friday_is_free_where_the_weekend_begins_with_it() -> None:
    cairo = WorkWeek(CAIRO, frozenset({4, 5}))
    thursday = local("2026-03-05T17:00", CAIRO)
    assert after(thursday, 2 * HOUR, cairo) == local("2026-03-08T10:00", CAIRO)


def test_a_day_that_a_country_skipped_is_nobodys_working_day() -> None:
    samoa = WorkWeek(APIA, frozenset())
    thursday = local("2011-12-29T17:00", APIA)  # there was no 30 December 2011 in Samoa
    assert between(thursday, local("2011-12-31T10:00", APIA), samoa) == 2 * HOUR


def test_an_urgent_need_gets_shorter_seats_so_that_others_can_be_asked_too() -> None:
    monday = local("2026-03-02T09:00")
    assert seat_until(monday, monday + timedelta(days=21), WEEK) == local("2026-03-04T15:00")
    assert seat_until(monday, monday + timedelta(days=3), WEEK) == local("2026-03-03T13:30")
    assert seat_until(monday, monday + timedelta(hours=3), WEEK) == monday + LEAST_SEAT_TIME
    assert seat_until(monday, monday + HOUR, WEEK) == monday + HOUR
    assert remind_at(monday, monday + HOUR, WEEK) is None
