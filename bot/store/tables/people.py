"""Who talks to the bot, where each stands in a talk, and what was announced to many."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    String,
    Text,
)
from sqlmodel import Field, SQLModel

from bot.domain.announcement import Audience, Step, Tally
from bot.domain.goods import Attachment
from bot.store.columns import Json
from bot.store.tables.shape import of_code, of_id, of_instant, of_value, own_id


class PersonRow(SQLModel, table=True):
    """Somebody who talks to the bot; telegram_id is their user id and the id of their private chat."""

    __tablename__ = "person"
    id: int = own_id()
    telegram_id: int = Field(sa_column=Column(BigInteger, nullable=False, unique=True))
    name: str = Field(sa_column=Column(Text, nullable=False))
    language: str | None = Field(default=None, sa_column=Column(String(16)))
    client_language: str | None = Field(default=None, sa_column=Column(String(35)))
    username: str | None = Field(default=None, sa_column=Column(String(64)))
    phone: str | None = Field(default=None, sa_column=Column(String(40)))
    reachable: bool = True
    reach_changed_at: datetime | None = Field(default=None, sa_column=of_instant())
    met_at: datetime = Field(sa_column=of_instant(nullable=False))


class TalkRow(SQLModel, table=True):
    """Where a person stands in a conversation: its name, what it is about, what was asked."""

    __tablename__ = "talk"
    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    name: str = Field(sa_column=Column(String(40), nullable=False))
    subject: int = Field(sa_column=Column(BigInteger, nullable=False))
    asking: str = Field(default="", sa_column=Column(String(40), nullable=False))
    data: dict[str, Any] = Field(default_factory=dict, sa_column=Column(Json, nullable=False))


class AnnouncementRow(SQLModel, table=True):
    """An admin's message to many, and how far it has got."""

    __tablename__ = "announcement"
    id: int = own_id()
    by: int = Field(sa_column=of_id())
    text: str = Field(sa_column=Column(Text, nullable=False))
    sent_at: datetime | None = Field(default=None, sa_column=of_instant())
    attachments: tuple[Attachment, ...] = Field(default=(), sa_column=of_value(tuple[Attachment, ...], nullable=False))
    audience: Audience = Field(default=Audience(), sa_column=of_value(Audience, nullable=False))
    step: Step = Field(default=Step.DRAFT, sa_column=of_code(Step, nullable=False, index=True))
    paid: bool = False
    until: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    people: int = 0
    after: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    posted: int = 0
    tally: Tally = Field(default=Tally(), sa_column=of_value(Tally, nullable=False))
    ended_at: datetime | None = Field(default=None, sa_column=of_instant())
    shown_at: datetime | None = Field(default=None, sa_column=of_instant())
