"""The doctor: says what is well and what to do where it is not, against a local Telegram."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot import doctor
from bot.doctor import State, examine
from bot.settings import Settings
from bot.simulator.server import start


@pytest.fixture(autouse=True)
def no_model(monkeypatch):
    monkeypatch.setattr("bot.search.encoders.encoders", lambda _: ())


def found(tmp_path, **changes: Any) -> dict[str, list[tuple[State, str]]]:
    async def go():
        simulator = await start()
        given = {
            "bot_token": "100:test", "admin_ids": "7", "database_url": f"sqlite:///{tmp_path / 'shoal.db'}",
            "api_url": simulator.url, "_env_file": None,
        }  # fmt: skip
        try:
            return await examine(Settings(**(given | changes)))
        finally:
            await simulator.stop()

    by_what: dict[str, list[tuple[State, str]]] = {}
    for finding in asyncio.run(go()):
        by_what.setdefault(finding.what, []).append((finding.state, finding.says))
    return by_what


def test_a_bot_that_lacks_nothing_but_a_model(tmp_path):
    all_of = found(tmp_path)
    assert {what for what, seen in all_of.items() if seen[0][0] is State.WELL} >= {
        "settings", "database", "token", "updates", "clock",
    }  # fmt: skip
    assert all_of["model"][0][0] is State.NOTE


def test_no_token_no_admins_and_a_webhook_that_anybody_could_use(tmp_path):
    seen = found(tmp_path, bot_token="", admin_ids="", webhook_url="http://shoal.example/telegram")
    assert [state for state, _ in seen["settings"]] == [State.WRONG, State.NOTE, State.WRONG, State.WRONG]
    assert "token" not in seen


def test_a_token_that_telegram_does_not_know(tmp_path):
    assert found(tmp_path, bot_token="not-a-token")["token"] == [
        (State.WRONG, "Telegram does not know this BOT_TOKEN.")
    ]


def test_a_webhook_that_is_not_set_yet(tmp_path):
    seen = found(tmp_path, webhook_url="https://shoal.example/telegram", webhook_secret="s3cret")
    assert seen["updates"][0][0] is State.NOTE
    assert "no webhook" in seen["updates"][0][1]


def test_a_server_that_cannot_be_reached(tmp_path):
    seen = found(tmp_path, api_url="http://127.0.0.1:9")
    assert {seen[what][0][0] for what in ("token", "updates", "clock")} == {State.WRONG}


def test_a_database_that_cannot_be_opened(tmp_path):
    assert found(tmp_path, database_url="sqlite:////nowhere/at/all/shoal.db")["database"][0][0] is State.WRONG


def test_a_clock_that_is_wrong(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "_CLOCK_MAY_DIFFER", -1.0)
    assert found(tmp_path)["clock"][0][0] is State.WRONG
