"""The store of one transaction: a door to each thing that is remembered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property

from sqlmodel import Session

from bot.domain.house import House
from bot.store.announcements import Announcements
from bot.store.books import Books
from bot.store.duties import Duties
from bot.store.inbox import Inbox
from bot.store.inquiries import Inquiries
from bot.store.manners import Buyers
from bot.store.milestones import Milestones
from bot.store.outbox import Outbox
from bot.store.people import People
from bot.store.rates import FetchedRates
from bot.store.sales import Sales
from bot.store.suppliers import Suppliers
from bot.store.titles import Titles
from bot.store.traffic import Traffic, traffic
from bot.store.wanted import Wants


class Store:
    """Everything one transaction may read and write, and how the house is run.

    locking: others write at the same time, so what is loaded to be changed must be kept from them.
    """

    def __init__(self, session: Session, *, admins: frozenset[int], house: House, locking: bool = False) -> None:
        self.session = session
        self._locking = locking
        self._admins = admins
        self.house = house

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Something that may be refused: what it changed until then is taken back."""
        with self.inquiries.attempt(), self.session.begin_nested():
            yield

    @cached_property
    def people(self) -> People:
        """Who talks to us, and where each stands in a conversation."""
        return People(self.session, admins=self._admins, locking=self._locking)

    @cached_property
    def announcements(self) -> Announcements:
        """What was announced, to whom, and how far it has got."""
        return Announcements(self.session)

    @cached_property
    def suppliers(self) -> Suppliers:
        """Firms, their products and their invites."""
        return Suppliers(self.session, locking=self._locking)

    @cached_property
    def titles(self) -> Titles:
        """Titles that PostgreSQL searches itself."""
        return Titles(self.session.connection())

    @cached_property
    def books(self) -> Books:
        """What became of firms' leads, and who shall not meet whom."""
        return Books(self.session)

    @cached_property
    def inquiries(self) -> Inquiries:
        """Inquiries with their leads, quotes and questions."""
        return Inquiries(self.session, locking=self._locking)

    @cached_property
    def buyers(self) -> Buyers:
        """How buyers answer the quotes they get."""
        return Buyers(self.session)

    @cached_property
    def sales(self) -> Sales:
        """What firms sold here, and to whom."""
        return Sales(self.session)

    @cached_property
    def milestones(self) -> Milestones:
        """What firms have reached, and of what they were told."""
        return Milestones(self.session)

    @cached_property
    def wants(self) -> Wants:
        """What people looked for, and what they want to be told of."""
        return Wants(self.session, locking=self._locking)

    @cached_property
    def rates(self) -> FetchedRates:
        """Exchange rates that were fetched."""
        return FetchedRates(self.session)

    @cached_property
    def inbox(self) -> Inbox:
        """Updates and chores that wait to be worked on."""
        return Inbox(self.session)

    @cached_property
    def duties(self) -> Duties:
        """What one process does for all."""
        return Duties(self.session)

    @cached_property
    def outbox(self) -> Outbox:
        """What is to be said."""
        return Outbox(self.session)

    def traffic(self, *, now: datetime) -> Traffic:
        """How much waits, and for how long."""
        return traffic(self.session, now=now)
