"""Several small firms fill one big order together: in their own languages, all of them or none."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal

import pytest

from bot.domain.goods import Quantity, Unit
from bot.screens.press import encode
from bot.screens.presses import buying, quoting, supplying
from tests.conversations.place import Person, Place


def offers_a_part(supplier: Person, price: str, *answers: str) -> None:
    """Quote for a part of the quantity; answers: to the questions that follow the price."""
    supplier.presses(supplying.QuoteLead)
    supplier.place.settle()
    for said in (price, *answers):
        supplier.says(said)
        supplier.place.settle()
    supplier.presses(quoting.FinishQuote)
    supplier.presses(quoting.SendQuote)
    supplier.place.settle()


def the_question(buyer: Person) -> tuple[int, str]:
    """The message that reads everything back, and what its first button says."""
    message = buyer.last()
    return message["message_id"], message["reply_markup"]["inline_keyboard"][0][0]["callback_data"]


@dataclass
class Market:
    """A buyer, and three firms that quote for parts, each in its own language."""

    place: Place
    buyer: Person
    ming: Person
    nur: Person
    alfa: Person


@pytest.fixture
def market(place: Place) -> Market:
    ming = place.supplier(makes="Steel bottle", firm="Ming Hui", language="zh-Hans", country="CN", city="Yiwu")
    nur = place.supplier(makes="Steel bottle", firm="Nur", language="ar", country="EG", city="Cairo")
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer()
    buyer.sends_inquiry("10000 steel bottles to Hamburg")
    offers_a_part(ming, "1.71 USD FOB Ningbo, 45天", "4000个，每批500")
    buyer.sees("Quantity: 4,000 pieces")
    offers_a_part(nur, "1.76 USD، 20 يوم", "3500 قطعة بدفعات 500")
    buyer.sees("Quantity: 3,500 pieces")
    offers_a_part(alfa, "1.83 USD, 25 days", "I can take 3,000 of 10,000, in steps of 500")
    buyer.sees("🧩 With other quotes it fills your order")
    return Market(place, buyer, ming, nur, alfa)


def test_three_firms_in_three_languages_fill_one_order(market: Market) -> None:
    buyer, ming, nur, alfa = market.buyer, market.ming, market.nur, market.alfa
    buyer.taps("⚖️ Compare 3 quotes")
    buyer.sees("🧩 Together they fill your order")
    buyer.sees("💰 1.7575 USD per unit on average · 17,575.00 USD in total")
    buyer.sees("🕐 the last part is ready in 45 days")
    buyer.sees("quality may differ. Ask each one for a sample first.")
    buyer.taps("🧩 A: 3 firms")
    buyer.sees("3 firms: 4,000 + 3,500 + 2,500 = 10,000 pieces. Right?")
    buyer.sees("📦 2,500 pieces · 1.83 USD per unit, 4,575.00 USD in total")
    buyer.taps("Yes, accept all")
    buyer.sees("🤝 Accepted. 3 firms have been told.")
    for firm in ("Ming Hui", "Nur", "Alfa"):
        buyer.sees(firm)
    ming.sees("🎉 恭喜，您的报价被接受了！")
    ming.sees("您的部分：4,000 件")
    ming.sees("这是 3 家企业共同完成的一笔订单中的一部分")
    nur.sees("حصتك: 3,500 قطعة")
    nur.sees("هي جزء من طلبية مشتركة بين 3 شركات")
    alfa.sees("Your part: 2,500 pieces")
    alfa.sees("Total: 4,575.00 USD")
    alfa.sees("It is part of a joint order of 3 firms. Each firm deals with the buyer on its own.")
    with market.place.database.reading() as store:
        assert store.inquiries.get(1).status == "awarded"


def test_no_firm_ever_reads_of_another_ones_name_or_price(market: Market) -> None:
    market.buyer.presses(buying.CompareQuotes)
    market.buyer.presses(buying.TakePool, sure=0)
    market.buyer.presses(buying.TakePool, sure=1)
    market.buyer.sees("3 firms have been told.")
    market.place.settle()
    secrets = {
        market.ming: ("Ming", "1.71", "6,840"),
        market.nur: ("Nur", "1.76", "6,160"),
        market.alfa: ("Alfa", "1.83", "4,575"),
    }
    for reader in secrets:
        others = [word for firm, words in secrets.items() if firm is not reader for word in words]
        read = reader.transcript()
        assert all(own in read for own in secrets[reader])
        assert [word for word in (*others, "1.7575", "17,575") if word in read] == []


def test_a_quote_that_changed_in_between_stops_the_whole_and_shows_how_it_stands(market: Market) -> None:
    buyer, alfa = market.buyer, market.alfa
    buyer.presses(buying.CompareQuotes)
    buyer.presses(buying.TakePool, sure=0)
    buyer.sees("Right?")
    asked, yes = the_question(buyer)
    alfa.presses(supplying.QuoteLead)
    market.place.settle()
    alfa.presses(quoting.AskTerm, term="unit_price")
    alfa.sees("Your price for 1 piece")
    alfa.says("1.99 USD")
    market.place.settle()
    alfa.presses(quoting.SendQuote)
    buyer.sees("Price per unit: 1.99 USD")
    buyer.taps_data(asked, yes)
    buyer.sees("These quotes have changed since. Nothing was accepted; please compare them anew.")
    buyer.sees("17,975.00 USD in total")
    with market.place.database.reading() as store:
        assert not [q for q in store.inquiries.quotes(1) if q.status == "accepted"]


def test_tapped_twice_it_counts_once_and_a_stranger_cannot_take_it(market: Market) -> None:
    buyer = market.buyer
    buyer.presses(buying.CompareQuotes)
    buyer.presses(buying.TakePool, sure=0)
    buyer.sees("Right?")
    asked, yes = the_question(buyer)
    stranger = market.place.buyer(name="Zoe")
    assert stranger.toast(stranger.taps_data(stranger.last()["message_id"], yes)) == "I can't find that here."
    forged = encode(buying.TakePool(1, "0123456789ab", 1))
    buyer.taps_data(asked, forged)
    buyer.sees("Nothing was accepted")
    first, second = buyer.taps_data(asked, yes), buyer.taps_data(asked, yes)
    buyer.toast(first)
    assert buyer.toast(second) == "That is done already."
    market.place.settle()
    assert market.alfa.transcript().count("Your quote is accepted!") == 1


def test_when_one_part_is_taken_alone_the_others_together_fill_the_rest(place: Place) -> None:
    alfa, beta, gama = (place.supplier(makes="Steel bottle", firm=name) for name in ("Alfa", "Beta", "Gama"))
    buyer = place.buyer()
    buyer.sends_inquiry("1000 steel bottles to Hamburg")
    offers_a_part(alfa, "1.80 USD", "400 pieces")
    offers_a_part(beta, "1.85 EUR", "400 pieces")
    offers_a_part(gama, "1.90 USD", "300 pieces")
    buyer.presses(buying.AcceptQuote, quote=1, sure=0)
    buyer.taps("Yes, accept")
    buyer.sees("Accepted. Alfa has been told.")
    buyer.presses(buying.CompareQuotes)
    buyer.sees("Together they fill the rest, 600 pieces")
    buyer.sees("≈ conversion, rates of")
    buyer.taps("🧩 A: 2 firms")
    buyer.sees("2 firms: 300 + 300 = 600 pieces. Right?")
    buyer.taps("Yes, accept all")
    beta.sees("Your part: 300 pieces")
    gama.sees("It is part of a joint order of 2 firms.")
    with place.database.reading() as store:
        assert store.inquiries.get(1).status == "awarded"


def test_the_steps_are_asked_for_and_can_be_all_or_nothing(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer()
    buyer.sends_inquiry("1000 steel bottles to Hamburg")
    alfa.taps("💬 Quote")
    alfa.sees("Your price")
    alfa.says("1.80 USD")
    alfa.sees("A part is welcome: several firms then fill the order together")
    alfa.says("600 pieces")
    alfa.sees("In which steps can the buyer take less of it?")
    alfa.says("100")
    alfa.sees("✓ In steps of 100 pieces")
    alfa.presses(quoting.FinishQuote)
    place.settle()
    alfa.presses(quoting.AskTerm, term="lot")
    alfa.taps("Only all of it")
    alfa.sees("Minimum order: 600 pieces")
    alfa.never_sees("In steps of: 100", during=0.1)


def test_where_no_firm_makes_so_much_each_hears_from_the_start_that_a_part_is_welcome(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    with place.database.writing() as store:
        (product,) = store.suppliers.products(1)
        store.suppliers.save_product(replace(product, capacity=Quantity(Decimal(1000), Unit.PIECE)))
    buyer = place.buyer()
    buyer.sends_inquiry("100000 steel bottles to Hamburg")
    alfa.sees("🧩 A part is welcome")


def test_where_no_firm_makes_so_much_more_than_five_are_asked_at_once(place: Place) -> None:
    firms = [place.supplier(makes="Steel bottle", firm=f"Firm {n}") for n in range(6)]
    with place.database.writing() as store:
        for n in range(len(firms)):
            (product,) = store.suppliers.products(n + 1)
            store.suppliers.save_product(replace(product, capacity=Quantity(Decimal(1000), Unit.PIECE)))
    buyer = place.buyer()
    buyer.sends_inquiry("100000 steel bottles to Hamburg")
    for firm in firms:
        firm.sees("🧩 A part is welcome")
