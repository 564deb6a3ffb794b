"""People: who talks to us, in which language, and where each stands in a conversation."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, bindparam, func, or_, select, update
from sqlmodel import Session, col

from bot.domain.people import Person
from bot.store.prepared import Prepared
from bot.store.rows import insert_into, write
from bot.store.tables.people import PersonRow, TalkRow
from bot.store.tables.shape import table_of


@dataclass(frozen=True)
class Talk:
    """A conversation under way: which, about what (an id), what was asked last, what to keep in mind meanwhile."""

    name: str
    subject: int
    asking: str = ""
    data: dict[str, Any] = field(default_factory=dict)


_table = table_of(PersonRow)
_COLUMNS = tuple(_table.c.keys())
_KNOWN = Prepared(lambda _: select(_table).where(_table.c.telegram_id == bindparam("telegram", type_=BigInteger)))
_talk = table_of(TalkRow)
_TALK = Prepared(
    lambda _: select(_talk.c.name, _talk.c.subject, _talk.c.asking, _talk.c.data).where(
        _talk.c.person == bindparam("who", type_=BigInteger)
    )
)


class People:
    """The door to people."""

    def __init__(self, session: Session, *, admins: frozenset[int] = frozenset(), locking: bool = False) -> None:
        self._session = session
        self._admins = admins
        self._locking = locking

    def met(
        self,
        telegram_id: int,
        *,
        name: str,
        username: str | None,
        client_language: str | None,
        now: datetime,
        came: bool = True,
    ) -> Person:
        """The person with this Telegram id, made known if new; name, username and client language are kept fresh.

        came: they did something themselves, so they can be reached.
        """
        known = _KNOWN.rows(self._session, telegram=telegram_id)
        if not known:
            new = {"telegram_id": telegram_id, "name": name, "reachable": True, "met_at": now}
            meeting = insert_into(self._session, PersonRow).values(new)
            self._session.execute(meeting.on_conflict_do_nothing(index_elements=["telegram_id"]))
            known = _KNOWN.rows(self._session, telegram=telegram_id)
        row = PersonRow(**dict(zip(_COLUMNS, known[0], strict=True)))
        fresh: dict[str, Any] = {"name": name, "username": username, "client_language": client_language}
        if came:
            fresh["reachable"] = True
        if changed := {what: wanted for what, wanted in fresh.items() if getattr(row, what) != wanted}:
            self._session.execute(update(PersonRow).where(col(PersonRow.id) == row.id).values(changed))
            for what, wanted in changed.items():
                setattr(row, what, wanted)
        return self._person(row)

    def get(self, person: int) -> Person:
        """The person with this id of ours."""
        return self._person(self._session.get_one(PersonRow, person))

    def lane(self, person: int) -> str:
        """The lane of their updates, for chores that must not run beside them."""
        return f"person:{self._session.get_one(PersonRow, person).telegram_id}"

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
        older = or_(col(PersonRow.reach_changed_at).is_(None), col(PersonRow.reach_changed_at) <= at)
        self._session.execute(
            update(PersonRow)
            .where(col(PersonRow.telegram_id) == telegram_id, older)
            .values(reachable=reachable, reach_changed_at=at)
        )

    def talk(self, person: int) -> Talk | None:
        """Where they stand in a conversation."""
        if self._locking:  # the row is needed: `set_talk` looks whether it is still what was read here
            row = self._session.get(TalkRow, person)
            return None if row is None else Talk(row.name, row.subject, row.asking, row.data)
        found = _TALK.rows(self._session, who=person)
        return Talk(*found[0]) if found else None

    def set_talk(self, person: int, talk: Talk | None) -> None:
        """They are now there; None: in no conversation."""
        row = self._session.get(TalkRow, person)
        if talk is not None:
            values: dict[str, Any] = {
                "name": talk.name,
                "subject": talk.subject,
                "asking": talk.asking,
                "data": talk.data,
            }
            if row is None:
                self._session.add(TalkRow(person=person, **values))
            else:
                write(self._session, row, values, checked=self._locking)
        elif row is not None:
            self._session.delete(row)
            self._session.flush()  # until then the session would still find it

    def admins(self) -> list[Person]:
        """Every admin who has ever opened the bot."""
        rows = self._session.scalars(select(PersonRow).where(col(PersonRow.telegram_id).in_(self._admins)))
        return [self._person(row) for row in rows]

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
