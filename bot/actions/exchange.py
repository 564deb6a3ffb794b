"""Fetching the exchange rates anew, once a day, where the house says from where."""

from __future__ import annotations

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

from bot.domain.rates import Rates
from bot.rates import UnreadableRatesError, fetch, read
from bot.store.database import Database
from bot.store.store import Store

AGAIN, SOONER = timedelta(days=1), timedelta(hours=3)

log = logging.getLogger(__name__)


def plan(store: Store, *, due: datetime) -> None:
    """Fetch them at this time; one that waits already is moved."""
    store.inbox.add_chore("rates", {}, lane="rates", due=due, key="rates")


def prepare(_database: Database, _payload: dict[str, Any], _now: datetime, *, url: str) -> Rates | None:
    """Outside any write: fetch and read them; None where they cannot be had, and the ones that are known stay."""
    if not url:
        return None
    try:
        return read(asyncio.run(fetch(url)))
    except (UnreadableRatesError, OSError, TimeoutError) as problem:
        log.warning("the exchange rates could not be fetched: %s", type(problem).__name__)
        return None


def record(store: Store, _payload: dict[str, Any], rates: Rates | None, now: datetime, *, url: str) -> None:
    """Inside one write: keep them, and plan the next time."""
    if rates is not None:
        store.rates.keep(rates)
    if url:
        plan(store, due=now + (AGAIN if rates else SOONER))
