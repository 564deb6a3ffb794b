"""Inquiries, leads, quotes, pools, exchange rates, questions, and needs that are kept."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import (
    CheckConstraint,
    Column,
    String,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from bot.domain.goods import Attachment, Incoterm, Money, Place, Quantity, Unit
from bot.domain.inquiry import Further, InquiryStatus, Slot, Whom
from bot.domain.lead import DeclineReason, LeadStatus, Why
from bot.domain.pooling import Part
from bot.domain.quote import LossReason, QuoteStatus, Term
from bot.domain.wishes import Wishes
from bot.store.tables.shape import of_code, of_id, of_instant, of_value, own_id


class InquiryRow(SQLModel, table=True):
    """What a buyer needs."""

    __tablename__ = "inquiry"
    id: int = own_id()
    buyer: int = Field(sa_column=of_id())
    status: InquiryStatus = Field(sa_column=of_code(InquiryStatus, nullable=False, index=True))
    text: str = Field(default="", sa_column=Column(Text, nullable=False))
    language: str | None = Field(default=None, sa_column=Column(String(16)))
    product: str | None = Field(default=None, sa_column=Column(Text))
    specs: tuple[str, ...] = Field(default=(), sa_column=of_value(tuple[str, ...], nullable=False))
    amount: Decimal | None = Field(default=None, sa_column=of_value(Decimal))
    unit: Unit | None = Field(default=None, sa_column=of_code(Unit))
    target_price: Money | None = Field(default=None, sa_column=of_value(Money))
    per_unit: bool | None = None
    show_price: bool = False
    destination: Place | None = Field(default=None, sa_column=of_value(Place))
    needed_by: date | None = None
    certificates: tuple[str, ...] = Field(default=(), sa_column=of_value(tuple[str, ...], nullable=False))
    incoterm: Incoterm | None = Field(default=None, sa_column=of_code(Incoterm))
    attachments: tuple[Attachment, ...] = Field(default=(), sa_column=of_value(tuple[Attachment, ...], nullable=False))
    guessed: frozenset[Slot] = Field(default=frozenset(), sa_column=of_value(frozenset[Slot], nullable=False))
    skipped: frozenset[Slot] = Field(default=frozenset(), sa_column=of_value(frozenset[Slot], nullable=False))
    further: tuple[Further, ...] = Field(default=(), sa_column=of_value(tuple[Further, ...], nullable=False))
    whom: Whom = Field(default=Whom(), sa_column=of_value(Whom, nullable=False))
    seats: int = 5
    opened_at: datetime | None = Field(default=None, sa_column=of_instant())
    quotes_until: datetime | None = Field(default=None, sa_column=of_instant())
    asked_more: bool = False
    parts_welcome: bool = False
    __table_args__ = (CheckConstraint("seats > 0", name="seats"),)


class LeadRow(SQLModel, table=True):
    """An inquiry handed to one supplier, at most once."""

    __tablename__ = "lead"
    __table_args__ = (UniqueConstraint("inquiry", "supplier", name="uq_lead_inquiry_supplier"),)
    id: int = own_id()
    inquiry: int = Field(sa_column=of_id())
    supplier: int = Field(sa_column=of_id())
    why: Why = Field(sa_column=of_value(Why, nullable=False))
    status: LeadStatus = Field(sa_column=of_code(LeadStatus, nullable=False))
    offered_at: datetime = Field(sa_column=of_instant(nullable=False))
    seat_until: datetime = Field(sa_column=of_instant(nullable=False))
    decline_reason: DeclineReason | None = Field(default=None, sa_column=of_code(DeclineReason))


class QuoteRow(SQLModel, table=True):
    """A supplier's priced answer; one row a revision."""

    __tablename__ = "quote"
    id: int = own_id()
    inquiry: int = Field(sa_column=of_id())
    lead: int = Field(sa_column=of_id())
    supplier: int = Field(sa_column=of_id())
    revision: int = 1
    status: QuoteStatus = Field(sa_column=of_code(QuoteStatus, nullable=False))
    unit_price: Money | None = Field(default=None, sa_column=of_value(Money))
    quantity: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    moq: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    lead_time_days: int | None = None
    incoterm: Incoterm | None = Field(default=None, sa_column=of_code(Incoterm))
    place: str | None = Field(default=None, sa_column=Column(Text))
    valid_until: date | None = None
    note: str | None = Field(default=None, sa_column=Column(Text))
    attachments: tuple[Attachment, ...] = Field(default=(), sa_column=of_value(tuple[Attachment, ...], nullable=False))
    done: frozenset[Term] = Field(default=frozenset(), sa_column=of_value(frozenset[Term], nullable=False))
    sent_at: datetime | None = Field(default=None, sa_column=of_instant())
    lot: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    awarded: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    pool: int | None = Field(default=None, sa_column=of_id(nullable=True))
    decided_at: datetime | None = Field(default=None, sa_column=of_instant())
    loss_reason: LossReason | None = Field(default=None, sa_column=of_code(LossReason))


class PoolRow(SQLModel, table=True):
    """Several quotes that were taken together; parts: which quote supplies how much."""

    __tablename__ = "pool"
    id: int = own_id()
    inquiry: int = Field(sa_column=of_id())
    accepted_at: datetime = Field(sa_column=of_instant(nullable=False))
    parts: tuple[Part, ...] = Field(default=(), sa_column=of_value(tuple[Part, ...], nullable=False))


class RatesRow(SQLModel, table=True):
    """Exchange rates of one day, as they were fetched."""

    __tablename__ = "rates"
    day: date = Field(primary_key=True)
    per_euro: dict[str, Decimal] = Field(sa_column=of_value(dict[str, Decimal], nullable=False))


class QuestionRow(SQLModel, table=True):
    """What a supplier asked the buyer about an inquiry, and the answer."""

    __tablename__ = "question"
    id: int = own_id()
    inquiry: int = Field(sa_column=of_id())
    lead: int = Field(sa_column=of_id())
    text: str = Field(sa_column=Column(Text, nullable=False))
    answer: str | None = Field(default=None, sa_column=Column(Text))


class WantedRow(SQLModel, table=True):
    """What somebody looked for; kept_at: they want to be told when a firm that fits joins."""

    __tablename__ = "wanted"
    id: int = own_id()
    person: int = Field(sa_column=of_id())
    words: str = Field(sa_column=Column(Text, nullable=False))
    product: str = Field(sa_column=Column(Text, nullable=False))
    language: str | None = Field(default=None, sa_column=Column(String(16)))
    wishes: Wishes = Field(default=Wishes(), sa_column=of_value(Wishes, nullable=False))
    created_at: datetime = Field(sa_column=of_instant(nullable=False))
    kept_at: datetime | None = Field(default=None, sa_column=of_instant(index=True))
    told_at: datetime | None = Field(default=None, sa_column=of_instant())
    told_for: tuple[int, ...] = Field(default=(), sa_column=of_value(tuple[int, ...], nullable=False))
