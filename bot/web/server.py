"""One small web server: is the process alive (`/healthz`), can it do its work (`/readyz`), what it counts (`/metrics`).

Other rooms may add routes. Nothing here asks who is there: keep the port inside, but for the webhook's path.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping

from aiohttp import web

# Each part that must be well for the bot to do its work, and whether it is.
Parts = Mapping[str, bool]


async def serve(
    host: str,
    port: int,
    *,
    ready: Callable[[], Parts],
    metrics: Callable[[], bytes],
    routes: Iterable[web.AbstractRouteDef] = (),
    shared: bool = False,
) -> web.AppRunner:
    """Listen until the runner is cleaned up. OSError: the port is taken. shared: other processes listen there as well.

    ready and metrics may read the database: they are called in a thread.
    """

    async def healthz(_: web.Request) -> web.Response:
        return web.json_response({"ok": True})

    async def readyz(_: web.Request) -> web.Response:
        parts = await asyncio.to_thread(ready)
        well = all(parts.values())
        return web.json_response({"ok": well, "parts": dict(parts)}, status=200 if well else 503)

    async def counts(_: web.Request) -> web.Response:
        page = await asyncio.to_thread(metrics)
        return web.Response(body=page, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"})

    app = web.Application()
    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
    app.router.add_get("/metrics", counts)
    app.router.add_routes(routes)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port, reuse_port=shared or None).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner
