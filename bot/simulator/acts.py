"""What a person does with a phone, as plain functions: each changes the chat and becomes an update for the bot."""

from __future__ import annotations

import re
from typing import Any

from bot.simulator.errors import JSON, PhoneError
from bot.simulator.params import Upload
from bot.simulator.shown import tell_message
from bot.simulator.text import clean, trim, units, with_found
from bot.simulator.world import Bot, Chat, Message, Person, Tap, World

_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_MOST_TAPS = 20_000
_MOST_TYPED = 4096


def able(chat: Chat, person: Person) -> None:
    """Refuse what a phone would not do: writing from a deleted account, or to a bot one has blocked."""
    if person.deactivated:
        raise PhoneError("this account is deleted", 409)
    if chat.blocked:
        raise PhoneError("this person has blocked the bot; unblock it first", 409)
    if person.person_id not in chat.members:
        raise PhoneError("this person is not in the group", 403)


def _done(chat: Chat, **more: Any) -> JSON:
    return {"ok": True, "rev": chat.rev, **more}


def hears(world: World, bot: Bot, chat: Chat, person: Person, body: JSON, *, reply_to: int = 0) -> JSON:
    """A person's message: put into the chat, and into the bot's inbox if the bot may hear it."""
    able(chat, person)
    chat.started = True
    message = world.post(bot, chat, person.user(), body, reply_to=reply_to)
    if chat.kind == "private" and chat.keyboard and chat.keyboard.get("one_time_keyboard"):
        chat.keyboard = None
        world.events.tell(person.person_id, "keyboard", lambda: {"keyboard": None})
    tell_message(world, message)
    update_id = 0
    if _audible(world, bot, message):
        update_id = bot.inbox.put("message", world.message_json(message), ("chat", chat.chat_id))
    return _done(chat, message_id=message.message_id, update_id=update_id)


def _audible(world: World, bot: Bot, message: Message) -> bool:
    """Privacy mode: in a group the bot hears commands, mentions of itself and replies to itself."""
    if message.chat.kicked:
        return False
    if message.chat.kind == "private" or not world.privacy:
        return True
    replied = message.chat.messages.get(message.reply_to)
    entities = message.body.get("entities", [])
    command = any(entity["type"] == "bot_command" and entity["offset"] == 0 for entity in entities)
    said = str(message.body.get("text") or message.body.get("caption") or "")
    mentioned = f"@{bot.username}".lower() in said.lower()
    return command or mentioned or (replied is not None and replied.by_bot)


def words(text: str, name: str = "text", entities_name: str = "entities") -> JSON:
    """Message fields of typed text: literal, cleaned and trimmed, with the links and commands that Telegram finds."""
    kept, _ = trim(clean(text), [])
    entities = with_found(kept, [])
    return {name: kept, **({entities_name: entities} if entities else {})}


def types(world: World, bot: Bot, chat: Chat, person: Person, text: str, *, reply_to: int = 0, forwarded: bool) -> JSON:
    """Typed text. A phone splits what is longer than a message; the last part is what is answered here."""
    body = words(text)
    if not body["text"]:
        raise PhoneError("there is no text to send")
    parts = [body] if units(body["text"]) <= _MOST_TYPED else [words(part) for part in _split(body["text"])]
    if forwarded:
        origin = {"type": "hidden_user", "sender_user_name": "Somebody", "date": int(world.clock.now()) - 60}
        parts = [{"forward_origin": origin, **part} for part in parts]
    answers = [hears(world, bot, chat, person, part, reply_to=reply_to) for part in parts if part["text"]]
    return answers[-1]


def _split(text: str) -> list[str]:
    parts: list[str] = []
    part: list[str] = []
    size = 0
    for letter in text:
        width = 2 if letter > "\uffff" else 1
        if size + width > _MOST_TYPED:
            parts.append("".join(part))
            part, size = [], 0
        part.append(letter)
        size += width
    return [*parts, "".join(part)]


def starts(world: World, bot: Bot, chat: Chat, person: Person, payload: str) -> JSON:
    """The Start button, or a deep link; a payload that breaks the rule is dropped, as clients do. Lifts a block."""
    if chat.blocked:
        blocks(world, bot, chat, person, blocked=False)
    text = f"/start {payload}" if _PAYLOAD.fullmatch(payload) else "/start"
    return types(world, bot, chat, person, text, forwarded=False)


