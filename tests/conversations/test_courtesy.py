"""A word to the firms that were not chosen: asked of the buyer once, told to each firm once, and remembered."""

from __future__ import annotations

from datetime import timedelta

from bot.domain.courtesy import FISHING_FROM
from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.quote import LossReason, Quote, QuoteStatus
from bot.screens.press import encode
from bot.screens.presses import buying, courtesy, supplying
from tests.conversations.place import Person, Place
from tests.conversations.test_pool import offers_a_part


def accepts(buyer: Person, quote: int) -> None:
    buyer.presses(buying.AcceptQuote, quote=quote, sure=0)
    buyer.presses(buying.AcceptQuote, quote=quote, sure=1)
    buyer.place.settle()


def asks(buyer: Person, *suppliers: Person, price: str = "2.00 USD") -> None:
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    for supplier in suppliers:
        supplier.quotes(price)


def said(place: Place, reason: LossReason, *, buyer: str, times: int) -> None:
    """Inquiries of yesterday, each with a quote that this buyer did not take, and what they said of it."""
    with place.database.writing() as store:
        person = next(p for p in map(store.people.get, range(1, store.people.count() + 1)) if p.name == buyer)
        for _ in range(times):
            opened = place.now() - timedelta(days=1)
            asked = Inquiry(0, person.id, InquiryStatus.EXPIRED, product="steel bottles", opened_at=opened)
            asked = store.inquiries.add(asked)
            sent = Quote(0, asked.id, 0, 1, status=QuoteStatus.SENT, loss_reason=reason)
            store.inquiries.add_quote(sent)


def leads_of(place: Place) -> int:
    with place.database.reading() as store:
        return len(store.inquiries.leads_of_supplier(1))


