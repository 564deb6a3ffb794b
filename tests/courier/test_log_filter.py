from __future__ import annotations

import io
import logging
from collections.abc import Iterator

import pytest

from bot.courier.log_filter import HideSecrets, hide_secrets

TOKEN = "7654321:" + "AbC_d-9" * 5
SECRET = "the-webhook-secret"


@pytest.fixture
def log() -> Iterator[tuple[logging.Logger, io.StringIO]]:
    make = logging.getLogRecordFactory()
    levels = {name: logging.getLogger(name).level for name in ("telegram", "aiohttp.client", "aiohttp.access")}
    hide_secrets(SECRET)
    logger, shown = logging.getLogger("some.library"), io.StringIO()
    handler = logging.StreamHandler(shown)
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield logger, shown
    logger.removeHandler(handler)
    logging.setLogRecordFactory(make)
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


def test_tokens_and_secrets_are_blanked_out_of_messages_and_arguments(log: tuple[logging.Logger, io.StringIO]) -> None:
    logger, shown = log
    logger.info("POST https://api.telegram.org/bot%s/sendMessage %s", TOKEN, {"secret": SECRET})
    logger.info(f"bot{TOKEN}")
    assert TOKEN not in shown.getvalue() and SECRET not in shown.getvalue()
    assert "sendMessage" in shown.getvalue()


def test_tracebacks_are_cleaned_with_their_causes(log: tuple[logging.Logger, io.StringIO]) -> None:
    logger, shown = log
    try:
        try:
            raise ValueError(f"https://api.telegram.org/bot{TOKEN}/getMe")
        except ValueError as error:
            raise RuntimeError(SECRET) from error
    except RuntimeError:
        logger.exception("failed")
    assert TOKEN not in shown.getvalue() and SECRET not in shown.getvalue()
    assert "RuntimeError" in shown.getvalue() and "ValueError" in shown.getvalue()


def test_everything_else_is_left_as_it_was(log: tuple[logging.Logger, io.StringIO]) -> None:
    logger, shown = log
    logger.info("%s of %d at 12:30:00", "five", 7)
    assert shown.getvalue() == "five of 7 at 12:30:00\n"


def test_arguments_that_do_not_fit_break_nothing() -> None:
    record = logging.LogRecord("x", logging.INFO, "x", 1, "%d %d", (f"bot{TOKEN}",), None)
    assert HideSecrets().filter(record)
