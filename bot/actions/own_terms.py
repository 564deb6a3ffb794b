"""What a firm sets for itself and nobody else sees: its floor, its lowest prices, how many buyers it has."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from bot.actions import firms
from bot.domain.floor import CHOICES
from bot.domain.goods import Money
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.supplier import Product, Supplier
from bot.language.understand import answer as read_answer
from bot.language.understand.numbers import parse_number
from bot.store.store import Store

MOST_BUYERS = 1_000_000


def set_floor(store: Store, supplier: int, percent: int, *, by: Person) -> Supplier:
    """Requests so many per cent under the firm's lowest price are declined by themselves; 0: none are."""
    if percent not in (0, *CHOICES):
        raise Refusal(Reason.NOT_FOUND)
    changed = replace(firms.own(store, supplier, by=by), declines_below=percent or None)
    store.suppliers.save(changed)
    return changed


def product(store: Store, supplier: int, product: int, *, by: Person) -> Product:
    """A product of the firm, for the one who speaks for it."""
    firm, found = firms.own(store, supplier, by=by), store.suppliers.product(product)
    if found is None or found.supplier != firm.id:
        raise Refusal(Reason.NOT_FOUND)
    return found


def set_lowest(store: Store, product: Product, text: str, *, by: Person, today: date) -> Product | None:
    """The lowest price of a product, as it was written; None where no price was understood."""
    price = read_answer("budget", text, today=today, language=by.language or by.client_language or "en")
    if not isinstance(price, Money) or not price.currency or price.amount <= 0:
        return None
    changed = replace(product, price_low=price)
    store.suppliers.save_product(changed)
    return changed


def set_buyers(store: Store, firm: Supplier, text: str, *, by: Person) -> Supplier | None:
    """How many buyers the firm has anywhere; None where no number was understood."""
    said = parse_number(text.strip(), by.language or by.client_language or "en")
    if said is None or not 1 <= said <= MOST_BUYERS:
        return None
    changed = replace(firm, buyers_in_all=int(said))
    store.suppliers.save(changed)
    return changed
