"""The values that come out of understanding: slots, items, and a whole message understood."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Generic, TypeVar

from bot.domain.goods import Incoterm, Money, Place, Unit

T = TypeVar("T")


@dataclass(frozen=True)
class Slot(Generic[T]):
    """A value, the code points of the original text that say it, how sure we are, and whether part of it is guessed."""

    value: T
    start: int
    end: int
    confidence: float
    guessed: bool = False


@dataclass(frozen=True)
class Item:
    """One product that is wanted, with how much of it; parts that were not said are None."""

    product: Slot[str] | None = None
    quantity: Slot[Decimal] | None = None
    unit: Slot[Unit] | None = None


@dataclass(frozen=True)
class Understood:
    """What a message was understood to say. The first item is the main one; a slot that was not said is None."""

    language: str
    items: tuple[Item, ...] = ()
    budget: Slot[Money] | None = None
    per_unit: bool | None = None
    destination: Slot[Place] | None = None
    deadline: Slot[date] | None = None
    certificates: tuple[Slot[str], ...] = ()
    incoterm: Slot[Incoterm] | None = None
    specs: tuple[Slot[str], ...] = ()
