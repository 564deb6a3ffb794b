"""People: who talks to us, in which language, and where each stands in a conversation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlmodel import Session, col

from bot.domain.people import Person
from bot.store.tables import PersonRow, TalkRow


@dataclass(frozen=True)
class Talk:
    """A conversation under way: which, about what (an id), and what was asked last."""

    name: str
    subject: int
    asking: str = ""


class People:
    """The door to people."""

    def __init__(self, session: Session, *, admins: frozenset[int] = frozenset()) -> None:
        self._session = session
        self._admins = admins

    def met(
        self, telegram_id: int, *, name: str, username: str | None, client_language: str | None, now: datetime
    ) -> Person:
        """The person with this Telegram id, made known if new; name, username and client language are kept fresh."""
        row = self._session.scalar(select(PersonRow).where(col(PersonRow.telegram_id) == telegram_id))
        if row is None:
            row = PersonRow(telegram_id=telegram_id, name=name, met_at=now)
            self._session.add(row)
        row.name, row.username, row.client_language = name, username, client_language
        row.reachable = True
        self._session.flush()
        return self._person(row)

    def get(self, person: int) -> Person:
        """The person with this id of ours."""
        return self._person(self._session.get_one(PersonRow, person))

    def speaks(self, person: int, language: str) -> Person:
        """They chose a language."""
        row = self._session.get_one(PersonRow, person)
        row.language = language
        return self._person(row)

    def gave_phone(self, person: int, phone: str) -> Person:
        """They shared their own number."""
        row = self._session.get_one(PersonRow, person)
        row.phone = phone
        return self._person(row)

    def reach_changed(self, telegram_id: int, *, reachable: bool, at: datetime) -> None:
        """They blocked the bot or came back; the newest word by date wins."""
        row = self._session.scalar(select(PersonRow).where(col(PersonRow.telegram_id) == telegram_id))
        if row is not None and (row.reach_changed_at is None or row.reach_changed_at <= at):
            row.reachable, row.reach_changed_at = reachable, at

    def talk(self, person: int) -> Talk | None:
        """Where they stand in a conversation."""
        row = self._session.get(TalkRow, person)
        return None if row is None else Talk(row.name, row.subject, row.asking)

    def set_talk(self, person: int, talk: Talk | None) -> None:
        """They are now there; None: in no conversation."""
        if talk is not None:
            self._session.merge(TalkRow(person=person, name=talk.name, subject=talk.subject, asking=talk.asking))
        elif (row := self._session.get(TalkRow, person)) is not None:
            self._session.delete(row)

    def admins(self) -> list[Person]:
        """Every admin who has ever opened the bot."""
        rows = self._session.scalars(select(PersonRow).where(col(PersonRow.telegram_id).in_(self._admins)))
        return [self._person(row) for row in rows]

    def reachable_ids(self, *, after: int, limit: int) -> list[int]:
        """Ids of people who can be reached, in order, page by page."""
        query = select(PersonRow.id).where(col(PersonRow.id) > after, col(PersonRow.reachable))  # type: ignore[call-overload]
        return list(self._session.scalars(query.order_by(col(PersonRow.id)).limit(limit)))

    def count(self) -> int:
        """How many people have ever opened the bot."""
        return self._session.scalar(select(func.count()).select_from(PersonRow)) or 0

    def _person(self, row: PersonRow) -> Person:
        return Person(
            id=row.id,
            name=row.name,
            language=row.language,
            client_language=row.client_language,
            username=row.username,
            phone=row.phone,
            reachable=row.reachable,
            admin=row.telegram_id in self._admins,
        )
