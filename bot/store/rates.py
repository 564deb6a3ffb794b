"""Exchange rates that were fetched, a row a day; the newest day counts."""

from __future__ import annotations

from sqlalchemy import delete, select
from sqlmodel import Session, col

from bot.domain.rates import Rates
from bot.store.rows import value
from bot.store.tables.trade import RatesRow


class FetchedRates:
    """The door to them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def newest(self) -> Rates | None:
        """Those of the last day that is known; None where none were ever fetched."""
        row = self._session.scalar(select(RatesRow).order_by(col(RatesRow.day).desc()).limit(1))
        return None if row is None else value(row, Rates)

    def keep(self, rates: Rates) -> None:
        """Remember a day; what it said before is replaced."""
        self._session.execute(delete(RatesRow).where(col(RatesRow.day) == rates.day))
        self._session.add(RatesRow(day=rates.day, per_euro=dict(rates.per_euro)))
        self._session.flush()
