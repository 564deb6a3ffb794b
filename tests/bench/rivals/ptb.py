"""python-telegram-bot's Application with its own HTTP client, httpx, and bare sqlite3.

`python -m tests.bench.rivals.ptb <Bot API with token> <database> [all]`; all: many updates at the same time.
"""

from __future__ import annotations

import sys

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

from tests.bench.rivals import open_file, step


def main(api: str, file: str, at_once: str = "") -> None:
    """Poll and answer until killed."""
    database = open_file(file)
    base, token = api.rsplit("/bot", 1)

    async def answer(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        tap = update.callback_query
        assert tap is not None and tap.data is not None
        text, button = step(database, tap.from_user.id, tap.data)
        await tap.answer()
        keyboard = InlineKeyboardMarkup([[InlineKeyboardButton("Price", callback_data=button)]])
        await tap.edit_message_text(text, parse_mode="HTML", reply_markup=keyboard)

    building = Application.builder().token(token).base_url(f"{base}/bot")
    app = building.concurrent_updates(bool(at_once)).build()
    app.add_handler(CallbackQueryHandler(answer))
    app.run_polling()


if __name__ == "__main__":
    main(*sys.argv[1:])
