"""What a bot may not get wrong while it starts: people talk to it before it has learnt who there is."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from bot.actions.finding import Finder
from bot.app import Shoal
from bot.settings import Settings
from bot.simulator.server import start
from bot.store.database import Database
from tests.conversations.place import Place


def fresh(folder: Path) -> Path:
    file = folder / "template.db"
    database = Database(f"sqlite:///{file}")
    database.prepare()
    database.close()
    return file


def test_an_inquiry_sent_while_the_index_still_loads_finds_its_suppliers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_load, load = threading.Event(), Finder.open

    def slow(finder: Finder, database: Database) -> None:
        assert may_load.wait(30)
        load(finder, database)

    (tmp_path / "place").mkdir()
    with Place(tmp_path / "place", None, fresh(tmp_path)) as place:
        alfa, buyer = place.supplier(makes="Steel bottle 750 ml"), place.buyer()
        monkeypatch.setattr(Finder, "open", slow)
        place.restarts()

        buyer.says("500 steel bottles, 750 ml, to Hamburg by the end of March")
        buyer.taps("Send to suppliers")
        buyer.sees("Inquiry #1 is sent")  # answers do not wait for the index
        buyer.never_sees("No supplier here fits yet")
        may_load.set()

        buyer.sees("I asked 1 firm")
        alfa.sees("Somebody needs what you make")


def test_a_bot_with_a_webhook_goes_on_serving_when_it_has_loaded_everything(tmp_path: Path) -> None:
    async def go() -> None:
        simulator = await start()
        settings = Settings(
            bot_token="100:test",  # pydantic makes a secret of it
            database_url=f"sqlite:///{fresh(tmp_path)}",
            api_url=simulator.url,
            webhook_url="http://127.0.0.1:9/telegram",
            webhook_secret="secret",  # and of this
            listen_port=0,
            _env_file=None,
        )
        shoal = Shoal(settings, finder=Finder(None))
        serving = asyncio.create_task(shoal.run())
        await asyncio.wait([asyncio.create_task(shoal.ready.wait()), serving], return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait([serving], timeout=1.5)  # long enough to load nothing and to name the commands
        assert not serving.done()
        shoal.stop()
        await asyncio.wait_for(serving, 20)
        await simulator.stop()

    asyncio.run(go())
