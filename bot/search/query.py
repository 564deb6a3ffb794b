"""A query made ready: its words and their other spellings, the families it names, its vector of the fitting model."""

from __future__ import annotations

import logging
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from bot.search.lexicon import explained
from bot.search.meaning import Encoder, EncoderError, Floats
from bot.search.postings import Wanted
from bot.search.scripts import spoken
from bot.search.spelling import respelled
from bot.search.words import clean, terms

log = logging.getLogger(__name__)

_MOST_WORDS = 48  # of a query that are compared
_RESPELLED_COUNTS = 0.8  # a word that the query's own may be misspelt from, against the word itself


@dataclass(frozen=True)
class Question:
    """What is compared with the titles.

    families: numbers of those that the query names, and how much each counts. encoder: whose vector it is; None where
    words decide alone. known: does that encoder know the query's language?
    """

    words: tuple[Wanted, ...]
    families: Mapping[int, float]
    encoder: Encoder | None
    vector: Floats | None
    known: bool


def question(query: str, language: str | None, encoders: Sequence[Encoder], known: Container[str]) -> Question:
    """Make a query ready. language: as somebody says (ISO 639); known: the words of the catalogue."""
    text = clean(query)
    language = spoken(text, language)
    typed = asked_terms(text)
    better = respelled(typed, language, known)
    wanted = tuple(Wanted(word, {better[word]: _RESPELLED_COUNTS} if word in better else {}) for word in typed)
    families = dict.fromkeys(explained(text, language)[0], 1.0)
    texts = [text]
    if better:
        texts.append(" ".join(better.get(word, word) for word in typed))
        families = dict.fromkeys(explained(texts[1], language)[0], _RESPELLED_COUNTS) | families
    encoder, knows = route(encoders, language)
    vector = _vector(encoder, texts, language)
    return Question(wanted, families, encoder if vector is not None else None, vector, knows)


def asked_terms(query: str) -> list[str]:
    """The words of a query that are compared."""
    return terms(clean(query))[:_MOST_WORDS]


def route(encoders: Sequence[Encoder], language: str | None) -> tuple[Encoder | None, bool]:
    """The encoder for a language (None: not known) and whether it knows it: the first that does, else the first."""
    for encoder in encoders:
        if language is None or language in encoder.languages:
            return encoder, True
    return (encoders[0] if encoders else None), False


def _vector(encoder: Encoder | None, texts: Sequence[str], language: str | None) -> Floats | None:
    """The direction between what was typed and, where it was respelt, what was meant: either may be right."""
    if encoder is None or not texts[0].strip():
        return None
    try:
        vectors = encoder.encode(texts, kind="query", language=language)
    except EncoderError as failure:
        log.warning("A search goes by words alone: %s", failure)
        return None
    middle: Floats = vectors.sum(axis=0)
    return middle / np.float32(np.linalg.norm(middle) or 1.0)
