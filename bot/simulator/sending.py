"""Bot API methods that put something into a chat: texts, files, albums, contacts, copies, drafts."""

from __future__ import annotations

from typing import Any

from bot.simulator.call import Call, caption, formatted
from bot.simulator.errors import JSON, ApiError, BadRequestError
from bot.simulator.files import MOST_PHOTO, MOST_UPLOADED, describe, image_size
from bot.simulator.markup import read_markup
from bot.simulator.params import Parameters
from bot.simulator.shown import tell_message
from bot.simulator.world import Chat, Message

_ACTIONS = {"typing", "choose_sticker", "find_location"}
_ACTIONS |= {f"upload_{what}" for what in ("photo", "video", "voice", "document", "video_note")}
_ACTIONS |= {f"record_{what}" for what in ("video", "voice", "video_note")}


def say(call: Call, chat: Chat, body: JSON, *, markup: JSON | None = None) -> Message:
    """Put the bot's message into a chat, with its keyboard and what it replies to, and tell the phones."""
    keyboard = markup if markup and "inline_keyboard" not in markup else None
    message = call.world.post(
        call.bot,
        chat,
        call.bot.user(),
        body,
        markup=None if keyboard else markup,
        fixed=bool(keyboard and "remove_keyboard" not in keyboard),
        protected=call.params.flag("protect_content"),
        reply_to=_reply_to(call, chat),
    )
    if keyboard:
        chat.keyboard = keyboard if "keyboard" in keyboard else None
        for person_id in chat.members:
            call.world.events.tell(person_id, "keyboard", lambda: {"keyboard": chat.keyboard})
    tell_message(call.world, message)
    return message


def _reply_to(call: Call, chat: Chat) -> int:
    wanted = call.params.json("reply_parameters")
    if not isinstance(wanted, dict) or not wanted.get("message_id"):
        return 0
    number = int(wanted["message_id"])
    if number in chat.messages:
        return number
    if wanted.get("allow_sending_without_reply"):
        return 0
    raise BadRequestError("message to be replied not found")


def _sent(call: Call, body: JSON) -> JSON:
    markup = read_markup(call.params)
    chat = call.chat()
    call.spend(chat)
    return call.world.message_json(say(call, chat, body, markup=markup))


def send_message(call: Call) -> JSON:
    """SendMessage."""
    return _sent(call, call.content())


def send_photo(call: Call) -> JSON:
    """SendPhoto."""
    return _send_file(call, "photo")


def send_document(call: Call) -> JSON:
    """SendDocument."""
    return _send_file(call, "document")


def send_video(call: Call) -> JSON:
    """SendVideo."""
    return _send_file(call, "video")


def send_voice(call: Call) -> JSON:
    """SendVoice."""
    return _send_file(call, "voice")


def _send_file(call: Call, kind: str) -> JSON:
    words = caption(call, call.params)
    call.chat()  # a chat that cannot be reached is refused before the file is looked at
    return _sent(call, {**file_body(call, kind, call.params.text(kind), part=kind), **words})


def file_body(call: Call, kind: str, source: str, *, part: str = "") -> JSON:
    """{kind: ...} for a file_id, or for an upload named by attach:// or sent in the part of that name."""
    upload = call.params.uploads.get(source[9:] if source.startswith("attach://") else part)
    if upload is not None:
        if not upload.data:
            raise BadRequestError("file must be non-empty")
        if len(upload.data) > MOST_UPLOADED:
            raise ApiError(413, "Request Entity Too Large")
        if kind == "photo":
            _check_photo(upload.data)
        return call.world.files.keep(call.bot.bot_id, kind, upload.name, upload.mime, upload.data)
    if not source or source.startswith("attach://"):
        raise BadRequestError(f"there is no {kind} in the request")
    stored = call.world.files.known_to(call.bot.bot_id, source)
    if stored.kind != kind:
        raise BadRequestError(f"can't use file of type {stored.kind.title()} as {kind.title()}")
    return {kind: [describe(stored)] if kind == "photo" else describe(stored)}


def _check_photo(data: bytes) -> None:
    if len(data) > MOST_PHOTO:
        raise BadRequestError("file is too big")
    width, height = image_size(data)
    if not width or not height:
        raise BadRequestError("IMAGE_PROCESS_FAILED")
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise BadRequestError("PHOTO_INVALID_DIMENSIONS")


