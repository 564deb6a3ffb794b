"""What the Bot API refuses, and in which words."""

from __future__ import annotations

import pytest


def _keyboard(*buttons):
    return {"inline_keyboard": [list(buttons)]}


@pytest.fixture
def ana(stage):
    return stage.talker()


def test_a_strange_method_and_a_strange_token_are_refused(stage):
    assert stage.call("sendMoon")["error_code"] == 404
    assert stage.call("getMe", token="nonsense")["error_code"] == 401


def test_text_is_measured_after_parsing_in_utf16_units(stage, ana):
    chat = {"chat_id": ana.person_id, "parse_mode": "HTML"}
    assert stage.call("sendMessage", **chat, text="<b>" + "👋" * 2048 + "</b>")["ok"]
    assert stage.refusal("sendMessage", **chat, text="👋" * 2048 + "x") == "Bad Request: message is too long"
    assert stage.refusal("sendMessage", **chat, text=" <b> </b>\n") == "Bad Request: message text is empty"
    long_markup = "<b>x</b>" * 4096 + "x"
    assert stage.refusal("sendMessage", **chat, text=long_markup) == "Bad Request: text is too long"


def test_a_caption_may_have_1024_units(stage, ana, pixel):
    photo = ana.sends_photo(pixel)
    assert photo["ok"]
    file_id = stage.updates()[-1]["message"]["photo"][-1]["file_id"]
    chat = {"chat_id": ana.person_id, "photo": file_id}
    assert stage.call("sendPhoto", **chat, caption="x" * 1024)["ok"]
    assert stage.refusal("sendPhoto", **chat, caption="x" * 1025) == "Bad Request: message caption is too long"


@pytest.mark.parametrize(
    ("button", "reason"),
    [
        ({"text": "x", "callback_data": "я" * 33}, "BUTTON_DATA_INVALID"),
        ({"text": "x", "callback_data": ""}, "BUTTON_DATA_INVALID"),
        ({"text": "x"}, "Text buttons are unallowed in the inline keyboard"),
        ({"text": "x", "callback_data": "a", "url": "https://e.org"}, "exactly one action"),
        ({"text": "x", "url": "javascript:alert(1)"}, "BUTTON_URL_INVALID"),
        ({"text": " ", "callback_data": "a"}, 'Can\'t find field "text"'),
    ],
)
def test_a_broken_button_spoils_the_message(stage, ana, button, reason):
    refused = stage.refusal("sendMessage", chat_id=ana.person_id, text="x", reply_markup=_keyboard(button))
    assert reason in refused
    assert ana.messages()[-1]["out"]


def test_callback_data_may_have_64_bytes(stage, ana):
    markup = _keyboard({"text": "x", "callback_data": "я" * 32})
    assert stage.call("sendMessage", chat_id=ana.person_id, text="x", reply_markup=markup)["ok"]


def test_a_keyboard_has_100_buttons_and_8_in_a_row_at_most(stage, ana):
    def send(rows):
        return stage.call("sendMessage", chat_id=ana.person_id, text="x", reply_markup={"inline_keyboard": rows})["ok"]

    button = {"text": "x", "callback_data": "a"}
    assert send([[button] * 8] * 12)
    assert not send([[button] * 9])
    assert not send([[button] * 8] * 13)


def test_who_never_wrote_cannot_be_written_to(stage):
    stranger = stage.phone()
    refused = stage.call("sendMessage", chat_id=stranger.person_id, text="x")
    assert (refused["error_code"], refused["description"]) == (
        403,
        "Forbidden: bot can't initiate conversation with a user",
    )
    assert stage.refusal("sendMessage", chat_id=77, text="x") == "Bad Request: chat not found"


def test_a_block_is_felt_until_it_is_lifted(stage, ana):
    ana.blocks()
    assert stage.refusal("sendMessage", chat_id=ana.person_id, text="x") == "Forbidden: bot was blocked by the user"
    ana.unblocks()
    assert stage.call("sendMessage", chat_id=ana.person_id, text="x")["ok"]
    changes = [update["my_chat_member"]["new_chat_member"]["status"] for update in stage.updates()]
    assert changes == ["kicked", "member"]


def test_a_deleted_account_is_gone(stage, ana):
    stage.post(f"/people/{ana.person_id}/deactivate")
    assert stage.refusal("sendMessage", chat_id=ana.person_id, text="x") == "Forbidden: user is deactivated"


def test_an_edit_must_change_something(stage, ana):
    sent = stage.result("sendMessage", chat_id=ana.person_id, text="<b>x</b>", parse_mode="HTML")
    place = {"chat_id": ana.person_id, "message_id": sent["message_id"]}
    refused = stage.refusal("editMessageText", **place, text="<b>x</b>", parse_mode="HTML")
    assert refused.startswith("Bad Request: message is not modified")
    assert stage.call("editMessageText", **place, text="x")["ok"]
    edited = stage.result(
        "editMessageText", **place, text="y", reply_markup=_keyboard({"text": "a", "callback_data": "a"})
    )
    assert edited["edit_date"] >= edited["date"]
    assert ana.buttons() == ["a"]
    assert stage.call("editMessageReplyMarkup", **place)["ok"]
    assert ana.buttons() == []


def test_only_own_and_standing_messages_can_be_edited(stage, ana):
    said = ana.says("mine")["message_id"]
    place = {"chat_id": ana.person_id, "text": "x"}
    assert stage.refusal("editMessageText", **place, message_id=999) == "Bad Request: message to edit not found"
    assert stage.refusal("editMessageText", **place, message_id=said) == "Bad Request: message can't be edited"
    keyed = stage.result("sendMessage", chat_id=ana.person_id, text="k", reply_markup={"keyboard": [[{"text": "a"}]]})
    assert stage.refusal("editMessageText", **place, message_id=keyed["message_id"]).endswith("can't be edited")


