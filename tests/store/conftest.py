"""A fresh database with some people, a firm, an inquiry, its lead and its quote."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from bot.domain.goods import Money, Unit
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import Fact, Lead, LeadStatus, Why
from bot.domain.people import Person
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.supplier import Supplier, SupplierStatus
from bot.store.database import Database
from bot.store.store import Store
from tests.store import postgresql

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
ADMIN = 900


@dataclass(frozen=True)
class Town:
    """Who and what there is."""

    database: Database
    buyer: Person
    agent: Person
    stranger: Person
    admin: Person
    firm: Supplier
    inquiry: Inquiry
    lead: Lead
    quote: Quote


ENGINES = ("sqlite", "postgresql")


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a fresh database with its tables is; every test that uses it runs on both engines."""
    if request.param == "postgresql":
        with postgresql.fresh() as url:
            yield url
    else:
        yield f"sqlite:///{tmp_path / 'shoal.db'}"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url, admins=frozenset({ADMIN}))
    database.prepare()
    yield database
    database.close()


def meet(store: Store, telegram_id: int, name: str) -> Person:
    return store.people.met(telegram_id, name=name, username=None, client_language=None, now=NOW)


@pytest.fixture
def town(database: Database) -> Town:
    with database.writing() as store:
        people = [meet(store, n, f"person {n}") for n in (11, 22, 33, ADMIN)]
        buyer, agent, stranger, admin = people
        firm = store.suppliers.add(Supplier(0, "Alfa", SupplierStatus.VERIFIED, agent=agent.id))
        inquiry = store.inquiries.add(
            Inquiry(0, buyer.id, InquiryStatus.OPEN, product="bottles", amount=Decimal("500"), unit=Unit.PIECE)
        )
        why = Why("Bottle", (Fact.MAKES_IT,))
        lead = store.inquiries.add_lead(
            Lead(0, inquiry.id, firm.id, why, LeadStatus.OFFERED, NOW, NOW + timedelta(days=1))
        )
        price = Money(Decimal("1.80"), "USD")
        quote = store.inquiries.add_quote(
            Quote(0, inquiry.id, lead.id, firm.id, status=QuoteStatus.SENT, unit_price=price)
        )
    return Town(database, buyer, agent, stranger, admin, firm, inquiry, lead, quote)
