"""What a firm sees about itself: what it has reached, and how its wins are spread; looked at when either grows."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from bot.actions import comparing
from bot.actions.tell import tell
from bot.domain import dependence, milestones
from bot.domain.dependence import ORDERS_WITH_ONE_FIRM, Leaning, Spread
from bot.domain.milestones import Beginnings, Milestone
from bot.domain.notice import DependencePassed, Firm, MilestoneReached, OneFirmOnly
from bot.domain.supplier import Supplier
from bot.store.store import Store


def plan(store: Store, supplier: int, *, now: datetime) -> None:
    """Something was added to a firm's story: see soon whether there is something to tell."""
    _plan(store, supplier, due=now, key=f"signboard:{supplier}")


def plan_first(store: Store, supplier: int, milestone: Milestone, *, now: datetime) -> None:
    """Something happened that is worth a look the first time only."""
    if milestone not in store.milestones.told(supplier):
        plan(store, supplier, now=now)


def plan_anniversary(store: Store, firm: Supplier) -> None:
    """A year after it joined there may be something to tell as well."""
    if firm.joined_at is not None:
        _plan(store, firm.id, due=firm.joined_at + milestones.A_YEAR, key=f"year:{firm.id}")


def _plan(store: Store, supplier: int, *, due: datetime, key: str) -> None:
    store.inbox.add_chore("signboard", {"supplier": supplier}, lane=f"signboard:{supplier}", due=due, key=key)


def plan_after_win(store: Store, supplier: int, *, buyer: int, now: datetime) -> None:
    """A quote was accepted: it adds to the firm's story, and to the buyer's."""
    plan(store, supplier, now=now)
    store.inbox.add_chore("orders", {"buyer": buyer}, lane=f"orders:{buyer}", due=now, key=f"orders:{buyer}")


def look(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """Tell the firm what it has newly reached, and whether one buyer has become much of its business."""
    firm = store.suppliers.get(payload["supplier"])
    if firm.agent is not None:
        told = store.milestones.told(firm.id)
        _tell_milestone(store, firm, told, now=now)
        _tell_dependence(store, firm, told, now=now)


def _tell_milestone(store: Store, firm: Supplier, told: frozenset[str], *, now: datetime) -> None:
    """Of several that were reached at once the weightiest is told."""
    story = store.milestones.story(firm)
    fresh = [m for m in milestones.to_tell(story, told, now=now) if store.milestones.tell(firm.id, m, now=now)]
    if fresh:
        notice = MilestoneReached(Firm.of(firm), fresh[-1], story.buyers, story.countries, firm.buyers_in_all)
        tell(store, firm.agent, notice, now=now)


def _tell_dependence(store: Store, firm: Supplier, told: frozenset[str], *, now: datetime) -> None:
    """Of several levels that were passed at once the weightiest is told."""
    spread = spread_of(store, firm, now=now)
    levels = dependence.newly_passed(spread, told) if spread else ()
    fresh = [level for level in levels if store.milestones.tell(firm.id, level.name, now=now)]
    if spread is not None and fresh:
        share = spread.largest if fresh[0].buyers == dependence.LARGEST else spread.five
        notice = DependencePassed(fresh[0].buyers, fresh[0].percent, int(share * 100), spread.wins)
        tell(store, firm.agent, notice, now=now)


def spread_of(store: Store, firm: Supplier, *, now: datetime) -> Spread | None:
    """How the wins of a firm's last twelve months are spread. For the firm's own eyes."""
    sales = store.sales.of_suppliers([firm.id], now=now).get(firm.id)
    return dependence.spread(sales, exchange=comparing.rates(store).exchange) if sales else None


def leaning(store: Store, suppliers: Collection[int], *, now: datetime) -> dict[int, Leaning]:
    """The firms among these that lean on one buyer, and on whom. For the one who decides whose turn it is."""
    every = store.sales.of_suppliers(suppliers, least=dependence.WINS_TO_LEAN, now=now)
    exchange = comparing.rates(store).exchange if every else dependence.same_currency
    spreads = {firm: dependence.spread(sales, exchange=exchange) for firm, sales in every.items()}
    found = {firm: dependence.leaning(spread) for firm, spread in spreads.items() if spread is not None}
    return {firm: leans for firm, leans in found.items() if leans is not None}


def look_at_orders(store: Store, payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """Tell a buyer, once, where all its orders are with one firm."""
    firms = store.sales.firms_of_buyer(payload["buyer"], now=now)
    if len(firms) >= ORDERS_WITH_ONE_FIRM and len(set(firms)) == 1:
        notice = OneFirmOnly(store.suppliers.get(firms[0]).name, len(firms))
        tell(store, payload["buyer"], notice, now=now, key=f"one_firm:{payload['buyer']}")


def beginnings(store: Store, *, now: datetime) -> Beginnings:
    """How soon the newcomers of the last months got anywhere; for admins."""
    return milestones.beginnings(store.milestones.newcomers(since=now - milestones.NEWCOMERS_OF))