def test_a_message_can_be_deleted_for_two_days(stage, ana):
    first, second = (stage.result("sendMessage", chat_id=ana.person_id, text=t)["message_id"] for t in "ab")
    assert stage.call("deleteMessage", chat_id=ana.person_id, message_id=first)["ok"]
    assert stage.refusal("deleteMessage", chat_id=ana.person_id, message_id=first).endswith("to delete not found")
    stage.post("/clock", advance=48 * 3600 + 1)
    assert "can't be deleted" in stage.refusal("deleteMessage", chat_id=ana.person_id, message_id=second)


def test_a_tap_can_be_answered_once_and_soon(stage, ana):
    first, second = ana.taps_data(1, "a"), ana.taps_data(1, "b")
    assert stage.call("answerCallbackQuery", callback_query_id=first, text="fine")["ok"]
    assert ana.toast(first) == "fine"
    late = "Bad Request: query is too old and response timeout expired or query ID is invalid"
    assert stage.refusal("answerCallbackQuery", callback_query_id=first) == late
    stage.post("/clock", advance=16)
    assert stage.refusal("answerCallbackQuery", callback_query_id=second) == late


def test_an_album_has_two_to_ten_pieces_of_kinds_that_go_together(stage, ana, pixel):
    ana.sends_photo(pixel)
    ana.sends_file(b"x", "a.txt")
    photo, paper = stage.updates()
    photo = {"type": "photo", "media": photo["message"]["photo"][-1]["file_id"]}
    paper = {"type": "document", "media": paper["message"]["document"]["file_id"]}
    chat = {"chat_id": ana.person_id}
    assert not stage.call("sendMediaGroup", **chat, media=[photo])["ok"]
    assert not stage.call("sendMediaGroup", **chat, media=[photo] * 11)["ok"]
    assert not stage.call("sendMediaGroup", **chat, media=[photo, paper])["ok"]
    album = stage.result("sendMediaGroup", **chat, media=[photo, {**photo, "caption": "two"}])
    assert len({message["media_group_id"] for message in album}) == 1
    assert album[1]["caption"] == "two"


def test_files_belong_to_one_bot_and_one_kind(stage, ana):
    ana.sends_file(b"x", "a.txt")
    file_id = stage.updates()[0]["message"]["document"]["file_id"]
    assert "can't use file" in stage.refusal("sendPhoto", chat_id=ana.person_id, photo=file_id)
    assert "wrong file identifier" in stage.refusal("sendDocument", chat_id=ana.person_id, document="nothing")
    assert stage.call("getFile", token="99:other", file_id=file_id)["error_code"] == 400


def test_commands_have_rules_and_belong_to_a_language(stage, ana):
    good = [{"command": "help", "description": "Help"}]
    assert stage.call("setMyCommands", commands=good)["ok"]
    assert stage.call("setMyCommands", commands=[{"command": "ajuda", "description": "Ajuda"}], language_code="pt")[
        "ok"
    ]
    for bad in ([{"command": "Help!", "description": "x"}], [{"command": "x", "description": ""}], good * 101):
        assert not stage.call("setMyCommands", commands=bad)["ok"]
    assert stage.result("getMyCommands") == good
    assert ana.chat()["commands"] == good
    stage.ask("PATCH", f"/people/{ana.person_id}", {"language_code": "pt-br"})
    assert ana.chat()["commands"][0]["command"] == "ajuda"


def test_unknown_parameters_are_ignored_and_recorded(stage, ana):
    assert stage.call("sendMessage", chat_id=ana.person_id, text="x", colour="red")["ok"]
    [call] = stage.ask("GET", f"/calls?method=sendMessage&chat_id={ana.person_id}")
    assert call["unknown"] == ["colour"]
    assert call["parameters"]["text"] == "x"
    assert call["answer"]["ok"] is True
    assert stage.ask("GET", f"/calls?after={call['index']}") == []


def test_a_reply_must_find_its_message(stage, ana):
    said = ana.says("question")["message_id"]
    chat = {"chat_id": ana.person_id, "text": "answer"}
    answer = stage.result("sendMessage", **chat, reply_parameters={"message_id": said})
    assert answer["reply_to_message"]["text"] == "question"
    assert ana.last()["reply_to"] == said
    assert "replied not found" in stage.refusal("sendMessage", **chat, reply_parameters={"message_id": 999})


def test_a_protected_message_cannot_be_copied(stage, ana):
    chat = {"chat_id": ana.person_id}
    open_one = stage.result("sendMessage", **chat, text="open")["message_id"]
    shut = stage.result("sendMessage", **chat, text="shut", protect_content=True)["message_id"]
    assert stage.call("copyMessage", **chat, from_chat_id=ana.person_id, message_id=open_one)["ok"]
    assert not stage.call("copyMessage", **chat, from_chat_id=ana.person_id, message_id=shut)["ok"]
    assert not stage.call("forwardMessage", **chat, from_chat_id=ana.person_id, message_id=shut)["ok"]


def test_a_deep_link_payload_that_breaks_the_rule_is_dropped(stage):
    ana = stage.phone()
    for payload, text in (("q_41-a", "/start q_41-a"), ("q 41", "/start"), ("x" * 65, "/start"), ("é", "/start")):
        ana.starts(payload)
        assert ana.messages()[-1]["text"] == text