def sends_files(world: World, bot: Bot, chat: Chat, person: Person, kind: str, files: list[Upload], said: str) -> JSON:
    """Pictures or files: one message, or an album of separate messages whose first carries the caption."""
    able(chat, person)
    if kind not in ("photo", "document", "video", "voice") or not files or len(files) > 10:
        raise PhoneError("send 1-10 files as photo, document, video or voice")
    album = {"media_group_id": str(10**16 + world.serial())} if len(files) > 1 else {}
    answers = []
    for place, file in enumerate(files):
        body = {**album, **world.files.keep(bot.bot_id, kind, file.name or kind, file.mime, file.data)}
        if said and place == 0:
            body.update(words(said, "caption", "caption_entities"))
        answers.append(hears(world, bot, chat, person, body))
    numbers = [answer["message_id"] for answer in answers]
    return _done(chat, message_id=numbers[0], message_ids=numbers, update_ids=[a["update_id"] for a in answers])


def taps(world: World, bot: Bot, chat: Chat, person: Person, message_id: int, data: str) -> JSON:
    """A tap on an inline button. Any data and any message pass: a client can send what it likes."""
    if person.deactivated or chat.blocked:
        able(chat, person)
    number = str((person.person_id << 24) + world.serial())
    bot.taps[number] = Tap(person.person_id, world.clock.now())
    if len(bot.taps) > _MOST_TAPS:
        bot.taps.popitem(last=False)
    message = chat.messages.get(message_id)
    where = {"chat": world.chat_json(chat), "message_id": message_id, "date": 0}
    query = {
        "id": number,
        "from": person.user(),
        "message": where if message is None else world.message_json(message),
        "chat_instance": str(-(10**15) - chat.chat_id),
        "data": data,
    }
    chat.rev += 1
    chat.last_act = chat.rev
    update_id = bot.inbox.put("callback_query", query, ("tap", person.person_id))
    return _done(chat, callback=number, update_id=update_id)


def edits(world: World, bot: Bot, chat: Chat, person: Person, message_id: int, text: str) -> JSON:
    """The person changes a message of their own."""
    able(chat, person)
    message = chat.messages.get(message_id)
    if message is None or message.sender["id"] != person.person_id:
        raise PhoneError("no such message of this person", 404)
    new = words(text, "caption", "caption_entities") if "text" not in message.body else words(text)
    kept = {name: value for name, value in message.body.items() if name not in ("entities", "caption_entities")}
    message.body = {**kept, **new}
    message.edit_date = int(world.clock.now())
    world.changed(message)
    tell_message(world, message, "edited")
    update_id = bot.inbox.put("edited_message", world.message_json(message), ("chat", chat.chat_id))
    return _done(chat, message_id=message_id, update_id=update_id)


def shares_contact(world: World, bot: Bot, chat: Chat, person: Person, given: JSON) -> JSON:
    """The person's own phone number, or the card of somebody else (`first_name`, `phone_number`, `user_id`?)."""
    if not given:
        person.phone = person.phone or f"+88800{person.person_id % 10**8:08d}"
        given = {"phone_number": person.phone, "first_name": person.first_name, "user_id": person.person_id}
        given |= {"last_name": person.last_name} if person.last_name else {}
    elif not given.get("phone_number") or not given.get("first_name"):
        raise PhoneError("a contact needs first_name and phone_number")
    names = ("phone_number", "first_name", "last_name", "user_id")
    return hears(world, bot, chat, person, {"contact": {name: given[name] for name in names if given.get(name)}})


def blocks(world: World, bot: Bot, chat: Chat, person: Person, *, blocked: bool) -> JSON:
    """Block or unblock the bot; it is told by my_chat_member."""
    if chat.kind != "private" or person.deactivated:
        raise PhoneError("only a living account can block a bot, in its own chat", 409)
    if chat.blocked != blocked:
        chat.blocked = blocked
        chat.rev += 1
        chat.last_act = chat.rev
        world.events.tell(person.person_id, "person")
        if chat.started:
            old, new = ("member", "kicked") if blocked else ("kicked", "member")
            membership(world, bot, chat, person, old, new)
    return _done(chat)


def membership(world: World, bot: Bot, chat: Chat, person: Person, old: str, new: str) -> None:
    """Tell the bot that its own place in a chat changed."""

    def standing(status: str) -> JSON:
        return {"status": status, "user": bot.user(), **({"until_date": 0} if status == "kicked" else {})}

    change = {"chat": world.chat_json(chat), "from": person.user(), "date": int(world.clock.now())}
    change |= {"old_chat_member": standing(old), "new_chat_member": standing(new)}
    bot.inbox.put("my_chat_member", change, ("member", chat.chat_id))


def asks_inline(world: World, bot: Bot, person: Person, query: str) -> JSON:
    """Typing @bot and some words in any chat."""
    number = str((person.person_id << 24) + world.serial())
    bot.inline[number] = Tap(person.person_id, world.clock.now())
    if len(bot.inline) > _MOST_TAPS:
        bot.inline.popitem(last=False)
    asked = {"id": number, "from": person.user(), "query": query, "offset": "", "chat_type": "private"}
    return {
        "ok": True,
        "query": number,
        "update_id": bot.inbox.put("inline_query", asked, ("inline", person.person_id)),
    }
