"""The seam between finding and valuing: labelled stretches of a text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Label(StrEnum):
    """What a stretch of a message says."""

    PRODUCT = "product"
    QUANTITY = "quantity"  # the number with its unit
    UNIT = "unit"  # a unit that stands apart from its number
    BUDGET = "budget"
    DESTINATION = "destination"
    ORIGIN = "origin"
    DEADLINE = "deadline"
    CERTIFICATE = "certificate"
    INCOTERM = "incoterm"
    SPEC = "spec"  # a number that describes the goods: 500 ml, 20x30 cm, M8
    NEGATED = "negated"  # what the buyer does not want


@dataclass(frozen=True)
class Span:
    """A labelled stretch: code points `start` to `end` of the original text, and how sure the finder is (0 to 1)."""

    label: Label
    start: int
    end: int
    score: float = 1.0
