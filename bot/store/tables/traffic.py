"""What came in, what goes out, who holds a lane, where a card stands."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    String,
    Text,
    text,
)
from sqlmodel import Field, SQLModel

from bot.store.columns import Json
from bot.store.tables.shape import of_instant, own_id

# Of a hundred rows one is part of an announcement; the others need no place in its index.
_ONE = text("announcement IS NOT NULL")
_WHERE_THERE_IS_ONE: dict[str, Any] = {"sqlite_where": _ONE, "postgresql_where": _ONE}


class InboxRow(SQLModel, table=True):
    """An update that was handed over, or a chore of the house; worked on in the order of its lane."""

    __tablename__ = "inbox"
    id: int = own_id()
    update_id: int | None = Field(default=None, sa_column=Column(BigInteger, unique=True))
    key: str | None = Field(default=None, sa_column=Column(String(80), unique=True))
    lane: str = Field(sa_column=Column(String(64), nullable=False))
    kind: str = Field(sa_column=Column(String(40), nullable=False))
    payload: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    due_at: datetime = Field(sa_column=of_instant(nullable=False))
    state: str = Field(default="waiting", sa_column=Column(String(12), nullable=False))
    tries: int = 0
    reason: str | None = Field(default=None, sa_column=Column(Text))
    __table_args__ = (Index("ix_inbox_state_due", "state", "due_at"), Index("ix_inbox_lane_state", "lane", "state"))


class LaneRow(SQLModel, table=True):
    """A lane that a worker holds: one person's updates, or one chat's messages, are never handled twice at a time."""

    __tablename__ = "lane"
    name: str = Field(sa_column=Column(String(64), primary_key=True))
    owner: str = Field(sa_column=Column(String(64), nullable=False))
    lease_until: datetime = Field(sa_column=of_instant(nullable=False))


class DutyRow(SQLModel, table=True):
    """What one process does for all: who holds it until when, and until when it rests."""

    __tablename__ = "duty"
    name: str = Field(sa_column=Column(String(40), primary_key=True))
    owner: str = Field(sa_column=Column(String(64), nullable=False))
    lease_until: datetime = Field(sa_column=of_instant(nullable=False))
    not_before: datetime | None = Field(default=None, sa_column=of_instant(nullable=True))


class OutboxRow(SQLModel, table=True):
    """Something to be said in one chat, and what became of it."""

    __tablename__ = "outbox"
    id: int = own_id()
    chat: int = Field(sa_column=Column(BigInteger, nullable=False))
    kind: str = Field(sa_column=Column(String(12), nullable=False))
    payload: dict[str, Any] = Field(sa_column=Column(Json, nullable=False))
    key: str | None = Field(default=None, sa_column=Column(String(120), unique=True))
    priority: int = Field(sa_column=Column(Integer, nullable=False))
    due_at: datetime = Field(sa_column=of_instant(nullable=False))
    state: str = Field(default="waiting", sa_column=Column(String(12), nullable=False))
    tries: int = 0
    message_id: int | None = Field(default=None, sa_column=Column(BigInteger))
    reason: str | None = Field(default=None, sa_column=Column(Text))
    announcement: int | None = Field(default=None, sa_column=Column(BigInteger))
    __table_args__ = (
        Index("ix_outbox_announcement_state", "announcement", "state", **_WHERE_THERE_IS_ONE),
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
