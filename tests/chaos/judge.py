"""When all is at rest: the database and the messenger, held against what people said."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Engine, create_engine, make_url, text

from tests.chaos.messenger import Heard
from tests.chaos.people import Told

# Seconds around a death of the courier, or a call without an answer, in which a message may be said once more.
_BEFORE, _AFTER = 10.0, 1.0


@dataclass
class Findings:
    """What is wrong, line by line; repeats: messages that were said again, as they must be, after a death."""

    lost: list[str] = field(default_factory=list)
    twice: list[str] = field(default_factory=list)
    unexplained: list[str] = field(default_factory=list)
    out_of_order: list[str] = field(default_factory=list)
    repeats: int = 0
    undelivered: Counter[str] = field(default_factory=Counter)

    @property
    def parts(self) -> tuple[list[str], ...]:
        """The faults by kind."""
        return self.lost, self.twice, self.unexplained, self.out_of_order

    @property
    def all(self) -> list[str]:
        """Every fault."""
        return [fault for part in self.parts for fault in part]

    def __str__(self) -> str:
        return (
            f"lost {len(self.lost)}, twice {len(self.twice)}, unexplained {len(self.unexplained)}, "
            f"out of order {len(self.out_of_order)}"
        )


def open_books(url: str) -> Engine:
    """The database, read without the bot's own code."""
    address = make_url(url)
    return create_engine(address if "sqlite" in url else address.set(drivername="postgresql+psycopg"))


