"""What comes out of a list of suppliers: firms, refused rows, cells that were not understood."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.goods import Money, Quantity


class FirmType(StrEnum):
    """What kind of firm it says it is."""

    MANUFACTURER = "manufacturer"
    TRADING_COMPANY = "trading_company"
    ARTISAN = "artisan"
    SERVICE = "service"


class FirmSize(StrEnum):
    """Size by people employed: micro under 10, small under 50, medium under 250, else large (EU Recommendation
    2003/361).
    """

    MICRO = "micro"
    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class Reason(StrEnum):
    """Why one row was not taken."""

    NO_NAME = "no_name"
    NO_COUNTRY = "no_country"
    UNKNOWN_COUNTRY = "unknown_country"
    DUPLICATE = "duplicate"  # says nothing that an earlier row did not say
    CONFLICT = "conflict"  # the same product of the same firm, with other terms
    REF_OF_ANOTHER = "ref_of_another"  # the reference belongs to a firm of another name
    REPEATED_HEADER = "repeated_header"
    BROKEN_LINE = "broken_line"
    NOT_AN_OBJECT = "not_an_object"
    TOO_LONG = "too_long"


class Trouble(StrEnum):
    """Why a whole file cannot be read."""

    EMPTY = "empty"
    NOT_A_LIST = "not_a_list"
    NO_NAME_COLUMN = "no_name_column"
    TOO_BIG = "too_big"
    ENCRYPTED = "encrypted"
    BROKEN = "broken"
    OLD_EXCEL = "old_excel"
    PDF = "pdf"


class Unreadable(Exception):
    """The whole file is refused; `reason` says why."""

    def __init__(self, reason: Trouble) -> None:
        super().__init__(reason.value)
        self.reason = reason


@dataclass(frozen=True)
class ProductRow:
    """One thing a firm offers, in its own words. A single price fills `price_low` only."""

    name: str
    english: str | None = None
    description: str | None = None
    moq: Quantity | None = None
    capacity_per_month: Quantity | None = None
    lead_time_days: int | None = None
    price_low: Money | None = None
    price_high: Money | None = None


@dataclass(frozen=True)
class FirmRow:
    """One firm of the list, added up from every row that speaks of it.

    `ref` is the list's own or derived from what the firm is called and where it is, so a second import finds the same
    firm. `country` and `export_markets` are ISO 3166-1 alpha-2, `languages` ISO 639, `line` the 1-based line of its
    first
    row.
    """

    ref: str
    name: str
    country: str
    line: int
    city: str | None = None
    address: str | None = None
    type: FirmType | None = None
    size: FirmSize | None = None
    website: str | None = None
    email: str | None = None
    phone: str | None = None
    languages: tuple[str, ...] = ()
    certificates: tuple[str, ...] = ()
    export_markets: tuple[str, ...] = ()
    products: tuple[ProductRow, ...] = ()


@dataclass(frozen=True)
class RefusedRow:
    """A row that was not taken; `text` is a short excerpt for whoever made the list."""

    line: int
    reason: Reason
    text: str


@dataclass(frozen=True)
class UnreadCell:
    """A cell left out of a row that was taken: not understood, or at odds with an earlier row. `column` is our name
    for it.
    """

    line: int
    column: str
    text: str


@dataclass(frozen=True)
class Reading:
    """All that a file gave. Every row that is not blank is part of a firm or is refused."""

    firms: tuple[FirmRow, ...]
    refused: tuple[RefusedRow, ...]
    ignored_columns: tuple[str, ...]
    unread: tuple[UnreadCell, ...] = field(default=())
