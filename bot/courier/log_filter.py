"""Nothing secret reaches a log: bot tokens and webhook secrets are blanked out in every record, tracebacks included."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

_TOKEN = re.compile(r"\d{4,}:[A-Za-z0-9_-]{25,}")
_HIDDEN = "[hidden]"
_FORMATTER = logging.Formatter()
# These write whole calls with what people typed at DEBUG.
_TALKATIVE = ("telegram", "aiohttp.client", "aiohttp.access", "sqlalchemy.engine")


class HideSecrets(logging.Filter):
    """Blanks out tokens by their shape and the given secrets wherever they stand; lets every record through."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__()
        known = "|".join(re.escape(secret) for secret in sorted(secrets, key=len, reverse=True) if secret)
        self._pattern = re.compile(f"{known}|{_TOKEN.pattern}") if known else _TOKEN

    def clean(self, text: str) -> str:
        """The text without secrets."""
        return self._pattern.sub(_HIDDEN, text)

    def filter(self, record: logging.LogRecord) -> bool:
        """Clean a record in place."""
        try:
            message = record.getMessage()
        except (TypeError, ValueError):
            message = str(record.msg)  # arguments that do not fit: the handler would only print them raw
        cleaned = self.clean(message)
        if cleaned != message:
            record.msg, record.args = cleaned, None
        if record.exc_info and not record.exc_text:
            trace = _FORMATTER.formatException(record.exc_info)
            if self.clean(trace) != trace:
                # Handlers that draw tracebacks themselves must not get at the exception any more.
                record.exc_text, record.exc_info = self.clean(trace), None
        if record.stack_info:
            record.stack_info = self.clean(record.stack_info)
        return True


def hide_secrets(*secrets: str) -> None:
    """From now on no record of any logger holds a token or one of these; loggers that quote messages are calmed.

    Works on every record as it is made, so that handlers added later are covered too. Call it once, before all else.
    """
    hide = HideSecrets(secrets)
    make = logging.getLogRecordFactory()

    def made(*args: object, **kwargs: object) -> logging.LogRecord:
        record: logging.LogRecord = make(*args, **kwargs)
        hide.filter(record)
        return record

    logging.setLogRecordFactory(made)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
