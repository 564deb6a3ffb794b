"""The simulated messenger's state: people, bots, chats, messages, and the rules that hold without any HTTP."""

from __future__ import annotations

import itertools
import re
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.simulator.clock import Clock
from bot.simulator.errors import JSON, ApiError, BadRequestError, ForbiddenError, PhoneError
from bot.simulator.events import Events
from bot.simulator.faults import Faults
from bot.simulator.files import Files
from bot.simulator.limits import Limits
from bot.simulator.updates import Inbox, Update

_TOKEN = re.compile(r"(\d{1,18}):[A-Za-z0-9_-]{1,100}")
_FIRST_PERSON = 5_000_000_001  # above 2**32, as many real accounts are


@dataclass(eq=False)
class Person:
    """Somebody with a phone. A page opens a pane for those to `show`, with their `role` ("buyer") written on it."""

    person_id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    phone: str = ""
    show: bool = True
    role: str = ""
    deactivated: bool = False

    def user(self) -> JSON:
        """As bots see them (a User)."""
        user: JSON = {"id": self.person_id, "is_bot": False, "first_name": self.first_name}
        for name in ("last_name", "username", "language_code"):
            if value := getattr(self, name):
                user[name] = value
        return user


@dataclass(eq=False)
class Chat:
    """A private chat (its id is the person's), a group or a supergroup. `rev` counts the changes seen in it."""

    chat_id: int
    kind: str
    title: str = ""
    members: dict[int, None] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    keyboard: JSON | None = None
    started: bool = False
    blocked: bool = False
    kicked: bool = False
    moved_to: int = 0
    pinned: list[int] = field(default_factory=list)
    own_ids: itertools.count[int] | None = None  # a supergroup numbers its messages by itself
    rev: int = 0
    last_act: int = 0


@dataclass(eq=False, slots=True)
class Message:
    """One message: `body` holds the content fields as the Bot API names them, `markup` the inline keyboard."""

    message_id: int
    chat: Chat
    sender: JSON
    by_bot: bool
    date: int
    body: JSON
    markup: JSON | None = None
    fixed: bool = False  # carries a reply keyboard, so Telegram does not let it be edited
    protected: bool = False
    reply_to: int = 0
    edit_date: int = 0
    rev: int = 0


@dataclass(eq=False)
class Tap:
    """A callback query and what the bot answered to it."""

    person_id: int
    at: float
    answer: JSON | None = None


@dataclass(eq=False)
class Bot:
    """One bot account. Message ids of its private chats and groups come from one counter, as Telegram's do."""

    bot_id: int
    token: str
    first_name: str
    username: str
    inbox: Inbox
    chats: dict[int, Chat] = field(default_factory=dict)
    message_ids: itertools.count[int] = field(default_factory=lambda: itertools.count(1))
    taps: OrderedDict[str, Tap] = field(default_factory=OrderedDict)
    inline: OrderedDict[str, Tap] = field(default_factory=OrderedDict)
    commands: dict[tuple[str, str], list[JSON]] = field(default_factory=dict)
    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    menu_buttons: dict[int, JSON] = field(default_factory=dict)
    poll: Any = None  # the future on which a waiting getUpdates sleeps
    webhook: Any = None  # bot.simulator.webhook.Webhook while one is set

    def user(self) -> JSON:
        """The bot as a User, as it stands in messages."""
        return {"id": self.bot_id, "is_bot": True, "first_name": self.first_name, "username": self.username}


