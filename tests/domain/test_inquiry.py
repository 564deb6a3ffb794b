"""An inquiry from the first words to its end: what is asked, who may send and cancel, how long quotes may come."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.goods import Place, Unit
from bot.domain.inquiry import (
    ASKED,
    LIVE,
    MORE_SEATS,
    SKIPPABLE,
    Further,
    Inquiry,
    InquiryStatus,
    Slot,
    ask_more,
    cancel,
    confirm,
    expire,
    fewer_seats,
    follow_up,
    knows,
    next_question,
    skip,
)
from bot.domain.outcome import Reason, Refusal
from tests.domain.samples import BUYER, NOW, STRANGER, day, inquiry, refusal, usd

DRAFT = InquiryStatus.DRAFT
FULLY = {
    "product": "rice",
    "amount": Decimal(5),
    "unit": Unit.TONNE,
    "destination": Place("DE"),
    "needed_by": day("2026-09-01"),
}
some_draft = st.builds(
    Inquiry,
    id=st.just(7),
    buyer=st.just(BUYER.id),
    product=st.sampled_from([None, "rice"]),
    amount=st.sampled_from([None, Decimal(5)]),
    unit=st.sampled_from([None, Unit.TONNE]),
    destination=st.sampled_from([None, Place("DE")]),
    needed_by=st.sampled_from([None, day("2026-09-01")]),
    skipped=st.frozensets(st.sampled_from(sorted(SKIPPABLE))),
)


def test_the_most_important_missing_thing_is_asked_first() -> None:
    draft = Inquiry(7, BUYER.id)
    asked = []
    while (slot := next_question(draft)) is not None:
        asked.append(slot)
        given_ = {slot.value if slot is not Slot.QUANTITY else "amount": FULLY[{"quantity": "amount"}.get(slot, slot)]}
        draft = Inquiry(**{**vars(draft), **given_})
    assert asked == [Slot.PRODUCT, Slot.QUANTITY, Slot.UNIT, Slot.DESTINATION, Slot.NEEDED_BY]


def test_a_number_without_a_unit_asks_for_the_unit_and_no_number_asks_for_none() -> None:
    assert next_question(inquiry(status=DRAFT, unit=None)) is Slot.UNIT
    no_number = inquiry(status=DRAFT, amount=None, unit=None, skipped=frozenset({Slot.QUANTITY}))
    assert next_question(no_number) is Slot.DESTINATION


@given(some_draft)
def test_what_is_asked_is_neither_known_nor_skipped(draft: Inquiry) -> None:
    slot = next_question(draft)
    if slot is None:
        assert all(knows(draft, s) or s in draft.skipped for s in ASKED)
    else:
        assert not knows(draft, slot) and slot not in draft.skipped
        assert all(knows(draft, s) or s in draft.skipped for s in ASKED[: ASKED.index(slot)])


@given(some_draft)
def test_skipping_ends_the_questions_and_changes_nothing_that_is_known(draft: Inquiry) -> None:
    for _ in ASKED:
        slot = next_question(draft)
        if slot is None or slot is Slot.PRODUCT:
            break
        skipped = skip(draft, slot)
        assert {**vars(skipped), "skipped": draft.skipped} == vars(draft)
        draft = skipped
    assert next_question(draft) in (None, Slot.PRODUCT)


def test_the_product_cannot_be_skipped() -> None:
    assert refusal(lambda: skip(Inquiry(7, BUYER.id), Slot.PRODUCT)) is Reason.PRODUCT_MISSING


def test_quotes_may_come_for_the_days_that_are_usual() -> None:
    sent = confirm(inquiry(status=DRAFT), by=BUYER, now=NOW, days=3)
    assert (sent.status, sent.opened_at, sent.quotes_until) == (InquiryStatus.OPEN, NOW, NOW + timedelta(days=3))


def test_goods_needed_sooner_than_the_days_end_the_time_for_quotes_sooner() -> None:
    sent = confirm(inquiry(status=DRAFT, needed_by=day("2026-03-04")), by=BUYER, now=NOW, days=3)
    assert sent.quotes_until == datetime(2026, 3, 4, tzinfo=UTC)


@pytest.mark.parametrize("needed", ["2026-03-02", "2026-03-03", "2025-01-01"])
def test_there_is_a_day_for_quotes_however_soon_it_is_needed(needed: str) -> None:
    sent = confirm(inquiry(status=DRAFT, needed_by=day(needed)), by=BUYER, now=NOW, days=3)
    assert sent.quotes_until == NOW + timedelta(days=1)


@given(st.dates(min_value=date(2025, 1, 1), max_value=date(2030, 1, 1)) | st.none(), st.integers(1, 60))
def test_the_time_for_quotes_is_at_least_a_day_and_never_longer_than_usual(needed: date | None, days: int) -> None:
    until = confirm(inquiry(status=DRAFT, needed_by=needed), by=BUYER, now=NOW, days=days).quotes_until
    assert until is not None and NOW + timedelta(days=1) <= until <= NOW + timedelta(days=days)


def test_only_the_buyer_sends_it() -> None:
    assert refusal(lambda: confirm(inquiry(status=DRAFT), by=STRANGER, now=NOW, days=3)) is Reason.NOT_FOUND


def test_nothing_is_sent_without_a_product() -> None:
    nameless = inquiry(status=DRAFT, product="")
    assert refusal(lambda: confirm(nameless, by=BUYER, now=NOW, days=3)) is Reason.PRODUCT_MISSING


@pytest.mark.parametrize("status", [s for s in InquiryStatus if s is not DRAFT])
def test_it_is_sent_once(status: InquiryStatus) -> None:
    assert refusal(lambda: confirm(inquiry(status=status), by=BUYER, now=NOW, days=3)) is Reason.ALREADY_DONE


@pytest.mark.parametrize("status", InquiryStatus)
def test_the_buyer_cancels_what_is_not_over(status: InquiryStatus) -> None:
    if status is DRAFT or status in LIVE:
        assert cancel(inquiry(status=status), by=BUYER).status is InquiryStatus.CANCELLED
    else:
        assert refusal(lambda: cancel(inquiry(status=status), by=BUYER)) is Reason.ALREADY_DONE
    assert refusal(lambda: cancel(inquiry(status=status), by=STRANGER)) is Reason.NOT_FOUND


@pytest.mark.parametrize("status", InquiryStatus)
def test_what_is_live_expires_at_its_time_and_not_before(status: InquiryStatus) -> None:
    it = inquiry(status=status, quotes_until=NOW)
    assert expire(it, now=NOW - timedelta(microseconds=1)) == it
    late = expire(it, now=NOW)
    assert late.status is (InquiryStatus.EXPIRED if status in LIVE else status)
    assert it.live == (status in LIVE)


def test_without_an_end_it_never_expires() -> None:
    assert expire(inquiry(quotes_until=None), now=NOW).status is InquiryStatus.OPEN


def test_a_quantity_needs_both_number_and_unit() -> None:
    assert inquiry(unit=None).quantity is None
    assert inquiry(amount=None).quantity is None
    assert inquiry().quantity is not None


def test_a_refusal_carries_its_reason_and_no_words() -> None:
    assert str(Refusal(Reason.NOT_FOUND)) == "not_found"


def test_each_product_named_beside_the_first_gets_its_turn_once() -> None:
    named = (Further("cups", Decimal(200), Unit.PIECE), Further("plates"))
    first = inquiry(further=named, destination=Place("DE"), certificates=("CE",), specs=("750 ml",), text="all of it")
    second = follow_up(first)
    assert second is not None
    third = follow_up(second)
    assert third is not None and follow_up(third) is None
    assert [(i.product, i.amount, i.unit) for i in (second, third)] == [
        ("cups", Decimal(200), Unit.PIECE),
        ("plates", None, None),
    ]
    for draft in (second, third):
        assert draft.status is DRAFT and draft.buyer == BUYER.id and draft.specs == ()
        assert (draft.destination, draft.certificates, draft.text) == (Place("DE"), ("CE",), "all of it")


@pytest.mark.parametrize(("show", "text"), [(False, ""), (True, "bottles for 2.37 USD and cups")])
def test_a_price_is_not_taken_over_nor_told_by_the_words_that_name_it(show: bool, text: str) -> None:
    words = "bottles for 2.37 USD and cups"
    first = inquiry(text=words, target_price=usd("2.37"), show_price=show, further=(Further("cups"),))
    second = follow_up(first)
    assert second is not None and second.target_price is None and second.text == text


@pytest.mark.parametrize("status", InquiryStatus)
def test_more_firms_are_asked_once_while_it_is_out(status: InquiryStatus) -> None:
    it = inquiry(status=status)
    if status not in LIVE:
        assert refusal(lambda: ask_more(it, by=BUYER)) is Reason.INQUIRY_CLOSED
        return
    more = ask_more(it, by=BUYER)
    assert (more.seats, more.asked_more) == (it.seats + MORE_SEATS, True)
    assert more.status is (InquiryStatus.OPEN if status is InquiryStatus.FULL else status)
    assert refusal(lambda: ask_more(more, by=BUYER)) is Reason.ALREADY_DONE
    assert refusal(lambda: ask_more(it, by=STRANGER)) is Reason.NOT_FOUND


@given(st.integers(-3, 9), st.sampled_from(InquiryStatus))
def test_fewer_firms_are_asked_only_before_it_is_sent(seats: int, status: InquiryStatus) -> None:
    it = inquiry(status=status)
    if status is DRAFT and 1 <= seats <= 5:
        assert fewer_seats(it, seats, most=5).seats == seats
    else:
        assert refusal(lambda: fewer_seats(it, seats, most=5)) is Reason.NOT_FOUND
