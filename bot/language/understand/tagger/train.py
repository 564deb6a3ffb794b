"""Learns the tagger from the marked messages: `python -m bot.language.understand.tagger.train`.

A conditional random field, trained by gradient steps in a fixed order, so every run gives the same file. Weights are
rounded after each pass, which keeps the last digits of one processor's arithmetic from growing into differences.

Every message is also shown with some of its stretches exchanged for others of the same kind and language, so that what
stands around a stretch counts for more than the one word that stood there.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bot.language.understand.finder_rules import find
from bot.language.understand.lexicon import base
from bot.language.understand.page import open_page
from bot.language.understand.tagger.corpus import Mark, Marked, read_corpus
from bot.language.understand.tagger.crf import TAGS, Chances, Floats, allowed
from bot.language.understand.tagger.features import see
from bot.language.understand.tagger.fingerprint import fingerprint
from bot.language.understand.tagger.lessons import each_lessons
from bot.language.understand.tagger.model import CIRCLES, FILE, MOST, REACH, Model, save_model
from bot.language.understand.tagger.per_unit import learn_each
from bot.language.understand.tokens import Token

KEPT_ASIDE = 3  # the tenth of the corpus that training never sees
SEED = 20261201
_GRID = 2.0**-20
_BITS = 24  # of a token's number in a batch


@dataclass(frozen=True)
class Plan:
    """How to learn. `seldom`: a name heard less often is left out; `dropped`: share of names hidden in each step;
    `faint`: a name all of whose weights are smaller is forgotten in the end.
    """

    passes: int = 10
    batch: int = 24
    rate: float = 0.12
    decay: float = 1.0
    seldom: int = 3
    dropped: float = 0.15
    faint: float = 0.08


@dataclass(frozen=True)
class Lesson:
    """One message to learn from: for each name its row and its token, and the right label of each token."""

    rows: NDArray[np.int32]
    tokens: NDArray[np.int32]
    tags: NDArray[np.int64]


def right_tags(tokens: Sequence[Token], marked: Marked) -> NDArray[np.int64]:
    """The label of each token by the marks; a token belongs to a mark that covers any part of it."""
    tags = np.zeros(len(tokens), dtype=np.int64)
    for mark in marked.marks:
        inside = [at for at, token in enumerate(tokens) if token.start < mark.end and token.end > mark.start]
        for nth, at in enumerate(inside):
            tags[at] = TAGS.index(f"{'I' if nth else 'B'}{mark.label}")
    return tags


Names = list[tuple[int, str, int]]  # reach, name, token that hears it


def names_of(marked: Marked) -> tuple[Names, NDArray[np.int64]]:
    """Every name that every token of a message hears, and the right labels."""
    page = open_page(marked.text, marked.language)
    seen = see(page, find(marked.text, marked.language))
    count = len(page.tokens)
    names: Names = []
    for circle, reach in zip(CIRCLES, (REACH[:1], REACH[:3], REACH), strict=True):
        for place, said in enumerate(getattr(seen, circle)):
            for away in reach:
                if 0 <= place - away < count:
                    names += [(REACH.index(away), name, place - away) for name in said]
    return names, right_tags(page.tokens, marked)


def learn(heard: Sequence[tuple[Names, NDArray[np.int64]]], plan: Plan = Plan()) -> Model:
    """A model of these messages."""
    counts = Counter((reach, name) for names, _ in heard for reach, name, _ in names)
    kept = sorted(pair for pair, times in counts.items() if times >= plan.seldom)
    row_of = {pair: row for row, pair in enumerate(kept, 1)}
    lessons = [_lesson(names, tags, row_of) for names, tags in heard if len(tags)]
    weights, steps = _descend(lessons, len(kept) + 1, plan)
    telling = np.abs(weights).max(axis=1) >= plan.faint
    telling[0] = True
    kept = [pair for pair in kept if telling[row_of[pair]]]
    row_of = {pair: row for row, pair in enumerate(kept, 1)}
    weights = weights[telling]
    ids = {"": 0} | {name: id for id, name in enumerate(sorted({name for _, name in kept}), 1)}
    rows = np.zeros((len(REACH), len(ids)), dtype=np.int32)
    for (reach, name), row in row_of.items():
        rows[reach, ids[name]] = row
    scale = np.float32(np.abs(weights).max() / MOST)
    return Model(ids, rows, np.round(weights / scale).astype(np.int8), scale, steps, {})


def _lesson(names: Names, tags: NDArray[np.int64], row_of: dict[tuple[int, str], int]) -> Lesson:
    known = sorted((token, row) for reach, name, token in names if (row := row_of.get((reach, name))))
    return Lesson(
        np.array([row for _, row in known], dtype=np.int32), np.array([t for t, _ in known], dtype=np.int32), tags
    )


def _descend(lessons: Sequence[Lesson], size: int, plan: Plan) -> tuple[Floats, Floats]:
    """Weights and steps that make the right labels likely."""
    chance = np.random.default_rng(SEED)
    weights, steps, mask = np.zeros((size, len(TAGS))), np.zeros((len(TAGS) + 1, len(TAGS))), allowed()
    squares, step_squares = np.full_like(weights, 1e-3), np.full_like(steps, 1e-3)
    often = np.maximum(np.bincount(np.concatenate([np.unique(lesson.rows) for lesson in lessons]), minlength=size), 1)
    for turn in range(plan.passes):
        rate = plan.rate * (1 - 0.8 * turn / plan.passes)
        for batch in _batches(lessons, plan.batch, chance):
            rows, slope, step_slope = _slopes(batch, weights, steps + mask, plan, chance)
            now, square = weights[rows], squares[rows]
            slope += plan.decay * now / often[rows, None]
            square += slope**2
            squares[rows], weights[rows] = square, now - rate * slope / np.sqrt(square)
            step_squares += step_slope**2
            steps -= rate * step_slope / np.sqrt(step_squares)
        np.multiply(np.round(weights / _GRID), _GRID, out=weights)
        np.multiply(np.round(steps / _GRID), _GRID, out=steps)
    return weights, steps + mask


def _batches(lessons: Sequence[Lesson], size: int, chance: np.random.Generator) -> Iterator[list[Lesson]]:
    """Messages of like length together, in an order that differs in each pass."""
    jitter = chance.permutation(len(lessons))
    order = sorted(range(len(lessons)), key=lambda one: (len(lessons[one].tags) // 4, jitter[one]))
    starts = np.arange(0, len(order), size)
    for start in starts[chance.permutation(len(starts))]:
        yield [lessons[one] for one in order[start : start + size]]


def _slopes(
    batch: Sequence[Lesson], weights: Floats, steps: Floats, plan: Plan, chance: np.random.Generator
) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Rows of weights that these messages touch, the slope there, and the slope of the steps."""
    longest = max(len(lesson.tags) for lesson in batch)
    rows = np.concatenate([lesson.rows for lesson in batch]).astype(np.int64)
    cells = np.concatenate([lesson.tokens + nth * longest for nth, lesson in enumerate(batch)])
    heard = chance.random(len(rows)) >= plan.dropped
    rows, cells = rows[heard], cells[heard]
    emissions = np.zeros((len(batch) * longest, len(TAGS)))
    starts = np.flatnonzero(np.diff(cells, prepend=-1))
    emissions[cells[starts]] = np.add.reduceat(weights[rows], starts, axis=0) / (1 - plan.dropped)
    lasting = np.array([[float(place < len(lesson.tags)) for place in range(longest)] for lesson in batch])
    chances = Chances(emissions.reshape(len(batch), longest, -1), steps, lasting)
    wrong, step_slope = _expected(chances, [lesson.tags for lesson in batch])
    keys = np.sort((rows << _BITS) | cells)  # as a sort by row that keeps the order of cells, and faster
    rows, cells = keys >> _BITS, keys & (2**_BITS - 1)
    firsts = np.flatnonzero(np.diff(rows, prepend=-1))
    return rows[firsts], np.add.reduceat(wrong[cells], firsts, axis=0), step_slope


