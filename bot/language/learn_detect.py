"""Learns the weights of bot.language.learned_letters from the marked messages: `python -m bot.language.learn_detect`.

For each writing system a softmax over its languages, whose starting point is what the profiles and give-away words
say, so that only what they miss is learned. One tenth of the messages (share 3) is never learned from, to measure on.
The same messages always give the same file.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from langdetect.detector_factory import PROFILES_DIRECTORY

from bot.language import detect
from bot.language.learned_letters import FILE, STEP, letter_groups
from bot.language.understand.tagger.corpus import Marked, read_corpus

UNSEEN = 3  # the tenth that is kept to measure on
Floats = np.ndarray[Any, np.dtype[np.float32]]

LANGUAGES = tuple(dict.fromkeys(name for names in detect.BY_LETTERS.values() for name in names))
_PHRASES = Path(__file__).parent / "data" / "detect_phrases.tsv"
_SAME_EVERYWHERE = ("destination", "origin", "certificate", "incoterm")
_CUTS = (1, 1, 2, 2, 3, 5)  # words in the pieces that are shown beside each whole message
_PHRASE_WORTH = 4.0  # there are few of them
_CUT_WORTH = 0.35
_UNMARKED = {
    **dict.fromkeys(("it", "nl", "pl", "sw"), "latin"),
    "uk": "cyrillic",
    **dict.fromkeys(("fa", "ur"), "arabic"),
}
_BABBLES = 800
_BABBLE_WORTH = 0.5
_ROUNDS = 80
_SPEED = 0.05
_SMALL = 5e-5  # how dear weights are, so that rare groups do not get large ones
_LEAST = 2  # steps; groups that move no language as far are left out
_SEEN = 2  # in so many texts must a group be


@dataclass(frozen=True)
class Lesson:
    """A text, its writing system and language, and how much it counts."""

    text: str
    script: str
    language: str
    worth: float


def lessons(messages: Iterable[Marked]) -> list[Lesson]:
    """Messages whole and in short pieces, and phrases and invented words of the languages that have no messages."""
    dice = random.Random(20261201)
    found: list[Lesson] = []
    for marked in messages:
        script = detect.script_of(marked.text)
        if script is None or marked.language not in detect.BY_LETTERS.get(script, ()):
            continue
        found.append(Lesson(marked.text, script, marked.language, 1.0))
        words = _own_words(marked)
        for size in _CUTS:
            if len(words) > size:
                place = dice.randrange(len(words) - size + 1)
                piece = " ".join(words[place : place + size])
                if detect.script_of(piece) == script:
                    found.append(Lesson(piece, script, marked.language, _CUT_WORTH))
    for line in _PHRASES.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            language, text = line.split("\t")
            found.append(Lesson(text, _UNMARKED[language], language, _PHRASE_WORTH))
    return found + [
        Lesson(text, script, language, _BABBLE_WORTH)
        for language, script in _UNMARKED.items()
        for text in _babble(language, dice)
    ]


def _babble(language: str, dice: random.Random) -> list[str]:
    """Invented words that sound like a language, from how often three letters follow each other in its profile."""
    counts = json.loads((Path(PROFILES_DIRECTORY) / language).read_text("utf-8"))["freq"]
    after: dict[str, dict[str, int]] = {}
    for group, count in sorted(counts.items()):
        if len(group) in (2, 3) and group == group.lower() and (len(group) == 3 or group[0] == " "):
            after.setdefault(group[:-1], {})[group[-1]] = count
    return [" ".join(_invent(after, dice) for _ in range(dice.choice(_CUTS))) for _ in range(_BABBLES)]


def _invent(after: dict[str, dict[str, int]], dice: random.Random) -> str:
    word = " "
    while len(word) < 15 and (follows := after.get(word[-2:])):
        word += dice.choices(list(follows), list(follows.values()))[0]
        if word.endswith(" "):
            break
    return word.strip()


def _own_words(marked: Marked) -> list[str]:
    """Words of a message but places and codes, which no language owns; Hindi and Arabic name products in others."""
    labels = (*_SAME_EVERYWHERE, "product", "spec") if marked.language in ("hi", "ar") else _SAME_EVERYWHERE
    letters = list(marked.text)
    for mark in marked.marks:
        if mark.label in labels:
            letters[mark.start : mark.end] = " " * (mark.end - mark.start)
    return [word for word in "".join(letters).split() if any(char.isalpha() for char in word)]


@dataclass(frozen=True)
class Sheet:
    """Lessons as numbers: the groups of each text in one row of places, the scores they start from, what is right."""

    places: np.ndarray[Any, np.dtype[np.int64]]
    rows: np.ndarray[Any, np.dtype[np.int64]]
    start: Floats
    right: np.ndarray[Any, np.dtype[np.int64]]
    worth: Floats


def learn(taught: list[Lesson], small: float = _SMALL) -> tuple[list[str], Floats]:
    """The letter groups that were seen and their weights, one column for each of LANGUAGES."""
    groups: list[str] = []
    weights: list[Floats] = []
    for script, languages in detect.BY_LETTERS.items():
        own, learned = _learn([lesson for lesson in taught if lesson.script == script], script, languages, small)
        wide = np.zeros((len(own), len(LANGUAGES)), dtype=np.float32)
        wide[:, [LANGUAGES.index(language) for language in languages]] = learned
        groups += own
        weights.append(wide)
    return groups, np.concatenate(weights)


def _learn(taught: list[Lesson], script: str, languages: tuple[str, ...], small: float) -> tuple[list[str], Floats]:
    seen = [letter_groups(detect.folded(lesson.text), script) for lesson in taught]
    counts = Counter(group for groups in seen for group in groups)
    vocabulary = sorted(group for group, count in counts.items() if count >= _SEEN)
    index = {group: place for place, group in enumerate(vocabulary)}
    kept = [[index[group] for group in sorted(groups) if group in index] for groups in seen]
    sheet = Sheet(
        np.array([place for row in kept for place in row]),
        np.repeat(np.arange(len(kept)), [len(row) for row in kept]),
        np.array([_start(lesson.text, script, languages) for lesson in taught], dtype=np.float32),
        np.array([languages.index(lesson.language) for lesson in taught]),
        np.array([lesson.worth for lesson in taught], dtype=np.float32),
    )
    return vocabulary, _descend(sheet, len(vocabulary), small)


def _start(text: str, script: str, languages: tuple[str, ...]) -> list[float]:
    scores = detect.profile_scores(detect.plain(text), script)
    return [scores[language] for language in languages]


def _descend(sheet: Sheet, size: int, small: float) -> Floats:
    """Adam on the whole sheet at once: no order of lessons, so no chance in the result."""
    weights = np.zeros((size, sheet.start.shape[1]), dtype=np.float32)
    drift, spread = np.zeros_like(weights), np.zeros_like(weights)
    for turn in range(1, _ROUNDS + 1):
        slope = _slope(sheet, weights) + small * weights
        drift += 0.1 * (slope - drift)
        spread += 0.01 * (slope * slope - spread)
        pace = _SPEED * (1 - 0.99**turn) ** 0.5 / (1 - 0.9**turn) / (1 + turn / 20)
        weights -= pace * drift / (np.sqrt(spread) + 1e-8)
    return weights


def _slope(sheet: Sheet, weights: Floats) -> Floats:
    texts = len(sheet.right)
    scores = sheet.start.copy()
    for column in range(scores.shape[1]):
        scores[:, column] += np.bincount(sheet.rows, weights[sheet.places, column], texts)
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(texts), sheet.right] -= 1
    chances *= sheet.worth[:, None] / sheet.worth.sum()
    slope = np.empty_like(weights)
    for column in range(scores.shape[1]):
        slope[:, column] = np.bincount(sheet.places, chances[sheet.rows, column], len(weights))
    return slope


def save(groups: list[str], weights: Floats, file: Path = FILE) -> None:
    """Write the table in one-byte steps, without the groups that say next to nothing."""
    steps = np.clip(np.rint(weights / STEP), -127, 127).astype(np.int8)
    kept = np.flatnonzero(np.abs(steps.astype(np.int16)).max(axis=1) >= _LEAST)
    text = "\n".join(groups[place] for place in kept).encode("utf-8")
    np.savez_compressed(
        file, groups=np.frombuffer(text, dtype=np.uint8), weights=steps[kept], languages=np.array(LANGUAGES)
    )


def main() -> None:
    """Learn from nine tenths of the messages and write the file."""
    taught = lessons(marked for marked in read_corpus() if marked.share != UNSEEN)
    groups, weights = learn(taught)
    save(groups, weights)
    print(f"{len(taught)} texts, {FILE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()
