"""A supplier claims or registers a firm, reads leads, quotes, asks, passes, revises."""

from __future__ import annotations

from bot.domain.goods import Quantity, Unit
from bot.domain.supplier import Size
from bot.screens.press import encode
from bot.screens.presses import quoting, supplying
from tests.conversations.place import Place


def test_a_firm_is_claimed_by_its_invite_and_only_once(place: Place) -> None:
    _, token = place.firm("Steel bottle", name="Alfa Çelik")
    owner, stranger = place.person("Ayşe"), place.person("Somebody")
    owner.starts(f"i_{token}")
    owner.sees("Alfa Çelik")
    owner.taps("Yes, this is my firm")
    owner.sees("You now speak for Alfa Çelik.")
    stranger.starts(f"i_{token}")
    stranger.sees("This invite has been used already.")
    stranger.starts("i_nonsense")
    stranger.sees("I can't find that here.")


def test_a_firm_without_products_is_asked_what_it_makes_and_is_then_found(place: Place) -> None:
    _, token = place.firm("", name="Sialkot Gloves and Leather Works", country="PK", city="Sialkot")
    owner, buyer = place.person("Bilal"), place.buyer()
    owner.starts(f"i_{token}")
    owner.taps("Yes, this is my firm")
    owner.sees("What do you make or sell?")
    owner.says("Goalkeeper gloves, latex\nLeather work gloves")
    owner.sees("• Leather work gloves")
    place.settle()
    buyer.sends_inquiry("200 pairs of goalkeeper gloves to Leeds")
    owner.sees("you offer “Goalkeeper gloves, latex”")


def test_a_firm_without_products_is_found_by_the_words_of_its_name(place: Place) -> None:
    _, token = place.firm("", name="Wenzhou Shoes Factory", country="CN", city="Wenzhou")
    owner, buyer = place.person("Wu"), place.buyer()
    owner.starts(f"i_{token}")
    owner.taps("Yes, this is my firm")
    owner.sees("What do you make or sell?")
    buyer.sends_inquiry("300 pairs of shoes to Lisbon")
    owner.sees("your firm's name fits")


def test_a_new_firm_is_registered_step_by_step_and_let_in_by_an_admin(place: Place) -> None:
    admin, owner, buyer = place.admin(), place.person("Marta"), place.buyer()
    owner.taps("I make or sell something")
    owner.sees("What is your firm called?")
    owner.says("Olaria do Vale")
    owner.sees("Where is it?")
    owner.says("Barcelos, Portugal")
    owner.sees("How many people work there?")
    owner.taps("micro firm, under 10 people")
    owner.sees("What do you make or sell?")
    owner.says("Caneca de cerâmica 330 ml\nPrato raso 27 cm")
    owner.sees("🔤 Buyers also say: 马克杯, taza, Kaffeebecher")
    owner.sees("What is the smallest order you take?")
    owner.says("50 pieces")
    owner.sees("Which languages can you work in?")
    owner.taps("Portuguese")
    place.settle()
    owner.taps("Go on")
    owner.sees("Is everything right?")
    owner.sees("Barcelos, Portugal")
    owner.sees("Caneca de cerâmica 330 ml")
    owner.taps("Send it in")
    owner.sees("An admin looks at Olaria do Vale now")

    admin.sees("This firm wants to join")
    admin.taps("Approve")
    admin.sees("Olaria do Vale is in.")
    owner.sees("Olaria do Vale is in. Inquiries that fit come here.")
    place.settle()
    buyer.sends_inquiry("200 ceramic mugs to Lyon")
    owner.sees("Somebody needs what you make")


def test_a_firm_that_is_turned_away_is_told_kindly(place: Place) -> None:
    admin, owner = place.admin(), place.person("Marta")
    owner.taps("I make or sell something")
    owner.says("Olaria do Vale")
    owner.sees("Where is it?")
    owner.taps("Skip")
    owner.sees("How many people")
    owner.taps("Skip")
    owner.sees("What do you make or sell?")
    owner.says("Caneca")
    owner.sees("smallest order")
    owner.taps("Skip")
    owner.sees("languages")
    owner.taps("Go on")
    owner.taps("Send it in")
    owner.sees("An admin looks at")
    admin.taps("Turn away")
    admin.sees("was turned away")
    owner.sees("could not let it in")