def test_two_losers_read_the_reason_and_the_band_in_their_own_language(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta", language="zh-Hans")
    gama = place.supplier(makes="Steel bottle", firm="Gama", language="ar")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    alfa.quotes("2.00 USD FOB Mersin, 21 days")
    beta.quotes("2.30 USD FOB Ningbo, 21 days")
    gama.quotes("2.10 USD FOB Jebel Ali, 60 days")
    accepts(buyer, 1)
    beta.sees("买家这次选择了其他报价")
    card = buyer.sees("Why not Beta?")
    buyer.taps("Price")
    buyer.sees("✓ Beta: Price")
    buyer.sees("Why not Gama?")
    buyer.taps("Time")
    buyer.sees("Every firm knows now where it stands")
    assert buyer.last()["message_id"] == card["message_id"], "one living card"
    beta.sees("决定因素是价格")
    beta.sees("您的价格比中选价格高约 10–20%")
    gama.sees("وكان العامل الحاسم الوقت")
    gama.sees("كان سعرك قريبًا من السعر المختار")
    for loser in (beta, gama):
        assert "2.00" not in loser.transcript() and "Alfa" not in loser.transcript()
    assert "2.30" not in gama.transcript() and "2.10" not in beta.transcript()
    again = buyer.taps_data(card["message_id"], encode(courtesy.GiveReason(2, LossReason.TIME)))
    assert buyer.toast(again) == "That is done already."
    place.passes(days=5)
    assert buyer.transcript().count("A word to the firms") == 1, "who has answered is not reminded"
    assert beta.transcript().count("10–20%") == 1


def test_who_lost_against_several_firms_together_reads_a_band_as_well(place: Place) -> None:
    """In another currency, too; but not under other delivery terms."""
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    gama = place.supplier(makes="Steel bottle", firm="Gama", language="ar")
    delta = place.supplier(makes="Steel bottle", firm="Delta")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    offers_a_part(alfa, "2.00 USD", "300 pieces")
    offers_a_part(beta, "2.10 USD", "200 pieces")
    gama.quotes("9.00 EUR")
    delta.quotes("9.00 USD DAP Hamburg")
    buyer.presses(buying.CompareQuotes)
    buyer.presses(buying.TakePool, sure=0)
    buyer.presses(buying.TakePool, sure=1)
    buyer.sees("Why not Gama?")
    buyer.taps("Price")
    buyer.sees("Why not Delta?")
    buyer.taps("Price")
    gama.sees("كان سعرك أعلى من السعر المختار بأكثر من 40%")
    delta.sees("what decided was the price")
    assert "chosen one" not in delta.transcript()


def test_skipping_takes_one_tap_and_the_firm_hears_that_no_reason_was_given(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer = place.buyer()
    asks(buyer, alfa, price="2.00 USD")
    beta.quotes("3.00 USD")
    accepts(buyer, 1)
    buyer.taps("Skip all")
    buyer.sees("The firms hear that it is over, without a reason.")
    beta.sees("The buyer gave no reason.")
    beta.sees("more than 40% above the chosen one")
    buyer.taps("Say why after all")
    buyer.taps("Certificate")
    beta.sees("The buyer has answered after all.")
    beta.sees("what decided was a certificate")
    assert beta.transcript().count("more than 40%") == 1, "the band is told once"


def test_a_silent_buyer_is_reminded_once_and_then_it_is_noted(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer()
    asks(buyer, alfa)
    buyer.presses(buying.CancelInquiry, sure=0)
    buyer.presses(buying.CancelInquiry, sure=1)
    alfa.sees("The buyer does not need it any more.")
    place.passes(days=2, minutes=1)
    assert buyer.transcript().count("Why not Alfa?") == 2
    alfa.never_sees("no reason", during=0.2)
    place.passes(days=2, minutes=1)
    alfa.sees("The buyer gave no reason.")
    place.passes(days=9)
    assert buyer.transcript().count("Why not Alfa?") == 2


def test_bought_elsewhere_tells_everyone_and_no_band_is_made_up(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer = place.buyer()
    asks(buyer, alfa)
    buyer.taps("I bought elsewhere")
    buyer.sees("Did you buy elsewhere?")
    buyer.taps("Yes, close it")
    buyer.sees("Inquiry #1 is closed.")
    alfa.sees("The buyer bought elsewhere this time.")
    beta.sees("The buyer bought elsewhere this time.")
    buyer.sees("Why not Alfa?")
    buyer.taps("Minimum order")
    alfa.sees("what decided was the minimum order")
    assert "chosen one" not in alfa.transcript()
    beta.presses(supplying.ShowOriginal)
    assert not beta.shows(supplying.QuoteLead)
    with place.database.reading() as store:
        assert store.inquiries.get(1).status is InquiryStatus.CLOSED


def test_after_the_time_for_quotes_a_quote_is_declined_with_a_reason(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer()
    asks(buyer, alfa)
    place.passes(days=3, minutes=1)
    buyer.taps("I take no quote")
    buyer.taps("Time")
    alfa.sees("what decided was the time")
    buyer.presses(buying.AcceptQuote, sure=0)
    place.settle()
    assert "replaced or withdrawn" in buyer.toast(buyer.presses(buying.AcceptQuote, sure=1))


def test_how_a_buyer_answers_stands_on_the_next_lead(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa", language="zh-Hans")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer = place.buyer(name="Ada")
    said(place, LossReason.PRICE, buyer="Ada", times=2)
    asks(buyer, alfa, beta)
    assert "🙋 New buyer" in beta.transcript()
    accepts(buyer, 3)
    asks(buyer)
    beta.sees("🙋 The buyer answers 9 of 10 quotes")
    alfa.sees("🙋 买家平均每 10 份报价答复 9 份")
    buyer.says("/inquiries")
    buyer.sees("Firms see on your inquiries that you answer 9 of 10 quotes.")


def test_a_buyer_who_only_fishes_is_slowed_down_and_listed_and_gets_back_by_answering(place: Place) -> None:
    admin = place.admin()
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer(name="Rod")
    said(place, LossReason.UNSAID, buyer="Rod", times=FISHING_FROM - 1)
    asks(buyer, alfa)
    buyer.sees("It goes to 3 firms for now")
    buyer.sees("your inquiries go to 5 again")
    buyer.presses(buying.CancelInquiry, sure=0)
    buyer.presses(buying.CancelInquiry, sure=1)
    buyer.presses(courtesy.SkipReasons)
    place.settle()
    buyer.sends_inquiry("200 steel bottles to Hamburg")
    buyer.sees("Your new inquiry is kept and waits for one thing.")
    assert leads_of(place) == 1
    admin.says("/admin")
    admin.taps("1 buyer never answers")
    admin.sees("Rod")
    admin.sees("inquiries with quotes: 5 · quotes: 5 · answered: 0")
    assert "steel" not in admin.last()["text"].lower()
    buyer.taps("Price")
    buyer.taps("Go on with my new inquiry")
    buyer.presses(buying.SendInquiry)
    place.settle()
    assert leads_of(place) == 2


def test_a_word_is_the_buyers_to_give_and_the_list_is_for_admins(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    beta = place.supplier(makes="Steel bottle", firm="Beta")
    buyer, stranger = place.buyer(), place.buyer()
    asks(buyer, alfa, beta)
    accepts(buyer, 1)
    on = stranger.messages()[-1]["message_id"]
    forged = [
        *(courtesy.GiveReason(2, LossReason.PRICE), courtesy.SkipReasons(1), courtesy.AskReasons(1)),
        *(courtesy.CloseInquiry(1, 0), courtesy.CloseInquiry(1, 1), courtesy.SilentBuyers()),
    ]
    assert {stranger.toast(stranger.taps_data(on, encode(p))) for p in forged} == {"I can't find that here."}
    card = buyer.sees("Why not Beta?")["message_id"]
    forged = [courtesy.GiveReason(2, LossReason.UNSAID), courtesy.GiveReason(1, LossReason.PRICE)]
    assert {buyer.toast(buyer.taps_data(card, encode(p))) for p in forged} == {"I can't find that here."}
    beta.never_sees("what decided", during=0.3)
