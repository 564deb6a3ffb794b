"""Faults, limits, groups, events: the parts of a world that a calm day does not show."""

from __future__ import annotations

import asyncio
import json
from http.client import HTTPConnection, RemoteDisconnected
from urllib.parse import urlsplit

import pytest
import telegram

from bot.simulator.clock import Clock
from bot.simulator.errors import ApiError
from bot.simulator.events import Events
from bot.simulator.limits import Limits


@pytest.fixture
def ana(stage):
    return stage.talker()


def test_an_armed_error_happens_as_often_as_asked(stage, ana):
    stage.post("/faults", kind="error", method="sendMessage", code=502, description="Bad Gateway", times=2)
    chat = {"chat_id": ana.person_id, "text": "x"}
    codes = [stage.call("sendMessage", **chat).get("error_code") for _ in range(3)]
    assert codes == [502, 502, None]


def test_a_fault_can_be_for_one_chat_and_carry_parameters(stage, ana):
    ben = stage.talker(first_name="Ben")
    stage.post(
        "/faults", kind="error", chat_id=ben.person_id, code=429, description="Too Many Requests: retry after 3",
        parameters={"retry_after": 3},
    )  # fmt: skip
    assert stage.call("sendMessage", chat_id=ana.person_id, text="x")["ok"]

    async def send(bot):
        with pytest.raises(telegram.error.RetryAfter) as refused:
            await bot.send_message(ben.person_id, "x")
        return refused.value

    assert "Retry in 3 seconds" in str(stage.with_bot(send))


@pytest.mark.parametrize(("kind", "arrived"), [("timeout_before", False), ("timeout_after", True), ("close", False)])
def test_a_cut_connection_leaves_the_message_sent_or_not(stage, ana, kind, arrived):
    stage.post("/faults", kind=kind, method="sendMessage", seconds=0.05)
    with pytest.raises((ConnectionError, RemoteDisconnected)):
        stage.call("sendMessage", chat_id=ana.person_id, text="lost?")
    assert any(message["text"] == "lost?" for message in ana.messages()) is arrived


def test_faults_can_be_cleared_and_wrong_ones_are_refused(stage, ana):
    stage.post("/faults", kind="error", times=0)
    assert not stage.call("getMe")["ok"]
    stage.ask("DELETE", "/faults")
    assert stage.call("getMe")["ok"]
    assert "error" in stage.post("/faults", kind="earthquake")


def _refused(limits, chat, count=1):
    try:
        limits.spend(1, chat, count)
    except ApiError as refusal:
        return refusal.parameters["retry_after"]
    return 0


class StandingClock(Clock):
    def __init__(self):
        super().__init__()
        self.at = 1000.0

    def now(self):
        return self.at


def test_limits_refuse_with_the_time_to_wait_and_let_go_after_it():
    clock = StandingClock()
    limits = Limits(clock)
    limits.switch(everything=3, chat=1, group=2)
    assert [_refused(limits, chat) for chat in (1, 1, 2, 3, 4)] == [0, 1, 0, 0, 1]
    clock.at += 1.0
    assert [_refused(limits, chat) for chat in (-5, -5)] == [0, 1]
    clock.at += 1.0
    assert _refused(limits, -5) == 0
    clock.at += 2.0
    assert _refused(limits, -5) == 57
    limits.switch()
    assert _refused(limits, -5) == 0


def test_the_limiter_works_over_http(stage, ana):
    stage.post("/limits", chat=1)
    assert stage.call("sendMessage", chat_id=ana.person_id, text="x")["ok"]
    refused = stage.call("sendMessage", chat_id=ana.person_id, text="y")
    assert refused["description"] == "Too Many Requests: retry after 1"
    assert refused["parameters"] == {"retry_after": 1}
    stage.post("/clock", advance=1)
    assert stage.call("sendMessage", chat_id=ana.person_id, text="y")["ok"]


