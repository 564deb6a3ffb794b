"""Bot API methods that change what already stands in a chat: edits, deletions, pins."""

from __future__ import annotations

from typing import Any

from bot.simulator.call import Call, caption
from bot.simulator.errors import JSON, BadRequestError
from bot.simulator.markup import inline_only
from bot.simulator.sending import media_body
from bot.simulator.shown import tell_message
from bot.simulator.world import Chat, Message

_SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
_DELETABLE = 48 * 3600.0
_MEDIA = ("photo", "video", "document", "voice", "animation", "audio")
_CONTENT = ("text", "entities", "caption", "caption_entities", *_MEDIA)


def _change(call: Call, message: Message, body: JSON, markup: JSON | None) -> JSON:
    if _gist(message.body) == _gist(body) and message.markup == markup:
        raise BadRequestError(_SAME)
    call.spend(message.chat)
    message.body, message.markup = body, markup
    message.edit_date = int(call.world.clock.now())
    call.world.changed(message)
    tell_message(call.world, message, "edited")
    return call.world.message_json(message)


def _gist(body: JSON) -> JSON:
    """What counts as content; pictures by what is in them, since each upload has ids of its own."""
    gist = {name: body[name] for name in _CONTENT if name in body}
    for name in _MEDIA:
        if name in gist:
            file = gist[name][-1] if name == "photo" else gist[name]
            gist[name] = file["file_unique_id"]
    return gist


def edit_message_text(call: Call) -> JSON:
    """editMessageText; a keyboard that is not given again disappears."""
    words, markup = call.content(), inline_only(call.params)
    message = call.own_message()
    if "text" not in message.body:
        raise BadRequestError("there is no text in the message to edit")
    return _change(call, message, {**_without(message.body, "text", "entities"), **words}, markup)


def edit_message_caption(call: Call) -> JSON:
    """EditMessageCaption."""
    words, markup = caption(call, call.params), inline_only(call.params)
    message = call.own_message()
    if not any(name in message.body for name in _MEDIA):
        raise BadRequestError("there is no caption in the message to edit")
    return _change(call, message, {**_without(message.body, "caption", "caption_entities"), **words}, markup)


def edit_message_reply_markup(call: Call) -> JSON:
    """EditMessageReplyMarkup."""
    markup = inline_only(call.params)
    message = call.own_message()
    return _change(call, message, message.body, markup)


def edit_message_media(call: Call) -> JSON:
    """editMessageMedia: another file, and its caption."""
    item = call.params.json("media")
    if not isinstance(item, dict) or item.get("type") not in ("photo", "video", "document"):
        raise BadRequestError("can't parse InputMedia: wrong type specified")
    markup = inline_only(call.params)
    message = call.own_message()
    return _change(call, message, {**_without(message.body, *_CONTENT), **media_body(call, item)}, markup)


def _without(body: JSON, *names: str) -> JSON:
    return {name: value for name, value in body.items() if name not in names}


def _delete(call: Call, chat: Chat, number: int) -> None:
    message = chat.messages.pop(number)
    chat.rev += 1
    tell_message(call.world, message, "deleted")


def _deletable(call: Call, chat: Chat, message: Message) -> bool:
    own = message.by_bot or chat.kind == "private"
    return own and call.world.clock.now() - message.date <= _DELETABLE


def delete_message(call: Call) -> bool:
    """deleteMessage: within 48 hours; other people's messages only in private chats."""
    chat = call.chat()
    message = chat.messages.get(call.params.integer("message_id"))
    if message is None:
        raise BadRequestError("message to delete not found")
    if not _deletable(call, chat, message):
        raise BadRequestError("message can't be deleted for everyone")
    _delete(call, chat, message.message_id)
    return True


def delete_messages(call: Call) -> bool:
    """deleteMessages: those that are not there are skipped."""
    numbers = call.params.json("message_ids")
    if not isinstance(numbers, list) or not 1 <= len(numbers) <= 100:
        raise BadRequestError("message_ids must hold 1-100 message identifiers")
    chat = call.chat()
    for number in numbers:
        message = chat.messages.get(number)
        if message is not None and _deletable(call, chat, message):
            _delete(call, chat, number)
    return True


def pin_chat_message(call: Call) -> bool:
    """PinChatMessage."""
    chat, number = call.chat(), call.params.integer("message_id")
    if number not in chat.messages:
        raise BadRequestError("message to pin not found")
    chat.pinned = [*(n for n in chat.pinned if n != number), number]
    return True


def unpin_chat_message(call: Call) -> bool:
    """unpinChatMessage: the one named, or the newest."""
    chat = call.chat()
    number = call.params.integer("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if number not in chat.pinned:
        raise BadRequestError("message to unpin not found")
    chat.pinned.remove(number)
    return True


def unpin_all_chat_messages(call: Call) -> bool:
    """UnpinAllChatMessages."""
    call.chat().pinned.clear()
    return True


METHODS: dict[str, Any] = {
    "editMessageText": edit_message_text,
    "editMessageCaption": edit_message_caption,
    "editMessageReplyMarkup": edit_message_reply_markup,
    "editMessageMedia": edit_message_media,
    "deleteMessage": delete_message,
    "deleteMessages": delete_messages,
    "pinChatMessage": pin_chat_message,
    "unpinChatMessage": unpin_chat_message,
    "unpinAllChatMessages": unpin_all_chat_messages,
}
