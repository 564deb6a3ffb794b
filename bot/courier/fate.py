"""What became of something that was sent: an error of Telegram, read as what must happen next."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from enum import StrEnum

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

from bot.courier.request import UnansweredError

# Seconds of silence after the token was refused; a person has to mend that.
_TOKEN_PAUSE = 60.0

# Parts of Telegram's descriptions, lower case; python-telegram-bot changes their capitals.
NOT_MODIFIED = "message is not modified"
CANNOT_PARSE = "can't parse entities"
CARD_LOST = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "message identifier is not specified",
    "there is no text in the message to edit",
)
FILE_REFUSED = ("wrong file", "wrong remote file", "wrong type of", "file is too big", "file reference", "media_empty",
                "image_process_failed", "photo_invalid")  # fmt: skip
# Nobody can be reached there, by what it is called in logs and books; the first that fits counts.
_GONE = {
    "never_started": ("can't initiate conversation", "chat not found", "user not found", "peer_id_invalid"),
    "deactivated": ("is deactivated", "was deactivated"),
    "blocked": ("blocked by the user",),
    "put_out": ("was kicked", "not a member", "rights to send", "chat_write_forbidden"),
}
_LATE = ("query is too old", "query id is invalid", "query_id_invalid")
_TOPIC = ("message thread not found", "topic_deleted", "topic_closed")


class Outcome(StrEnum):
    """What became of it."""

    SENT = "sent"
    DONE = "done"  # it was so already
    LATE = "late"  # too late to matter
    GONE = "gone"  # the reader cannot be reached
    PACE = "pace"  # not sent: wait, then repeat
    MOVED = "moved"  # not sent: the chat has a new id
    TRANSIENT = "transient"  # not sent: try again
    UNKNOWN = "unknown"  # may have arrived
    FAILED = "failed"  # refused for what it is; repeating would not help


@dataclass(frozen=True)
class Fate:
    """An outcome and its short code for logs; seconds to wait (pace); the new chat id (moved)."""

    outcome: Outcome
    code: str = ""
    seconds: float = 0.0
    chat: int | None = None


SENT = Fate(Outcome.SENT)


def says(error: BaseException, *parts: str) -> bool:
    """Does the error's description hold one of these, whatever its capitals?"""
    text = str(error).lower()
    return any(part in text for part in parts)


def fate_of(error: BaseException) -> Fate:
    """The fate that an error means. Order matters: Telegram's classes inherit from each other."""
    match error:
        case RetryAfter():
            return Fate(Outcome.PACE, "too_fast", seconds=seconds_asked(error))
        case ChatMigrated():
            return Fate(Outcome.MOVED, "migrated", chat=error.new_chat_id)
        case InvalidToken():
            return Fate(Outcome.PACE, "token_refused", seconds=_TOKEN_PAUSE)
        case Forbidden():
            return Fate(Outcome.GONE, _why_gone(error) or "forbidden")
        case BadRequest():
            return _refusal(error)
        case TimedOut() | UnansweredError():
            return Fate(Outcome.UNKNOWN, "no_answer")
        case NetworkError() if says(error, "too large"):
            return Fate(Outcome.FAILED, "too_large")
        case NetworkError():
            return Fate(Outcome.TRANSIENT, "network")
        case _ if says(error, "invalid server response"):
            return Fate(Outcome.UNKNOWN, "bad_answer")
        case _:
            return Fate(Outcome.FAILED, type(error).__name__)


def _refusal(error: BadRequest) -> Fate:
    if says(error, NOT_MODIFIED):
        return Fate(Outcome.DONE, "not_modified")
    if says(error, *_LATE):
        return Fate(Outcome.LATE, "late")
    if gone := _why_gone(error):
        return Fate(Outcome.GONE, gone)
    if says(error, *_TOPIC):
        return Fate(Outcome.FAILED, "topic")
    if says(error, CANNOT_PARSE):
        return Fate(Outcome.FAILED, "markup")
    if says(error, "too long"):
        return Fate(Outcome.FAILED, "too_long")
    if says(error, *FILE_REFUSED):
        return Fate(Outcome.FAILED, "file")
    return Fate(Outcome.FAILED, "refused")


def _why_gone(error: TelegramError) -> str:
    return next((why for why, parts in _GONE.items() if says(error, *parts)), "")


def seconds_asked(error: RetryAfter) -> float:
    """How long Telegram wants us to wait."""
    with warnings.catch_warnings():
        # The library announces that this will become a timedelta; both are understood.
        warnings.simplefilter("ignore")
        wait = error.retry_after
    return float(wait) if isinstance(wait, int | float) else wait.total_seconds()
