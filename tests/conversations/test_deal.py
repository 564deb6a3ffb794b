"""Accepting, cancelling, expiring: what the buyer decides, and what everyone concerned is told."""

from __future__ import annotations

from bot.screens.press import encode
from bot.screens.presses import buying, quoting, supplying
from tests.conversations.place import Place


def test_accept_asks_first_and_tapped_twice_counts_once(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.quotes("1.80 USD FOB Mersin, 21 days")
    buyer.taps("✅ Accept")
    asked = buyer.sees("Accept this quote?")
    buyer.sees("Total: 900.00 USD")
    first = buyer.taps_data(asked["message_id"], encode(buying.AcceptQuote(1, 1)))
    second = buyer.taps_data(asked["message_id"], encode(buying.AcceptQuote(1, 1)))
    buyer.toast(first)
    assert buyer.toast(second) == "That is done already."
    place.settle()
    assert supplier.transcript().count("Your quote is accepted!") == 1


def test_contacts_are_not_shown_before_the_deal(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.quotes("1.80 USD FOB Mersin, 21 days")
    buyer.sees("Quote for inquiry #1")
    assert "@buyer_" not in supplier.transcript()
    assert "@agent_" not in buyer.transcript()


def test_a_buyer_without_a_username_shares_a_number_that_is_passed_on(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.person("Maya")
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.quotes("1.80 USD FOB Mersin, 21 days")
    buyer.presses(buying.AcceptQuote, sure=0)
    buyer.presses(buying.AcceptQuote, sure=1)
    buyer.sees("please share your number with the button below")
    supplier.sees("The other side has not shared a contact yet")
    buyer.shares_contact(first_name="Somebody", phone_number="+491234")
    buyer.sees("That is somebody else's contact.")
    buyer.shares_contact()
    buyer.sees("Thank you.")
    supplier.sees("The contact for inquiry #1")
    supplier.sees("Phone: +888")


def test_an_offer_for_a_part_leaves_the_rest_open(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    alfa.taps("💬 Quote")
    alfa.sees("Your price")
    alfa.says("1.80 USD")
    alfa.sees("Can you supply all of it")
    alfa.says("200 pieces")
    alfa.sees("✓ Quantity: 200 pieces")
    alfa.presses(quoting.FinishQuote)
    alfa.presses(quoting.SendQuote)
    buyer.sees("only a part of what you need")
    buyer.taps("✅ Accept")
    buyer.taps("Yes, accept")
    buyer.sees("Accepted. Alfa has been told.")
    alfa.sees("Your quote is accepted!")
    beta.never_sees("chose another quote", during=0.3)
    beta.quotes("1.90 USD")
    buyer.sees("Price per unit: 1.90 USD")
    buyer.taps("✅ Accept")
    buyer.taps("Yes, accept")
    buyer.sees("Accepted. Beta has been told.")
    with place.database.reading() as store:
        assert store.inquiries.get(1).status == "awarded"


def test_cancelling_asks_first_and_tells_every_supplier(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    alfa.quotes("1.80 USD")
    buyer.taps("Cancel the inquiry")
    buyer.sees("Every supplier that was asked will be told.")
    buyer.taps("Yes, cancel it")
    buyer.sees("Inquiry #1 is cancelled.")
    alfa.sees("The buyer does not need it any more.")
    alfa.sees("Thank you for your quote.")
    beta.sees("The buyer does not need it any more.")
    beta.presses(supplying.ShowOriginal)
    assert not beta.shows(supplying.QuoteLead)


def test_when_the_time_is_over_the_buyer_hears_what_waits_and_may_still_accept(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    alfa.quotes("1.80 USD")
    place.passes(days=3, minutes=1)
    buyer.sees("The time for quotes on inquiry #1 is over")
    buyer.sees("1 quote is waiting for your answer.")
    assert "The time" in beta.last()["text"]
    buyer.taps("Compare 1 quote")
    buyer.taps("Accept 1: Alfa")
    buyer.taps("Yes, accept")
    alfa.sees("Your quote is accepted!")


def test_a_quote_past_its_validity_cannot_be_accepted(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    alfa.taps("💬 Quote")
    alfa.sees("Your price")
    alfa.says("1.80 USD")
    alfa.sees("Can you supply all of it")
    alfa.presses(quoting.FinishQuote)
    place.settle()
    alfa.taps("✏️ Valid until")
    alfa.sees("Until when does this price hold?")
    alfa.taps("7 days")
    alfa.presses(quoting.SendQuote)
    place.settle()
    place.passes(days=9)
    accept = buyer.presses(buying.AcceptQuote)
    place.settle()
    confirm = buyer.presses(buying.AcceptQuote, sure=1)
    assert accept and buyer.toast(confirm) == "This quote is no longer valid. Ask the supplier to renew it."


def test_foreign_and_forged_ids_in_buttons_get_the_same_neutral_answer(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Walnut boards", firm="Beta")
    buyer, other = place.buyer(), place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    alfa.quotes("1.80 USD")
    welcome = other.messages()[-1]["message_id"]
    forged = [buying.AcceptQuote(1, 1), buying.AcceptQuote(2, 1), buying.ShowInquiry(1), buying.ShowInquiry(10**17)]
    answers = [other.toast(other.taps_data(welcome, encode(p))) for p in forged]
    assert set(answers) == {"I can't find that here."}
    welcome = beta.messages()[-1]["message_id"]
    forged = [
        supplying.QuoteLead(1),
        supplying.ShowLead(1),
        supplying.ShowLead(999),
        quoting.SendQuote(1),
        supplying.PauseFirm(1, 1),
    ]
    answers = [beta.toast(beta.taps_data(welcome, encode(p))) for p in forged]
    assert set(answers) == {"I can't find that here."}
    for nonsense in ("zzz", "aq~-1~1", "aq~1", "aq~99999999999999999999~1", "aq~１~1", ""):
        assert "too old" in beta.toast(beta.taps_data(welcome, nonsense))
    with place.database.reading() as store:
        assert store.inquiries.get(1).status == "open"


def test_a_reader_who_blocked_the_bot_holds_up_nobody(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    alfa.blocks()
    place.settle()
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    beta.sees("Somebody needs what you make")
    alfa.unblocks()
    alfa.says("/leads")
    place.settle()
