"""Courtesy: the band never gives the chosen price away, and manners are a fair sum of what happened."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.domain.courtesy import (
    FEWER_SEATS,
    LEAST_SPREAD,
    WHOLE,
    Band,
    Manners,
    Outcome,
    band,
    beside,
    give_reason,
    is_comparable,
    manners,
    owed,
    possible,
    price_of,
    say_nothing,
    unanswered,
    with_seats,
)
from bot.domain.goods import Incoterm, Money
from bot.domain.inquiry import InquiryStatus
from bot.domain.outcome import Reason
from bot.domain.quote import LossReason, QuoteStatus
from tests.domain.samples import NOW, inquiry, pieces, quote, refusal, usd

prices = st.decimals(min_value="0.01", max_value=10**6, places=2)
currencies = st.sampled_from(["USD", "EUR", "JPY", "KRW"])
DECLINED, SENT, ACCEPTED = QuoteStatus.DECLINED, QuoteStatus.SENT, QuoteStatus.ACCEPTED


@pytest.mark.parametrize(
    ("own", "chosen", "said"),
    [
        ("100.00", "112.00", Band.BELOW),
        ("100.00", "105.00", Band.NEAR),
        ("100.00", "100.00", Band.NEAR),
        ("100.00", "93.00", Band.NEAR),
        ("110.00", "100.00", Band.TEN_TO_TWENTY),
        ("115.00", "100.00", Band.TEN_TO_TWENTY),
        ("120.00", "100.00", Band.TWENTY_TO_FORTY),
        ("140.00", "100.00", Band.ABOVE_FORTY),
        ("900.00", "100.00", Band.ABOVE_FORTY),
    ],
)
def test_a_price_stands_in_its_band(own: str, chosen: str, said: Band) -> None:
    assert band(usd(own), Decimal(chosen)) is said


def test_a_coarse_price_gets_no_band_and_so_gives_nothing_away() -> None:
    """Of prices like 0.12 a band would hold hardly more than one."""
    for chosen in ("0.08", "0.10", "0.12", "0.15"):
        assert band(usd("0.12"), Decimal(chosen)) is None
    assert band(Money(Decimal(5), "JPY"), Decimal(4)) is None
    assert band(usd("0"), Decimal(1)) is None and band(usd("1.80"), Decimal(0)) is None


@given(own=prices, one=prices, other=prices, currency=currencies)
def test_two_chosen_prices_of_one_band_are_told_in_the_same_words(
    own: Decimal, one: Decimal, other: Decimal, currency: str
) -> None:
    """What is said depends on the own price and the band alone; saying nothing does not tell prices apart either."""
    first, second = band(Money(own, currency), one), band(Money(own, currency), other)
    assert (first is None) == (second is None)
    for said, chosen in ((first, one), (second, other)):
        if said is not None:
            low, high = possible(own, said)
            assert low <= chosen and (high is None or chosen <= high)


@given(own=prices, chosen=prices, currency=currencies)
def test_a_band_never_pins_the_chosen_price(own: Decimal, chosen: Decimal, currency: str) -> None:
    """The cheapest and the dearest price that the firm must think possible lie 2.5 % or more around their middle."""
    said = band(Money(own, currency), chosen)
    assume(said is not None)
    assert said is not None
    low, high = possible(own, said)
    if high is not None:
        step = Fraction(1) if currency in WHOLE and own == own.to_integral_value() else Fraction(1, 100)
        fits = [n * step for n in (-(-low // step), high // step)]
        assert fits[1] > fits[0] and (fits[1] - fits[0]) / (fits[1] + fits[0]) >= LEAST_SPREAD


@given(own=prices, a=prices, b=prices)
def test_the_dearer_the_own_price_the_higher_the_band(own: Decimal, a: Decimal, b: Decimal) -> None:
    cheap, dear = sorted((a, b))
    over_cheap, over_dear = band(usd(str(own)), cheap), band(usd(str(own)), dear)
    order = list(Band)
    assume(over_cheap is not None and over_dear is not None)
    assert over_cheap and over_dear and order.index(over_cheap) >= order.index(over_dear)


def test_prices_are_compared_only_under_the_same_delivery_terms() -> None:
    fob, exw = quote(1, incoterm=Incoterm.FOB), quote(2, ACCEPTED, incoterm=Incoterm.EXW)
    assert is_comparable(fob, [replace(fob, id=3)]) and not is_comparable(fob, [exw])
    assert not is_comparable(fob, []) and not is_comparable(replace(fob, unit_price=None), [fob])


def test_several_chosen_parts_count_by_their_quantity() -> None:
    parts = [quote(1, ACCEPTED, awarded=pieces(100)), quote(2, ACCEPTED, quantity=pieces(400))]
    assert price_of(inquiry(), parts, {1: Decimal(1), 2: Decimal(2)}) == Decimal("1.8")
    assert price_of(inquiry(), parts, {1: Decimal(1), 2: None}) is None
    assert price_of(inquiry(), [], {}) is None and price_of(inquiry(), parts[:1], {1: Decimal(3)}) == 3


AWARDED, EXPIRED = inquiry(status=InquiryStatus.AWARDED), inquiry(status=InquiryStatus.EXPIRED)
LOST = quote(2, DECLINED, decided_at=NOW)


def test_a_firm_is_owed_a_word_once_the_inquiry_is_over() -> None:
    taken, waiting = quote(1, ACCEPTED, decided_at=NOW), quote(3)
    assert owed(AWARDED, [taken, LOST]) == (LOST,)
    assert owed(EXPIRED, [waiting]) == (waiting,)
    assert owed(inquiry(), [waiting]) == () and owed(inquiry(status=InquiryStatus.DRAFT), [waiting]) == ()
    assert owed(AWARDED, [quote(2, DECLINED)]) == (), "what was declined before there was courtesy is left alone"


def test_a_reason_is_given_once_and_may_come_late() -> None:
    said = give_reason(AWARDED, LOST, LossReason.PRICE, now=NOW)
    assert (said.loss_reason, said.status) == (LossReason.PRICE, DECLINED)
    assert refusal(lambda: give_reason(AWARDED, said, LossReason.TIME, now=NOW)) is Reason.ALREADY_DONE
    silent = say_nothing(LOST)
    assert owed(AWARDED, [silent]) == () and unanswered(AWARDED, [silent]) == (silent,)
    assert give_reason(AWARDED, silent, LossReason.TIME, now=NOW).loss_reason is LossReason.TIME
    assert refusal(lambda: give_reason(AWARDED, LOST, LossReason.UNSAID, now=NOW)) is Reason.NOT_FOUND
    assert refusal(lambda: give_reason(inquiry(), quote(), LossReason.TIME, now=NOW)) is Reason.NOT_FOUND


def test_after_the_time_for_quotes_silence_leaves_a_quote_acceptable_and_a_reason_declines_it() -> None:
    assert say_nothing(quote()).status is SENT and beside(EXPIRED, [say_nothing(quote())])
    assert give_reason(EXPIRED, quote(), LossReason.PRICE, now=NOW).status is DECLINED


def outcome(answered: int, silent: int, *, days: int = 1, bought: bool = False) -> Outcome:
    return Outcome(NOW - timedelta(days=days), answered, silent, bought)


def test_of_a_new_buyer_nothing_is_said() -> None:
    assert manners([outcome(2, 0)] * 2, now=NOW).of_ten is None
    assert manners([outcome(2, 0)] * 3, now=NOW).of_ten == 9
    assert manners([outcome(0, 2)] * 3, now=NOW).of_ten == 2
    assert manners([outcome(0, 0)] * 9, now=NOW).of_ten is None, "inquiries without quotes do not count"
    assert manners([outcome(2, 0, days=181)] * 9, now=NOW) == Manners()


def test_who_never_answers_asks_fewer_firms_and_gets_them_back_by_answering() -> None:
    assert not manners([outcome(0, 3)] * 3, now=NOW).never_answers
    silent = manners([outcome(0, 3)] * 4, now=NOW)
    assert with_seats(inquiry(), silent).seats == FEWER_SEATS and with_seats(inquiry(), silent).asked_more
    assert with_seats(inquiry(seats=1), silent).seats == 1
    better = manners([*[outcome(0, 3)] * 2, *[outcome(3, 0)] * 2], now=NOW)
    assert with_seats(inquiry(), better) == inquiry()


def test_asking_again_and_again_without_a_word_or_a_purchase_is_fishing() -> None:
    assert manners([outcome(0, 1)] * 5, now=NOW).fishing
    assert not manners([outcome(0, 1)] * 4, now=NOW).fishing
    assert not manners([*[outcome(0, 1)] * 5, outcome(1, 0, bought=True)], now=NOW).fishing
    assert not manners([outcome(0, 1, days=31)] * 5, now=NOW).fishing
    assert manners([outcome(0, 1)] * 4 + [outcome(1, 1)], now=NOW).silent_lately == 4


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=20), st.integers(1, 5))
def test_answering_never_makes_a_buyer_look_worse(history: list[tuple[int, int]], more: int) -> None:
    before = manners([outcome(a, s) for a, s in history], now=NOW)
    after = manners([*(outcome(a, s) for a, s in history), outcome(more, 0)], now=NOW)
    assert 0 < before.rate <= after.rate < 1 and after.of_ten in (None, *range(11))
