"""What became of firms' leads and quotes, as far as it decides who is asked next; and who shall not meet whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, case, delete, func, select
from sqlmodel import Session, col

from bot.domain.bar import Bar, BarredBy
from bot.domain.fairness import Record, debt_after
from bot.domain.goods import Quantity
from bot.domain.inquiry import Inquiry
from bot.domain.lead import WAITING, LeadStatus
from bot.domain.matching import Books as Known
from bot.domain.quote import Quote, QuoteStatus
from bot.store.rows import insert_into, value
from bot.store.tables.suppliers import BarRow, SupplierRow
from bot.store.tables.trade import InquiryRow, LeadRow, QuoteRow

_ANSWERED = (LeadStatus.QUOTED, LeadStatus.DECLINED)
_OVER = (*_ANSWERED, LeadStatus.LAPSED)
_A_DAY = timedelta(days=1)


class Books:
    """The door to what is known of firms beside what they say of themselves."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def about(self, suppliers: Collection[int], *, buyer: int, now: datetime) -> Known:
        """Everything that counts when it is decided which of these firms are asked by this buyer."""
        records, sold = self.records(suppliers, now=now), self.sold(suppliers, now=now)
        return Known(records, sold, self.barred_from(buyer), now=now)

    def records(self, suppliers: Collection[int], *, now: datetime) -> dict[int, Record]:
        """What became of these firms' leads; a firm that never had one is missing."""
        status = col(LeadRow.status)

        def count(condition: ColumnElement[bool]) -> ColumnElement[int]:
            return func.sum(case((condition, 1), else_=0))

        counting = (
            select(
                col(LeadRow.supplier),
                func.count(),
                count(status.in_(WAITING)),
                count(col(LeadRow.offered_at) > now - _A_DAY),
                count(status.in_(_ANSWERED)),
                count(status.in_(_OVER)),
            )
            .where(col(LeadRow.supplier).in_(suppliers))
            .group_by(col(LeadRow.supplier))
        )
        return {supplier: Record(*counts) for supplier, *counts in self._session.execute(counting)}

    def sold(self, suppliers: Collection[int], *, now: datetime) -> dict[int, list[tuple[str, Quantity]]]:
        """What these firms have sold since the month began, by the name of the product they were asked for."""
        month = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
        accepted = (
            select(QuoteRow, LeadRow, InquiryRow)
            .join(LeadRow, col(LeadRow.id) == col(QuoteRow.lead))
            .join(InquiryRow, col(InquiryRow.id) == col(QuoteRow.inquiry))
            .where(col(QuoteRow.status) == QuoteStatus.ACCEPTED, col(QuoteRow.supplier).in_(suppliers))
            .where(func.coalesce(col(QuoteRow.decided_at), col(QuoteRow.sent_at)) >= month)
        )
        sold: dict[int, list[tuple[str, Quantity]]] = {}
        for row, lead, inquiry in self._session.execute(accepted):
            quote = value(row, Quote)
            amount = quote.awarded or quote.quantity or value(inquiry, Inquiry).quantity
            if amount is not None and lead.why.product is not None:
                sold.setdefault(quote.supplier, []).append((lead.why.product, amount))
        return sold

    def owe(self, changes: Mapping[int, float]) -> None:
        """Enter what a seating added to the debts of firms; row by row in one order, so that nobody blocks another."""
        owing = select(SupplierRow).where(col(SupplierRow.id).in_(changes)).order_by(col(SupplierRow.id))
        for row in self._session.scalars(owing.with_for_update().execution_options(populate_existing=True)):
            row.lead_debt = debt_after(row.lead_debt, changes[row.id])

    def bar(self, bar: Bar) -> bool:
        """These two shall not meet again; said twice, the first word stands. Returns whether it is new."""
        making = insert_into(self._session, BarRow).values(**vars(bar))
        making = making.on_conflict_do_nothing(index_elements=["supplier", "person", "by"])
        return self._session.scalar(making.returning(col(BarRow.id))) is not None

    def unbar(self, supplier: int, person: int, *, by: BarredBy) -> None:
        """One side takes its wish back."""
        theirs = (col(BarRow.supplier) == supplier, col(BarRow.person) == person, col(BarRow.by) == by)
        self._session.execute(delete(BarRow).where(*theirs))

    def barred_from(self, person: int) -> frozenset[int]:
        """The firms to which no inquiry of this person may go, whoever of the two wished so."""
        return frozenset(self._session.scalars(select(col(BarRow.supplier)).where(col(BarRow.person) == person)))
