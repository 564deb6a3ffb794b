"""A buyer says what they need, in their own words, answers what is missing, corrects, and sends."""

from __future__ import annotations

from bot.screens.press import encode
from bot.screens.presses import buying
from tests.conversations.place import Place


def test_one_question_at_a_time_each_answer_read_back(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("I need canvas tote bags with a print")
    buyer.sees("How much do you need?")
    buyer.says("2000 pieces")
    buyer.sees("Quantity: 2,000 pieces")
    buyer.sees("Where should it go?")
    buyer.says("Cork, Ireland")
    buyer.sees("Destination: Cork, Ireland")
    buyer.sees("By when do you need it?")
    buyer.taps("In 2 months")
    buyer.sees("Is everything right?")


def test_a_number_without_a_unit_asks_for_the_unit(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("cotton fabric")
    buyer.sees("How much do you need?")
    buyer.says("500")
    buyer.sees("In which unit?")
    buyer.taps("metres")
    buyer.sees("Quantity: 500 metres")


def test_every_question_but_the_product_can_be_skipped(place: Place) -> None:
    buyer = place.buyer()
    buyer.taps("I need something")
    buyer.sees("What do you need?")
    buyer.says("wooden toys")
    for question in ("How much do you need?", "Where should it go?", "By when do you need it?"):
        buyer.sees(question)
        buyer.taps("Skip")
    card = buyer.sees("Is everything right?")["text"]
    assert card.count("not said") == 3


def test_an_answer_that_is_none_is_asked_again_and_nothing_is_guessed(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("leather wallets")
    buyer.sees("How much do you need?")
    buyer.says("well, hmm")
    buyer.sees("I did not understand that as an answer.")
    buyer.says("80 pieces")
    buyer.sees("Quantity: 80 pieces")


def test_any_field_is_corrected_by_one_tap(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("500 steel bottles to Hamburg by March 15")
    buyer.sees("Is everything right?")
    buyer.taps("✏️ Quantity")
    buyer.sees("How much do you need?")
    buyer.says("300 pieces")
    buyer.sees("Quantity: 300 pieces")
    buyer.taps("✏️ Product")
    buyer.sees("What product do you need?")
    buyer.says("aluminium bottles")
    buyer.sees("Product: aluminium bottles")
    buyer.taps("➕ Certificates")
    buyer.sees("Which certificates must it have?")
    buyer.says("LFGB and FDA")
    card = buyer.sees("Certificates:")["text"]
    assert "LFGB" in card and "FDA" in card


def test_a_correction_in_words_changes_what_it_names(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("500 steel bottles to Hamburg by March 15")
    buyer.sees("Quantity: 500 pieces")
    buyer.says("sorry, not 500, 300 pieces")
    card = buyer.sees("Quantity: 300 pieces")["text"]
    assert "Product: steel bottles" in card


def test_the_target_price_is_hidden_until_the_buyer_shows_it(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.says("500 steel bottles to Hamburg by March 15, max 2.50 USD each")
    buyer.sees("2.50 USD per unit (🙈 hidden from suppliers)")
    buyer.taps("Let suppliers see my price")
    buyer.sees("👁 suppliers see it")
    buyer.taps("Hide my price")
    buyer.sees("hidden from suppliers")
    buyer.taps("Send to suppliers")
    supplier.sees("Somebody needs what you make")
    assert "2.50" not in supplier.transcript()


def test_a_draft_survives_a_restart_and_is_resumed(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("ceramic mugs")
    buyer.sees("How much do you need?")
    place.restarts()
    buyer.says("120 pieces")
    buyer.sees("Quantity: 120 pieces")
    place.restarts()
    buyer.says("/new")
    buyer.sees("You began an inquiry earlier:")
    buyer.taps("Go on with it")
    buyer.sees("Where should it go?")


def test_a_draft_that_is_thrown_away_is_gone(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("ceramic mugs")
    buyer.sees("How much do you need?")
    buyer.says("/new")
    buyer.taps("Throw it away")
    buyer.sees("Thrown away.")
    buyer.says("/new")
    buyer.sees("What do you need?")


def test_confirm_tapped_twice_sends_one_inquiry(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("500 steel bottles to Hamburg by March 15")
    card = buyer.sees("Is everything right?")["message_id"]
    first = buyer.taps_data(card, encode(buying.SendInquiry(1)))
    second = buyer.taps_data(card, encode(buying.SendInquiry(1)))
    buyer.toast(first)
    assert buyer.toast(second) == "That is done already."
    place.settle()
    with place.database.reading() as store:
        assert store.inquiries.counts()["open"] == 1


def test_the_tap_that_overtakes_the_text_before_it_loses_nothing(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("ceramic mugs")
    buyer.sees("How much do you need?")
    place.holds()
    buyer.says("120 pieces")
    buyer.presses(buying.SkipSlot)
    place.releases(order="reversed")
    buyer.sees("Quantity: 120 pieces")
    buyer.sees("Where should it go?")


def test_two_answers_in_the_same_moment_answer_two_questions(place: Place) -> None:
    buyer = place.buyer()
    buyer.taps("I need something")
    buyer.sees("What do you need?")
    buyer.says("M8 bolts")
    buyer.says("500 pieces")
    buyer.sees("Quantity: 500 pieces")
    with place.database.reading() as store:
        draft = store.inquiries.get(1)
    assert (draft.product, draft.specs, draft.amount) == ("bolts", ("M8",), 500)


def test_two_people_at_once_do_not_mix(place: Place) -> None:
    first, second = place.buyer(), place.buyer(name="Omar")
    first.says("200 leather wallets")
    second.says("90 wooden toys")
    first.sees("Product: leather wallets")
    second.sees("Product: wooden toys")
    first.says("Porto")
    second.says("Lyon")
    first.sees("Destination: Porto, Portugal")
    second.sees("Destination: Lyon, France")


def test_an_edited_message_never_moves_the_talk(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("ceramic mugs")
    buyer.sees("How much do you need?")
    buyer.says("500 pieces")
    buyer.sees("Where should it go?")
    buyer.edits("500 pieces", "5000 pieces")
    buyer.sees("What counts is what I read back")
    buyer.says("Cork")
    buyer.sees("By when do you need it?")
    with place.database.reading() as store:
        assert store.inquiries.get(1).amount == 500


def test_an_old_message_edited_into_a_command_is_not_a_command(place: Place) -> None:
    admin = place.admin()
    admin.says("hello there")
    place.settle()
    admin.says("/cancel")
    place.settle()
    before = len(admin.messages())
    admin.edits("hello there", "/admin")
    place.settle()
    assert len(admin.messages()) == before


PICTURE = b"\xff\xd8\xff\xe0 a picture"


def test_an_album_with_the_words_on_one_of_its_pictures_is_one_inquiry(place: Place) -> None:
    buyer = place.buyer()
    buyer.sends_photos([PICTURE] * 3, caption="60 ceramic mugs like these to Lyon")
    text = buyer.sees("By when do you need it?")["text"]
    assert "📎 3 files" in text
    with place.database.reading() as store:
        assert len(store.inquiries.get(1).attachments) == 3
    assert sum(not m["out"] for m in buyer.messages()) == 3  # language, welcome, and one answer


def test_pictures_first_and_the_words_afterwards_are_one_inquiry(place: Place) -> None:
    supplier = place.supplier(makes="Ceramic mug 330 ml")
    buyer = place.buyer()
    buyer.sends_photo(PICTURE)
    buyer.sees("What product do you need?")
    buyer.says("60 ceramic mugs to Lyon")
    buyer.sees("By when do you need it?")
    buyer.taps("Skip")
    buyer.sees("📎 1 file")
    buyer.taps("Send to suppliers")
    supplier.sees("Somebody needs what you make")
    assert any(m.get("photo") for m in supplier.messages())


def test_a_file_that_is_too_large_to_fetch_is_still_passed_on(place: Place) -> None:
    supplier = place.supplier(makes="Machined steel parts")
    buyer = place.buyer()
    buyer.sends_file(b"%PDF-1.4 drawing", "drawing.pdf", caption="40 machined steel parts to Lyon by May")
    buyer.sees("📎 1 file")
    buyer.taps("Send to suppliers")
    supplier.sees("Somebody needs what you make")
    assert any(m.get("document") for m in supplier.messages())


def test_two_products_in_one_message_become_two_inquiries_after_asking(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("I need 200 ceramic mugs and 300 wooden toys to Lyon by 15 May")
    buyer.sees("You named 2 products:")
    buyer.sees("ceramic mugs, 200 pieces")
    buyer.sees("wooden toys, 300 pieces")
    buyer.taps("Yes, one for each")
    buyer.sees("Product: ceramic mugs")
    buyer.taps("Send to suppliers")
    buyer.sees("Inquiry #1 is sent")
    card = buyer.sees("Product: wooden toys")["text"]
    assert "Lyon" in card and "15 May 2027" in card
    buyer.taps("Send to suppliers", on="wooden toys")
    buyer.sees("Inquiry #2 is sent")
    with place.database.reading() as store:
        assert [store.inquiries.get(n).amount for n in (1, 2)] == [200, 300]


def test_only_the_first_of_two_products_is_asked_for_if_the_buyer_says_so(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("I need 200 ceramic mugs and 300 wooden toys to Lyon by 15 May")
    buyer.taps("Only: ceramic mugs")
    buyer.sees("Is everything right?")
    buyer.taps("Send to suppliers")
    buyer.sees("Inquiry #1 is sent")
    buyer.never_sees("wooden toys", during=0.3)
