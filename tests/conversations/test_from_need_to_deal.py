"""The whole loop: a need becomes quotes from small suppliers, one is accepted, contacts change hands."""

from __future__ import annotations

from tests.conversations.place import Place


def test_a_need_becomes_quotes_and_a_deal(place: Place) -> None:
    alfa = place.supplier(makes="Stainless steel bottle 750 ml", firm="Alfa Çelik")
    beta = place.supplier(makes="Steel drinking bottles", firm="Beta Inox", country="PT", city="Porto")
    buyer = place.buyer()

    buyer.says("500 stainless steel bottles, 750 ml, to Hamburg by the end of March")
    buyer.sees("Quantity: 500 pieces")
    buyer.sees("Destination: Hamburg, Germany")
    buyer.taps("Send to suppliers")
    buyer.sees("Inquiry #1 is sent")
    buyer.sees("I asked 2 firms")
    buyer.sees("Alfa Çelik")

    alfa.sees("Somebody needs what you make")
    alfa.sees("you offer “Stainless steel bottle 750 ml”")
    alfa.sees("5 seats left of 5")
    alfa.taps("Original text")
    alfa.sees("500 stainless steel bottles, 750 ml, to Hamburg by the end of March")

    alfa.taps("Quote")
    alfa.sees("Your price for 1 piece, with the currency?")
    alfa.says("1.80 USD FOB Mersin, 21 days")
    alfa.sees("✓ Price: 1.80 USD")
    alfa.sees("✓ Lead time: 21 days")
    alfa.taps("Yes, all of it")
    alfa.sees("What is your minimum order?")
    alfa.taps("That is all")
    alfa.sees("Total: 900.00 USD")
    alfa.taps("Send the quote")
    alfa.sees("Your quote for inquiry #1 is sent")

    buyer.sees("Quote for inquiry #1")
    buyer.sees("Price per unit: 1.80 USD")
    beta.sees("4 seats left of 5")
    beta.quotes("1.95 EUR DAP Hamburg, 30 days")

    buyer.taps("Compare 2 quotes")
    compared = buyer.sees("Quotes for inquiry #1")["text"]
    assert "1.80" in compared and "1.95" in compared and "DAP Hamburg" in compared

    buyer.taps("Accept 1: Alfa Çelik")
    buyer.sees("Accept this quote?")
    buyer.taps("Yes, accept")
    buyer.sees("Accepted. Alfa Çelik has been told.")
    buyer.sees("Telegram: @agent_")

    alfa.sees("Your quote is accepted!")
    alfa.sees("Telegram: @buyer_")
    beta.sees("The buyer chose another quote this time.")
    beta.sees("Thank you for your quote.")
    beta.never_sees("1.80")
