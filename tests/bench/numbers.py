"""Numbers and amounts of money, against the public vectors of microsoft/Recognizers-Text and the package they are from.

`SHOAL_DATA=… [SHOAL_RECOGNIZERS_PYTHON=…] python -m tests.bench.numbers`; the second is the Python of an environment
that has recognizers-text-suite 1.0.2a2 with emoji<2.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from bot.domain.goods import Unit
from bot.language.understand import Label, find
from bot.language.understand.money import parse_price, read_amount, settle
from bot.language.understand.numbers import parse_number, read_number
from bot.language.understand.tokens import tokenise
from bot.language.understand.units import read_unit
from tests.bench import vectors
from tests.bench.tables import Table, show
from tests.bench.vectors import LANGUAGES, Case


@dataclass(frozen=True)
class Read:
    """An amount that a reader found: code points, value, currency (empty where none is said)."""

    start: int
    end: int
    value: Decimal
    currency: str = ""


def tables() -> list[Table]:
    """What is right, wrong and missing, per language, ours beside the package's; and why ours differ."""
    place = vectors.folder()
    if place is None:
        return [("Numbers and money", ["left out"], [["SHOAL_DATA is not set"]], "")]
    cases, left_out = vectors.read(place)
    readings = {case: ours(case) for case in cases}
    theirs, reason = _package(cases)
    found = [
        _table(kind, [case for case in cases if case.kind == kind], readings, theirs, reason)
        for kind in ("number", "currency")
    ]
    return [*found, _misses(readings), _left_out(left_out)]


def numbers_in(text: str, language: str) -> list[Read]:
    """Every number of a text, as our reader sees them from left to right; a dozen is a unit and counts twelve."""
    tokens = tokenise(text)
    found, place = [], 0
    while place < len(tokens):
        one = read_number(tokens, place, language)
        if one is None:
            place += 1
            continue
        value, end = one.value, one.end
        unit = read_unit(tokens, end, language) if end < len(tokens) else None
        if unit and unit[0] is Unit.DOZEN:
            value, end = value * 12, unit[1]
        found.append(Read(tokens[place].start, tokens[end - 1].end, value))
        place = end
    return found


def amounts_in(text: str, language: str) -> list[Read]:
    """Every amount of money of a text, from left to right; without a currency where none is said."""
    tokens = tokenise(text)
    found, place = [], 0
    while place < len(tokens):
        one = read_amount(tokens, place, language)
        if one is None:
            place += 1
            continue
        price = settle(one, language, country=None) if one.currency else None
        value, code = (price.money.amount, price.money.currency) if price else (one.value, "")
        found.append(Read(tokens[place].start, tokens[one.end - 1].end, value, code))
        place = one.end
    return found


def ours(case: Case) -> list[Read]:
    """What our readers find where the case stands; where it stands alone, the strict readers come first."""
    if case.alone and case.kind == "number" and (value := parse_number(case.sentence, case.language)) is not None:
        return [Read(case.start, case.end, value)]
    if case.alone and case.kind == "currency" and (price := parse_price(case.sentence, case.language)):
        return [Read(case.start, case.end, price.money.amount, price.money.currency)]
    read = amounts_in if case.kind == "currency" else numbers_in
    return [one for one in read(case.sentence, case.language) if _meet(one, case)]


def _meet(one: Read, case: Case) -> bool:
    return one.start < case.end and case.start < one.end


def verdict(case: Case, found: Iterable[Read]) -> str:
    """right, wrong, or nothing."""
    found = list(found)
    right = any(one.value == case.value and case.currency in ("", one.currency) for one in found)
    return "right" if right else "wrong" if found else "nothing"


def as_budget(case: Case) -> bool:
    """Does the finder take the amount for the budget of the sentence, and is it read rightly?"""
    for span in find(case.sentence, case.language):
        if span.label is Label.BUDGET and span.start < case.end and case.start < span.end:
            price = parse_price(case.sentence[span.start : span.end], case.language)
            return (
                price is not None and verdict(case, [Read(0, 0, price.money.amount, price.money.currency)]) == "right"
            )
    return False


def _package(cases: list[Case]) -> tuple[dict[Case, list[Read]], str]:
    """What the package reads where each case stands; or nothing, and the reason."""
    python = os.environ.get("SHOAL_RECOGNIZERS_PYTHON")
    if not python:
        return {}, "SHOAL_RECOGNIZERS_PYTHON is not set"
    asked = list(dict.fromkeys((case.kind, _culture(case.language), case.sentence) for case in cases))
    script = Path(__file__).with_name("recognizers.py")
    lines = "".join(json.dumps(one) + "\n" for one in asked)
    done = subprocess.run([python, "-I", "-W", "ignore", str(script)], input=lines, capture_output=True, text=True)
    if done.returncode:
        return {}, f"it stopped: {done.stderr.strip().splitlines()[-1][:80]}"
    answers = dict(zip(asked, map(json.loads, done.stdout.splitlines()), strict=True))
    found = {}
    for case in cases:
        reads = (_theirs(*row) for row in answers[case.kind, _culture(case.language), case.sentence])
        found[case] = [one for one in reads if one and _meet(one, case)]
    return found, ""


