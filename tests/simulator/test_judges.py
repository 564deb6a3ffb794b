"""Independent judges: python-telegram-bot reads the answers, aiogram the requests, the public description the names."""

from __future__ import annotations

import json
import os
from pathlib import Path

import aiogram.methods
import pytest
import telegram
from telegram import (
    BotCommand,
    BotCommandScopeAllPrivateChats,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaDocument,
    InputMediaPhoto,
    KeyboardButton,
    LinkPreviewOptions,
    MenuButtonCommands,
    ReplyKeyboardMarkup,
    ReplyKeyboardRemove,
    ReplyParameters,
    TelegramObject,
    Update,
)

from bot.simulator.methods import FUNCTIONS, KNOWN

# Which python-telegram-bot class an answer is to be read as, by method.
_CLASSES = {
    "getMe": telegram.User,
    "getUpdates": telegram.Update,
    "getWebhookInfo": telegram.WebhookInfo,
    "copyMessage": telegram.MessageId,
    "getFile": telegram.File,
    "getChat": telegram.ChatFullInfo,
    "getChatMember": telegram.ChatMember,
    "getMyCommands": telegram.BotCommand,
    "getMyName": telegram.BotName,
    "getMyDescription": telegram.BotDescription,
    "getMyShortDescription": telegram.BotShortDescription,
    "getChatMenuButton": telegram.MenuButton,
}
_KINDS_WITHOUT_ANSWER = (bool, int)


def _strange(value, path="") -> list[str]:
    """Fields that the library does not know, anywhere inside an object it has read."""
    if isinstance(value, tuple | list):
        return [found for place, item in enumerate(value) for found in _strange(item, f"{path}[{place}]")]
    if not isinstance(value, TelegramObject):
        return []
    found = [f"{path}.{name}" for name in value.api_kwargs]
    for name in {slot for kind in type(value).__mro__ for slot in getattr(kind, "__slots__", ())} - {"api_kwargs"}:
        found += _strange(getattr(value, name, None), f"{path}.{name}")
    return found


def _talk(bot, ana, ben, pixel, group):
    """Everything a bot of ours may do, done once with the real client library."""
    keys = InlineKeyboardMarkup(
        [
            [InlineKeyboardButton("Tap", callback_data="t"), InlineKeyboardButton("Open", url="https://example.org")],
            [InlineKeyboardButton("Copy", copy_text=telegram.CopyTextButton("41"))],
        ]
    )

    async def work():
        chat = ana.person_id
        first = await bot.send_message(
            chat, "<b>Hi</b> 👋 <a href='https://e.org'>x</a>", parse_mode="HTML", reply_markup=keys,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
        )  # fmt: skip
        contact = ReplyKeyboardMarkup([[KeyboardButton("Number", request_contact=True)]], one_time_keyboard=True)
        await bot.send_message(chat, "keys", reply_markup=contact)
        await bot.send_message(chat, "no keys", reply_markup=ReplyKeyboardRemove())
        await bot.send_message(chat, "re", reply_parameters=ReplyParameters(first.message_id), protect_content=True)
        photo = await bot.send_photo(chat, pixel, caption="<i>one</i>", parse_mode="HTML", reply_markup=keys)
        paper = await bot.send_document(chat, b"a;b", filename="ü list.csv", caption="rows")
        await bot.send_photo(chat, photo.photo[-1].file_id)
        await bot.send_video(chat, b"film", filename="f.mp4")
        await bot.send_voice(chat, b"voice")
        await bot.send_contact(chat, "+123", "Ben")
        await bot.send_media_group(
            chat, [InputMediaPhoto(pixel, caption="a"), InputMediaPhoto(photo.photo[-1].file_id)]
        )
        await bot.send_media_group(
            chat, [InputMediaDocument(b"1", filename="1"), InputMediaDocument(b"2", filename="2")]
        )
        await bot.send_chat_action(chat, "typing")
        await bot.send_message_draft(chat, 7, "wri")
        await bot.copy_message(ben.person_id, chat, first.message_id)
        await bot.copy_message(ben.person_id, chat, paper.message_id, caption="other")
        await bot.forward_message(ben.person_id, chat, first.message_id)
        await bot.edit_message_text("new", chat, first.message_id, reply_markup=keys)
        await bot.edit_message_reply_markup(chat, first.message_id)
        await bot.edit_message_caption(chat, photo.message_id, caption="two")
        await bot.edit_message_media(InputMediaPhoto(pixel, caption="three"), chat, photo.message_id)
        await bot.pin_chat_message(chat, first.message_id)
        await bot.get_chat(chat)
        await bot.get_chat(group)
        for person in (ana.person_id, ben.person_id, bot.id):
            await bot.get_chat_member(group, person)
        await bot.unpin_chat_message(chat, first.message_id)
        await bot.unpin_all_chat_messages(chat)
        await bot.delete_message(chat, first.message_id)
        await bot.delete_messages(chat, [photo.message_id, 999])
        file = await bot.get_file(paper.document.file_id)
        assert bytes(await file.download_as_bytearray()) == b"a;b"
        await bot.set_my_commands([BotCommand("help", "Help")], BotCommandScopeAllPrivateChats(), language_code="pt")
        await bot.get_my_commands(BotCommandScopeAllPrivateChats(), language_code="pt")
        await bot.set_my_name("Nome", language_code="pt")
        await bot.get_my_name("pt")
        await bot.set_my_description("What I do")
        await bot.get_my_description()
        await bot.set_my_short_description("Short")
        await bot.get_my_short_description()
        await bot.set_chat_menu_button(menu_button=MenuButtonCommands())
        await bot.get_chat_menu_button()
        await bot.delete_my_commands(BotCommandScopeAllPrivateChats(), language_code="pt")
        await bot.get_chat_member_count(group)
        await bot.set_webhook("https://127.0.0.1:1/hook", secret_token="s", max_connections=2)
        await bot.get_webhook_info()
        await bot.delete_webhook(drop_pending_updates=True)
        return True

    return work()


