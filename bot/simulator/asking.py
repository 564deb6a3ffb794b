"""Bot API methods that answer taps and inline queries, and those that ask about files, chats and members."""

from __future__ import annotations

from typing import Any

from bot.simulator.call import Call
from bot.simulator.errors import JSON, BadRequestError
from bot.simulator.files import MOST_DOWNLOADED
from bot.simulator.text import units
from bot.simulator.world import Chat

_ANSWERABLE = 15.0  # seconds in which a tap may be answered
_INLINE_ANSWERABLE = 30.0
_LATE = "query is too old and response timeout expired or query ID is invalid"


def answer_callback_query(call: Call) -> bool:
    """answerCallbackQuery: once, within 15 seconds."""
    text = call.params.text("text")
    if units(text) > 200:
        raise BadRequestError("MESSAGE_TOO_LONG")
    number = call.params.text("callback_query_id")
    tap = call.bot.taps.get(number)
    if tap is None or tap.answer is not None or call.world.clock.now() - tap.at > _ANSWERABLE:
        raise BadRequestError(_LATE)
    tap.answer = {"text": text, "show_alert": call.params.flag("show_alert"), "url": call.params.text("url")}
    answer = tap.answer
    call.world.events.tell(tap.person_id, "answer", lambda: {"callback": number, **answer})
    return True


def answer_inline_query(call: Call) -> bool:
    """answerInlineQuery: up to 50 results."""
    results = call.params.json("results")
    if not isinstance(results, list) or len(results) > 50:
        raise BadRequestError("RESULTS_TOO_MUCH" if results else "expected an Array of InlineQueryResult")
    query = call.bot.inline.get(call.params.text("inline_query_id"))
    if query is None or query.answer is not None or call.world.clock.now() - query.at > _INLINE_ANSWERABLE:
        raise BadRequestError(_LATE)
    query.answer = {"results": results, "next_offset": call.params.text("next_offset")}
    return True


def get_file(call: Call) -> JSON:
    """getFile: where to fetch it, up to 20 MB."""
    stored = call.world.files.by_id.get(call.params.text("file_id"))
    if stored is None or stored.bot_id != call.bot.bot_id:
        raise BadRequestError("wrong file_id or the file is temporarily unavailable")
    if len(stored.data) > MOST_DOWNLOADED:
        raise BadRequestError("file is too big")
    ids = {"file_id": stored.file_id, "file_unique_id": stored.unique_id}
    return {**ids, "file_size": len(stored.data), "file_path": stored.path}


def _readable_chat(call: Call) -> Chat:
    """A chat the bot may look at: one it was ever in."""
    chat = call.bot.chats.get(call.chat_id())
    if chat is None or (chat.kind == "private" and not chat.started):
        raise BadRequestError("chat not found")
    return chat


def get_chat(call: Call) -> JSON:
    """GetChat (a ChatFullInfo)."""
    chat = _readable_chat(call)
    gifts = dict.fromkeys(
        ("unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels"), False
    )
    shown = {**call.world.chat_json(chat), "accent_color_id": 3, "max_reaction_count": 11, "accepted_gift_types": gifts}
    if username := shown.get("username"):
        shown["active_usernames"] = [username]
    pinned = chat.messages.get(chat.pinned[-1]) if chat.pinned else None
    return shown if pinned is None else {**shown, "pinned_message": call.world.message_json(pinned, deep=False)}


def get_chat_member(call: Call) -> JSON:
    """getChatMember: the first member of a group owns it."""
    chat, user_id = _readable_chat(call), call.params.integer("user_id")
    if user_id == call.bot.bot_id:
        return {"status": "left" if chat.kicked else "member", "user": call.bot.user()}
    person = call.world.people.get(user_id)
    if person is None:
        raise BadRequestError("invalid user_id specified")
    if user_id not in chat.members:
        return {"status": "left", "user": person.user()}
    if chat.kind != "private" and user_id == next(iter(chat.members)):
        return {"status": "creator", "user": person.user(), "is_anonymous": False}
    return {"status": "member", "user": person.user()}


def get_chat_member_count(call: Call) -> int:
    """GetChatMemberCount."""
    return len(_readable_chat(call).members) + 1


def leave_chat(call: Call) -> bool:
    """leaveChat: groups only."""
    chat = call.chat()
    if chat.kind == "private":
        raise BadRequestError("chat member status can't be changed in private chats")
    chat.kicked = True
    return True


METHODS: dict[str, Any] = {
    "answerCallbackQuery": answer_callback_query,
    "answerInlineQuery": answer_inline_query,
    "getFile": get_file,
    "getChat": get_chat,
    "getChatMember": get_chat_member,
    "getChatMemberCount": get_chat_member_count,
    "leaveChat": leave_chat,
}
