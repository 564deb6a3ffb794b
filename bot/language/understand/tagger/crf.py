"""The arithmetic of a linear chain: which row of labels is likeliest, and how likely each stretch is.

Labels are "O" and, for each kind of stretch, B (it begins) and I (it goes on).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.language.understand.tagger.corpus import LABELS

TAGS = ("O", *(f"{part}{label}" for label in LABELS for part in "BI"))
NEVER = -1e4

Floats = NDArray[np.float64]


def allowed() -> Floats:
    """NEVER where one label cannot follow another; 0 elsewhere. The last row stands for the start of a message."""
    mask = np.zeros((len(TAGS) + 1, len(TAGS)))
    for after, tag in enumerate(TAGS):
        if tag[0] == "I":
            for before in range(len(TAGS) + 1):
                if before == len(TAGS) or TAGS[before][1:] != tag[1:]:
                    mask[before, after] = NEVER
    return mask


def best_tags(emissions: Floats, steps: Floats) -> list[int]:
    """The likeliest labels (Viterbi). `emissions`: tokens by labels; `steps`: as in `allowed`, with what was learnt."""
    count = len(emissions)
    score = emissions[0] + steps[-1]
    back = np.zeros((count, len(TAGS)), dtype=np.int64)
    between = np.ascontiguousarray(steps[:-1].T)
    for place in range(1, count):
        ways = between + score
        back[place] = ways.argmax(axis=1)
        score = ways.max(axis=1) + emissions[place]
    tag = int(score.argmax())
    tags = [tag]
    for place in range(count - 1, 0, -1):
        tag = int(back[place, tag])
        tags.append(tag)
    return tags[::-1]


class Chances:
    """How likely stretches are, for several messages at once: `emissions` is messages by tokens by labels.

    Weights are kept as shares of each token's sum, so they neither overflow nor vanish in long messages. `lasting` is 1
    where a message has a token and 0 behind its end.
    """

    def __init__(self, emissions: Floats, steps: Floats, lasting: Floats | None = None) -> None:
        messages, count, _ = emissions.shape
        self.lasting = np.ones((messages, count)) if lasting is None else lasting
        self.tops = emissions.max(axis=2)
        self.weights = np.exp(emissions - self.tops[:, :, None])
        self.steps = np.exp(steps[:-1])
        self.sums = np.ones((messages, count))
        self.alpha, self.beta = np.zeros_like(emissions), np.ones_like(emissions)
        self._forward(np.exp(steps[-1]))
        self._backward()

    def _forward(self, first: Floats) -> None:
        row = first * self.weights[:, 0]
        for place in range(self.weights.shape[1]):
            if place:
                going = self._times(self.alpha[:, place - 1], self.steps) * self.weights[:, place]
                row = self._while(place, going, self.alpha[:, place - 1])
            self.sums[:, place] = row.sum(axis=1)
            self.alpha[:, place] = row / self.sums[:, place, None]

    def _backward(self) -> None:
        back = self.steps.T
        for place in range(self.weights.shape[1] - 2, -1, -1):
            ahead = self.weights[:, place + 1] * self.beta[:, place + 1] / self.sums[:, place + 1, None]
            self.beta[:, place] = self._while(place + 1, self._times(ahead, back), self.beta[:, place + 1])

    def _times(self, rows: Floats, matrix: Floats) -> Floats:
        """A product of matrices. In training, where it must come out alike on every machine, without BLAS."""
        product: Floats = rows @ matrix if len(rows) == 1 else np.einsum("bi,ij->bj", rows, matrix)
        return product

    def _while(self, place: int, going: Floats, ended: Floats) -> Floats:
        """The first where a message still has a token, the second behind its end."""
        return going if len(going) == 1 else np.where(self.lasting[:, place, None] > 0, going, ended)

    def share(self, label: str, place: int) -> float:
        """How likely it is that a token of the first message belongs to a stretch of this label."""
        begin, inside = TAGS.index(f"B{label}"), TAGS.index(f"I{label}")
        both = self.alpha[0, place] * self.beta[0, place]
        return float(both[begin] + both[inside])

    def of(self, label: str, start: int, end: int) -> float:
        """How likely it is that exactly the tokens start..end (exclusive) of the first message are such a stretch."""
        begin, inside = TAGS.index(f"B{label}"), TAGS.index(f"I{label}")
        share, last = float(self.alpha[0, start, begin]), begin
        for place in range(start + 1, end):
            share *= float(self.steps[last, inside] * self.weights[0, place, inside] / self.sums[0, place])
            last = inside
        if end < self.weights.shape[1]:
            onward = self.steps[last] * self.weights[0, end] * self.beta[0, end]
            share *= float(onward.sum() - onward[inside]) / float(self.sums[0, end])
        return min(1.0, share)
