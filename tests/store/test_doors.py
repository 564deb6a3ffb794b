"""Doors: each thing is given to those whose it is; to anyone else it does not exist."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.domain.inquiry import InquiryStatus
from bot.domain.outcome import Reason
from bot.domain.people import Person
from bot.domain.quote import QuoteStatus
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.store.inquiries import Question
from bot.store.store import Store
from tests.domain.samples import refusal
from tests.store.conftest import Town

Door = Callable[[Store, int, Person], object]
DOORS: dict[str, tuple[Door, str, str]] = {  # name: door, what, whose
    "of_buyer": (lambda s, id, by: s.inquiries.of_buyer(id, by=by), "inquiry", "buyer"),
    "quote_of_buyer": (lambda s, id, by: s.inquiries.quote_of_buyer(id, by=by)[0], "quote", "buyer"),
    "lead_of": (lambda s, id, by: s.inquiries.lead_of(id, by=by)[0], "lead", "agent"),
    "quote_of_supplier": (lambda s, id, by: s.inquiries.quote_of_supplier(id, by=by)[0], "quote", "agent"),
}
PEOPLE = ("buyer", "agent", "stranger", "admin")


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("who", PEOPLE)
def test_a_door_opens_to_the_one_whose_it_is_and_to_nobody_else(town: Town, door: str, who: str) -> None:
    opens, what, whose = DOORS[door]
    thing, by = getattr(town, what), getattr(town, who)
    with town.database.reading() as store:
        if who == whose:
            assert opens(store, thing.id, by) == thing
        else:
            assert refusal(lambda: opens(store, thing.id, by)) is Reason.NOT_FOUND
        assert refusal(lambda: opens(store, 10**9, by)) is Reason.NOT_FOUND, "absent looks the same"


def test_a_draft_of_a_quote_does_not_exist_for_the_buyer(town: Town) -> None:
    with town.database.writing() as store:
        draft = store.inquiries.add_quote(replace(town.quote, status=QuoteStatus.DRAFT))
        assert refusal(lambda: store.inquiries.quote_of_buyer(draft.id, by=town.buyer)) is Reason.NOT_FOUND
        assert store.inquiries.quotes(town.inquiry.id) == [town.quote]
        assert store.inquiries.quotes_of_lead(town.lead.id) == [town.quote, draft]
        store.inquiries.drop_quote(draft.id)
        store.inquiries.drop_quote(town.quote.id)
        assert store.inquiries.quotes_of_lead(town.lead.id) == [town.quote], "what was sent cannot be thrown away"


def test_a_firm_nobody_speaks_for_opens_to_nobody(town: Town) -> None:
    with town.database.writing() as store:
        store.suppliers.save(replace(town.firm, agent=None))
        assert refusal(lambda: store.inquiries.lead_of(town.lead.id, by=town.agent)) is Reason.NOT_FOUND


def test_what_the_house_looks_up_itself_is_refused_kindly_where_it_is_missing(town: Town) -> None:
    with town.database.reading() as store:
        for look in (store.inquiries.get, store.inquiries.lead, store.inquiries.question, store.suppliers.get):
            assert refusal(lambda look=look: look(10**9)) is Reason.NOT_FOUND
        assert refusal(lambda: store.announcements.get(10**9)) is Reason.NOT_FOUND


def test_drafts_are_found_again_and_only_drafts_are_thrown_away(town: Town) -> None:
    with town.database.writing() as store:
        assert store.inquiries.draft_of(town.buyer.id) is None
        draft = store.inquiries.add(replace(town.inquiry, status=InquiryStatus.DRAFT, product="rice"))
        assert store.inquiries.draft_of(town.buyer.id) == draft
        assert store.inquiries.draft_of(town.agent.id) is None
        assert store.inquiries.list_of_buyer(town.buyer.id) == [town.inquiry], "a draft is not in the list"
        store.inquiries.drop_draft(draft.id)
        store.inquiries.drop_draft(town.inquiry.id)
        assert store.inquiries.draft_of(town.buyer.id) is None
        assert store.inquiries.get(town.inquiry.id) == town.inquiry


def test_a_registration_is_thrown_away_with_its_products_but_a_firm_never_is(town: Town) -> None:
    with town.database.writing() as store:
        draft = store.suppliers.add(Supplier(0, "Neu", SupplierStatus.DRAFT, agent=town.stranger.id))
        product = store.suppliers.add_product(Product(0, draft.id, "Bottle"))
        kept = store.suppliers.add_product(Product(0, town.firm.id, "Bottle"))
        store.suppliers.drop_draft(draft.id)
        store.suppliers.drop_draft(town.firm.id)
        assert store.suppliers.product(product.id) is None
        assert store.suppliers.of_agent(town.stranger.id) is None
        assert store.suppliers.get(town.firm.id) == town.firm
        assert store.suppliers.products(town.firm.id) == [kept], "nor what it offers"


def test_a_question_keeps_its_answer(town: Town) -> None:
    with town.database.writing() as store:
        asked = store.inquiries.ask(Question(0, town.inquiry.id, town.lead.id, "Which colour?"))
        store.inquiries.answer(replace(asked, answer="Blue"))
        assert store.inquiries.question(asked.id) == Question(
            asked.id, town.inquiry.id, town.lead.id, "Which colour?", "Blue"
        )


def test_counts(town: Town) -> None:
    with town.database.writing() as store:
        store.inquiries.add_quote(replace(town.quote, status=QuoteStatus.DRAFT))
        assert store.inquiries.counts() == {"open": 1, "leads": 1, "quotes": 1}
        assert store.suppliers.counts() == {"verified": 1, "claimed": 1}
        assert store.people.count() == 4
