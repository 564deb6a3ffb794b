"""Firms, what they offer, what it means, and their invites."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    LargeBinary,
    String,
    Text,
)
from sqlmodel import Field, SQLModel

from bot.domain.goods import Money, Quantity
from bot.domain.supplier import Size, SupplierStatus, SupplierType
from bot.store.tables.shape import of_code, of_id, of_value, own_id


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
