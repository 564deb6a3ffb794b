"""People with a card before them, whose button changes it: the step that the benches of replies and load repeat."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from bot.domain.goods import Money, Place, Unit
from bot.domain.inquiry import Inquiry
from bot.screens.press import encode
from bot.screens.presses.buying import ShowPrice
from bot.simulator import acts
from bot.simulator.errors import JSON
from bot.simulator.server import Running
from bot.simulator.world import Person
from bot.store.database import Database
from bot.store.store import Store
from tests.bench.child import TOKEN


class _Calls(deque[JSON]):
    """The simulator's log of calls, which tells at once who was answered."""

    def __init__(self, answered: dict[int, asyncio.Future[float]]) -> None:
        super().__init__(maxlen=10_000)
        self._answered = answered

    def append(self, call: JSON) -> None:
        super().append(call)
        if call["method"] == "editMessageText" and call["answer"]["ok"]:
            waiting = self._answered.pop(call["chat_id"], None)
            if waiting is not None and not waiting.done():
                waiting.set_result(time.perf_counter())


class Street:
    """`people` with a draft and its card each, in the simulator's world and in the bot's database."""

    def __init__(self, simulator: Running, database: Path, people: int) -> None:
        self._world = simulator.world
        self._bot = simulator.world.bot_with(TOKEN)
        self._answered: dict[int, asyncio.Future[float]] = {}
        self._world.calls = _Calls(self._answered)
        self._shown: dict[int, bool] = {}
        house = Database(f"sqlite:///{database}")
        house.prepare()
        with house.writing() as store:
            self._cards = [self._card(store, n) for n in range(people)]
        house.close()

    def __len__(self) -> int:
        return len(self._cards)

    def _card(self, store: Store, n: int) -> tuple[Person, int, int]:
        phone = self._world.add_person(first_name=f"Buyer {n}", language_code="en", show=False)
        chat = self._world.private_chat(phone)
        chat.started = True
        person = store.people.met(
            phone.person_id, name=phone.first_name, username=None, client_language="en", now=datetime.now(UTC)
        )
        store.people.speaks(person.id, "en")
        draft = store.inquiries.add(a_draft(person.id))
        markup = {"inline_keyboard": [[{"text": "Price", "callback_data": encode(ShowPrice(draft.id, 1))}]]}
        message = self._world.post(self._bot, chat, self._bot.user(), {"text": "A card"}, markup=markup)
        store.outbox.remember_card(chat.chat_id, f"draft:{draft.id}", message.message_id)
        return phone, draft.id, message.message_id

    async def tap(self, n: int) -> float:
        """The nth person taps and waits until the card changes; seconds from the tap to the Bot API's call."""
        phone, draft, card = self._cards[n % len(self._cards)]
        shown = self._shown[n] = not self._shown.get(n, False)
        chat = self._world.private_chat(phone)
        waiting: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._answered[chat.chat_id] = waiting
        begun = time.perf_counter()
        acts.taps(self._world, self._bot, chat, phone, card, encode(ShowPrice(draft, int(shown))))
        return await asyncio.wait_for(waiting, 60) - begun

    async def rests(self) -> None:
        """Until the bot has polled; then a moment more, in which it ends what a start leaves to do."""
        while self._bot.poll is None:
            await asyncio.sleep(0.01)
        await asyncio.sleep(3)


def a_draft(buyer: int) -> Inquiry:
    """What somebody has begun to ask for."""
    return Inquiry(
        0,
        buyer,
        text="500 steel bottles to Hamburg, 2 USD each",
        language="en",
        product="steel bottles",
        amount=Decimal(500),
        unit=Unit.PIECE,
        target_price=Money(Decimal(2), "USD"),
        per_unit=True,
        destination=Place("DE", "Hamburg"),
    )
