"""What a messenger brings beside plain words: things nobody can read, events, edits, replies to older messages."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.domain.goods import Place as Goal
from bot.screens.press import encode
from bot.screens.presses import buying, quoting, supplying
from bot.store.people import Talk
from tests.conversations.place import Person, Place

STICKER = {"file_id": "s", "file_unique_id": "s", "type": "regular", "width": 9, "height": 9}
STICKER |= {"is_animated": False, "is_video": False}
POLL = {"id": "1", "question": "?", "options": [], "total_voter_count": 0, "is_closed": False, "is_anonymous": True}
POLL |= {"type": "regular", "allows_multiple_answers": False}
UNREADABLE: list[dict[str, Any]] = [
    {"sticker": STICKER},
    {"dice": {"emoji": "🎲", "value": 3}},
    {"poll": POLL | {"members_only": False, "allows_revoting": False}},
    {"story": {"chat": {"id": 7, "type": "private", "first_name": "x"}, "id": 1}},
    {"a_kind_that_came_later": {"some": "thing"}},
    {},
]
EVENTS: list[dict[str, Any]] = [
    {"pinned_message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private", "first_name": "x"}}},
    {"message_auto_delete_timer_changed": {"message_auto_delete_time": 86400}},
]


def answers(person: Person) -> int:
    """How often the bot has spoken to this person."""
    return sum(not m["out"] for m in person.messages())


def test_what_cannot_be_read_is_said_so_and_the_question_comes_again_in_the_readers_language(place: Place) -> None:
    buyer = place.buyer(language="ar")
    buyer.says("500 قميص قطني")
    place.settle()
    question = buyer.last()["text"].splitlines()[-1]
    assert buyer.shows(buying.SkipSlot)
    for content in UNREADABLE:
        before = answers(buyer)
        place.brings(buyer, content)
        place.settle()
        assert answers(buyer) == before + 2, content
        assert question in buyer.last()["text"]
        assert "can read" not in buyer.transcript()
    for event in EVENTS:
        before = answers(buyer)
        place.brings(buyer, event)
        place.settle()
        assert answers(buyer) == before, event
    owner = place.person("Li")
    owner.taps("I make or sell something")
    owner.sees("What is your firm called?")
    owner.sends_photo(b"\xff\xd8\xff a picture")
    owner.sees("I can read text, photos and files.")
    owner.sees("What is your firm called?")


def test_a_point_on_the_map_is_a_place_where_one_is_asked_for(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("200 leather wallets")
    buyer.sees("Where should it go?")
    buyer.shares_location(-48.0, -123.0)  # in the middle of the Pacific
    buyer.sees("I did not understand that as an answer.")
    point = {"latitude": 53.55, "longitude": 9.99}
    place.brings(buyer, {"location": point, "venue": {"location": point, "title": "Port", "address": "Pier 3"}})
    buyer.sees("Destination: Hamburg, Germany")
    buyer.sees("By when do you need it?")
    place.brings(buyer, {"location": point}, kind="edited_message")  # somebody who moves
    buyer.shares_location(1.3, 103.8)
    buyer.sees("By when do you need it?")
    assert "you changed a message" not in buyer.transcript()
    with place.database.reading() as store:
        assert store.inquiries.get(1).destination == Goal("DE", "Hamburg")


def test_an_update_that_makes_no_sense_is_laid_aside_and_the_next_is_answered(place: Place) -> None:
    buyer = place.buyer()
    place.brings(buyer, {"text": {"no": "text"}})
    buyer.says("60 ceramic mugs to Lyon")
    buyer.sees("Something went wrong on our side.")
    buyer.sees("Product: ceramic mugs")
    with place.database.reading() as store:
        assert store.inbox.counts()["dead"] == 1


@pytest.mark.parametrize("name", ["ask_incoterm_v1", "inquiry"])
def test_whoever_stood_where_no_release_knows_goes_on_with_what_was_said(
    place: Place, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    buyer = place.buyer()
    buyer.says("leather wallets to Lyon")
    buyer.sees("How much do you need?")
    with place.database.writing() as store:
        store.people.set_talk(1, Talk(name, 1, "ask_incoterm_v1"))
    with caplog.at_level(logging.WARNING):
        buyer.says("200 pieces")
        buyer.sees("Sorry, I lost the thread.")
        if name != "inquiry":
            buyer.taps("Go on with it")
        buyer.sees("How much do you need?")
        buyer.says("200 pieces")
        buyer.sees("Quantity: 200 pieces")
    assert len([r for r in caplog.records if "which is unknown" in r.getMessage()]) == 1
    with place.database.reading() as store:
        draft = store.inquiries.get(1)
        assert (draft.product, draft.amount, draft.destination and draft.destination.city) == (
            "leather wallets",
            200,
            "Lyon",
        )


def test_an_edit_offers_to_correct_and_nobody_hears_of_it_before(place: Place) -> None:
    supplier = place.supplier(makes="Leather wallet")
    buyer = place.buyer()
    buyer.says("leather wallets")
    buyer.says("500 pieces")
    buyer.says("Cork")
    buyer.sees("By when do you need it?")
    buyer.edits("500 pieces", "5000 pieces")
    buyer.sees("What counts is what I read back")
    buyer.taps("✏️ Quantity")
    buyer.sees("How much do you need?")
    buyer.says("5000 pieces")
    buyer.sees("Quantity: 5,000 pieces")
    buyer.taps("Skip")
    buyer.taps("Send to suppliers")
    supplier.sees("Quantity: 5,000 pieces")
    place.settle()
    heard = len(supplier.messages())
    buyer.edits("5000 pieces", "50000 pieces")
    buyer.sees("What was sent stays as it was")
    assert buyer.buttons() == ["📋 My inquiries"]
    buyer.edits("Cork", "/cancel")
    place.settle()
    assert len(supplier.messages()) == heard
    with place.database.reading() as store:
        assert (store.inquiries.get(1).status, store.inquiries.get(1).amount) == ("open", 5000)


def test_a_reply_to_an_older_card_is_about_that_card_and_never_about_the_newest(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    first, second = place.buyer(), place.buyer(name="Omar")
    first.sends_inquiry("500 steel bottles to Hamburg")
    older = supplier.sees("Hamburg")["message_id"]
    second.sends_inquiry("900 steel bottles to Bremen")
    supplier.sees("Bremen")
    supplier.says("in which colour?", reply_to=older)
    assert "Hamburg" in supplier.sees("A lead of yours")["text"]
    supplier.presses(supplying.AskBuyer, lead=1)
    prompt = supplier.sees("What would you like to ask the buyer")["message_id"]
    supplier.presses(supplying.AskBuyer, lead=2)
    place.settle()
    supplier.says("In which colour?", reply_to=prompt)
    asked = first.sees("In which colour?")["message_id"]
    supplier.says("How many lids?")
    second.sees("How many lids?")
    first.says("300 steel cups to Porto")
    place.settle()
    first.says("Blue, please.", reply_to=asked)
    first.sees("Your answer is on its way")
    answered = supplier.sees("Blue, please.")["message_id"]
    first.says("May")
    first.sees("Is everything right?")
    supplier.says("1.80 USD, 21 days", reply_to=answered)
    place.settle()
    supplier.presses(quoting.FinishQuote)
    supplier.presses(quoting.SendQuote)
    card = first.sees("1.80")["message_id"]
    second.never_sees("1.80", during=0.2)
    first.says("hm, too much", reply_to=card)
    first.sees("1.80")
    with place.database.reading() as store:
        assert [q.inquiry for q in store.inquiries.quotes(1)] == [1]
        assert store.inquiries.quotes(2) == []


def test_a_reply_to_what_is_gone_is_refused_and_guessed_by_nobody(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    card = supplier.sees("Hamburg")["message_id"]
    buyer.sends_inquiry("900 steel bottles to Bremen")
    supplier.sees("Bremen")
    place.forgets_what_it_said()
    supplier.says("1.80 USD", reply_to=card)
    supplier.sees("I do not know any more what that message was about.")
    buyer.presses(buying.CancelInquiry, sure=0)
    place.settle()
    with place.database.reading() as store:
        assert store.inquiries.quotes(1) == store.inquiries.quotes(2) == []


def test_old_late_and_deleted_cards_still_do_what_they_say(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    buyer = place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    supplier.quotes("1.80 USD FOB Mersin, 21 days")
    buyer.sees("1.80")
    place.simulator.world.bot.chats[buyer.person_id].messages.clear()  # the buyer has emptied the chat
    place.troubles("answerCallbackQuery", "Bad Request: query is too old and response timeout expired")
    buyer.taps_data(1, encode(buying.AcceptQuote(1, 1)))  # a message that is inaccessible now: its date is 0
    buyer.sees("agent_")
    supplier.sees("Your quote is accepted!")
    with place.database.reading() as store:
        assert store.inquiries.get(1).status == "awarded"
