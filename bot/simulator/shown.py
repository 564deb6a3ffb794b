"""A chat as its owner's phone shows it, for pages and for tests."""

from __future__ import annotations

from typing import Any

from bot.simulator.errors import JSON
from bot.simulator.text import to_html
from bot.simulator.world import Bot, Chat, Message, Person, World

_FILES = ("document", "video", "voice", "sticker")
_PASSED_ON = ("contact", "location", "forward_origin", "new_chat_members", "migrate_to_chat_id")


def show_person(person: Person) -> JSON:
    """A person as the person side describes them."""
    return {
        "id": person.person_id,
        "first_name": person.first_name,
        "last_name": person.last_name,
        "username": person.username,
        "language_code": person.language_code,
        "phone": person.phone,
        "show": person.show,
        "role": person.role,
        "deactivated": person.deactivated,
    }


def show_message(world: World, message: Message, viewer: int) -> JSON:
    """One message as `viewer` sees it; `rev` grows with every change in the chat."""
    body = message.body
    text: str = body.get("text") or body.get("caption") or ""
    entities: list[JSON] = body.get("entities") or body.get("caption_entities") or []
    shown: JSON = {
        "message_id": message.message_id,
        "chat_id": message.chat.chat_id,
        "date": message.date,
        "edit_date": message.edit_date or None,
        "out": message.sender["id"] == viewer,
        "from": message.sender,
        "text": text,
        "html": to_html(text, entities),
        "entities": entities,
        "album": body.get("media_group_id"),
        "reply_markup": message.markup,
        "reply_to": message.reply_to or None,
        "rev": message.rev,
    }
    if "photo" in body:
        shown["photo"] = _file(world, body["photo"][-1])
    for kind in _FILES:
        if kind in body:
            shown[kind] = _file(world, body[kind])
    shown.update({name: body[name] for name in _PASSED_ON if name in body})
    return shown


def _file(world: World, described: JSON) -> JSON:
    file_id = described["file_id"]
    name = world.files.by_id[file_id].name
    return {"file_id": file_id, "name": name, "size": described["file_size"], "url": f"/files/{file_id}"}


def show_chat(world: World, bot: Bot, chat: Chat, person: Person, *, since: int = 0) -> JSON:
    """The whole chat; with `since`, only messages that changed after that `rev`."""
    viewer = person.person_id
    messages = [show_message(world, m, viewer) for m in chat.messages.values() if m.rev > since]
    return {
        "person": show_person(person),
        "chat": world.chat_json(chat),
        "messages": messages,
        "keyboard": chat.keyboard,
        "commands": commands_for(bot, person),
        "blocked": chat.blocked,
        "bot": {"id": bot.bot_id, "username": bot.username, "first_name": name_for(bot, person)},
        "description": bot.texts.get(("description", person.language_code[:2])) or bot.texts.get(("description", "")),
        "started": chat.started,
        "rev": chat.rev,
        "last_act": chat.last_act,
    }


def commands_for(bot: Bot, person: Person) -> list[Any]:
    """The command menu of this person: the narrowest scope first, their language before none."""
    language = person.language_code[:2]
    for scope in (f"chat:{person.person_id}", "all_private_chats", "default"):
        for tongue in (language, "") if language else ("",):
            if found := bot.commands.get((scope, tongue)):
                return found
    return []


def name_for(bot: Bot, person: Person) -> str:
    """The bot's name in this person's language."""
    texts = bot.texts
    return texts.get(("name", person.language_code[:2])) or texts.get(("name", "")) or bot.first_name


def tell_message(world: World, message: Message, kind: str = "message") -> None:
    """Tell the pages of everyone in the chat that a message is there, edited or deleted."""
    for person_id in message.chat.members:

        def details(viewer: int = person_id) -> JSON:
            number = {"message_id": message.message_id, "chat_id": message.chat.chat_id}
            return number if kind == "deleted" else {**number, "message": show_message(world, message, viewer)}

        world.events.tell(person_id, kind, details)
