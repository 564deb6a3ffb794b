"""The only file that calls Telegram to say something, and the bot's other calls to it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar
from urllib.parse import urlencode

import telegram
from telegram import (
    Bot,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputMediaDocument,
    InputMediaPhoto,
    InputMediaVideo,
    InputTextMessageContent,
    KeyboardButton,
    LinkPreviewOptions,
    ReplyKeyboardMarkup,
)
from telegram.constants import ParseMode
from telegram.error import BadRequest

from bot.courier.fate import CANNOT_PARSE, CARD_LOST, FILE_REFUSED, NOT_MODIFIED, says
from bot.courier.pieces import Piece, pieces
from bot.courier.request import AiohttpRequest
from bot.courier.split import MOST_TEXT, fits, plain, units
from bot.domain.goods import Attachment, FileKind
from bot.screens.articles import Article, Articles
from bot.screens.message import Button, Message, School

_log = logging.getLogger(__name__)
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)
_MOST_TOAST = 200
_INLINE_CACHE = 60  # seconds
_T = TypeVar("_T")
_Before = Callable[[], Awaitable[None]]
_Markup = InlineKeyboardMarkup | ReplyKeyboardMarkup | telegram.ForceReply | None


class FileTooBigError(Exception):
    """The file is larger than what the caller is ready to take."""


async def _at_once(_done: int) -> None:
    """Say every piece without waiting."""


def connect(
    token: str, *, base_url: str = "", base_file_url: str = "", proxy: str | None = None, read_timeout: float = 15.0
) -> Wire:
    """A wire to Telegram, or to a server like it (`http://127.0.0.1:8081/bot`, `…/file/bot`). `open` it before use."""
    request = AiohttpRequest(proxy=proxy, read_timeout=read_timeout)
    places: dict[str, Any] = {"base_url": base_url, "base_file_url": base_file_url}
    given = {name: place for name, place in places.items() if place}
    return Wire(Bot(token, request=request, get_updates_request=request, **given))


class Wire:
    """The bot's line to Telegram. Errors are telegram.error's; bot.courier.fate reads them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def open(self) -> None:
        """Open the HTTP session; makes no call, so it works while Telegram cannot be reached."""
        await self._bot.request.initialize()

    async def close(self) -> None:
        """Close the HTTP session."""
        await self._bot.request.shutdown()

    async def me(self) -> telegram.User:
        """The bot's own user: id, username, name."""
        return await self._bot.get_me()

    async def say(
        self,
        chat: int,
        message: Message,
        *,
        standing: int | None = None,
        skip: int = 0,
        before: Callable[[int], Awaitable[None]] = _at_once,
        paid: bool = False,
    ) -> int:
        """Say a message; returns the id of the one that holds its buttons.

        standing: a message that this one replaces; it is edited where it can be, else a new one is sent, or nothing
        where the message is quiet.
        skip: pieces that arrived at an earlier attempt. before: awaited ahead of each call, a second try of the same
        piece included, given how many pieces were said. paid: Stars may be spent on it.
        """
        parts = pieces(message)
        if standing is not None:
            edited = _editable(message, parts) and await self._edit(chat, standing, message, partial(before, 0))
            if edited or message.quiet:
                return standing
        said = 0
        for done, piece in enumerate(parts[skip:], start=skip):
            markup = _markup(message) if piece.last else None
            said = await self._send(chat, piece, markup, partial(before, done), paid)
        return said

    async def take_buttons(self, chat: int, message_id: int) -> None:
        """Take the buttons from a message that was overtaken."""
        await self._bot.edit_message_reply_markup(chat, message_id, reply_markup=None)

    async def answer(self, callback: str, text: str = "", alert: bool = False) -> None:
        """Answer a tap: blank, with a short line, or with a box that must be closed."""
        if units(text) > _MOST_TOAST:
            text = text[: _MOST_TOAST // 2]  # whatever it is made of, half as many characters fit
        await self._bot.answer_callback_query(callback, text=text or None, show_alert=alert)

    async def answer_inline(self, query: str, articles: Articles) -> None:
        """Answer an inline query; Telegram may give the same answer again for a minute."""
        await self._bot.answer_inline_query(
            query,
            [_article(one) for one in articles.every],
            cache_time=_INLINE_CACHE,
            is_personal=True,
            button=InlineQueryResultsButton(articles.hint[:64], start_parameter=articles.start),
        )

    async def download(self, file_id: str, limit: int) -> bytes:
        """The content of a file that somebody sent; FileTooBigError above `limit` bytes."""
        file = await self._bot.get_file(file_id)
        if (file.file_size or 0) > limit:
            raise FileTooBigError
        content = bytes(await file.download_as_bytearray())
        if len(content) > limit:
            raise FileTooBigError
        return content

    async def commands(self, commands: Mapping[str, Iterable[tuple[str, str]]]) -> None:
        """Set the menu of commands of each language (two letters; "" is for everybody else)."""
        for language, entries in commands.items():
            await self._bot.set_my_commands([(name, text) for name, text in entries], language_code=language or None)

    async def updates(self, offset: int, *, allowed: Iterable[str], seconds: int) -> list[dict[str, Any]]:
        """Raw updates from `offset` on, waiting up to `seconds` for the first; asking confirms all earlier ones."""
        asked = {"offset": offset, "limit": 100, "timeout": seconds, "allowed_updates": json.dumps(list(allowed))}
        found = await self._bot.request.post(
            f"{self._bot.base_url}/getUpdates?{urlencode(asked)}", read_timeout=seconds + 10
        )
        return found if isinstance(found, list) else []

    async def listen_at(self, url: str, *, secret: str, allowed: Iterable[str]) -> None:
        """Have updates brought to this address, with the secret in their header; what waits is kept."""
        await self._bot.set_webhook(url, secret_token=secret, allowed_updates=list(allowed), drop_pending_updates=False)

    async def webhook_state(self) -> telegram.WebhookInfo:
        """Where updates are brought, how many wait, and what went wrong last."""
        return await self._bot.get_webhook_info()

    async def forget_webhook(self) -> None:
        """Have updates brought nowhere, so that they can be asked for; what waits is kept."""
        await self._bot.delete_webhook(drop_pending_updates=False)

    async def _edit(self, chat: int, standing: int, message: Message, before: _Before) -> bool:
        """Edit the standing message; False: it cannot be edited any more."""
        keyboard = _markup(message)
        inline = keyboard if isinstance(keyboard, InlineKeyboardMarkup) else None

        async def edit(text: str, mode: str | None) -> None:
            await self._bot.edit_message_text(
                text, chat, standing, parse_mode=mode, reply_markup=inline, link_preview_options=_NO_PREVIEW
            )

        try:
            await _marked_up(edit, message.text, chat, before)
        except BadRequest as error:
            if says(error, NOT_MODIFIED):
                return True
            if says(error, *CARD_LOST):
                return False
            raise
        return True

    async def _send(self, chat: int, piece: Piece, markup: _Markup, before: _Before, paid: bool) -> int:
        """Send one piece. A file that Telegram does not take is left out; what was to be read still arrives."""

        async def send(text: str, mode: str | None) -> int:
            return await self._call(chat, replace(piece, text=text), mode, markup, paid or None)

        try:
            return await _marked_up(send, piece.text, chat, before)
        except BadRequest as error:
            if not (piece.files or piece.picture) or not says(error, *FILE_REFUSED):
                raise
            _log.error("a file was refused and left out: chat=%s", chat)
            return await self._send(chat, Piece(piece.text), markup, before, paid) if piece.text else 0

    async def _call(self, chat: int, piece: Piece, mode: str | None, markup: _Markup, paid: bool | None) -> int:
        text, files, bot = piece.text, piece.files, self._bot
        more: dict[str, Any] = {"allow_paid_broadcast": paid}
        if len(files) > 1:
            album = await bot.send_media_group(chat, [_media(file) for file in files], **more)
            return album[-1].message_id
        more |= {"parse_mode": mode, "reply_markup": markup}
        if piece.picture is not None:
            drawn = await _drawn(piece.picture)
            return (await bot.send_photo(chat, drawn, caption=text or None, **more)).message_id
        if not files:
            return (await bot.send_message(chat, text, link_preview_options=_NO_PREVIEW, **more)).message_id
        file, more["caption"] = files[0].file, text or None
        match files[0].kind:
            case FileKind.PHOTO:
                return (await bot.send_photo(chat, file, **more)).message_id
            case FileKind.VIDEO:
                return (await bot.send_video(chat, file, **more)).message_id
            case FileKind.VOICE:
                return (await bot.send_voice(chat, file, **more)).message_id
            case FileKind.DOCUMENT:
                return (await bot.send_document(chat, file, **more)).message_id


async def _drawn(picture: School) -> telegram.InputFile:
    """The picture, drawn in a thread; what draws is imported when the first one is wanted, for a quicker start."""
    from bot.courier.drawing import draw

    return telegram.InputFile(await asyncio.to_thread(draw, picture), filename="shoal.jpg")


async def _marked_up(call: Callable[[str, str | None], Awaitable[_T]], text: str, chat: int, before: _Before) -> _T:
    """Call with the text as HTML; where Telegram cannot read it that way, plain: a reader must not miss it."""
    await before()
    try:
        return await call(text, ParseMode.HTML)
    except BadRequest as error:
        if not says(error, CANNOT_PARSE):
            raise
    _log.error("markup was refused, sent plain: chat=%s", chat)
    await before()
    return await call(plain(text), None)


def _editable(message: Message, parts: tuple[Piece, ...]) -> bool:
    """Can it take the place of a standing text? Files and keyboards for contacts cannot be put in by an edit."""
    written = not (parts[0].files or parts[0].picture)
    return len(parts) == 1 and written and not message.ask_contact and fits(message.text, MOST_TEXT)


def _markup(message: Message) -> _Markup:
    """The buttons. A keyboard that shares a number and buttons under the message exclude each other: the first wins."""
    if message.ask_contact:
        share = KeyboardButton(message.ask_contact, request_contact=True)
        return ReplyKeyboardMarkup(
            [[share]],
            resize_keyboard=True,
            one_time_keyboard=True,
            input_field_placeholder=message.placeholder[:64] or None,
        )
    if message.rows:
        return InlineKeyboardMarkup([[_button(button) for button in row] for row in message.rows])
    if message.placeholder:
        return telegram.ForceReply(input_field_placeholder=message.placeholder[:64])
    return None


def _button(button: Button) -> InlineKeyboardButton:
    return InlineKeyboardButton(
        button.label, url=button.url or None, callback_data=button.press or None, style=button.style or None
    )


def _article(one: Article) -> InlineQueryResultArticle:
    said = InputTextMessageContent(one.text, parse_mode=ParseMode.HTML, link_preview_options=_NO_PREVIEW)
    keyboard = InlineKeyboardMarkup([[_button(one.button)]])
    return InlineQueryResultArticle(one.id, one.title, said, description=one.description or None, reply_markup=keyboard)


def _media(file: Attachment) -> InputMediaPhoto | InputMediaVideo | InputMediaDocument:
    match file.kind:
        case FileKind.PHOTO:
            return InputMediaPhoto(file.file)
        case FileKind.VIDEO:
            return InputMediaVideo(file.file)
        case _:
            return InputMediaDocument(file.file)
