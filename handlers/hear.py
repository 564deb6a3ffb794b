"""What an update says: Telegram's JSON to the values that handlers hear. What is not meant for us says nothing."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

from telegram import Bot, ChatMember, Message, Update
from telegram.constants import ChatType

from bot.domain.goods import Attachment, FileKind
from bot.language.texts import clean
from bot.screens.press import decode
from handlers.visit import Command, Edited, Heard, Pressed, Reach, Said, Searched, Shared

# What happens in a private chat without anybody saying something.
_EVENTS = (
    *("pinned_message", "message_auto_delete_timer_changed", "chat_background_set", "write_access_allowed"),
    *("connected_website", "users_shared", "chat_shared", "gift", "unique_gift"),
)


@dataclass(frozen=True)
class Sender:
    """Who an update is from, as Telegram tells."""

    id: int
    name: str
    username: str | None
    language: str | None


def hear(raw: dict[str, Any], bot: Bot | None = None) -> tuple[Sender, Heard] | None:
    """The sender and what they said or did, in a private chat; None for everything else (groups, channels).

    Only words typed behind the bot's name are heard from any chat.
    """
    if "callback_query" in raw:
        return _pressed(raw["callback_query"])
    update = Update.de_json(raw, bot)
    user = update.effective_user
    chat = update.effective_chat
    if user is None or user.is_bot or (chat is not None and chat.type != ChatType.PRIVATE):
        return None
    heard = _heard(update)
    if heard is None:
        return None
    return Sender(user.id, clean(user.full_name)[:128] or "?", user.username, user.language_code), heard


def sender_in(raw: dict[str, Any]) -> Sender | None:
    """Who wrote or tapped in a private chat, of an update that may make no sense otherwise."""
    said = raw.get("message") or raw.get("callback_query")
    if not isinstance(said, dict) or not isinstance(user := said.get("from"), dict):
        return None
    at = said if "message" in raw else said.get("message")
    chat = at.get("chat") if isinstance(at, dict) else None
    if user.get("is_bot") or type(user.get("id")) is not int:
        return None
    if not isinstance(chat, dict) or chat.get("type") != ChatType.PRIVATE:
        return None
    name, username, language = (user.get(key) for key in ("first_name", "username", "language_code"))
    return Sender(user["id"], clean(str(name or "?"))[:128] or "?", username, language)


def _pressed(tap: dict[str, Any]) -> tuple[Sender, Pressed] | None:
    """A tap, read as it is: most updates are taps, and telegram's objects would build the whole card anew for each."""
    user, on = tap["from"], tap.get("message") or {}
    if user["is_bot"] or on.get("chat", {}).get("type", ChatType.PRIVATE) != ChatType.PRIVATE:
        return None
    name = " ".join(part for part in (user["first_name"], user.get("last_name")) if part)
    sender = Sender(user["id"], clean(name)[:128] or "?", user.get("username"), user.get("language_code"))
    return sender, Pressed(decode(tap.get("data") or ""), tap["id"], on.get("message_id"))


def _heard(update: Update) -> Heard | None:
    if update.message is not None:
        return None if any(update.message[what] for what in _EVENTS) else _message(update.message)
    if update.inline_query is not None:
        return Searched(update.inline_query.id, clean(update.inline_query.query))
    if update.edited_message is not None:
        changed = update.edited_message
        return (
            None if changed.location or _command(changed.text) else Edited()
        )  # a live location is edited all the time
    if update.my_chat_member is not None:
        status = update.my_chat_member.new_chat_member.status
        chat = update.my_chat_member.chat.id
        return Reach(chat, status not in (ChatMember.BANNED, ChatMember.LEFT), update.my_chat_member.date)
    return None


def _message(message: Message) -> Heard:
    if message.contact is not None:
        own = message.contact.user_id == (message.from_user.id if message.from_user else None)
        forwarded = message.forward_origin is not None
        return Shared(message.contact.phone_number if own and not forwarded else None)
    text = clean(message.text or message.caption or "")
    forwarded = message.forward_origin is not None
    command = None if forwarded else _command(message.text)
    if command is not None:
        return command
    files = _files(message)
    answered = message.reply_to_message
    ours = answered is not None and answered.from_user is not None and answered.from_user.is_bot
    return Said(
        text,
        files,
        message.media_group_id,
        readable=bool(text.strip() or files),
        reply_to=answered.message_id if answered is not None and ours else None,
        point=(message.location.latitude, message.location.longitude) if message.location else None,
    )


def _command(text: str | None) -> Command | None:
    """`/cancel`, `/CANCEL`, `/cancel@ourbot`, `／cancel`: the same command."""
    plain = unicodedata.normalize("NFKC", clean(text or ""))
    if not plain.startswith("/") or not plain[1:2].strip():
        return None
    name, *more = plain[1:].split(None, 1)
    rest = more[0] if more else ""
    name = name.partition("@")[0].strip().casefold()
    return Command(name, rest.strip()) if name.replace("_", "").isalnum() else None


def _files(message: Message) -> tuple[Attachment, ...]:
    if message.photo:
        largest = message.photo[-1]
        return (Attachment(FileKind.PHOTO, largest.file_id, None, largest.file_size),)
    for kind, file in ((FileKind.DOCUMENT, message.document), (FileKind.VIDEO, message.video)):
        if file is not None:
            return (Attachment(kind, file.file_id, clean(file.file_name or "")[:128] or None, file.file_size),)
    if message.voice is not None:
        return (Attachment(FileKind.VOICE, message.voice.file_id, None, message.voice.file_size),)
    return ()
