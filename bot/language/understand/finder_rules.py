"""Which stretch of a message says what, by rules: certain things first, and the quantity from what numbers are left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from bot.domain.goods import Incoterm, Unit
from bot.language.understand import certificates, dates, places
from bot.language.understand.lexicon import lexicon
from bot.language.understand.money import currency_at, read_amount
from bot.language.understand.numbers import Number, read_number, read_range
from bot.language.understand.products import find_products
from bot.language.understand.spans import Label, Span
from bot.language.understand.tokens import Token, tokenise
from bot.language.understand.units import read_container, read_unit

_ANY_DAY = date(2026, 12, 1)  # the finder only asks whether a stretch is a date, not which
_MEASURES = frozenset(
    (Unit.GRAM, Unit.KILOGRAM, Unit.TONNE, Unit.LITRE, Unit.METRE, Unit.POUND, Unit.SQUARE_METRE, Unit.CUBIC_METRE)
)
_PAUSE = frozenset((",", ";", "،", "，", "、", "。", "；", "|", "•", ".", "?", "？", "!", "(", ")", ":", "："))


@dataclass
class Page:
    """A message under work: its tokens, the cues at each, and which tokens are taken by what."""

    text: str
    language: str
    tokens: list[Token]
    cues: list[Mapping[str, tuple[int, str]]]
    taken: list[Label | None] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)

    def take(self, label: Label, start: int, end: int, score: float = 0.9) -> None:
        """Label tokens start..end (exclusive)."""
        self.spans.append(Span(label, self.tokens[start].start, self.tokens[end - 1].end, score))
        self.taken[start:end] = [label] * (end - start)

    def free(self, start: int, end: int) -> bool:
        """Is none of these tokens taken?"""
        return not any(self.taken[start:end])

    def cue(self, kind: str, place: int) -> int | None:
        """Where a cue that starts at this place ends."""
        found = self.cues[place].get(f"cue:{kind}") if 0 <= place < len(self.cues) else None
        return found[0] if found else None

    def before(self, kind: str, place: int, *, reach: int = 1) -> int | None:
        """Where a cue starts that ends at this place, or up to `reach` - 1 tokens earlier on the same line."""
        for gap in range(reach):
            end = place - gap
            for start in range(end - 1, max(-1, end - 6), -1):
                if self.tokens[start].kind == "line":
                    break
                if self.cue(kind, start) == end:
                    return start
        return None


def find(text: str, language: str) -> tuple[Span, ...]:
    """The labelled stretches of a message, in the order in which they stand."""
    page = open_page(text, language)
    _find_certificates(page)
    _find_incoterms(page)
    _find_addresses(page)
    _find_containers(page)
    _find_deadlines(page)
    _find_prices(page)
    _find_places(page)
    _find_specs(page)
    _find_quantities(page)
    find_products(page)
    return tuple(sorted(page.spans, key=lambda span: (span.start, span.end)))


def open_page(text: str, language: str) -> Page:
    """A message cut into tokens with their cues."""
    tokens = tokenise(text)
    words = lexicon(language)
    return Page(text, language, tokens, [words.at(tokens, place) for place in range(len(tokens))], [None] * len(tokens))


def _find_certificates(page: Page) -> None:
    for found in certificates.certificates(page.tokens, page.language):
        refused = page.before("not", found.start) is not None or any(
            page.cue("not_after", place) for place in range(found.end, min(found.end + 2, len(page.tokens)))
        )
        page.take(Label.NEGATED if refused else Label.CERTIFICATE, found.start, found.end, 0.95)


def _find_incoterms(page: Page) -> None:
    for place, token in enumerate(page.tokens):
        if token.norm.upper() in Incoterm.__members__ and page.free(place, place + 1):
            page.take(Label.INCOTERM, place, place + 1, 0.95)


def _find_addresses(page: Page) -> None:
    for place, token in enumerate(page.tokens):
        if token.kind == "skip":
            page.take(Label.SPEC, place, place + 1)


def _find_containers(page: Page) -> None:
    place = 0
    while place < len(page.tokens):
        count = read_number(page.tokens, place, page.language)
        after = count.end if count else place
        while (count and after < len(page.tokens) and page.tokens[after].norm in ("x", "×", "*", "个", "de", "х")) or (
            count
            and after < len(page.tokens)
            and page.cues[after].get("unit", (0, ""))[1] == Unit.PIECE
            and page.tokens[after].kind == "word"
        ):
            after += 1
        container = read_container(page.tokens, after, page.language) if after < len(page.tokens) else None
        if count and container:
            page.take(Label.QUANTITY, place, container[1], 0.95)
            place = container[1]
        elif bare := read_container(page.tokens, place, page.language):
            page.take(Label.QUANTITY, place, bare[1], 0.9)
            place = bare[1]
        else:
            place += 1


def _find_deadlines(page: Page) -> None:
    place, best = 0, None
    while place < len(page.tokens):
        moment = (
            dates.read_moment(page.tokens, place, page.language, today=_ANY_DAY)
            if page.free(place, place + 1)
            else None
        )
        if moment is None:
            place += 1
            continue
        score = _deadline_score(page, moment)
        if score and (best is None or score > best[1]):
            best = (moment, score)
        place = moment.end
    if best:
        page.take(Label.DEADLINE, best[0].start, best[0].end, best[1])


def _deadline_score(page: Page, moment: dates.Moment) -> float:
    if any(page.before("pay", moment.start, reach=4) is not None for _ in (0,)) or page.cue("pay", moment.end):
        return 0.0
    cue = (
        page.before("by", moment.start) is not None
        or any(
            "date:by" in page.cues[p] or "date:within" in page.cues[p]
            for p in range(max(0, moment.start - 3), moment.start)
        )
        or any(
            k in page.cues[moment.end] for k in ("date:by_after", "date:within_after") if moment.end < len(page.tokens)
        )
    )
    if moment.span and page.before("code", moment.start) is not None:
        return 0.0
    if moment.clear:
        return 0.95 if cue else 0.7
    own_words = page.tokens[moment.start].kind == "word" and len(page.tokens[moment.start].norm) > 3
    return 0.8 if cue else 0.5 if own_words and page.tokens[moment.start].text[0].isupper() else 0.0


_BEFORE_PRICE = ("cue:price", "cue:budget", "cue:total", "cue:per")


def _find_prices(page: Page) -> None:
    place, best = 0, None
    while place < len(page.tokens):
        amount = read_amount(page.tokens, place, page.language) if page.free(place, place + 1) else None
        if amount is None:
            place += 1
            continue
        score = _price_score(page, place, amount.end, named=amount.currency is not None)
        if score and page.free(place, amount.end) and (best is None or score > best[2]):
            best = (place, amount.end, score)
        place = max(amount.end if score else place + 1, place + 1)
    if best:
        page.take(Label.BUDGET, *best)


def _price_score(page: Page, start: int, end: int, *, named: bool) -> float:
    cued = any(page.before(kind[4:], start, reach=2) is not None for kind in _BEFORE_PRICE[:3])
    after = page.cues[end] if end < len(page.tokens) else {}
    if named:
        return 0.95 if cued or "cue:per" in after else 0.9
    unit = "unit" in after and not _spec_unit(page, end)
    per_before = page.before("per", start, reach=3) is not None
    slash = end < len(page.tokens) - 1 and page.tokens[end].norm == "/" and "unit" in page.cues[end + 1]
    if slash and page.tokens[start].kind == "num":
        return 0.75
    if unit or "date:day" in after or _spec_unit(page, end):
        return 0.0
    if (
        per_before
        and any("unit" in page.cues[p] or page.cue("per", p) == p + 1 for p in range(max(0, start - 3), start))
        and page.cue("price_after", end)
    ):
        return 0.7
    firm = page.before("budget", start, reach=2) is not None or _word_cue(page, "price", start)
    return 0.6 if firm and _ends_phrase(page, end) else 0.0


def _word_cue(page: Page, kind: str, place: int) -> bool:
    """A cue that is a real word ("harga", "max"), not a mere preposition."""
    start = page.before(kind, place, reach=2)
    return (
        start is not None
        and len(page.tokens[start].norm) >= 3
        and not page.cue("qty", start)
        and page.cue("range", start) is None
    )


def _ends_phrase(page: Page, end: int) -> bool:
    return (
        end >= len(page.tokens)
        or page.tokens[end].norm in _PAUSE
        or page.tokens[end].kind == "line"
        or page.cue("price_after", end) is not None
    )


def _spec_unit(page: Page, place: int) -> bool:
    return place < len(page.tokens) and "cue:spec" in page.cues[place] and "unit" not in page.cues[place]


def _find_places(page: Page) -> None:
    scored = [(mention, _place_score(page, mention)) for mention in places.mentions(page.tokens, page.language)]
    scored = [(mention, score) for mention, score in scored if page.free(mention.start, mention.end)]
    for mention, score in scored:
        if score <= 0:
            page.take(Label.ORIGIN, mention.start, mention.end)
    wanted = [(mention, score) for mention, score in scored if score > 0]
    if not wanted:
        return
    best = max(wanted, key=lambda pair: (pair[1], -pair[0].start))[0]
    for mention, score in wanted:
        page.take(Label.DESTINATION, mention.start, mention.end, min(0.97, score if mention is best else score * 0.9))


def _place_score(page: Page, mention: places.Mention) -> float:
    """Above 0: how surely the goods go there; 0 and below: they come from there, or it is somebody else's town."""
    start, end = mention.start, mention.end
    after = page.cues[end] if end < len(page.tokens) else {}
    if end < len(page.tokens) and page.tokens[end].norm == "'":
        after = page.cues[end + 1] if end + 1 < len(page.tokens) else {}
    role = mention.role
    glued = end < len(page.tokens)
    if role == "from" or (glued and "cue:from_after" in after):
        return 0.0
    if page.before("not", start, reach=3) is not None and page.before("to", start) is None:
        return 0.0
    supplied = _supplier_before(page, start)
    if page.before("to", start) is not None and not (supplied and page.before("at", start) is not None):
        return 0.97
    if page.before("from", start) is not None and page.before("own", start, reach=2) is None:
        return 0.0 if page.before("to", start) is None else 0.6
    if role == "to" or ("cue:to_after" in after and not supplied):
        return 0.95
    located = role == "at" or page.before("at", start) is not None or "cue:at_after" in after
    if supplied:
        return 0.0 if located or supplied == "beside" else 0.6
    return 0.8 if located else 0.7


