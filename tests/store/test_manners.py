"""How buyers answer is counted from what became of their quotes, on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.courtesy import Manners
from bot.domain.inquiry import InquiryStatus
from bot.domain.quote import LossReason, QuoteStatus
from tests.store.conftest import NOW, Town

DAY = timedelta(days=1)
SENT, DECLINED, ACCEPTED = QuoteStatus.SENT, QuoteStatus.DECLINED, QuoteStatus.ACCEPTED
AWARDED, CLOSED, EXPIRED = InquiryStatus.AWARDED, InquiryStatus.CLOSED, InquiryStatus.EXPIRED
CANCELLED, OPEN = InquiryStatus.CANCELLED, InquiryStatus.OPEN
ANSWERED, SILENT = Manners(1, 1, 1), Manners(1, 1, 0, silent_lately=1)


@pytest.mark.parametrize(
    ("ended", "status", "reason", "manners"),
    [
        (AWARDED, ACCEPTED, None, replace(ANSWERED, bought_lately=True)),
        (AWARDED, DECLINED, None, ANSWERED),
        (AWARDED, DECLINED, LossReason.UNSAID, ANSWERED),
        (CLOSED, DECLINED, LossReason.UNSAID, replace(ANSWERED, bought_lately=True)),
        (CANCELLED, DECLINED, LossReason.PRICE, ANSWERED),
        (CANCELLED, DECLINED, LossReason.UNSAID, SILENT),
        (CANCELLED, DECLINED, None, Manners()),
        (EXPIRED, SENT, LossReason.UNSAID, SILENT),
        (EXPIRED, SENT, None, Manners()),
        (OPEN, SENT, None, Manners()),
    ],
)
def test_what_became_of_a_quote_counts_for_its_buyer(
    town: Town, ended: InquiryStatus, status: QuoteStatus, reason: LossReason | None, manners: Manners
) -> None:
    with town.database.writing() as store:
        store.inquiries.save(replace(town.inquiry, status=ended, opened_at=NOW - DAY))
        store.inquiries.save_quote(replace(town.quote, status=status, loss_reason=reason))
        assert store.buyers.manners(town.buyer.id, now=NOW) == manners
        assert store.buyers.manners(town.stranger.id, now=NOW) == Manners()
        assert store.buyers.manners(town.buyer.id, now=NOW + 200 * DAY) == Manners(), "it is forgotten in time"
        waits = town.inquiry.id if manners == SILENT else None
        assert store.buyers.newest_silent(town.buyer.id, now=NOW) == waits


def test_buyers_who_never_answer_are_found_and_all_others_are_not(town: Town) -> None:
    with town.database.writing() as store:
        for buyer, answered in ((town.buyer, 0), (town.stranger, 3), (town.agent, 0)):
            for n in range(4 if buyer is not town.agent else 3):
                ended = replace(town.inquiry, buyer=buyer.id, status=CANCELLED, opened_at=NOW - DAY)
                reason = LossReason.PRICE if n < answered else LossReason.UNSAID
                lost = replace(town.quote, status=DECLINED, decided_at=NOW, loss_reason=reason)
                store.inquiries.add_quote(replace(lost, inquiry=store.inquiries.add(ended).id))
        assert store.buyers.silent(now=NOW) == [(town.buyer.id, Manners(4, 4, 0, 4))]
