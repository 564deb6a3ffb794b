"""A person's phone: what it can do, what it sees, and what it says when a test is wrong."""

from __future__ import annotations

import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.simulator.phone import Phone


def _send(stage, phone, text, *labels):
    keys = [[{"text": label, "callback_data": f"press {label}"}] for label in labels]
    markup = {"reply_markup": {"inline_keyboard": keys}} if labels else {}
    return stage.result("sendMessage", chat_id=phone.person_id, text=text, **markup)["message_id"]


def test_ids_are_larger_than_32_bits_and_may_be_chosen(stage):
    assert stage.phone().person_id > 2**32
    assert stage.phone(id=2**51 + 7).person_id == 2**51 + 7


def test_a_phone_sees_what_was_said_since_its_own_last_act(stage):
    ana = stage.talker()
    _send(stage, ana, "Hello \u2068Ana\u2069!")
    assert ana.sees("Hello Ana")["text"] == "Hello \u2068Ana\u2069!"
    ana.says("next")
    with pytest.raises(AssertionError, match="> next"):
        ana.sees("Hello", within=0.1)
    ana.never_sees("Hello", during=0.1)


def test_an_edit_counts_as_something_new(stage):
    ana = stage.talker()
    card = _send(stage, ana, "card")
    ana.says("x")
    stage.result("editMessageText", chat_id=ana.person_id, message_id=card, text="changed card")
    assert ana.sees("changed")["message_id"] == card


def test_the_newest_fitting_button_is_tapped_exact_before_containing(stage):
    ana = stage.talker()
    _send(stage, ana, "old", "Send")
    _send(stage, ana, "new", "Send later", "Send")
    ana.taps("Send")
    ana.taps("later")
    ana.taps("Send", on="old")
    taps = [update["callback_query"] for update in stage.updates()]
    assert [tap["data"] for tap in taps] == ["press Send", "press Send later", "press Send"]
    assert [tap["message"]["text"] for tap in taps] == ["new", "new", "old"]


def test_a_tap_waits_for_the_button_that_the_last_act_brings(stage):
    ana = stage.talker()
    _send(stage, ana, "old", "Yes")
    ana.says("again?")
    with ThreadPoolExecutor() as pool:
        tap = pool.submit(ana.taps, "Yes")
        _send(stage, ana, "new", "Yes")
        tap.result(10)
    assert stage.updates()[-1]["callback_query"]["message"]["text"] == "new"


def test_a_missing_button_is_reported_with_those_that_are_there(stage):
    ana = stage.talker()
    _send(stage, ana, "x", "One", "Two")
    with pytest.raises(AssertionError, match=r"no button 'Three'; there are \['One', 'Two'\]"):
        ana.taps("Three", within=0.1)


def test_a_link_to_the_bot_starts_it_with_the_payload(stage):
    ana = stage.talker()
    button = {"text": "Invite", "url": "https://t.me/shoal_bot?start=p_7"}
    stage.result("sendMessage", chat_id=ana.person_id, text="x", reply_markup={"inline_keyboard": [[button]]})
    ana.taps("Invite")
    assert ana.messages()[-1]["text"] == "/start p_7"


def test_the_reply_keyboard_speaks_or_shares_the_number(stage):
    ana = stage.talker(phone="+3161")
    keys = [[{"text": "My number", "request_contact": True}, {"text": "No"}]]
    markup = {"keyboard": keys, "one_time_keyboard": True}
    stage.result("sendMessage", chat_id=ana.person_id, text="?", reply_markup=markup)
    assert ana.chat()["keyboard"]["keyboard"] == keys
    ana.taps("My number")
    assert ana.chat()["keyboard"] is None
    contact = stage.updates()[-1]["message"]["contact"]
    assert contact == {"phone_number": "+3161", "first_name": "Ana", "user_id": ana.person_id}