def _supplier_before(page: Page, place: int) -> str | None:
    """Is a supplier spoken of just before ("a supplier in ...")? A factory counts only where one is being looked for."""
    near = range(max(0, place - 7), place)
    if any(page.cue("own", at) for at in near):
        return None
    asked = any(page.cue("find", at) for at in range(place))
    for at in reversed(near):
        if page.tokens[at].kind == "line" or page.tokens[at].norm in _PAUSE:
            return None
        end = page.cue("supplier", at) or (page.cue("factory", at) if asked else None)
        if end:
            return "beside" if end == place else "near"
    return None


def _find_specs(page: Page) -> None:
    """Numbers that describe the goods: with a technical unit, in sizes, in codes and after "model", "grade"."""
    tokens = page.tokens
    for place, token in enumerate(tokens):
        if token.kind not in ("num", "date") or not page.free(place, place + 1):
            continue
        end = place + 1
        if _code(page, place) or token.kind == "date":
            page.take(Label.SPEC, place, end)
        elif _size(page, place):
            page.take(Label.SPEC, place, _size(page, place))
        elif page.cue("spec", end) and not ("unit" in page.cues[end] and not _technical(page, end)):
            page.take(Label.SPEC, place, page.cue("spec", end) or end)
        elif page.tokens[end : end + 1] and tokens[end].norm in ("'", '"', "″", "”", "%", "°", "#"):
            page.take(Label.SPEC, place, end + 1)


