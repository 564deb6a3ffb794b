"""Suppliers that answer by themselves: they read their leads, wait a little as people do, and quote, ask or pass.

They use the bot through their phones like everybody else: they see messages and tap the buttons under them.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from bot.demo.people import Agent
from bot.domain.lead import DeclineReason
from bot.domain.supplier import Product
from bot.screens.press import decode
from bot.screens.presses.quoting import FinishQuote, SendQuote
from bot.screens.presses.supplying import PassBecause, PassLead, QuoteLead
from bot.simulator import acts
from bot.simulator.errors import PhoneError
from bot.simulator.world import Chat, Message, World

LOOK_EVERY = 0.25  # seconds
SHARE_WHO_PASS = 0.15


class Robots:
    """All of them. `on`: whether they answer; what came while they were off is answered when they are switched on."""

    def __init__(
        self,
        world: World,
        agents: tuple[Agent, ...],
        *,
        seed: int = 1,
        pause: Callable[[random.Random], float] = lambda chance: chance.uniform(2.0, 9.0),
    ) -> None:
        self.on = True
        self._world = world
        self._agents = {agent.phone.person_id: agent for agent in agents}
        self._seen: dict[int, int] = {}
        self._answered: set[tuple[int, int]] = set()
        self._chance = random.Random(seed)
        self._pause = pause
        self._busy: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Watch every phone until cancelled."""
        while True:
            if self.on:
                for agent in self._agents.values():
                    self._look(agent)
            await asyncio.sleep(LOOK_EVERY)

    def _look(self, agent: Agent) -> None:
        chat = self._world.private_chat(agent.phone)
        if chat.rev == self._seen.get(chat.chat_id):
            return
        self._seen[chat.chat_id] = chat.rev
        for message in list(chat.messages.values())[-3:]:
            if message.by_bot and message.markup and message.rev > chat.last_act:
                self._react(agent, chat, message)

    def _react(self, agent: Agent, chat: Chat, message: Message) -> None:
        presses, card = _presses(message), (chat.chat_id, message.message_id)
        lead = presses.get(QuoteLead)
        if lead is not None and PassLead in presses and card not in self._answered:
            self._answered.add(card)
            self._later(self._answer_lead(agent, chat, message, lead))

    def _later(self, act: Any) -> None:
        task = asyncio.create_task(act)
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _answer_lead(self, agent: Agent, chat: Chat, message: Message, data: str) -> None:
        """One lead, from the first look to the quote that is sent."""
        await asyncio.sleep(self._pause(self._chance))
        if not self.on:
            self._seen.pop(chat.chat_id, None)
            self._answered.discard((chat.chat_id, message.message_id))
            return
        with contextlib.suppress(TimeoutError, PhoneError):
            if self._chance.random() < SHARE_WHO_PASS:
                await self._pass(agent, chat, message)
            else:
                await self._quote(agent, chat, message, data)

    async def _pass(self, agent: Agent, chat: Chat, message: Message) -> None:
        reason = self._chance.choice([DeclineReason.NO_CAPACITY, DeclineReason.TIMING, DeclineReason.OUT_OF_RANGE])
        await self._tap(agent, chat, lambda p: isinstance(p, PassLead), acted=False)
        await self._tap(agent, chat, lambda p: isinstance(p, PassBecause) and p.reason is reason)

    async def _quote(self, agent: Agent, chat: Chat, message: Message, data: str) -> None:
        before = chat.rev
        acts.taps(self._world, self._world.bot, chat, agent.phone, message.message_id, data)
        await self._until(lambda: chat.rev > before + 1)
        await asyncio.sleep(0.3)
        text = self._offer(agent, message)
        acts.types(self._world, self._world.bot, chat, agent.phone, text, forwarded=False)
        await self._tap(agent, chat, lambda p: isinstance(p, FinishQuote))
        await self._tap(agent, chat, lambda p: isinstance(p, SendQuote))

    def _offer(self, agent: Agent, message: Message) -> str:
        """A price near the firm's own, on the firm's usual terms."""
        said = str(message.body.get("text", ""))
        product = next((p for p in agent.products if p.name in said), agent.products[0])
        price = _price(product, self._chance)
        currency = product.price_low.currency if product.price_low else "USD"
        days = product.lead_time_days or 30
        city = agent.firm.city or ""
        return f"{price} {currency} FCA {city}, {days} days"

    async def _tap(self, agent: Agent, chat: Chat, wanted: Callable[[Any], bool], *, acted: bool = True) -> None:
        """Tap the first such button that is shown (after the last act, if the person has acted on this)."""
        found: list[tuple[int, str]] = []

        def look() -> bool:
            for message in reversed(chat.messages.values()):
                if message.by_bot and (message.rev > chat.last_act or not acted):
                    found.extend((message.message_id, data) for p, data in _buttons(message) if wanted(p))
            return bool(found)

        await self._until(look)
        await asyncio.sleep(0.2)
        acts.taps(self._world, self._world.bot, chat, agent.phone, *found[0])

    async def _until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not true():
                await asyncio.sleep(0.05)


def _price(product: Product, chance: random.Random) -> Decimal:
    low = product.price_low.amount if product.price_low else Decimal(5)
    high = product.price_high.amount if product.price_high else low * Decimal("1.2")
    return (low + (high - low) * Decimal(str(round(chance.random(), 3)))).quantize(Decimal("0.01"))


def _buttons(message: Message) -> list[tuple[Any, str]]:
    rows = (message.markup or {}).get("inline_keyboard", [])
    return [(decode(b["callback_data"]), b["callback_data"]) for row in rows for b in row if "callback_data" in b]


def _presses(message: Message) -> dict[type[Any], str]:
    return {type(press): data for press, data in _buttons(message)}
