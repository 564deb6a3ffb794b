"""Letting go of what has been done: finished updates and chores, messages that have left. What is history stays."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from bot.store.store import Store

# Update ids and messages' keys are remembered this long, so that one that comes again is known.
REMEMBER = timedelta(days=2)
# What did not arrive can be looked into for so long.
REMEMBER_LOST = timedelta(days=30)
SWEEP_EVERY = timedelta(hours=1)
MOST_AT_ONCE = 2000  # rows, so that no reply waits long for the end of a sweep
SOON = timedelta(seconds=1)


def sweep(store: Store, _payload: dict[str, Any], _prepared: None, now: datetime) -> None:
    """A chore: drop what is old, a part at a time."""
    dropped = (
        store.inbox.forget_done(before=now - REMEMBER, most=MOST_AT_ONCE),
        store.outbox.forget_left(before=now - REMEMBER, lost_before=now - REMEMBER_LOST, most=MOST_AT_ONCE),
    )
    plan(store, due=now + (SOON if max(dropped) == MOST_AT_ONCE else SWEEP_EVERY))


def plan(store: Store, *, due: datetime) -> None:
    """Sweep then."""
    store.inbox.add_chore("sweep", {}, lane="sweep", due=due, key="sweep")
