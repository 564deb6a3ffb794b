"""People in short conversations. Each remembers what they said and tapped: the model that the books are held against.

What counts is what was said, not what was confirmed: whatever reached the messenger must have its effect, once.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bot.domain.lead import DeclineReason
from bot.screens.press import encode
from bot.screens.presses import buying, quoting, start, supplying
from bot.simulator import acts
from bot.simulator.errors import JSON
from bot.simulator.world import Person as Phone
from bot.simulator.world import World
from tests.durability.town import Talker, buttons_of, text_of

# Of a buyer's conversations those in which the amount is corrected; of a firm's those that pass, and that ask first.
CORRECTS, PASSES, ASKS = 0.2, 0.4, 0.25
TAPS_TWICE = 0.15
QUESTIONS = ("What colour? {}", "Which packing? {}", "Any label? {}")

_Press = TypeVar("_Press")


@dataclass
class Told:
    """What everybody has said. conversations: how many came to their end."""

    updates: list[tuple[int, int]] = field(default_factory=list)  # number, whose
    inquiries: dict[int, tuple[int, int]] = field(default_factory=dict)  # inquiry: buyer's chat, pieces
    quotes: dict[int, tuple[int, str]] = field(default_factory=dict)  # quote: lead, price
    passes: set[int] = field(default_factory=set)  # leads
    questions: dict[int, list[str]] = field(default_factory=dict)  # lead: in the order in which they were asked
    looks: dict[int, int] = field(default_factory=dict)  # admin's chat: how often the counts were asked for
    given_up: list[tuple[int, str]] = field(default_factory=list)  # chat, what was waited for
    conversations: int = 0


class Somebody(Talker):
    """A talker who is woken when the bot has said something, and who writes everything down.

    patience: seconds after which a conversation that does not go on is given up.
    """

    patience = 120.0

    def __init__(self, world: World, phone: Phone, chance: random.Random, told: Told) -> None:
        super().__init__(world, phone, chance)
        self.told = told
        self.talking = asyncio.Lock()
        self.heard = asyncio.Event()

    async def _changes(self) -> None:
        self.heard.clear()
        await self.heard.wait()

    def _note(self, done: JSON) -> None:
        if done.get("update_id"):
            self.told.updates.append((done["update_id"], self.chat.chat_id))

    def says(self, text: str) -> int:
        """Type a message."""
        self._note(acts.types(self._world, self._world.bot, self.chat, self.phone, text, forwarded=False))
        return self.chat.rev

    async def finds(self, kind: type[_Press], after: int = 0, **values: object) -> tuple[int, _Press]:
        """Wait for a button that means this, on a message that is new or different since; the message, the meaning."""
        self.waits_for = f"{kind.__name__} {values}"
        while (found := self._button((kind,), after, values)) is None:
            await self._changes()
        message, meaning, _ = found
        return message.message_id, meaning

    async def hears(self, words: str, since: int, *, times: int = 1) -> None:
        """Wait until so many messages that are new or different since that moment say this."""
        self.waits_for = f"{words} ({times})"
        while sum(m.rev > since and words in text_of(m) for m in self.said()) < times:
            await self._changes()

    async def tap(self, kind: type[Any], after: int = 0, **values: object) -> None:
        """Find a button and tap it, perhaps twice."""
        self.taps_now(*await self.finds(kind, after, **values), times=1 + (self.chance.random() < TAPS_TWICE))

    def taps_now(self, message: int, press: object, *, times: int = 1) -> None:
        """Tap a button that is known to be there."""
        for _ in range(times):
            self._note(acts.taps(self._world, self._world.bot, self.chat, self.phone, message, encode(press)))

    async def converses(self, talk: Awaitable[None]) -> None:
        """Have one conversation; who is not answered for too long gives up, and says so."""
        async with self.talking:
            try:
                async with asyncio.timeout(self.patience):
                    await talk
                self.told.conversations += 1
            except TimeoutError:
                self.told.given_up.append((self.chat.chat_id, f"{self.phone.first_name} waits for {self.waits_for}"))

    async def is_away(self, seconds: float) -> None:
        """Block the bot, and come back."""
        async with self.talking:
            acts.blocks(self._world, self._world.bot, self.chat, self.phone, blocked=True)
            await asyncio.sleep(seconds)
            acts.blocks(self._world, self._world.bot, self.chat, self.phone, blocked=False)


class Buyer(Somebody):
    """Says in one message what they need, and sends it."""

    async def needs(self, pieces: int, thing: str) -> None:
        """From the need to the confirmation. Some correct the amount, twice, and send before they are answered."""
        typed = self.says(f"{pieces} {thing} to Hamburg by the end of March")
        message, meaning = await self.finds(buying.SendInquiry, typed)
        if self.chance.random() < CORRECTS:
            self.says(f"{pieces + 300_000} pieces")
            pieces += 600_000
            self.says(f"{pieces} pieces")
        self.told.inquiries[meaning.inquiry] = (self.chat.chat_id, pieces)
        self.taps_now(message, meaning, times=1 + (self.chance.random() < TAPS_TWICE))
        await self.reads(rf"Inquiry #{meaning.inquiry} is sent")


class Agent(Somebody):
    """Speaks for a firm: passes, quotes, asks."""

    def __init__(self, world: World, phone: Phone, chance: random.Random, told: Told, invite: str) -> None:
        super().__init__(world, phone, chance, told)
        self._invite = invite
        self._seen: set[int] = set()

    async def claims(self) -> None:
        """Open the invite and say yes."""
        self._note(acts.starts(self._world, self._world.bot, self.chat, self.phone, f"i_{self._invite}"))
        await self.tap(start.ChooseLanguage, language="en")
        await self.tap(supplying.ClaimFirm)
        await self.reads("You now speak for")

    async def works(self) -> None:
        """Answer one lead after the other until cancelled."""
        while True:
            lead = None if self.chat.blocked else self.new_lead()
            if lead is None:
                with suppress(TimeoutError):
                    async with asyncio.timeout(2):  # blocked for a while, perhaps
                        await self._changes()
            else:
                await self.converses(self._answers(*lead))
                self._seen.add(lead[1])

    def new_lead(self) -> tuple[int, int] | None:
        """An inquiry that was not answered yet, and its lead."""
        for message in self.said():
            if found := re.match(r"📥[^\n]*\nInquiry #(\d+)", text_of(message)):
                lead = next((m.lead for m, _ in buttons_of(message) if isinstance(m, supplying.PassLead)), None)
                if lead is not None and lead not in self._seen:
                    return int(found[1]), lead
        return None

    async def _answers(self, inquiry: int, lead: int) -> None:
        if self.chance.random() < ASKS:
            await self._asks(lead)
        if self.chance.random() < PASSES:
            await self._passes(lead)
        else:
            await self._quotes(inquiry, lead)

    async def _asks(self, lead: int) -> None:
        """Three questions in one go, without waiting for any answer: each tap must be heard before its words."""
        message, _ = await self.finds(supplying.AskBuyer, lead=lead)
        asked = self.told.questions.setdefault(lead, [])
        begun = self.chat.rev
        for question in QUESTIONS:
            self.taps_now(message, supplying.AskBuyer(lead))
            asked.append(question.format(lead))
            self.says(asked[-1])
        await self.hears("I have asked the buyer", begun, times=len(QUESTIONS))

    async def _passes(self, lead: int) -> None:
        await self.tap(supplying.PassLead, lead=lead)
        message, meaning = await self.finds(supplying.PassBecause, lead=lead, reason=DeclineReason.NO_CAPACITY)
        self.told.passes.add(lead)
        begun = self.chat.rev
        self.taps_now(message, meaning)
        await self.hears("Your seat goes to the next firm", begun)

    async def _quotes(self, inquiry: int, lead: int) -> None:
        price = f"{self.chance.randint(100, 999)}.{self.chance.randint(10, 99)}"
        await self.tap(supplying.QuoteLead, lead=lead)
        await self.reads(rf"Your quote for inquiry #{inquiry}\n[\s\S]*Your price for")
        typed = self.says(f"{price} USD FCA Izmir, 21 days")
        await self.tap(quoting.FinishQuote, typed)
        message, meaning = await self.finds(quoting.SendQuote, typed)
        self.told.quotes[meaning.quote] = (lead, price)
        self.taps_now(message, meaning)
        await self.reads(rf"Your quote for inquiry #{inquiry} is sent")


class Admin(Somebody):
    """Looks at the counts."""

    async def looks(self) -> None:
        """How does the place stand?"""
        begun = self.says("/admin")
        self.told.looks[self.chat.chat_id] = self.told.looks.get(self.chat.chat_id, 0) + 1
        await self.hears("Admin", begun)
