"""What firms sold here: their accepted quotes, as far as it matters who bought and what it was worth."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlmodel import Session, col

from bot.domain.dependence import LOOK_BACK, Sale
from bot.domain.inquiry import Inquiry
from bot.domain.quote import Quote, QuoteStatus
from bot.store.rows import value
from bot.store.tables.trade import InquiryRow, QuoteRow

_decided = func.coalesce(col(QuoteRow.decided_at), col(QuoteRow.sent_at))


def _sold_since(earliest: datetime) -> Any:
    return (
        select(QuoteRow, InquiryRow)
        .join(InquiryRow, col(InquiryRow.id) == col(QuoteRow.inquiry))
        .where(col(QuoteRow.status) == QuoteStatus.ACCEPTED, _decided >= earliest)
        .order_by(col(QuoteRow.id))
    )


class Sales:
    """The door to them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def of_suppliers(self, suppliers: Collection[int], *, least: int = 1, now: datetime) -> dict[int, list[Sale]]:
        """What each of these firms sold in the last twelve months; a firm with less than so many sales is missing."""
        supplier = col(QuoteRow.supplier)
        won = (col(QuoteRow.status) == QuoteStatus.ACCEPTED, _decided >= now - LOOK_BACK, supplier.in_(suppliers))
        enough = select(supplier).where(*won).group_by(supplier).having(func.count() >= least)
        sold = _sold_since(now - LOOK_BACK).where(supplier.in_(enough))
        found: dict[int, list[Sale]] = {}
        for quote, inquiry in self._session.execute(sold):
            found.setdefault(quote.supplier, []).append(_sale(value(quote, Quote), value(inquiry, Inquiry)))
        return found

    def firms_of_buyer(self, buyer: int, *, now: datetime) -> list[int]:
        """From whom a buyer ordered in the last twelve months, an entry an order."""
        sold = _sold_since(now - LOOK_BACK).where(col(InquiryRow.buyer) == buyer)
        return [quote.supplier for quote, _ in self._session.execute(sold)]


def _sale(quote: Quote, inquiry: Inquiry) -> Sale:
    taken = replace(quote, quantity=quote.awarded or quote.quantity)
    country = inquiry.destination.country if inquiry.destination else None
    return Sale(inquiry.buyer, country, taken.total(inquiry.quantity))
