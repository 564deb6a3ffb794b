"""How updates reach the bot: long polling, expiry, holding back, webhooks."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from aiohttp import web


def test_an_update_comes_again_until_it_is_confirmed(stage):
    ana = stage.talker()
    ana.says("one")
    ana.says("two")
    first, second = stage.updates()
    assert stage.updates() == [first, second]
    assert stage.updates(offset=second["update_id"]) == [second]
    assert stage.result("getUpdates", offset=second["update_id"] + 1) == []


def test_limit_and_negative_offset_narrow_a_batch(stage):
    ana = stage.talker()
    for text in "abc":
        ana.says(text)
    assert len(stage.result("getUpdates", limit=2)) == 2
    assert [update["message"]["text"] for update in stage.result("getUpdates", offset=-1)] == ["c"]


def test_a_poll_waits_for_what_comes(stage):
    ana = stage.talker()
    with ThreadPoolExecutor() as pool:
        poll = pool.submit(stage.result, "getUpdates", timeout=20)
        _until(lambda: stage.world.bot.poll is not None)
        ana.says("at last")
        assert poll.result(5)[0]["message"]["text"] == "at last"


def test_an_empty_poll_waits_its_time_out(stage):
    begun = time.monotonic()
    assert stage.result("getUpdates", timeout=1) == []
    assert time.monotonic() - begun >= 0.99


def test_the_earlier_of_two_polls_gets_the_conflict(stage):
    ana = stage.talker()
    with ThreadPoolExecutor() as pool:
        earlier = pool.submit(stage.call, "getUpdates", timeout=20)
        _until(lambda: stage.world.bot.poll is not None)
        later = pool.submit(stage.call, "getUpdates", timeout=20)
        refused = earlier.result(5)
        assert refused["error_code"] == 409
        assert refused["description"].startswith("Conflict: terminated by other getUpdates request")
        ana.says("x")
        assert later.result(5)["ok"]


def test_wanted_kinds_are_remembered(stage):
    ana = stage.talker()
    stage.result("getUpdates", allowed_updates=["callback_query"])
    ana.says("unheard")
    ana.taps_data(1, "heard")
    assert [list(update)[1] for update in stage.updates()] == ["callback_query"]


def test_taps_expire_before_texts(stage):
    ana = stage.talker()
    ana.says("text")
    ana.taps_data(1, "tap")
    stage.post("/clock", advance=151)
    assert [list(update)[1] for update in stage.updates()] == ["message"]
    stage.post("/clock", advance=86_400)
    assert stage.result("getUpdates") == []


def test_held_updates_can_be_turned_around(stage):
    ana = stage.talker()
    stage.post("/hold", hold=True)
    ana.says("first")
    ana.taps_data(1, "second")
    assert stage.result("getUpdates") == []
    stage.post("/release", order="reversed")
    updates = stage.updates()
    assert [list(update)[1] for update in updates] == ["callback_query", "message"]
    assert updates[0]["update_id"] < updates[1]["update_id"]


def test_an_update_can_be_sent_again_after_it_was_confirmed(stage):
    ana = stage.talker()
    number = ana.says("twice")["update_id"]
    stage.result("getUpdates", offset=number + 1)
    stage.post("/duplicate", update_id=number)
    [again] = stage.updates(offset=number + 1)
    assert again["update_id"] == number
    assert stage.result("getUpdates", offset=number + 1) == []


class Hook:
    """A webhook that answers what it is told and notes what it gets."""

    def __init__(self) -> None:
        self.got: list[tuple[dict, str]] = []
        self.answers: list[web.Response] = []
        self.open = threading.Event()
        self.open.set()
        self.in_flight: list[int] = []
        self.most_in_flight = 0

    async def handle(self, request: web.Request) -> web.Response:
        update = json.loads(await request.read())
        self.got.append((update, request.headers.get("X-Telegram-Bot-Api-Secret-Token", "")))
        self.in_flight.append(update["update_id"])
        self.most_in_flight = max(self.most_in_flight, len(self.in_flight))
        while not self.open.is_set():
            await asyncio.sleep(0.005)
        self.in_flight.remove(update["update_id"])
        return self.answers.pop(0) if self.answers else web.Response()

    def texts(self) -> list[str]:
        return [u["message"]["text"] if "message" in u else u["callback_query"]["data"] for u, _ in self.got]


@pytest.fixture
def hook(stage):
    hook = Hook()

    async def serve():
        app = web.Application()
        app.router.add_post("/hook", hook.handle)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        return runner

    runner = stage.run(serve())
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield hook
    hook.open.set()
    stage.result("deleteWebhook")
    stage.run(runner.cleanup())


def _until(true, seconds=8.0):
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "this never came true"
        time.sleep(0.01)


def test_a_webhook_gets_what_waited_and_what_comes_with_its_secret(stage, hook):
    ana = stage.talker()
    ana.says("before")
    assert stage.result("setWebhook", url=hook.url, secret_token="s-e_c")
    ana.says("after")
    _until(lambda: hook.texts() == ["before", "after"])
    assert {secret for _, secret in hook.got} == {"s-e_c"}
    _until(lambda: stage.result("getWebhookInfo")["pending_update_count"] == 0)
    assert stage.call("getUpdates")["error_code"] == 409


def test_texts_of_a_chat_go_one_by_one_and_a_tap_overtakes_them(stage, hook):
    ana = stage.talker()
    stage.result("setWebhook", url=hook.url)
    hook.open.clear()
    ana.says("one")
    ana.says("two")
    ana.taps_data(1, "tap")
    _until(lambda: len(hook.got) == 2)
    assert sorted(hook.texts()) == ["one", "tap"]
    hook.open.set()
    _until(lambda: len(hook.got) == 3)
    assert hook.texts()[-1] == "two"


def test_a_failing_update_is_tried_again_and_holds_up_its_chat(stage, hook):
    stage.post("/settings", retry_cap=0.05)
    ana, ben = stage.talker(), stage.talker(first_name="Ben")
    hook.answers = [web.Response(status=500), web.Response(status=503)]
    stage.result("setWebhook", url=hook.url)
    ana.says("first")
    _until(lambda: len(hook.got) >= 1)
    ana.says("second")
    _until(lambda: hook.texts() == ["first", "first", "first", "second"])
    assert "503" in stage.result("getWebhookInfo")["last_error_message"]
    ben.says("other")
    _until(lambda: hook.texts()[-1] == "other")


def test_pauses_double_on_the_virtual_clock(stage, hook):
    ana = stage.talker()
    hook.answers = [web.Response(status=500) for _ in range(4)]
    stage.result("setWebhook", url=hook.url)
    ana.says("x")
    _until(lambda: len(hook.got) == 2)
    for tries, pause in ((3, 2), (4, 4), (5, 8)):
        stage.post("/clock", advance=pause)
        _until(lambda tries=tries: len(hook.got) == tries)


def test_retry_after_is_obeyed(stage, hook):
    ana = stage.talker()
    hook.answers = [web.Response(status=503, headers={"Retry-After": "500"})]
    stage.result("setWebhook", url=hook.url)
    ana.says("x")
    _until(lambda: len(hook.got) == 1)
    stage.post("/clock", advance=400)
    time.sleep(0.1)
    assert len(hook.got) == 1
    stage.post("/clock", advance=101)
    _until(lambda: len(hook.got) == 2)


def test_a_repeated_update_comes_twice_under_one_number(stage, hook):
    ana = stage.talker()
    stage.result("setWebhook", url=hook.url)
    number = ana.says("x")["update_id"]
    _until(lambda: len(hook.got) == 1)
    stage.post("/duplicate", update_id=number)
    _until(lambda: [update["update_id"] for update, _ in hook.got] == [number, number])


def test_a_method_in_the_webhooks_answer_is_carried_out(stage, hook):
    ana = stage.talker()
    hook.answers = [web.json_response({"method": "sendMessage", "chat_id": ana.person_id, "text": "by reply"})]
    stage.result("setWebhook", url=hook.url)
    ana.says("x")
    ana.sees("by reply")


def test_what_a_removed_webhook_did_not_take_waits_for_polling(stage, hook):
    ana = stage.talker()
    hook.answers = [web.Response(status=500)] * 2
    stage.result("setWebhook", url=hook.url)
    ana.says("kept")
    _until(lambda: len(hook.got) == 2)
    stage.result("deleteWebhook")
    assert stage.updates()[0]["message"]["text"] == "kept"
