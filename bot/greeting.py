"""What Telegram is told at a start: where to bring updates, and the commands. One process does it for all."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from bot.courier.wire import Wire
from bot.language.texts import Texts
from bot.reception.duty import Duty
from bot.reception.intake import ALLOWED_UPDATES
from bot.screens.start import commands
from bot.settings import Settings

log = logging.getLogger(__name__)


async def greet(wire: Wire, texts: Texts, duty: Duty, settings: Settings) -> None:
    """As soon as it is this process's duty. Without its menu of commands the bot answers as well."""
    await duty.held()
    if settings.webhook_url:
        await _have_updates_brought(wire, settings)
    with suppress(Exception):
        menus = {tag.split("-")[0]: commands(texts.words(tag)) for tag in texts.languages}
        await wire.commands({"": commands(texts.words("en")), **menus})


async def _have_updates_brought(wire: Wire, settings: Settings) -> None:
    """Until Telegram has understood: where it cannot be reached now it may be later."""
    wait = 1.0
    while True:
        try:
            secret = settings.webhook_secret.get_secret_value()
            return await wire.listen_at(settings.webhook_url, secret=secret, allowed=ALLOWED_UPDATES)
        except Exception as error:
            log.warning("the webhook could not be set yet: %s", type(error).__name__)
        await asyncio.sleep(wait)
        wait = min(60.0, wait * 2)
