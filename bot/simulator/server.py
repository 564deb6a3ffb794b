"""The simulator as a web server: Bot API, files, person side and page on one port."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from aiohttp import web

from bot.simulator import controls, groups, people
from bot.simulator.errors import ApiError
from bot.simulator.methods import perform, perform_reply, record
from bot.simulator.params import Parameters, read
from bot.simulator.people import WORLD, answer
from bot.simulator.world import Bot, World

_PAGE = Path(__file__).parent / "page"
_MOST_BODY = 120 * 1024 * 1024  # bytes; more than any allowed upload, so that refusals are the Bot API's own
_FOREVER = 3600.0


async def bot_api(request: web.Request) -> web.StreamResponse:
    """/bot<token>/<method>, by GET or POST."""
    world, method = request.app[WORLD], request.match_info["method"]
    try:
        bot = world.bot_with(request.match_info["token"])
        params = await read(request)
    except ApiError as refusal:
        return answer(refusal.body(), refusal.code)
    if world.faults.armed:
        return await _troubled(request, world, bot, method, params)
    status, body = await perform(world, bot, method, params)
    return answer(body, status)


async def _troubled(
    request: web.Request, world: World, bot: Bot, method: str, params: Parameters
) -> web.StreamResponse:
    """As bot_api, with a trouble on the way if one is armed for this call."""
    fault = world.faults.next(method.lower(), params.integer("chat_id"))
    kind = fault.kind if fault else ""
    if fault and kind == "error":
        refusal = ApiError(fault.code, fault.description, **fault.parameters)
        record(world, bot, method, params, refusal.body())
        return answer(refusal.body(), refusal.code)
    if fault and kind == "timeout_before":
        await asyncio.sleep(fault.seconds or _FOREVER)
    if kind in ("timeout_before", "close"):
        return _hang_up(request)
    if fault and kind == "delay":
        await asyncio.sleep(fault.seconds)
    status, body = await perform(world, bot, method, params)
    if fault and kind == "timeout_after":
        await asyncio.sleep(fault.seconds or _FOREVER)
        return _hang_up(request)
    return answer(body, status)


def _hang_up(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)


async def download(request: web.Request) -> web.Response:
    """/file/bot<token>/<path>: what getFile pointed to."""
    world = request.app[WORLD]
    try:
        bot = world.bot_with(request.match_info["token"])
    except ApiError as refusal:
        return answer(refusal.body(), refusal.code)
    stored = world.files.by_path.get((bot.bot_id, request.match_info["path"]))
    if stored is None:
        return answer({"ok": False, "error_code": 404, "description": "Not Found"}, 404)
    return web.Response(body=stored.data, content_type="application/octet-stream")


async def page(request: web.Request) -> web.StreamResponse:
    """/: the page with the phones."""
    index = _PAGE / "index.html"
    if not index.exists():
        return web.Response(text="The simulator is running.")
    return web.FileResponse(index, headers={"Cache-Control": "no-cache"})


async def _ask_again(request: web.Request, response: web.StreamResponse) -> None:
    """A browser may keep the page's files, but asks each time whether they are still the same."""
    if request.path.startswith("/page/"):
        response.headers.setdefault("Cache-Control", "no-cache")


def make_app(world: World) -> web.Application:
    """The whole simulator for one world."""
    app = web.Application(client_max_size=_MOST_BODY)
    app[WORLD] = world
    world.on_reply = perform_reply
    app.router.add_route("*", "/bot{token:[^/]+}/{method:[A-Za-z]+}", bot_api)
    app.router.add_get("/file/bot{token:[^/]+}/{path:.+}", download)
    app.router.add_routes([*people.routes(), *groups.routes(), *controls.routes()])
    app.router.add_get("/", page)
    if _PAGE.is_dir():
        app.router.add_static("/page/", _PAGE)
    app.on_response_prepare.append(_ask_again)
    app.on_shutdown.append(_close_webhooks)
    return app


async def _close_webhooks(app: web.Application) -> None:
    for bot in app[WORLD].bots.values():
        webhook, bot.webhook = bot.webhook, None
        if webhook is not None:
            await webhook.close()


@dataclass(frozen=True)
class Running:
    """A simulator that listens: `url` without a slash at its end; `world` may be looked into from the same loop."""

    url: str
    world: World
    _runner: web.AppRunner

    async def stop(self) -> None:
        """Stop listening and let go of everyone who waits."""
        await self._runner.cleanup()


async def start(
    host: str = "127.0.0.1", port: int = 0, *, world: World | None = None, routes: Iterable[web.RouteDef] = ()
) -> Running:
    """Listen on a port (0 = any free one) with a new world or the one given; `routes` are added to its own."""
    world = world or World()
    app = make_app(world)
    app.router.add_routes(routes)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    site = web.TCPSite(runner, host, port, backlog=1024)
    await site.start()
    number = runner.addresses[0][1]
    return Running(f"http://{host}:{number}", world, runner)