def _expected(chances: Chances, right: Sequence[NDArray[np.int64]]) -> tuple[Floats, Floats]:
    """Expected minus right: for the labels of every token, and for every step from one label to the next."""
    shares = chances.alpha * chances.beta * chances.lasting[:, :, None]
    ahead = chances.weights[:, 1:] * chances.beta[:, 1:] / chances.sums[:, 1:, None] * chances.lasting[:, 1:, None]
    steps = np.zeros((len(TAGS) + 1, len(TAGS)))
    before, after = chances.alpha[:, :-1].reshape(-1, len(TAGS)), ahead.reshape(-1, len(TAGS))
    steps[:-1] = np.einsum("ni,nj->ij", before, after) * chances.steps
    steps[-1] = shares[:, 0].sum(axis=0)
    for nth, tags in enumerate(right):
        shares[nth, np.arange(len(tags)), tags] -= 1
        np.subtract.at(steps, (np.concatenate(([len(TAGS)], tags[:-1])), tags), 1)
    return shares.reshape(-1, len(TAGS)), steps


def varied(messages: Sequence[Marked], copies: int = 2, share: float = 0.6) -> list[Marked]:
    """Each message some times, its stretches exchanged at random for others with the same label and language."""
    chance = np.random.default_rng(SEED)
    said: dict[tuple[str, str], list[str]] = {}
    for marked in messages:
        for mark in marked.marks:
            said.setdefault((marked.language, mark.label), []).append(marked.text[mark.start : mark.end])
    return [_exchanged(marked, said, share, chance) for _ in range(copies) for marked in messages if marked.marks]


def _exchanged(
    marked: Marked, said: dict[tuple[str, str], list[str]], share: float, chance: np.random.Generator
) -> Marked:
    text, last = "", 0
    marks: list[Mark] = []
    for mark in marked.marks:
        piece = marked.text[mark.start : mark.end]
        if chance.random() < share:
            others = said[marked.language, mark.label]
            piece = others[int(chance.integers(len(others)))]
        text += marked.text[last : mark.start]
        marks.append(replace(mark, start=len(text), end=len(text) + len(piece)))
        text, last = text + piece, mark.end
    return replace(marked, text=text + marked.text[last:], marks=tuple(marks))


def train(messages: Sequence[Marked], plan: Plan = Plan()) -> Model:
    """Everything that the tagger knows, from these messages."""
    model = learn([names_of(marked) for marked in (*messages, *varied(messages))], plan)
    languages = frozenset(base(marked.language) for marked in messages)
    return replace(model, each=learn_each(list(each_lessons(messages))), languages=languages)


def main(file: Path = FILE) -> None:
    """Train on all but the tenth that is kept aside, and write the file."""
    model = train([marked for marked in read_corpus() if marked.share != KEPT_ASIDE])
    save_model(replace(model, made_from=fingerprint()), file)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
