"""The wire against the simulator, over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from telegram.error import BadRequest, Forbidden

from bot.courier.wire import FileTooBigError, Wire, connect
from bot.domain.goods import Attachment, FileKind
from bot.screens.articles import Article, Articles
from bot.screens.message import Button, Message, School
from bot.simulator.faults import Fault
from bot.simulator.phone import Phone
from bot.simulator.server import Running, start

TOKEN = "123456:" + "A" * 35
ONE_PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)


class Place:
    """A simulator, a wire to it, and a person who has started the bot."""

    def __init__(self, simulator: Running, wire: Wire, phone: Phone) -> None:
        self.simulator, self.wire, self.phone = simulator, wire, phone

    @property
    def chat(self) -> int:
        return self.phone.person_id

    def breaks(self, method: str, code: int, description: str, **parameters: Any) -> None:
        fault = Fault("error", method, code=code, description=description, parameters=parameters)
        self.simulator.world.faults.armed.append(fault)

    async def messages(self) -> list[dict[str, Any]]:
        found = await asyncio.to_thread(self.phone.messages)
        return [message for message in found if not message["out"]]

    async def file_of(self, kind: str, send: Callable[..., Any], *given: Any) -> str:
        """Somebody sends a file; its id as the bot sees it."""
        await asyncio.to_thread(send, *given)
        update = (await self.wire.updates(0, allowed=["message"], seconds=1))[-1]
        found = update["message"][kind]
        return str((found[-1] if isinstance(found, list) else found)["file_id"])


def at(place_does: Callable[[Place], Awaitable[None]]) -> None:
    async def go() -> None:
        simulator = await start()
        wire = connect(TOKEN, base_url=f"{simulator.url}/bot", base_file_url=f"{simulator.url}/file/bot")
        await wire.open()
        try:
            await wire.me()
            phone = await asyncio.to_thread(Phone.create, simulator.url, first_name="Ana")
            await asyncio.to_thread(phone.starts)
            await place_does(Place(simulator, wire, phone))
        finally:
            await wire.close()
            await simulator.stop()

    asyncio.run(asyncio.wait_for(go(), 30))


def test_a_text_arrives_with_its_buttons() -> None:
    async def does(place: Place) -> None:
        rows = ((Button("Accept", "a:1", style="success"), Button("Site", url="https://example.com/")),)
        said = await place.wire.say(place.chat, Message("<b>5 &lt; 6</b>", rows))
        (message,) = await place.messages()
        assert message["message_id"] == said and message["text"] == "5 < 6"
        accept, site = message["reply_markup"]["inline_keyboard"][0]
        assert accept["callback_data"] == "a:1" and accept["style"] == "success"
        assert site["url"] == "https://example.com/"

    at(does)


def test_a_standing_message_is_edited_and_unchanged_counts_as_done() -> None:
    async def does(place: Place) -> None:
        said = await place.wire.say(place.chat, Message("one"))
        assert await place.wire.say(place.chat, Message("two"), standing=said) == said
        assert await place.wire.say(place.chat, Message("two"), standing=said) == said
        assert [message["text"] for message in await place.messages()] == ["two"]

    at(does)


def test_a_card_that_is_no_more_is_sent_anew() -> None:
    async def does(place: Place) -> None:
        assert await place.wire.say(place.chat, Message("one"), standing=987_654) != 987_654
        assert [message["text"] for message in await place.messages()] == ["one"]

    at(does)


def test_a_quiet_card_that_is_no_more_is_not_sent_anew() -> None:
    async def does(place: Place) -> None:
        assert await place.wire.say(place.chat, Message("one", quiet=True), standing=987_654) == 987_654
        assert await place.messages() == []

    at(does)


def test_any_other_refusal_of_an_edit_is_raised() -> None:
    async def does(place: Place) -> None:
        said = await place.wire.say(place.chat, Message("one"))
        place.breaks("editMessageText", 400, "Bad Request: BUTTON_DATA_INVALID")
        with pytest.raises(BadRequest):
            await place.wire.say(place.chat, Message("two"), standing=said)

    at(does)


def test_markup_that_telegram_refuses_is_sent_plain(caplog: pytest.LogCaptureFixture) -> None:
    async def does(place: Place) -> None:
        await place.wire.say(place.chat, Message("<nonsense>Alfa &amp; Co</nonsense>"))
        assert [message["text"] for message in await place.messages()] == ["Alfa & Co"]

    at(does)
    assert "markup was refused" in caplog.text and "Alfa" not in caplog.text


def test_telegram_is_told_what_may_cost_stars() -> None:
    async def say_some(place: Place) -> None:
        photo = Attachment(FileKind.PHOTO, await place.file_of("photo", place.phone.sends_photo, ONE_PIXEL))
        for files in ((), (photo,), (photo, photo)):
            await place.wire.say(place.chat, Message("news", attachments=files), paid=True)
            await place.wire.say(place.chat, Message("a reply", attachments=files))
        calls = [c for c in place.simulator.world.calls if c["method"].startswith("send")]
        news = [c for c in calls if c["parameters"].get("allow_paid_broadcast")]
        assert len(calls) == 8 and len(news) == 4

    at(say_some)


def test_every_call_is_announced_second_tries_too() -> None:
    async def does(place: Place) -> None:
        steps: list[int] = []

        async def before(done: int) -> None:
            steps.append(done)

        wrong = Attachment(FileKind.DOCUMENT, "AAAA-of-another-bot")
        await place.wire.say(place.chat, Message("<nonsense>x</nonsense>"), before=before)
        assert steps == [0, 0]
        await place.wire.say(place.chat, Message("the quote", attachments=(wrong,)), before=before)
        assert steps == [0, 0, 0, 0]
        await place.wire.say(place.chat, Message("anew"), standing=987_654, before=before)
        assert steps == [0] * 6

    at(does)


def test_a_long_text_arrives_in_parts_with_the_buttons_on_the_last() -> None:
    async def does(place: Place) -> None:
        steps: list[int] = []

        async def before(done: int) -> None:
            steps.append(done)

        text = "<b>" + "word 📦 " * 1500 + "</b>"
        said = await place.wire.say(place.chat, Message(text, ((Button("Go", "go"),),)), before=before)
        messages = await place.messages()
        assert len(messages) == 3 and steps == [0, 1, 2]
        assert messages[-1]["message_id"] == said
        assert [bool(message.get("reply_markup")) for message in messages] == [False, False, True]
        assert sum(message["text"].count("word") for message in messages) == 1500

    at(does)


def test_a_picture_carries_the_text_and_two_make_an_album() -> None:
    async def does(place: Place) -> None:
        picture = await place.file_of("photo", place.phone.sends_photo, ONE_PIXEL)
        photo = Attachment(FileKind.PHOTO, picture)
        await place.wire.say(place.chat, Message("one", ((Button("Go", "go"),),), attachments=(photo,)))
        await place.wire.say(place.chat, Message("two", attachments=(photo, photo)))
        first, *album, last = await place.messages()
        assert "photo" in first and "one" in (first.get("caption") or first["text"]) and first["reply_markup"]
        assert len(album) == 2 and all("photo" in message for message in album)
        assert last["text"] == "two"

    at(does)


def test_a_drawn_picture_is_uploaded_with_the_text_under_it() -> None:
    async def does(place: Place) -> None:
        school = School(58, 9)
        said = await place.wire.say(place.chat, Message("one", ((Button("Go", "go"),),), picture=school))
        await place.wire.say(place.chat, Message("long " * 500, picture=school))
        first, alone, text = await place.messages()
        assert first["photo"] and first["text"] == "one" and first["reply_markup"]
        assert said == first["message_id"]
        assert alone["photo"] and text["text"].startswith("long long"), "more than a caption holds stands below"

    at(does)


def test_where_the_picture_is_refused_the_text_arrives() -> None:
    async def does(place: Place) -> None:
        place.breaks("sendPhoto", 400, "Bad Request: IMAGE_PROCESS_FAILED")
        await place.wire.say(place.chat, Message("one", ((Button("Go", "go"),),), picture=School(1, 1)))
        (message,) = await place.messages()
        assert message["text"] == "one" and message["reply_markup"]

    at(does)


def test_a_file_that_is_refused_is_left_out_and_the_text_arrives() -> None:
    async def does(place: Place) -> None:
        wrong = Attachment(FileKind.DOCUMENT, "AAAA-of-another-bot")
        await place.wire.say(place.chat, Message("the quote", ((Button("Go", "go"),),), attachments=(wrong,)))
        (message,) = await place.messages()
        assert message["text"] == "the quote" and message["reply_markup"]

    at(does)


def test_a_document_can_be_downloaded_up_to_the_limit() -> None:
    async def does(place: Place) -> None:
        file = await place.file_of("document", place.phone.sends_file, b"a;b;c", "list.csv")
        assert await place.wire.download(file, 5) == b"a;b;c"
        with pytest.raises(FileTooBigError):
            await place.wire.download(file, 4)

    at(does)


def test_a_contact_is_asked_for_with_a_keyboard() -> None:
    async def does(place: Place) -> None:
        await place.wire.say(place.chat, Message("Your number?", ask_contact="Share"))
        keyboard = (await asyncio.to_thread(place.phone.chat))["keyboard"]
        assert keyboard["keyboard"][0][0] == {"text": "Share", "request_contact": True}
        assert keyboard["one_time_keyboard"]

    at(does)


def test_a_tap_is_answered_with_a_text_of_any_length() -> None:
    async def does(place: Place) -> None:
        said = await place.wire.say(place.chat, Message("x", ((Button("Go", "go"),),)))
        callback = await asyncio.to_thread(place.phone.taps_data, said, "go")
        await place.wire.answer(callback, "📦" * 150, alert=True)
        assert await asyncio.to_thread(place.phone.toast, callback) == "📦" * 100

    at(does)


def test_an_inline_query_is_answered_with_articles_and_a_hint() -> None:
    async def does(place: Place) -> None:
        one = Article("7", "Alfa", "steel bottles", "<b>Alfa</b>", Button("See it", url="https://t.me/bot?start=f_7"))
        for articles in (Articles((one,), "Ask them", "find"), Articles((), "w" * 99, "find")):
            query = await asyncio.to_thread(asked_inline, place)
            await place.wire.answer_inline(query, articles)
            found = place.simulator.world.bot.inline[query].answer
            assert found is not None and len(found["results"]) == len(articles.every)
        with pytest.raises(BadRequest):
            await place.wire.answer_inline(query, Articles((), "twice", "find"))

    def asked_inline(place: Place) -> str:
        return str(place.phone._ask("POST", f"/people/{place.chat}/inline", {"query": "steel"})["query"])

    at(does)


def test_commands_are_set_for_each_language() -> None:
    async def does(place: Place) -> None:
        await place.wire.commands({"": [("start", "Begin")], "tr": [("start", "Başla")]})

    at(does)


def test_who_blocked_the_bot_is_an_error_for_the_caller() -> None:
    async def does(place: Place) -> None:
        await asyncio.to_thread(place.phone.blocks)
        with pytest.raises(Forbidden):
            await place.wire.say(place.chat, Message("x"))

    at(does)
