"""HTML as bots write it → text and entities; what Telegram would refuse is refused with Telegram's words."""

from __future__ import annotations

import re
from html import unescape

from bot.simulator.errors import JSON, BadRequestError
from bot.simulator.text import clean, trim, units

_KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "blockquote": "blockquote",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
}
_SPECIAL = re.compile(r"[<&]")
_REFERENCE = re.compile(r"&(?:lt|gt|amp|quot|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_ATTRIBUTE = re.compile(r"""\s*([^\s=>]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.\-]*)(?=[\s>])))?""")
_NAME = re.compile(r"[^\s>]*")
MOST_ENTITIES = 100
KNOWN_TYPES = {*_KINDS.values(), "expandable_blockquote", "text_mention", "url", "email", "mention", "bot_command"}
KNOWN_TYPES |= {"hashtag", "cashtag", "phone_number", "date_time"}


def parse_html(source: str) -> tuple[str, list[JSON]]:
    """Text and entities (offsets and lengths in UTF-16 units, outer before inner). Refuses what Telegram refuses."""
    return trim(*_Parser(clean(source)).run())


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.parts: list[str] = []
        self.length = 0
        self.open: list[tuple[str, int, JSON, int]] = []  # tag, where its text begins, its entity, its place in line
        self.opened = 0
        self.entities: list[tuple[int, int, int, JSON]] = []  # offset, minus length, place in line, entity

    def run(self) -> tuple[str, list[JSON]]:
        at = 0
        while match := _SPECIAL.search(self.source, at):
            self._write(self.source[at : match.start()])
            at = self._reference(match.start()) if match.group() == "&" else self._mark(match.start())
        self._write(self.source[at:])
        if self.open:
            raise self._refusal(f'Can\'t find end tag corresponding to start tag "{self.open[-1][0]}"')
        self.entities.sort(key=lambda placed: placed[:3])
        return "".join(self.parts), [entity for *_, entity in self.entities[:MOST_ENTITIES]]

    def _write(self, text: str) -> None:
        if text:
            self.parts.append(text)
            self.length += units(text)

    def _reference(self, at: int) -> int:
        match = _REFERENCE.match(self.source, at)
        self._write(unescape(match.group()) if match else "&")
        return match.end() if match else at + 1

    def _mark(self, at: int) -> int:
        return self._end_tag(at) if self.source.startswith("/", at + 1) else self._start_tag(at)

    def _start_tag(self, begin: int) -> int:
        match = _NAME.match(self.source, begin + 1)
        at = match.end() if match else begin + 1
        if at >= len(self.source):
            raise self._refusal("Unclosed start tag", begin)
        tag = self.source[begin + 1 : at].lower()
        if tag not in _KINDS:
            raise self._refusal(f'Unsupported start tag "{tag}"', begin)
        attributes, at = self._attributes(tag, at, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._refusal('Tag "span" must have class "tg-spoiler"', begin)
        self.opened += 1
        self.open.append((tag, self.length, _entity(tag, attributes), self.opened))
        return at

    def _attributes(self, tag: str, at: int, begin: int) -> tuple[dict[str, str], int]:
        found: dict[str, str] = {}
        while True:
            while at < len(self.source) and self.source[at].isspace():
                at += 1
            if at >= len(self.source):
                raise self._refusal("Unclosed start tag", begin)
            if self.source[at] == ">":
                return found, at + 1
            match = _ATTRIBUTE.match(self.source, at)
            if match is None or not match.group(1):
                raise self._refusal(f'Empty attribute name in the tag "{tag}"', begin)
            value = next((group for group in match.groups()[1:] if group is not None), None)
            if value is None and match.group(1) != "expandable":
                broken = f'Expected equal sign in declaration of an attribute of the tag "{tag}"'
                raise self._refusal("Unclosed start tag" if ">" not in self.source[at:] else broken, begin)
            found[match.group(1).lower()] = _REFERENCE.sub(lambda ref: unescape(ref.group()), value or "")
            at = match.end()

    def _end_tag(self, begin: int) -> int:
        stop = self.source.find(">", begin)
        if not self.open:
            raise self._refusal("Unexpected end tag", begin)
        if stop < 0:
            raise self._refusal("Unclosed end tag", begin)
        name = self.source[begin + 2 : stop].strip().lower()
        tag, start, entity, place = self.open.pop()
        if name and name != tag:
            raise BadRequestError(
                f"can't parse entities: Unmatched end tag at byte offset {self._bytes(begin)}, "
                f'expected "</{tag}>", found "</{name}>"'
            )
        self._close(start, entity, place)
        return stop + 1

    def _close(self, start: int, entity: JSON, place: int) -> None:
        if entity["type"] == "text_link":
            entity["url"] = _address(entity["url"] or "".join(self.parts)[-(self.length - start) :])
        worthless = entity["type"] == "text_link" and not entity["url"]
        around = {outer["type"] for _, _, outer, _ in self.open}
        if self.length > start and not worthless and entity["type"] not in around and not around & {"code"}:
            if entity["type"] == "code" and "pre" in around:
                self._name_language(entity)
            elif "pre" not in around:
                length = self.length - start
                self.entities.append((start, -length, place, {**entity, "offset": start, "length": length}))

    def _name_language(self, code: JSON) -> None:
        if language := code.get("language"):
            self.open[-1][2]["language"] = language

    def _refusal(self, reason: str, begin: int | None = None) -> BadRequestError:
        where = "" if begin is None else f" at byte offset {self._bytes(begin)}"
        return BadRequestError(f"can't parse entities: {reason}{where}")

    def _bytes(self, at: int) -> int:
        return len(self.source[:at].encode("utf-8", "surrogatepass"))


def _entity(tag: str, attributes: dict[str, str]) -> JSON:
    entity: JSON = {"type": _KINDS[tag]}
    if tag == "a":
        entity["url"] = attributes.get("href", "")
    elif tag == "tg-emoji":
        entity["custom_emoji_id"] = attributes.get("emoji-id", "")
    elif tag == "blockquote" and "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    elif tag == "code" and attributes.get("class", "").startswith("language-"):
        entity["language"] = attributes["class"][len("language-") :]
    return entity


def _address(url: str) -> str:
    """A link as Telegram keeps it, or "" where it would silently drop it."""
    url = url.strip()
    if re.fullmatch(r"(?:https?|tg|ton)://\S+|mailto:\S+", url):
        return url + "/" if re.fullmatch(r"https?://[^/?#]+", url) else url
    return f"http://{url}" + ("" if "/" in url else "/") if re.fullmatch(r"[\w-]+(\.[\w-]+)+(/\S*)?", url) else ""
