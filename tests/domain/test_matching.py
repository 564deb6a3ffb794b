"""Who is asked: fit first, each firm once, small before large, and nothing that money could buy."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.domain.fairness import Record
from bot.domain.goods import Money, Place, Quantity, Unit
from bot.domain.inquiry import Inquiry
from bot.domain.lead import Fact
from bot.domain.matching import (
    BEHIND_NEAREST,
    NEAR_ENOUGH,
    WORDS_ENOUGH,
    Books,
    Candidate,
    Choice,
    choose,
    fitting,
    why,
)
from bot.domain.supplier import Product, Size, SupplierStatus, SupplierType
from bot.domain.wishes import wishes_of
from tests.domain.samples import BUYER, NOW, firm, inquiry, pieces

Kind = SupplierStatus


def found(
    id: int, fit: float = 0.5, *, product: str | None = "Steel bottle", moq: Any = None, **firm_: Any
) -> Candidate:
    it = Product(id * 10, id, product, moq=moq) if product else None
    return Candidate(firm(id, **firm_), it, fit, near=fit, words=0.0)


def ids(chosen: Choice) -> list[int]:
    return [c.supplier.id for c, _ in chosen.asked]


@st.composite
def crowds(draw: st.DrawFn) -> list[Candidate]:
    one = st.builds(
        lambda id, fit, size, status, agent, moq, holds: found(
            id, fit, size=size, status=status, agent=agent, moq=moq and pieces(moq), certificates=holds
        ),
        st.integers(1, 15),
        st.sampled_from([0.0, 0.3, 0.5, 1.0]) | st.floats(0, 1),
        st.sampled_from([None, *Size]),
        st.sampled_from([*[Kind.VERIFIED] * 15, *Kind]),
        st.sampled_from([BUYER.id, None, *range(50, 62)]),
        st.sampled_from([None, 100, 900]),
        st.sampled_from([(), ("CE",)]),
    )
    every = draw(st.lists(one, max_size=20) | st.lists(one, min_size=6, max_size=20))
    firms = {c.supplier.id: c.supplier for c in every}  # one firm may be found by several of its products
    return [replace(c, supplier=firms[c.supplier.id]) for c in every]


needs = st.builds(lambda c: inquiry(certificates=c), st.sampled_from([(), ("CE",)]))


@given(crowds(), needs, st.integers(-1, 8), st.frozensets(st.integers(1, 15), max_size=5))
def test_the_rules_of_the_queue(crowd: list[Candidate], need: Inquiry, seats: int, asked: frozenset[int]) -> None:
    chosen = choose(crowd, need, seats=seats, asked=asked)
    firms = [c.supplier for c, _ in chosen.asked]
    may = {
        c.supplier.id: c.supplier
        for c in crowd
        if c.supplier.status is Kind.VERIFIED
        and c.supplier.agent not in (None, BUYER.id)
        and c.supplier.id not in asked
    }
    assert len(firms) == min(max(0, seats), len(may)), "every seat is filled that can be, and none twice"
    assert len({f.id for f in firms}) == len(firms)
    assert {f.id for f in firms} <= may.keys()
    passed_over = [f for id_, f in may.items() if id_ not in {f.id for f in firms}]
    if any(f.size is Size.LARGE for f in firms):
        assert all(f.size is Size.LARGE for f in passed_over), "a large firm sits where a smaller one fits"
    if seats > 0 and any(f.size is Size.MICRO for f in may.values()):
        assert any(f.size is Size.MICRO for f in firms)


@given(crowds(), needs, st.integers(1, 8), st.randoms())
def test_the_order_in_which_they_were_found_changes_nothing(
    crowd: list[Candidate], need: Inquiry, seats: int, chance: Any
) -> None:
    one_each = list({c.supplier.id: c for c in crowd}.values())
    shuffled = list(one_each)
    chance.shuffle(shuffled)
    assert choose(one_each, need, seats=seats, asked=()) == choose(shuffled, need, seats=seats, asked=())


@given(crowds(), needs, st.integers(1, 8), st.text(max_size=5), st.integers(1000, 2000))
def test_nothing_but_fit_size_terms_and_certificates_moves_a_place(
    crowd: list[Candidate], need: Inquiry, seats: int, words: str, number: int
) -> None:
    def dressed_up(c: Candidate) -> Candidate:
        own = f"{words}{99 - c.supplier.id}"  # turns every order by name, address or price around
        agent = number - c.supplier.id if c.supplier.agent not in (None, BUYER.id) else c.supplier.agent
        look = {"website": own, "email": own, "phone": own, "address": own, "city": own, "name": own}
        more = {"type": SupplierType.TRADING_COMPANY, "export_markets": (own,), "languages": (own,), "agent": agent}
        more |= {"time_zone": own, "declines_below": number}
        price = Money(Decimal(number - c.supplier.id), "USD")
        made = c.product and replace(c.product, description=own, price_low=price, price_high=price, lead_time_days=1)
        return replace(c, supplier=replace(c.supplier, country="DE", ref=own, **look, **more), product=made)

    plain = choose(crowd, need, seats=seats, asked=())
    assert ids(choose([dressed_up(c) for c in crowd], need, seats=seats, asked=())) == ids(plain)


def test_fit_comes_first_among_firms_that_are_not_large() -> None:
    crowd = [found(1, 0.3), found(2, 0.9, size=Size.MEDIUM), found(3, 0.6, size=Size.SMALL)]
    assert ids(choose(crowd, inquiry(), seats=3, asked=())) == [2, 3, 1]


def test_a_large_firm_takes_only_a_seat_that_nobody_smaller_fits() -> None:
    crowd = [found(1, 0.9, size=Size.LARGE), found(2, 0.4, size=Size.MEDIUM), found(3, 0.3, size=None)]
    assert ids(choose(crowd, inquiry(), seats=2, asked=())) == [2, 3]
    assert ids(choose(crowd, inquiry(), seats=3, asked=())) == [2, 3, 1]


def test_a_minimum_order_above_the_need_counts_against_a_firm_and_is_said() -> None:
    crowd = [found(1, 0.6, moq=pieces(900)), found(2, 0.5, moq=pieces(100))]
    chosen = choose(crowd, inquiry(), seats=2, asked=())
    assert ids(chosen) == [2, 1]
    assert [Fact.MOQ_FITS in chosen.asked[0][1].facts, Fact.MOQ_ABOVE in chosen.asked[1][1].facts] == [True, True]


def test_a_missing_certificate_counts_against_a_firm_and_is_said() -> None:
    crowd = [found(1, 0.55), found(2, 0.5, certificates=("ce",))]
    chosen = choose(crowd, inquiry(certificates=("CE",)), seats=2, asked=())
    assert ids(chosen) == [2, 1]
    assert Fact.LACKS_CERTIFICATE in chosen.asked[1][1].facts


def test_the_seat_kept_for_a_micro_firm_is_named_so_only_where_it_was_needed() -> None:
    crowd = [found(n, 1 - n / 10) for n in (1, 2, 3)] + [found(4, 0.1, size=Size.MICRO)]
    kept = choose(crowd, inquiry(), seats=2, asked=())
    assert ids(kept) == [1, 4] and Fact.SMALL_FIRM_SEAT in kept.asked[1][1].facts
    roomy = choose(crowd, inquiry(), seats=4, asked=())
    assert all(Fact.SMALL_FIRM_SEAT not in reason.facts for _, reason in roomy.asked)


def test_a_firm_found_by_two_products_is_asked_once_for_the_better_one() -> None:
    better = replace(found(1, 0.9), product=Product(99, 1, "Thermos flask"))
    ((chosen, reason),) = choose([found(1, 0.5), better, better], inquiry(), seats=5, asked=()).asked
    assert chosen is better and reason.product == "Thermos flask"


def test_a_buyer_is_never_asked_for_quotes_on_their_own_need() -> None:
    assert choose([found(1, agent=BUYER.id)], inquiry(), seats=5, asked=()).asked == ()


@pytest.mark.parametrize("status", [k for k in Kind if k is not Kind.VERIFIED])
def test_a_firm_that_is_not_verified_is_never_asked(status: SupplierStatus) -> None:
    assert choose([found(1, status=status)], inquiry(), seats=5, asked=()).asked == ()


@given(crowds())
def test_what_fits_is_near_enough_or_bears_the_words(crowd: list[Candidate]) -> None:
    assume(crowd)
    nearest = max(c.near for c in crowd)
    kept = fitting(crowd)
    assert kept == [c for c in crowd if c in kept], "the order stays"
    for c in crowd:
        near = c.near >= NEAR_ENOUGH and c.near >= nearest - BEHIND_NEAREST
        assert (c in kept) == (near or c.words >= WORDS_ENOUGH)


def test_a_title_with_the_words_fits_however_far_its_meaning_seems() -> None:
    bearer = replace(found(1, 0.0), words=WORDS_ENOUGH)
    assert fitting([found(2, 0.9), bearer]) == [found(2, 0.9), bearer]
    assert fitting([]) == []


def test_the_reason_holds_the_facts_that_are_true_and_no_others() -> None:
    need = inquiry(destination=Place("TR", "Izmir"), language="tr", certificates=("CE",))
    it = found(1, moq=pieces(500), country="TR", languages=("tr", "en"), certificates=("C.E.", "FDA"))
    assert why(it, wishes_of(need)).product == "Steel bottle"
    assert why(it, wishes_of(need)).facts == (
        Fact.MAKES_IT,
        Fact.MOQ_FITS,
        Fact.HAS_CERTIFICATE,
        Fact.SAME_COUNTRY,
        Fact.SPEAKS_LANGUAGE,
    )


def test_what_is_not_known_is_no_fact() -> None:
    assert why(found(1, country=None), wishes_of(inquiry(destination=Place(None, "Izmir")))).facts == (Fact.MAKES_IT,)
    cartons = found(1, moq=Quantity(Decimal(5), Unit.CARTON))
    assert why(cartons, wishes_of(inquiry())).facts == (Fact.MAKES_IT,), "cartons and pieces cannot be compared"


def test_a_firm_found_by_its_name_says_so_and_its_own_minimum_counts() -> None:
    reason = why(found(1, product=None, name="Bottle Works"), wishes_of(inquiry()))
    assert (reason.product, reason.facts) == ("Bottle Works", (Fact.NAME_FITS,))
    ninety = replace(found(1, product=None), supplier=firm(1, moq=pieces(90)))
    assert Fact.MOQ_FITS in why(ninety, wishes_of(inquiry())).facts


@given(crowds(), needs, st.integers(1, 8), st.frozensets(st.integers(1, 15)), st.frozensets(st.integers(1, 15)))
def test_firms_that_are_barred_or_have_enough_leads_are_never_asked(
    crowd: list[Candidate], need: Inquiry, seats: int, barred: frozenset[int], busy: frozenset[int]
) -> None:
    books = Books(records={n: Record(leads=30, waiting=n + 5, today=n) for n in busy}, barred=barred)
    for firm_ in (c.supplier for c, _ in choose(crowd, need, seats=seats, asked=(), books=books).asked):
        assert firm_.id not in barred
        assert firm_.id not in busy or firm_.id < 10, "ten a day are enough for anybody"


def test_a_firm_sets_how_many_leads_it_takes() -> None:
    crowd = [found(1, 0.9, most_open_leads=2), found(2, 0.5), found(3, 0.4, most_daily_leads=1)]
    books = Books(records={n: Record(leads=9, waiting=2, today=1) for n in (1, 2, 3)})
    chosen = choose(crowd, inquiry(), seats=5, asked=(), books=books)
    assert ids(chosen) == [2]
    assert chosen.busy, "the others may have room later"
    assert not choose(crowd, inquiry(), seats=5, asked=(1, 3), books=books).busy


def test_what_a_firm_has_sold_this_month_is_no_longer_its_capacity() -> None:
    crowd = [replace(found(n, 0.5), product=Product(n, n, "Steel bottle", capacity=pieces(600))) for n in (1, 2)]
    books = Books(
        sold={1: [("Steel bottle", pieces(400)), ("Steel cup", pieces(900))], 2: [("Steel cup", pieces(900))]}
    )
    chosen = choose(crowd, inquiry(), seats=2, asked=(), books=books)
    assert ids(chosen) == [2, 1]
    assert [Fact.CAPACITY_LEFT in chosen.asked[0][1].facts, Fact.CAPACITY_BELOW in chosen.asked[1][1].facts] == [1, 1]


def test_a_firm_that_leaves_its_leads_lying_stands_behind_one_that_answers() -> None:
    crowd = [found(1, 0.6), found(2, 0.5)]
    books = Books(records={1: Record(leads=20, over=20), 2: Record(leads=20, over=20, answered=20)})
    assert ids(choose(crowd, inquiry(), seats=2, asked=(), books=books)) == [2, 1]


def test_who_waited_longer_is_asked_and_told_so() -> None:
    crowd = [found(1, 0.55), found(2, 0.5, lead_debt=1.5)]
    ((chosen, reason),) = choose(crowd, inquiry(), seats=1, asked=()).asked
    assert chosen.supplier.id == 2 and Fact.WAITED_LONGER in reason.facts


def test_a_seat_is_kept_for_a_newcomer_until_one_sits() -> None:
    old = {n: Record(leads=9) for n in (1, 2, 3)}
    crowd = [found(n, 1 - n / 10) for n in (1, 2, 3)] + [found(4, 0.1)]
    books = Books(records=old, now=NOW)
    chosen = choose(crowd, inquiry(), seats=3, asked=(), books=books)
    assert ids(chosen) == [1, 2, 4] and Fact.NEWCOMER_SEAT in chosen.asked[2][1].facts
    sits = Books(records={**old, 5: Record(leads=1, waiting=1)}, now=NOW)
    refilled = choose(crowd, inquiry(), seats=2, asked=(5,), sitting=[firm(5)], books=sits)
    assert ids(refilled) == [1, 2], "somebody new sits already"
    settled = Books(records={**old, 5: Record(leads=2, waiting=1)}, now=NOW)
    assert ids(choose(crowd, inquiry(), seats=2, asked=(5,), sitting=[firm(5)], books=settled)) == [1, 4]


def test_a_refilled_seat_goes_to_a_micro_firm_where_none_sits() -> None:
    books = Books(records={n: Record(leads=9) for n in range(1, 9)}, now=NOW)
    crowd = [found(1, 0.9), found(2, 0.1, size=Size.MICRO)]
    assert ids(choose(crowd, inquiry(), seats=1, asked=(8,), sitting=[firm(8)], books=books)) == [2]
    micro = firm(8, size=Size.MICRO)
    assert ids(choose(crowd, inquiry(), seats=1, asked=(8,), sitting=[micro], books=books)) == [1]


def test_the_only_seat_of_an_inquiry_goes_to_the_best() -> None:
    crowd = [found(1, 0.9), found(2, 0.1, size=Size.MICRO)]
    assert ids(choose(crowd, inquiry(seats=1), seats=1, asked=())) == [1]


def test_the_kind_of_goods_fits_in_whatever_words_and_the_reason_says_so() -> None:
    strange = replace(found(1, 0.0, product="保温杯"), kind=1.0)
    other = replace(found(2, 0.0, product="钢管"), kind=0.3)
    assert fitting([strange, other]) == [strange]
    wishes = wishes_of(inquiry())
    assert why(strange, wishes).facts[:2] == (Fact.MAKES_IT, Fact.ANOTHER_NAME)
    assert Fact.ANOTHER_NAME not in why(replace(strange, words=1.0), wishes).facts
    assert Fact.ANOTHER_NAME not in why(other, wishes).facts