def test_typed_text_is_literal_everywhere(stage):
    ana = stage.talker()
    assert ana.says("half \ud83d pair")["ok"]
    assert ana.messages()[-1]["text"] == "half  pair"
    stage.result("getUpdates", offset=-1)
    text = "<b>{0}</b> %s \\n &amp; 100 % مرحبا"
    ana.says(text)
    message = ana.messages()[-1]
    assert message["text"] == text
    assert message["html"] == "&lt;b&gt;{0}&lt;/b&gt; %s \\n &amp;amp; 100 % مرحبا"
    assert stage.updates()[-1]["message"]["text"] == text
    refused = stage.refusal("sendMessage", chat_id=ana.person_id, text="\ud83d")
    assert refused == "Bad Request: strings must be encoded in UTF-8"


def test_a_long_text_arrives_in_pieces_of_4096_units(stage):
    ana = stage.talker()
    ana.says("👋" * 3000)
    assert [len(update["message"]["text"]) for update in stage.updates()] == [2048, 952]


def test_files_come_back_as_they_were_sent(stage, pixel):
    ana = stage.talker()
    ana.sends_photos([pixel, pixel], "two")
    ana.sends_file(b"\0<script>", 'ü "x".html')
    first, second, paper = ana.messages()[-3:]
    assert first["album"] == second["album"] is not None
    assert (first["text"], second["text"]) == ("two", "")
    with urllib.request.urlopen(stage.url + first["photo"]["url"]) as answer:
        assert answer.read() == pixel
        assert answer.headers["Content-Type"] == "image/png"
    with urllib.request.urlopen(stage.url + paper["document"]["url"]) as answer:
        assert answer.read() == b"\0<script>"
        assert answer.headers["Content-Disposition"].startswith("attachment")


def test_somebody_who_blocked_the_bot_cannot_write_until_start(stage):
    ana = stage.talker()
    ana.blocks()
    with pytest.raises(RuntimeError, match="blocked"):
        ana.says("x")
    ana.starts()
    assert ana.chat()["blocked"] is False


def test_two_phones_of_one_person_show_the_same_chat(stage):
    ana = stage.talker()
    ana.says("x")
    assert Phone(stage.url, ana.person_id).messages() == ana.messages()


def test_a_toast_is_waited_for(stage):
    ana = stage.talker()
    callback = ana.taps_data(1, "x")
    with pytest.raises(AssertionError, match="not answered"):
        ana.toast(callback, within=0.1)
    stage.result("answerCallbackQuery", callback_query_id=callback, text="Saved", show_alert=True)
    assert ana.toast(callback) == "Saved"
    answer = stage.ask("GET", f"/people/{ana.person_id}/answers/{callback}")
    assert answer["show_alert"] is True
    assert "error" in stage.ask("GET", f"/people/{stage.phone().person_id}/answers/{callback}")


def test_inline_results_reach_the_one_who_asked(stage):
    ana = stage.talker()
    query = stage.post(f"/people/{ana.person_id}/inline", query="steel")["query"]
    stage.result("answerInlineQuery", inline_query_id=query, results=[{"type": "article", "id": "1", "title": "A"}])
    shown = stage.ask("GET", f"/people/{ana.person_id}/inline/{query}")
    assert shown["answered"] is True
    assert shown["results"][0]["title"] == "A"


def test_the_page_and_its_parts_are_served(stage):
    for path, kind in (("/", "html"), ("/page/main.js", "javascript"), ("/page/style.css", "css")):
        with urllib.request.urlopen(stage.url + path) as answer:
            assert answer.headers.get_content_type().split("/")[1] in (kind, f"x-{kind}")


def test_wrong_input_on_the_person_side_is_a_refusal_not_a_crash(stage):
    assert stage.ask("GET", "/people/77/chat") == {"error": "no such person"}
    assert stage.post("/people", id="many") == {"error": "a value has the wrong type"}
    ana = stage.phone()
    assert stage.post("/people", id=ana.person_id) == {"error": "this id is taken"}
    assert stage.post(f"/people/{ana.person_id}/text", text="  ") == {"error": "there is no text to send"}
