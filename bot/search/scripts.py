"""In which language a few words may be: what their letters show, weighed against what is said about them."""

from __future__ import annotations

import re

# Of each script its letters and the languages written in it, the first one taken where nothing is said.
_SCRIPTS = (
    ("\u3041-\u30ff", ("ja",)),
    ("\uac00-\ud7a3", ("ko",)),
    ("\u0e00-\u0e7f", ("th",)),
    ("\u0e80-\u0eff", ("lo",)),
    ("\u1000-\u109f", ("my",)),
    ("\u1780-\u17ff", ("km",)),
    ("\u3400-\u4dbf\u4e00-\u9fff", ("zh", "ja")),
    ("\u0900-\u097f", ("hi", "mr", "ne")),
    ("\u0980-\u09ff", ("bn", "as")),
    ("\u0a00-\u0a7f", ("pa",)),
    ("\u0a80-\u0aff", ("gu",)),
    ("\u0b80-\u0bff", ("ta",)),
    ("\u0c00-\u0c7f", ("te",)),
    ("\u0c80-\u0cff", ("kn",)),
    ("\u0d00-\u0d7f", ("ml",)),
    ("\u0d80-\u0dff", ("si",)),
    ("\u1200-\u137f", ("am",)),
    ("\u10a0-\u10ff", ("ka",)),
    ("\u0530-\u058f", ("hy",)),
    ("\u0590-\u05ff", ("he",)),
    ("\u0600-\u06ff\u0750-\u077f", ("ar", "fa", "ur", "ps", "ku", "sd")),
    ("\u0370-\u03ff", ("el",)),
    ("\u0400-\u04ff", ("ru", "uk", "bg", "sr", "kk", "be", "mk", "ky", "mn", "tg")),
)
_LETTERS = tuple((re.compile(f"[{letters}]"), languages) for letters, languages in _SCRIPTS)
_NOT_LATIN = frozenset(language for _, languages in _SCRIPTS for language in languages) - {"sr"}

# Letters that one language of its script alone has, among those people here write in.
_OWN = {
    "ur": re.compile("[ٹڈڑںے]"),
    "fa": re.compile("[پچژگکی]"),
    "uk": re.compile("[іїєґІЇЄҐ]"),
    "vi": re.compile("[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", re.IGNORECASE),
}


def spoken(text: str, said: str | None) -> str | None:
    """The language of a few words (ISO 639-1), None where it stays open. said: what somebody holds it for.

    Letters say more than what is said: who reads Hindi and types Latin letters has most likely typed English.
    """
    said = said.lower().replace("_", "-").split("-")[0] if said else None
    for letters, languages in _LETTERS:
        if letters.search(text):
            if said in languages[1:]:
                return said
            own = next((one for one in languages if one in _OWN and _OWN[one].search(text)), None)
            return _ar_or(own, text) if own else languages[0]
    if _OWN["vi"].search(text):
        return "vi"
    return None if said in _NOT_LATIN else said


_GERMAN = re.compile(
    r"ß|\b(?:für|mit|und|aus|zum|zur|ohne|der|das|nach|auf|auch)\b|\b[A-ZÄÖÜ][a-zäöüß]*(?:ung|keit|ä[a-z]+e|ü[a-z]+e|lich|isch)\b"
)
_NOT_GERMAN = re.compile("[şğıçİåæøőűñãõ]")


def is_german(title: str) -> bool:
    """Does a title look German? By its small words, its endings on capitals, ß; cheap, and often silent."""
    return _GERMAN.search(title) is not None and _NOT_GERMAN.search(title) is None


def _ar_or(own: str, text: str) -> str:
    """Urdu shares the letters that make Persian; its own ones decide."""
    return "ur" if own in ("fa", "ur") and _OWN["ur"].search(text) else own
