"""The start: language, welcome, help, and leaving a conversation."""

from __future__ import annotations

import re

from bot.actions import firms
from bot.screens import inquiry as draft_screen
from bot.screens import start as screen
from bot.screens import supplier as firm_screen
from bot.screens.find import FIRM, LOOK
from bot.screens.message import Message
from bot.screens.presses.start import ChooseLanguage, Home, OpenLanguages, Stop
from handlers.visit import Again, Command, Reply, Visit, on_command, on_press

INVITE = "i_"
_ID = re.compile(r"\d{1,18}", re.ASCII)


def start(visit: Visit, command: Command) -> Reply:
    """`/start`, perhaps with an invite or a firm to look at; the first time the language is asked for."""
    firm = command.rest.removeprefix(FIRM) if command.rest.startswith(FIRM) else ""
    if command.rest.startswith(INVITE):
        visit.go("claim", token=command.rest.removeprefix(INVITE))
    elif _ID.fullmatch(firm):
        visit.go("firm_card", int(firm))
    elif command.rest == LOOK:
        visit.go("find")
    elif visit.talk is not None and visit.person.language is not None:
        visit.leave()
    if visit.person.language is None:
        return languages(visit, command)
    talk = visit.talk
    return Again(here(visit)) if talk is not None and talk.name in ("firm_card", "find") else _claim_or_home(visit)


def languages(visit: Visit, _: object) -> Reply:
    """Which language?"""
    return screen.choose_language(visit.words, visit.texts.names)


def choose_language(visit: Visit, press: ChooseLanguage) -> Reply:
    """One tap, and everything is said in it from now on; a conversation under way goes on."""
    if press.language not in visit.texts.languages:
        return languages(visit, press)
    visit = visit.speaking(visit.store.people.speaks(visit.person.id, press.language))
    talk = visit.talk
    if talk is not None and talk.name == "claim":
        return _claim_or_home(visit)
    return Again(here(visit))


def _claim_or_home(visit: Visit) -> Message:
    talk = visit.talk
    if talk is not None and talk.name == "claim":
        visit.leave()
        token = talk.data["token"]
        return firm_screen.ask_claim(visit.words, firms.invited(visit.store, token, by=visit.person), token)
    return here(visit)


def here(visit: Visit) -> Message:
    """The start, or the draft that waits to be finished."""
    draft = visit.store.inquiries.draft_of(visit.person.id)
    if draft is not None:
        return draft_screen.resume(visit.words, draft)
    return screen.welcome(visit.words, visit.person, has_firm=visit.has_firm)


def home(visit: Visit, _: Home) -> Reply:
    """Back to the start."""
    visit.leave()
    return screen.welcome(visit.words, visit.person, has_firm=visit.has_firm)


def help_me(visit: Visit, _: Command) -> Reply:
    """How it works. A conversation under way stays where it is."""
    return screen.help_text(visit.words, visit.person, has_firm=visit.has_firm)


def stop(visit: Visit, _: object) -> Reply:
    """Leave the conversation; a draft is kept and can be resumed."""
    was = visit.talk
    visit.leave()
    say = screen.nothing_to_stop if was is None else screen.stopped
    return say(visit.words, visit.person, has_firm=visit.has_firm)


ROUTES = [
    on_command("start", start),
    on_command("help", help_me),
    on_command("language", languages),
    on_command("lang", languages),
    on_command("cancel", stop),
    on_command("stop", stop),
    on_press(ChooseLanguage, choose_language),
    on_press(OpenLanguages, languages),
    on_press(Home, home),
    on_press(Stop, stop),
]
