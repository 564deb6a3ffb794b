"""The route to which Telegram brings updates: 200 only after storing, and nothing for who does not know the secret."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn

from aiohttp import web

from bot.reception.intake import CrowdedError, UnreadableError

_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_RETRY_AFTER_SECONDS = 5

Store = Callable[[list[dict[str, Any]]], Awaitable[None]]


def webhook(secret: str, store: Store, *, path: str = "/telegram", most_bytes: int = 2**20) -> web.RouteDef:
    """The route. store: returns once the update is stored, raises CrowdedError or UnreadableError.

    Errors are JSON: 401 no secret, 403 wrong secret, 405 not POST, 413 too large, 400 no update, 503 too many wait.
    """
    if not secret:
        raise ValueError("a webhook needs a secret: without one anybody could speak for anybody")

    async def receive(request: web.Request) -> web.Response:
        if request.method != "POST":
            return _refused(405, "only POST", Allow="POST")
        given = request.headers.get(_SECRET_HEADER)
        if given is None:
            return _refused(401, "no secret")
        if not hmac.compare_digest(given.encode("utf-8", "surrogateescape"), secret.encode()):
            return _refused(403, "wrong secret")
        body = await _body(request, most_bytes)
        if body is None:
            return _refused(413, "too large")
        try:
            await store([_update(body)])
        except (UnreadableError, ValueError, RecursionError):
            return _refused(400, "not an update")
        except CrowdedError:
            return _refused(503, "too many updates wait", **{"Retry-After": str(_RETRY_AFTER_SECONDS)})
        return web.json_response({"ok": True})

    return web.route("*", path, receive)


async def _body(request: web.Request, most: int) -> bytes | None:
    """The body, or None as soon as it is known to be larger than allowed."""
    if (request.content_length or 0) > most:
        return None
    body = bytearray()
    async for chunk in request.content.iter_chunked(2**16):
        body += chunk
        if len(body) > most:
            return None
    return bytes(body)


def _update(body: bytes) -> dict[str, Any]:
    """The JSON object in the body; ValueError on anything that two readers could read differently."""
    found = json.loads(body.decode(), object_pairs_hook=_unambiguous, parse_constant=_no_constant)
    if not isinstance(found, dict):
        raise UnreadableError("no object")
    return found


def _unambiguous(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def _no_constant(_name: str) -> NoReturn:
    raise ValueError("no number")


def _refused(status: int, reason: str, **headers: str) -> web.Response:
    return web.json_response({"ok": False, "error": reason}, status=status, headers=headers)
