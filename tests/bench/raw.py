"""The baseline: the least a bot can do with a tap. It polls, writes one row with sqlite3, and answers; no framework.

`python -m tests.bench.raw <Bot API address with token> <database>`
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from typing import Any

import aiohttp


async def main(api: str, file: str) -> None:
    """Poll and answer until killed."""
    database = sqlite3.connect(file, isolation_level=None)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("PRAGMA synchronous=NORMAL")
    database.execute("CREATE TABLE IF NOT EXISTS tap (update_id INTEGER PRIMARY KEY, person INTEGER, data TEXT)")
    async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as answers:
        offset = 0
        while True:
            asked = {"offset": offset, "timeout": 50, "limit": 100}
            async with session.post(f"{api}/getUpdates", data=asked) as response:
                updates = (await response.json())["result"]
            for update in updates:
                offset = update["update_id"] + 1
                if tap := update.get("callback_query"):
                    row = (update["update_id"], tap["from"]["id"], tap["data"])
                    database.execute("INSERT OR IGNORE INTO tap VALUES (?, ?, ?)", row)
                    answers.create_task(answer(session, api, tap))


async def answer(session: aiohttp.ClientSession, api: str, tap: dict[str, Any]) -> None:
    """Stop the button's spinner and change its card."""
    message = tap["message"]
    edit = {
        "chat_id": message["chat"]["id"],
        "message_id": message["message_id"],
        "text": f"{message['text']}.",
        "reply_markup": json.dumps(message["reply_markup"]),
    }
    for method, values in (("answerCallbackQuery", {"callback_query_id": tap["id"]}), ("editMessageText", edit)):
        async with session.post(f"{api}/{method}", data=values) as response:
            await response.read()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
