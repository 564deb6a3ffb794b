from __future__ import annotations

import pytest
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)

from bot.courier.fate import Outcome, fate_of
from bot.courier.request import UnansweredError


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (Forbidden("Forbidden: bot was blocked by the user"), Outcome.GONE),
        (Forbidden("Forbidden: user is deactivated"), Outcome.GONE),
        (Forbidden("Forbidden: bot can't initiate conversation with a user"), Outcome.GONE),
        (BadRequest("Bad Request: chat not found"), Outcome.GONE),
        (BadRequest("Bad Request: PEER_ID_INVALID"), Outcome.GONE),
        (BadRequest("Bad Request: message is not modified: specified new message content"), Outcome.DONE),
        (BadRequest("Bad Request: query is too old and response timeout expired or query ID is invalid"), Outcome.LATE),
        (BadRequest("Bad Request: message is too long"), Outcome.FAILED),
        (BadRequest("Bad Request: BUTTON_DATA_INVALID"), Outcome.FAILED),
        (BadRequest("Bad Request: message thread not found"), Outcome.FAILED),
        (ChatMigrated(-100), Outcome.MOVED),
        (RetryAfter(7), Outcome.PACE),
        (InvalidToken("Unauthorized"), Outcome.PACE),
        (TimedOut(), Outcome.UNKNOWN),
        (UnansweredError("ServerDisconnectedError"), Outcome.UNKNOWN),
        (TelegramError("Invalid server response"), Outcome.UNKNOWN),
        (NetworkError("Bad Gateway"), Outcome.TRANSIENT),
        (NetworkError("ClientConnectorError"), Outcome.TRANSIENT),
        (NetworkError("Request Entity Too Large"), Outcome.FAILED),
        (KeyError("of ours"), Outcome.FAILED),
    ],
)
def test_each_error_has_its_fate(error: Exception, outcome: Outcome) -> None:
    assert fate_of(error).outcome is outcome


def test_how_long_to_wait_and_where_to_go_are_read_from_the_error() -> None:
    assert fate_of(RetryAfter(7)).seconds == 7
    assert fate_of(ChatMigrated(-100)).chat == -100


def test_codes_hold_nothing_that_telegram_or_a_person_wrote() -> None:
    fate = fate_of(BadRequest('Can\'t parse entities: unsupported start tag "my words"'))
    assert fate.code == "markup"
