"""What was announced: the words, for whom, how far it has got, and what became of it in the outbox."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

from sqlalchemy import ColumnElement, and_, delete, exists, func, select, true, update
from sqlmodel import Session, col

from bot.domain.announcement import Announcement, Audience, Step, Tally, Who
from bot.domain.goods import Attachment
from bot.domain.inquiry import InquiryStatus
from bot.domain.outcome import Reason, Refusal
from bot.store.news import OUTBOX, spread
from bot.store.outbox import ANNOUNCEMENT
from bot.store.rows import insert_into, value
from bot.store.rows import update as update_row
from bot.store.tables.people import AnnouncementRow, PersonRow
from bot.store.tables.shape import table_of
from bot.store.tables.suppliers import SupplierRow
from bot.store.tables.trade import InquiryRow, LeadRow
from bot.store.tables.traffic import OutboxRow

# Ids looked through for one page: where few people of many are meant, no transaction reads all of them.
STRETCH = 20_000
_box = table_of(OutboxRow)
_box_state, _of = _box.c.state, _box.c.announcement
_LEFT = ("sent", "dropped", "gone", "unknown", "failed")
_reads = func.coalesce(col(PersonRow.language), col(PersonRow.client_language), "")


@dataclass(frozen=True)
class InHand:
    """Rows that wait, or are held back, and rows that are on their way."""

    waiting: int
    flying: int

    @property
    def all(self) -> int:
        """Both."""
        return self.waiting + self.flying


class Announcements:
    """The door to announcements."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, text: str, attachments: tuple[Attachment, ...] = (), *, by: int) -> Announcement:
        """Keep one, not sent yet."""
        row = AnnouncementRow(by=by, text=text, attachments=attachments)
        self._session.add(row)
        self._session.flush()
        return value(row, Announcement)

    def get(self, announcement: int) -> Announcement:
        """This one, as it stands; refuses where there is none. Until the end of the transaction no other changes it."""
        query = select(AnnouncementRow).where(col(AnnouncementRow.id) == announcement)
        row = self._session.scalar(query.with_for_update().execution_options(populate_existing=True))
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Announcement)

    def save(self, announcement: Announcement) -> None:
        """Write down how it stands now."""
        update_row(self._session, AnnouncementRow, announcement)
        self._session.flush()

    def last(self, *, limit: int) -> list[Announcement]:
        """Those that were sent, the newest first."""
        query = select(AnnouncementRow).where(col(AnnouncementRow.step) != Step.DRAFT)
        rows = self._session.scalars(query.order_by(col(AnnouncementRow.id).desc()).limit(limit))
        return [value(row, Announcement) for row in rows]

    def unfinished(self) -> list[int]:
        """Ids of those that are under way."""
        under_way = (Step.SENDING, Step.PAUSED, Step.CANCELLED)
        return list(
            self._session.scalars(select(col(AnnouncementRow.id)).where(col(AnnouncementRow.step).in_(under_way)))
        )

    def tags(self) -> list[str]:
        """Every tag of a language that people have chosen or their apps speak; "" where nothing is known."""
        return list(self._session.scalars(select(_reads).distinct()))

    def audience(self, of: Audience) -> tuple[int, int]:
        """The largest id of a person at this moment, and how many up to there can be reached and are meant."""
        until = self._session.scalar(select(func.max(col(PersonRow.id)))) or 0
        counting = select(func.count()).select_from(PersonRow).where(*_meant(of), col(PersonRow.id) <= until)
        return until, self._session.scalar(counting) or 0

    def next_page(self, one: Announcement, *, limit: int) -> tuple[list[tuple[int, int]], int]:
        """Who is next (their ids and their chats), and the id up to which nobody else is."""
        end = min(one.until, one.after + STRETCH)
        person = col(PersonRow.id)
        query = select(person, col(PersonRow.telegram_id)).where(
            *_meant(one.audience), person > one.after, person <= end
        )
        page = [(row[0], row[1]) for row in self._session.execute(query.order_by(person).limit(limit))]
        return page, page[-1][0] if len(page) == limit else end

    def post(
        self, one: Announcement, payload: dict[str, Any], page: Iterable[tuple[int, int]], *, now: datetime
    ) -> None:
        """Post it to these people, to each at most once."""
        new = [
            {"chat": chat, "key": f"announcement:{one.id}:{person}", "kind": "notice", "payload": payload}
            | {"priority": ANNOUNCEMENT, "due_at": now, "state": "waiting", "tries": 0, "announcement": one.id}
            for person, chat in page
        ]
        if new:
            posting = insert_into(self._session, _box).on_conflict_do_nothing(index_elements=["key"])
            self._session.execute(posting, new)  # row after row: one statement of 500 rows takes longer to build
            spread(self._session, OUTBOX)

    def in_hand(self, announcement: int) -> InHand:
        """Of how many of its rows it is not known yet what becomes."""
        counting = select(_box_state, func.count()).where(_of == announcement).group_by(_box_state)
        found: dict[str, int] = {row[0]: row[1] for row in self._session.execute(counting)}
        return InHand(found.get("waiting", 0) + found.get("held", 0), found.get("sending", 0))

    def hold(self, announcement: int) -> None:
        """What waits is held back."""
        waits = (_of == announcement) & (_box_state == "waiting")
        self._session.execute(update(_box).where(waits).values(state="held"))

    def release(self, announcement: int) -> None:
        """What was held back waits again."""
        held = (_of == announcement) & (_box_state == "held")
        self._session.execute(update(_box).where(held).values(state="waiting"))
        spread(self._session, OUTBOX)

    def withdraw(self, announcement: int) -> Tally:
        """What has not left yet never will."""
        return self._take_out(announcement, ("waiting", "held"))

    def settle(self, announcement: int) -> Tally:
        """What became of those that have left since the last time; their rows are not kept."""
        return self._take_out(announcement, _LEFT)

    def _take_out(self, announcement: int, states: tuple[str, ...]) -> Tally:
        taking = delete(_box).where(_of == announcement, _box_state.in_(states))
        fates = [
            _fate(state, reason) for state, reason in self._session.execute(taking.returning(_box_state, _box.c.reason))
        ]
        return Tally(**{fate: fates.count(fate) for fate in set(fates)})


def _fate(state: str, reason: str | None) -> str:
    """The name under which a row is counted."""
    if state in ("waiting", "held"):
        return "withdrawn"
    if state == "gone":
        return "blocked" if reason == "blocked" else "gone"
    return state if state in ("sent", "unknown") else "failed"


def _meant(of: Audience) -> tuple[ColumnElement[bool], ...]:
    """Who is meant, of those who can be reached."""
    person = col(PersonRow.id)
    agent = col(SupplierRow.agent) == person
    asked = exists().where(col(LeadRow.supplier) == col(SupplierRow.id))
    buys = exists().where(col(InquiryRow.buyer) == person, col(InquiryRow.status) != InquiryStatus.DRAFT)
    who: ColumnElement[bool] = {
        Who.EVERYBODY: true(),
        Who.BUYERS: buys,
        Who.SUPPLIERS: exists().where(agent),
        Who.WITHOUT_LEADS: exists().where(and_(agent, ~asked)),
    }[of.who]
    reads = true() if of.tags is None else _reads.in_(of.tags)
    return cast(ColumnElement[bool], col(PersonRow.reachable)), who, reads