def _technical(page: Page, place: int) -> bool:
    """Of a unit that also measures goods: is it a spec here ("200 g/m2", "2米的", "9в")?"""
    return page.tokens[place].norm in ("g", "gr", "г", "гр", "克", "년", "年", "安", "度") or (
        place + 1 < len(page.tokens) and page.tokens[place + 1].norm in ("/", "的") and page.tokens[place + 1].glued
    )


def _code(page: Page, place: int) -> bool:
    token = page.tokens[place]
    previous = page.tokens[place - 1] if place else None
    following = page.tokens[place + 1] if place + 1 < len(page.tokens) else None
    if (
        previous
        and token.glued
        and previous.kind == "word"
        and previous.norm[-1:] < "\u0e00"
        and not _free_standing(page, place - 1)
    ):
        return True
    if token.text.startswith("0") and len(token.text) > 1 and token.text.isdecimal():
        return True
    if (
        following
        and following.glued
        and following.kind == "word"
        and len(following.text) <= 2
        and following.text.isascii()
        and following.text.isupper()
    ):
        after = page.tokens[place + 2] if place + 2 < len(page.tokens) else None
        if after and after.glued and after.kind == "num":
            return True
    return page.before("code", place) is not None or (
        page.before("code", place, reach=2) is not None and previous is not None and previous.norm in ".:#-"
    )


