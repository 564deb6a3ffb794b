"""Bytes of a text file to text, whatever program wrote it."""

from __future__ import annotations

import codecs
import re

from charset_normalizer import from_bytes

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSED = ["cp1252", "cp1251", "gb18030", "shift_jis", "big5"]
# Latin code pages share most bytes, so a guess between them goes by letters that no other of them has inside a word.
_POLISH = re.compile(rb"[A-Za-z\xc0-\xff](?:[\xb9\xbf](?![A-Z0-9])|\xb3[a-z])")
_TURKISH = re.compile(rb"[\xd0\xdd\xde\xf0\xfd\xfe]")
_SAMPLE = 32_000


def decode(data: bytes) -> str:
    """The text of a file: by its byte order mark, as UTF-8, as UTF-16 without a mark, else by the likeliest old code
    page.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(name, errors="replace")
    if wide := _utf16(data):
        return data.decode(wide, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _guess(data)


def _utf16(data: bytes) -> str | None:
    """In UTF-16 every other byte of Western text, digits and delimiters is nought."""
    head = data[:2000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if max(even, odd) * 10 < len(head) or min(even, odd) * 4 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _guess(data: bytes) -> str:
    sample = _telling_lines(data)
    if _nearly_utf8(data):
        return data.decode("utf-8", errors="replace")
    best = from_bytes(sample, cp_isolation=_GUESSED).best()
    name = best.encoding if best else "cp1252"
    if name == "cp1252" and _POLISH.search(sample):
        name = "cp1250"
    elif name == "cp1252" and _TURKISH.search(sample):  # Icelandic has them too, but few suppliers
        name = "cp1254"
    # An answer on a sample may still fail on the rest: then the single bad letters are dropped, not the file.
    return data.decode(name, errors="replace")


def _nearly_utf8(data: bytes) -> bool:
    """UTF-8 with a few damaged bytes, as when a file was cut or joined."""
    text = data.decode("utf-8", errors="replace")
    beyond = sum(1 for char in text if char > "\x7f")
    return text.count("\ufffd") * 3 < beyond


def _telling_lines(data: bytes) -> bytes:
    """Only lines with letters beyond ASCII tell code pages apart."""
    kept = bytearray()
    for line in data.splitlines(keepends=True):
        if not line.isascii():
            kept += line
        if len(kept) > _SAMPLE:
            break
    return bytes(kept[: 2 * _SAMPLE])
