"""The learnt tagger: which names count how much for which label, in one small file, and how it labels a message."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.language.understand.page import Page
from bot.language.understand.spans import Span
from bot.language.understand.tagger.crf import TAGS, Chances, Floats, best_tags
from bot.language.understand.tagger.features import Seen, see
from bot.language.understand.tokens import DATA

FILE = DATA / "tagger.npz"
REACH = (0, -1, 1, -2, 2, -3, 3)  # how far away the token with a name stands; own, then near, then far names
MOST = 127  # steps of a weight on either side of nothing
CIRCLES = ("own", "near", "far")


@dataclass(frozen=True)
class Stretch:
    """Tokens `start` to `end` (exclusive) that are labelled alike, and how likely exactly these are."""

    label: str
    start: int
    end: int
    chance: float


@dataclass(frozen=True)
class Model:
    """`rows` gives for each reach and name the row of `weights` (0: none), which are kept in steps of `scale`;
    `steps` is between neighbouring labels;
    `each` tells prices for one from prices for all (see `per_unit`). It knows messages in `languages`
    only. `made_from` is the fingerprint of what it was learnt from.
    """

    names: dict[str, int]
    rows: NDArray[np.int32]
    weights: NDArray[np.int8]
    scale: np.float32
    steps: Floats
    each: dict[str, float]
    languages: frozenset[str] = frozenset()
    made_from: str = ""

    def emissions(self, seen: Seen) -> Floats:
        """How much speaks for each label at each token."""
        count = len(seen.own)
        total = np.zeros((count, len(TAGS)), dtype=np.int32)
        for circle, reach in zip(CIRCLES, (REACH[:1], REACH[:3], REACH), strict=True):
            known = [[self.names.get(name, 0) for name in names] for names in getattr(seen, circle)]
            starts = np.cumsum([0, *map(len, known)])
            flat = np.fromiter((id for ids in known for id in ids), np.int64, int(starts[-1]))
            filled = np.flatnonzero(np.diff(starts))
            if not len(filled):
                continue
            for away in (away for away in reach if abs(away) < count):
                spoken = self.weights[self.rows[REACH.index(away), flat]]
                sums = np.zeros_like(total)
                sums[filled] = np.add.reduceat(spoken, starts[filled], axis=0, dtype=np.int32)
                heard = slice(max(0, -away), count - max(0, away))  # tokens that have a neighbour so far away
                said = slice(max(0, away), count + min(0, away))
                total[heard] += sums[said]
        return np.multiply(total, self.scale, dtype=np.float64)

    def stretches(self, page: Page, spans: Sequence[Span]) -> tuple[list[Stretch], Chances]:
        """The likeliest stretches of a message, left to right; `spans` is what the rules found."""
        emissions = self.emissions(see(page, spans))
        chances = Chances(emissions[None], self.steps)
        return [
            Stretch(label, start, end, chances.of(label, start, end))
            for label, start, end in stretches_of(best_tags(emissions, self.steps))
        ], chances


def stretches_of(tags: Sequence[int]) -> list[tuple[str, int, int]]:
    """Rows of labels to stretches: label, first token, token after the last."""
    found: list[tuple[str, int, int]] = []
    for place, tag in enumerate(tags):
        name = TAGS[tag]
        if name[0] == "B":
            found.append((name[1:], place, place + 1))
        elif name[0] == "I" and found:
            found[-1] = (*found[-1][:2], place + 1)
    return found


@functools.cache
def load_model(file: Path = FILE) -> Model:
    """The tagger from its file; some milliseconds."""
    with np.load(file, allow_pickle=False) as kept:
        names = bytes(kept["names"]).decode().split("\0")
        each = dict(zip(bytes(kept["each_names"]).decode().split("\0"), kept["each"].tolist(), strict=True))
        ids = {name: place for place, name in enumerate(names)}
        languages = frozenset(bytes(kept["languages"]).decode().split("\0"))
        return Model(
            ids,
            kept["rows"],
            kept["weights"],
            np.float32(kept["scale"]),
            kept["steps"],
            each,
            languages,
            str(kept["made_from"]),
        )


def save_model(model: Model, file: Path = FILE) -> None:
    """Write the file; the same model gives the same arrays."""
    np.savez_compressed(
        file,
        names=_bytes(model.names),
        rows=model.rows,
        weights=model.weights,
        scale=model.scale,
        steps=model.steps,
        made_from=np.array(model.made_from),
        languages=_bytes(sorted(model.languages)),
        each_names=_bytes(model.each),
        each=np.array(list(model.each.values())),
    )


def _bytes(names: Iterable[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\0".join(names).encode(), np.uint8)
