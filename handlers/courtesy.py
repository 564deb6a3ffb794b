"""When an inquiry is over: bought elsewhere, and why the others were not chosen."""

from __future__ import annotations

from bot.actions import courtesy, inquiries
from bot.domain.inquiry import Inquiry
from bot.domain.notice import ReasonsAsked
from bot.screens import courtesy as screen
from bot.screens.message import Message
from bot.screens.presses.courtesy import AskReasons, CloseInquiry, GiveReason, SilentBuyers, SkipReasons
from handlers.visit import Reply, Route, Visit, on_press, only


def close(visit: Visit, press: CloseInquiry) -> Reply:
    """I bought elsewhere: asked first, then done."""
    if not press.sure:
        inquiry = visit.store.inquiries.of_buyer(press.inquiry, by=visit.person)
        return screen.ask_close(visit.words, inquiry)
    ended = inquiries.close(visit.store, press.inquiry, by=visit.person, now=visit.now)
    return then_ask(visit, screen.closed(visit.words, ended), ended)


def then_ask(visit: Visit, done: Message, inquiry: Inquiry) -> Reply:
    """What was decided is said; if firms wait for a word, the card follows."""
    waiting = courtesy.after(visit.store, inquiry)
    return done if waiting is None else (done, _card(visit, waiting))


def ask(visit: Visit, press: AskReasons) -> Reply:
    """Let me say why not."""
    return _card(visit, courtesy.look(visit.store, press.inquiry, by=visit.person))


def give(visit: Visit, press: GiveReason) -> Reply:
    """This is why not; the card goes on to the next firm."""
    return _card(visit, courtesy.give(visit.store, press.quote, press.reason, by=visit.person, now=visit.now))


def skip(visit: Visit, press: SkipReasons) -> Reply:
    """I do not want to say."""
    return screen.skipped(visit.words, courtesy.skip(visit.store, press.inquiry, by=visit.person, now=visit.now))


def answer_first(visit: Visit, waiting: ReasonsAsked) -> Reply:
    """Before another inquiry goes out."""
    return (screen.answer_first(visit.words), _card(visit, waiting))


def _card(visit: Visit, asked: ReasonsAsked) -> Message:
    draft = visit.store.inquiries.draft_of(visit.person.id)
    further = courtesy.still_silent(visit.store, by=visit.person, now=visit.now)
    return screen.card(visit.words, asked, draft=draft.id if draft else None, further=further)


def silent_buyers(visit: Visit, _: SilentBuyers) -> Reply:
    """For admins: who never answers."""
    return screen.silent_buyers(visit.words, courtesy.silent_buyers(visit.store, now=visit.now))


ROUTES: list[Route] = [
    on_press(CloseInquiry, close),
    on_press(AskReasons, ask),
    on_press(GiveReason, give),
    on_press(SkipReasons, skip),
    on_press(SilentBuyers, only(silent_buyers)),
]
