"""A quote: its questions, its total to the last digit, and what accepting it sets in motion."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.goods import Incoterm, Money, Quantity, Unit
from bot.domain.inquiry import LIVE, Inquiry, InquiryStatus
from bot.domain.outcome import Reason
from bot.domain.quote import Flag, Quote, QuoteStatus, Term, accept, covered, flags, next_question, send
from tests.domain.samples import BUYER, NOW, STRANGER, TODAY, amounts, inquiry, pieces, quote, refusal, usd

EXPIRED = InquiryStatus.EXPIRED


def test_terms_are_asked_in_order_and_the_place_only_under_a_term() -> None:
    asked, it = [], quote(status=QuoteStatus.DRAFT)
    while (term := next_question(it, inquiry())) is not None:
        asked.append(term)
        it = Quote(**{**vars(it), "done": it.done | {term}})
    assert asked == [t for t in Term if t not in (Term.PLACE, Term.LOT)]
    with_term = quote(incoterm=Incoterm.FOB, done=frozenset(Term) - {Term.PLACE})
    assert next_question(with_term, inquiry()) is Term.PLACE


def test_without_a_quantity_asked_for_no_part_of_it_is_asked() -> None:
    assert next_question(quote(done=frozenset({Term.UNIT_PRICE})), inquiry(amount=None)) is Term.MOQ


@pytest.mark.parametrize("status", QuoteStatus)
def test_a_draft_with_a_price_is_sent_once(status: QuoteStatus) -> None:
    it = quote(status=status)
    if status is QuoteStatus.DRAFT:
        sent = send(it, now=NOW)
        assert (sent.status, sent.sent_at) == (QuoteStatus.SENT, NOW)
        assert refusal(lambda: send(quote(status=status, unit_price=None), now=NOW)) is Reason.PRICE_MISSING
    else:
        assert refusal(lambda: send(it, now=NOW)) is Reason.ALREADY_DONE


prices = st.decimals(min_value="0.00001", max_value=10**11, places=5)


@given(prices, amounts)
def test_a_total_is_exact(price: Decimal, amount: Decimal) -> None:
    total = quote(unit_price=Money(price, "USD")).total(Quantity(amount, Unit.PIECE))
    assert total is not None and total.currency == "USD"
    assert Fraction(total.amount) == Fraction(price) * Fraction(amount)


def test_a_total_keeps_the_decimals_of_the_price() -> None:
    assert quote(unit_price=usd("1.80")).total(pieces(500)) == usd("900.00")
    assert str(quote(unit_price=usd("1.80")).total(pieces(500)).amount) == "900.00"


def test_a_part_is_multiplied_by_its_own_quantity() -> None:
    assert quote(quantity=pieces(200)).total(pieces(500)) == usd("360.00")


def test_the_price_is_for_the_unit_that_was_asked_for_whatever_unit_the_part_is_told_in() -> None:
    twenty_dozen = quote(unit_price=usd("1.80"), quantity=Quantity(Decimal(20), Unit.DOZEN))
    assert twenty_dozen.total(pieces(500)) == usd("432.00")


def test_there_is_no_total_where_it_cannot_be_known() -> None:
    cartons = quote(quantity=Quantity(Decimal(20), Unit.CARTON))
    assert cartons.total(pieces(500)) is None
    assert quote(unit_price=None).total(pieces(5)) is None
    assert quote().total(None) is None
    seven_by_the_dozen = quote(unit_price=usd("1.00"), quantity=pieces(7))
    assert seven_by_the_dozen.total(Quantity(Decimal(10), Unit.DOZEN)) is None, "no money is rounded"


def test_parts_in_several_units_add_up() -> None:
    halves = [quote(1, quantity=pieces(260)), quote(2, quantity=Quantity(Decimal(20), Unit.DOZEN))]
    assert covered(inquiry(), halves)
    assert not covered(inquiry(), halves[:1])
    assert not covered(inquiry(), [halves[0], quote(3, quantity=Quantity(Decimal(900), Unit.CARTON))])


def test_a_quote_without_a_quantity_offers_everything() -> None:
    assert covered(inquiry(), [quote()])
    assert covered(inquiry(amount=None), [quote(quantity=pieces(1))])
    assert not covered(inquiry(), []) and not covered(inquiry(amount=None), [])


@given(st.lists(st.integers(1, 400), max_size=6))
def test_the_need_is_covered_exactly_when_the_parts_reach_it(parts: list[int]) -> None:
    assert covered(inquiry(), [quote(n, quantity=pieces(p)) for n, p in enumerate(parts)]) == (sum(parts) >= 500)


some_quotes = st.lists(
    st.tuples(st.sampled_from(QuoteStatus), st.integers(1, 600) | st.none()), min_size=1, max_size=7
).map(lambda found: [quote(n, s, quantity=p and pieces(p)) for n, (s, p) in enumerate(found, 1)])


@given(some_quotes, st.sampled_from(InquiryStatus), st.integers(1, 8))
def test_accepting_has_one_winner_and_tells_everyone_else_only_when_the_need_is_filled(
    quotes: list[Quote], status: InquiryStatus, which: int
) -> None:
    it = inquiry(status=status)
    wanted = next((q for q in quotes if q.id == which), None)
    allowed = wanted is not None and wanted.status is QuoteStatus.SENT and (status in LIVE or status is EXPIRED)
    if not allowed:
        refusal(lambda: accept(it, quotes, which, by=BUYER, now=NOW))
        return
    award = accept(it, quotes, which, by=BUYER, now=NOW)
    assert award.accepted.id == which and award.accepted.status is QuoteStatus.ACCEPTED
    assert which not in {q.id for q in award.declined}
    assert {q.status for q in award.declined} <= {QuoteStatus.DECLINED}
    earlier = [q for q in quotes if q.status is QuoteStatus.ACCEPTED]
    waiting = {q.id for q in quotes if q.status is QuoteStatus.SENT} - {which}
    filled = covered(it, [*earlier, award.accepted])
    assert {q.id for q in award.declined} == (waiting if filled else set())
    assert award.inquiry.status is (InquiryStatus.AWARDED if filled else InquiryStatus.PARTLY_AWARDED)


def test_an_award_over_two_parts() -> None:
    first, second, third = (quote(n, quantity=pieces(250)) for n in (1, 2, 3))
    half = accept(inquiry(), [first, second, third], 1, by=BUYER, now=NOW)
    assert half.inquiry.status is InquiryStatus.PARTLY_AWARDED and half.declined == ()
    whole = accept(half.inquiry, [half.accepted, second, third], 2, by=BUYER, now=NOW)
    assert whole.inquiry.status is InquiryStatus.AWARDED
    assert [q.id for q in whole.declined] == [3]


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (QuoteStatus.ACCEPTED, Reason.ALREADY_DONE),
        (QuoteStatus.DRAFT, Reason.QUOTE_GONE),
        (QuoteStatus.REVISED, Reason.QUOTE_GONE),
        (QuoteStatus.WITHDRAWN, Reason.QUOTE_GONE),
        (QuoteStatus.DECLINED, Reason.QUOTE_GONE),
        (QuoteStatus.EXPIRED, Reason.QUOTE_GONE),
    ],
)
def test_only_a_quote_that_stands_is_accepted(status: QuoteStatus, reason: Reason) -> None:
    assert refusal(lambda: accept(inquiry(), [quote(1, status)], 1, by=BUYER, now=NOW)) is reason


@pytest.mark.parametrize("status", InquiryStatus)
def test_an_inquiry_that_is_over_takes_no_quote_but_an_expired_one_does(status: InquiryStatus) -> None:
    def take() -> object:
        return accept(inquiry(status=status), [quote()], 1, by=BUYER, now=NOW)

    if status in LIVE or status is EXPIRED:
        assert take()
    else:
        assert refusal(take) is Reason.INQUIRY_CLOSED


def test_a_stranger_and_a_quote_that_does_not_exist_look_the_same() -> None:
    assert refusal(lambda: accept(inquiry(), [quote()], 1, by=STRANGER, now=NOW)) is Reason.NOT_FOUND
    assert refusal(lambda: accept(inquiry(), [quote()], 9, by=BUYER, now=NOW)) is Reason.NOT_FOUND
    taken = [quote(1, QuoteStatus.ACCEPTED)]
    assert refusal(lambda: accept(inquiry(), taken, 1, by=STRANGER, now=NOW)) is Reason.NOT_FOUND


def test_a_quote_holds_through_its_last_day_and_no_longer() -> None:
    assert accept(inquiry(), [quote(valid_until=TODAY)], 1, by=BUYER, now=NOW)
    stale = [quote(valid_until=TODAY - timedelta(days=1))]
    assert refusal(lambda: accept(inquiry(), stale, 1, by=BUYER, now=NOW)) is Reason.QUOTE_EXPIRED


def seen(it: Quote, need: Inquiry, *certificates: str) -> set[Flag]:
    return set(flags(it, need, certificates=certificates, today=TODAY))


GOOD = {"lead_time_days": 10, "incoterm": Incoterm.DDP, "valid_until": TODAY}


def test_a_quote_that_answers_everything_has_no_flag() -> None:
    need = inquiry(certificates=("CE", "OEKO-TEX"), needed_by=TODAY + timedelta(days=10))
    assert seen(quote(quantity=pieces(500), moq=pieces(500), **GOOD), need, "ce", "Oeko Tex", "FDA") == set()


@pytest.mark.parametrize(
    ("values", "need", "flag"),
    [
        ({"quantity": pieces(499)}, {}, Flag.PART_ONLY),
        ({"quantity": Quantity(Decimal(41), Unit.DOZEN)}, {}, Flag.PART_ONLY),
        ({"moq": pieces(501)}, {}, Flag.MOQ_ABOVE),
        ({}, {"certificates": ("CE",)}, Flag.CERTIFICATE_MISSING),
        ({"lead_time_days": 11}, {"needed_by": TODAY + timedelta(days=10)}, Flag.TOO_LATE),
        ({"lead_time_days": None}, {}, Flag.LEAD_TIME_UNKNOWN),
        ({"incoterm": None}, {}, Flag.FREIGHT_UNKNOWN),
        ({"incoterm": Incoterm.FOB}, {}, Flag.FREIGHT_EXTRA),
        ({"incoterm": Incoterm.EXW}, {}, Flag.FREIGHT_EXTRA),
        ({"valid_until": TODAY - timedelta(days=1)}, {}, Flag.NO_LONGER_VALID),
    ],
)
def test_each_flag_is_raised_by_its_own_lack(values: dict[str, object], need: dict[str, object], flag: Flag) -> None:
    assert seen(quote(**{**GOOD, **values}), inquiry(**need)) == {flag}


def test_a_minimum_above_the_part_offered_is_flagged() -> None:
    assert Flag.MOQ_ABOVE in seen(quote(quantity=pieces(100), moq=pieces(200), **GOOD), inquiry())


def test_what_cannot_be_compared_raises_no_flag() -> None:
    cartons = Quantity(Decimal(1), Unit.CARTON)
    assert seen(quote(quantity=cartons, moq=pieces(10**6), **GOOD), inquiry()) == set()
    assert seen(quote(moq=cartons, **GOOD), inquiry()) == set()


@pytest.mark.parametrize("term", [Incoterm.CPT, Incoterm.CIP, Incoterm.DAP, Incoterm.DPU, Incoterm.CFR, Incoterm.CIF])
def test_terms_under_which_the_seller_pays_the_main_carriage_are_not_flagged(term: Incoterm) -> None:
    assert not {Flag.FREIGHT_EXTRA, Flag.FREIGHT_UNKNOWN} & seen(quote(incoterm=term), inquiry())
