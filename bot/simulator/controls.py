"""The director's desk over HTTP: faults, limits, the clock, recorded calls, held updates, events, files."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from aiohttp import web

from bot.simulator.errors import PhoneError
from bot.simulator.faults import KINDS, Fault
from bot.simulator.people import WORLD, answer, given, refusing

_SHOWN_INLINE = {"image/png", "image/jpeg", "image/gif", "image/webp"}


async def arm_fault(request: web.Request) -> web.Response:
    """POST /faults {kind, method?, chat_id?, code?, description?, parameters?, seconds?, times?}."""
    body = await given(request)
    if body.get("kind") not in KINDS or body.keys() - set(Fault.__dataclass_fields__):
        raise PhoneError(f"a fault has a kind of {KINDS} and fields of {sorted(Fault.__dataclass_fields__)}")
    request.app[WORLD].faults.armed.append(Fault(**body))
    return answer({"armed": len(request.app[WORLD].faults.armed)})


async def clear_faults(request: web.Request) -> web.Response:
    """DELETE /faults."""
    request.app[WORLD].faults.armed.clear()
    return answer({"armed": 0})


async def set_limits(request: web.Request) -> web.Response:
    """POST /limits {global?, chat?, group?}: per second, per second, per minute; what is missing is unlimited."""
    body, limits = await given(request), request.app[WORLD].limits
    everything, chat, group = (int(body.get(name) or 0) for name in ("global", "chat", "group"))
    limits.switch(everything=everything, chat=chat, group=group)
    return answer({"ok": True, "refused": limits.refused})


async def see_clock(request: web.Request) -> web.Response:
    """GET /clock: the time there, in seconds since 1970."""
    return answer({"now": request.app[WORLD].clock.now()})


async def advance_clock(request: web.Request) -> web.Response:
    """POST /clock {advance}: seconds to let pass."""
    clock = request.app[WORLD].clock
    clock.advance(float((await given(request)).get("advance") or 0))
    return answer({"now": clock.now()})


async def see_calls(request: web.Request) -> web.Response:
    """GET /calls?method=&chat_id=&after=: oldest first, those with an index above `after`."""
    world, query = request.app[WORLD], request.query
    after, method, chat_id = int(query.get("after") or 0), query.get("method"), query.get("chat_id")
    newest: list[Any] = []
    for call in reversed(world.calls):
        if call["index"] <= after:
            break
        if (not method or call["method"] == method) and (not chat_id or str(call["chat_id"]) == chat_id):
            newest.append(call)
    return answer(newest[::-1])


async def repeat_update(request: web.Request) -> web.Response:
    """POST /duplicate {update_id}: deliver it once more."""
    if not request.app[WORLD].bot.inbox.repeat(int((await given(request)).get("update_id") or 0)):
        raise PhoneError("no such update is remembered", 404)
    return answer({"ok": True})


async def hold(request: web.Request) -> web.Response:
    """POST /hold {hold}: keep updates back from now on; false lets them go in order."""
    world, body = request.app[WORLD], await given(request)
    if body.get("hold", True):
        world.bot.inbox.hold()
        return answer({"hold": True})
    return answer({"hold": False, "released": _release(request, "")})


async def release(request: web.Request) -> web.Response:
    """POST /release {order?}: let updates go, "reversed" or those named first; the hold ends."""
    order = (await given(request)).get("order") or ""
    return answer({"released": _release(request, order)})


def _release(request: web.Request, order: str | list[int]) -> list[int]:
    bot = request.app[WORLD].bot
    return bot.inbox.release(order, renumber=bot.webhook is None)


async def tune(request: web.Request) -> web.Response:
    """POST /settings {retry_cap?, webhook_timeout?, privacy?}: seconds, seconds, whether group privacy is on."""
    world, body = request.app[WORLD], await given(request)
    world.retry_cap = float(body.get("retry_cap", world.retry_cap))
    world.webhook_timeout = float(body.get("webhook_timeout", world.webhook_timeout))
    world.privacy = bool(body.get("privacy", world.privacy))
    return answer({"retry_cap": world.retry_cap, "webhook_timeout": world.webhook_timeout, "privacy": world.privacy})


async def events(request: web.Request) -> web.StreamResponse:
    """GET /events?person=: server-sent events."""
    return await request.app[WORLD].events.stream(request, int(request.query.get("person") or 0))


async def fetch(request: web.Request) -> web.Response:
    """GET /files/{file_id}: only pictures are shown in place, anything else is a download."""
    stored = request.app[WORLD].files.by_id.get(request.match_info["file"])
    if stored is None:
        raise PhoneError("no such file", 404)
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "sandbox",
        "Cache-Control": "max-age=86400",
    }
    if stored.mime not in _SHOWN_INLINE:
        headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{quote(stored.name, safe='')}"
    return web.Response(body=stored.data, headers={**headers, "Content-Type": stored.mime})


def routes() -> list[web.RouteDef]:
    """All of the desk's routes."""
    table: list[tuple[str, str, Any]] = [
        ("POST", "/faults", arm_fault),
        ("DELETE", "/faults", clear_faults),
        ("POST", "/limits", set_limits),
        ("GET", "/clock", see_clock),
        ("POST", "/clock", advance_clock),
        ("GET", "/calls", see_calls),
        ("POST", "/duplicate", repeat_update),
        ("POST", "/hold", hold),
        ("POST", "/release", release),
        ("POST", "/settings", tune),
        ("GET", "/events", events),
        ("GET", "/files/{file}", fetch),
    ]
    return [web.route(method, path, refusing(handle)) for method, path, handle in table]
