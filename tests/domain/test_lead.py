"""A lead and its seat: passing, lapsing, who holds a seat, who may quote."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.inquiry import LIVE, InquiryStatus
from bot.domain.lead import WAITING, DeclineReason, LeadStatus, decline, lapse, may_quote, seats_taken, seats_to_fill
from bot.domain.outcome import Reason, Refusal
from tests.domain.samples import NOW, inquiry, lead, refusal

statuses = st.lists(st.sampled_from(LeadStatus), max_size=12)
OVER = sorted(set(InquiryStatus) - LIVE)


@pytest.mark.parametrize("status", sorted(WAITING))
@pytest.mark.parametrize("reason", DeclineReason)
def test_a_firm_that_passes_says_why_and_frees_its_seat(status: LeadStatus, reason: DeclineReason) -> None:
    passed = decline(lead(status=status), reason)
    assert (passed.status, passed.decline_reason) == (LeadStatus.DECLINED, reason)
    assert seats_to_fill(inquiry(seats=1), [passed]) == 1


@pytest.mark.parametrize("status", sorted(set(LeadStatus) - WAITING))
def test_what_is_decided_cannot_be_passed_on(status: LeadStatus) -> None:
    reason = refusal(lambda: decline(lead(status=status), DeclineReason.OTHER))
    assert reason is (Reason.INQUIRY_CLOSED if status is LeadStatus.WITHDRAWN else Reason.ALREADY_DONE)


@pytest.mark.parametrize("status", LeadStatus)
def test_a_silent_firm_gives_its_seat_up_when_its_time_is_over(status: LeadStatus) -> None:
    it = lead(status=status, seat_until=NOW)
    assert lapse(it, now=NOW - timedelta(seconds=1)) == it
    assert lapse(it, now=NOW).status is (LeadStatus.LAPSED if status in WAITING else status)


@given(statuses, st.integers(1, 6))
def test_seats_asked_and_seats_taken_never_exceed_the_seats(found: list[LeadStatus], seats: int) -> None:
    leads = [lead(n, s) for n, s in enumerate(found)]
    holding = sum(s in ("offered", "seen", "quoted") for s in found)
    assert seats_taken(leads) == found.count(LeadStatus.QUOTED)
    assert seats_to_fill(inquiry(seats=seats), leads) == max(0, seats - holding)


@given(statuses, st.sampled_from(OVER))
def test_nobody_is_asked_about_an_inquiry_that_is_over(found: list[LeadStatus], over: InquiryStatus) -> None:
    assert seats_to_fill(inquiry(status=over), [lead(n, s) for n, s in enumerate(found)]) == 0


@given(statuses, st.integers(0, 11), st.sampled_from(InquiryStatus))
def test_who_may_quote(found: list[LeadStatus], which: int, status: InquiryStatus) -> None:
    leads = [lead(n, s) for n, s in enumerate([*found, LeadStatus.OFFERED])]
    mine = leads[min(which, len(leads) - 1)]
    it = inquiry(status=status, seats=2)
    full = found.count(LeadStatus.QUOTED) >= 2
    try:
        may_quote(it, mine, leads)
    except Refusal as no:
        if status in LIVE and mine.status is not LeadStatus.WITHDRAWN:
            assert no.reason is Reason.INQUIRY_FULL and full and mine.status is not LeadStatus.QUOTED
        else:
            assert no.reason is Reason.INQUIRY_CLOSED
    else:
        assert status in LIVE and mine.status is not LeadStatus.WITHDRAWN
        assert mine.status is LeadStatus.QUOTED or not full


@pytest.mark.parametrize("status", [LeadStatus.DECLINED, LeadStatus.LAPSED])
def test_a_firm_that_passed_or_was_silent_may_still_quote_while_a_seat_is_free(status: LeadStatus) -> None:
    may_quote(inquiry(seats=1), lead(1, status), [lead(1, status), lead(2, LeadStatus.OFFERED)])
    taken = [lead(1, status), lead(2, LeadStatus.QUOTED)]
    assert refusal(lambda: may_quote(inquiry(seats=1), taken[0], taken)) is Reason.INQUIRY_FULL