def send_media_group(call: Call) -> list[JSON]:
    """sendMediaGroup: 2-10 pictures and videos together, or documents alone."""
    media = call.params.json("media")
    if not isinstance(media, list) or not all(isinstance(item, dict) for item in media):
        raise BadRequestError("expected an Array of InputMedia")
    if not 2 <= len(media) <= 10:
        raise BadRequestError("group should have from 2 to 10 media" if media else "there are no messages to send")
    kinds = {str(item.get("type")) for item in media}
    if not (kinds <= {"photo", "video"} or kinds == {"document"}):
        raise BadRequestError("documents and other media types can't be mixed in an album")
    chat = call.chat()
    bodies = [media_body(call, item) for item in media]
    call.spend(chat, len(bodies))
    album = str(10**16 + call.world.serial())
    messages = [say(call, chat, {**body, "media_group_id": album}) for body in bodies]
    return [call.world.message_json(message) for message in messages]


def media_body(call: Call, item: JSON) -> JSON:
    """Message fields of one InputMedia: the file and its caption."""
    words = caption(call, Parameters(item))
    return {**file_body(call, str(item.get("type")), str(item.get("media") or "")), **words}


def send_contact(call: Call) -> JSON:
    """SendContact."""
    contact = {name: call.params.text(name) for name in ("phone_number", "first_name", "last_name", "vcard")}
    if not contact["phone_number"] or not contact["first_name"]:
        raise BadRequestError("contact phone number and first name must be non-empty")
    return _sent(call, {"contact": {name: value for name, value in contact.items() if value}})


def send_chat_action(call: Call) -> bool:
    """sendChatAction: seen on the phone for a moment."""
    action = call.params.text("action")
    if action not in _ACTIONS:
        raise BadRequestError("wrong parameter action in request")
    for person_id in call.chat().members:
        call.world.events.tell(person_id, "action", lambda: {"action": action})
    return True


def send_message_draft(call: Call) -> bool:
    """sendMessageDraft: part of a text, shown while the rest is being made."""
    if not call.params.integer("draft_id"):
        raise BadRequestError("draft_id must be non-zero")
    text, _ = formatted(call, call.params, "text", "entities")
    chat = call.chat()
    if chat.kind != "private":
        raise BadRequestError("drafts can be sent only to private chats")
    call.world.events.tell(chat.chat_id, "action", lambda: {"action": "draft", "text": text})
    return True


def _original(call: Call, verb: str) -> Message:
    source = call.bot.chats.get(call.chat_id("from_chat_id"))
    if source is None:
        raise BadRequestError("chat not found")
    message = source.messages.get(call.params.integer("message_id"))
    if message is None:
        raise BadRequestError(f"message to {verb} not found")
    if message.protected:
        raise BadRequestError(f"message can't be {'copied' if verb == 'copy' else 'forwarded'}")
    return message


def copy_message(call: Call) -> JSON:
    """copyMessage: the same content, without a trace of where it came from."""
    body = {**_original(call, "copy").body}
    for name in ("forward_origin", "media_group_id"):
        body.pop(name, None)
    if "text" not in body and call.params.values.get("caption") is not None:
        body.pop("caption", None)
        body.pop("caption_entities", None)
        body.update(caption(call, call.params))
    return {"message_id": _sent(call, body)["message_id"]}


def forward_message(call: Call) -> JSON:
    """ForwardMessage."""
    original = _original(call, "forward")
    origin = {"type": "user", "sender_user": original.sender, "date": original.date}
    body = {"forward_origin": origin, **original.body}
    body.pop("media_group_id", None)
    chat = call.chat()
    call.spend(chat)
    return call.world.message_json(say(call, chat, body))


METHODS: dict[str, Any] = {
    "sendMessage": send_message,
    "sendPhoto": send_photo,
    "sendDocument": send_document,
    "sendVideo": send_video,
    "sendVoice": send_voice,
    "sendMediaGroup": send_media_group,
    "sendContact": send_contact,
    "sendChatAction": send_chat_action,
    "sendMessageDraft": send_message_draft,
    "copyMessage": copy_message,
    "forwardMessage": forward_message,
}
