"""The web side: alive, ready or not and why, and what is counted."""

from __future__ import annotations

import asyncio
import json
import logging

import aiohttp
import pytest

from bot.logs import log_to_stderr
from bot.web.metrics import Metrics
from bot.web.server import serve


def ask(path, *, ready=dict, metrics=b"".__class__):
    async def go():
        runner = await serve("127.0.0.1", 0, ready=ready, metrics=metrics)
        host, port = runner.addresses[0][:2]
        try:
            async with aiohttp.ClientSession() as session, session.get(f"http://{host}:{port}{path}") as answer:
                return answer.status, await answer.text()
        finally:
            await runner.cleanup()

    return asyncio.run(go())


def test_a_process_that_answers_is_alive_though_it_is_not_ready():
    assert ask("/healthz", ready=lambda: {"database": False}) == (200, '{"ok": true}')


def test_ready_is_when_every_part_is_well():
    assert ask("/readyz", ready=lambda: {"database": True, "updates": True})[0] == 200


def test_what_is_not_well_is_named():
    status, body = ask("/readyz", ready=lambda: {"database": True, "updates": False})
    assert status == 503
    assert json.loads(body) == {"ok": False, "parts": {"database": True, "updates": False}}


def test_counts_and_what_waits_stand_on_one_page():
    metrics = Metrics(lambda: [("shoal_waiting", "Rows that are due.", {"updates": 3})])
    metrics.taken_in(2)
    metrics.sent("reply", "sent")
    metrics.sent("reply", "pace")
    metrics.worked("update", 0.004)
    metrics.prepared("seat", 0.04)
    metrics.stumbled(again=False)
    status, page = ask("/metrics", metrics=metrics.page)
    assert status == 200
    for line in (
        "shoal_updates_total 2.0",
        'shoal_sends_total{fate="pace",priority="reply"} 1.0',
        'shoal_work_seconds_bucket{kind="update",le="0.005"} 1.0',
        'shoal_work_seconds_bucket{kind="update",le="0.0025"} 0.0',
        'shoal_prepare_seconds_count{kind="seat"} 1.0',
        'shoal_work_failures_total{then="aside"} 1.0',
        'shoal_waiting{of="updates"} 3.0',
    ):
        assert line in page.splitlines()


def test_a_port_that_is_taken_is_said():
    async def go():
        first = await serve("127.0.0.1", 0, ready=dict, metrics=bytes)
        try:
            await serve("127.0.0.1", first.addresses[0][1], ready=dict, metrics=bytes)
        finally:
            await first.cleanup()

    with pytest.raises(OSError):
        asyncio.run(go())


def test_a_log_for_machines_is_an_object_a_line_with_ids_as_fields(capsys, monkeypatch):
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    log_to_stderr("info", json=True)
    logging.getLogger("bot.reception").error("row %s failed", 7, extra={"row": 7, "lane": "person:1"})
    said = json.loads(capsys.readouterr().err)
    assert said.pop("ts")
    assert said == {
        "level": "ERROR", "logger": "bot.reception", "message": "row 7 failed", "row": 7, "lane": "person:1"
    }  # fmt: skip
