"""Duties: what one process of the bot does for all of them, such as sending; held by a lease that is renewed in time.

Moments are those of the process's own clock: machines that share a database need clocks that agree within some seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlmodel import Session

from bot.store.news import DUTY, spread
from bot.store.rows import insert_into
from bot.store.tables.shape import table_of
from bot.store.tables.traffic import DutyRow

# Seconds until a duty whose holder died may be taken over. It is renewed when a third has passed.
LEASE = 10.0
RENEW_AFTER = LEASE / 3

COURIER, RECEPTION = "courier", "reception"
_duty = table_of(DutyRow)


@dataclass(frozen=True)
class Held:
    """The duty is the asker's. taken: only now. not_before: until then it rests, whoever holds it."""

    taken: bool
    not_before: datetime | None


class Duties:
    """The door to duties."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, name: str, *, owner: str, now: datetime) -> Held | None:
        """Take a duty that nobody holds, or renew one's own; None: somebody else holds it."""
        stands = self._session.execute(select(_duty).where(_duty.c.name == name)).first()
        if stands is not None and stands.owner != owner and stands.lease_until > now:
            return None  # without a write, which would wait for the holder's transaction
        mine = {"owner": owner, "lease_until": now + timedelta(seconds=LEASE)}
        keeping = insert_into(self._session, _duty).values(name=name, **mine)
        free = (_duty.c.owner == owner) | (_duty.c.lease_until <= now)
        kept = keeping.on_conflict_do_update(index_elements=["name"], set_=mine, where=free)
        row = self._session.execute(kept.returning(_duty.c.not_before)).first()
        return None if row is None else Held(stands is None or stands.owner != owner, row.not_before)

    def rest(self, name: str, *, until: datetime) -> None:
        """Whoever holds it shall do nothing until then; an earlier end never replaces a later one."""
        later = _duty.c.not_before.is_(None) | (_duty.c.not_before < until)
        self._session.execute(update(_duty).where(_duty.c.name == name, later).values(not_before=until))

    def hand_back(self, name: str, *, owner: str, now: datetime) -> None:
        """Let a duty go, so that another may take it at once."""
        own = (_duty.c.name == name) & (_duty.c.owner == owner)
        self._session.execute(update(_duty).where(own).values(owner="", lease_until=now))
        spread(self._session, DUTY)

    def void_all(self, *, now: datetime) -> None:
        """At the start of the only process: whoever held a duty is dead."""
        self._session.execute(update(_duty).values(owner="", lease_until=now))