def _free_standing(page: Page, place: int) -> bool:
    """Letters glued before a number that are not the start of a code: "x620", "Rp120", "عدد300"."""
    cues = page.cues[place]
    return (
        "currency" in cues
        or "cue:qty" in cues
        or page.tokens[place].norm in ("x", "×", "х")
        or page.tokens[place].norm[0] >= "\u0590"
    )


def _size(page: Page, place: int) -> int:
    """Where a size such as "60x60", "4×16", "20 x 30 x 5 cm", "M6x20" ends; 0 where there is none."""
    end, count = place + 1, 1
    while (
        end + 1 < len(page.tokens)
        and page.tokens[end].norm in ("x", "×", "*", "х")
        and page.tokens[end + 1].kind == "num"
    ):
        if not (page.tokens[end].glued or page.tokens[end + 1].glued) and page.cue("spec", end + 2) is None:
            break
        if page.cue("foot", end + 2) or (
            read_unit(page.tokens, end + 2, page.language) and page.cue("spec", end + 2) is None
        ):
            break
        end, count = end + 2, count + 1
    if count == 1:
        return 0
    return page.cue("spec", end) or end if end < len(page.tokens) else end


@dataclass
class _Candidate:
    """A number that may be the quantity."""

    start: int
    end: int
    number: Number
    unit: Unit | None
    strength: int
    measured: bool


def _find_quantities(page: Page) -> None:
    found = list(_candidates(page))
    chosen = [candidate for candidate in found if candidate.strength > 0]
    counted = [candidate for candidate in chosen if not candidate.measured and candidate.strength >= 2]
    for candidate in found:
        if candidate.strength <= 0:
            page.take(Label.NEGATED if candidate.strength < 0 else Label.SPEC, candidate.start, candidate.end)
    containers = any(span.label is Label.QUANTITY for span in page.spans)
    if counted or containers:
        for candidate in [
            one for one in chosen if one.measured or (one.strength < 2 and counted and not _own_line(page, one))
        ]:
            chosen.remove(candidate)
            page.take(Label.SPEC, candidate.start, candidate.end, 0.6)
    if containers:
        chosen = [candidate for candidate in chosen if candidate.strength >= 3]
    strongest = max((candidate.strength for candidate in chosen), default=0)
    for place, candidate in enumerate(chosen):
        if candidate.strength == strongest or candidate.strength >= 2 or _own_line(page, candidate):
            if place and not _new_item(page, chosen[place - 1], candidate):
                page.take(Label.SPEC, candidate.start, candidate.end, 0.5)
                continue
            page.take(Label.QUANTITY, candidate.start, candidate.end, {1: 0.6, 2: 0.8}.get(candidate.strength, 0.95))


def _own_line(page: Page, candidate: _Candidate) -> bool:
    lines = [token for token in page.tokens[: candidate.start] if token.kind == "line"]
    return bool(lines)


def _new_item(page: Page, earlier: _Candidate, later: _Candidate) -> bool:
    """Is a later quantity a second product, not a second word on the first?"""
    between = page.tokens[earlier.end : later.start]
    if any(token.kind == "line" for token in between):
        return True
    words = [token for at, token in enumerate(between, earlier.end) if token.kind == "word" and page.taken[at] is None]
    joined = any(
        token.norm
        in (
            ",",
            ";",
            "+",
            "&",
            "،",
            "，",
            "、",
            "and",
            "y",
            "e",
            "et",
            "und",
            "и",
            "و",
            "ve",
            "dan",
            "và",
            "और",
            "i",
            "en",
        )
        for token in between
    )
    after = page.tokens[later.end : later.end + 1]
    return bool(words) and joined and bool(after) and after[0].kind == "word" and page.taken[later.end] is None


