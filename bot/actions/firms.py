"""Firms: claiming one by invite, registering one, changing it, letting it in."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime
from typing import Any

from bot.actions import seating, signboard
from bot.actions.about_firm import about_firm
from bot.actions.tell import tell, tell_admins
from bot.domain import supplier as rules
from bot.domain.notice import Firm, FirmDecided, FirmWaiting
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.supplier import Product, Size, Supplier, SupplierStatus
from bot.store.store import Store

MOST_NAME = 200
MOST_PRODUCTS = 50
MOST_LEADS = 50


def invited(store: Store, token: str, *, by: Person) -> Supplier:
    """The firm an invite is for, for somebody who may claim it."""
    firm = store.suppliers.invited(token, by=by)
    own = store.suppliers.of_agent(by.id)
    if own is not None and own.id != firm.id and own.status is not SupplierStatus.DRAFT:
        raise Refusal(Reason.HAS_FIRM)
    return firm


def claim(store: Store, token: str, *, by: Person, now: datetime) -> Supplier:
    """Somebody with the invite speaks for the firm from now on; open inquiries that fit may come to it."""
    firm = invited(store, token, by=by)
    own = store.suppliers.of_agent(by.id)
    if own is not None and own.id != firm.id:
        store.suppliers.drop_draft(own.id)
    claimed = rules.claim(firm, by=by, now=now)
    store.suppliers.save(claimed)
    signboard.plan_anniversary(store, claimed)
    _found_anew(store, claimed, now=now)
    return claimed


def register(store: Store, *, by: Person) -> Supplier:
    """Begin to register a firm, or go on with it."""
    own = store.suppliers.of_agent(by.id)
    if own is None:
        return store.suppliers.add(Supplier(0, "", SupplierStatus.DRAFT, agent=by.id))
    if own.status is not SupplierStatus.DRAFT:
        raise Refusal(Reason.HAS_FIRM)
    return own


def own(store: Store, supplier: int, *, by: Person) -> Supplier:
    """A firm for the one who speaks for it; to anyone else it does not exist."""
    firm = store.suppliers.of_agent(by.id)
    if firm is None or firm.id != supplier:
        raise Refusal(Reason.NOT_FOUND)
    return firm


def answer(
    store: Store, firm: Supplier, question: str, text: str, *, by: Person, today: date, now: datetime
) -> Supplier | None:
    """An answer about the firm; None if it was not understood."""
    text = text.strip()
    if question == "products":
        return _add_products(store, firm, text, now=now)
    if question == "name":
        values: dict[str, Any] = {"name": " ".join(text.split())[:MOST_NAME]} if text else {}
    else:
        values = about_firm(question, text, today=today, language=by.language or by.client_language)
    return _change(store, firm, values) if values else None


def choose(store: Store, firm: Supplier, question: str, value: str) -> Supplier:
    """An answer by button: a size, or a language that is switched on or off."""
    if question == "size":
        return _change(store, firm, {"size": Size(value)})
    if question != "languages":
        raise Refusal(Reason.NOT_FOUND)
    kept = tuple(tag for tag in firm.languages if tag != value)
    return _change(store, firm, {"languages": kept if value in firm.languages else (*firm.languages, value)})


def _change(store: Store, firm: Supplier, values: dict[str, Any]) -> Supplier:
    changed = replace(firm, **values)
    store.suppliers.save(changed)
    return changed


def _add_products(store: Store, firm: Supplier, text: str, *, now: datetime) -> Supplier | None:
    names = [" ".join(line.strip(" •-*\t").split())[:MOST_NAME] for line in text.splitlines()]
    known = {p.name for p in store.suppliers.products(firm.id)}
    fresh = [n for n in dict.fromkeys(names) if n and n not in known][: MOST_PRODUCTS - len(known)]
    for name in fresh:
        store.suppliers.add_product(Product(0, firm.id, name))
    if fresh and firm.status is not SupplierStatus.DRAFT:
        _found_anew(store, firm, now=now)
    return firm if any(names) else None


def submit(store: Store, supplier: int, *, by: Person, now: datetime) -> Supplier:
    """Send a registration in; the admins are told."""
    firm = own(store, supplier, by=by)
    products = store.suppliers.products(firm.id)
    waiting = rules.submit(firm, products=len(products))
    store.suppliers.save(waiting)
    _found_anew(store, waiting, now=now)
    tell_admins(store, FirmWaiting(Firm.of(waiting), tuple(p.name for p in products)), now=now)
    return waiting


def decide(store: Store, supplier: int, *, approve: bool, by: Person, now: datetime) -> Supplier:
    """An admin lets a firm in or turns it away; the firm is told."""
    if not by.admin:
        raise Refusal(Reason.NOT_FOUND)
    firm = rules.decide(store.suppliers.get(supplier), approve=approve, by=by, now=now)
    store.suppliers.save(firm)
    if approve:
        signboard.plan_anniversary(store, firm)
    tell(store, firm.agent, FirmDecided(firm.name, approve), now=now)
    _found_anew(store, firm, now=now)
    return firm


def pause(store: Store, supplier: int, *, pause: bool, by: Person, now: datetime) -> Supplier:
    """No leads for now, or leads again."""
    firm = own(store, supplier, by=by)
    if firm.status not in (SupplierStatus.VERIFIED, SupplierStatus.PAUSED):
        raise Refusal(Reason.NOT_FOUND)
    changed = _change(store, firm, {"status": SupplierStatus.PAUSED if pause else SupplierStatus.VERIFIED})
    if not pause:
        _found_anew(store, changed, now=now)
    return changed


def limit(store: Store, supplier: int, kind: str, most: int, *, by: Person, now: datetime) -> Supplier:
    """How many leads the firm takes at a time (`open`) or in a day (`daily`); with more room some may come at once."""
    field = {"open": "most_open_leads", "daily": "most_daily_leads"}.get(kind)
    if field is None or not 1 <= most <= MOST_LEADS:
        raise Refusal(Reason.NOT_FOUND)
    changed = _change(store, own(store, supplier, by=by), {field: most})
    _found_anew(store, changed, now=now)
    return changed


def waiting(store: Store) -> list[tuple[Firm, tuple[str, ...]]]:
    """The firms that wait to be let in, each with what it makes."""
    return [(Firm.of(f), tuple(p.name for p in store.suppliers.products(f.id))) for f in store.suppliers.waiting()]


def _found_anew(store: Store, firm: Supplier, *, now: datetime) -> None:
    """The firm is found under what it offers now, and inquiries that are still open may come to it."""
    store.inbox.add_chore("learn", {"supplier": firm.id}, lane=f"supplier:{firm.id}", due=now, key=f"learn:{firm.id}")
    if firm.may_get_leads:
        for inquiry in store.inquiries.open_ones(limit=50):
            seating.plan(store, inquiry, now=now)
