"""What must be true when all is at rest: the database, the chats and what the people remember tell one story."""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.simulator.world import World
from tests.durability.house import SEATS
from tests.durability.town import Agent, Buyer, Talker, text_of


def due_soon() -> str:
    """What may not be found in the inbox at rest, as SQL for either database.

    What is due later (the ends of seats and inquiries) may wait, and the house's own sweeping at any time.
    """
    soon = f"{datetime.now(UTC) + timedelta(seconds=20):%Y-%m-%d %H:%M:%S}+00"
    return f"state = 'waiting' AND kind <> 'sweep' AND due_at < '{soon}'"


class Books:
    """The database as it stands, read without the bot's own code. kills: how often the bot died."""

    def __init__(self, database: Path, world: World, *, kills: int) -> None:
        self._database = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
        self._kills = kills
        self._sent = Counter(
            (call["chat_id"], call["parameters"]["text"])
            for call in world.calls
            if call["method"] == "sendMessage" and call["answer"]["ok"]
        )

    def rows(self, query: str, *given: Any) -> list[tuple[Any, ...]]:
        """What a query finds."""
        return self._database.execute(query, given).fetchall()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def check(self, buyers: list[Buyer], agents: list[Agent]) -> None:
        """Everything."""
        self._nothing_is_left()
        self._inquiries(buyers)
        self._leads(buyers, agents)
        self._quotes(buyers, agents)
        self._taps(len(buyers) + len(agents))
        for talker in (*buyers, *agents):
            self._repeats(talker)
            self._last_words(talker)

    def _nothing_is_left(self) -> None:
        states = self.rows("SELECT 'inbox', kind, state, reason FROM inbox WHERE state NOT IN ('done', 'waiting')")
        states += self.rows("SELECT 'outbox', kind, state, reason FROM outbox WHERE state NOT IN ('sent', 'dropped')")
        assert not states
        assert not self.rows(f"SELECT kind FROM inbox WHERE {due_soon()}")
        assert not self.rows("SELECT name FROM lane")

    def _inquiries(self, buyers: Iterable[Buyer]) -> None:
        """Confirmed and there once; there and confirmed once."""
        confirmed = Counter(buyer.inquiry for buyer in buyers)
        stored = {number: (chat, status) for number, chat, status in self.rows(
            "SELECT inquiry.id, telegram_id, inquiry.status FROM inquiry JOIN person ON person.id = buyer"
        )}  # fmt: skip
        assert set(confirmed) == set(stored) and set(confirmed.values()) == {1}
        for buyer in buyers:
            assert buyer.inquiry is not None
            chat, status = stored[buyer.inquiry]
            assert chat == buyer.chat.chat_id and status in ("open", "full")
            self._said_once(buyer, rf"Inquiry #{buyer.inquiry} is sent")
            assert not re.search(rf"Inquiry #(?!{buyer.inquiry}\b)\d+ is sent", _all_of(buyer))

    def _leads(self, buyers: Iterable[Buyer], agents: Iterable[Agent]) -> None:
        """Every inquiry was handed to as many firms as there are seats, to each once, and its card lies before them."""
        leads = self.rows("SELECT inquiry, supplier, status FROM lead")
        assert len({lead[:2] for lead in leads}) == len(leads)
        for buyer in buyers:
            held = [lead for lead in leads if lead[0] == buyer.inquiry and lead[2] != "declined"]
            assert len(held) == SEATS, f"inquiry {buyer.inquiry} was handed to {len(held)} firms"
        for agent in agents:
            answered = dict.fromkeys(agent.prices, "quoted") | dict.fromkeys(agent.passed, "declined")
            assert answered == {inquiry: status for inquiry, firm, status in leads if firm == agent.firm}
            for inquiry in answered:
                self._said_once(agent, rf"^📥[^\n]*\nInquiry #{inquiry}\n")

    def _quotes(self, buyers: Iterable[Buyer], agents: Iterable[Agent]) -> None:
        """Each quote that was confirmed is there once, at its price, and its card is in the buyer's chat."""
        quotes = self.rows("SELECT inquiry, supplier, status, revision, unit_price FROM quote")
        buyer_of = {buyer.inquiry: buyer for buyer in buyers}
        assert len(quotes) == sum(len(agent.prices) for agent in agents)
        for agent in agents:
            for inquiry, price in agent.prices.items():
                (found,) = [quote for quote in quotes if quote[:2] == (inquiry, agent.firm)]
                assert found[2:4] == ("sent", 1) and f'"{price}"' in found[4]
                self._said_once(agent, rf"Your quote for inquiry #{inquiry} is sent")
                self._said_once(buyer_of[inquiry], rf"^💬 Quote for inquiry #{inquiry}\n[\s\S]*{price}")

    def _taps(self, people: int) -> None:
        """Every tap was answered, so that no button spins for ever."""
        (waiting,) = self.rows("SELECT count(*) FROM outbox WHERE kind = 'answer' AND state NOT IN ('sent', 'dropped')")
        (taps,) = self.rows("SELECT count(*) FROM outbox WHERE kind = 'answer'")
        assert waiting == (0,) and taps[0] >= 3 * people

    def _said_once(self, talker: Talker, pattern: str) -> None:
        """Once, or once more for each death: the message that was on its way then may come again."""
        times = sum(bool(re.search(pattern, text_of(message))) for message in talker.said())
        assert 1 <= times <= 1 + self._kills, f"{times} times {pattern}\n{talker.transcript()}"

    def _repeats(self, talker: Talker) -> None:
        """A message that the books do not know is one that was on its way at a death, and it was then said again."""
        known = {id for (id,) in self.rows("SELECT message_id FROM outbox WHERE chat = ?", talker.chat.chat_id)}
        strange = [message for message in talker.said() if message.message_id not in known]
        assert len(strange) <= self._kills, talker.transcript()
        sent = Counter({text: times for (chat, text), times in self._sent.items() if chat == talker.chat.chat_id})
        assert sum(times - 1 for times in sent.values()) >= len(strange), talker.transcript()

    def _last_words(self, talker: Talker) -> None:
        """The conversation ends with its end: not with a question, not in the middle."""
        last = text_of(talker.said()[-1])
        if isinstance(talker, Buyer):
            (latest,) = self.rows(
                "SELECT unit_price FROM quote WHERE inquiry = ? ORDER BY sent_at DESC LIMIT 1", talker.inquiry
            )
            price = re.search(r"\d+\.\d+", latest[0])
            assert price and last.startswith("💬 Quote for inquiry") and price[0] in last, talker.transcript()
        else:
            assert isinstance(talker, Agent)
            # Good news of the firm's first quote may follow it.
            last = next(said for said in map(text_of, reversed(talker.said())) if not said.startswith("🌱"))
            assert re.search(talker.last, last), talker.transcript()


def _all_of(talker: Talker) -> str:
    return "\n\n".join(text_of(message) for message in talker.said())
