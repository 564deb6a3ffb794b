"""What is to be said, in which chat, and what became of it. One chat's messages leave in the order they were posted.

Two exceptions: an announcement holds up nothing else, and a notice that waits for another try holds up no reply.

kind: `say` (a rendered message), `notice` (rendered when it leaves, in the reader's language), `answer` (to a tap),
`inline` (articles for a query typed in any chat; of no use after some seconds).
state: waiting → sending → sent / gone (reader unreachable) / unknown (may have arrived) / failed / dropped (overtaken).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, String, and_, bindparam, delete, func, null, or_, select, text, update
from sqlmodel import Session, col

from bot.domain.notice import Notice
from bot.store.columns import Instant
from bot.store.news import OUTBOX, spread
from bot.store.notices import unpack
from bot.store.prepared import Prepared
from bot.store.tables.people import PersonRow
from bot.store.tables.shape import table_of
from bot.store.tables.traffic import CardRow, OutboxRow

# Answers to taps, then replies, then what others must hear, then announcements.
ANSWER, REPLY, NOTICE, ANNOUNCEMENT = 0, 1, 2, 3
# Answers to what is no message: they stand in no line.
ANSWERS = ("answer", "inline")


# What a message said: a notice, or the name of the card that a reply was ("" for words without one).
Told = Notice | str


@dataclass(frozen=True)
class Parcel:
    """One thing to send. language: what the reader has chosen (or their app's language) at this moment."""

    id: int
    chat: int
    kind: str
    payload: dict[str, Any]
    priority: int
    tries: int
    language: str | None

    @property
    def announces(self) -> bool:
        """Is it one of many alike, for which nobody waits?"""
        return self.priority >= ANNOUNCEMENT

    @property
    def paid(self) -> bool:
        """May Stars be spent on it? Only an announcement says so."""
        return bool(self.payload.get("paid"))


# Built once: building them costs more than running them, and these run for every message.
_box = table_of(OutboxRow)
_person = table_of(PersonRow)
_card = table_of(CardRow)
_now = bindparam("now", type_=Instant)
_earlier = _box.alias("earlier")
_HELD_UP = (
    select(_earlier.c.id)
    .where(
        _earlier.c.chat == _box.c.chat,
        _earlier.c.state.in_(("waiting", "sending")),
        _earlier.c.kind.not_in(ANSWERS),
        _earlier.c.id < _box.c.id,
        or_(
            _earlier.c.state == "sending",
            _earlier.c.priority <= _box.c.priority,
            and_(_earlier.c.priority == NOTICE, _earlier.c.due_at <= _now),
        ),
    )
    .exists()
)
_PARCEL = (_box.c.id, _box.c.chat, _box.c.kind, _box.c.payload, _box.c.priority, _box.c.tries)
_DUE = (
    select(*_PARCEL, func.coalesce(_person.c.language, _person.c.client_language))
    .join(_person, _person.c.telegram_id == _box.c.chat, isouter=True)
    .where(
        _box.c.state == "waiting",
        # In a function, so that the database walks the rows by priority and stops at the limit: among 100 000 that
        # are due, looking for the most urgent by their time would read them all.
        func.coalesce(_box.c.due_at, _now) <= _now,
        or_(_box.c.kind.in_(ANSWERS), and_(~_HELD_UP, _box.c.chat.not_in(bindparam("busy", expanding=True)))),
    )
    .order_by(_box.c.priority, _box.c.id)
    .limit(bindparam("most"))
    .with_for_update(of=_box, skip_locked=True)  # what another process is about to send is passed over
)
_NEW = ("chat", "kind", "payload", "key", "priority", "due_at", "state", "tries")


def _giving_words(insert: Any) -> Any:
    answer = insert(_box)
    words = {"payload": answer.excluded.payload, "due_at": answer.excluded.due_at}
    return answer.on_conflict_do_update(index_elements=["key"], set_=words, where=_box.c.state == "waiting")


def _standing_at(insert: Any) -> Any:
    card = insert(_card)
    return card.on_conflict_do_update(index_elements=["chat", "name"], set_={"message_id": card.excluded.message_id})


_this = _box.c.id == bindparam("row", type_=BigInteger)
_POST = Prepared(lambda insert: insert(_box).on_conflict_do_nothing(index_elements=["key"]), columns=_NEW)
_ANSWER_TAP = Prepared(_giving_words, columns=_NEW)
_CHAT_OF = Prepared(lambda _: select(_person.c.telegram_id).where(_person.c.id == bindparam("who", type_=BigInteger)))
_SENDING = Prepared(lambda _: update(_box).where(_this).values(state="sending"))
_SENT = Prepared(
    lambda _: (
        update(_box)
        .where(_this)
        .values(
            state=bindparam("ended", type_=String), message_id=bindparam("message", type_=BigInteger), reason=null()
        )
    )
)
_CARD = Prepared(
    lambda _: select(_card.c.message_id).where(
        _card.c.chat == bindparam("in_chat", type_=BigInteger), _card.c.name == bindparam("called", type_=String)
    )
)
_REMEMBER = Prepared(_standing_at, columns=("chat", "name", "message_id"))
# PostgreSQL must be kept from sorting as well: until it has counted anew, it believes that a few rows wait.
_DO_NOT_SORT = text("SELECT set_config('enable_sort', 'off', true)")
_NEXT_DUE = Prepared(lambda _: select(func.min(_box.c.due_at)).where(_box.c.state == "waiting", _box.c.due_at > _now))


class Outbox:
    """The way out."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def post(
        self, *, person: int, kind: str, payload: dict[str, Any], priority: int, now: datetime, key: str | None = None
    ) -> None:
        """Post something to a person; with a key it is posted at most once while its row is remembered."""
        chat = _CHAT_OF.value(self._session, who=person)
        if chat is not None:
            self._put(_POST, chat=chat, kind=kind, payload=payload, priority=priority, due_at=now, key=key)

    def answer_tap(self, callback: str, *, chat: int, due: datetime, text: str = "", alert: bool = False) -> None:
        """Answer a tap, once. Posted blank when the tap is stored; the handler may give it words before it leaves."""
        key = f"tap:{callback}"
        payload = {"callback": callback, "text": text, "alert": alert}
        self._put(_ANSWER_TAP, chat=chat, kind="answer", payload=payload, priority=ANSWER, due_at=due, key=key)

    def _put(self, posting: Prepared, **values: Any) -> None:
        spread(self._session, OUTBOX)
        posting.rows(self._session, state="waiting", tries=0, **values)

    def answer_inline(self, query: str, articles: dict[str, Any], *, chat: int, now: datetime, until: datetime) -> None:
        """Answer an inline query, unless it cannot leave before `until`."""
        payload = {"query": query, "articles": articles, "until": until.isoformat()}
        self._put(_POST, chat=chat, kind="inline", payload=payload, priority=ANSWER, due_at=now, key=None)

    def due(self, *, now: datetime, limit: int, passing_over: frozenset[int] = frozenset()) -> list[Parcel]:
        """What may leave now: of each chat the answers to taps and the first message in line, most urgent first.

        passing_over: chats where something is on its way already.
        """
        if self._session.get_bind().dialect.name == "postgresql":
            self._session.execute(_DO_NOT_SORT)
        rows = self._session.execute(_DUE, {"now": now, "most": limit, "busy": list(passing_over)})
        return [Parcel(*row) for row in rows]

    def sending(self, ids: list[int]) -> None:
        """These are about to leave; if we die now, they may or may not have arrived."""
        for row in ids:
            _SENDING.rows(self._session, row=row)

    def sent(self, parcel_id: int, *, message_id: int | None = None, state: str = "sent") -> None:
        """It left; or it was dropped, or nobody knows (state)."""
        _SENT.rows(self._session, row=parcel_id, ended=state, message=message_id)

    def failed(self, parcel_id: int, *, state: str, reason: str) -> None:
        """It will not be tried again: gone, unknown or failed, with the reason."""
        self._set([parcel_id], state=state, reason=reason[:500])

    def again(self, parcel_id: int, *, due: datetime, reason: str, counts: bool = True) -> None:
        """Nothing was sent; try once more at this time."""
        tries = {"tries": _box.c.tries + 1} if counts else {}
        self._set([parcel_id], state="waiting", due_at=due, reason=reason[:500], **tries)

    def recover(self, *, now: datetime) -> int:
        """For whoever becomes courier: what was on its way when the last one died leaves once more.

        Announcements do not: nobody minds missing one as much as reading it twice. They are left as unknown.
        """
        on_its_way = col(OutboxRow.state) == "sending"
        found = self._session.scalar(select(func.count()).where(on_its_way)) or 0
        self._session.execute(
            update(OutboxRow)
            .where(on_its_way, col(OutboxRow.priority) >= ANNOUNCEMENT)
            .values(state="unknown", reason="died")
        )
        self._session.execute(update(OutboxRow).where(on_its_way).values(state="waiting", due_at=now))
        return found

    def take_back(self, *, besides: frozenset[int]) -> None:
        """For a courier that does not know whether its last words were written: what is not on its way waits again."""
        marked = (_box.c.state == "sending") & _box.c.id.not_in(besides)
        self._session.execute(update(_box).where(marked).values(state="waiting"))

    def next_due(self, *, now: datetime) -> datetime | None:
        """When the next waiting row falls due that is not due yet."""
        found: datetime | None = _NEXT_DUE.value(self._session, now=now)
        return found

    def told(self, person: int, message_id: int) -> Told | None:
        """What stands under this id in somebody's chat; None: nobody knows any more. Cards are known the longest.

        While something is on its way there its id is not known yet: then it is taken for words without a card.
        """
        chat = _CHAT_OF.value(self._session, who=person)
        found = self._session.execute(
            select(_box.c.kind, _box.c.payload, _box.c.message_id)
            .where(_box.c.chat == chat, or_(_box.c.message_id == message_id, _box.c.state == "sending"))
            .where(_box.c.kind.not_in(ANSWERS))
            .order_by(_box.c.message_id.is_(None), _box.c.id.desc())
            .limit(1)
        ).first()
        if found is not None and found.message_id == message_id:
            return unpack(found.payload) if found.kind == "notice" else found.payload.get("card", "")
        named = select(_card.c.name).where(_card.c.chat == chat, _card.c.message_id == message_id)
        card: str | None = self._session.scalar(named)
        return card if card is not None or found is None else ""

    def card(self, chat: int, name: str) -> int | None:
        """The message id under which a card stands in a chat."""
        found: int | None = _CARD.value(self._session, in_chat=chat, called=name)
        return found

    def remember_card(self, chat: int, name: str, message_id: int | None) -> None:
        """A card now stands under this message id; None: it stands nowhere any more."""
        if message_id is None:
            self._session.execute(delete(CardRow).where(col(CardRow.chat) == chat, col(CardRow.name) == name))
        else:
            _REMEMBER.rows(self._session, chat=chat, name=name, message_id=message_id)

    def moved(self, old: int, new: int) -> None:
        """A group became a supergroup: what waits for the old chat goes to the new one; no card stands there yet."""
        self._session.execute(delete(CardRow).where(col(CardRow.chat) == old))
        self._session.execute(
            update(OutboxRow).where(col(OutboxRow.chat) == old, col(OutboxRow.state) == "waiting").values(chat=new)
        )

    def drop_waiting(self, chat: int, *, reason: str) -> None:
        """The reader cannot be reached: nothing that waits for them will leave."""
        self._session.execute(
            update(OutboxRow)
            .where(col(OutboxRow.chat) == chat, col(OutboxRow.state) == "waiting")
            .values(state="gone", reason=reason)
        )

    def busy(self, *, now: datetime) -> int:
        """How many rows are due or on their way."""
        due = (col(OutboxRow.state) == "waiting") & (col(OutboxRow.due_at) <= now)
        query = select(func.count()).select_from(OutboxRow).where(due | (col(OutboxRow.state) == "sending"))
        return self._session.scalar(query) or 0

    def forget_left(self, *, before: datetime, lost_before: datetime, most: int) -> int:
        """Drop what left before this, and what did not arrive before that, up to `most`; how many.

        Rows of announcements are left to those who count them.
        """
        arrived = _box.c.state.in_(("sent", "dropped")) & (_box.c.due_at < before)
        lost = _box.c.state.in_(("gone", "unknown", "failed")) & (_box.c.due_at < lost_before)
        found = select(_box.c.id).where(or_(arrived, lost), _box.c.announcement.is_(None)).limit(most)
        return len(self._session.execute(delete(_box).where(_box.c.id.in_(found)).returning(_box.c.id)).all())

    def counts(self) -> dict[str, int]:
        """How many rows are in each state."""
        state = col(OutboxRow.state)
        return dict(self._session.execute(select(state, func.count()).group_by(state)).tuples().all())

    def _set(self, ids: list[int], **values: Any) -> None:
        self._session.execute(update(_box).where(_box.c.id.in_(ids)).values(**values))
