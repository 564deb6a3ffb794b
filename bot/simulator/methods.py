"""The Bot API's methods by name: which parameters each knows, and how a call is carried out, recorded and answered."""

from __future__ import annotations

import inspect
import json
from typing import Any

from bot.simulator import asking, delivery, editing, profile, sending
from bot.simulator.call import Call
from bot.simulator.errors import JSON, ApiError
from bot.simulator.params import Parameters
from bot.simulator.world import Bot, World

_PLACE = "business_connection_id chat_id message_thread_id direct_messages_topic_id "
_MANNER = (
    " disable_notification protect_content allow_paid_broadcast message_effect_id suggested_post_parameters "
    "reply_parameters reply_markup"
)
_WORDS = " caption parse_mode caption_entities "
_EDITED = "business_connection_id chat_id message_id inline_message_id "
_KNOWN = {
    "getUpdates": "offset limit timeout allowed_updates",
    "setWebhook": "url certificate ip_address max_connections allowed_updates drop_pending_updates secret_token",
    "deleteWebhook": "drop_pending_updates",
    "sendMessage": _PLACE + "text parse_mode entities link_preview_options" + _MANNER,
    "sendPhoto": _PLACE + "photo show_caption_above_media has_spoiler" + _WORDS + _MANNER,
    "sendDocument": _PLACE + "document thumbnail disable_content_type_detection" + _WORDS + _MANNER,
    "sendVideo": _PLACE
    + "video duration width height thumbnail cover start_timestamp show_caption_above_media has_spoiler "
    + "supports_streaming"
    + _WORDS
    + _MANNER,
    "sendVoice": _PLACE + "voice duration" + _WORDS + _MANNER,
    "sendMediaGroup": _PLACE
    + "media disable_notification protect_content allow_paid_broadcast message_effect_id reply_parameters",
    "sendContact": _PLACE + "phone_number first_name last_name vcard" + _MANNER,
    "sendChatAction": "business_connection_id chat_id message_thread_id action",
    "sendMessageDraft": "chat_id message_thread_id draft_id text parse_mode entities",
    "copyMessage": "chat_id message_thread_id direct_messages_topic_id from_chat_id message_id video_start_timestamp "
    + "show_caption_above_media"
    + _WORDS
    + _MANNER,
    "forwardMessage": "chat_id message_thread_id direct_messages_topic_id from_chat_id video_start_timestamp "
    "disable_notification protect_content message_effect_id suggested_post_parameters message_id",
    "editMessageText": _EDITED + "text parse_mode entities link_preview_options rich_message reply_markup",
    "editMessageCaption": _EDITED + "show_caption_above_media reply_markup" + _WORDS,
    "editMessageReplyMarkup": _EDITED + "reply_markup",
    "editMessageMedia": _EDITED + "media reply_markup",
    "deleteMessage": "chat_id message_id",
    "deleteMessages": "chat_id message_ids",
    "answerCallbackQuery": "callback_query_id text show_alert url cache_time",
    "answerInlineQuery": "inline_query_id results cache_time is_personal next_offset button",
    "getFile": "file_id",
    "getChat": "chat_id",
    "getChatMember": "chat_id user_id",
    "getChatMemberCount": "chat_id",
    "leaveChat": "chat_id",
    "setMyCommands": "commands scope language_code",
    "getMyCommands": "scope language_code",
    "deleteMyCommands": "scope language_code",
    "setMyName": "name language_code",
    "getMyName": "language_code",
    "setMyDescription": "description language_code",
    "getMyDescription": "language_code",
    "setMyShortDescription": "short_description language_code",
    "getMyShortDescription": "language_code",
    "setChatMenuButton": "chat_id menu_button",
    "getChatMenuButton": "chat_id",
    "pinChatMessage": "business_connection_id chat_id message_id disable_notification",
    "unpinChatMessage": "business_connection_id chat_id message_id",
    "unpinAllChatMessages": "chat_id",
}
FUNCTIONS: dict[str, Any] = {
    **profile.METHODS,
    **delivery.METHODS,
    **sending.METHODS,
    **editing.METHODS,
    **asking.METHODS,
}
KNOWN = {name: frozenset(_KNOWN.get(name, "").split()) for name in FUNCTIONS}
_NAMES = {name.lower(): name for name in FUNCTIONS}
_NOT_IN_REPLIES = {"setwebhook", "deletewebhook", "close", "logout"}


async def perform(world: World, bot: Bot, method: str, params: Parameters) -> tuple[int, JSON]:
    """Carry out one call and record it; gives the HTTP status and the answer's body."""
    name = _NAMES.get(method.lower())
    try:
        if name is None:
            raise ApiError(404, "Not Found: method not found")
        result = FUNCTIONS[name](Call(world, bot, params))
        if inspect.isawaitable(result):
            result = await result
        status, body = 200, {"ok": True, "result": result}
    except ApiError as refusal:
        status, body = refusal.code, refusal.body()
    record(world, bot, name or method, params, body)
    return status, body


def record(world: World, bot: Bot, method: str, params: Parameters, body: JSON) -> None:
    """Note a call and its answer; polls that brought nothing are not worth a line."""
    if method == "getUpdates" and not body.get("result") and body["ok"]:
        return
    given = {*params.values, *params.uploads}
    attached = {name for name in params.uploads if name not in KNOWN.get(method, ())}
    world.call_count += 1
    world.calls.append(
        {
            "index": world.call_count,
            "at": world.clock.now(),
            "bot": bot.bot_id,
            "method": method,
            "chat_id": params.integer("chat_id") or None,
            "parameters": params.recorded(),
            "unknown": sorted(given - KNOWN.get(method, frozenset()) - attached),
            "answer": body,
        }
    )


async def perform_reply(world: World, bot: Bot, body: bytes) -> None:
    """Carry out the method that stands in a webhook's answer; some may not stand there."""
    try:
        values = json.loads(body)
    except ValueError:
        return
    method = str(values.pop("method", "")) if isinstance(values, dict) else ""
    if method and not method.lower().startswith("get") and method.lower() not in _NOT_IN_REPLIES:
        await perform(world, bot, method, Parameters(values))
