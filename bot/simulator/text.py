"""Text as Telegram keeps it: measured in UTF-16 units, cleaned, its links found, and shown as safe HTML."""

from __future__ import annotations

import re
from html import escape

from bot.simulator.errors import JSON

# Control characters become blanks; carriage returns, halves of surrogate pairs and the line and bidi embedding
# marks U+2028-U+202E go. Isolates stay.
_CLEAN: dict[int, str | None] = {code: " " for code in range(32) if code != 10}
_CLEAN.update({13: None, **dict.fromkeys((*range(0x2028, 0x202F), *range(0xD800, 0xE000)))})
_FOUND = re.compile(
    r"(?P<url>https?://[^\s<>\"']+[^\s<>\"'.,;:!?)\]])"
    r"|(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,})"
    r"|(?P<mention>(?<![\w@])@[A-Za-z]\w{3,31}\b)"
    r"|(?P<bot_command>(?<![\w/<>.:])/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/]))"
    r"|(?P<hashtag>(?<![\w#])#(?=\w*[^\W\d])\w{1,255})"
)
_TAGS = {
    "bold": "b",
    "italic": "i",
    "underline": "u",
    "strikethrough": "s",
    "spoiler": "tg-spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "expandable_blockquote": "blockquote",
}
_OPAQUE = {"code", "pre", "text_link"}


def units(text: str) -> int:
    """Length in UTF-16 code units, Telegram's ruler."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def clean(text: str) -> str:
    """The text without the characters that Telegram does not carry."""
    return text.translate(_CLEAN)


def trim(text: str, entities: list[JSON]) -> tuple[str, list[JSON]]:
    """Text without blanks at its ends; entities moved and shortened with it, empty ones dropped."""
    lead = len(text) - len(text.lstrip(" \n\t"))
    kept = text.strip(" \n\t")
    if len(kept) == len(text):
        return text, [entity for entity in entities if entity["length"] > 0]
    end, moved = units(kept), []
    for entity in entities:
        start = max(entity["offset"] - lead, 0)
        stop = min(entity["offset"] - lead + entity["length"], end)
        if stop > start:
            moved.append({**entity, "offset": start, "length": stop - start})
    return kept, moved


def with_found(text: str, entities: list[JSON]) -> list[JSON]:
    """The entities and those that Telegram finds by itself: links, addresses, mentions, commands, hashtags."""
    if not any(mark in text for mark in "/@#"):
        return entities
    taken = [(e["offset"], e["offset"] + e["length"]) for e in entities if e["type"] in _OPAQUE]
    found = []
    for match in _FOUND.finditer(text):
        start = units(text[: match.start()])
        stop = start + units(match.group())
        if not any(start < end and begin < stop for begin, end in taken):
            found.append({"type": match.lastgroup, "offset": start, "length": stop - start})
    return sorted([*entities, *found], key=_outer_first)


def _outer_first(entity: JSON) -> tuple[int, int]:
    return entity["offset"], -entity["length"]


def to_html(text: str, entities: list[JSON]) -> str:
    """The text as HTML for a page: b i u s code pre a blockquote tg-spoiler and nothing else, all text escaped."""
    if not entities:
        return escape(text)
    encoded = text.encode("utf-16-le", "surrogatepass")
    parts: list[str] = []
    open_ends: list[tuple[int, str]] = []
    at = 0

    def write(until: int) -> None:
        nonlocal at
        if until > at:
            parts.append(escape(encoded[at * 2 : until * 2].decode("utf-16-le", "replace")))
            at = until

    def close(until: int) -> None:
        while open_ends and open_ends[-1][0] <= until:
            stop, tag = open_ends.pop()
            write(stop)
            parts.append(f"</{tag}>")

    for entity in sorted(entities, key=_outer_first):
        tag, opening = _tag(entity, encoded)
        if not tag:
            continue
        close(entity["offset"])
        write(entity["offset"])
        stop = entity["offset"] + entity["length"]
        open_ends.append((min(stop, open_ends[-1][0]) if open_ends else stop, tag))
        parts.append(opening)
    close(len(encoded) // 2)
    write(len(encoded) // 2)
    return "".join(parts)


def _tag(entity: JSON, encoded: bytes) -> tuple[str, str]:
    kind = entity["type"]
    if tag := _TAGS.get(kind):
        return tag, f"<{tag}>"
    covered = encoded[entity["offset"] * 2 : (entity["offset"] + entity["length"]) * 2].decode("utf-16-le", "replace")
    address = {"text_link": entity.get("url", ""), "url": covered, "email": f"mailto:{covered}"}.get(kind, "")
    if address.startswith(("http://", "https://", "mailto:", "tg://")):
        return "a", f'<a href="{escape(address)}">'
    return "", ""
