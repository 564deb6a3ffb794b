"""Inquiries with their leads, quotes and questions. Each thing is loaded through a door that asks who is looking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import delete, func, select
from sqlmodel import Session, col

from bot.domain.inquiry import Inquiry, InquiryStatus
from bot.domain.lead import Lead
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.pool import Pool
from bot.domain.quote import Quote, QuoteStatus
from bot.domain.supplier import Supplier
from bot.store.rows import insert, update, value
from bot.store.tables.suppliers import SupplierRow
from bot.store.tables.trade import InquiryRow, LeadRow, PoolRow, QuestionRow, QuoteRow


@dataclass(frozen=True)
class Question:
    """What a supplier asked the buyer."""

    id: int
    inquiry: int
    lead: int
    text: str
    answer: str | None = None


class Inquiries:
    """The door to inquiries.

    Where others write at the same time (locking), an inquiry that was let through a door belongs to this transaction
    until it ends, and with it its leads and quotes: nobody else gets past a door to them.
    """

    def __init__(self, session: Session, *, locking: bool = False) -> None:
        self._session = session
        self._locking = locking
        self._held: set[int] = set()

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What is taken hold of within is let go again with a refused attempt."""
        before = set(self._held)
        try:
            yield
        except BaseException:
            self._held = before
            raise

    def _hold(self, inquiries: Iterable[int]) -> None:
        """Take hold of inquiries, in the order of their ids so that two who want the same ones do not block each other.

        What was read of their leads and quotes before may be old by now, and is read again.
        """
        wanted = set(inquiries) - self._held if self._locking else ()
        if wanted:
            self._session.flush()
            holding = select(InquiryRow).where(col(InquiryRow.id).in_(wanted)).order_by(col(InquiryRow.id))
            rows = self._session.scalars(holding.with_for_update().execution_options(populate_existing=True))
            self._held.update(row.id for row in rows)
            for row in list(self._session.identity_map.values()):
                if isinstance(row, LeadRow | QuoteRow | QuestionRow):
                    self._session.expire(row)

    def _row(self, inquiry: int) -> InquiryRow | None:
        self._hold([inquiry])
        return self._session.get(InquiryRow, inquiry)

    def get(self, inquiry: int) -> Inquiry:
        """For the house itself: chores and counting. People go through `of_buyer` and `lead_of`."""
        row = self._row(inquiry)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Inquiry)

    def of_buyer(self, inquiry: int, *, by: Person) -> Inquiry:
        """An inquiry for the buyer whose it is; to anyone else it does not exist."""
        row = self._row(inquiry)
        if row is None or row.buyer != by.id:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Inquiry)

    def list_of_buyer(self, person: int, *, limit: int = 10) -> list[Inquiry]:
        """A buyer's inquiries, newest first, without the drafts."""
        rows = self._session.scalars(
            select(InquiryRow)
            .where(col(InquiryRow.buyer) == person, col(InquiryRow.status) != InquiryStatus.DRAFT)
            .order_by(col(InquiryRow.id).desc())
            .limit(limit)
        )
        return [value(row, Inquiry) for row in rows]

    def draft_of(self, person: int) -> Inquiry | None:
        """The inquiry that a buyer has begun and not sent."""
        draft = self._session.scalar(
            select(col(InquiryRow.id))
            .where(col(InquiryRow.buyer) == person, col(InquiryRow.status) == InquiryStatus.DRAFT)
            .order_by(col(InquiryRow.id).desc())
            .limit(1)
        )
        row = None if draft is None else self._row(draft)
        return None if row is None or row.status is not InquiryStatus.DRAFT else value(row, Inquiry)

    def add(self, inquiry: Inquiry) -> Inquiry:
        """Remember a new inquiry; returns it with its id."""
        return replace(inquiry, id=insert(self._session, InquiryRow, inquiry).id)

    def save(self, inquiry: Inquiry) -> None:
        """Write a changed inquiry."""
        update(self._session, InquiryRow, inquiry)

    def drop_draft(self, inquiry: int) -> None:
        """Throw a draft away; anything that was sent stays."""
        self._session.execute(
            delete(InquiryRow).where(col(InquiryRow.id) == inquiry, col(InquiryRow.status) == InquiryStatus.DRAFT)
        )

    def open_ones(self, *, limit: int) -> list[Inquiry]:
        """Inquiries that are open and may have free seats, the oldest first."""
        query = select(InquiryRow).where(col(InquiryRow.status) == InquiryStatus.OPEN).order_by(col(InquiryRow.id))
        return [value(row, Inquiry) for row in self._session.scalars(query.limit(limit))]

    def deals_of(self, person: int, supplier: int | None) -> list[tuple[Quote, Inquiry]]:
        """The accepted quotes in which a person is the buyer or speaks for the supplier, the newest first."""
        rows = self._session.execute(
            select(QuoteRow, InquiryRow)
            .join(InquiryRow, col(InquiryRow.id) == col(QuoteRow.inquiry))
            .where(col(QuoteRow.status) == QuoteStatus.ACCEPTED)
            .where((col(InquiryRow.buyer) == person) | (col(QuoteRow.supplier) == supplier))
            .order_by(col(QuoteRow.id).desc())
            .limit(20)
        )
        return [(value(quote, Quote), value(inquiry, Inquiry)) for quote, inquiry in rows]

    def add_lead(self, lead: Lead) -> Lead:
        """Hand an inquiry to a supplier; returns the lead with its id."""
        return replace(lead, id=insert(self._session, LeadRow, lead).id)

    def save_lead(self, lead: Lead) -> None:
        """Write a changed lead."""
        update(self._session, LeadRow, lead)

    def leads(self, inquiry: int) -> list[Lead]:
        """Every lead of an inquiry, in the order in which they were offered."""
        rows = self._session.scalars(select(LeadRow).where(col(LeadRow.inquiry) == inquiry).order_by(col(LeadRow.id)))
        return [value(row, Lead) for row in rows]

    def lead(self, lead: int) -> Lead:
        """For the house itself."""
        row = self._lead_row(lead)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Lead)

    def lead_of(self, lead: int, *, by: Person) -> tuple[Lead, Inquiry, Supplier]:
        """A lead for the one who speaks for its firm; to anyone else it does not exist."""
        row = self._lead_row(lead)
        firm = None if row is None else self._session.get(SupplierRow, row.supplier)
        if row is None or firm is None or firm.agent != by.id:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Lead), self.get(row.inquiry), value(firm, Supplier)

    def leads_of_supplier(self, supplier: int, *, limit: int = 10) -> list[Lead]:
        """A firm's leads, newest first."""
        rows = self._session.scalars(
            select(LeadRow).where(col(LeadRow.supplier) == supplier).order_by(col(LeadRow.id).desc()).limit(limit)
        ).all()
        self._hold(row.inquiry for row in rows)
        return [value(row, Lead) for row in rows]

    def _lead_row(self, lead: int) -> LeadRow | None:
        if self._locking:
            self._hold(self._session.scalars(select(col(LeadRow.inquiry)).where(col(LeadRow.id) == lead)))
        return self._session.get(LeadRow, lead)

    def _quote_row(self, quote: int) -> QuoteRow | None:
        if self._locking:
            self._hold(self._session.scalars(select(col(QuoteRow.inquiry)).where(col(QuoteRow.id) == quote)))
        return self._session.get(QuoteRow, quote)

    def quotes(self, inquiry: int) -> list[Quote]:
        """Every quote of an inquiry that was ever sent, in the order in which they came."""
        rows = self._session.scalars(
            select(QuoteRow)
            .where(col(QuoteRow.inquiry) == inquiry, col(QuoteRow.status) != QuoteStatus.DRAFT)
            .order_by(col(QuoteRow.id))
        )
        return [value(row, Quote) for row in rows]

    def quotes_of_lead(self, lead: int) -> list[Quote]:
        """Every revision on one lead, oldest first, the draft (if any) last."""
        rows = self._session.scalars(select(QuoteRow).where(col(QuoteRow.lead) == lead).order_by(col(QuoteRow.id)))
        return [value(row, Quote) for row in rows]

    def quote_of_buyer(self, quote: int, *, by: Person) -> tuple[Quote, Inquiry]:
        """A sent quote for the buyer who asked for it; to anyone else it does not exist."""
        row = self._quote_row(quote)
        if row is None or row.status is QuoteStatus.DRAFT:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Quote), self.of_buyer(row.inquiry, by=by)

    def quote_of_supplier(self, quote: int, *, by: Person) -> tuple[Quote, Lead, Inquiry]:
        """A quote for the firm that makes it; to anyone else it does not exist."""
        row = self._quote_row(quote)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        lead, inquiry, _ = self.lead_of(row.lead, by=by)
        return value(row, Quote), lead, inquiry

    def add_quote(self, quote: Quote) -> Quote:
        """Begin a quote; returns it with its id."""
        return replace(quote, id=insert(self._session, QuoteRow, quote).id)

    def save_quote(self, quote: Quote) -> None:
        """Write a changed quote."""
        update(self._session, QuoteRow, quote)

    def save_quotes(self, quotes: Iterable[Quote]) -> None:
        """Write several changed quotes."""
        for quote in quotes:
            self.save_quote(quote)

    def add_pool(self, pool: Pool) -> Pool:
        """Remember quotes that were taken together; returns them with their id."""
        return replace(pool, id=insert(self._session, PoolRow, pool).id)

    def pools(self, inquiry: int) -> list[Pool]:
        """What was taken together of an inquiry."""
        rows = self._session.scalars(select(PoolRow).where(col(PoolRow.inquiry) == inquiry).order_by(col(PoolRow.id)))
        return [value(row, Pool) for row in rows]

    def drop_quote(self, quote: int) -> None:
        """Throw a draft away."""
        self._session.execute(
            delete(QuoteRow).where(col(QuoteRow.id) == quote, col(QuoteRow.status) == QuoteStatus.DRAFT)
        )

    def ask(self, question: Question) -> Question:
        """Remember a supplier's question; returns it with its id."""
        return replace(question, id=insert(self._session, QuestionRow, question).id)

    def question(self, question: int) -> Question:
        """One question."""
        row = self._session.get(QuestionRow, question)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Question)

    def answer(self, question: Question) -> None:
        """Write a question with its answer."""
        update(self._session, QuestionRow, question)

    def counts(self) -> dict[str, int]:
        """How many inquiries there are by status, and how many leads and quotes."""
        rows = self._session.execute(select(col(InquiryRow.status), func.count()).group_by(col(InquiryRow.status)))
        counts = {str(status.value): n for status, n in rows}
        leads = self._session.scalar(select(func.count()).select_from(LeadRow)) or 0
        sent = select(func.count()).select_from(QuoteRow).where(col(QuoteRow.status) != QuoteStatus.DRAFT)
        return counts | {"leads": leads, "quotes": self._session.scalar(sent) or 0}
