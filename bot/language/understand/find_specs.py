"""Numbers that describe the goods and count nothing: 500 ml, 20x30 cm, M8, ISO sizes, grades, list numbers."""

from __future__ import annotations

import re

from bot.domain.goods import Unit
from bot.language.understand.numbers import read_range
from bot.language.understand.page import Page
from bot.language.understand.spans import Label
from bot.language.understand.units import read_unit

GRADE = 0.97  # how sure a grade of metal is
_TIMES = frozenset(("x", "×", "*", "х"))
_SIGNS = frozenset(("'", '"', "″", "”", "%", "°", "#"))
# Units that also measure goods, but rarely: beside a number they are a property.
_SMALL = frozenset(("g", "gr", "г", "гр", "克", "년", "年", "安", "度"))
# Numbers of steels (AISI) and of aluminium alloys; before the name of the metal they count nothing.
_STEELS = (201, 202, 301, 302, 303, 304, 309, 310, 316, 317, 321, 347, 409, 410, 416, 420, 430, 440, 904, 2205)
_ALLOYS = (1050, 1060, 1100, 2024, 3003, 5052, 5083, 6061, 6063, 6082, 7075)
_GRADES = frozenset(map(str, (*_STEELS, *_ALLOYS)))
_LIST_NUMBERS = 20  # "1." to "20." at the start of a line number the lines
_STANDING_SCRIPTS = "\u0590"  # letters from here on are not parts of model codes


def find_specs(page: Page) -> None:
    """Label every number that describes."""
    for place, token in enumerate(page.tokens):
        if token.kind in ("num", "date") and page.free(place, place + 1):
            end = _spec(page, place)
            if end and page.free(place, min(end, len(page.tokens))):
                page.take(Label.SPEC, place, end, GRADE if page.norm(place) in _GRADES else 0.9)


def technical_unit(page: Page, place: int) -> bool:
    """Is this a unit that never counts goods (mm, W, volt)?"""
    return page.cue("spec", place) is not None and "unit" not in page.at(place)


def fraction_of_unit(page: Page, place: int) -> bool:
    """Is this "1/2" of something, not the first of February?"""
    if page.kind(place) != "date" or not re.fullmatch(r"\d{1,2}/\d{1,2}", page.norm(place)):
        return False
    return page.cue("spec", place + 1) is not None or "unit" in page.at(place + 1) or page.norm(place + 1) in _SIGNS


def _spec(page: Page, place: int) -> int | None:
    """Where the description starting with this number ends; None where the number may be an amount."""
    end = place + 1
    if fraction_of_unit(page, place):
        return page.cue("spec", end)
    if page.kind(place) == "date" or _code(page, place) or _list_number(page, place):
        span = read_range(page.tokens, place, page.language) if page.before("code", place) is not None else None
        return span.end if span else _code_end(page, end)
    if page.norm(place) in _GRADES and page.cue("metal", _after_letter(page, end)):
        return _after_letter(page, end)
    if size := _size(page, place):
        return size
    spec = page.cue("spec", end)
    if spec and ("unit" not in page.at(end) or _property(page, end)):
        return spec
    if any(kind in page.at(end) for kind in ("date:day", "date:week", "date:year")) and "unit" not in page.at(end):
        return end
    return end + 1 if page.norm(end) in _SIGNS else None


def _code_end(page: Page, end: int) -> int:
    """A name with a size glued to it goes on: the "x20" of "M8x20"."""
    while page.norm(end) in _TIMES and page.kind(end + 1) == "num" and _glued(page, end) and _glued(page, end + 1):
        end += 2
    return end


def _after_letter(page: Page, place: int) -> int:
    """Past the letter of a grade ("316L") and a hyphen."""
    if page.norm(place) in ("l", "h", "s", "ti") and _glued(page, place):
        place += 1
    return place + 1 if page.norm(place) == "-" else place


def _glued(page: Page, place: int) -> bool:
    return place < len(page.tokens) and page.tokens[place].glued


def _property(page: Page, place: int) -> bool:
    """Of a unit that also measures goods: is it a property here ("200 g/m2", "2米的")?"""
    glued = place + 1 < len(page.tokens) and page.tokens[place + 1].glued
    return page.norm(place) in _SMALL or (page.norm(place + 1) in ("/", "的") and glued)


def _list_number(page: Page, place: int) -> bool:
    token = page.tokens[place]
    follows = page.norm(place + 1) in (".", ")", "）", "、") and page.tokens[place + 1].glued
    numbers_line = (
        follows
        and page.starts_line(place)
        and re.fullmatch(r"\d{1,2}", token.text)
        and int(token.text) <= _LIST_NUMBERS
    )
    return bool(numbers_line) and place + 2 < len(page.tokens) and page.kind(place + 2) != "line"


def _code(page: Page, place: int) -> bool:
    """Is the number part of a name: "M8", "A4", "0815", "6XL3", "grade 1", "model: 45"?"""
    token = page.tokens[place]
    previous = page.tokens[place - 1] if place else None
    if page.at(place - 1).get("unit", (0, ""))[0] > place:
        return False  # the 2 of "m2"
    if previous and token.glued and previous.kind == "word" and not _stands_alone(page, place - 1):
        return True
    if token.text.startswith("0") and len(token.text) > 1 and token.text.isdecimal():
        return True
    if _code_goes_on(page, place):
        return True
    marked = previous is not None and previous.norm in ".:#-" and page.before("code", place, reach=2) is not None
    return marked or page.before("code", place) is not None


def _code_goes_on(page: Page, place: int) -> bool:
    """Capitals and more digits follow without a gap: "5W30"."""
    if page.kind(place + 2) != "num" or page.kind(place + 1) != "word":
        return False
    letters, digits = page.tokens[place + 1], page.tokens[place + 2]
    return (
        letters.glued and digits.glued and len(letters.text) <= 2 and letters.text.isascii() and letters.text.isupper()
    )


def _stands_alone(page: Page, place: int) -> bool:
    """Letters glued before a number that do not start a code: "x620", "Rp120", "عدد300", "需要500"."""
    word = page.tokens[place]
    known = "currency" in page.at(place) or page.cue("qty", place) is not None
    return known or word.norm in _TIMES or word.norm[0] >= _STANDING_SCRIPTS


def _size(page: Page, place: int) -> int | None:
    """Where a size such as "60x60", "4×16", "20 x 30 x 5 cm" ends."""
    end = place + 1
    while page.norm(end) in _TIMES and page.kind(end + 1) == "num":
        apart = not (page.tokens[end].glued or page.tokens[end + 1].glued)
        spec_follows = page.cue("spec", end + 2) is not None
        unit = read_unit(page.tokens, end + 2, page.language)
        counted = page.cue("foot", end + 2) or (unit and unit[0] is not Unit.METRE and not spec_follows)
        if counted or (apart and not spec_follows) or (unit and apart):
            break
        end += 2
    if end == place + 1:
        return None
    return page.cue("spec", end) or end
