"""What a firm sets for itself: its floor, its lowest prices, how many buyers it has."""

from __future__ import annotations

from bot.actions import firms, own_terms
from bot.domain.supplier import Supplier
from bot.screens import floor as floor_screen
from bot.screens import signboard as screen
from bot.screens import start as start_screen
from bot.screens.presses.signboard import AskBuyers, AskLowest, OpenFloor, SetFloor
from bot.store.people import Talk
from handlers import firm as firm_page
from handlers.visit import Reply, Said, Visit, on_press, on_talk


def open_floor(visit: Visit, press: OpenFloor) -> Reply:
    """Which requests do I never want to see?"""
    visit.leave()
    return _floor(visit, firms.own(visit.store, press.supplier, by=visit.person))


def set_floor(visit: Visit, press: SetFloor) -> Reply:
    """These."""
    return _floor(visit, own_terms.set_floor(visit.store, press.supplier, press.percent, by=visit.person))


def _floor(visit: Visit, firm: Supplier) -> Reply:
    return floor_screen.floor(visit.words, firm, visit.store.suppliers.products(firm.id))


def ask_lowest(visit: Visit, press: AskLowest, *, again: bool = False) -> Reply:
    """Let me say the lowest price of this."""
    firm = firms.own(visit.store, press.supplier, by=visit.person)
    product = own_terms.product(visit.store, firm.id, press.product, by=visit.person)
    visit.go("lowest", product.id, "", supplier=firm.id)
    return floor_screen.ask_lowest(visit.words, firm, product, again=again)


def lowest(visit: Visit, said: Said) -> Reply:
    """The lowest price."""
    talk = visit.talk
    if talk is None or not said.text.strip():
        return start_screen.only_words(visit.words)
    supplier = talk.data["supplier"]
    product = own_terms.product(visit.store, supplier, talk.subject, by=visit.person)
    if own_terms.set_lowest(visit.store, product, said.text, by=visit.person, today=visit.today) is None:
        return ask_lowest(visit, AskLowest(supplier, product.id), again=True)
    return open_floor(visit, OpenFloor(supplier))


def lowest_again(visit: Visit, talk: Talk) -> Reply:
    """After an interruption."""
    return ask_lowest(visit, AskLowest(talk.data["supplier"], talk.subject))


def ask_buyers(visit: Visit, press: AskBuyers, *, again: bool = False) -> Reply:
    """Let me say how many buyers we have."""
    firm = firms.own(visit.store, press.supplier, by=visit.person)
    visit.go("buyers", firm.id)
    return screen.ask_buyers(visit.words, firm, again=again)


def buyers(visit: Visit, said: Said) -> Reply:
    """So many."""
    talk = visit.talk
    if talk is None or not said.text.strip():
        return start_screen.only_words(visit.words)
    firm = firms.own(visit.store, talk.subject, by=visit.person)
    changed = own_terms.set_buyers(visit.store, firm, said.text, by=visit.person)
    return firm_page.page(visit, changed) if changed else ask_buyers(visit, AskBuyers(firm.id), again=True)


def buyers_again(visit: Visit, talk: Talk) -> Reply:
    """After an interruption."""
    return ask_buyers(visit, AskBuyers(talk.subject))


ROUTES = [
    on_press(OpenFloor, open_floor),
    on_press(SetFloor, set_floor),
    on_press(AskLowest, ask_lowest),
    on_press(AskBuyers, ask_buyers),
    *on_talk("lowest", lowest, again=lowest_again),
    *on_talk("buyers", buyers, again=buyers_again),
]
