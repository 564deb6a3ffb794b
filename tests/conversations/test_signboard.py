"""What suppliers see about themselves: how their orders are spread, their floor, and the story of what they reached."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from sqlmodel import col, select

from bot.actions.signboard import plan
from bot.domain.goods import Money, Unit
from bot.domain.goods import Place as Where
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import DeclineReason, Lead, LeadStatus, Why
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.supplier import Supplier
from bot.screens.presses import buying, seats, signboard, supplying
from bot.store.tables.people import PersonRow
from bot.store.tables.traffic import OutboxRow
from tests.conversations.place import Person, Place

NEED = "500 steel bottles to Hamburg"


def id_of(person: Person) -> int:
    """By which the bot knows somebody."""
    with person.place.database.reading() as store:
        found = store.session.scalar(select(col(PersonRow.id)).where(col(PersonRow.telegram_id) == person.person_id))
    assert found is not None
    return found


def of(person: Person) -> Supplier:
    """The firm that somebody speaks for."""
    with person.place.database.reading() as store:
        found = store.suppliers.of_agent(id_of(person))
    assert found is not None
    return found


def has_sold(person: Person, buyers: Iterable[tuple[int, str]]) -> None:
    """Orders of the past, without a conversation: of which buyer, and to which country."""
    place, firm = person.place, of(person)
    with place.database.writing() as store:
        for buyer, country in buyers:
            then = place.now() - timedelta(days=30)
            need = Inquiry(0, buyer, InquiryStatus.AWARDED, NEED, "en", "steel bottles", (), Decimal(500), Unit.PIECE)
            need = store.inquiries.add(replace(need, destination=Where(country)))
            lead = Lead(0, need.id, firm.id, Why("Steel bottle"), LeadStatus.QUOTED, then, then)
            lead = store.inquiries.add_lead(lead)
            price = Money(Decimal("1.80"), "USD")
            store.inquiries.add_quote(
                Quote(0, need.id, lead.id, firm.id, status=QuoteStatus.ACCEPTED, unit_price=price, sent_at=then)
            )


def buys(buyer: Person, supplier: Person) -> None:
    """One whole deal, from the need to the order."""
    buyer.sends_inquiry(NEED)
    supplier.quotes("1.80 USD FOB Mersin, 21 days")
    buyer.presses(buying.AcceptQuote, sure=0)
    buyer.place.settle()
    buyer.presses(buying.AcceptQuote, sure=1)
    buyer.place.settle()


@pytest.mark.parametrize(
    ("language", "only_you", "spread"),
    [("zh-Hans", "只有您能看到", "最大客户"), ("ar", "لا يرى هذا أحد سواكم", "أكبر زبون")],
)
def test_a_level_is_told_once_and_to_nobody_else(place: Place, language: str, only_you: str, spread: str) -> None:
    supplier = place.supplier(makes="Steel bottle", language=language)
    buyer = place.buyer()
    has_sold(supplier, [(id_of(buyer), "DE"), (id_of(buyer), "DE"), *((n, "FR") for n in range(102, 107))])
    buys(buyer, supplier)
    assert supplier.transcript().count(only_you) == 1
    assert "37" in supplier.sees(only_you)["text"] and "37" not in buyer.transcript()
    place.restarts()
    buys(buyer, supplier)
    assert supplier.transcript().count(only_you) == 1
    supplier.says("/firm")
    place.settle()
    page = supplier.sees(spread)["text"]
    assert "▓▓▓▓░░░░░░" in page


def test_a_buyer_whose_orders_are_all_with_one_firm_is_told_so_once(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    has_sold(supplier, [(id_of(buyer), "DE")] * 3)
    buys(buyer, supplier)
    assert "All your orders" not in buyer.transcript()
    buys(buyer, supplier)
    buyer.sees("All your orders are with Alfa Çelik")
    buys(buyer, supplier)
    assert buyer.transcript().count("All your orders") == 1


def test_a_firm_that_leans_on_one_buyer_comes_first_for_another(place: Place) -> None:
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    has_sold(alfa, [(101, "FR")] * 8)
    has_sold(beta, [(n, "FR") for n in range(101, 109)])
    buyer = place.buyer()
    buyer.says(NEED)
    place.settle()
    while not buyer.shows(buying.SendInquiry):
        buyer.presses(buying.SkipSlot)
        place.settle()
    for fewer in (3, 2, 1):
        buyer.presses(seats.SetSeats, seats=fewer)
        place.settle()
    buyer.presses(buying.SendInquiry)
    place.settle()
    alfa.sees("one buyer has much of your business, so others come to you first")
    assert "business" not in buyer.transcript()
    assert "Somebody needs" not in beta.transcript()


def test_the_floor_declines_by_itself_and_the_seat_passes_on(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa", moq=None)
    alfa.says("/firm")
    place.settle()
    alfa.taps("Minimum order")
    alfa.sees("smallest order")
    alfa.says("100 pieces")
    place.settle()
    alfa.presses(signboard.OpenFloor)
    alfa.sees("Steel bottle: not said")
    alfa.presses(signboard.AskLowest)
    alfa.sees("What is your lowest price for 1 piece of Steel bottle?")
    alfa.says("hello there")
    alfa.sees("I did not understand that as a price.")
    alfa.says("2.00 USD")
    alfa.sees("Steel bottle: 2.00 USD for 1 piece")
    alfa.presses(signboard.SetFloor, percent=20)
    alfa.sees("declined from 20% under your lowest price")

    buyer = place.buyer()
    buyer.says("500 steel bottles to Hamburg, target price 1.20 USD per piece")
    place.settle()
    while not buyer.shows(buying.SendInquiry):
        buyer.presses(buying.SkipSlot)
        place.settle()
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    for fewer in (3, 2, 1):
        buyer.presses(seats.SetSeats, seats=fewer)
        place.settle()
    buyer.presses(buying.ShowPrice, show=1)
    place.settle()
    buyer.presses(buying.SendInquiry)
    place.settle()
    beta.sees("Somebody needs what you make")
    assert "Somebody needs what you make" not in alfa.transcript()
    alfa.says("/leads")
    place.settle()
    assert any("below your floor" in label for label in alfa.buttons())
    alfa.presses(supplying.ShowLead)
    alfa.sees("Declined for you, since its price is below your floor.")
    assert "floor" not in buyer.transcript() and "Alfa" not in buyer.transcript()
    assert "2.00" not in buyer.transcript() + beta.transcript()
    with place.database.reading() as store:
        (mine,) = [lead for lead in store.inquiries.leads(1) if lead.supplier == of(alfa).id]
    assert (mine.status, mine.decline_reason) == (LeadStatus.DECLINED, DeclineReason.OUT_OF_RANGE)


def test_a_milestone_comes_once_with_a_picture_and_a_way_to_share_it(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buys(buyer, supplier)
    assert supplier.transcript().count("That was your first lead here") == 1
    supplier.sees("Your first quote is with a buyer")
    told = supplier.sees("Your first buyer abroad")
    assert told["photo"] and "1 buyer found you here, in 1 country." in told["text"]
    assert "Your first order here" not in supplier.transcript(), "of two at once the weightier one is told"
    (((share,),),) = (told["reply_markup"]["inline_keyboard"],)
    assert share["text"] == "↗️ Share" and share["url"].startswith("https://t.me/share/url?url=https%3A%2F%2Ft.me%2F")

    supplier.says("/firm")
    place.settle()
    supplier.presses(signboard.AskBuyers)
    supplier.sees("How many buyers do you have in all")
    supplier.says("6")
    place.settle()
    has_sold(supplier, [(n, "FR") for n in range(101, 104)])
    buys(place.buyer(), supplier)
    five = supplier.sees("5 buyers")
    assert five["photo"] and "5 of your 6 buyers came from here, in 2 countries." in five["text"]
    place.restarts()
    buys(buyer, supplier)
    place.settle()
    assert [supplier.transcript().count(title) for title in ("buyer abroad", "🐟 5 buyers", "first lead here")] == [
        1,
        1,
        1,
    ]
    with place.database.reading() as store:
        notices = store.session.scalars(select(OutboxRow).where(col(OutboxRow.kind) == "notice")).all()
    sizes = [len(str(row.payload)) for row in notices if row.payload["kind"] == "MilestoneReached"]
    assert sizes and max(sizes) < 600, "the picture is drawn when it leaves, and never kept"


def test_a_milestone_that_waits_survives_a_restart(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    supplier.blocks()
    place.settle()
    supplier.unblocks()
    place.settle()
    has_sold(supplier, [(n, "TR") for n in range(101, 111)])
    with place.database.writing() as store:
        plan(store, of(supplier).id, now=place.now() + timedelta(minutes=5))
    place.restarts()
    place.passes(minutes=6)
    supplier.sees("10 buyers")
    place.restarts()
    place.passes(minutes=6)
    assert supplier.transcript().count("🐟 10 buyers") == 1


def test_admins_see_how_soon_newcomers_get_anywhere(place: Place) -> None:
    admin = place.admin()
    supplier = place.supplier(makes="Steel bottle")
    place.supplier(makes="Walnut boards", firm="Beta")
    place.passes(hours=5)
    buys(place.buyer(), supplier)
    admin.says("/admin")
    page = admin.sees("Joined in the last 90 days: 2")["text"]
    assert "First lead after 5 hours (median), 1 of 2" in page
    assert "First order after 5 hours (median), 1 of 2" in page
