from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from telegram import Bot, InputFile
from telegram.error import BadRequest, ChatMigrated, NetworkError, RetryAfter, TelegramError, TimedOut

from bot.courier.request import AiohttpRequest, UnansweredError

TOKEN = "123456:" + "A" * 35
Answer = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def bot_at(answer: Answer, **options: Any) -> AsyncIterator[Bot]:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    request = AiohttpRequest(**options)
    await request.initialize()
    try:
        yield Bot(TOKEN, f"http://127.0.0.1:{port}/bot", f"http://127.0.0.1:{port}/file/bot", request=request)
    finally:
        await request.shutdown()
        await runner.cleanup()


def message(**more: Any) -> web.Response:
    body = {"message_id": 1, "date": 1, "chat": {"id": 7, "type": "private"}, **more}
    return web.json_response({"ok": True, "result": body})


def refusal(status: int, **more: Any) -> web.Response:
    return web.json_response(
        {"ok": False, "error_code": status, "description": "Bad Request: no", **more}, status=status
    )


def run(answer: Answer, use: Callable[[Bot], Awaitable[None]], **options: Any) -> None:
    async def go() -> None:
        async with bot_at(answer, **options) as bot:
            await use(bot)

    asyncio.run(go())


def test_parameters_arrive_as_a_form() -> None:
    seen: dict[str, Any] = {}

    async def answer(request: web.Request) -> web.Response:
        seen.update(await request.post())
        seen["path"] = request.path
        return message(text="x")

    async def use(bot: Bot) -> None:
        assert (await bot.send_message(7, "Grüße & <b>+</b> 📦")).message_id == 1

    run(answer, use)
    assert seen == {"chat_id": "7", "text": "Grüße & <b>+</b> 📦", "path": f"/bot{TOKEN}/sendMessage"}


def test_files_arrive_with_their_names_as_multipart() -> None:
    seen: dict[str, Any] = {}

    async def answer(request: web.Request) -> web.Response:
        form = await request.post()
        upload = form["document"]
        assert isinstance(upload, web.FileField)
        seen.update(name=upload.filename, data=upload.file.read(), caption=form["caption"])
        return message()

    async def use(bot: Bot) -> None:
        await bot.send_document(7, InputFile(b"a;b", filename="Größe.csv"), caption="größer")

    run(answer, use)
    assert seen == {"name": "Größe.csv", "data": b"a;b", "caption": "größer"}


def test_a_file_is_fetched_as_bytes() -> None:
    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=b"\x00\xff")

    async def use(bot: Bot) -> None:
        assert await bot.request.retrieve(f"{bot.base_file_url}/documents/1") == b"\x00\xff"

    run(answer, use)


def test_silence_is_a_time_out_without_the_address_in_it() -> None:
    async def answer(request: web.Request) -> web.Response:
        await asyncio.sleep(5)
        return message()

    async def use(bot: Bot) -> None:
        with pytest.raises(TimedOut) as caught:
            await bot.send_message(7, "x")
        assert TOKEN not in repr(caught.value) and caught.value.__cause__ is None

    run(answer, use, read_timeout=0.05)


def test_a_connection_that_breaks_after_the_request_left_is_unanswered() -> None:
    async def answer(request: web.Request) -> web.Response:
        assert request.transport is not None
        request.transport.close()
        return message()

    async def use(bot: Bot) -> None:
        with pytest.raises(UnansweredError):
            await bot.send_message(7, "x")

    run(answer, use)


def test_a_refused_connection_is_a_network_error_that_nothing_was_sent_for() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]

    async def go() -> None:
        request = AiohttpRequest()
        await request.initialize()
        bot = Bot(TOKEN, f"http://127.0.0.1:{port}/bot", request=request)
        with pytest.raises(NetworkError) as caught:
            await bot.send_message(7, "x")
        assert not isinstance(caught.value, TimedOut | UnansweredError)
        assert TOKEN not in repr(caught.value)
        await request.shutdown()

    asyncio.run(go())


def test_a_bad_address_does_not_show_in_the_error() -> None:
    async def go() -> None:
        request = AiohttpRequest()
        await request.initialize()
        with pytest.raises(TelegramError) as caught:
            await request.post(f"nonsense://{TOKEN}")
        assert TOKEN not in repr(caught.value) + repr(caught.value.__cause__)
        await request.shutdown()

    asyncio.run(go())


@pytest.mark.parametrize(
    ("response", "error"),
    [
        (lambda: refusal(400), BadRequest),
        (lambda: refusal(429, parameters={"retry_after": 7}), RetryAfter),
        (lambda: refusal(400, parameters={"migrate_to_chat_id": -1009990001}), ChatMigrated),
        (lambda: web.Response(status=502, text="<html>"), NetworkError),
    ],
)
def test_what_telegram_refuses_is_raised_as_its_own_error(
    response: Callable[[], web.Response], error: type[TelegramError]
) -> None:
    async def answer(request: web.Request) -> web.Response:
        return response()

    async def use(bot: Bot) -> None:
        with pytest.raises(error):
            await bot.send_message(7, "x")

    run(answer, use)


def test_before_it_is_opened_nothing_is_sent() -> None:
    async def go() -> None:
        with pytest.raises(NetworkError):
            await AiohttpRequest().post("http://127.0.0.1/")

    asyncio.run(go())
