"""A supplier's leads: looking, passing with a reason, asking the buyer."""

from __future__ import annotations

from bot.actions import leads
from bot.screens import lead as screen
from bot.screens import start as start_screen
from bot.screens import supplier as firm_screen
from bot.screens.presses.supplying import AskBuyer, MyLeads, PassBecause, PassLead, ShowLead, ShowOriginal
from bot.store.people import Talk
from handlers.visit import Again, Command, Reply, Said, Visit, on_command, on_press, on_talk


def mine(visit: Visit, _: Command | MyLeads) -> Reply:
    """My leads."""
    if not visit.has_firm:
        return firm_screen.no_firm(visit.words)
    views = leads.every(visit.store, by=visit.person)
    return screen.lead_list(visit.words, views) if views else screen.empty_list(visit.words)


def show(visit: Visit, press: ShowLead) -> Reply:
    """One lead."""
    view = leads.look(visit.store, press.lead, by=visit.person)
    return screen.card(visit.words, view, head=screen.title(visit.words), now=visit.now, anew=True)


def original(visit: Visit, press: ShowOriginal) -> Reply:
    """The buyer's own words."""
    return screen.original(visit.words, leads.look(visit.store, press.lead, by=visit.person))


def pass_on(visit: Visit, press: PassLead) -> Reply:
    """Not for us: why?"""
    return screen.pass_reasons(visit.words, leads.look(visit.store, press.lead, by=visit.person).lead)


def pass_because(visit: Visit, press: PassBecause) -> Reply:
    """Not for us, and this is why; the card shows it."""
    view = leads.decline(visit.store, press.lead, press.reason, by=visit.person, now=visit.now)
    card = screen.card(visit.words, view, head=screen.title(visit.words), now=visit.now, quiet=True)
    return (screen.passed(visit.words, view.lead), card)


def begin_question(visit: Visit, press: AskBuyer) -> Reply:
    """I want to ask the buyer something."""
    view = leads.look(visit.store, press.lead, by=visit.person)
    visit.go("ask", press.lead)
    return screen.ask_buyer(visit.words, view)


def ask(visit: Visit, said: Said) -> Reply:
    """The question itself."""
    talk = visit.talk
    if talk is None or not said.text.strip():
        return Again(ahead=start_screen.only_words(visit.words))
    leads.ask_buyer(visit.store, talk.subject, said.text, by=visit.person, now=visit.now)
    visit.leave()
    return screen.question_sent(visit.words)


def ask_again(visit: Visit, talk: Talk) -> Reply:
    """After an interruption."""
    return begin_question(visit, AskBuyer(talk.subject))


ROUTES = [
    on_command("leads", mine),
    on_press(MyLeads, mine),
    on_press(ShowLead, show),
    on_press(ShowOriginal, original),
    on_press(PassLead, pass_on),
    on_press(PassBecause, pass_because),
    on_press(AskBuyer, begin_question),
    *on_talk("ask", ask, again=ask_again),
]