@pytest.fixture
def recorded(stage, pixel):
    """All calls of a bot that did everything once."""
    ana, ben = stage.talker(language_code="pt"), stage.talker(first_name="Ben", username="ben_b")
    group = stage.post("/groups", title="Team", members=[ana.person_id])["id"]
    stage.with_bot(lambda bot: _talk(bot, ana, ben, pixel, group))
    return list(stage.world.calls)


def test_everything_the_real_library_asks_is_done(recorded):
    assert [call["answer"] for call in recorded if not call["answer"]["ok"]] == []
    assert [(call["method"], call["unknown"]) for call in recorded if call["unknown"]] == []
    not_asked = {"getUpdates", "answerCallbackQuery", "answerInlineQuery", "leaveChat", "logOut", "close"}
    assert {call["method"] for call in recorded} | not_asked >= set(FUNCTIONS)


def test_every_answer_is_read_without_a_strange_field(recorded):
    for call in recorded:
        result = call["answer"]["result"]
        for item in result if isinstance(result, list) else [result]:
            if not isinstance(item, _KINDS_WITHOUT_ANSWER):
                read = _CLASSES.get(call["method"], telegram.Message).de_json(dict(item), None)
                assert _strange(read, call["method"]) == []


def test_every_request_fits_aiograms_models(recorded):
    for call in recorded:
        model = getattr(aiogram.methods, call["method"][0].upper() + call["method"][1:])
        values = {name: value for name, value in call["parameters"].items() if name in model.model_fields}
        uploads = {name for name, value in values.items() if isinstance(value, dict) and set(value) == {"file", "size"}}
        model.model_validate({name: "attach" if name in uploads else value for name, value in values.items()})


def test_every_update_is_read_without_a_strange_field(stage, pixel):
    ana, ben = stage.phone(language_code="pt", last_name="Souza", username="ana_s"), stage.phone(first_name="Ben")
    ana.starts("q_41")
    ana.says("see https://e.org and @ben_bens 👋")
    ana.says("forwarded", forwarded=True)
    ana.edits("forwarded", "changed")
    ana.sends_photo(pixel, "picture")
    ana.sends_photos([pixel, pixel], "album")
    ana.sends_file(b"x", "a.pdf", "paper")
    ana.sends_file(b"x", "a.mp4", kind="video")
    ana.sends_file(b"x", "a.ogg", kind="voice")
    ana.shares_contact()
    ana.shares_contact(first_name="Ben", phone_number="+1", user_id=ben.person_id)
    ana.shares_location(1.5, 2.5)
    stage.post(f"/people/{ana.person_id}/sticker")
    ana.taps_data(1, "x")
    ana.taps_data(999, "x")
    stage.post(f"/people/{ana.person_id}/inline", query="steel")
    ana.blocks()
    ana.unblocks()
    group = stage.post("/groups", title="Team", members=[ana.person_id])["id"]
    stage.post(f"/groups/{group}/members", person=ben.person_id)
    stage.post(f"/people/{ben.person_id}/text?chat={group}", text="/help")
    stage.post(f"/groups/{group}/upgrade")
    updates = stage.updates()
    assert len(updates) >= 25
    for update in updates:
        assert _strange(Update.de_json(update, None), "update") == []
        aiogram.types.Update.model_validate(update)


def test_names_are_those_of_the_public_description():
    folder = os.environ.get("SHOAL_DATA")
    if not folder:
        pytest.skip("SHOAL_DATA does not say where the public description of the Bot API lies")
    described = json.loads((Path(folder) / "telegram-bot-api" / "api.min.json").read_text())["methods"]
    for method, known in KNOWN.items():
        assert known == {field["name"] for field in described[method].get("fields", [])}, method
