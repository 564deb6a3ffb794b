"""A bar: a firm and a buyer who shall not meet again, by the wish of one of them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class BarredBy(StrEnum):
    """Whose wish it is: the firm wants no more inquiries of this buyer, or the buyer reported the firm."""

    SUPPLIER = "supplier"
    BUYER = "buyer"


class ReportReason(StrEnum):
    """What a buyer says is wrong with a firm."""

    NOT_REAL = "not_real"
    FRAUD = "fraud"
    RUDE = "rude"
    OTHER = "other"


@dataclass(frozen=True)
class Bar:
    """No inquiry of this person goes to this firm. reason: a code, or what was said."""

    supplier: int
    person: int
    by: BarredBy
    reason: str
    made_at: datetime
