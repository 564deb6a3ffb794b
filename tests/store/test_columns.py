"""Columns keep exactly what was put in, and refuse what does not fit."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError, StatementError

from bot.domain.goods import Attachment, FileKind, Incoterm, Money, Place, Quantity, Unit
from bot.domain.inquiry import Further, Inquiry, InquiryStatus, Slot
from bot.domain.lead import Fact, Why
from bot.domain.supplier import Size
from bot.store.columns import Code, Instant, Value
from tests.store.conftest import Town

DIALECTS = [sqlite.dialect(), postgresql.dialect()]
dialects = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda d: d.name)
ROUND = [
    (Quantity, Quantity(Decimal("0.10"), Unit.TONNE)),
    (Money, Money(Decimal("1234567890123456789.00"), "JPY")),
    (Decimal, Decimal("1.80")),
    (Place, Place(None, "Höhr-Grenzhausen")),
    (Why, Why(None, (Fact.NAME_FITS, Fact.MOQ_ABOVE))),
    (frozenset[Slot], frozenset({Slot.UNIT, Slot.PRODUCT})),
    (tuple[str, ...], ("a", "", "\u2068 ü")),
    (tuple[Attachment, ...], (Attachment(FileKind.VOICE, "f", None, 0),)),
]


@dialects
@pytest.mark.parametrize(("of", "value"), ROUND)
def test_a_value_comes_back_as_it_went_in(dialect: Any, of: Any, value: Any) -> None:
    column = Value(of)
    again = column.process_result_value(column.process_bind_param(value, dialect), dialect)
    assert again == value and repr(again) == repr(value)
    assert column.process_bind_param(None, dialect) is None and column.process_result_value(None, dialect) is None


@dialects
@pytest.mark.parametrize(
    ("of", "wrong"),
    [
        (Quantity, Money(Decimal(1), "USD")),
        (Quantity, "5 pieces"),
        (Money, {"amount": "much", "currency": "USD"}),
        (tuple[str, ...], (1,)),
        (frozenset[Slot], {"colour"}),
        (Decimal, "much"),
    ],
)
def test_a_value_of_another_kind_is_refused(dialect: Any, of: Any, wrong: Any) -> None:
    with pytest.raises(ValueError):
        Value(of).process_bind_param(wrong, dialect)


@dialects
def test_a_code_is_a_member_or_nothing(dialect: Any) -> None:
    code = Code(Size)
    assert code.process_bind_param(Size.MICRO, dialect) == "micro" == code.process_bind_param("micro", dialect)
    assert code.process_result_value("micro", dialect) is Size.MICRO
    for wrong in ("tiny", "", 3, Unit.PIECE):
        with pytest.raises(ValueError, match="is not a valid Size"):
            code.process_bind_param(wrong, dialect)
    with pytest.raises(ValueError, match="is not a valid Size"):
        code.process_result_value("tiny", dialect)


@dialects
def test_a_moment_is_kept_in_utc_and_never_without_a_zone(dialect: Any) -> None:
    east = datetime(2026, 3, 2, 12, 30, tzinfo=timezone(timedelta(hours=3)))
    kept = Instant().process_bind_param(east, dialect)
    assert kept == east and kept.tzinfo is UTC
    assert Instant().process_result_value(kept.replace(tzinfo=None), dialect) == east
    with pytest.raises(ValueError, match="time zone"):
        Instant().process_bind_param(datetime(2026, 3, 2), dialect)


words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=30)
some_inquiry = st.builds(
    Inquiry,
    id=st.just(0),
    buyer=st.integers(1, 2**62),
    status=st.sampled_from(InquiryStatus),
    text=words,
    product=st.none() | words,
    specs=st.lists(words, max_size=3).map(tuple),
    amount=st.none() | st.decimals(0, 10**12, places=4),
    unit=st.none() | st.sampled_from(Unit),
    target_price=st.none() | st.builds(Money, st.decimals(0, 10**6, places=2), st.just("EUR")),
    per_unit=st.sampled_from([None, True, False]),
    show_price=st.booleans(),
    destination=st.none() | st.builds(Place, st.none() | st.just("DE"), st.none() | words),
    needed_by=st.none() | st.dates(date(2020, 1, 1), date(2100, 1, 1)),
    certificates=st.lists(words, max_size=3).map(tuple),
    incoterm=st.none() | st.sampled_from(Incoterm),
    guessed=st.frozensets(st.sampled_from(Slot)),
    skipped=st.frozensets(st.sampled_from(Slot)),
    further=st.lists(st.builds(Further, words, st.none() | st.decimals(0, 10**6, places=1)), max_size=2).map(tuple),
    seats=st.integers(1, 20),
    opened_at=st.none() | st.datetimes(datetime(2020, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC)),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(some_inquiry)
def test_an_inquiry_comes_back_as_it_went_in(town: Town, inquiry: Inquiry) -> None:
    with town.database.writing() as store:
        added = store.inquiries.add(inquiry)
    with town.database.reading() as store:
        again = store.inquiries.get(added.id)
    assert again == replace(inquiry, id=added.id)
    assert repr(again.amount) == repr(inquiry.amount), "a number keeps the decimals that were said"


def test_what_does_not_fit_is_refused_and_nothing_is_written(town: Town) -> None:
    for wrong in ({"status": "lively"}, {"unit": "bushel"}, {"opened_at": datetime(2026, 3, 2)}):
        with pytest.raises((StatementError, ValueError)), town.database.writing() as store:
            store.inquiries.save(replace(town.inquiry, product="changed", **wrong))
    with pytest.raises(IntegrityError), town.database.writing() as store:
        store.inquiries.save(replace(town.inquiry, product="changed", seats=0))
    with town.database.reading() as store:
        assert store.inquiries.get(town.inquiry.id) == town.inquiry


def test_a_firm_is_asked_once_about_an_inquiry(town: Town) -> None:
    with pytest.raises(IntegrityError), town.database.writing() as store:
        store.inquiries.add_lead(town.lead)
