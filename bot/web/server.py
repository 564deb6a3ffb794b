"""One small web server: `/healthz` says whether the process lives and hears Telegram; other rooms may add routes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from aiohttp import web


async def serve(
    host: str, port: int, *, healthy: Callable[[], bool], routes: Iterable[web.AbstractRouteDef]
) -> web.AppRunner:
    """Listen until the runner is cleaned up."""

    async def healthz(_: web.Request) -> web.Response:
        well = healthy()
        return web.json_response({"ok": well}, status=200 if well else 503)

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_routes(routes)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, host, port).start()
    return runner
