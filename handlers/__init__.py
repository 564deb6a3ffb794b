"""The conversations, in one explicit list, and the way from an update to its answer: hear, act, show."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.actions import looking
from bot.domain.notice import Seen
from bot.domain.outcome import Refusal
from bot.language.texts import Texts
from bot.screens import refusal
from bot.screens import start as start_screen
from bot.screens.articles import pack as pack_articles
from bot.screens.message import Message, pack
from bot.store.outbox import REPLY
from bot.store.people import Talk
from bot.store.store import Store
from handlers import (
    admin,
    announcements,
    courtesy,
    find,
    firm,
    inquiry,
    last,
    leads,
    mine,
    quote,
    replies,
    seats,
    signboard,
    start,
)
from handlers.hear import Sender, hear, sender_in
from handlers.visit import Again, Command, Heard, Pressed, Reach, Reply, Route, Said, Searched, Toast, Visit

log = logging.getLogger(__name__)

# In order of precedence; what nothing took before, `last` takes.
TALKS: Sequence[Sequence[Route]] = (
    start.ROUTES,
    inquiry.ROUTES,
    find.ROUTES,
    mine.ROUTES,
    courtesy.ROUTES,
    firm.ROUTES,
    leads.ROUTES,
    seats.ROUTES,
    signboard.ROUTES,
    quote.ROUTES,
    admin.ROUTES,
    announcements.ROUTES,
    last.ROUTES,
)


# Places where buttons are waited for; words said there are taken like words out of the blue.
WITHOUT_WORDS = frozenset({"claim", "maybe"})


class Answers:
    """Answers updates. texts: every language; bot: the bot's username, for links."""

    def __init__(self, texts: Texts, *, bot: str) -> None:
        self._texts = texts
        self._bot = bot
        self._routes: dict[tuple[str, Any], Route] = {}
        for route in (r for routes in TALKS for r in routes):
            self._routes.setdefault((route.how, route.what), route)

    def update(self, store: Store, raw: dict[str, Any], now: datetime) -> None:
        """Answer one update, within one transaction."""
        found = hear(raw)
        if found is None:
            return
        sender, heard = found
        if isinstance(heard, Searched):
            looking.plan_inline(store, heard.query, heard.text, chat=sender.id, language=sender.language, now=now)
            return
        visit = self._visit(store, sender, heard, now)
        reply = self._guarded(visit, heard)
        self._post(visit, reply, tap=heard if isinstance(heard, Pressed) else None, chat=sender.id)

    def go_on(self, store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
        """A chore: a conversation goes on by itself, because an album is whole."""
        visit = Visit(store, store.people.get(payload["person"]), now, self._texts, self._bot)
        if not self._lost(visit.talk):
            self._post(visit, self._again(visit, None))

    def inline(self, store: Store, payload: dict[str, Any], found: tuple[Seen, ...] | None, now: datetime) -> None:
        """A chore: what was searched for from another chat is answered, if it is not too late."""
        if found is not None:
            packed = pack_articles(find.articles(self._texts, payload, found, bot=self._bot))
            until = looking.inline_until(payload)
            store.outbox.answer_inline(payload["query"], packed, chat=payload["chat"], now=now, until=until)

    def sorry(self, store: Store, raw: dict[str, Any], now: datetime) -> None:
        """An update could not be handled: a polite line, so that nobody waits for nothing."""
        sender = sender_in(raw)
        if sender is not None:
            visit = self._visit(store, sender, Said(""), now)
            self._post(visit, start_screen.sorry(visit.words))

    def _visit(self, store: Store, sender: Sender, heard: Heard, now: datetime) -> Visit:
        person = store.people.met(
            sender.id,
            name=sender.name,
            username=sender.username,
            client_language=sender.language,
            now=now,
            came=not isinstance(heard, Reach),
        )
        return Visit(store, person, now, self._texts, self._bot)

    def _guarded(self, visit: Visit, heard: Heard) -> Reply:
        """The one place where refusals are caught; what a refused action had changed is taken back."""
        try:
            with visit.store.attempt():
                return self._answer(visit, heard)
        except Refusal as no:
            log.info("refused: person %s, %s", visit.person.id, no.reason.value)
            said = refusal.sentence(visit.words, no.reason)
            return Toast(said) if isinstance(heard, Pressed) else Message(said)

    def _answer(self, visit: Visit, heard: Heard) -> Reply:
        talk = visit.talk
        if talk is not None and self._lost(talk):
            self._find_the_way(visit, talk)
            if isinstance(heard, Said):
                return self._carry_on(visit, Again(start.here(visit), start_screen.lost_the_thread(visit.words)))
        route, what = self._route(visit, heard)
        if route is None:
            return Toast(start_screen.old_button(visit.words)) if isinstance(heard, Pressed) else None
        reply = route.answer(visit, what)
        return self._carry_on(visit, reply) if isinstance(reply, Again) else reply

    def _carry_on(self, visit: Visit, reply: Again) -> Reply:
        """Who it is may have changed meanwhile: their language, for one."""
        then = self._again(visit.speaking(visit.store.people.get(visit.person.id)), reply.otherwise)
        every = (reply.ahead, *(then if isinstance(then, tuple) else (then,)))
        return tuple(one for one in every if isinstance(one, Message))

    def _route(self, visit: Visit, heard: Heard) -> tuple[Route | None, Any]:
        if isinstance(heard, Pressed):
            return self._routes.get(("press", type(heard.press))), heard.press
        if isinstance(heard, Said) and start_screen.means_stop(visit.words, heard.text):
            heard = Command("cancel")
        if isinstance(heard, Command):
            known = self._routes.get(("command", heard.name))
            return (known or self._routes["command", "help"]), heard
        if isinstance(heard, Said) and (reply := replies.route(visit, heard)) is not None:
            return Route("reply", None, reply), heard
        talk = visit.talk
        if isinstance(heard, Said) and talk is not None and heard.readable:
            route = self._routes.get(("talk", talk.name))
            if route is not None:
                return route, heard
        return self._routes.get(("heard", type(heard))), heard

    def _again(self, visit: Visit, otherwise: Message | None) -> Reply:
        talk = visit.talk
        route = self._routes.get(("again", talk.name)) if talk is not None else None
        return otherwise if route is None else route.answer(visit, talk)

    def _lost(self, talk: Talk | None) -> bool:
        """Is this a place in a conversation that this release does not know, because an older one left it?"""
        if talk is None or talk.name in WITHOUT_WORDS:
            return False
        route = self._routes.get(("talk", talk.name))
        return route is None or (route.asks is not None and talk.asking not in route.asks | {""})

    def _find_the_way(self, visit: Visit, talk: Talk) -> None:
        """Back to the start of the step, or out of a conversation that is no more; what was answered is kept."""
        log.warning("person %s stood at %s/%s, which is unknown", visit.person.id, talk.name, talk.asking)
        if ("talk", talk.name) in self._routes:
            visit.go(talk.name, talk.subject, **talk.data)
        else:
            visit.leave()

    def _post(self, visit: Visit, reply: Reply, *, tap: Pressed | None = None, chat: int = 0) -> None:
        outbox = visit.store.outbox
        if tap is not None:
            outbox.answer_tap(
                tap.callback, chat=chat, due=visit.now, text=reply.text if isinstance(reply, Toast) else ""
            )
        for message in reply if isinstance(reply, tuple) else (reply,):
            if isinstance(message, Message):
                if message.card and not message.quiet:
                    # A tap changes the card it stands on; words, and taps elsewhere, bring the card down here again.
                    here = tap is not None and tap.on is not None and outbox.card(chat, message.card) == tap.on
                    message = replace(message, anew=not here)
                outbox.post(person=visit.person.id, kind="say", payload=pack(message), priority=REPLY, now=visit.now)
