"""Keyboards: inline ones and those that replace the phone's own, checked by Telegram's rules."""

from __future__ import annotations

from typing import Any

from bot.simulator.errors import JSON, BadRequestError
from bot.simulator.params import Parameters

MOST_BUTTONS = 100
MOST_IN_A_ROW = 8
ACTIONS = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
)
_SCHEMES = ("http://", "https://", "tg://")


def read_markup(params: Parameters) -> JSON | None:
    """The checked reply_markup of a call, None if there is none; refuses broken ones."""
    markup = params.json("reply_markup")
    if markup is None:
        return None
    if not isinstance(markup, dict):
        raise BadRequestError("object expected as reply markup")
    if "inline_keyboard" in markup:
        rows = [[_inline_button(button) for button in row] for row in _rows(markup["inline_keyboard"], "inline ")]
        return {"inline_keyboard": rows} if rows else None
    if "keyboard" in markup:
        return {**markup, "keyboard": [[_key(key) for key in row] for row in _rows(markup["keyboard"], "")]}
    return markup if markup.get("remove_keyboard") or markup.get("force_reply") else None


def inline_only(params: Parameters) -> JSON | None:
    """As read_markup, for edits: only inline keyboards can be put under a message that stands."""
    markup = read_markup(params)
    if markup is not None and "inline_keyboard" not in markup:
        raise BadRequestError("inline keyboard expected")
    return markup


def _rows(rows: Any, kind: str) -> list[list[Any]]:
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise BadRequestError(f"can't parse {kind}keyboard: Expected an Array of Array")
    kept = [row for row in rows if row]
    if sum(map(len, kept)) > MOST_BUTTONS or any(len(row) > MOST_IN_A_ROW for row in kept):
        raise BadRequestError("reply markup is too long")
    return kept


def _inline_button(button: Any) -> JSON:
    if not isinstance(button, dict) or not isinstance(button.get("text"), str) or not button["text"].strip():
        raise BadRequestError("can't parse inline keyboard button: Can't find field \"text\"")
    actions = [name for name in ACTIONS if button.get(name) is not None]
    if not actions:
        raise BadRequestError("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard")
    if len(actions) > 1:
        raise BadRequestError(f"can't parse inline keyboard button: exactly one action expected, found {actions}")
    data = button.get("callback_data")
    if data is not None and not (isinstance(data, str) and 1 <= len(data.encode()) <= 64):
        raise BadRequestError("BUTTON_DATA_INVALID")
    if "url" in button and not str(button["url"]).startswith(_SCHEMES):
        raise BadRequestError("BUTTON_URL_INVALID")
    if "copy_text" in button and not 1 <= len(str((button["copy_text"] or {}).get("text", ""))) <= 256:
        raise BadRequestError("BUTTON_COPY_TEXT_INVALID")
    if button.get("style", "primary") not in ("primary", "success", "danger"):
        raise BadRequestError("can't parse inline keyboard button: invalid button style specified")
    return {name: value for name, value in button.items() if value is not None}


def _key(key: Any) -> JSON:
    if isinstance(key, str):
        key = {"text": key}
    if not isinstance(key, dict) or not isinstance(key.get("text"), str) or not key["text"].strip():
        raise BadRequestError("can't parse keyboard button: Can't find field \"text\"")
    return key
