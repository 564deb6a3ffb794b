"""`shoal doctor`: looks at everything the bot needs and says what is well, and what to do where it is not."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from pathlib import Path

import aiohttp

from bot.app import open_database, open_wire
from bot.courier.fate import fate_of
from bot.courier.wire import Wire
from bot.settings import Settings

_TELEGRAM = "https://api.telegram.org"
# Seconds by which the clock may differ; dates in messages and leases of lanes hang on it.
_CLOCK_MAY_DIFFER = 30.0
_ROOM_ON_DISK = 200 * 2**20  # bytes
_MANY_WAITING = 1000
_LATE = 60.0  # seconds
_PATIENCE = 10.0  # seconds for one answer from outside


class State(StrEnum):
    """well; note: it works, but somebody should know; wrong: it will not work."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """What was looked at, how it is, and a sentence."""

    what: str
    state: State
    says: str


def _well(what: str, says: str) -> Finding:
    return Finding(what, State.WELL, says)


def _note(what: str, says: str) -> Finding:
    return Finding(what, State.NOTE, says)


def _wrong(what: str, says: str) -> Finding:
    return Finding(what, State.WRONG, says)


async def examine(settings: Settings) -> list[Finding]:
    """Look at everything. Nothing is changed, but that the database gets its tables where it has none."""
    findings = _settings(settings)
    findings += await asyncio.to_thread(_database, settings)
    findings += await asyncio.to_thread(_model)
    if settings.bot_token.get_secret_value():
        findings += await _telegram(settings)
    return [*findings, await _kindly("clock", _clock, settings)]


async def _telegram(settings: Settings) -> list[Finding]:
    wire = open_wire(settings)
    await wire.open()
    try:
        return [await _kindly("token", _token, wire), await _kindly("updates", _updates, wire, settings)]
    finally:
        await wire.close()


def _settings(settings: Settings) -> list[Finding]:
    findings = []
    if not settings.bot_token.get_secret_value():
        findings.append(_wrong("settings", "BOT_TOKEN is missing: ask @BotFather for one and put it into .env."))
    if not settings.admin_ids:
        findings.append(_note("settings", "ADMIN_IDS is empty: nobody can let firms in."))
    if settings.webhook_url and not settings.webhook_secret.get_secret_value():
        findings.append(_wrong("settings", "WEBHOOK_SECRET is missing: anybody could speak for anybody."))
    if settings.webhook_url and not settings.webhook_url.startswith("https://"):
        findings.append(_wrong("settings", "WEBHOOK_URL must begin with https://, says Telegram."))
    return findings or [_well("settings", "everything needed is set")]


def _database(settings: Settings) -> list[Finding]:
    try:
        database = open_database(settings)
    except Exception as error:
        why = type(error).__name__
        return [_wrong("database", f"It cannot be opened ({why}): look at DATABASE_URL, and whether it runs.")]
    try:
        with database.writing() as store:
            now = store.traffic(now=datetime.now(UTC))
        engine = database.engine.dialect.name
    except Exception as error:
        return [_wrong("database", f"It cannot be written ({type(error).__name__}): look at rights and room.")]
    finally:
        database.close()
    waits = max([now.updates.lag, *(queue.lag for queue in now.messages.values())])
    findings = [_well("database", f"{engine} can be read and written")]
    if waits > _LATE:
        findings.append(_note("traffic", f"Something has been due for {waits:.0f} s: is the bot running?"))
    if now.aside:
        findings.append(_note("traffic", f"{now.aside} updates or chores failed for good; the log names them."))
    return findings + _disk(settings)


def _disk(settings: Settings) -> list[Finding]:
    if not settings.database_url.startswith("sqlite:///"):
        return []
    free = shutil.disk_usage(Path(settings.database_url.removeprefix("sqlite:///")).absolute().parent).free
    if free < _ROOM_ON_DISK:
        return [_note("disk", f"Only {free // 2**20} MB are free beside the database.")]
    return [_well("disk", f"{free // 2**30} GB free")]


def _model() -> list[Finding]:
    from bot.search.encoders import Wish, encoders

    found = encoders(Wish())
    if not found:
        return [_note("model", "No language model loads: firms are found by their words and the lexicon alone.")]
    return [_well("model", ", ".join(encoder.id for encoder in found))]


async def _token(wire: Wire) -> Finding:
    try:
        me = await wire.me()
    except Exception as error:
        if fate_of(error).code != "token_refused":
            raise
        return _wrong("token", "Telegram does not know this BOT_TOKEN.")
    return _well("token", f"@{me.username}")


async def _updates(wire: Wire, settings: Settings) -> Finding:
    """Whether Telegram brings updates where this bot waits for them, and how many it still holds."""
    hook = await wire.webhook_state()
    waiting = f"{hook.pending_update_count} updates wait at Telegram"
    if (hook.url or "") != settings.webhook_url:
        there = "a webhook somewhere else" if hook.url else "no webhook"
        return _note("updates", f"Telegram has {there}; this bot will set that right when it starts. {waiting}.")
    if hook.last_error_message:
        return _note("updates", f"Telegram could not deliver lately: {hook.last_error_message}. {waiting}.")
    if hook.pending_update_count > _MANY_WAITING:
        return _note("updates", f"{waiting}: is the bot running?")
    return _well("updates", f"{'webhook' if hook.url else 'long polling'}; {waiting}")


async def _clock(settings: Settings) -> Finding:
    timeout = aiohttp.ClientTimeout(total=_PATIENCE)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        asked = session.head(settings.api_url or _TELEGRAM, proxy=settings.proxy_url or None, allow_redirects=False)
        async with asked as answer:
            there = parsedate_to_datetime(answer.headers["Date"])
    differs = abs((datetime.now(UTC) - there).total_seconds())
    if differs > _CLOCK_MAY_DIFFER:
        return _wrong("clock", f"This machine's clock differs by {differs:.0f} s: let it be set by NTP.")
    return _well("clock", "agrees with Telegram's")


async def _kindly(what: str, look: Callable[..., Awaitable[Finding]], *given: object) -> Finding:
    """A look at something outside: that it cannot be reached is a finding as well."""
    try:
        async with asyncio.timeout(_PATIENCE):
            return await look(*given)
    except Exception as error:
        return _wrong(what, f"Telegram cannot be reached ({type(error).__name__}): look at the network and PROXY_URL.")
