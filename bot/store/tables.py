"""Every table on one page. Columns bear the names of the domain's fields; ids of Telegram are 64 bits wide."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from bot.domain.goods import Attachment, Incoterm, Money, Place, Quantity, Unit
from bot.domain.inquiry import Further, InquiryStatus, Slot, Whom
from bot.domain.lead import DeclineReason, LeadStatus, Why
from bot.domain.quote import QuoteStatus, Term
from bot.domain.supplier import Size, SupplierStatus, SupplierType
from bot.domain.wishes import Wishes
from bot.store.columns import Code, Instant, Json, Value

SQLModel.metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite counts up only a plain INTEGER key; PostgreSQL gets BIGINT.
_KEY = BigInteger().with_variant(Integer, "sqlite")


def _key() -> Any:
    return Field(default=None, sa_column=Column(_KEY, primary_key=True, autoincrement=True))


def _value(of: Any, *, nullable: bool = True) -> Any:
    return Column(Value(of), nullable=nullable)


def _code(of: Any, *, nullable: bool = True, index: bool = False) -> Any:
    return Column(Code(of), nullable=nullable, index=index)


def _instant(*, nullable: bool = True, index: bool = False) -> Any:
    return Column(Instant, nullable=nullable, index=index)


def _ref(*, nullable: bool = False, unique: bool = False) -> Any:
    return Column(BigInteger, nullable=nullable, index=not unique, unique=unique)


class PersonRow(SQLModel, table=True):
    """Somebody who talks to the bot; telegram_id is their user id and the id of their private chat."""

    __tablename__ = "person"
    id: int = _key()
    telegram_id: int = Field(sa_column=Column(BigInteger, nullable=False, unique=True))
    name: str = Field(sa_column=Column(Text, nullable=False))
    language: str | None = Field(default=None, sa_column=Column(String(16)))
    client_language: str | None = Field(default=None, sa_column=Column(String(35)))
    username: str | None = Field(default=None, sa_column=Column(String(64)))
    phone: str | None = Field(default=None, sa_column=Column(String(40)))
    reachable: bool = True
    reach_changed_at: datetime | None = Field(default=None, sa_column=_instant())
    met_at: datetime = Field(sa_column=_instant(nullable=False))


class TalkRow(SQLModel, table=True):
    """Where a person stands in a conversation: its name, what it is about, what was asked."""

    __tablename__ = "talk"
    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    name: str = Field(sa_column=Column(String(40), nullable=False))
    subject: int = Field(sa_column=Column(BigInteger, nullable=False))
    asking: str = Field(default="", sa_column=Column(String(40), nullable=False))
    data: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False))


class SupplierRow(SQLModel, table=True):
    """A firm."""

    __tablename__ = "supplier"
    id: int = _key()
    name: str = Field(sa_column=Column(Text, nullable=False))
    status: SupplierStatus = Field(sa_column=_code(SupplierStatus, nullable=False, index=True))
    ref: str | None = Field(default=None, sa_column=Column(String(200), unique=True))
    country: str | None = Field(default=None, sa_column=Column(String(2)))
    city: str | None = Field(default=None, sa_column=Column(Text))
    address: str | None = Field(default=None, sa_column=Column(Text))
    type: SupplierType | None = Field(default=None, sa_column=_code(SupplierType))
    size: Size | None = Field(default=None, sa_column=_code(Size))
    languages: tuple[str, ...] = Field(default=(), sa_column=_value(tuple[str, ...], nullable=False))
    certificates: tuple[str, ...] = Field(default=(), sa_column=_value(tuple[str, ...], nullable=False))
    export_markets: tuple[str, ...] = Field(default=(), sa_column=_value(tuple[str, ...], nullable=False))
    website: str | None = Field(default=None, sa_column=Column(Text))
    email: str | None = Field(default=None, sa_column=Column(Text))
    phone: str | None = Field(default=None, sa_column=Column(Text))
    agent: int | None = Field(default=None, sa_column=_ref(nullable=True))
    moq: Quantity | None = Field(default=None, sa_column=_value(Quantity))


class ProductRow(SQLModel, table=True):
    """What a firm offers."""

    __tablename__ = "product"
    id: int = _key()
    supplier: int = Field(sa_column=_ref())
    name: str = Field(sa_column=Column(Text, nullable=False))
    english: str | None = Field(default=None, sa_column=Column(Text))
    description: str | None = Field(default=None, sa_column=Column(Text))
    moq: Quantity | None = Field(default=None, sa_column=_value(Quantity))
    capacity: Quantity | None = Field(default=None, sa_column=_value(Quantity))
    lead_time_days: int | None = None
    price_low: Money | None = Field(default=None, sa_column=_value(Money))
    price_high: Money | None = Field(default=None, sa_column=_value(Money))


class VectorRow(SQLModel, table=True):
    """What titles mean to one model (id and revision): their int8 vectors one behind the other; owner: `product:7`."""

    __tablename__ = "meaning"
    owner: str = Field(sa_column=Column(String(32), primary_key=True))
    model: str = Field(sa_column=Column(String(80), primary_key=True))
    titles: tuple[str, ...] = Field(sa_column=_value(tuple[str, ...], nullable=False))
    vectors: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class InviteRow(SQLModel, table=True):
    """The personal link with which somebody claims an imported firm."""

    __tablename__ = "invite"
    token: str = Field(sa_column=Column(String(64), primary_key=True))
    supplier: int = Field(sa_column=_ref(unique=True))


class InquiryRow(SQLModel, table=True):
    """What a buyer needs."""

    __tablename__ = "inquiry"
    id: int = _key()
    buyer: int = Field(sa_column=_ref())
    status: InquiryStatus = Field(sa_column=_code(InquiryStatus, nullable=False, index=True))
    text: str = Field(default="", sa_column=Column(Text, nullable=False))
    language: str | None = Field(default=None, sa_column=Column(String(16)))
    product: str | None = Field(default=None, sa_column=Column(Text))
    specs: tuple[str, ...] = Field(default=(), sa_column=_value(tuple[str, ...], nullable=False))
    amount: Decimal | None = Field(default=None, sa_column=_value(Decimal))
    unit: Unit | None = Field(default=None, sa_column=_code(Unit))
    target_price: Money | None = Field(default=None, sa_column=_value(Money))
    per_unit: bool | None = None
    show_price: bool = False
    destination: Place | None = Field(default=None, sa_column=_value(Place))
    needed_by: date | None = None
    certificates: tuple[str, ...] = Field(default=(), sa_column=_value(tuple[str, ...], nullable=False))
    incoterm: Incoterm | None = Field(default=None, sa_column=_code(Incoterm))
    attachments: tuple[Attachment, ...] = Field(default=(), sa_column=_value(tuple[Attachment, ...], nullable=False))
    guessed: frozenset[Slot] = Field(default=frozenset(), sa_column=_value(frozenset[Slot], nullable=False))
    skipped: frozenset[Slot] = Field(default=frozenset(), sa_column=_value(frozenset[Slot], nullable=False))
    further: tuple[Further, ...] = Field(default=(), sa_column=_value(tuple[Further, ...], nullable=False))
    whom: Whom = Field(default=Whom(), sa_column=_value(Whom, nullable=False))
    seats: int = 5
    opened_at: datetime | None = Field(default=None, sa_column=_instant())
    quotes_until: datetime | None = Field(default=None, sa_column=_instant())
    __table_args__ = (CheckConstraint("seats > 0", name="seats"),)


class LeadRow(SQLModel, table=True):
    """An inquiry handed to one supplier, at most once."""

    __tablename__ = "lead"
    __table_args__ = (UniqueConstraint("inquiry", "supplier", name="uq_lead_inquiry_supplier"),)
    id: int = _key()
    inquiry: int = Field(sa_column=_ref())
    supplier: int = Field(sa_column=_ref())
    why: Why = Field(sa_column=_value(Why, nullable=False))
    status: LeadStatus = Field(sa_column=_code(LeadStatus, nullable=False))
    offered_at: datetime = Field(sa_column=_instant(nullable=False))
    seat_until: datetime = Field(sa_column=_instant(nullable=False))
    decline_reason: DeclineReason | None = Field(default=None, sa_column=_code(DeclineReason))


class QuoteRow(SQLModel, table=True):
    """A supplier's priced answer; one row a revision."""

    __tablename__ = "quote"
    id: int = _key()
    inquiry: int = Field(sa_column=_ref())
    lead: int = Field(sa_column=_ref())
    supplier: int = Field(sa_column=_ref())
    revision: int = 1
    status: QuoteStatus = Field(sa_column=_code(QuoteStatus, nullable=False))
    unit_price: Money | None = Field(default=None, sa_column=_value(Money))
    quantity: Quantity | None = Field(default=None, sa_column=_value(Quantity))
    moq: Quantity | None = Field(default=None, sa_column=_value(Quantity))
    lead_time_days: int | None = None
    incoterm: Incoterm | None = Field(default=None, sa_column=_code(Incoterm))
    place: str | None = Field(default=None, sa_column=Column(Text))
    valid_until: date | None = None
    note: str | None = Field(default=None, sa_column=Column(Text))
    attachments: tuple[Attachment, ...] = Field(default=(), sa_column=_value(tuple[Attachment, ...], nullable=False))
    done: frozenset[Term] = Field(default=frozenset(), sa_column=_value(frozenset[Term], nullable=False))
    sent_at: datetime | None = Field(default=None, sa_column=_instant())


