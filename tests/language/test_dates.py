"""Deadlines, told on Tuesday 1 December 2026."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.understand.deadlines import parse_deadline

TODAY = date(2026, 12, 1)
DEADLINES = [
    *[
        ("en", "before end of January", "2027-01-31"),
        ("en", "by 15 March", "2027-03-15"),
        ("en", "March 15th, 2028", "2028-03-15"),
    ],
    *[
        ("en", "mid January", "2027-01-15"),
        ("en", "first week of Feb", "2027-02-07"),
        ("en", "2027-02-28", "2027-02-28"),
    ],
    *[("en", "next week", "2026-12-13"), ("en", "in 3 weeks", "2026-12-22"), ("en", "by Friday", "2026-12-04")],
    *[
        ("en", "within a month", "2027-01-01"),
        ("en", "before Chinese New Year", "2027-02-06"),
        ("en", "28/02/2027", "2027-02-28"),
    ],
    *[
        ("zh-Hans", "12月20日前", "2026-12-20"),
        ("zh-Hans", "45天内", "2027-01-15"),
        ("zh-Hans", "三周内", "2026-12-22"),
    ],
    *[
        ("zh-Hans", "12月底装船", "2026-12-31"),
        ("zh-Hans", "三月", "2027-03-31"),
        ("es", "para el 15 de marzo", "2027-03-15"),
    ],
    *[
        ("es", "a fin de mes", "2026-12-31"),
        ("es", "antes de navidad", "2026-12-25"),
        ("es", "para el viernes", "2026-12-04"),
    ],
    *[("es", "mañana", "2026-12-02"), ("es", "en febrero", "2027-02-28"), ("pt", "em 4 semanas", "2026-12-29")],
    *[
        ("pt", "até o fim de fevereiro", "2027-02-28"),
        ("pt", "dia dez de janeiro", "2027-01-10"),
        ("fr", "sous 45 jours", "2027-01-15"),
    ],
    *[
        ("pt", "até meados de janeiro", "2027-01-15"),
        ("fr", "avant le 5 février", "2027-02-05"),
        ("fr", "courant février", "2027-02-28"),
    ],
    *[
        ("de", "bis Ende Januar", "2027-01-31"),
        ("de", "spätestens 28.02.2027", "2027-02-28"),
        ("de", "bis Mitte Februar", "2027-02-15"),
    ],
    *[
        ("ru", "за 3 недели", "2026-12-22"),
        ("ru", "к середине февраля", "2027-02-15"),
        ("ru", "до 15 марта", "2027-03-15"),
    ],
    *[("ar", "قبل 15 مارس", "2027-03-15"), ("ar", "خلال 10 ايام", "2026-12-11"), ("ar", "نهاية فبراير", "2027-02-28")],
    *[("hi", "28 feb tak", "2027-02-28"), ("hi", "shukravar tak", "2026-12-04"), ("hi", "agle hafte", "2026-12-13")],
    *[
        ("id", "sebelum akhir Januari", "2027-01-31"),
        ("id", "minggu depan", "2026-12-13"),
        ("id", "dalam 45 hari", "2027-01-15"),
    ],
    *[
        ("vi", "trước cuối tháng 1", "2027-01-31"),
        ("vi", "ngay 20 thang 1", "2027-01-20"),
        ("vi", "giữa tháng 2", "2027-02-15"),
    ],
    *[
        ("tr", "ocak sonuna kadar", "2027-01-31"),
        ("tr", "45 gün içinde", "2027-01-15"),
        ("tr", "ay sonuna", "2026-12-31"),
    ],
    *[
        ("it", "entro fine marzo", "2027-03-31"),
        ("nl", "voor 15 maart", "2027-03-15"),
        ("pl", "do 15 marca", "2027-03-15"),
    ],
    *[("uk", "до кінця січня", "2027-01-31"), ("fa", "تا ۱۵ مارس", "2027-03-15"), ("he", "עד סוף ינואר", "2027-01-31")],
    *[("bn", "১৫ মার্চ", "2027-03-15"), ("ur", "15 مارچ تک", "2027-03-15"), ("th", "ภายใน 15 มีนาคม", "2027-03-15")],
    *[
        ("ja", "3月15日まで", "2027-03-15"),
        ("ko", "3월 15일까지", "2027-03-15"),
        ("sw", "ndani ya wiki 2", "2026-12-15"),
    ],
]


@pytest.mark.parametrize(("language", "text", "day"), DEADLINES)
def test_a_deadline_is_one_day(language, text, day):
    assert parse_deadline(text, language, today=TODAY) == date.fromisoformat(day)


@pytest.mark.parametrize(
    "text",
    ["ASAP", "soon", "31.02.2027", "30 February", "28.02.2020", "2026-13-01", "99/99", "", "in 0 days", "9999-12-31"],
)
def test_no_day_or_a_day_that_is_gone_stays_empty(text):
    assert parse_deadline(text, today=TODAY) is None


def test_a_day_without_a_year_is_the_next_one():
    assert parse_deadline("1 December", today=TODAY) == TODAY
    assert parse_deadline("30 November", today=TODAY) == date(2027, 11, 30)


@given(
    st.text(max_size=60),
    st.sampled_from(["en", "zh-Hans", "vi", "tr", "sw"]),
    st.dates(date(2024, 1, 1), date(2090, 1, 1)),
)
def test_any_text_gives_a_day_ahead_or_none(text, language, today):
    day = parse_deadline(text, language, today=today)
    assert day is None or day >= today


@given(st.dates(date(2024, 1, 1), date(2030, 12, 31)), st.integers(0, 700))
def test_a_written_day_is_read_back(today, ahead):
    day = date.fromordinal(today.toordinal() + ahead)
    assert parse_deadline(day.isoformat(), today=today) == day
    assert parse_deadline(f"{day.day} {day:%B} {day.year}", today=today) == day
