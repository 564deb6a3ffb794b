"""Bot API methods about the bot itself: who it is, its commands, name, descriptions and menu button."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from bot.simulator.call import Call
from bot.simulator.errors import JSON, BadRequestError
from bot.simulator.text import units

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_LANGUAGE = re.compile(r"[a-z]{2}")
_SCOPES = {"default", "all_private_chats", "all_group_chats", "all_chat_administrators"}
_CHAT_SCOPES = {"chat", "chat_administrators", "chat_member"}
_LONGEST = {"name": 64, "description": 512, "short_description": 120}


def get_me(call: Call) -> JSON:
    """GetMe."""
    abilities = {
        "can_join_groups": True,
        "can_read_all_group_messages": not call.world.privacy,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }
    return {**call.bot.user(), **abilities}


def _language(call: Call) -> str:
    language = call.params.text("language_code")
    if language and not _LANGUAGE.fullmatch(language):
        raise BadRequestError("invalid language code specified")
    return language


def _place(call: Call) -> tuple[str, str]:
    """Where a list of commands belongs: scope (with its chat and user) and language."""
    scope = call.params.json("scope") or {"type": "default"}
    kind = scope.get("type") if isinstance(scope, dict) else None
    if kind in _CHAT_SCOPES:
        call.world.chat_for(call.bot, int(scope.get("chat_id") or 0))
        kind = ":".join(str(part) for part in (kind, scope["chat_id"], scope.get("user_id")) if part)
    elif kind not in _SCOPES:
        raise BadRequestError("can't parse BotCommandScope: unsupported type specified")
    return str(kind), _language(call)


def set_my_commands(call: Call) -> bool:
    """setMyCommands: up to 100, names of 1-32 lower-case letters, digits, underscores; descriptions of 1-256."""
    commands = call.params.json("commands")
    if not isinstance(commands, list) or not all(isinstance(command, dict) for command in commands):
        raise BadRequestError("can't parse bot commands: expected an Array of BotCommand")
    if len(commands) > 100:
        raise BadRequestError("BOT_COMMANDS_TOO_MUCH")
    kept = []
    for command in commands:
        name = str(command.get("command", "")).removeprefix("/")
        description = str(command.get("description", "")).strip()
        if not _COMMAND.fullmatch(name):
            raise BadRequestError("BOT_COMMAND_INVALID")
        if not 1 <= units(description) <= 256:
            raise BadRequestError("BOT_COMMAND_DESCRIPTION_INVALID")
        kept.append({"command": name, "description": description})
    call.bot.commands[_place(call)] = kept
    _tell_everyone(call, "commands")
    return True


def get_my_commands(call: Call) -> list[JSON]:
    """getMyCommands: exactly this scope and language."""
    return call.bot.commands.get(_place(call), [])


def delete_my_commands(call: Call) -> bool:
    """DeleteMyCommands."""
    call.bot.commands.pop(_place(call), None)
    _tell_everyone(call, "commands")
    return True


def _tell_everyone(call: Call, kind: str) -> None:
    for chat in call.bot.chats.values():
        if chat.kind == "private":
            call.world.events.tell(chat.chat_id, kind)


def _setter(field: str) -> Callable[[Call], bool]:
    def set_text(call: Call) -> bool:
        text = call.params.text(field)
        if units(text) > _LONGEST[field]:
            raise BadRequestError(f"bot {field.replace('_', ' ')} is too long")
        call.bot.texts[field, _language(call)] = text
        return True

    return set_text


def _getter(field: str) -> Callable[[Call], JSON]:
    def get_text(call: Call) -> JSON:
        texts, language = call.bot.texts, _language(call)
        default = call.bot.first_name if field == "name" else ""
        return {field: texts.get((field, language)) or texts.get((field, "")) or default}

    return get_text


def set_chat_menu_button(call: Call) -> bool:
    """setChatMenuButton: for one chat, or for all where nothing else is set."""
    button = call.params.json("menu_button") or {"type": "default"}
    if not isinstance(button, dict) or button.get("type") not in ("default", "commands", "web_app"):
        raise BadRequestError("can't parse MenuButton: unsupported type specified")
    chat_id = call.chat().chat_id if call.params.text("chat_id") else 0
    call.bot.menu_buttons[chat_id] = button
    return True


def get_chat_menu_button(call: Call) -> JSON:
    """GetChatMenuButton."""
    buttons = call.bot.menu_buttons
    return buttons.get(call.params.integer("chat_id")) or buttons.get(0) or {"type": "commands"}


def log_out(call: Call) -> bool:
    """LogOut and close: there is nothing to log out from here."""
    return True


METHODS: dict[str, Any] = {
    "getMe": get_me,
    "setMyCommands": set_my_commands,
    "getMyCommands": get_my_commands,
    "deleteMyCommands": delete_my_commands,
    "setMyName": _setter("name"),
    "getMyName": _getter("name"),
    "setMyDescription": _setter("description"),
    "getMyDescription": _getter("description"),
    "setMyShortDescription": _setter("short_description"),
    "getMyShortDescription": _getter("short_description"),
    "setChatMenuButton": set_chat_menu_button,
    "getChatMenuButton": get_chat_menu_button,
    "logOut": log_out,
    "close": log_out,
}
