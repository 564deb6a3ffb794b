"""Which stretch of a message says what, by rules: the certain things first, the product from what is left."""

from __future__ import annotations

from datetime import date

from bot.domain.goods import Incoterm, Unit
from bot.language.understand import certificates, dates
from bot.language.understand.find_places import find_places
from bot.language.understand.find_prices import find_prices
from bot.language.understand.find_products import find_products
from bot.language.understand.find_quantities import find_quantities
from bot.language.understand.find_specs import find_specs, fraction_of_unit
from bot.language.understand.numbers import read_number
from bot.language.understand.page import Page, open_page
from bot.language.understand.spans import Label, Span
from bot.language.understand.units import read_container

_ANY_DAY = date(2026, 12, 1)  # the finder only asks whether a stretch is a date, not which


def find(text: str, language: str) -> tuple[Span, ...]:
    """The labelled stretches of a message, in the order in which they stand."""
    return find_on(open_page(text, language))


def find_on(page: Page) -> tuple[Span, ...]:
    """The labelled stretches of a page that nobody has labelled yet."""
    _find_certificates(page)
    _find_incoterms(page)
    _find_addresses(page)
    _find_containers(page)
    _find_deadlines(page)
    find_prices(page)
    find_places(page)
    find_specs(page)
    find_quantities(page)
    find_products(page)
    return tuple(sorted(page.spans, key=lambda span: (span.start, span.end)))


def _find_certificates(page: Page) -> None:
    for found in certificates.certificates(page.tokens, page.language):
        refused = page.before("not", found.start) is not None or any(
            page.cue("not_after", place) for place in (found.end, found.end + 1)
        )
        page.take(Label.NEGATED if refused else Label.CERTIFICATE, found.start, found.end, 0.95)


def _find_incoterms(page: Page) -> None:
    for place, token in enumerate(page.tokens):
        if token.norm.upper() in Incoterm.__members__ and page.free(place, place + 1):
            page.take(Label.INCOTERM, place, place + 1, 0.95)


def _find_addresses(page: Page) -> None:
    """Web and mail addresses and phone numbers: nothing in them is an amount."""
    for place, token in enumerate(page.tokens):
        if token.kind == "skip":
            page.take(Label.SPEC, place, place + 1)


def _find_containers(page: Page) -> None:
    place = 0
    while place < len(page.tokens):
        end, sure = _container(page, place)
        if end:
            page.take(Label.QUANTITY, place, end, sure)
        place = end or place + 1


def _container(page: Page, place: int) -> tuple[int, float]:
    """Where a container with its count ends ("2 x 40ft HC"); 0 where there is none."""
    count = read_number(page.tokens, place, page.language)
    after = count.end if count else place
    while count and (page.norm(after) in ("x", "×", "*", "个", "de", "х") or _pieces(page, after)):
        after += 1
    found = read_container(page.tokens, after, page.language) if count and after < len(page.tokens) else None
    if found:
        return found[1], 0.95
    bare = read_container(page.tokens, place, page.language)
    return (bare[1], 0.9) if bare else (0, 0.0)


def _pieces(page: Page, place: int) -> bool:
    return page.kind(place) == "word" and page.at(place).get("unit", (0, ""))[1] == Unit.PIECE


def _find_deadlines(page: Page) -> None:
    """The surest day of the message; the first of equals."""
    place, best, sure = 0, None, 0.0
    while place < len(page.tokens):
        free = page.free(place, place + 1) and not fraction_of_unit(page, place)
        moment = dates.read_moment(page.tokens, place, page.language, today=_ANY_DAY) if free else None
        if moment is None:
            place += 1
            continue
        score = _deadline_score(page, moment)
        if score > sure:
            best, sure = moment, score
        place = moment.end
    if best:
        page.take(Label.DEADLINE, best.start, best.end, sure)


def _deadline_score(page: Page, moment: dates.Moment) -> float:
    if page.before("pay", moment.start, reach=4) is not None or page.cue("pay", moment.end):
        return 0.0
    if moment.span and page.before("code", moment.start) is not None:
        return 0.0
    cue = (
        page.before("at", moment.start) is not None
        or any(kind in page.at(at) for at in range(moment.start - 3, moment.start) for kind in _CUES_BEFORE)
        or any(kind in page.at(moment.end) for kind in _CUES_AFTER)
    )
    if moment.clear:
        return 0.95 if cue else 0.7
    if cue:
        return 0.8
    first = page.tokens[moment.start]
    telling = len(first.norm) > 4 and first.kind == "word" and (first.text[0].isupper() or page.language != "en")
    telling = telling or page.norm(moment.end - 1) in ("月", "월")
    return 0.5 if telling else 0.0  # a bare month; "march" and "may" in small letters are other words


_CUES_BEFORE = ("date:by", "date:within")
_CUES_AFTER = ("date:by_after", "date:within_after")