def test_a_group_talks_and_the_bot_hears_only_what_is_meant_for_it(stage, ana):
    ben = stage.talker(first_name="Ben")
    group = stage.post("/groups", title="Team", members=[ana.person_id, ben.person_id])["id"]
    said = [f"/people/{ben.person_id}/text?chat={group}", f"/people/{ana.person_id}/text?chat={group}"]
    stage.post(said[0], text="between us")
    stage.post(f"/people/{ben.person_id}/location?chat={group}")
    stage.post(said[1], text="/help")
    stage.post(said[1], text="dear @shoal_bot")
    heard = [update["message"].get("text") for update in stage.updates() if "message" in update]
    assert heard == [None, "/help", "dear @shoal_bot"]
    stage.result("sendMessage", chat_id=group, text="to all")
    assert stage.ask("GET", f"/groups/{group}/chat")["messages"][-1]["text"] == "to all"
    carl = stage.phone(first_name="Carl")
    assert "error" in stage.post(f"/people/{carl.person_id}/text?chat={group}", text="let me in")


def test_an_upgraded_group_points_to_its_new_id(stage, ana):
    group = stage.post("/groups", title="Team", members=[ana.person_id])["id"]
    new = stage.post(f"/groups/{group}/upgrade")["id"]
    assert new < -(10**12)
    refused = stage.call("sendMessage", chat_id=group, text="x")
    assert refused["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert refused["parameters"] == {"migrate_to_chat_id": new}
    assert stage.result("sendMessage", chat_id=new, text="x")["chat"]["type"] == "supergroup"
    stage.post(f"/groups/{new}/kick")
    assert stage.call("sendMessage", chat_id=new, text="x")["error_code"] == 403


def test_two_bots_have_chats_of_their_own(stage, ana):
    assert stage.call("getMe", token="42:other")["result"]["id"] == 42
    assert stage.call("sendMessage", token="42:other", chat_id=ana.person_id, text="x")["error_code"] == 403
    stage.post(f"/people/{ana.person_id}/start?bot=42")
    assert stage.call("sendMessage", token="42:other", chat_id=ana.person_id, text="x")["ok"]
    assert [message["text"] for message in ana.messages()] == ["/start"]


def test_pages_are_told_what_happens_and_only_what_they_asked_for(stage, ana):
    ben = stage.talker(first_name="Ben")
    address = urlsplit(stage.url)
    listening = HTTPConnection(address.hostname, address.port, timeout=10)
    listening.request("GET", f"/events?person={ana.person_id}")
    stream = listening.getresponse()
    assert stream.headers["Content-Type"] == "text/event-stream"
    assert stream.readline() == b": open\n"
    stage.result("sendMessage", chat_id=ben.person_id, text="not for Ana")
    stage.result("sendChatAction", chat_id=ana.person_id, action="typing")
    stage.result("sendMessage", chat_id=ana.person_id, text="<i>for</i> Ana", parse_mode="HTML")
    events = []
    while len(events) < 2:
        line = stream.readline().decode()
        if line.startswith("data: "):
            events.append(json.loads(line[6:]))
    listening.close()
    assert [event["kind"] for event in events] == ["action", "message"]
    assert events[1]["message"]["html"] == "<i>for</i> Ana"


def test_a_page_that_does_not_read_is_told_that_it_lost_something():
    async def overflow():
        from bot.simulator.events import _Listener

        events = Events()
        listener = _Listener(0)
        events._listeners.add(listener)
        for _ in range(600):
            events.tell(1, "message")
        return [listener.waiting.get_nowait() for _ in range(listener.waiting.qsize())]

    lines = asyncio.run(overflow())
    assert json.loads(lines[0][6:]) == {"person": 0, "kind": "lost"}
    assert len(lines) <= 500


def test_advancing_the_clock_wakes_who_sleeps_on_it():
    async def sleep():
        clock = Clock()
        sleeper = asyncio.create_task(clock.sleep(3600))
        await asyncio.sleep(0)
        clock.advance(3601)
        await asyncio.wait_for(sleeper, 5)

    asyncio.run(sleep())
    with pytest.raises(ValueError, match="backwards"):
        Clock().advance(-1)
