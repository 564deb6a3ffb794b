"""The few titles that a database brings, ranked as the index in memory ranks all of them: by the same score."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from bot.search.index import Hit, score, shared_families
from bot.search.lexicon import LANGUAGES, all_families, explained, names
from bot.search.meaning import from_unrelated
from bot.search.postings import MOST_ALIKE, Wanted, letters, rarity
from bot.search.query import Question
from bot.search.why import Asked, matched_words
from bot.search.words import is_dense, terms_of, windows, words

_FORM = "1"  # of the terms below: another one, and every title is taken apart anew

_LONGEST = 500  # characters of a term that count


@dataclass(frozen=True, slots=True)
class Title:
    """A title that may answer, with its terms. cosine: with the query, as the model's vectors have it; 0 for none."""

    key: int
    supplier: int
    title: str
    terms: Sequence[str]
    cosine: float = 0.0


@dataclass(frozen=True)
class Lore:
    """What is known of a query's words among all titles.

    size: how many titles there are. held: by term, how many hold it. forms: by word, the terms that share windows of
    letters with it, and which share of its own they have.
    """

    size: int
    held: Mapping[str, int]
    forms: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A title with what speaks for it."""

    title: Title
    score: float
    cosine: float
    share: float
    kind: float


def terms_to_keep(title: str) -> list[str]:
    """The terms under which a title is kept: its words, and the kinds of goods it names."""
    parts = words(title)
    kinds = [kind_term(number) for number in explained(title, parts=parts)[0]]
    return [term[:_LONGEST] for term in dict.fromkeys([*terms_of(parts, stored=True), *kinds])]


def kind_term(number: int) -> str:
    """A family of goods as a term; no word of a text begins like that."""
    return "_" + all_families()[number].id


@cache
def form_of_terms() -> str:
    """Changes with whatever decides which terms a title is kept under."""
    lists = [(family.id, [names(family, language) for language in LANGUAGES]) for family in all_families()]
    return f"{_FORM}-{hashlib.blake2b(repr(lists).encode(), digest_size=8).hexdigest()}"


def windows_to_keep(term: str) -> list[str]:
    """The windows of letters by which a term is found from its other forms."""
    return [] if is_dense(term) or term.startswith("_") else windows(term)


@dataclass(frozen=True, slots=True)
class Group:
    """The terms that count as one word of a query, and how much; rare words weigh more. held: titles that hold one."""

    weight: float
    alike: Mapping[str, float]
    held: float

    @property
    def best(self) -> str:
        """The term that counts most: the word itself, where a title holds it."""
        return max(self.alike, key=lambda term: self.alike[term])


class Measure:
    """What titles are measured by for one question: which terms count as which of its words, and how much."""

    def __init__(self, asked: Question, lore: Lore) -> None:
        self._asked = asked
        self._unrelated = asked.encoder.unrelated if asked.encoder else 0.0
        self.groups: list[Group] = []
        weighed = 0.0
        for wanted in asked.words:
            alike = _alike(wanted, lore)
            held = sum(lore.held[term] * much for term, much in alike.items())
            weight = wanted.weight * letters(wanted.word) * rarity(held, lore.size)
            weighed += weight
            self.groups.append(Group(weight, alike, held))
        kinds = {kind_term(number): counts for number, counts in asked.families.items()}
        self.kinds = {term: counts * rarity(lore.held.get(term, 0), lore.size) for term, counts in kinds.items()}
        self._weighed, self._kinds_weighed = weighed or 1.0, sum(self.kinds.values()) or 1.0
        self._counting: dict[str, list[tuple[int, float]]] = {}
        for at, group in enumerate(self.groups):
            for term, much in group.alike.items():
                self._counting.setdefault(term, []).append((at, much))

    def ranked(self, title: Title) -> Ranked:
        """What speaks for a title, and how much in all."""
        best: dict[int, float] = {}
        kind = 0.0
        for term in title.terms:
            kind += self.kinds.get(term, 0.0)
            for at, much in self._counting.get(term, ()):
                best[at] = max(much, best.get(at, 0.0))
        share = sum(self.groups[at].weight * much for at, much in best.items()) / self._weighed
        kind /= self._kinds_weighed
        cosine = from_unrelated(title.cosine, self._unrelated)
        return Ranked(title, score(self._asked, cosine, share, kind), cosine, share, kind)

    def hit(self, found: Ranked, typed: Iterable[Asked], beside: Iterable[str]) -> Hit:
        """As the index in memory tells it. typed: the query's words; beside: all titles of the entry."""
        title = found.title
        return Hit(
            key=title.key,
            supplier=title.supplier,
            score=found.score,
            cosine=found.cosine,
            matched=matched_words(typed, beside),
            share=found.share,
            title=title.title,
            kind=found.kind,
            families=shared_families(self._asked.families, title.title) if found.kind else (),
        )


def _alike(wanted: Wanted, lore: Lore) -> dict[str, float]:
    """The catalogue's terms that count as this word, and how much: its other forms, other spellings, itself."""
    forms = dict(lore.forms.get(wanted.word, {}))
    for word, much in {**wanted.alike, wanted.word: 1.0}.items():
        forms[word[:_LONGEST]] = max(much, forms.get(word[:_LONGEST], 0.0))
    there = [(much, term) for term, much in forms.items() if lore.held.get(term)]
    return {term: much for much, term in sorted(there, reverse=True)[:MOST_ALIKE]}
