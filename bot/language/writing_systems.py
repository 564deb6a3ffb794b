"""Which writing system a letter belongs to, and the systems that stand for one language by themselves."""

from __future__ import annotations

import functools

ONE_LANGUAGE = {"hangul": "ko", "thai": "th", "hebrew": "he", "devanagari": "hi", "bengali": "bn"}
_RANGES = (
    (0x0041, 0x024F, "latin"),
    (0x1E00, 0x1EFF, "latin"),
    (0x0400, 0x052F, "cyrillic"),
    (0x0590, 0x05FF, "hebrew"),
    (0x0600, 0x06FF, "arabic"),
    (0x0750, 0x077F, "arabic"),
    (0xFB50, 0xFEFF, "arabic"),
    (0x0900, 0x097F, "devanagari"),
    (0x0980, 0x09FF, "bengali"),
    (0x0E00, 0x0E7F, "thai"),
    (0x3040, 0x30FF, "kana"),
    (0x3400, 0x4DBF, "han"),
    (0x4E00, 0x9FFF, "han"),
    (0x1100, 0x11FF, "hangul"),
    (0xAC00, 0xD7AF, "hangul"),
)


@functools.lru_cache(maxsize=8192)
def writing_system(char: str) -> str | None:
    """The writing system of one letter; None for what is no letter or of none that we know."""
    if not char.isalpha() or char == "ー":
        return None
    point = ord(char)
    return next((name for low, high, name in _RANGES if low <= point <= high), None)