class QuestionRow(SQLModel, table=True):
    """What a supplier asked the buyer about an inquiry, and the answer."""

    __tablename__ = "question"
    id: int = _key()
    inquiry: int = Field(sa_column=_ref())
    lead: int = Field(sa_column=_ref())
    text: str = Field(sa_column=Column(Text, nullable=False))
    answer: str | None = Field(default=None, sa_column=Column(Text))


class AnnouncementRow(SQLModel, table=True):
    """An admin's message to everyone."""

    __tablename__ = "announcement"
    id: int = _key()
    by: int = Field(sa_column=_ref())
    text: str = Field(sa_column=Column(Text, nullable=False))
    sent_at: datetime | None = Field(default=None, sa_column=_instant())


class WantedRow(SQLModel, table=True):
    """What somebody looked for; kept_at: they want to be told when a firm that fits joins."""

    __tablename__ = "wanted"
    id: int = _key()
    person: int = Field(sa_column=_ref())
    words: str = Field(sa_column=Column(Text, nullable=False))
    product: str = Field(sa_column=Column(Text, nullable=False))
    language: str | None = Field(default=None, sa_column=Column(String(16)))
    wishes: Wishes = Field(default=Wishes(), sa_column=_value(Wishes, nullable=False))
    created_at: datetime = Field(sa_column=_instant(nullable=False))
    kept_at: datetime | None = Field(default=None, sa_column=_instant(index=True))
    told_at: datetime | None = Field(default=None, sa_column=_instant())
    told_for: tuple[int, ...] = Field(default=(), sa_column=_value(tuple[int, ...], nullable=False))


