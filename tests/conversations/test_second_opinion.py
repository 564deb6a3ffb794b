"""A second opinion fills what was not understood, never more, and nobody waits for it."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.conversations.place import Place


class Oracle:
    """An endpoint that answers what it was told to answer."""

    def __init__(self) -> None:
        self.answer: dict[str, object] = {}
        self.asked: list[dict[str, object]] = []
        self.gate = threading.Event()
        self.gate.set()
        oracle = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                oracle.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                oracle.gate.wait(20)
                body = json.dumps({"choices": [{"message": {"content": json.dumps(oracle.answer)}}]}).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/v1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def oracle() -> Iterator[Oracle]:
    oracle = Oracle()
    yield oracle
    oracle.gate.set()
    oracle.server.shutdown()
    oracle.server.server_close()


NEED = "54 wooden toys for our shop in Xyzzyville"


def test_it_fills_what_was_open_and_marks_it_as_a_guess(place: Place, oracle: Oracle) -> None:
    place.hears_a_second_opinion(oracle.url)
    oracle.answer = {"place": "Xyzzyville", "country": "US"}
    buyer = place.buyer()
    buyer.says(NEED)
    buyer.sees("Destination: Xyzzyville, United States ❓")
    assert "maya" not in json.dumps(oracle.asked).lower() and "buyer_" not in json.dumps(oracle.asked)


def test_it_overrules_nothing_and_its_numbers_must_stand_in_the_message(place: Place, oracle: Oracle) -> None:
    place.hears_a_second_opinion(oracle.url)
    oracle.answer = {"product": "steel pipes", "amount": 9999, "unit": "KGM", "country": "FR", "place": "Paris"}
    buyer = place.buyer()
    buyer.says("200 wooden toys")
    buyer.sees("Where should it go?")
    place.settle()
    assert len(oracle.asked) == 1
    with place.database.reading() as store:
        draft = store.inquiries.get(1)
    assert (draft.product, draft.amount, draft.destination) == ("wooden toys", 200, None)


def test_nobody_waits_for_it(place: Place, oracle: Oracle) -> None:
    place.hears_a_second_opinion(oracle.url)
    oracle.gate.clear()
    oracle.answer = {"place": "Xyzzyville", "country": "US"}
    buyer = place.buyer()
    buyer.says(NEED)
    buyer.sees("I understood")
    buyer.says("/help")
    buyer.sees("How Shoal works")
    oracle.gate.set()
    buyer.sees("Destination: Xyzzyville, United States")


def test_without_one_nothing_is_asked(place: Place, oracle: Oracle) -> None:
    buyer = place.buyer()
    buyer.says(NEED)
    buyer.sees("I understood")
    place.settle()
    assert oracle.asked == []
