"""A firm: what it is asked, who may speak for it, who lets it in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.outcome import Reason
from bot.domain.people import Person
from bot.domain.supplier import QUESTIONS, Size, Supplier, SupplierStatus, claim, decide, next_question, submit
from tests.domain.samples import BUYER, NOW, STRANGER, firm, pieces, refusal

DRAFT, PENDING, VERIFIED, BANNED = (
    SupplierStatus.DRAFT,
    SupplierStatus.PENDING,
    SupplierStatus.VERIFIED,
    SupplierStatus.BANNED,
)
ADMIN = Person(9, "Noor", admin=True)


def test_a_new_firm_is_asked_in_order_and_only_for_what_is_missing() -> None:
    new = Supplier(1, "", DRAFT)
    assert next_question(new, products=0, skipped=frozenset()) == "name"
    told = replace(new, name="Alfa", country="TR", size=Size.MICRO, moq=pieces(5), languages=("tr",))
    assert next_question(told, products=0, skipped=frozenset()) == "products"
    assert next_question(told, products=1, skipped=frozenset()) is None


@given(st.frozensets(st.sampled_from(QUESTIONS)), st.integers(0, 1))
def test_no_question_is_asked_twice(skipped: frozenset[str], products: int) -> None:
    question = next_question(Supplier(1, "", DRAFT), products=products, skipped=skipped)
    open_ones = [q for q in QUESTIONS if q not in skipped and not (q == "products" and products)]
    assert question == (open_ones[0] if open_ones else None)


def test_an_invite_makes_somebody_the_agent_once() -> None:
    claimed = claim(firm(agent=None), by=BUYER, now=NOW)
    assert claimed.agent == BUYER.id
    assert claim(claimed, by=BUYER, now=NOW) == claimed
    assert claimed.joined_at == NOW, "it may get leads from now on"
    assert claim(firm(agent=None, status=PENDING), by=BUYER, now=NOW).joined_at is None
    assert refusal(lambda: claim(claimed, by=STRANGER, now=NOW)) is Reason.ALREADY_CLAIMED
    assert refusal(lambda: claim(firm(agent=None, status=BANNED), by=BUYER, now=NOW)) is Reason.NOT_FOUND


@pytest.mark.parametrize("status", SupplierStatus)
def test_a_firm_is_sent_in_once_with_a_name_and_a_product(status: SupplierStatus) -> None:
    it = firm(status=status)
    if status is DRAFT:
        assert submit(it, products=1).status is PENDING
    else:
        assert refusal(lambda: submit(it, products=1)) is Reason.ALREADY_DONE
    assert refusal(lambda: submit(replace(it, name=""), products=1)) is Reason.NAME_MISSING
    assert refusal(lambda: submit(it, products=0)) is Reason.PRODUCT_MISSING


@pytest.mark.parametrize("status", SupplierStatus)
@pytest.mark.parametrize("approve", [True, False])
def test_an_admin_decides_once_and_nobody_else_ever(status: SupplierStatus, approve: bool) -> None:
    it = firm(status=status)
    assert refusal(lambda: decide(it, approve=approve, by=BUYER, now=NOW)) is Reason.NOT_FOUND
    if status is PENDING:
        decided = decide(it, approve=approve, by=ADMIN, now=NOW)
        assert (decided.status, decided.joined_at) == ((VERIFIED, NOW) if approve else (BANNED, None))
    else:
        assert refusal(lambda: decide(it, approve=approve, by=ADMIN, now=NOW)) is Reason.ALREADY_DONE


@pytest.mark.parametrize("status", SupplierStatus)
def test_leads_need_a_verified_firm_with_somebody_to_read_them(status: SupplierStatus) -> None:
    assert firm(status=status).may_get_leads == (status is VERIFIED)
    assert not firm(status=status, agent=None).may_get_leads
