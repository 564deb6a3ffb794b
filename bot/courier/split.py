"""Long texts in parts: measured as Telegram measures, cut between words, with every tag closed and opened again."""

from __future__ import annotations

import html
import re

MOST_TEXT = 4096  # UTF-16 units after markup is parsed
MOST_CAPTION = 1024
_MOST_RAW = 30_000  # bytes before parsing; Telegram refuses 32 768
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)[^<>]*>")
_TOKEN = re.compile(rf"{_TAG.pattern}|&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z]+);|.", re.DOTALL)


def plain(text: str) -> str:
    """HTML as the plain text that a reader sees."""
    return html.unescape(_TAG.sub("", text))


def units(text: str) -> int:
    """The length of plain text as Telegram counts it: in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def fits(text: str, most: int) -> bool:
    """Does this HTML fit into one message (or caption) of so many units?"""
    return units(plain(text)) <= most and len(text.encode("utf-8", "surrogatepass")) <= _MOST_RAW


def split(text: str, most: int = MOST_TEXT) -> list[str]:
    """HTML in parts of at most so many units, each well-formed by itself. A text that fits is left as it is."""
    if fits(text, most):
        return [text]
    tokens = [match.group() for match in _TOKEN.finditer(text)]
    parts: list[str] = []
    opened: list[str] = []
    start = 0
    while start < len(tokens):
        end = _cut(tokens, start, opened, most)
        part, opened = _balanced(tokens[start:end], opened)
        if plain(part).strip():
            parts.append(part)
        start = end
    return parts


def _cut(tokens: list[str], start: int, opened: list[str], most: int) -> int:
    """Where the part that begins at `start` ends: after a line, else after a word, else where it is full."""
    left, raw = most, _MOST_RAW - 2 * sum(len(tag.encode()) + 3 for tag in opened)
    line = word = end = start
    while end < len(tokens):
        token = tokens[end]
        tag = _TAG.fullmatch(token)
        left -= 0 if tag else units(html.unescape(token))
        raw -= len(token.encode("utf-8", "surrogatepass")) * (2 if tag else 1)  # an open tag is closed again
        if left < 0 or (raw < 0 and end > start):
            break
        end += 1
        line = end if token == "\n" else line
        word = end if token.isspace() else word
    else:
        return end
    early = start + (end - start) // 2
    return next((place for place in (line, word) if place > early), end)


def _balanced(tokens: list[str], opened: list[str]) -> tuple[str, list[str]]:
    """The tokens with the tags that were open before in front and those left open closed behind; and these."""
    still = list(opened)
    for token in tokens:
        tag = _TAG.fullmatch(token)
        if tag and not tag[1]:
            still.append(token)
        elif tag and still:
            still.pop()
    closing = "".join(f"</{found[2]}>" for opening in reversed(still) if (found := _TAG.fullmatch(opening)))
    return ("".join(opened) + "".join(tokens).strip() + closing), still
