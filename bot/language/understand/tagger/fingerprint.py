"""Tells whether the model file was made from what is here now: the marks, the trainer, and what the tagger looks at."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bot.language.understand.finder_rules import find
from bot.language.understand.page import open_page
from bot.language.understand.tagger.corpus import CORPUS, read_corpus
from bot.language.understand.tagger.features import see

_TRAINER = ("corpus.py", "crf.py", "features.py", "lessons.py", "model.py", "per_unit.py", "train.py")
_EVERY = 12  # one message of so many is looked at anew


def fingerprint() -> str:
    """A hash that changes whenever training would give another model; about a second.

    Of the word lists, readers and rules it sees what they make of every twelfth message.
    """
    whole = hashlib.sha256()
    for file in (*sorted(CORPUS.glob("*.txt")), *(Path(__file__).with_name(name) for name in _TRAINER)):
        whole.update(file.read_bytes())
    for marked in read_corpus()[::_EVERY]:
        page = open_page(marked.text, marked.language)
        seen = see(page, find(marked.text, marked.language))
        whole.update(repr((seen.own, seen.near, seen.far)).encode())
    return whole.hexdigest()
