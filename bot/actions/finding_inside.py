"""Finding inside PostgreSQL: the database brings candidates by meaning and by words, and they are ranked here.

No process needs an index in memory; what one has learnt, all find. The score is that of the index in memory.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from heapq import nlargest
from itertools import islice
from typing import Literal

from bot.search.few import Group, Lore, Measure, Ranked, Title, form_of_terms, kind_term, terms_to_keep, windows_to_keep
from bot.search.index import Hit
from bot.search.meaning import Encoder, EncoderError, model_of, vectors_of
from bot.search.postings import ALIKE_ENOUGH, MOST_ALIKE
from bot.search.query import Question, asked_terms, question
from bot.search.scripts import spoken
from bot.search.spelling import looked_up
from bot.search.why import asked_words
from bot.search.words import clean
from bot.store.database import Database
from bot.store.suppliers import Titles as Known
from bot.store.title_words import TitleWords
from bot.store.titles import Place, Titles

log = logging.getLogger(__name__)

_PAGE = 1_000  # products that are taken in at a time
_NEAR = 200  # titles looked at for being near in meaning; more where one firm's crowd out all others
_WORDED = 400  # titles looked at for their words, of each kind of condition
_WIDER = 5
_RARE = 1_000  # titles looked at for holding one of the rarest words


Where = Literal["memory", "database", "auto"]

MANY = 300_000
"""With more titles than this `auto` lets the database search, where it can: a process would need 500 MB for them."""


class Inside:
    """What is found in one database, with these models."""

    def __init__(self, encoders: Sequence[Encoder]) -> None:
        self._encoders = tuple(encoders)
        self.unread = 0
        self.size = 0

    def open(self, database: Database) -> None:
        """Take the titles apart, where that was not done yet or was done in another form."""
        with database.writing() as store:
            if store.titles.form(holding=True) != form_of_terms():  # who comes second waits here, and finds it done
                store.titles.clear()
                for page in store.titles.every(_PAGE):
                    _put(store.titles, page)
                store.titles.filled(form_of_terms())
            else:
                store.titles.count_again()
        with database.reading() as store:
            self.size = store.titles.owners()
            self.unread = store.titles.count_unread(self._models)

    @property
    def _models(self) -> list[str]:
        return [model_of(encoder) for encoder in self._encoders]

    def refresh(self, database: Database, supplier: int) -> None:
        """A firm or its products changed: find it under what it offers now, in all processes."""
        with database.writing() as store:
            own = list(store.suppliers.titles("", supplier=supplier))
            fresh = [words for one in own for words in _words(one.owner, one.supplier, one.titles)]
            store.titles.replace(supplier, fresh, _windows(fresh))
            store.titles.count_again()
            stale = {}
            for model in self._models:
                every = store.suppliers.titles(model, supplier=supplier)
                stale[model] = [one for one in every if one.vectors is None]
                store.suppliers.forget_vectors(model, (one.owner for one in stale[model]))
        for encoder in self._encoders:
            if not self._learn(database, encoder, stale[model_of(encoder)]):
                self.unread += len(stale[model_of(encoder)])

    def read_some(self, database: Database, most: int) -> bool:
        """Have the models read some of what they have not read; did all answer, and was nobody else reading?"""
        with database.reading() as turn:
            if not turn.titles.hold_reading():
                return False
            left, answered = 0, True
            for encoder in self._encoders:
                with database.reading() as store:
                    unread = store.titles.unread(model_of(encoder), most)
                some = [Known(one.owner, one.supplier, one.titles, None) for one in unread]
                answered = self._learn(database, encoder, some) and answered
                left = max(left, len(some))
            if left < most and answered:
                self.unread = 0
            elif answered:
                self.unread = max(1, self.unread - left)
            return answered

    def _learn(self, database: Database, encoder: Encoder, some: Sequence[Known]) -> bool:
        """Have a model read these, and keep it; did it answer?"""
        try:
            made = read_by(encoder, some)
        except EncoderError as failure:
            log.warning("Titles stay unread for now: %s", failure)
            return False
        with database.writing() as store:
            store.suppliers.remember_vectors(model_of(encoder), made)
        return True

    def find(self, database: Database, query: str, *, language: str | None, limit: int) -> list[Hit]:
        """The suppliers that answer a query best, each once, best first."""
        with database.reading() as store:
            known = _known(store.titles, query, language)
        asked = question(query, language, self._encoders, known)
        with database.reading() as store:
            measure = Measure(asked, _lore(store.titles, asked))
            best = self._best(store.titles, asked, measure, limit)
            owners = {one.title.key: _owner(one.title.key) for one in best}
            beside = store.titles.beside(owners.values())
        typed = asked_words(query)
        return [measure.hit(one, typed, beside.get(owners[one.title.key], [])) for one in best]

    def _best(self, titles: Titles, asked: Question, measure: Measure, limit: int) -> list[Ranked]:
        found: list[Ranked] = []
        for wider in (1, _WIDER):
            candidates = _candidates(titles, asked, measure, wider)
            ranked = sorted(map(measure.ranked, candidates), key=lambda one: -one.score)
            each: dict[int, Ranked] = {}
            for one in ranked:
                if one.score > 0:
                    each.setdefault(one.title.supplier, one)
            found = list(islice(each.values(), max(0, limit)))
            if len(found) >= limit or len(candidates) < _NEAR:
                break
        return found


def _known(titles: Titles, query: str, language: str | None) -> Container[str]:
    """The catalogue's words among those of a query, and among what they may be misspelt from."""
    typed = asked_terms(query)
    known = titles.held(typed)
    doubted = looked_up(typed, spoken(clean(query), language), known)
    return {**known, **titles.held(doubted)} if doubted else known


