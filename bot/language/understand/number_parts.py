"""A number that is put together from words: parts that add up and multipliers."""

from __future__ import annotations

from decimal import Decimal

_MYRIAD = Decimal(10_000)


class Parts:
    """A number under construction: parts that fall in size, as "two million" + "five hundred" + "six"."""

    def __init__(self) -> None:
        self.parts: list[Decimal] = []
        self.article = False
        self.units_first = False  # Arabic says "six ten" for sixteen
        self.digits = False  # it began with digits, so a small number word behind it is another number
        self.extra = Decimal(0)  # a half announced before the number it belongs to
        self.scale = Decimal(0)  # the multiplier word that came last, while nothing stands behind it

    def add(self, value: Decimal, *, joined: bool, french: bool) -> bool:
        """Take a value in, if it fits behind what is there; `joined`: an "and" stands before it."""
        if self.parts:
            last = self.parts[-1]
            if (joined or (self.units_first and value == 10)) and last < 10 <= value < 100 and value % 10 == 0:
                self.parts[-1] += value  # "five-and-twenty"
                return True
            fits = 0 < value < place_value(last) or (french and last in (60, 80) and 10 <= value < 20)
            if not fits:
                return False
        self.parts.append(value + self.extra)
        self.extra = self.scale = Decimal(0)
        return True

    def multiply(self, factor: Decimal) -> bool:
        """Let a multiplier count for the smaller parts before it, or for one where there are none."""
        tail = Decimal(0)
        written = self.digits and len(self.parts) == 1 and not self.scale  # "1500 thousand"
        while self.parts and (self.parts[-1] < factor or written):
            tail += self.parts.pop()
            written = False
        if self.parts and not tail:
            if factor != _MYRIAD or self.scale != _MYRIAD:
                return False  # "million thousand" is no number, but Chinese says "万万"
            tail = self.parts.pop()
        self.parts.append((tail or Decimal(1)) * factor)
        self.article = False
        self.scale = factor
        return True

    def say_one(self, unit: Decimal) -> bool:
        """Take ten, hundred or thousand behind a larger part for one of it, as in Korean "백십육" (116)."""
        if not self.parts or unit >= min(_MYRIAD, place_value(self.parts[-1])):
            return False
        self.parts.append(unit)
        self.scale = unit
        return True


def place_value(value: Decimal) -> Decimal:
    """The largest power of ten that divides a value: 2500 -> 100."""
    if value != value.to_integral_value() or not value:
        return Decimal(0)
    size = Decimal(1)
    while value % (size * 10) == 0:
        size *= 10
    return size
