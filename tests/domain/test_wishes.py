"""What a buyer wishes of a firm: conditions decide, everything else is a fact, and what is not known is none."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.goods import Place, Quantity, Unit
from bot.domain.inquiry import Whom
from bot.domain.lead import AGAINST, Fact
from bot.domain.matching import Candidate, choose, meeting, ranked
from bot.domain.supplier import Product, Size, Supplier, SupplierType
from bot.domain.wanted import KEPT_FOR, TOLD_EVERY, Wanted, drop, keep, knows, may_be_told, told
from bot.domain.wishes import Wishes, fits, wishes_of
from tests.domain.samples import NOW, day, firm, inquiry, pieces

BOTTLE = Product(1, 1, "Steel bottle")
TO_LYON = Place("FR", "Lyon")


def facts(supplier: Supplier, wishes: Wishes, product: Product | None = BOTTLE) -> tuple[Fact, ...]:
    return fits(supplier, product, wishes)[1]


def may(supplier: Supplier, wishes: Wishes) -> bool:
    return fits(supplier, BOTTLE, wishes)[0]


countries = st.sampled_from([None, "TR", "CN", "FR"])
codes = st.lists(st.sampled_from(["TR", "CN", "FR"]), max_size=2).map(tuple)
whoms = st.builds(
    Whom,
    origin=codes,
    not_origin=codes,
    certified=st.booleans(),
    types=st.lists(st.sampled_from(SupplierType), max_size=2).map(tuple),
    sizes=st.lists(st.sampled_from(Size), max_size=2).map(tuple),
    only=st.booleans(),
)
firms = st.builds(
    lambda country, type, size, held, markets: firm(
        country=country, type=type, size=size, certificates=held, export_markets=markets
    ),
    countries,
    st.sampled_from([None, *SupplierType]),
    st.sampled_from([None, *Size]),
    st.sampled_from([(), ("CE",)]),
    codes,
)
wishes = st.builds(
    Wishes,
    quantity=st.sampled_from([None, pieces(10), pieces(900)]),
    destination=st.sampled_from([None, TO_LYON]),
    days=st.sampled_from([None, 1, 60]),
    certificates=st.sampled_from([(), ("CE",)]),
    whom=whoms,
)


@given(firms, wishes)
def test_no_firm_from_an_unwanted_country_or_from_outside_the_wanted_ones_ever_passes(it: Supplier, w: Wishes) -> None:
    passes, found = fits(it, BOTTLE, w)
    if it.country in w.whom.not_origin or (w.whom.origin and it.country not in w.whom.origin):
        assert not passes
        assert {Fact.ELSEWHERE, Fact.UNWANTED_COUNTRY} & set(found)
    if w.whom == Whom():
        assert passes, "without a condition every firm may be offered"
    assert len(found) == len(set(found))


@given(st.lists(firms, max_size=8), wishes)
def test_who_is_shown_is_who_meets_the_conditions_each_once(crowd: list[Supplier], w: Wishes) -> None:
    found = [Candidate(replace(it, id=n), BOTTLE, fit=0.5, near=0.5, words=0.5) for n, it in enumerate(crowd, start=1)]
    kept = meeting(found, w)
    assert [c for c in found if may(c.supplier, w)] == kept
    order = ranked([*kept, *kept], w)
    assert sorted(c.supplier.id for c in order) == sorted(c.supplier.id for c in kept)
    large = [c.supplier.size is Size.LARGE for c in order]
    assert large == sorted(large), "large firms stand behind all others"


def test_a_firm_that_does_not_say_where_it_is_passes_for_not_china_but_not_for_turkey() -> None:
    assert may(firm(country=None), Wishes(whom=Whom(not_origin=("CN",))))
    assert not may(firm(country=None), Wishes(whom=Whom(origin=("TR",))))
    assert facts(firm(country="TR"), Wishes(whom=Whom(origin=("TR",)))) == (Fact.FROM_COUNTRY,)


def test_a_certificate_decides_only_where_it_is_a_must() -> None:
    bare, asked = firm(), Wishes(certificates=("CE",))
    must = replace(asked, whom=Whom(certified=True))
    assert fits(bare, BOTTLE, asked) == (True, (Fact.LACKS_CERTIFICATE,))
    assert fits(bare, BOTTLE, must) == (False, (Fact.LACKS_CERTIFICATE,))
    assert fits(firm(certificates=("c.e.",)), BOTTLE, must) == (True, (Fact.HAS_CERTIFICATE,))


def test_the_kind_of_firm_decides_only_where_it_is_a_must_and_unknown_is_not_held_against_it() -> None:
    small = Whom(types=(SupplierType.MANUFACTURER,), sizes=(Size.MICRO, Size.SMALL))
    trader = firm(type=SupplierType.TRADING_COMPANY, size=Size.SMALL)
    assert fits(trader, BOTTLE, Wishes(whom=small)) == (True, (Fact.KIND_OTHER,))
    assert fits(trader, BOTTLE, Wishes(whom=replace(small, only=True))) == (False, (Fact.KIND_OTHER,))
    assert fits(firm(size=Size.MICRO), BOTTLE, Wishes(whom=replace(small, only=True))) == (True, (Fact.KIND_FITS,))
    assert fits(firm(), BOTTLE, Wishes(whom=replace(small, only=True))) == (True, ())


def test_a_destination_outside_the_markets_is_said_and_shuts_nobody_out() -> None:
    to_lyon = Wishes(destination=TO_LYON)
    assert fits(firm(country="TR", export_markets=("DE", "NL")), BOTTLE, to_lyon) == (True, (Fact.NOT_SERVED,))
    assert facts(firm(country="TR", export_markets=("FR",)), to_lyon) == ()
    assert facts(firm(country="TR"), to_lyon) == (), "a firm that names no markets is not held to any"
    assert facts(firm(country="FR", export_markets=("DE",)), to_lyon) == (Fact.SAME_COUNTRY,)
    assert facts(firm(country=None, export_markets=("DE",)), Wishes(destination=Place(None, "Lyon"))) == ()


@pytest.mark.parametrize(
    ("quantity", "days", "below"),
    [
        (pieces(1000), None, False),
        (pieces(1001), None, True),
        (pieces(3000), 90, False),
        (pieces(3001), 90, True),
        (pieces(1001), 5, True),
        (Quantity(Decimal(100), Unit.DOZEN), None, True),
        (Quantity(Decimal(9), Unit.TONNE), None, False),
    ],
)
def test_more_than_a_firm_makes_in_the_time_is_said(quantity: Quantity, days: int | None, below: bool) -> None:
    makes = replace(BOTTLE, capacity=pieces(1000))
    found = facts(firm(), Wishes(quantity=quantity, days=days), makes)
    assert (Fact.CAPACITY_BELOW in found) is below


def test_a_lead_time_is_held_against_the_days_that_are_left() -> None:
    slow = replace(BOTTLE, lead_time_days=30)
    assert facts(firm(), Wishes(days=30), slow) == (Fact.LEAD_TIME_FITS,)
    assert facts(firm(), Wishes(days=29), slow) == (Fact.LEAD_TIME_ABOVE,)
    assert facts(firm(), Wishes(), slow) == ()


def test_the_wishes_of_an_inquiry_count_its_days_from_the_day_it_was_sent() -> None:
    sent = inquiry(opened_at=datetime(2026, 3, 2, 23, 59, tzinfo=UTC), needed_by=day("2026-03-12"))
    assert wishes_of(sent).days == 10
    assert wishes_of(replace(sent, opened_at=None)).days is None


@pytest.mark.parametrize("fact", sorted(AGAINST))
def test_what_counts_against_a_firm_costs_it_its_place_or_shuts_it_out(fact: Fact) -> None:
    need = inquiry(
        certificates=("CE",),
        destination=TO_LYON,
        opened_at=NOW,
        needed_by=NOW.date() + timedelta(days=20),
        whom=Whom(
            origin=("TR",) if fact is Fact.ELSEWHERE else (),
            not_origin=("CN",) if fact is Fact.UNWANTED_COUNTRY else (),
            types=(SupplierType.ARTISAN,),
        ),
    )
    good: dict[str, Any] = {"country": "TR", "certificates": ("CE",), "type": SupplierType.ARTISAN}
    bad = {
        Fact.MOQ_ABOVE: {"moq": pieces(900)},
        Fact.LACKS_CERTIFICATE: {"certificates": ()},
        Fact.ELSEWHERE: {"country": "CN"},
        Fact.UNWANTED_COUNTRY: {"country": "CN"},
        Fact.KIND_OTHER: {"type": SupplierType.TRADING_COMPANY},
        Fact.NOT_SERVED: {"export_markets": ("US",)},
    }.get(fact, {})
    made = {Fact.CAPACITY_BELOW: {"capacity": pieces(10)}, Fact.LEAD_TIME_ABOVE: {"lead_time_days": 99}}.get(fact, {})
    worse = Candidate(firm(1, **good | bad), replace(BOTTLE, **made), 0.5, 0.5, 0.5)
    better = Candidate(firm(2, **good), BOTTLE, 0.5, 0.5, 0.5)
    chosen = choose([worse, better], need, seats=2, asked=()).asked
    assert chosen[0][0] is better
    shut_out = fact in (Fact.ELSEWHERE, Fact.UNWANTED_COUNTRY)
    assert len(chosen) == (1 if shut_out else 2)
    assert shut_out or fact in chosen[1][1].facts


def test_a_need_that_is_kept_is_told_of_at_most_once_a_day_and_ends() -> None:
    looked = Wanted(1, 7, "steel bottles", "steel bottles", NOW, wishes=Wishes(days=5))
    assert may_be_told(looked, now=NOW) is None
    kept = keep(looked, now=NOW)
    assert kept.kept and kept.wishes.days is None, "the day it was needed by will be over"
    assert may_be_told(kept, now=NOW) == NOW
    heard = told(kept, (4, 5, 4), now=NOW)
    assert heard.told_for == (4, 5) and knows(heard, (5, 6)).told_for == (4, 5, 6)
    assert may_be_told(heard, now=NOW + timedelta(hours=3)) == NOW + TOLD_EVERY
    assert may_be_told(heard, now=NOW + 2 * TOLD_EVERY) == NOW + 2 * TOLD_EVERY
    assert may_be_told(heard, now=NOW + KEPT_FOR) is None
    assert may_be_told(drop(heard), now=NOW) is None