class Judge:
    """Reads the books once everything is done."""

    def __init__(self, books: Engine, told: Told, heard: Heard) -> None:
        self._books = books
        self._told = told
        self._heard = heard
        self.found = Findings()

    def judge(self) -> Findings:
        """Everything."""
        self._updates()
        self._inquiries()
        self._leads()
        self._quotes()
        self._questions()
        self._notices()
        self._deliveries()
        self._looks()
        self._reach()
        self._given_up()
        return self.found

    def rows(self, query: str) -> list[Any]:
        """What a query finds."""
        with self._books.connect() as connection:
            return list(connection.execute(text(query)))

    def _updates(self) -> None:
        """What was handed over is done, and nothing waits that should not."""
        states = dict(self.rows("SELECT update_id, state FROM inbox WHERE update_id IS NOT NULL"))
        for update, _ in self._told.updates:
            if states.get(update) != "done":
                self.found.lost.append(f"update {update} is {states.get(update, 'not in the inbox')}")
        for kind, state, reason in self.rows("SELECT kind, state, reason FROM inbox WHERE state = 'dead'"):
            self.found.lost.append(f"a row of kind {kind} is {state}: {reason}")

    def _inquiries(self) -> None:
        """Each that was sent is open or full, in its buyer's name, with the amount that was said last; and no other."""
        stored = {number: row for number, *row in self.rows(
            "SELECT inquiry.id, telegram_id, status, inquiry.amount FROM inquiry JOIN person ON person.id = buyer"
        )}  # fmt: skip
        for number, (chat, pieces) in self._told.inquiries.items():
            found = stored.get(number)
            if found is None or found[0] != chat or found[1] not in ("open", "full"):
                self.found.lost.append(f"inquiry {number} of {chat}: {found}")
            elif int(str(found[2]).strip('"')) != pieces:
                self.found.out_of_order.append(f"inquiry {number} is for {found[2]} pieces instead of {pieces}")
        sent = {number for number, row in stored.items() if row[1] != "draft"}
        self._more_than("inquiries", sent - self._told.inquiries.keys())

    def _leads(self) -> None:
        """To nobody twice, to somebody at least; and what was passed is passed."""
        leads = self.rows("SELECT id, inquiry, supplier, status FROM lead")
        for (inquiry, firm), times in Counter((row[1], row[2]) for row in leads).items():
            if times > 1:
                self.found.twice.append(f"inquiry {inquiry} went to firm {firm} {times} times")
        handed = {row[1] for row in leads}
        for inquiry in self._told.inquiries.keys() - handed:
            self.found.lost.append(f"inquiry {inquiry} was handed to nobody")
        declined = {row[0] for row in leads if row[3] == "declined"}
        for lead in self._told.passes - declined:
            self.found.lost.append(f"lead {lead} was passed, and is not")
        self._more_than("leads passed", declined - self._told.passes)

    def _quotes(self) -> None:
        stored = {row[0]: row[1:] for row in self.rows("SELECT id, lead, status, unit_price FROM quote")}
        for quote, (lead, price) in self._told.quotes.items():
            found = stored.get(quote)
            if found is None or found[:2] != (lead, "sent") or f'"{price}"' not in json.dumps(_plain(found[2])):
                self.found.lost.append(f"quote {quote} for lead {lead} at {price}: {found}")
        sent = [row for row in stored.values() if row[1] == "sent"]
        for lead, times in Counter(row[0] for row in sent).items():
            if times > 1:
                self.found.twice.append(f"lead {lead} has {times} quotes")
        self._more_than("quotes", {q for q, row in stored.items() if row[1] == "sent"} - self._told.quotes.keys())

    def _questions(self) -> None:
        """Each once, in the order in which they were asked."""
        asked: dict[int, list[str]] = {}
        for lead, said in self.rows("SELECT lead, text FROM question ORDER BY id"):
            asked.setdefault(lead, []).append(said)
        for lead in asked.keys() | self._told.questions.keys():
            said, stored = self._told.questions.get(lead, []), asked.get(lead, [])
            self.found.lost += [f"lead {lead}: {one} was not asked" for one in said if one not in stored]
            self.found.twice += [f"lead {lead}: {one} was asked again" for one, n in Counter(stored).items() if n > 1]
            if [one for one in stored if one in said] != said and sorted(said) == sorted(stored):
                self.found.out_of_order.append(f"lead {lead}: {stored}")

    def _notices(self) -> None:
        """Whoever was to hear of something has a row in the outbox for it, exactly one."""
        kinds = Counter(_plain(payload)["kind"] for (payload,) in self.rows(
            "SELECT payload FROM outbox WHERE kind = 'notice'"
        ))  # fmt: skip
        (leads,), (quotes,), (questions,) = (
            self.rows(f"SELECT count(*) FROM {what}")[0] for what in ("lead", "quote WHERE status = 'sent'", "question")
        )
        due = {"LeadOffered": leads, "QuoteArrived": quotes, "QuestionAsked": questions}
        for kind, times in due.items():
            self.found.lost += [f"a notice {kind} was not written"] * max(0, times - kinds[kind])
            self.found.twice += [f"a notice {kind} was written again"] * max(0, kinds[kind] - times)

    def _deliveries(self) -> None:
        """What the books call sent was heard, what was not is listed with a reason, what was repeated had to be."""
        known: set[tuple[int, int]] = set()
        for row, chat, kind, state, reason, message in self.rows(
            "SELECT id, chat, kind, state, reason, message_id FROM outbox"
        ):
            what = f"outbox {row} ({kind} to {chat})"
            if state in ("gone", "unknown", "failed"):
                self.found.undelivered[f"{state}: {reason}"] += 1
                if not reason:
                    self.found.unexplained.append(f"{what} is {state} without a reason")
            elif state not in ("sent", "dropped"):
                self.found.lost.append(f"{what} is still {state}")
            elif state == "sent" and message is not None:
                known.add((chat, message))
                if (chat, message) not in self._heard.messages:
                    self.found.lost.append(f"{what} is sent as message {message}, which nobody heard")
        for (chat, message), at in self._heard.messages.items():
            if (chat, message) not in known:
                self._repeated(chat, message, at)

    def _repeated(self, chat: int, message: int, at: float) -> None:
        """A message that the books do not know: the courier died, or got no answer, before it could write it down."""
        troubles = [*self._heard.deaths, *self._heard.unanswered.get(chat, ())]
        if any(at - _AFTER <= trouble <= at + _BEFORE for trouble in troubles):
            self.found.repeats += 1
        else:
            self.found.twice.append(f"message {message} to {chat} at {at:.1f} is in no book and followed no trouble")

    def _looks(self) -> None:
        """Each command of an admin has one reply in the books."""
        for chat, times in self._told.looks.items():
            written = self.rows(f"SELECT count(*) FROM outbox WHERE kind = 'say' AND chat = {int(chat)}")[0][0]
            self.found.lost += ["an admin was not answered"] * max(0, times - written)
            self.found.twice += ["an admin was answered again"] * max(0, written - times)

    def _reach(self) -> None:
        """Everybody has come back in the end, and is known to be here."""
        self.found.lost += [f"{chat} can be reached, and is thought not to be" for (chat,) in self.rows(
            "SELECT telegram_id FROM person WHERE NOT reachable"
        )]  # fmt: skip

    def _given_up(self) -> None:
        """Who waited in vain can be told why."""
        troubled = {chat for (chat,) in self.rows(
            "SELECT DISTINCT chat FROM outbox WHERE state IN ('gone', 'unknown', 'failed')"
        )}  # fmt: skip
        self.found.unexplained += [f"{chat}: {what}" for chat, what in self._told.given_up if chat not in troubled]

    def _more_than(self, what: str, more: Iterable[int]) -> None:
        self.found.twice += [f"of {what}, nobody asked for {one}" for one in more]


def _plain(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
