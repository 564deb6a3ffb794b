"""Bot API methods that bring updates to the bot: long polling, and the webhook's setting and state."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from bot.simulator.call import Call
from bot.simulator.errors import JSON, ApiError, BadRequestError
from bot.simulator.webhook import Webhook
from bot.simulator.world import Bot

_OTHER_POLL = "terminated by other getUpdates request; make sure that only one bot instance is running"
_WEBHOOK = "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_LONGEST_POLL = 50.0


async def get_updates(call: Call) -> list[JSON]:
    """getUpdates: waits really; the offset confirms; a second poll ends the first with 409."""
    bot, params = call.bot, call.params
    if bot.webhook is not None:
        raise ApiError(409, f"Conflict: {_WEBHOOK}")
    _end_poll(bot, _OTHER_POLL)
    if (allowed := params.json("allowed_updates")) is not None:
        bot.inbox.allow(_kinds(allowed))
    if offset := params.integer("offset"):
        bot.inbox.confirm(offset)
    limit = min(max(params.integer("limit", 100), 1), 100)
    batch = bot.inbox.batch(limit)
    timeout = min(float(params.integer("timeout")), _LONGEST_POLL)
    if batch or timeout <= 0:
        return batch
    poll = bot.poll = asyncio.get_running_loop().create_future()
    try:
        await asyncio.wait_for(poll, timeout)
    except TimeoutError:
        return []
    finally:
        if bot.poll is poll:
            bot.poll = None
    return bot.inbox.batch(limit)


def _end_poll(bot: Bot, reason: str) -> None:
    if bot.poll is not None and not bot.poll.done():
        bot.poll.set_exception(ApiError(409, f"Conflict: {reason}"))


def _kinds(allowed: Any) -> list[str]:
    if not isinstance(allowed, list):
        raise BadRequestError("can't parse allowed updates: expected an Array of String")
    return [str(kind) for kind in allowed]


async def set_webhook(call: Call) -> bool:
    """setWebhook: http is allowed here, since the bot stands on the same machine."""
    bot, params = call.bot, call.params
    url, secret = params.text("url").strip(), params.text("secret_token")
    if not url:
        return await delete_webhook(call)
    if not re.match(r"https?://[^/\s]+", url):
        raise BadRequestError("bad webhook: an HTTPS URL must be provided for webhook")
    if secret and not _SECRET.fullmatch(secret):
        raise BadRequestError("secret token contains unallowed characters")
    if (allowed := params.json("allowed_updates")) is not None:
        bot.inbox.allow(_kinds(allowed))
    _end_poll(bot, "terminated by setWebhook request")
    await _close(bot)
    if params.flag("drop_pending_updates"):
        bot.inbox.drop()
    most = min(max(params.integer("max_connections", 40), 1), 100)
    bot.webhook = Webhook(call.world, bot, url, secret=secret, most=most)
    for update in list(bot.inbox.waiting.values()):
        bot.webhook.put(update)
    return True


async def delete_webhook(call: Call) -> bool:
    """deleteWebhook: what was not delivered waits for getUpdates."""
    await _close(call.bot)
    if call.params.flag("drop_pending_updates"):
        call.bot.inbox.drop()
    return True


async def _close(bot: Bot) -> None:
    webhook, bot.webhook = bot.webhook, None
    if webhook is not None:
        await webhook.close()


def get_webhook_info(call: Call) -> JSON:
    """GetWebhookInfo."""
    bot = call.bot
    info: JSON = {"url": "", "has_custom_certificate": False, "pending_update_count": bot.inbox.pending()}
    if bot.inbox.allowed is not None:
        info["allowed_updates"] = sorted(bot.inbox.allowed)
    if bot.webhook is not None:
        info.update(bot.webhook.state())
    return info


METHODS: dict[str, Any] = {
    "getUpdates": get_updates,
    "setWebhook": set_webhook,
    "deleteWebhook": delete_webhook,
    "getWebhookInfo": get_webhook_info,
}
