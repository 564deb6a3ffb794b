"""One Bot API call as the methods see it: who asks, what for, in which chat, with which text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bot.simulator.entities import KNOWN_TYPES, MOST_ENTITIES, parse_html
from bot.simulator.errors import JSON, BadRequestError
from bot.simulator.params import Parameters
from bot.simulator.text import clean, trim, units, with_found
from bot.simulator.world import Bot, Chat, Message, World

MOST_TEXT = 4096  # UTF-16 units after parsing
MOST_CAPTION = 1024
MOST_RAW = 32_768  # bytes before parsing


@dataclass
class Call:
    """A call of `bot` in `world` with `params`."""

    world: World
    bot: Bot
    params: Parameters

    def chat(self, name: str = "chat_id") -> Chat:
        """The chat where something is to be said; refuses as Telegram does."""
        return self.world.chat_for(self.bot, self.chat_id(name))

    def chat_id(self, name: str = "chat_id") -> int:
        """The number of the chat; refuses an empty one, and names, since people cannot be found by name."""
        raw = self.params.text(name).strip()
        if not raw:
            raise BadRequestError(f"{name} is empty")
        if not raw.lstrip("-").isdecimal():
            raise BadRequestError("chat not found")
        return int(raw)

    def own_message(self, purpose: str = "edit") -> Message:
        """The bot's message named by chat_id and message_id, for editing."""
        message = self.chat().messages.get(self.params.integer("message_id"))
        if message is None:
            raise BadRequestError(f"message to {purpose} not found")
        if not message.by_bot or message.fixed or "forward_origin" in message.body:
            raise BadRequestError("message can't be edited")
        return message

    def spend(self, chat: Chat, count: int = 1) -> None:
        """Count what is about to be sent against the limits."""
        self.world.limits.spend(self.bot.bot_id, chat.chat_id, count)

    def content(self) -> JSON:
        """Message fields of the required parameter `text`: text and entities."""
        text, entities = formatted(self, self.params, "text", "entities")
        if not text:
            raise BadRequestError("message text is empty")
        if units(text) > MOST_TEXT:
            raise BadRequestError("message is too long")
        return {"text": text, **({"entities": entities} if entities else {})}


def formatted(call: Call, params: Parameters, name: str, entities_name: str) -> tuple[str, list[JSON]]:
    """Text and entities from parse_mode or ready entities; users named in links must be known to the bot."""
    raw = params.text(name)
    try:
        size = len(raw.encode())
    except UnicodeEncodeError:
        raise BadRequestError("strings must be encoded in UTF-8") from None
    if size > MOST_RAW:
        raise BadRequestError("text is too long")
    mode = params.text("parse_mode").lower()
    if mode == "html":
        text, entities = parse_html(raw)
    elif not mode or mode == "none":
        given = params.json(entities_name)
        text, entities = trim(clean(raw), _given(given, units(raw)))
    elif mode in ("markdown", "markdownv2"):
        raise BadRequestError(f"can't parse entities: {mode} is not understood by this simulator, use HTML")
    else:
        raise BadRequestError("unsupported parse_mode")
    return text, with_found(text, [_named(call, entity) for entity in entities])


def caption(call: Call, params: Parameters) -> JSON:
    """Message fields of a caption, {} for none; refuses what is over 1024 units."""
    text, entities = formatted(call, params, "caption", "caption_entities")
    if units(text) > MOST_CAPTION:
        raise BadRequestError("message caption is too long")
    if not text:
        return {}
    return {"caption": text, **({"caption_entities": entities} if entities else {})}


def _given(given: Any, length: int) -> list[JSON]:
    if given is None:
        return []
    if not isinstance(given, list) or not all(isinstance(entity, dict) for entity in given):
        raise BadRequestError("can't parse entities: expected an Array of MessageEntity")
    kept = []
    for entity in given[:MOST_ENTITIES]:
        if entity.get("type") not in KNOWN_TYPES:
            raise BadRequestError("can't parse MessageEntity: unsupported type specified")
        offset, size = int(entity.get("offset", 0)), int(entity.get("length", 0))
        if offset < 0 or size < 0 or offset > 1_000_000 or size > 1_000_000:
            raise BadRequestError("can't parse MessageEntity: invalid offset or length")
        if offset < length:
            kept.append({**entity, "offset": offset, "length": min(size, length - offset)})
    return sorted(kept, key=lambda entity: (entity["offset"], -entity["length"]))


def _named(call: Call, entity: JSON) -> JSON:
    url = entity.get("url", "")
    if not url.startswith("tg://user?id="):
        return entity
    person = call.world.people.get(int(url[13:])) if url[13:].isdecimal() else None
    if person is None:
        return entity
    return {"type": "text_mention", "offset": entity["offset"], "length": entity["length"], "user": person.user()}
