"""What others get to see: no hidden price, no contact before a deal."""

from __future__ import annotations

from dataclasses import fields

from hypothesis import given
from hypothesis import strategies as st

from bot.domain.notice import Contact, Firm, for_suppliers
from bot.domain.people import Person
from tests.domain.samples import firm, inquiry, usd

SAID = "500 steel bottles, for 2.37 USD each at most"


def test_a_hidden_price_is_in_nothing_that_suppliers_see_not_even_in_the_buyers_own_words() -> None:
    seen = for_suppliers(inquiry(target_price=usd("2.37"), per_unit=True, text=SAID))
    assert seen.target_price is None and seen.per_unit is None
    assert "2.37" not in repr(seen)


def test_a_price_that_the_buyer_lets_suppliers_see_is_shown_with_the_words() -> None:
    open_ = inquiry(target_price=usd("2.37"), per_unit=True, text=SAID, show_price=True)
    assert for_suppliers(open_) == open_


def test_words_without_a_price_are_shown_whole() -> None:
    assert for_suppliers(inquiry(text="500 bottles")).text == "500 bottles"


@given(st.booleans(), st.sampled_from([None, usd("2.37")]), st.sampled_from([None, True, False]))
def test_everything_else_stays_as_it_is(show: bool, price: object, per_unit: bool | None) -> None:
    it = inquiry(target_price=price, per_unit=per_unit, show_price=show, text=SAID)
    seen = for_suppliers(it)
    for f in fields(it):
        if f.name not in ("target_price", "per_unit", "text"):
            assert getattr(seen, f.name) == getattr(it, f.name)


def test_the_public_face_of_a_firm_holds_no_contact() -> None:
    whole = firm(phone="+90-1", email="a@b.example", website="w.example", address="Street 1", agent=77, ref="r-1")
    face = repr(Firm.of(whole))
    assert not any(secret in face for secret in ("+90-1", "a@b.example", "w.example", "Street 1", "77", "r-1"))
    assert Firm.of(whole).verified


def test_a_contact_is_empty_when_nobody_can_be_reached_by_it() -> None:
    assert Contact("Maya").empty
    assert not any(Contact("Maya", **{way: "x"}).empty for way in ("username", "phone", "email", "website"))
    assert not Person(1, "Maya").has_contact
    assert Person(1, "Maya", phone="+1").has_contact and Person(1, "Maya", username="maya").has_contact
