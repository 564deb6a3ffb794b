"""Firms, what they offer, what it means, their invites, whom they shall not meet, and what they have reached."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import (
    BigInteger,
    Column,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlmodel import Field, SQLModel

from bot.domain.bar import BarredBy
from bot.domain.goods import Money, Quantity
from bot.domain.supplier import Size, SupplierStatus, SupplierType
from bot.store.tables.shape import of_code, of_id, of_instant, of_value, own_id


class SupplierRow(SQLModel, table=True):
    """A firm."""

    __tablename__ = "supplier"
    id: int = own_id()
    name: str = Field(sa_column=Column(Text, nullable=False))
    status: SupplierStatus = Field(sa_column=of_code(SupplierStatus, nullable=False, index=True))
    ref: str | None = Field(default=None, sa_column=Column(String(200), unique=True))
    country: str | None = Field(default=None, sa_column=Column(String(2)))
    city: str | None = Field(default=None, sa_column=Column(Text))
    address: str | None = Field(default=None, sa_column=Column(Text))
    type: SupplierType | None = Field(default=None, sa_column=of_code(SupplierType))
    size: Size | None = Field(default=None, sa_column=of_code(Size))
    languages: tuple[str, ...] = Field(default=(), sa_column=of_value(tuple[str, ...], nullable=False))
    certificates: tuple[str, ...] = Field(default=(), sa_column=of_value(tuple[str, ...], nullable=False))
    export_markets: tuple[str, ...] = Field(default=(), sa_column=of_value(tuple[str, ...], nullable=False))
    website: str | None = Field(default=None, sa_column=Column(Text))
    email: str | None = Field(default=None, sa_column=Column(Text))
    phone: str | None = Field(default=None, sa_column=Column(Text))
    agent: int | None = Field(default=None, sa_column=of_id(nullable=True))
    moq: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    joined_at: datetime | None = Field(default=None, sa_column=of_instant())
    time_zone: str | None = Field(default=None, sa_column=Column(String(64)))
    most_open_leads: int | None = None
    most_daily_leads: int | None = None
    lead_debt: float = 0.0
    declines_below: int | None = None
    buyers_in_all: int | None = None


class ProductRow(SQLModel, table=True):
    """What a firm offers."""

    __tablename__ = "product"
    id: int = own_id()
    supplier: int = Field(sa_column=of_id())
    name: str = Field(sa_column=Column(Text, nullable=False))
    english: str | None = Field(default=None, sa_column=Column(Text))
    description: str | None = Field(default=None, sa_column=Column(Text))
    moq: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    capacity: Quantity | None = Field(default=None, sa_column=of_value(Quantity))
    lead_time_days: int | None = None
    price_low: Money | None = Field(default=None, sa_column=of_value(Money))
    price_high: Money | None = Field(default=None, sa_column=of_value(Money))


class ChangedRow(SQLModel, table=True):
    """When a firm, or what it offers, was last learnt anew; 0 stands for every firm."""

    __tablename__ = "changed_firm"
    supplier: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    changed_at: datetime = Field(sa_column=of_instant(nullable=False, index=True))


class VectorRow(SQLModel, table=True):
    """What titles mean to one model (id and revision): their int8 vectors one behind the other; owner: `product:7`."""

    __tablename__ = "meaning"
    owner: str = Field(sa_column=Column(String(32), primary_key=True))
    model: str = Field(sa_column=Column(String(80), primary_key=True))
    titles: tuple[str, ...] = Field(sa_column=of_value(tuple[str, ...], nullable=False))
    vectors: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class InviteRow(SQLModel, table=True):
    """The personal link with which somebody claims an imported firm."""

    __tablename__ = "invite"
    token: str = Field(sa_column=Column(String(64), primary_key=True))
    supplier: int = Field(sa_column=of_id(unique=True))


class BarRow(SQLModel, table=True):
    """A firm and a buyer who shall not meet again."""

    __tablename__ = "bar"
    __table_args__ = (UniqueConstraint("supplier", "person", "by", name="uq_bar_supplier_person_by"),)
    id: int = own_id()
    supplier: int = Field(sa_column=of_id())
    person: int = Field(sa_column=of_id())
    by: BarredBy = Field(sa_column=of_code(BarredBy, nullable=False))
    reason: str = Field(default="", sa_column=Column(Text, nullable=False))
    made_at: datetime = Field(sa_column=of_instant(nullable=False))


class MilestoneRow(SQLModel, table=True):
    """Something a firm reached for the first time, such as its first buyer abroad."""

    __tablename__ = "milestone"
    __table_args__ = (UniqueConstraint("supplier", "name", name="uq_milestone_supplier_name"),)
    id: int = own_id()
    supplier: int = Field(sa_column=of_id())
    name: str = Field(sa_column=Column(String(40), nullable=False))
    reached_at: datetime = Field(sa_column=of_instant(nullable=False))