def _lore(titles: Titles, asked: Question) -> Lore:
    windows = {wanted.word: windows_to_keep(wanted.word) for wanted in asked.words}
    forms = titles.forms(windows, least=ALIKE_ENOUGH)
    forms = {word: _most_alike(found) for word, found in forms.items()}
    terms = {term for found in forms.values() for term in found} | {kind_term(n) for n in asked.families}
    terms |= {word for wanted in asked.words for word in (wanted.word, *wanted.alike)}
    return Lore(titles.size(), titles.held(terms), forms)


def _candidates(titles: Titles, asked: Question, measure: Measure, wider: int) -> list[Title]:
    """Titles that may be among the best, each once, with their cosines."""
    vector = asked.vector.tolist() if asked.vector is not None else None
    model = model_of(asked.encoder)
    near = titles.near(model, vector, _NEAR * wider) if vector else {}
    worded: dict[Place, TitleWords] = {}
    for condition, most in _conditions(measure):
        worded |= titles.matching(condition, most * wider)
    others = {place: _title(one) for place, one in worded.items() if place not in near}
    best = sorted(others, key=lambda place: -measure.ranked(others[place]).score)[: _NEAR * wider]
    cosines = titles.cosines(model, vector, best) if vector else {}
    return [
        *(_title(one, cosine) for one, cosine in near.values()),
        *(replace(others[place], cosine=cosines.get(place, 0.0)) for place in best),
    ]


def _conditions(measure: Measure) -> Iterable[tuple[list[list[str]], int]]:
    """What a title must hold to be looked at, and how many are: all words as they are, all in some form, rare ones."""
    groups = [group for group in measure.groups if group.alike]
    terms = [list(group.alike) for group in groups]
    if groups:
        yield [[group.best] for group in groups], _WORDED
        yield terms, _WORDED
    if len(groups) > 1:
        rare, others = _rarest(groups)
        yield ([rare, others] if others else [rare]), _RARE
    kinds = list(measure.kinds)
    if kinds:
        yield [kinds], _WORDED
    if kinds and groups:
        yield [kinds, [term for some in terms for term in some]], _WORDED


def _rarest(groups: Sequence[Group]) -> tuple[list[str], list[str]]:
    """The terms of the rarest words, as long as few titles hold one; of the others where even the rarest is common."""
    rising = sorted(groups, key=lambda group: group.held)
    few = [group for at, group in enumerate(rising) if sum(g.held for g in rising[: at + 1]) <= _RARE]
    others = [] if few else rising[1:]
    return _terms(few or rising[:1]), _terms(others)


def _terms(groups: Iterable[Group]) -> list[str]:
    return list(dict.fromkeys(term for group in groups for term in group.alike))


def _put(titles: Titles, page: Iterable[tuple[str, int, tuple[str, ...]]]) -> None:
    every = [words for owner, supplier, names in page for words in _words(owner, supplier, names)]
    titles.put(every, _windows(every))


def _words(owner: str, supplier: int, titles: Iterable[str]) -> list[TitleWords]:
    return [TitleWords(owner, n, supplier, title, terms_to_keep(title)) for n, title in enumerate(titles)]


def _windows(some: Iterable[TitleWords]) -> dict[str, list[str]]:
    return {term: windows_to_keep(term) for one in some for term in one.terms}


def _title(one: TitleWords, cosine: float = 0.0) -> Title:
    return Title(key_of(one.owner), one.supplier, one.title, one.terms, cosine)


def _most_alike(forms: dict[str, float]) -> dict[str, float]:
    return {term: share for share, term in nlargest(MOST_ALIKE, ((share, term) for term, share in forms.items()))}


def inside(database: Database, encoders: Sequence[Encoder], where: Where) -> Inside | None:
    """What searches inside this database, if it shall and can; None where the memory shall."""
    if where == "memory":
        return None
    with database.reading() as store:
        if not store.titles.is_here:
            return None
        able = not encoders or (
            store.suppliers.compares_meaning() and all(e.dim <= store.titles.widest for e in encoders)
        )
        if where == "auto" and not (able and store.suppliers.count_titles() > MANY):
            return None
    if not able:
        log.warning("The database cannot compare the meaning of titles: suppliers are found by words alone.")
    return Inside(encoders)


def read_by(encoder: Encoder, some: Sequence[Known]) -> list[Known]:
    """The same titles with this model's vectors. May raise EncoderError."""
    vectors = iter(vectors_of(encoder, [title for one in some for title in one.titles]))
    return [replace(one, vectors=b"".join(next(vectors) for _ in one.titles)) for one in some]


def key_of(owner: str) -> int:
    """One series of numbers for both: products even, firms without products odd."""
    kind, number = owner.split(":")
    return int(number) * 2 + (kind == "supplier")


def _owner(key: int) -> str:
    return f"{'supplier' if key % 2 else 'product'}:{key // 2}"
