"""Amounts of goods and of money, and the terms on which goods are handed over."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction


class Unit(StrEnum):
    """Units of trade; each value is its UN/ECE Recommendation 20 code (packages: Recommendation 21 with an X)."""

    PIECE = "H87"
    SET = "SET"
    PAIR = "PR"
    DOZEN = "DZN"
    CARTON = "XCT"
    ROLL = "XRO"
    BAG = "XBG"
    PALLET = "XPX"
    REAM = "RM"
    GRAM = "GRM"
    KILOGRAM = "KGM"
    TONNE = "TNE"
    QUINTAL = "DTN"
    POUND = "LBR"
    LITRE = "LTR"
    METRE = "MTR"
    YARD = "YRD"
    SQUARE_METRE = "MTK"
    CUBIC_METRE = "MTQ"
    CONTAINER_20FT = "20"
    CONTAINER_40FT = "21"
    WAGON = "XWG"


# How many of the second unit one of the first holds. Packages are never converted: their size is the seller's affair.
_SAME_MEASURE: dict[Unit, tuple[Unit, Decimal]] = {
    Unit.DOZEN: (Unit.PIECE, Decimal(12)),
    Unit.GRAM: (Unit.KILOGRAM, Decimal("0.001")),
    Unit.TONNE: (Unit.KILOGRAM, Decimal(1000)),
    Unit.QUINTAL: (Unit.KILOGRAM, Decimal(100)),
    Unit.POUND: (Unit.KILOGRAM, Decimal("0.45359237")),
    Unit.YARD: (Unit.METRE, Decimal("0.9144")),
}


# Of these a part of one can be had; everything else is counted.
MEASURES = frozenset(
    {
        Unit.GRAM,
        Unit.KILOGRAM,
        Unit.TONNE,
        Unit.QUINTAL,
        Unit.POUND,
        Unit.LITRE,
        Unit.METRE,
        Unit.YARD,
        Unit.SQUARE_METRE,
        Unit.CUBIC_METRE,
    }
)


def _ratio(unit: Unit, other: Unit) -> Fraction | None:
    """How many of the other unit one of this holds, exactly; None where the two cannot be compared."""
    base, factor = _SAME_MEASURE.get(unit, (unit, Decimal(1)))
    other_base, other_factor = _SAME_MEASURE.get(other, (other, Decimal(1)))
    return Fraction(factor) / Fraction(other_factor) if base is other_base else None


@dataclass(frozen=True)
class Quantity:
    """So many of a unit."""

    amount: Decimal
    unit: Unit

    def in_unit(self, unit: Unit) -> Quantity | None:
        """The same quantity in another unit of the same measure; None where the two cannot be compared."""
        if unit is self.unit:
            return self
        base, factor = _SAME_MEASURE.get(self.unit, (self.unit, Decimal(1)))
        other_base, other_factor = _SAME_MEASURE.get(unit, (unit, Decimal(1)))
        if base is not other_base:
            return None
        return Quantity(self.amount * factor / other_factor, unit)

    def exactly_in(self, unit: Unit) -> Fraction | None:
        """The amount in another unit of the same measure, without any rounding; None where they cannot be compared."""
        ratio = _ratio(self.unit, unit)
        return None if ratio is None else Fraction(self.amount) * ratio

    def covers(self, other: Quantity) -> bool | None:
        """Is this at least as much as the other? None where the two cannot be compared."""
        same = self.in_unit(other.unit)
        return None if same is None else same.amount >= other.amount


@dataclass(frozen=True)
class Money:
    """An amount in a currency (ISO 4217), as it was said; never rounded and never converted."""

    amount: Decimal
    currency: str


class Incoterm(StrEnum):
    """Incoterms 2020. FAS, FOB, CFR and CIF are for sea and inland water only; every one needs a named place."""

    EXW = "EXW"
    FCA = "FCA"
    CPT = "CPT"
    CIP = "CIP"
    DAP = "DAP"
    DPU = "DPU"
    DDP = "DDP"
    FAS = "FAS"
    FOB = "FOB"
    CFR = "CFR"
    CIF = "CIF"


@dataclass(frozen=True)
class Place:
    """Where goods go to or come from: a country (ISO 3166-1 alpha-2) and, if said, a city or port in its own words."""

    country: str | None
    city: str | None = None


class FileKind(StrEnum):
    """How the messaging app treats a file."""

    PHOTO = "photo"
    DOCUMENT = "document"
    VIDEO = "video"
    VOICE = "voice"


@dataclass(frozen=True)
class Attachment:
    """A picture or file that a person sent. `file` is the channel's own handle: passed on, never downloaded."""

    kind: FileKind
    file: str
    name: str | None = None
    size: int | None = None
