"""How much is wanted: of the numbers that are left, the ones that count goods."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from bot.domain.goods import Unit
from bot.language.understand.goods_words import is_goods
from bot.language.understand.lexicon import fillers
from bot.language.understand.money import currency_at
from bot.language.understand.numbers import Number, read_number, read_range
from bot.language.understand.page import PAUSES, Page
from bot.language.understand.spans import Label, Span
from bot.language.understand.units import read_unit

# Units of measure may describe one piece (a 2 m cable) as well as the whole; pieces and packages only count.
_MEASURES = frozenset(
    {
        Unit.GRAM,
        Unit.KILOGRAM,
        Unit.TONNE,
        Unit.QUINTAL,
        Unit.POUND,
        Unit.LITRE,
        Unit.METRE,
        Unit.SQUARE_METRE,
        Unit.CUBIC_METRE,
    },
)
_OFTEN_SIZES = _MEASURES - {Unit.TONNE, Unit.QUINTAL, Unit.SQUARE_METRE, Unit.CUBIC_METRE}
_MOST = 60  # numbers of a message that are weighed; longer lists belong into a file
_WITH_UNIT, _BEFORE_NOUN, _ALONE, _NONE, _REFUSED = 3, 2, 1, 0, -1
_SURE = {_ALONE: 0.6, _BEFORE_NOUN: 0.8, _WITH_UNIT: 0.95}
JOINTS = frozenset(",;+&،，、和") | frozenset(
    ("and", "y", "e", "et", "und", "и", "і", "و", "ve", "dan", "và", "और", "i", "en", "na")
)
_REFUSED_BEHIND = frozenset(("tr", "hi", "ur", "bn", "ja", "ko"))  # languages that say "500 not"
_UNIT_FIRST = frozenset(("sw", "th"))  # languages that say "bags 200"
_INVERTING = frozenset(("ru", "uk"))  # "штук двести" is about two hundred pieces
_WEAK_CORRECTIONS = frozenset(("а", "mà", "ma", "eh", "doch", "mais", "but", "yok", "нет", "mas", "no", "yani"))


@dataclass(frozen=True)
class _Candidate:
    """A number that may be the quantity."""

    start: int
    end: int
    strength: int
    measured: bool = False


def find_quantities(page: Page) -> None:
    """Label the quantities; numbers that lose are marked as describing, or as refused."""
    found = list(itertools.islice(_candidates(page), _MOST))
    corrected = _corrected(page, found)
    for candidate in found:
        if candidate.strength == _REFUSED or candidate.end <= corrected:
            page.take(Label.NEGATED, candidate.start, candidate.end)
        elif candidate.strength == _NONE:
            page.take(Label.SPEC, candidate.start, candidate.end)
    chosen = _without_descriptions(page, [one for one in found if page.free(one.start, one.end)])
    strongest = max((candidate.strength for candidate in chosen), default=0)
    earlier: _Candidate | None = None
    for candidate in chosen:
        strong = candidate.strength >= min(strongest, _BEFORE_NOUN) or _in_list(page, candidate)
        if strong and (earlier is None or _new_item(page, earlier, candidate)):
            page.take(Label.QUANTITY, candidate.start, candidate.end, _SURE[candidate.strength])
            earlier = candidate
        elif strong:
            page.take(Label.SPEC, candidate.start, candidate.end, 0.5)


def _without_descriptions(page: Page, chosen: list[_Candidate]) -> list[_Candidate]:
    """Where something is counted, measures and bare numbers only describe it."""
    containers = any(span.label is Label.QUANTITY for span in page.spans)
    counted = any(not one.measured and one.strength == _WITH_UNIT for one in chosen)
    nouns = any(not one.measured and one.strength == _BEFORE_NOUN for one in chosen)
    kept = []
    for one in chosen:
        sized = one.measured and (counted or containers or (nouns and one.strength < _WITH_UNIT))
        weak = one.strength == _ALONE and counted and not _in_list(page, one)
        if sized or weak or (containers and one.strength < _WITH_UNIT):
            page.take(Label.SPEC, one.start, one.end, 0.6)
        else:
            kept.append(one)
    return kept


def _in_list(page: Page, candidate: _Candidate) -> bool:
    """Does the message have several lines, as lists do?"""
    first_line = next((place for place, token in enumerate(page.tokens) if token.kind == "line"), len(page.tokens))
    return first_line < candidate.start


def _new_item(page: Page, earlier: _Candidate, later: _Candidate) -> bool:
    """Is a later quantity a second product, not a second word on the first?"""
    between = range(earlier.end, later.start)
    if any(page.kind(place) == "line" for place in between):
        return True
    named = any(page.kind(place) == "word" and page.taken[place] is None for place in between)
    joined = any(page.norm(place) in JOINTS for place in between)
    return named and joined and (_noun_at(page, later.end) or _name_before(page, earlier, later))


def _name_before(page: Page, earlier: _Candidate, later: _Candidate) -> bool:
    """In a list that names each thing before its number ("cups 500 pcs, plates 300 pcs"): is a name before this one?"""
    if not earlier.strength == later.strength == _WITH_UNIT or not _noun_at(page, earlier.start - 1):
        return False
    name = later.start - 1
    small = fillers(page.language)
    plain = page.norm(name) not in small and not any(kind.startswith(("cue", "unit")) for kind in page.at(name))
    return _noun_at(page, name) and plain and any(page.norm(at) in JOINTS for at in range(earlier.end, name))


def _corrected(page: Page, found: list[_Candidate]) -> int:
    """Where the last "sorry, I mean" stands that a number follows: what was said before it does not count."""
    for place in range(len(page.tokens) - 1, -1, -1):
        end = _correction(page, place)
        if end and page.free(place, end):
            earlier = any(one.end <= place for one in found)
            if earlier and any(one.start in range(end, end + 3) and one.strength > _NONE for one in found):
                return place
    return 0


def _correction(page: Page, place: int) -> int | None:
    """Where words that take back what was said end: "sorry", or a lone "no" between pauses."""
    lone_no = page.cue("not", place)
    if lone_no and page.norm(lone_no) in PAUSES and (page.norm(place - 1) in PAUSES or page.kind(place - 1) == "num"):
        return lone_no
    return None if page.norm(place) in _WEAK_CORRECTIONS else page.cue("correct", place)


def _candidates(page: Page) -> Iterator[_Candidate]:
    place = 0
    while place < len(page.tokens):
        number = _number(page, place) if page.free(place, place + 1) else None
        candidate = None
        if number and page.free(place, number.end) and number.value > 0:
            candidate = _weigh(page, place, number)
            if candidate:
                yield candidate
        place = max(candidate.end if candidate else number.end if number and not number.article else 0, place + 1)


def _number(page: Page, place: int) -> Number | None:
    return read_range(page.tokens, place, page.language) or read_number(page.tokens, place, page.language)


def _weigh(page: Page, place: int, number: Number) -> _Candidate | None:
    """How much a number looks like the quantity."""
    unit, start, end = _unit_beside(page, place, number)
    if number.article and unit in (None, Unit.PIECE, Unit.METRE):
        return None
    if number.spelled and unit is None and number.value < 3:
        return None
    if _refused(page, place, end):
        return _Candidate(start, end, _REFUSED)
    if _inside_another(page, end, unit):
        return _Candidate(start, end, _NONE)
    measured = unit in _MEASURES
    if unit or page.before("qty", place, reach=2) is not None:
        small = unit is Unit.GRAM or (unit in _OFTEN_SIZES and number.value < 10)
        return _Candidate(start, end, _BEFORE_NOUN if small else _WITH_UNIT, measured)
    if _noun_at(page, end):
        return _Candidate(start, end, _BEFORE_NOUN)
    return None if number.spelled and number.value < 10 else _Candidate(start, end, _ALONE)


def _unit_beside(page: Page, place: int, number: Number) -> tuple[Unit | None, int, int]:
    """The unit of a number, and what the two cover: behind it, inside it ("полтонны"), or in front."""
    at = number.end
    while page.norm(at) in ("-", ".", "+") and "unit" in page.at(at + 1):
        at += 1
    if page.kind(at) == "word" and page.norm(at + 1) == "-" and "unit" in page.at(at + 2) and page.tokens[at + 2].glued:
        inside = read_unit(page.tokens, at + 2, page.language)
        if inside:
            page.spans.append(Span(Label.UNIT, page.tokens[at + 2].start, page.tokens[at + 2].end, 0.8))
            return inside[0], place, number.end  # "140 linen-sets": the words stay the product's
    found = read_unit(page.tokens, at, page.language) if at < len(page.tokens) and page.free(at, at + 1) else None
    if found and not is_goods(page, at):
        return found[0], place, _and_a_half(page, found[1])
    if number.spelled and page.norm(place) in ("полтонны", "півтонни"):
        return Unit.TONNE, place, number.end
    inverted = number.spelled and page.language in _INVERTING
    if (page.language in _UNIT_FIRST or inverted) and place and page.free(place - 1, place):
        before = read_unit(page.tokens, place - 1, page.language)
        if before and before[1] == place and page.kind(place - 1) == "word" and len(page.norm(place - 1)) > 1:
            return before[0], place - 1, number.end
    return None, place, number.end


def _and_a_half(page: Page, place: int) -> int:
    """Where a half ends that is said behind the unit: "four dozen and a half"."""
    end, value = page.at(place).get("number", (place, ""))
    return end if value.startswith("+") else place


def _noun_at(page: Page, place: int) -> bool:
    return page.kind(place) == "word" and page.taken[place] is None and page.norm(place) not in ("x", "х")


def _refused(page: Page, start: int, end: int) -> bool:
    """Such as "not 500, 300", "500 değil 300"."""
    if page.before("not", start) is not None:
        return _number_follows(page, end) or any(
            token.kind == "num" for token in page.tokens[max(0, start - 8) : start]
        )
    behind = page.language in _REFUSED_BEHIND and any(page.cue("not_after", at) for at in range(end, end + 3))
    return behind and _number_follows(page, end)


def _number_follows(page: Page, place: int) -> bool:
    return any(token.kind == "num" for token in page.tokens[place : place + 8])


def _inside_another(page: Page, end: int, unit: Unit | None) -> bool:
    """Such as "24 pcs per set", "50 kg each": it counts what one piece holds."""
    after = page.cue("per", end)
    if after is None or currency_at(page.tokens, end, page.language):
        return False
    strong = page.norm(end) in ("per", "/", "每", "pro", "por", "par", "प्रति")
    return (strong and "unit" in page.at(after)) or (page.norm(end) == "each" and unit in _MEASURES)
