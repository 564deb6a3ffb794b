"""Seats: fewer or more of them, who shall not get one, how many leads a firm takes."""

from __future__ import annotations

from bot.actions import barring, firms, inquiries
from bot.screens import inquiry as draft_screen
from bot.screens import lead as lead_screen
from bot.screens import seats as screen
from bot.screens.presses.seats import (
    AskMore,
    BarBuyer,
    OpenLimits,
    ReportBecause,
    ReportFirm,
    ReportOne,
    SetLimit,
    SetSeats,
    UnbarBuyer,
)
from handlers.visit import Reply, Toast, Visit, on_press


def set_seats(visit: Visit, press: SetSeats) -> Reply:
    """Ask so many firms at most."""
    changed = inquiries.set_seats(visit.store, press.inquiry, press.seats, by=visit.person)
    return draft_screen.draft(visit.words, changed)


def ask_more(visit: Visit, press: AskMore) -> Reply:
    """Ask some more firms; the overview follows by itself."""
    more = inquiries.ask_more(visit.store, press.inquiry, by=visit.person, now=visit.now)
    return Toast(screen.asking_more(visit.words, more))


def bar_buyer(visit: Visit, press: BarBuyer) -> Reply:
    """Nothing more from this buyer; the card shows that the lead is passed on."""
    view = barring.bar_buyer(visit.store, press.lead, by=visit.person, now=visit.now)
    card = lead_screen.card(visit.words, view, head=lead_screen.title(visit.words), now=visit.now, quiet=True)
    return (screen.barred(visit.words, press.lead), card)


def unbar_buyer(visit: Visit, press: UnbarBuyer) -> Reply:
    """This buyer may write to us again."""
    barring.unbar_buyer(visit.store, press.lead, by=visit.person)
    return screen.unbarred(visit.words)


def report_one(visit: Visit, press: ReportOne) -> Reply:
    """Something is wrong with one of the firms."""
    inquiry, asked = barring.reportable(visit.store, press.inquiry, by=visit.person)
    return screen.which_firm(visit.words, inquiry, asked)


def report_firm(visit: Visit, press: ReportFirm) -> Reply:
    """Something is wrong with this firm."""
    firm = barring.firm_of(visit.store, press.lead, by=visit.person)
    return screen.what_is_wrong(visit.words, press.lead, firm)


def report_because(visit: Visit, press: ReportBecause) -> Reply:
    """This is wrong with it."""
    firm = barring.report(visit.store, press.lead, press.reason, by=visit.person, now=visit.now)
    return screen.reported(visit.words, firm)


def open_limits(visit: Visit, press: OpenLimits) -> Reply:
    """How many leads do we take?"""
    return screen.limits(visit.words, firms.own(visit.store, press.supplier, by=visit.person))


def set_limit(visit: Visit, press: SetLimit) -> Reply:
    """So many."""
    firm = firms.limit(visit.store, press.supplier, press.kind, press.most, by=visit.person, now=visit.now)
    return screen.limits(visit.words, firm)


ROUTES = [
    on_press(SetSeats, set_seats),
    on_press(AskMore, ask_more),
    on_press(BarBuyer, bar_buyer),
    on_press(UnbarBuyer, unbar_buyer),
    on_press(ReportOne, report_one),
    on_press(ReportFirm, report_firm),
    on_press(ReportBecause, report_because),
    on_press(OpenLimits, open_limits),
    on_press(SetLimit, set_limit),
]
