"""Scores what a message was understood to say against what its marks say, slot by slot.

The conventions of the marks: a quantity without a unit word counts pieces; a slot without a mark is null; any of
several marked destinations is right. A unit without a number may be read as one of it, or not at all.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.language.understand.certificates import parse_certificate
from bot.language.understand.tagger.corpus import Marked

SLOTS = ("quantity", "unit", "budget", "currency", "per_unit", "destination", "deadline", "certificates")
Record = dict[str, Any]


@dataclass
class Score:
    """Counts over messages: how many slots the marks fill, how many were filled, how many of those rightly."""

    messages: int = 0
    all_right: int = 0
    language_right: int = 0
    marked: Counter[str] = field(default_factory=Counter)
    filled: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    by_language: dict[str, list[int]] = field(default_factory=dict)
    misses: list[tuple[Marked, str, Any, Any]] = field(default_factory=list)

    def share(self) -> float:
        """The share of messages with every slot right."""
        return self.all_right / max(1, self.messages)

    def lines(self) -> list[str]:
        """A table to read."""
        rows = [
            f"{slot:13s} marked {self.marked[slot]:4d}  recall {_percent(self.right[slot], self.marked[slot])}"
            f"  precision {_percent(self.right[slot], self.filled[slot])}"
            for slot in (*SLOTS, "product", "two products")
        ]
        languages = "  ".join(f"{name} {right}/{seen}" for name, (right, seen) in sorted(self.by_language.items()))
        return [
            *rows,
            languages,
            f"language right {_percent(self.language_right, self.messages)}",
            f"all slots right {self.all_right}/{self.messages} = {_percent(self.all_right, self.messages)}",
        ]


def score(messages: Iterable[Marked], read: Callable[[Marked], Record]) -> Score:
    """Let `read` understand every message and count; it gives the flat record of `bot.language.understand.lines`."""
    total = Score()
    for marked in messages:
        add(total, marked, read(marked))
    return total


def add(total: Score, marked: Marked, got: Record) -> None:
    """Count one message."""
    good = True
    for slot, (found, wanted, ok) in compare(marked, got).items():
        hit = found is not None and wanted is not None and ok
        exact = hit or (found is None and wanted is None) or (ok and slot in ("quantity", "unit"))
        total.marked[slot] += wanted is not None
        total.filled[slot] += found is not None
        total.right[slot] += hit
        good &= exact
        if not exact:
            total.misses.append((marked, slot, found, wanted))
    _count_products(total, marked, got)
    total.messages += 1
    total.all_right += good
    total.language_right += got["language"] == marked.language
    row = total.by_language.setdefault(marked.language, [0, 0])
    row[0] += good
    row[1] += 1


def compare(marked: Marked, got: Record) -> dict[str, tuple[Any, Any, bool]]:
    """For each slot: what was found, what the marks say, whether the two agree."""
    wanted = gold(marked)
    rows = {slot: (got[slot], wanted[slot], got[slot] == wanted[slot]) for slot in SLOTS}
    for slot in ("quantity", "budget"):
        rows[slot] = (got[slot], wanted[slot], _same_number(got[slot], wanted[slot]))
    places = [mark.value for mark in marked.of("destination")]
    rows["destination"] = (got["destination"], wanted["destination"], got["destination"] in places)
    found, names = (sorted(map(_certificate, row["certificates"])) for row in (got, wanted))
    rows["certificates"] = (found or None, names or None, set(found) == set(names))
    if marked.of("unit") and not marked.of("quantity"):
        one = got["quantity"] in (None, 1) and got["unit"] in (None, marked.of("unit")[0].value)
        rows["quantity"], rows["unit"] = (got["quantity"], None, one), (got["unit"], None, one)
    return rows


def gold(marked: Marked) -> Record:
    """What the marks of a message say, as a flat record."""
    quantity, unit = (next(iter(marked.of(label)), None) for label in ("quantity", "unit"))
    budget, place, day = (next(iter(marked.of(label)), None) for label in ("budget", "destination", "deadline"))
    amount, currency, whole = budget.value.split() if budget else (None, None, None)
    return {
        "quantity": float(quantity.value) if quantity else None,
        "unit": (unit.value if unit else "H87") if quantity else None,
        "budget": float(amount) if amount else None,
        "currency": currency,
        "per_unit": {"each": True, "total": False}.get(str(whole)),
        "destination": place.value if place else None,
        "deadline": day.value if day else None,
        "certificates": [mark.value for mark in marked.of("certificate")],
    }


def _count_products(total: Score, marked: Marked, got: Record) -> None:
    """A product is found where it shares at least half its letters with the marked stretch."""
    wanted = {_plain(marked.text[mark.start : mark.end]) for mark in marked.of("product")}
    found = _plain(got["product"] or "")
    total.marked["product"] += bool(wanted)
    total.filled["product"] += bool(found)
    total.right["product"] += bool(found) and any(_alike(found, name) for name in wanted)
    numbers = [float(mark.value) for item in (1, 2, 3) for mark in marked.of("quantity", item)[:1]]
    if len(numbers) > 1:
        total.marked["two products"] += 1
        total.filled["two products"] += len(got["items"]) > 1
        read = [item["quantity"] for item in got["items"]]
        same = len(read) == len(numbers) and all(map(_same_number, read, numbers))
        total.right["two products"] += same


def _alike(found: str, name: str) -> bool:
    return (found in name or name in found) and 2 * min(len(found), len(name)) >= max(len(found), len(name))


def _same_number(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and abs(one - other) < 1e-6 * max(1.0, abs(other))


def _certificate(name: str) -> str:
    """Spellings of one certificate count as one; "organic" of any country is organic."""
    known = parse_certificate(name) or name
    return "organic" if known.endswith("ORGANIC") else _plain(known).removeprefix("eniso").removeprefix("iso")


def _plain(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "").replace("-", "")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):5.1f} %"
