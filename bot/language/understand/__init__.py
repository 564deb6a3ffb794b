"""What a buyer's message says: product, quantity, price, place, day, certificates.

Two steps with a seam between them: a finder says which stretch of the text is what (`find`), and each stretch is read
by a strict reader of its own (`assemble`). The finder can be replaced without touching the readers.
"""

from __future__ import annotations

from datetime import date

from bot.language.detect import detect, known
from bot.language.understand.answers import answer
from bot.language.understand.assemble import assemble
from bot.language.understand.calendar_words import calendar_words
from bot.language.understand.finder import find
from bot.language.understand.gazetteer import gazetteer
from bot.language.understand.lexicon import lexicon
from bot.language.understand.spans import Label, Span
from bot.language.understand.tagger.model import load_model
from bot.language.understand.understood import Item, Slot, Understood

__all__ = ["Item", "Label", "Slot", "Span", "Understood", "answer", "assemble", "find", "load", "understand"]


def load() -> None:
    """Read the large tables now; the words of a language are read with its first message (some hundredths of a second).

    English is read here too, because every other language leans on it.
    """
    gazetteer()
    load_model()
    lexicon("en")
    calendar_words("en")


def understand(
    text: str, *, today: date, client_language: str | None = None, language: str | None = None
) -> Understood:
    """What a message says. `language` is the conversation's language where it is known; `client_language` the app's.

    Only the first 4,000 characters are read. Never raises on any text.
    """
    spoken = known(language) or detect(text, client=client_language).language
    return assemble(text, find(text, spoken), today=today, language=spoken)
