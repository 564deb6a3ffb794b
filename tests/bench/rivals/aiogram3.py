"""aiogram 3 with SQLAlchemy's ORM over aiosqlite. `python -m tests.bench.rivals.aiogram3 <Bot API> <database>`"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

from aiogram import Bot, Dispatcher
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message
from sqlalchemy import event
from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from tests.bench.rivals import card


class Base(DeclarativeBase):
    pass


class Buyer(Base):
    __tablename__ = "buyer"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    language: Mapped[str]


class Draft(Base):
    __tablename__ = "draft"
    id: Mapped[int] = mapped_column(primary_key=True)
    buyer: Mapped[int]
    text: Mapped[str]
    show_price: Mapped[int]


async def main(api: str, file: str) -> None:
    """Poll and answer until killed."""
    base, token = api.rsplit("/bot", 1)
    engine = create_async_engine(f"sqlite+aiosqlite:///{file}")
    event.listen(engine.sync_engine, "connect", _on_connect)
    sessions = async_sessionmaker(engine, expire_on_commit=False)
    writer = asyncio.Lock()  # SQLite has one writer; without it, some would be told that it is locked
    dispatcher = Dispatcher()

    @dispatcher.callback_query()
    async def answer(tap: CallbackQuery) -> None:
        assert tap.data is not None and isinstance(tap.message, Message)
        _, number, show = tap.data.split("~")
        async with writer, sessions() as session, session.begin():
            buyer = await session.get_one(Buyer, tap.from_user.id)
            draft = await session.get_one(Draft, int(number))
            draft.show_price = int(show)
        text, button = card(buyer.name, draft.text, draft.id, draft.show_price)
        await tap.answer()
        keyboard = InlineKeyboardMarkup(inline_keyboard=[[InlineKeyboardButton(text="Price", callback_data=button)]])
        await tap.message.edit_text(text, parse_mode="HTML", reply_markup=keyboard)

    bot = Bot(token, session=AiohttpSession(api=TelegramAPIServer.from_base(base)))
    await dispatcher.start_polling(bot)


def _on_connect(connection: Any, _record: Any) -> None:
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL"):
        connection.execute(f"PRAGMA {pragma}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
