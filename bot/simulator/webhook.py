"""Delivery to a webhook: one queue per chat for messages and per person for taps, one request in flight in each."""

from __future__ import annotations

import asyncio
from collections import deque

import aiohttp

from bot.simulator.errors import JSON
from bot.simulator.updates import Update
from bot.simulator.world import Bot, World

_LONGEST_RETRY_AFTER = 3600.0


class Webhook:
    """A webhook that is set: keeps trying each update until it is taken or expires, in the order of its queue."""

    def __init__(self, world: World, bot: Bot, url: str, *, secret: str, most: int) -> None:
        self._world = world
        self._bot = bot
        self._url = url
        self._secret = secret
        self._most = most
        self._slots = asyncio.Semaphore(most)
        self._lanes: dict[tuple[str, int], deque[Update]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None
        self._error: tuple[int, str] | None = None

    def put(self, update: Update) -> None:
        """Queue an update behind the others of its lane."""
        lane = self._lanes.get(update.lane)
        if lane is not None:
            lane.append(update)
            return
        self._lanes[update.lane] = deque([update])
        task = asyncio.get_running_loop().create_task(self._run(update.lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Stop delivering; what is left stays in the bot's inbox."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()

    def state(self) -> JSON:
        """For getWebhookInfo."""
        shown: JSON = {"url": self._url, "max_connections": self._most, "ip_address": "127.0.0.1"}
        if self._error is not None:
            shown["last_error_date"], shown["last_error_message"] = self._error
        return shown

    async def _run(self, key: tuple[str, int]) -> None:
        lane = self._lanes[key]
        while lane:
            await self._deliver(lane[0])
            self._bot.inbox.done(lane[0])
            self._bot.inbox.took(lane.popleft())
        del self._lanes[key]

    async def _deliver(self, update: Update) -> None:
        pause = 0.0
        while self._world.clock.now() < update.expires:
            async with self._slots:
                taken, asked = await self._post(update)
            if taken:
                return
            await self._world.clock.sleep(min(asked, _LONGEST_RETRY_AFTER) if asked is not None else pause)
            pause = min(pause * 2 or min(2.0, self._world.retry_cap), self._world.retry_cap)

    async def _post(self, update: Update) -> tuple[bool, float | None]:
        """One try: was it taken, and which pause did the answer ask for."""
        if self._session is None:
            timeout = aiohttp.ClientTimeout(total=self._world.webhook_timeout)
            self._session = aiohttp.ClientSession(timeout=timeout, connector=aiohttp.TCPConnector(limit=0))
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._secret} if self._secret else {}
        try:
            async with self._session.post(
                self._url, json=update.body(), headers=headers, allow_redirects=False
            ) as answer:
                body = await answer.read()
                if 200 <= answer.status < 300:
                    await self._reply(answer.content_type, body)
                    return True, None
                self._fail(f"Wrong response from the webhook: {answer.status} {answer.reason}")
                asked = answer.headers.get("Retry-After", "")
                return False, float(asked) if asked.isdecimal() else None
        except (aiohttp.ClientError, TimeoutError, OSError) as problem:
            self._fail("Read timeout expired" if isinstance(problem, TimeoutError) else "Connection failed")
            return False, None

    def _fail(self, reason: str) -> None:
        self._error = (int(self._world.clock.now()), reason)

    async def _reply(self, kind: str, body: bytes) -> None:
        """A method may stand in the answer itself; its result is not told to anybody."""
        if body[:1] == b"{" and kind == "application/json" and self._world.on_reply is not None:
            await self._world.on_reply(self._world, self._bot, body)
