"""How buyers answer: what became of the quotes that they asked for."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Select, and_, case, func, or_, select
from sqlmodel import Session, col

from bot.domain.courtesy import JUDGED_FROM, REMEMBERED, Manners, Outcome, manners
from bot.domain.inquiry import InquiryStatus
from bot.domain.quote import LossReason, QuoteStatus
from bot.store.tables.trade import InquiryRow, QuoteRow

_ACCEPTED = col(QuoteRow.status) == QuoteStatus.ACCEPTED
_SILENT = col(QuoteRow.loss_reason) == LossReason.UNSAID
# Where something was bought, the others heard so; anywhere else only a reason is an answer.
_BOUGHT = col(InquiryRow.status).in_((InquiryStatus.AWARDED, InquiryStatus.CLOSED))
_HEARD_SO = and_(_BOUGHT, col(QuoteRow.status) == QuoteStatus.DECLINED)
_ANSWERED = or_(_ACCEPTED, _HEARD_SO, and_(col(QuoteRow.loss_reason).is_not(None), ~_SILENT))
_OVER = (InquiryStatus.AWARDED, InquiryStatus.CLOSED, InquiryStatus.EXPIRED, InquiryStatus.CANCELLED)


def _count(condition: Any) -> Any:
    return func.sum(case((condition, 1), else_=0))


class Buyers:
    """The door to what is known of buyers' manners."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[tuple[int, datetime], Manners] = {}

    def manners(self, buyer: int, *, now: datetime) -> Manners:
        """How this buyer answers; counted once in a transaction, however many cards show it."""
        if (buyer, now) not in self._known:
            self._known[buyer, now] = self._manners([buyer], now)[buyer]
        return self._known[buyer, now]

    def silent(self, *, now: datetime, limit: int = 20) -> list[tuple[int, Manners]]:
        """Buyers who never answer or only fish for prices, those with most quotes left without a word first."""
        unsaid = _count(_SILENT)
        counting = (
            self._quotes(now, col(InquiryRow.buyer))
            .group_by(col(InquiryRow.buyer))
            .having(unsaid >= JUDGED_FROM)
            .order_by(unsaid.desc(), col(InquiryRow.buyer))
            .limit(10 * limit)
        )
        buyers = [buyer for (buyer,) in self._session.execute(counting)]
        known = self._manners(buyers, now) if buyers else {}
        return [(b, known[b]) for b in buyers if known[b].never_answers or known[b].fishing][:limit]

    def newest_silent(self, buyer: int, *, now: datetime) -> int | None:
        """The newest inquiry of theirs that has quotes without a word."""
        silent = self._quotes(now, col(InquiryRow.id)).where(col(InquiryRow.buyer) == buyer, _SILENT, ~_ANSWERED)
        newest: int | None = self._session.scalar(silent.order_by(col(InquiryRow.id).desc()).limit(1))
        return newest

    def _manners(self, buyers: Collection[int], now: datetime) -> dict[int, Manners]:
        of = (col(InquiryRow.buyer), col(InquiryRow.id), col(InquiryRow.opened_at), col(InquiryRow.status))
        each = self._quotes(now, *of, _count(_ANSWERED), _count(and_(_SILENT, ~_ANSWERED)), _count(_ACCEPTED)).group_by(
            *of
        )
        found: dict[int, list[Outcome]] = {buyer: [] for buyer in buyers}
        for buyer, _, opened, status, answered, silent, accepted in self._session.execute(
            each.where(col(InquiryRow.buyer).in_(buyers))
        ):
            bought = bool(accepted) or status is InquiryStatus.CLOSED
            found[buyer].append(Outcome(opened, answered, silent, bought))
        return {buyer: manners(outcomes, now=now) for buyer, outcomes in found.items()}

    def _quotes(self, now: datetime, *columns: Any) -> Select[Any]:
        quotes: Select[Any] = select(*columns).select_from(QuoteRow)
        joined = quotes.join(InquiryRow, col(InquiryRow.id) == col(QuoteRow.inquiry))
        return joined.where(col(InquiryRow.status).in_(_OVER), col(InquiryRow.opened_at) > now - REMEMBERED)
