"""The start: language, help, commands in any spelling, leaving a conversation, things that cannot be read."""

from __future__ import annotations

import pytest

from bot.screens.presses import buying, supplying
from tests.conversations.place import Place


def test_the_first_tap_is_the_language_and_the_apps_own_comes_first(place: Place) -> None:
    visitor = place.person("Chen", language="zh-Hans", start=False)
    visitor.starts()
    place.settle()
    assert visitor.buttons() == ["简体中文", "English", "العربية"]
    visitor.taps("English")
    visitor.sees("Do you need something?")


def test_a_language_that_is_not_spoken_yet_is_met_in_english(place: Place) -> None:
    visitor = place.person("Juma", start=False)
    other = visitor.create(place.simulator.url, first_name="Juma", language_code="sw")
    other.starts()
    other.sees("Which language shall we speak?")


def test_somebody_may_write_a_need_without_any_start(place: Place) -> None:
    buyer = place.person("Ana", start=False)
    buyer.says("300 cotton tote bags to Cork, Ireland")
    buyer.sees("Quantity: 300 pieces")


def test_another_language_in_the_middle_of_a_conversation_goes_on_with_it(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("cotton tote bags")
    buyer.sees("How much do you need?")
    buyer.says("/language")
    buyer.taps("العربية")
    place.settle()
    assert buyer.shows(buying.SkipSlot)
    assert "How much" not in buyer.last()["text"]


@pytest.mark.parametrize("typed", ["/cancel", "/CANCEL", "/cancel@shoal_bot", "／cancel", "cancel"])
def test_cancel_in_any_spelling_leaves_the_conversation_and_stores_nothing(place: Place, typed: str) -> None:
    owner = place.person("Li")
    owner.taps("I make or sell something")
    owner.sees("What is your firm called?")
    owner.says(typed)
    owner.sees("Stopped. Nothing was sent.")
    owner.says("/firm")
    owner.sees("What is your firm called?")


@pytest.mark.parametrize(("language", "word"), [("zh-Hans", "取消"), ("ar", "إلغاء")])
def test_cancel_is_also_understood_as_a_word_of_the_persons_language(place: Place, language: str, word: str) -> None:
    owner = place.person("Li", language=language)
    owner.presses(supplying.RegisterFirm)
    place.settle()
    owner.says(word)
    place.settle()
    owner.presses(supplying.RegisterFirm)
    with place.database.reading() as store:
        assert store.suppliers.page(after=0, limit=1)[0].name == ""


def test_help_and_start_work_in_the_middle_of_a_conversation(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("leather wallets")
    buyer.sees("How much do you need?")
    buyer.says("/help")
    buyer.sees("How Shoal works")
    buyer.says("200")
    buyer.sees("In which unit?")
    buyer.starts()
    buyer.sees("You began an inquiry earlier:")
    buyer.taps("Go on with it")
    buyer.sees("In which unit?")


def test_an_unknown_command_shows_the_help(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("/frobnicate")
    buyer.sees("How Shoal works")


def test_what_cannot_be_read_is_said_so_and_moves_nothing(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("leather wallets")
    buyer.sees("How much do you need?")
    buyer.shares_location(1.0, 2.0)
    buyer.sees("I can read text, photos and files.")
    buyer.says("200 pieces")
    buyer.sees("Quantity: 200 pieces")


def test_markup_and_braces_in_names_and_needs_are_shown_as_they_were_typed(place: Place) -> None:
    buyer = place.buyer(name="</b><a href='tg://user?id=1'>x")
    buyer.says("40 pipe {size} %s <b>Steel & Co</b> 5 < 6 to Hamburg")
    place.settle()
    assert "{size} %s <b>Steel & Co</b>" in buyer.transcript()


def test_admins_only_means_it_does_not_exist_for_others(place: Place) -> None:
    buyer = place.buyer()
    buyer.says("/admin")
    buyer.sees("I can't find that here.")


def test_the_house_says_how_it_is_and_what_it_has_done(place):
    buyer = place.buyer()
    buyer.says("/start")
    buyer.sees("Shoal")
    assert place.web("/healthz")[0] == 200
    assert (
        place.web_becomes("/readyz", 200) == '{"ok": true, "parts": {"database": true, "index": true, "updates": true}}'
    )
    status, page = place.web("/metrics")
    assert status == 200
    assert 'shoal_sends_total{fate="sent",priority="reply"}' in page
    assert 'shoal_work_seconds_count{kind="update"}' in page
    assert 'shoal_waiting{of="updates"} 0.0' in page.splitlines()
