"""People who talk to the bot: each waits for what it says, taps what it shows, and remembers what they were told.

They know nothing of deaths. Like people they are slow to wonder and quick to tap: some buttons are tapped twice.
"""

from __future__ import annotations

import asyncio
import random
import re
from typing import Any

from bot.domain.lead import DeclineReason
from bot.screens.press import decode
from bot.screens.presses import buying, quoting, start, supplying
from bot.simulator import acts
from bot.simulator.world import Message, World
from bot.simulator.world import Person as Phone

TAPS_TWICE = 0.2
PASSES = 0.12
_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))


def text_of(message: Message) -> str:
    """What a message says, without the marks that keep scripts apart."""
    return str(message.body.get("text", "")).translate(_ISOLATES)


def buttons_of(message: Message) -> list[tuple[Any, str]]:
    """The buttons under a message: what each means, and its data."""
    rows = (message.markup or {}).get("inline_keyboard", [])
    return [(decode(b["callback_data"]), b["callback_data"]) for row in rows for b in row if "callback_data" in b]


class Talker:
    """Somebody with a phone."""

    def __init__(self, world: World, phone: Phone, chance: random.Random) -> None:
        self.chat = world.private_chat(phone)
        self.phone = phone
        self.chance = chance
        self.waits_for = "nothing"
        self._world = world

    def said(self) -> list[Message]:
        """The bot's messages as they stand now, oldest first."""
        return [message for message in self.chat.messages.values() if message.by_bot]

    def says(self, text: str) -> int:
        """Type a message; gives the moment, a `rev` of the chat: what changes later has a higher one."""
        acts.types(self._world, self._world.bot, self.chat, self.phone, text, forwarded=False)
        return self.chat.rev

    async def reads(self, pattern: str) -> re.Match[str]:
        """Wait until some message says this."""
        self.waits_for = pattern
        while True:
            for message in reversed(self.said()):
                if found := re.search(pattern, text_of(message)):
                    return found
            await self._changes()

    async def taps(self, *kinds: type[Any], after: int = 0, **values: Any) -> Any:
        """Wait for a button that means one of these, tap it, perhaps twice; gives its meaning.

        after: only on a message that is new or different since that moment.
        """
        self.waits_for = " or ".join(kind.__name__ for kind in kinds)
        while (found := self._button(kinds, after, values)) is None:
            await self._changes()
        message, meaning, data = found
        for _ in range(2 if self.chance.random() < TAPS_TWICE else 1):
            acts.taps(self._world, self._world.bot, self.chat, self.phone, message.message_id, data)
        return meaning

    def _button(
        self, kinds: tuple[type[Any], ...], after: int, values: dict[str, Any]
    ) -> tuple[Message, Any, str] | None:
        for message in reversed(self.said()):
            if message.rev > after:
                for meaning, data in buttons_of(message):
                    if isinstance(meaning, kinds) and all(getattr(meaning, n) == v for n, v in values.items()):
                        return message, meaning, data
        return None

    async def _changes(self) -> None:
        seen = self.chat.rev
        while self.chat.rev == seen:
            await asyncio.sleep(0.02)

    def transcript(self) -> str:
        """The conversation, for complaints."""
        every = (f"{'bot' if m.by_bot else '   '} {m.message_id}: {text_of(m)!r}" for m in self.chat.messages.values())
        return f"{self.phone.first_name} waits for {self.waits_for}\n" + "\n".join(every)


class Buyer(Talker):
    """Needs one thing. inquiry: the number that was confirmed."""

    inquiry: int | None = None

    def __init__(self, world: World, phone: Phone, chance: random.Random, need: str) -> None:
        super().__init__(world, phone, chance)
        self._need = need

    async def talks(self) -> None:
        """From the first tap on Start to the confirmation that the inquiry is sent."""
        acts.starts(self._world, self._world.bot, self.chat, self.phone, "")
        await self.taps(start.ChooseLanguage, language="en")
        await self.reads("Do you need something")
        typed = self.says(self._need)
        while True:
            meant = await self.taps(buying.SendInquiry, buying.SkipSlot, after=typed)
            if isinstance(meant, buying.SendInquiry):
                break
            typed = self.chat.rev
        self.inquiry = int((await self.reads(r"Inquiry #(\d+) is sent"))[1])
        self.waits_for = "nothing"


class Agent(Talker):
    """Speaks for a firm. prices: what was quoted for each inquiry; passed: inquiries that were left to others."""

    def __init__(self, world: World, phone: Phone, chance: random.Random, firm: int, invite: str) -> None:
        super().__init__(world, phone, chance)
        self.firm = firm
        self.prices: dict[int, str] = {}
        self.passed: set[int] = set()
        self.busy = False
        self.last = ""  # what the bot must have said last, if no lead came after it
        self._invite = invite
        self._leads: dict[int, int] = {}  # lead: the message that showed it first

    async def claims(self) -> None:
        """Open the invite and say yes."""
        acts.starts(self._world, self._world.bot, self.chat, self.phone, f"i_{self._invite}")
        await self.taps(start.ChooseLanguage, language="en")
        await self.taps(supplying.ClaimFirm)
        await self.reads("You now speak for")
        self.waits_for = "nothing"
        self.last = "You now speak for"

    async def works(self) -> None:
        """Answer one lead after the other until cancelled."""
        while True:
            found = self._new_lead()
            if found is None:
                self.busy, self.waits_for = False, "a lead"
                await self._changes()
                continue
            self.busy = True
            inquiry, lead = found
            await (self._passes(inquiry, lead) if self.chance.random() < PASSES else self._quotes(inquiry, lead))

    def _new_lead(self) -> tuple[int, int] | None:
        for message in self.said():
            if found := re.match(r"📥[^\n]*\nInquiry #(\d+)", text_of(message)):
                lead = next((m.lead for m, _ in buttons_of(message) if isinstance(m, supplying.PassLead)), None)
                if lead is not None and lead not in self._leads:
                    self._leads[lead] = message.message_id
                    return int(found[1]), lead
        return None

    async def _passes(self, inquiry: int, lead: int) -> None:
        await self.taps(supplying.PassLead, lead=lead)
        await self.taps(supplying.PassBecause, lead=lead, reason=DeclineReason.NO_CAPACITY)
        await self.reads(r"Your seat goes to the next firm")
        self.passed.add(inquiry)
        self.last = "Your seat goes to the next firm"

    async def _quotes(self, inquiry: int, lead: int) -> None:
        price = f"{self.chance.randint(100, 999)}.{self.chance.randint(10, 99)}"
        await self.taps(supplying.QuoteLead, lead=lead)
        await self.reads(rf"Your quote for inquiry #{inquiry}\n[\s\S]*Your price for")
        typed = self.says(f"{price} USD FCA Izmir, 21 days")
        finish = await self.taps(quoting.FinishQuote, after=typed)
        await self.taps(quoting.SendQuote, quote=finish.quote)
        await self.reads(rf"Your quote for inquiry #{inquiry} is sent")
        self.prices[inquiry] = price
        self.last = f"Your quote for inquiry #{inquiry} is sent"