class World:
    """Everything there is. `history` bounds the messages kept per chat, `call_log` the Bot API calls kept."""

    def __init__(
        self,
        *,
        bot_name: str = "Shoal",
        bot_username: str = "shoal_bot",
        history: int = 2000,
        call_log: int = 50_000,
        retry_cap: float = 60.0,
    ) -> None:
        self.clock = Clock()
        self.events = Events()
        self.faults = Faults()
        self.limits = Limits(self.clock)
        self.files = Files()
        self.people: dict[int, Person] = {}
        self.bots: dict[str, Bot] = {}
        self.calls: deque[JSON] = deque(maxlen=call_log)
        self.call_count = 0
        self.history = history
        self.retry_cap = retry_cap  # longest pause, in seconds, between two tries of a webhook
        self.webhook_timeout = 60.0
        self.privacy = True  # in groups a bot hears only commands, replies to it and mentions of it
        self.on_reply: Callable[[World, Bot, bytes], Awaitable[None]] | None = None  # a webhook answered with a method
        self._person_ids = itertools.count(_FIRST_PERSON)
        self._serial = itertools.count(1)
        self.bot = self._new_bot(0, "", bot_name, bot_username)

    def serial(self) -> int:
        """A number that no one else got in this world."""
        return next(self._serial)

    # bots

    def _new_bot(self, bot_id: int, token: str, name: str, username: str) -> Bot:
        def arrived(update: Update) -> None:
            if bot.webhook is not None:
                bot.webhook.put(update)
            elif bot.poll is not None and not bot.poll.done():
                bot.poll.set_result(None)

        bot = Bot(bot_id, token, name, username, Inbox(self.clock, arrived))
        return bot

    def bot_with(self, token: str) -> Bot:
        """The bot of this token: the first token seen becomes the bot that people talk to. 401 for a bad form."""
        if found := self.bots.get(token):
            return found
        match = _TOKEN.fullmatch(token)
        if match is None or int(match.group(1)) == 0:
            raise ApiError(401, "Unauthorized")
        bot_id = int(match.group(1))
        if not self.bots:
            self.bot.bot_id, self.bot.token = bot_id, token
            bot = self.bot
        elif any(other.bot_id == bot_id for other in self.bots.values()):
            raise ApiError(401, "Unauthorized")
        else:
            bot = self._new_bot(bot_id, token, f"Bot {bot_id}", f"bot{bot_id}_bot")
        self.bots[token] = bot
        return bot

    # people

    def add_person(self, *, person_id: int = 0, first_name: str = "", **details: Any) -> Person:
        """A new person with a phone; refuses an id that is taken."""
        if person_id in self.people:
            raise PhoneError("this id is taken", 409)
        while not person_id or person_id in self.people:
            person_id = next(self._person_ids)
        person = Person(person_id, first_name or f"Person {person_id}", **details)
        self.people[person_id] = person
        self.events.tell(person_id, "person")
        return person

    def person(self, person_id: int) -> Person:
        """The person of this id; PhoneError 404 if there is none."""
        try:
            return self.people[person_id]
        except KeyError:
            raise PhoneError("no such person", 404) from None

    # chats

    def private_chat(self, person: Person, bot: Bot | None = None) -> Chat:
        """The chat of this person with a bot (the first one if none is named), made when first looked at."""
        bot = bot or self.bot
        chat = bot.chats.get(person.person_id)
        if chat is None:
            chat = bot.chats[person.person_id] = Chat(person.person_id, "private", members={person.person_id: None})
        return chat

    def chat_for(self, bot: Bot, chat_id: int) -> Chat:
        """The chat where a bot may say something now; refuses as Telegram does."""
        chat = bot.chats.get(chat_id)
        person = self.people.get(chat_id)
        if chat is None and person is None:
            raise BadRequestError("chat not found")
        if person is not None and person.deactivated:
            raise ForbiddenError("user is deactivated")
        if chat is None or (chat.kind == "private" and not chat.started):
            raise ForbiddenError("bot can't initiate conversation with a user")
        if chat.moved_to:
            raise BadRequestError("group chat was upgraded to a supergroup chat", migrate_to_chat_id=chat.moved_to)
        if chat.blocked:
            raise ForbiddenError("bot was blocked by the user")
        if chat.kicked:
            raise ForbiddenError(f"bot was kicked from the {chat.kind} chat")
        return chat

    def chat_json(self, chat: Chat) -> JSON:
        """As the Bot API shows it (a Chat)."""
        if chat.kind != "private":
            return {"id": chat.chat_id, "type": chat.kind, "title": chat.title}
        user = self.people[chat.chat_id].user()
        names: JSON = {name: user[name] for name in ("first_name", "last_name", "username") if name in user}
        return {"id": chat.chat_id, "type": "private", **names}

    # messages

    def post(self, bot: Bot, chat: Chat, sender: JSON, body: JSON, **more: Any) -> Message:
        """Put a message into a chat and tell the pages; `more` are further fields of Message."""
        by_bot = sender["id"] == bot.bot_id
        number = next(chat.own_ids or bot.message_ids)
        message = Message(number, chat, sender, by_bot, int(self.clock.now()), body, **more)
        chat.messages[number] = message
        if len(chat.messages) > self.history:
            del chat.messages[next(iter(chat.messages))]
        self.changed(message)
        return message

    def changed(self, message: Message) -> None:
        """Note that a message is new or different now."""
        chat = message.chat
        chat.rev += 1
        message.rev = chat.rev
        if not message.by_bot:
            chat.last_act = chat.rev

    def message_json(self, message: Message, *, deep: bool = True) -> JSON:
        """As the Bot API shows it (a Message); a message replied to is shown one level deep."""
        shown: JSON = {
            "message_id": message.message_id,
            "from": message.sender,
            "chat": self.chat_json(message.chat),
            "date": message.date,
        }
        if message.edit_date:
            shown["edit_date"] = message.edit_date
        if message.protected:
            shown["has_protected_content"] = True
        replied = message.chat.messages.get(message.reply_to) if deep and message.reply_to else None
        if replied is not None:
            shown["reply_to_message"] = self.message_json(replied, deep=False)
        shown.update(message.body)
        if message.markup:
            shown["reply_markup"] = message.markup
        return shown
