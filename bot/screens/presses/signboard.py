"""What a firm taps about itself: its floor, its lowest prices, how many buyers it has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class OpenFloor:
    """Which requests do I never want to see for their price?"""

    supplier: int


@dataclass(frozen=True)
class SetFloor:
    """Decline what is so many per cent under my lowest price; 0: nothing."""

    supplier: int
    percent: int


@dataclass(frozen=True)
class AskLowest:
    """Let me say the lowest price of this product."""

    supplier: int
    product: int


@dataclass(frozen=True)
class AskBuyers:
    """Let me say how many buyers we have in all."""

    supplier: int


CODES: dict[str, type[Any]] = {
    "fo": OpenFloor,
    "sw": SetFloor,
    "lp": AskLowest,
    "nb": AskBuyers,
}
