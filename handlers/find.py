"""Looking before asking: firms for some words, a firm's own card, and being told later."""

from __future__ import annotations

from typing import Any

from bot.actions import looking, wanted
from bot.domain.notice import Seen
from bot.language.texts import Texts
from bot.screens import find as screen
from bot.screens import start as start_screen
from bot.screens.articles import Articles
from bot.screens.presses.looking import AskForThis, DropWanted, KeepInquiry, KeepWanted, LookAround, TurnPage
from bot.store.people import Talk
from handlers import inquiry
from handlers.visit import Again, Command, Reply, Said, Toast, Visit, on_command, on_press, on_talk


def find(visit: Visit, command: Command) -> Reply:
    """`/find thermos bottle`, or the words in the next message."""
    return look(visit, command.rest) if command.rest else begin(visit, command)


def begin(visit: Visit, _: object) -> Reply:
    """What are you looking for?"""
    visit.go("find")
    return screen.ask(visit.words, visit.store.wants.kept_by(visit.person.id, now=visit.now))


def listen(visit: Visit, said: Said) -> Reply:
    """The words."""
    if not said.text.strip():
        return Again(ahead=start_screen.only_words(visit.words))
    visit.leave()
    return look(visit, said.text)


def look(visit: Visit, text: str) -> Reply:
    """The search is a chore; what it finds comes as soon as it is done."""
    found = looking.look(visit.store, text, by=visit.person, now=visit.now)
    return screen.nothing_to_read(visit.words) if found is None else None


def turn(visit: Visit, press: TurnPage) -> Reply:
    """Another page, in place of this one."""
    looking.turn(visit.store, press.wanted, press.page, by=visit.person, now=visit.now)
    return None


def ask_for_this(visit: Visit, press: AskForThis) -> Reply:
    """Make an inquiry of these words: the usual talk begins."""
    what = visit.store.wants.of(press.wanted, by=visit.person)
    return inquiry.need(visit, Said(what.words), whom=what.wishes.whom)


def keep(visit: Visit, press: KeepWanted) -> Reply:
    """Tell me when a firm joins; the card shows that it is kept."""
    kept = wanted.keep(visit.store, press.wanted, by=visit.person, now=visit.now)
    looking.plan_page(visit.store, kept, page=0, now=visit.now)
    return Toast(screen.kept(visit.words))


def keep_inquiry(visit: Visit, press: KeepInquiry) -> Reply:
    """Tell me when a firm joins that fits this inquiry."""
    wanted.keep_inquiry(visit.store, press.inquiry, by=visit.person, now=visit.now)
    return Toast(screen.kept(visit.words))


def drop(visit: Visit, press: DropWanted) -> Reply:
    """I need not be told any more."""
    dropped = wanted.drop(visit.store, press.wanted, by=visit.person)
    return screen.ask(visit.words, visit.store.wants.kept_by(visit.person.id, now=visit.now), dropped=dropped)


def show_firm(visit: Visit, firm: int) -> Reply:
    """A firm's card, for anybody."""
    return screen.firm_card(visit.words, *looking.public_firm(visit.store, firm))


def show_firm_again(visit: Visit, talk: Talk) -> Reply:
    """The language is chosen: now the card that was opened."""
    visit.leave()
    return show_firm(visit, talk.subject)


def articles(texts: Texts, payload: dict[str, Any], found: tuple[Seen, ...], *, bot: str) -> Articles:
    """The answer to an inline query, in the language of the asker's app: it is read in a chat with others."""
    return screen.articles(texts.words(payload["language"]), found, words=payload["words"], bot=bot)


ROUTES = [
    on_command("find", find),
    on_press(LookAround, begin),
    on_press(TurnPage, turn),
    on_press(AskForThis, ask_for_this),
    on_press(KeepWanted, keep),
    on_press(KeepInquiry, keep_inquiry),
    on_press(DropWanted, drop),
    *on_talk("find", listen, again=begin),
    *on_talk("firm_card", inquiry.need, again=show_firm_again),
]
