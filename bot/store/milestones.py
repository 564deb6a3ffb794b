"""What firms have reached: their time here in numbers, of what they were told, and how soon newcomers get anywhere."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from bot.domain.milestones import Newcomer, Story
from bot.domain.quote import QuoteStatus
from bot.domain.supplier import Supplier
from bot.store.rows import insert_into
from bot.store.tables.suppliers import MilestoneRow, SupplierRow
from bot.store.tables.trade import InquiryRow, LeadRow, QuoteRow

_accepted = col(QuoteRow.status) == QuoteStatus.ACCEPTED


class Milestones:
    """The door to them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def story(self, firm: Supplier) -> Story:
        """A firm's time here in numbers."""
        bought = self._session.execute(
            select(col(InquiryRow.buyer), col(InquiryRow.destination))
            .join(QuoteRow, col(QuoteRow.inquiry) == col(InquiryRow.id))
            .where(_accepted, col(QuoteRow.supplier) == firm.id)
        ).all()
        places = {(buyer, place.country) for buyer, place in bought if place is not None and place.country}
        leads = select(func.count()).select_from(LeadRow).where(col(LeadRow.supplier) == firm.id)
        quotes = select(func.count()).select_from(QuoteRow).where(col(QuoteRow.supplier) == firm.id)
        return Story(
            self._session.scalar(leads) or 0,
            self._session.scalar(quotes.where(col(QuoteRow.status) != QuoteStatus.DRAFT)) or 0,
            len({buyer for buyer, _ in bought}),
            len({country for _, country in places}),
            len({buyer for buyer, country in places if firm.country and country != firm.country}),
            firm.joined_at,
        )

    def told(self, supplier: int) -> frozenset[str]:
        """The names of what a firm was told of."""
        return frozenset(
            self._session.scalars(select(col(MilestoneRow.name)).where(col(MilestoneRow.supplier) == supplier))
        )

    def tell(self, supplier: int, name: str, *, now: datetime) -> bool:
        """The firm is told of this now; False: it was told before, perhaps at this very moment by somebody else."""
        telling = insert_into(self._session, MilestoneRow).values(supplier=supplier, name=name, reached_at=now)
        telling = telling.on_conflict_do_nothing(index_elements=["supplier", "name"])
        return self._session.scalar(telling.returning(col(MilestoneRow.id))) is not None

    def newcomers(self, *, since: datetime) -> list[Newcomer]:
        """Every firm that joined since then, with its first lead and its first win."""
        first_lead = (
            select(col(LeadRow.supplier), func.min(col(LeadRow.offered_at)).label("at"))
            .group_by(col(LeadRow.supplier))
            .subquery()
        )
        decided = func.coalesce(col(QuoteRow.decided_at), col(QuoteRow.sent_at))
        first_win = (
            select(col(QuoteRow.supplier), func.min(decided).label("at"))
            .where(_accepted)
            .group_by(col(QuoteRow.supplier))
            .subquery()
        )
        joined = (
            select(col(SupplierRow.joined_at), first_lead.c.at, first_win.c.at)
            .join(first_lead, first_lead.c.supplier == col(SupplierRow.id), isouter=True)
            .join(first_win, first_win.c.supplier == col(SupplierRow.id), isouter=True)
            .where(col(SupplierRow.joined_at) >= since)
        )
        return [Newcomer(*row) for row in self._session.execute(joined)]
