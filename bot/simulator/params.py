"""Parameters of a Bot API call, whatever body they came in: values and uploads, read as what the method needs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from bot.simulator.errors import JSON, ApiError, BadRequestError


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request."""

    name: str
    mime: str
    data: bytes


@dataclass
class Parameters:
    """Values by name (native from JSON, strings from forms) and uploads by part name; notes which names were asked."""

    values: dict[str, Any]
    uploads: dict[str, Upload] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """A string; numbers are taken as written, anything missing is ""."""
        value = self.values.get(name)
        if value is None:
            return ""
        return value if isinstance(value, str) else json.dumps(value)

    def integer(self, name: str, default: int = 0) -> int:
        """A whole number, or `default` where there is none to read."""
        value = self.values.get(name)
        if isinstance(value, bool) or not isinstance(value, int | str):
            return default
        try:
            return int(value)
        except ValueError:
            return default

    def flag(self, name: str) -> bool:
        """True only for what Telegram takes for true."""
        value = self.values.get(name)
        return value is True or str(value).lower() in ("true", "yes", "1")

    def json(self, name: str) -> Any:
        """A structure, given natively or as JSON text; None if missing."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        try:
            return json.loads(value)
        except ValueError:
            raise BadRequestError(f"can't parse {name.replace('_', ' ')} JSON object") from None

    def recorded(self) -> JSON:
        """For the call log: structures opened up, uploads by name and size only."""
        shown = {name: _opened(value) for name, value in self.values.items()}
        return shown | {name: {"file": up.name, "size": len(up.data)} for name, up in self.uploads.items()}


def _opened(value: Any) -> Any:
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


async def read(request: web.Request) -> Parameters:
    """Parameters from the query and a JSON, form or multipart body."""
    values: dict[str, Any] = dict(request.query)
    uploads: dict[str, Upload] = {}
    kind = request.content_type
    if not request.body_exists:
        pass
    elif kind == "application/json":
        try:
            body = await request.json()
        except ValueError:
            raise ApiError(400, "Bad Request: can't parse JSON object") from None
        values.update(body if isinstance(body, dict) else {})
    elif kind.startswith("multipart/") or kind == "application/x-www-form-urlencoded":
        for name, value in (await request.post()).items():
            if isinstance(value, FileField):
                uploads[name] = Upload(value.filename, value.content_type, value.file.read())
            else:
                values[name] = value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")
    return Parameters(values, uploads)
