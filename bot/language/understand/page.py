"""A message under work: its tokens, the cues at each, and which tokens have a label by now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.language.understand.lexicon import lexicon
from bot.language.understand.spans import Label, Span
from bot.language.understand.tokens import Token, tokenise

PAUSES = frozenset((*",;،，、。；|•.?？!()", ":", "："))
_LONGEST_CUE = 6  # tokens


@dataclass
class Page:
    """A message, read left to right several times; each reading labels what it is sure of."""

    language: str
    tokens: list[Token]
    cues: list[Mapping[str, tuple[int, str]]]
    taken: list[Label | None] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    _firsts: dict[str, int] = field(default_factory=dict)

    def take(self, label: Label, start: int, end: int, score: float = 0.9) -> None:
        """Label tokens start..end (exclusive)."""
        self.spans.append(Span(label, self.tokens[start].start, self.tokens[end - 1].end, score))
        self.taken[start:end] = [label] * (end - start)

    def free(self, start: int, end: int) -> bool:
        """Has none of these tokens a label?"""
        return not any(self.taken[start:end])

    def at(self, place: int) -> Mapping[str, tuple[int, str]]:
        """Every cue, unit, currency and number word that starts at a place; nothing beyond the ends."""
        return self.cues[place] if 0 <= place < len(self.cues) else {}

    def norm(self, place: int) -> str:
        """The folded spelling at a place; empty beyond the ends."""
        return self.tokens[place].norm if 0 <= place < len(self.tokens) else ""

    def kind(self, place: int) -> str:
        """The kind of token at a place; empty beyond the ends."""
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else ""

    def cue(self, kind: str, place: int) -> int | None:
        """Where a cue that starts at this place ends."""
        found = self.at(place).get(f"cue:{kind}")
        return found[0] if found else None

    def before(self, kind: str, place: int, *, reach: int = 1) -> int | None:
        """Where a cue starts that ends at this place, or up to `reach` - 1 tokens earlier on the same line."""
        for end in range(place, max(place - reach, 0), -1):
            for start in range(end - 1, max(-1, end - _LONGEST_CUE), -1):
                if self.tokens[start].kind == "line":
                    break
                if self.cue(kind, start) == end:
                    return start
        return None

    def first(self, kind: str) -> int:
        """The first place where a cue of this kind starts; the end of the page where there is none."""
        if kind not in self._firsts:
            places = (place for place in range(len(self.cues)) if f"cue:{kind}" in self.cues[place])
            self._firsts[kind] = next(places, len(self.cues))
        return self._firsts[kind]

    def starts_line(self, place: int) -> bool:
        """Is this the first token of a line?"""
        return place == 0 or self.tokens[place - 1].kind == "line"


def open_page(text: str, language: str) -> Page:
    """A message cut into tokens, with what our word lists know at each."""
    tokens = tokenise(text)
    words = lexicon(language)
    return Page(language, tokens, [words.at(tokens, place) for place in range(len(tokens))], [None] * len(tokens))
