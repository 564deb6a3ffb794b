"""One visit: who came, what they said or tapped, and what is needed to answer; the values handlers hear and return."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from bot.domain.goods import Attachment
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.language.texts import Texts, Words
from bot.screens.message import Message
from bot.store.people import Talk
from bot.store.store import Store


@dataclass(frozen=True)
class Said:
    """A new message. album: messages of one album come one by one and bear the same name.

    reply_to: the id of the message of ours that it replies to. point: a place on the map, as latitude and longitude.
    """

    text: str
    attachments: tuple[Attachment, ...] = ()
    album: str | None = None
    readable: bool = True
    reply_to: int | None = None
    point: tuple[float, float] | None = None


@dataclass(frozen=True)
class Command:
    """A message that is a command: its name in lower case, and what stands behind it."""

    name: str
    rest: str = ""


@dataclass(frozen=True)
class Pressed:
    """A tap. press: None if the button is none of ours. on: the message that it stood under, for its card."""

    press: Any | None
    callback: str
    on: int | None = None


@dataclass(frozen=True)
class Edited:
    """An old message was changed. It never moves a conversation."""


@dataclass(frozen=True)
class Shared:
    """A contact. phone: None unless it is the sender's own."""

    phone: str | None


@dataclass(frozen=True)
class Reach:
    """Somebody blocked the bot or came back."""

    chat: int
    reachable: bool
    at: datetime


@dataclass(frozen=True)
class Searched:
    """Words typed behind the bot's name in any chat, perhaps by somebody who never opened the bot."""

    query: str
    text: str


Heard = Said | Command | Pressed | Edited | Shared | Reach | Searched


@dataclass(frozen=True)
class Toast:
    """A short answer to a tap, shown over the chat and gone again."""

    text: str


@dataclass(frozen=True)
class Again:
    """Go on with the conversation the person is in; where there is none, say `otherwise`. ahead: said before it."""

    otherwise: Message | None = None
    ahead: Message | None = None


Reply = Message | tuple[Message, ...] | Toast | Again | None


@dataclass(frozen=True)
class Visit:
    """One person, once. bot: the bot's username, for links."""

    store: Store
    person: Person
    now: datetime
    texts: Texts
    bot: str

    @property
    def words(self) -> Words:
        """The person's words: their chosen language, else their app's."""
        return self.texts.words(self.person.language or self.person.client_language)

    @property
    def today(self) -> date:
        """The day (UTC) on which this is said."""
        return self.now.date()

    @property
    def talk(self) -> Talk | None:
        """The conversation the person is in."""
        return self.store.people.talk(self.person.id)

    def go(self, name: str, subject: int = 0, asking: str = "", /, **data: Any) -> None:
        """The person is in this conversation now."""
        self.store.people.set_talk(self.person.id, Talk(name, subject, asking, data))

    def leave(self) -> None:
        """The person is in no conversation any more."""
        self.store.people.set_talk(self.person.id, None)

    @property
    def has_firm(self) -> bool:
        """Do they speak for a firm?"""
        return self.store.suppliers.of_agent(self.person.id) is not None

    def speaking(self, person: Person) -> Visit:
        """The same visit, of the person as they are now."""
        return replace(self, person=person)


Answer = Callable[[Visit, Any], Reply]


@dataclass(frozen=True)
class Route:
    """What leads to a handler: `press` or `heard` (a type), `command`, `talk` (its text), `again` (it goes on).

    asks: what a talk may be asking; None: anything.
    """

    how: str
    what: Any
    answer: Answer
    asks: frozenset[str] | None = None


def on_press(press: type[Any], answer: Answer) -> Route:
    """A tap on this kind of button."""
    return Route("press", press, answer)


def on_command(name: str, answer: Answer) -> Route:
    """A command."""
    return Route("command", name, answer)


def on_talk(name: str, answer: Answer, *, again: Answer, asks: Iterable[str] | None = None) -> tuple[Route, Route]:
    """A message within this conversation; and how the conversation goes on after an interruption.

    asks: every question it can be at, so that one of an older release is noticed.
    """
    return Route("talk", name, answer, None if asks is None else frozenset(asks)), Route("again", name, again)


def on_heard(kind: type[Any], answer: Answer) -> Route:
    """Anything of this kind that nothing before took."""
    return Route("heard", kind, answer)


def only(answer: Answer) -> Answer:
    """For admins; to anyone else it does not exist."""

    def guarded(visit: Visit, heard: object) -> Reply:
        if not visit.person.admin:
            raise Refusal(Reason.NOT_FOUND)
        return answer(visit, heard)

    return guarded
