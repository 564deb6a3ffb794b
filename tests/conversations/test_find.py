"""Looking before asking, and being told later."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

import pytest

from bot.domain.supplier import Size, Supplier, SupplierType
from bot.screens.press import encode
from bot.screens.presses import looking, supplying
from tests.conversations.place import Person, Place


def listed(place: Place, makes: str, **details: Any) -> Supplier:
    """A firm on the list that can be found, for which nobody speaks yet."""
    firm, _ = place.firm(makes, **details)
    with place.database.writing() as store:
        store.inbox.add_chore("index", {}, lane="index", due=place.now(), key="index")
    place.passes(seconds=0)
    return firm


def test_the_firms_that_fit_are_shown_with_what_fits_and_what_does_not(place: Place) -> None:
    place.supplier(makes="Ceramic mug 330 ml", firm="Atölye Kil", export_markets=("DE",))
    place.supplier(makes="Steel pipes", firm="Boru AŞ")
    buyer = place.buyer()
    buyer.says("/find ceramic mugs to Lyon, France")
    page = buyer.sees("Firms for “ceramic mugs to Lyon, France”")["text"]
    assert "Atölye Kil" in page and "Boru" not in page
    buyer.sees("offers “Ceramic mug 330 ml”")
    buyer.sees("⚠️ your country is not among its markets")


def test_the_words_may_come_after_the_command(place: Place) -> None:
    place.supplier(makes="Steel thermos bottle", firm="Termos Ltd")
    buyer = place.buyer()
    buyer.says("/find")
    buyer.sees("What are you looking for?")
    buyer.says("thermos bottle")
    buyer.sees("Termos Ltd")


def test_five_firms_a_page_in_one_message(place: Place) -> None:
    for n in range(7):
        listed(place, "Steel thermos bottle", name=f"Termos {n}")
    buyer = place.buyer()
    buyer.says("/find thermos bottle")
    shown = buyer.sees("page 1 of 2")["message_id"]
    assert buyer.transcript().count("Termos ") == 5
    buyer.sees("not on Shoal yet; the admins invite it when you ask")
    buyer.taps("More →")
    page = buyer.sees("page 2 of 2")
    assert page["message_id"] == shown, "the page is turned where it stands"
    assert page["text"].count("Termos ") == 2
    buyer.taps("← Back")
    buyer.sees("page 1 of 2")


def test_an_inquiry_is_made_of_the_words_that_were_looked_for(place: Place) -> None:
    place.supplier(makes="Ceramic mug 330 ml")
    buyer = place.buyer()
    buyer.says("/find 300 ceramic mugs to Lyon, not from China")
    buyer.taps("🛒 Make an inquiry of it")
    buyer.sees("Product: ceramic mugs")
    buyer.sees("Origin: not China")
    buyer.taps("Skip")
    buyer.taps("Send to suppliers")
    buyer.sees("I asked 1 firm")


def test_a_country_that_is_wanted_or_not_decides(place: Place) -> None:
    listed(place, "Steel thermos bottle", name="Yongkang Cups", country="CN", city="Yongkang")
    listed(place, "Steel thermos bottle", name="Termos Ltd", country="TR", city="Bursa")
    listed(place, "Steel thermos bottle", name="Garrafas Lda", country="PT", city="Porto")
    buyer = place.buyer()
    for words, names in {
        "thermos bottle, not from China": {"Termos Ltd", "Garrafas Lda"},
        "thermos bottle from Turkey": {"Termos Ltd"},
        "thermos bottle from Turkey or Portugal": {"Termos Ltd", "Garrafas Lda"},
        "thermos bottle except China": {"Termos Ltd", "Garrafas Lda"},
        "thermos bottle Portugal": {"Garrafas Lda"},
    }.items():
        buyer.says(f"/find {words}")
        page = buyer.sees(f"Firms for “{words}”")["text"]
        assert {n for n in ("Yongkang Cups", "Termos Ltd", "Garrafas Lda") if n in page} == names, words
        assert "Origin:" in buyer.transcript()


def test_kinds_of_firm_and_certificates_that_are_a_must(place: Place) -> None:
    trader: dict[str, Any] = {"type": SupplierType.TRADING_COMPANY, "size": Size.LARGE}
    listed(place, "Cotton towel", name="Big Trade", **trader)
    listed(place, "Cotton towel", name="Dokuma", type=SupplierType.MANUFACTURER, certificates=("OEKO-TEX",))
    buyer = place.buyer()
    buyer.says("/find cotton towels, manufacturers only")
    buyer.sees("Firms: only manufacturer and artisan or cooperative")
    buyer.never_sees("Big Trade", during=0.2)
    buyer.says("/find cotton towels, must be OEKO-TEX certified")
    page = buyer.sees("must be OEKO-TEX certified”")["text"]
    assert "Dokuma" in page and "Big Trade" not in page
    buyer.says("/find cotton towels OEKO-TEX")
    buyer.sees("⚠️ the certificates you ask for are not on file")


def test_nothing_that_fits_is_said_honestly_with_the_closest_ones(place: Place) -> None:
    listed(place, "Steel thermos bottle", name="Yongkang Cups", country="CN", city="Yongkang")
    buyer = place.buyer()
    buyer.says("/find thermos bottle from Turkey")
    buyer.sees("Nothing here fits all of it. The closest matches:")
    buyer.sees("⚠️ not in a country you ask for")
    buyer.taps("Tell me when a firm joins")
    buyer.sees("As soon as a firm joins that fits, I tell you here.")


def test_the_same_goods_are_found_under_another_name_and_it_is_said(place: Place) -> None:
    listed(place, "304不锈钢保温杯 500毫升", name="Yongkang Cups", country="CN", city="Yongkang")
    buyer = place.buyer()
    buyer.says("/find garrafa térmica")
    buyer.sees("offers “304不锈钢保温杯 500毫升” · the same goods by another name")


def test_what_has_nothing_to_do_with_it_is_not_called_close(place: Place) -> None:
    listed(place, "Zorkel", name="Somebody")
    buyer = place.buyer()
    buyer.says("/find wedding dress")
    buyer.sees("Nothing here comes near it yet.")
    buyer.never_sees("Somebody", during=0.2)
    buyer.taps("Tell me when a firm joins")
    buyer.sees("As soon as a firm joins that fits, I tell you here.")


def test_nobody_there_at_all(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("/find thermos bottle")
    buyer.sees("Nothing here comes near it yet.")


def kept_need(place: Place, words: str = "thermos bottle") -> Person:
    buyer = place.buyer()
    buyer.says(f"/find {words}")
    buyer.taps("Tell me when a firm joins")
    buyer.sees("As soon as a firm joins that fits")
    return buyer


def test_who_waits_is_told_once_when_a_firm_joins_and_asks_it(place: Place) -> None:
    buyer = kept_need(place)
    place.supplier(makes="Steel pipes", firm="Boru AŞ")
    place.supplier(makes="Steel thermos bottle", firm="Termos Ltd")
    place.passes(minutes=1)
    buyer.sees("A firm has joined that fits “thermos bottle”:")
    buyer.sees("Termos Ltd")
    assert "Boru" not in buyer.transcript()
    before = len(buyer.messages())
    listed(place, "Steel pipes", name="Another")
    place.supplier(makes="Copper pipes", firm="Bakır AŞ")
    place.passes(days=2)
    assert len(buyer.messages()) == before, "one firm is news once"
    buyer.taps("Ask it")
    buyer.sees("Product: thermos bottle")


def test_two_that_join_on_one_day_are_told_on_two(place: Place) -> None:
    buyer = kept_need(place)
    place.supplier(makes="Steel thermos bottle", firm="Termos Ltd")
    place.passes(minutes=1)
    buyer.sees("Termos Ltd")
    place.supplier(makes="Thermos bottle 1 l", firm="Flask House")
    place.passes(hours=2)
    assert "Flask House" not in buyer.transcript()
    place.passes(hours=23)
    buyer.sees("Flask House")


def test_a_firm_that_is_let_in_or_makes_something_new_is_news_too(place: Place) -> None:
    supplier = place.supplier(makes="Steel pipes", firm="Boru AŞ")
    buyer = kept_need(place)
    supplier.says("/firm")
    supplier.presses(supplying.AskFirm, question="products")
    place.settle()
    supplier.says("Steel thermos bottle")
    place.settle()  # a slow machine may learn of it only after the minute, and would then wait for another
    place.passes(minutes=1)
    buyer.sees("A firm has joined that fits")
    buyer.sees("Boru AŞ")


def test_a_firm_that_was_shown_is_no_news(place: Place) -> None:
    supplier = place.supplier(makes="Thermos bottle", firm="Termos Ltd")
    buyer = place.buyer()
    buyer.says("/find thermos bottle")
    buyer.sees("Termos Ltd")
    buyer.taps_data(buyer.messages()[-1]["message_id"], encode(looking.KeepWanted(1)))
    place.settle()
    supplier.says("/firm")
    supplier.presses(supplying.AskFirm, question="products")
    place.settle()
    supplier.says("Thermos bottle, large")
    place.passes(minutes=1)
    assert "has joined" not in buyer.transcript()


def test_a_kept_need_is_listed_and_dropped_by_one_tap_and_ends(place: Place) -> None:
    buyer = kept_need(place)
    buyer.says("/find")
    buyer.sees("• thermos bottle (until ")
    buyer.taps("✖ thermos bottle")
    buyer.sees("I no longer tell you of “thermos bottle”.")
    place.supplier(makes="Steel thermos bottle", firm="Termos Ltd")
    place.passes(minutes=1)
    assert "has joined" not in buyer.transcript()
    late = kept_need(place, "olive oil")
    place.passes(days=91)
    place.supplier(makes="Olive oil", firm="Zeytin Ltd")
    place.passes(minutes=1)
    assert "Zeytin" not in late.transcript()


def test_an_inquiry_that_found_nobody_offers_to_tell_later(place: Place) -> None:
    buyer = place.buyer()
    buyer.sends_inquiry("300 thermos bottles, not from China")
    buyer.sees("No supplier here fits yet.")
    buyer.taps("Tell me when a firm joins")
    place.settle()
    place.passes(days=5)
    buyer.sees("No quote is waiting.")
    buyer.taps("Tell me when a firm joins")  # twice is once
    place.settle()
    place.supplier(makes="Thermos bottle", firm="Yongkang Cups", country="CN")
    place.supplier(makes="Thermos bottle", firm="Termos Ltd")
    place.passes(minutes=1)
    buyer.sees("A firm has joined that fits “thermos bottles”:")
    assert buyer.transcript().count("has joined") == 1 and "Yongkang" not in buyer.transcript()
    buyer.taps("Ask it")
    buyer.sees("Origin: not China")


def test_an_inquiry_that_leaves_a_country_out_asks_nobody_there(place: Place) -> None:
    chinese = place.supplier(makes="Ceramic mug", firm="Yongkang Cups", country="CN", city="Yongkang")
    turk = place.supplier(makes="Ceramic mug", firm="Atölye Kil")
    buyer = place.buyer()
    buyer.says("300 ceramic mugs to Lyon by 15 May, not from China")
    buyer.sees("Origin: not China")
    buyer.taps("Send to suppliers")
    turk.sees("Somebody needs what you make")
    buyer.sees("I asked 1 firm")
    assert "Somebody needs" not in chinese.transcript()


def test_any_firm_is_one_tap_away(place: Place) -> None:
    chinese = place.supplier(makes="Ceramic mug", firm="Yongkang Cups", country="CN", city="Yongkang")
    buyer = place.buyer()
    buyer.says("300 ceramic mugs to Lyon by 15 May, not from China")
    buyer.taps("✖ Any firm, from anywhere")
    buyer.taps("Send to suppliers")
    chinese.sees("Somebody needs what you make")


HOSTILE = {
    "long": "thermos bottle " * 7000,
    "one word": "x" * 100_000,
    "emoji": "🍶🧴🫙" * 20,
    "operators": 'NEAR("a" AND b*) OR NOT title:c ^d -e {f}',
    "quotes": "\"'`''\"\"\\ %s {words} <b>&amp;",
    "markup": "<b>bottle</b> </a> &lt;",
    "controls": "ther\u0000mos\u202e \u2066bot\u0007tle\ud83d",
    "digits": "9" * 400 + " of 1e999 ½ ٣",
}


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
def test_hostile_words_never_break_anything(place: Place, words: str) -> None:
    listed(place, "Steel thermos bottle", name="Termos Ltd")
    buyer, other = place.buyer(), place.buyer(name="Omar")
    for part in (f"/find {words}"[:4000], words[:4000]):
        buyer.says(part.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))
    other.says("/find thermos bottle")
    other.sees("Termos Ltd")
    place.settle()
    with place.database.reading() as store:
        assert store.inbox.counts().get("dead", 0) == 0
        assert store.outbox.counts().get("failed", 0) == 0
    assert "Something went wrong" not in buyer.transcript()


def test_only_signs_that_cannot_be_read_are_said_to_be_so(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("/find \u200b\u2066\u2069\u200b")
    buyer.sees("Please write it in words.")


def asks_inline(place: Place, person: Person, words: str) -> dict[str, Any]:
    """Type the bot's name and words in some other chat; what is offered there."""

    def ask(method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{place.simulator.url}{path}", data, method=method), timeout=10) as answer:
            return dict(json.load(answer))

    query = ask("POST", f"/people/{person.person_id}/inline", {"query": words})["query"]
    path = f"/people/{person.person_id}/inline/{query}"
    place.until(lambda: bool(ask("GET", path)["answered"]), lambda: "the inline query was not answered")
    return ask("GET", path)


def test_firms_are_found_from_any_chat_without_contacts(place: Place) -> None:
    listed(place, "Steel thermos bottle", name="Termos Ltd", email="secret@termos.example", phone="+90555")
    listed(place, "Steel pipes", name="Boru AŞ")
    buyer = place.buyer()
    (one,) = asks_inline(place, buyer, "thermos bottle")["results"]
    assert one["title"] == "Termos Ltd" and "Steel thermos bottle" in one["description"]
    said = one["input_message_content"]["message_text"]
    link = one["reply_markup"]["inline_keyboard"][0][0]["url"]
    assert link in said and "?start=f_" in link
    assert "secret" not in json.dumps(one) and "90555" not in json.dumps(one)


def test_up_to_twenty_articles_and_a_hint_where_nothing_is_typed(place: Place) -> None:
    for n in range(25):
        listed(place, "Steel thermos bottle", name=f"Termos {n}")
    buyer = place.buyer()
    found = asks_inline(place, buyer, "thermos bottle")["results"]
    assert len(found) == 20 and len({one["id"] for one in found}) == 20
    assert asks_inline(place, buyer, "  ")["results"] == []
    for words in HOSTILE.values():
        asks_inline(place, buyer, words[:250].encode("utf-16", "surrogatepass").decode("utf-16", "replace"))


def test_one_who_never_opened_the_bot_is_answered_and_not_written_to(place: Place) -> None:
    stranger = place.person("Zoe", start=False)
    listed(place, "Steel thermos bottle", name="Termos Ltd")
    assert asks_inline(place, stranger, "thermos bottle")["results"]
    with place.database.reading() as store:
        assert store.people.count() == 0


def test_the_link_opens_the_firms_card_after_the_language(place: Place) -> None:
    firm = listed(place, "Steel thermos bottle\nSteel mug", name="Termos Ltd", email="secret@termos.example")
    visitor = place.person("Zoe", start=False)
    visitor.starts(f"f_{firm.id}")
    visitor.taps("English")
    card = visitor.sees("It offers:")["text"]
    assert "Termos Ltd" in card and "Steel mug" in card and "secret" not in card
    visitor.starts("f_999999")
    visitor.sees("I can't find that here.")
    visitor.says("I need 20 ceramic mugs")
    visitor.sees("Product: ceramic mugs")


@pytest.mark.parametrize(
    ("language", "words"),
    [("zh-Hans", "不锈钢保温杯，不要中国的"), ("ar", "قوارير ستانلس ستيل ليست من الصين")],
)
def test_it_is_looked_for_in_the_readers_language(place: Place, language: str, words: str) -> None:
    chinese = listed(place, "不锈钢保温杯\nقوارير ستانلس ستيل", name="永康杯业", country="CN", city="永康")
    listed(place, "不锈钢保温杯\nقوارير ستانلس ستيل", name="مصنع النور", country="TR", city="Bursa")
    buyer = place.buyer(language=language)
    buyer.says(f"/find {words}")
    page = buyer.sees("مصنع النور")["text"]
    assert chinese.name not in page
    buyer.presses(looking.AskForThis)
    place.settle()
    with place.database.reading() as store:
        draft = store.inquiries.get(1)
    assert draft.whom.not_origin == ("CN",) and draft.product and draft.product in words