def _candidates(page: Page) -> Iterator[_Candidate]:
    place = 0
    while place < len(page.tokens):
        number = _number(page, place) if page.free(place, place + 1) else None
        if number is None or not page.free(place, number.end) or number.value <= 0:
            place += 1
            continue
        candidate = _weigh(page, place, number)
        if candidate:
            yield candidate
        place = candidate.end if candidate else max(place + 1, number.end if not number.article else place + 1)


def _number(page: Page, place: int) -> Number | None:
    return read_range(page.tokens, place, page.language) or read_number(page.tokens, place, page.language)


def _weigh(page: Page, place: int, number: Number) -> _Candidate | None:
    """How much a number looks like the quantity: 3 with a unit or "qty", 2 before a noun, 1 alone, 0 not, -1 refused."""
    tokens, at = page.tokens, number.end
    while (
        at < len(tokens) and tokens[at].norm in ("-", ".", "+") and at + 1 < len(tokens) and "unit" in page.cues[at + 1]
    ):
        at += 1
    unit = read_unit(tokens, at, page.language) if at < len(tokens) and page.free(at, at + 1) else None
    if unit is None and place and number.spelled and (half := _inside(tokens[place], page.language)):
        unit = (half, number.end)
    end = unit[1] if unit else number.end
    if number.article and not (unit and unit[0] is not Unit.PIECE and unit[0] is not Unit.METRE):
        return None
    if number.spelled and not unit and number.value < 3:
        return None
    refused = _refused(page, place, end)
    if refused:
        return _Candidate(place, end, number, None, -1, False)
    measured = bool(unit and unit[0] in _MEASURES)
    if _per_something(page, place, end, unit is not None):
        return _Candidate(place, end, number, None, 0, False)
    strength = 3 if unit or _qty_before(page, place) else 2 if _noun_after(page, end) else 1
    if number.spelled and strength == 1:
        strength = 1 if number.value >= 10 else 0
    if not strength:
        return None
    if (
        measured
        and unit
        and unit[0] in (Unit.LITRE, Unit.METRE, Unit.KILOGRAM, Unit.POUND, Unit.GRAM)
        and number.value < 10
        and strength == 3
    ):
        strength = 2
    return _Candidate(place, end, number, unit[0] if unit else None, strength, measured)


def _inside(token: Token, language: str) -> Unit | None:
    """A unit inside a number word: "полтонны"."""
    return Unit.TONNE if language in ("ru", "uk") and token.norm in ("полтонны", "півтонни") else None


def _qty_before(page: Page, place: int) -> bool:
    return page.before("qty", place, reach=2) is not None


def _noun_after(page: Page, place: int) -> bool:
    return place < len(page.tokens) and page.tokens[place].kind == "word" and page.taken[place] is None


def _refused(page: Page, start: int, end: int) -> bool:
    """ "not 500, 300", "500 değil", "500 sorry 300"."""
    if page.before("not", start) is not None and _another_number(page, end):
        return True
    for at in range(end, min(end + 3, len(page.tokens))):
        if page.cue("not_after", at) and page.language[:2] in ("tr", "hi", "ur", "bn", "ja", "ko"):
            return _another_number(page, at)
        after = page.cue("correct", at)
        if (
            after
            and after < len(page.tokens)
            and any(page.tokens[p].kind == "num" for p in range(after, min(after + 2, len(page.tokens))))
        ):
            return page.tokens[at].norm not in ("а", "mà", "ma", "eh", "doch", "mais", "but")
    return False


def _another_number(page: Page, place: int) -> bool:
    return any(token.kind == "num" for token in page.tokens[place : place + 8])


def _per_something(page: Page, start: int, end: int, unit: bool) -> bool:
    """ "24 pcs per set", "12 per carton", "$5 for 100": a number that counts inside something else."""
    per = page.cue("per", end)
    if per is None or per >= len(page.tokens) or currency_at(page.tokens, end, page.language):
        return False
    strong = page.tokens[end].norm in ("per", "/", "each", "每", "pro", "por", "par", "प्रति")
    return strong and "unit" in page.cues[per] and (unit or page.tokens[end].norm != "each")