class InboxRow(SQLModel, table=True):
    """An update that was handed over, or a chore of the house; worked on in the order of its lane."""

    __tablename__ = "inbox"
    id: int = _key()
    update_id: int | None = Field(default=None, sa_column=Column(BigInteger, unique=True))
    key: str | None = Field(default=None, sa_column=Column(String(80), unique=True))
    lane: str = Field(sa_column=Column(String(64), nullable=False))
    kind: str = Field(sa_column=Column(String(40), nullable=False))
    payload: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    due_at: datetime = Field(sa_column=_instant(nullable=False))
    state: str = Field(default="waiting", sa_column=Column(String(12), nullable=False))
    tries: int = 0
    reason: str | None = Field(default=None, sa_column=Column(Text))
    __table_args__ = (Index("ix_inbox_state_due", "state", "due_at"), Index("ix_inbox_lane_state", "lane", "state"))


class LaneRow(SQLModel, table=True):
    """A lane that a worker holds: one person's updates, or one chat's messages, are never handled twice at a time."""

    __tablename__ = "lane"
    name: str = Field(sa_column=Column(String(64), primary_key=True))
    owner: str = Field(sa_column=Column(String(64), nullable=False))
    lease_until: datetime = Field(sa_column=_instant(nullable=False))


class OutboxRow(SQLModel, table=True):
    """Something to be said in one chat, and what became of it."""

    __tablename__ = "outbox"
    id: int = _key()
    chat: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str = Field(sa_column=Column(String(12), nullable=False))
    payload: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    key: str | None = Field(default=None, sa_column=Column(String(120), unique=True))
    priority: int = Field(sa_column=Column(Integer, nullable=False))
    due_at: datetime = Field(sa_column=_instant(nullable=False))
    state: str = Field(default="waiting", sa_column=Column(String(12), nullable=False))
    tries: int = 0
    message_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    reason: str | None = Field(default=None, sa_column=Column(Text))
    __table_args__ = (
        Index("ix_outbox_state_due", "state", "due_at"),
        Index("ix_outbox_chat_state", "chat", "state"),
        Index("ix_outbox_state_priority", "state", "priority", "id"),
    )


class CardRow(SQLModel, table=True):
    """Where a card stands in a chat, so that it can be edited; the domain never sees message ids."""

    __tablename__ = "card"
    chat: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    name: str = Field(sa_column=Column(String(64), primary_key=True))
    message_id: int = Field(sa_column=Column(BigInteger, nullable=False))
