"""Language tags: what an app or a person says, mapped onto the catalogues we have. Guessing fails."""

from __future__ import annotations

from collections.abc import Collection

DEFAULT = "en"

# Right-to-left scripts among the languages we know.
RTL = frozenset({"ar", "fa", "he", "ur"})

# What apps really send → our spelling. Scripts and regions that matter are kept, others fall back to the language.
_SAME = {
    "iw": "he",
    "in": "id",
    "ji": "yi",
    "zh": "zh-Hans",
    "zh-cn": "zh-Hans",
    "zh-sg": "zh-Hans",
    "zh-my": "zh-Hans",
    "zh-hans": "zh-Hans",
    "zh-tw": "zh-Hant",
    "zh-hk": "zh-Hant",
    "zh-mo": "zh-Hant",
    "zh-hant": "zh-Hant",
    "yue": "zh-Hant",
    "ms": "id",
}

# Whom to serve with what when their own language has no catalogue yet.
_NEAREST = {"zh-Hant": "zh-Hans", "zh-Hans": "zh-Hant", "uk": "ru", "ur": "en", "fa": "en"}


def our_tag(tag: str | None) -> str | None:
    """A tag as apps send it (`pt-br`, `zh-hans-cn`, `en_US`) in our spelling; None for none or nonsense."""
    parts = (tag or "").strip().replace("_", "-").casefold().split("-")
    if not parts[0].isalpha() or not 2 <= len(parts[0]) <= 3:
        return None
    return _SAME.get("-".join(parts[:2])) or _SAME.get(parts[0]) or parts[0]


def catalogue(tag: str | None, have: Collection[str]) -> str:
    """The catalogue that serves a reader best: their language, else its nearest relative, else English."""
    ours = our_tag(tag)
    if ours is None:
        return DEFAULT
    return next((t for t in (ours, _NEAREST.get(ours, "")) if t in have), DEFAULT)
