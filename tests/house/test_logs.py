"""Nothing that a person typed reaches the logs, however much is logged; nor does the bot's token."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest

from bot.actions import reading
from bot.courier.log_filter import hide_secrets
from bot.screens.press import encode
from bot.screens.presses import buying, supplying
from tests.conversations.place import Person, Place

MARK = "Zwiebelfisch"
TOKEN = "100:test"


class Everything(logging.Handler):
    """Keeps whatever a record holds, not only what a formatter would print."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(f"{record.name} {record.getMessage()} {vars(record)} {self.format(record)}")


@pytest.fixture
def logged() -> Iterator[list[str]]:
    """Every record of every logger, at DEBUG, with secrets hidden as the command line hides them."""
    root, make = logging.getLogger(), logging.getLogRecordFactory()
    levels = {name: logging.getLogger(name).level for name in ["", *logging.root.manager.loggerDict]}
    handler = Everything()
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    hide_secrets(TOKEN)
    yield handler.kept
    root.removeHandler(handler)
    logging.setLogRecordFactory(make)
    for name in logging.root.manager.loggerDict:
        logging.getLogger(name).setLevel(levels.get(name, logging.NOTSET))
    root.setLevel(levels[""])


def holding(kept: list[str], word: str) -> list[str]:
    return [record[:400] for record in kept if word.casefold() in record.casefold()]


def talk(place: Place) -> Person:
    """A need, a question, an answer, a quote, a deal: with the mark in everything that is typed."""
    supplier = place.supplier(makes=f"Steel bottle {MARK}", firm=f"{MARK} Ltd")
    buyer = place.buyer(name=MARK)
    buyer.sends_inquiry(f"500 steel bottles {MARK} to Hamburg")
    supplier.presses(supplying.AskBuyer)
    place.settle()
    supplier.says(f"Which {MARK}?")
    buyer.presses(buying.AnswerQuestion)
    place.settle()
    buyer.says(f"The {MARK} one")
    place.settle()
    supplier.quotes("1.80 USD")
    supplier.says(f"What is {MARK} now?")
    buyer.presses(buying.AcceptQuote, sure=0)
    buyer.presses(buying.AcceptQuote, sure=1)
    place.settle()
    buyer.sends_file(b"x", f"{MARK}.pdf")
    place.settle()
    buyer.taps_data(buyer.messages()[-1]["message_id"], encode(buying.AcceptQuote(1, 1)))
    place.settle()
    return buyer


def test_what_people_type_is_not_logged(logged: list[str], place: Place) -> None:
    buyer = talk(place)
    assert MARK in buyer.transcript()
    assert holding(logged, "refused: person"), "something is logged on the way, or this would prove nothing"
    assert holding(logged, MARK) == []
    assert holding(logged, TOKEN) == []


def test_not_even_when_reading_it_fails(logged: list[str], place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    buyer = place.buyer()

    def stumble(text: str, **_: object) -> None:
        raise ValueError(f"cannot read {text!r}")

    monkeypatch.setattr(reading, "understand", stumble)
    buyer.says(f"500 {MARK}")
    place.until(lambda: any("failed" in record for record in logged), lambda: "no failure was logged")
    assert holding(logged, MARK) == []
    assert holding(logged, TOKEN) == []
