"""How the log is written: a line to read, or JSON, an object a line. Ids stand in it, never what people write."""

from __future__ import annotations

import logging

_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def log_to_stderr(level: str, *, json: bool = False) -> None:
    """Write everything of this level (`INFO`) and above. json: with the fields ts, level, logger, message and ids."""
    handler = logging.StreamHandler()
    handler.setFormatter(_json() if json else logging.Formatter(_LINE))
    logging.basicConfig(level=level.upper(), handlers=[handler])
    logging.getLogger("alembic").setLevel(logging.WARNING)  # it tells of every plugin it has


def _json() -> logging.Formatter:
    from pythonjsonlogger.json import JsonFormatter  # only who asks for it waits for its import

    return JsonFormatter(
        ["levelname", "name", "message"],
        rename_fields={"levelname": "level", "name": "logger"},
        timestamp="ts",
        json_ensure_ascii=False,
    )