def test_a_quote_is_made_step_by_step_each_answer_read_back(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg by the end of March")
    supplier.taps("Quote")
    supplier.sees("Your price for 1 piece")
    supplier.says("1.80")
    supplier.sees("1.80 in which currency?")
    supplier.taps("EUR")
    supplier.sees("✓ Price: 1.80 EUR")
    supplier.sees("Can you supply all of it, 500 pieces?")
    supplier.says("300")
    supplier.sees("✓ Quantity: 300 pieces")
    supplier.sees("In which steps can the buyer take less of it?")
    supplier.taps("Any amount")
    supplier.sees("What is your minimum order?")
    supplier.says("100 pieces")
    supplier.sees("✓ Minimum order: 100 pieces")
    supplier.sees("How many days after the order")
    supplier.taps("21 days")
    supplier.sees("✓ Lead time: 21 days")
    supplier.sees("On which delivery terms?")
    supplier.taps("FOB")
    supplier.sees("FOB – at which place?")
    supplier.says("Mersin")
    supplier.sees("✓ Place: Mersin")
    supplier.sees("Until when does this price hold?")
    supplier.taps("30 days")
    supplier.sees("Anything the buyer should know?")
    supplier.says("Packed 24 to a carton <b>strong</b>")
    supplier.sees("✓ Note: Packed 24 to a carton <b>strong</b>")
    supplier.sees("A photo or a file for the buyer?")
    supplier.sends_photo(b"\xff\xd8\xff a bottle")
    supplier.sees("Is everything right? Only then is it sent.")
    supplier.sees("Total: 540.00 EUR")
    buyer.never_sees("Quote for inquiry", during=0.2)
    supplier.taps("Send the quote")

    for said in (
        "1.80 EUR",
        "300 pieces",
        "100 pieces",
        "21 days",
        "FOB Mersin",
        "Packed 24 to a carton <b>strong</b>",
    ):
        buyer.sees(said)
    buyer.sees("only a part of what you need")
    assert any(m.get("photo") for m in buyer.messages())


def test_a_price_alone_says_nothing_of_the_lead_time(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    place.buyer().sends_inquiry("500 steel bottles to Hamburg")
    supplier.taps("Quote")
    supplier.sees("Your price for 1 piece")
    supplier.says("2.3 USD")
    supplier.sees("✓ Price: 2.3 USD")
    assert "Lead time" not in supplier.transcript()


def test_a_price_that_is_none_is_asked_again(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    place.buyer().sends_inquiry("500 steel bottles to Hamburg")
    supplier.taps("Quote")
    supplier.sees("Your price for 1 piece")
    for nonsense in ("NaN", "-5 USD", "0", "cheap"):
        supplier.says(nonsense)
        supplier.sees("I did not understand that as an answer.")


def test_send_is_refused_until_the_price_that_was_overtaken_has_come(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.taps("Quote")
    asked = supplier.sees("Your price for 1 piece")["message_id"]
    place.holds()
    supplier.says("120 USD")
    tap = supplier.taps_data(asked, encode(quoting.SendQuote(1)))
    place.releases(order="reversed")
    assert supplier.toast(tap) == "The price is missing. Please say it first."
    supplier.sees("✓ Price: 120 USD")
    with place.database.reading() as store:
        assert store.inquiries.quotes(1) == []


def test_a_quote_is_revised_and_the_buyer_sees_the_new_one(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.quotes("1.80 USD FOB Mersin, 21 days")
    buyer.sees("Price per unit: 1.80 USD")
    supplier.taps("Revise my quote")
    supplier.sees("Is everything right?")
    supplier.taps("✏️ Price")
    supplier.sees("Your price for 1 piece")
    supplier.says("1.65 USD")
    supplier.sees("1.65 USD")
    supplier.taps("Send the quote")
    buyer.sees("Revised quote for inquiry #1")
    buyer.sees("Price per unit: 1.65 USD")
    with place.database.reading() as store:
        assert [q.status for q in store.inquiries.quotes(1)] == ["revised", "sent"]


def test_a_seat_that_is_passed_on_goes_to_the_next_firm_at_once(place: Place) -> None:
    firms = [place.supplier(makes="Steel bottle", firm=f"Firm {n}") for n in range(6)]
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    asked = [f for f in firms if "Somebody needs" in f.transcript()]
    waiting = [f for f in firms if f not in asked]
    assert len(asked) == 5 and len(waiting) == 1
    asked[0].taps("Pass")
    asked[0].sees("Why do you pass?")
    asked[0].taps("No capacity now")
    asked[0].sees("Thank you. Your seat goes to the next firm.")
    waiting[0].sees("Somebody needs what you make")


def test_a_firm_that_stays_silent_loses_its_seat_to_the_next_one(place: Place) -> None:
    firms = [place.supplier(makes="Steel bottle", firm=f"Firm {n}") for n in range(6)]
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    silent = next(f for f in firms if "Somebody needs" in f.transcript())
    waiting = next(f for f in firms if "Somebody needs" not in f.transcript())
    place.silence()
    silent.sees("The time of your seat is over")
    waiting.sees("Somebody needs what you make")


def test_a_supplier_asks_the_buyer_and_gets_the_answer(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.taps("Ask the buyer")
    supplier.sees("What would you like to ask the buyer")
    supplier.says("Which colour & finish?")
    supplier.sees("I have asked the buyer.")
    buyer.sees("Which colour & finish?")
    buyer.taps("Answer")
    buyer.sees("Your answer about inquiry #1")
    buyer.says("Matte black <matt>")
    buyer.sees("on its way to the supplier")
    supplier.sees("Matte black <matt>")
    assert "@buyer" not in supplier.transcript()


def test_a_supplier_who_is_the_buyer_gets_no_lead_of_their_own(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    other = place.supplier(makes="Steel bottles", firm="Beta Inox")
    supplier.says("500 steel bottles to Hamburg by May")
    supplier.sees("Is this something you want to buy?")
    supplier.taps("Yes, find suppliers")
    supplier.taps("Send to suppliers")
    supplier.sees("I asked 1 firm")
    other.sees("Somebody needs what you make")
    assert "Somebody needs" not in supplier.transcript()


def test_a_paused_firm_gets_no_leads_until_it_wants_them_again(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    supplier.says("/firm")
    supplier.taps("No leads for now")
    supplier.sees("paused")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    buyer.sees("No supplier here fits yet")
    supplier.taps("Leads again, please")
    supplier.sees("gets leads")
    place.settle()
    supplier.sees("Somebody needs what you make")


def test_the_small_are_asked_before_the_large(place: Place) -> None:
    large = place.supplier(makes="Steel bottle", firm="Whale Metal", size=Size.LARGE)
    small = [place.supplier(makes="Steel bottle", firm=f"Shrimp {n}", size=Size.MICRO) for n in range(5)]
    place.buyer().sends_inquiry("500 steel bottles to Hamburg")
    for firm in small:
        firm.sees("Somebody needs what you make")
    assert "Somebody needs" not in large.transcript()


def test_a_minimum_order_above_the_quantity_is_said_openly(place: Place) -> None:
    moq = Quantity(1000, Unit.PIECE)  # a whole number is as good as a Decimal here
    supplier = place.supplier(makes="Steel bottle", moq=moq)
    buyer = place.buyer()
    buyer.sends_inquiry("50 steel bottles to Hamburg")
    supplier.sees("the quantity is below your usual minimum order")
    buyer.sees("its usual minimum order is higher")


def test_my_firm_says_by_which_words_buyers_look_for_its_goods(place: Place) -> None:
    owner = place.supplier(makes="Leather work gloves")
    owner.says("/firm")
    owner.sees("🔤 Buyers also say: 劳保手套, guantes de trabajo, Arbeitshandschuhe")
    owner.presses(supplying.AskFirm, question="products")
    place.settle()
    owner.says("304不锈钢保温杯 500毫升")
    owner.sees("Arbeitshandschuhe, termo, Thermosflasche")


def test_what_is_not_surely_known_is_said_in_no_other_words(place: Place) -> None:
    owner = place.supplier(makes="Zorkel type 5")
    owner.says("/firm")
    owner.sees("• Zorkel type 5")
    owner.never_sees("Buyers also say", during=0.2)
