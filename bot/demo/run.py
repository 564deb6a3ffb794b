"""Running the demo: the local messenger, the bot, the firms and their robots in one process."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from bot.app import Shoal, open_database
from bot.demo.people import ADMIN_ID, Cast, settle
from bot.demo.robots import Robots
from bot.settings import Settings
from bot.simulator.server import start
from bot.simulator.world import World

TOKEN = "1000001:demo"


async def run(*, port: int, keep: Path | None, settings: Callable[..., Settings], say: Callable[[str], None]) -> None:
    """Serve until Ctrl-C. keep: a folder for the database; without it the demo begins anew each time."""
    with tempfile.TemporaryDirectory(prefix="shoal-demo-") as fresh:
        folder = keep or Path(fresh)
        folder.mkdir(parents=True, exist_ok=True)
        stopping = asyncio.Event()
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, stopping.set)
        await _serve(port, folder, settings, say, stopping)


async def _serve(
    port: int, folder: Path, settings: Callable[..., Settings], say: Callable[[str], None], stopping: asyncio.Event
) -> None:
    world, guide = World(), Guide()
    page = await start("127.0.0.1", port, world=world, routes=guide.routes())
    chosen = settings(
        bot_token=TOKEN,
        admin_ids=str(ADMIN_ID),
        database_url=f"sqlite:///{folder / 'demo.db'}",
        api_url=page.url,
        webhook_url="",
        listen_port=0,
        proxy_url="",
        log_level="WARNING",
        _env_file=None,
    )
    database = open_database(chosen)
    cast = settle(world, database)
    database.close()
    shoal, robots = Shoal(chosen), Robots(world, cast.agents)
    guide.fill(world, cast, robots)
    serving = asyncio.create_task(shoal.run())
    acting = asyncio.create_task(robots.run())
    await asyncio.wait([asyncio.create_task(shoal.ready.wait()), serving], return_when=asyncio.FIRST_COMPLETED)
    say(f"Shoal's demo is ready: open {page.url} in a browser. Ctrl-C ends it.")
    await asyncio.wait([asyncio.create_task(stopping.wait()), serving], return_when=asyncio.FIRST_COMPLETED)
    acting.cancel()
    shoal.stop()
    await serving
    await page.stop()


class Guide:
    """What the page offers beside the phones: where to begin, what to try, a switch for the robots."""

    def __init__(self) -> None:
        self._world: World | None = None
        self._cast: Cast | None = None
        self._robots: Robots | None = None

    def fill(self, world: World, cast: Cast, robots: Robots) -> None:
        """Now there is something to offer."""
        self._world, self._cast, self._robots = world, cast, robots

    def routes(self) -> list[web.RouteDef]:
        """The page reads `/demo.json` and posts to the switches it names."""
        return [web.get("/demo.json", self._show), web.post("/demo/robots", self._switch)]

    async def _show(self, _: web.Request) -> web.Response:
        if self._world is None or self._cast is None or self._robots is None:
            return web.json_response({}, status=404)
        world, cast = self._world, self._cast
        links = [
            {"label": "Maya starts as a buyer", "person": cast.buyer.person_id, "payload": ""},
            {
                "label": f"{apart(cast.supplier.first_name)} opens the invite of {apart(cast.open_firm)}",
                "person": cast.supplier.person_id,
                "payload": f"i_{cast.invite}",
            },
            {
                "label": f"{apart(cast.admin.first_name)} starts as an admin",
                "person": cast.admin.person_id,
                "payload": "",
            },
        ]
        controls = [
            {
                "label": "Suppliers answer by themselves",
                "method": "POST",
                "path": "/demo/robots",
                "state": self._state(),
            }
        ]
        fresh = not any(world.private_chat(owner).messages for owner in (cast.buyer, cast.supplier, cast.admin))
        return web.json_response({"hints": HINTS, "links": links, "controls": controls, "fresh": fresh})

    async def _switch(self, _: web.Request) -> web.Response:
        if self._robots is not None:
            self._robots.on = not self._robots.on
        return web.json_response({"state": self._state()})

    def _state(self) -> str:
        return "on" if self._robots is not None and self._robots.on else "off"


def apart(name: str) -> str:
    """A name that keeps its own direction and does not turn the sentence around it (first strong isolate)."""
    return f"\u2068{name}\u2069"


HINTS = [
    {
        "title": "Buy something",
        "text": "On Maya's phone: 500 stainless steel bottles, 750 ml, to Hamburg by the end of March. "
        "Send it; quotes come in after some seconds.",
    },
    {
        "title": "Sell something",
        "text": "Open the invite on the supplier's phone, then let Maya ask for vacuum flasks: "
        "the lead comes in Chinese.",
    },
    {"title": "Run the place", "text": "On the admin's phone: /admin. Send it a CSV file to import suppliers."},
    {
        "title": "Any language",
        "text": "Write in Portuguese, Hindi or Turkish: it is understood. /language changes what Shoal speaks.",
    },
]