def _theirs(start: int, end: int, value: object, code: str | None, unit: str | None) -> Read | None:
    amount = vectors.number(value)
    if amount is None:
        return None
    currency, amount = vectors.meant({"isoCurrency": code, "unit": unit}, amount)
    return Read(start, end, amount, currency or "")


def _culture(language: str) -> str:
    known = {
        "zh-Hans": "zh-cn",
        "en": "en-us",
        "pt": "pt-br",
        "ja": "ja-jp",
        "ko": "ko-kr",
        "hi": "hi-in",
        "ar": "ar-sa",
    }
    return known.get(language, f"{language}-{language}")


def _table(
    kind: str, cases: list[Case], readings: dict[Case, list[Read]], theirs: dict[Case, list[Read]], reason: str
) -> Table:
    title = {"number": "Numbers", "currency": "Amounts of money"}[kind] + " in the public vectors"
    header = ["language", "cases", "right", "wrong", "nothing", "Shoal", "recognizers-text"]
    languages = [name for name in LANGUAGES.values() if any(case.language == name for case in cases)]
    rows = [_row(name, [case for case in cases if case.language == name], readings, theirs) for name in languages]
    spoken = [name for name, row in zip(languages, rows, strict=True) if row[-1]]
    if spoken:
        both = [case for case in cases if case.language in spoken]
        rows.append(_row("where both read", both, readings, theirs))
    rows.append([*_row("all", cases, readings, theirs)[:-1], ""])
    notes = f"recognizers-text left out: {reason}. " if reason else "Empty: the package does not read the language. "
    if kind == "currency":
        single = Counter((case.language, case.sentence) for case in cases)
        told = [case for case in cases if not case.alone and single[case.language, case.sentence] == 1]
        right = sum(map(as_budget, told))
        notes += f"In {len(told)} sentences with one amount the finder reads {right} as the message's budget. "
    return title, header, rows, notes


def _row(name: str, cases: list[Case], readings: dict[Case, list[Read]], theirs: dict[Case, list[Read]]) -> list[str]:
    said = Counter(verdict(case, readings[case]) for case in cases)
    other = sum(verdict(case, theirs[case]) == "right" for case in cases) if theirs else 0
    counts = [str(said[word]) for word in ("right", "wrong", "nothing")]
    shares = [f"{100 * said['right'] / len(cases):.1f} %", f"{100 * other / len(cases):.1f} %" if other else ""]
    return [name, str(len(cases)), *counts, *shares]


_ON_PURPOSE = (
    ("4.800: one sign before three digits separates thousands", r"^\d{1,4}[.,]\d{3}(?:\D|$)"),
    ("10M, 10G, 2.33 k, 1.2b without a currency: metres, grams, a type", r"\d\s*(?:[kKbBGM]|MM)$"),
    (
        "three hundred and two dozens: 302 dozen, not 324; and rare abbreviations",
        r"doz|dzs|dutzend|douzaine|docena|dúzia|dozzin|düzine|दर्जन|डज़न|دست",
    ),
    ("3 cents in French: coins, for the number is written trois cents", r"\d\s+cents?\b|\d cent un"),
    ("pounds without a sign: a weight more often than money", r"pound|livre|libra|पाउंड|파운드"),
    ("30 MUSD: bankers' language", r"\bM[A-Z]{3}\b"),
    ("siete con cincuenta: a decimal sign only behind money", r"\bcon\b"),
    ("five mao: Chinese coins in other languages", r"mao|माओ|마오"),
    ("15 USD 50 in a sentence: the 50 may count goods", r"(?i)(?:d[oó]l|usd|달러|डॉलर|ユーロ|c ?\$).*\w"),
    ("wide full stops and commas inside a number", r"[．，]"),
    ("Han numbers that the vectors cut or value in their own way", r"[百千万萬]|五十$|二七九"),
)  # fmt: skip


def _misses(readings: dict[Case, list[Read]]) -> Table:
    """What is not right, by reason, with an example of each."""
    groups: dict[str, list[Case]] = {}
    for case, found in readings.items():
        if verdict(case, found) != "right":
            why = next((text for text, pattern in _ON_PURPOSE if re.search(pattern, case.said)), "other")
            groups.setdefault(why, []).append(case)
    rows = [
        [why, str(len(group)), "; ".join(dict.fromkeys(f"{case.said} ({case.language})" for case in group[:4]))]
        for why, group in sorted(groups.items(), key=lambda item: -len(item[1]))
    ]
    return "Where Shoal differs from the vectors", ["reason", "cases", "such as"], rows, ""


def _left_out(left_out: dict[str, Counter[str]]) -> Table:
    total = sum(left_out.values(), Counter())
    rows = [[why, str(count)] for why, count in total.most_common()]
    return "Vectors left out because no buyer would write them", ["reason", "amounts"], rows, ""


if __name__ == "__main__":
    show(tables())
