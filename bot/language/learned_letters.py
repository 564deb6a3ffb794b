"""What letters say of a language, learned from the marked messages by `python -m bot.language.learn_detect`.

Profiles counted on encyclopedias do not know Hindi or Arabic in Latin letters, Turkish or Vietnamese without their
marks, or how buyers write at all. Here every word and every letter group of one to five has a learned weight per
language, which is added to what the profiles say.
"""

from __future__ import annotations

import functools
import re
from pathlib import Path

import numpy as np

FILE = Path(__file__).parent / "data" / "detect_letters.npz"
STEP = 1 / 24  # nats; a weight is kept as a whole number of these, in one byte
_LONGEST = 5
_WORD = re.compile(r"[^\W\d_]+(?:[23579][^\W\d_]+)*")  # 3, 7 and others are letters of Arabic typed on a Latin keyboard
_FIRST = {
    "latin": re.compile(r"[a-z\u00aa-\u024f\u1e00-\u1eff]"),
    "cyrillic": re.compile(r"[\u0400-\u052f]"),
    "arabic": re.compile(r"[\u0600-\u06ff\u0750-\u077f]"),
}


def letter_groups(text: str, script: str) -> frozenset[str]:
    """A lower-case text's words in one writing system, and their groups of one to five letters edged by spaces."""
    found: set[str] = set()
    for word in set(_WORD.findall(text)):
        if _FIRST[script].match(word) is None:
            continue
        edged = f" {word[:40]} "
        found.add(f"={word}")
        for size in range(1, _LONGEST + 1):
            found.update(edged[place : place + size] for place in range(len(edged) - size + 1))
    found.discard(" ")
    return frozenset(found)


def learned_scores(text: str, script: str) -> dict[str, float]:
    """Nats for each language that was learned, for a lower-case text."""
    places, weights, languages = _table()
    rows = [places[group] for group in letter_groups(text, script) if group in places]
    totals = weights[rows].sum(axis=0, dtype=np.int64)
    return {language: STEP * int(total) for language, total in zip(languages, totals, strict=True)}


@functools.cache
def _table() -> tuple[dict[str, int], np.ndarray[tuple[int, int], np.dtype[np.int8]], tuple[str, ...]]:
    with np.load(FILE, allow_pickle=False) as file:
        groups = bytes(file["groups"]).decode("utf-8").split("\n")
        return {group: row for row, group in enumerate(groups)}, file["weights"], tuple(map(str, file["languages"]))


def load() -> None:
    """Read the table now, so that no message waits for it."""
    _table()
