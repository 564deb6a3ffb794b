"""The floor: bare aiohttp and sqlite3, no framework. `python -m tests.bench.rivals.floor <Bot API> <database>`"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from typing import Any

import aiohttp

from tests.bench.rivals import open_file, step


async def main(api: str, file: str) -> None:
    """Poll and answer until killed."""
    database, offset = open_file(file), 0
    async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as answers:
        while True:
            asked = {"offset": offset, "timeout": 50, "limit": 100}
            async with session.post(f"{api}/getUpdates", data=asked) as response:
                updates = (await response.json())["result"]
            for update in updates:
                offset = update["update_id"] + 1
                answers.create_task(answer(session, api, database, update["callback_query"]))


async def answer(session: aiohttp.ClientSession, api: str, database: sqlite3.Connection, tap: dict[str, Any]) -> None:
    """Stop the button's spinner and change its card."""
    text, button = step(database, tap["from"]["id"], tap["data"])
    message = tap["message"]
    edit = {
        "chat_id": message["chat"]["id"],
        "message_id": message["message_id"],
        "text": text,
        "parse_mode": "HTML",
        "reply_markup": json.dumps({"inline_keyboard": [[{"text": "Price", "callback_data": button}]]}),
    }
    for method, values in (("answerCallbackQuery", {"callback_query_id": tap["id"]}), ("editMessageText", edit)):
        async with session.post(f"{api}/{method}", data=values) as response:
            await response.read()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
