"""Which firms a buyer's words ask for: countries that are wanted or not, kinds of firm, and what is a condition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.inquiry import Whom
from bot.domain.supplier import Size, SupplierType
from bot.language.detect import known
from bot.language.understand import Label, Span, Understood
from bot.language.understand.finder_rules import find
from bot.language.understand.page import PAUSES, Page, open_page
from bot.language.understand.places import country_of, mentions

# Only so much of a message is looked at; the reader of messages stops there too.
MOST_READ = 4000
_SURELY_TO = 0.9
# Words beside a country that leave it out, before it and behind it.
_BUT = frozenset(
    (
        *("except", "excluding", "outside", "non", "außer", "ausser", "außerhalb", "sauf", "hors", "excepto", "salvo"),
        *("exceto", "tranne", "eccetto", "кроме", "除了", "除", "باستثناء", "عدا"),
    )
)
_BUT_BEHIND = frozenset(("hariç", "haric", "dışında", "disinda", "除外", "以外"))
_LINKS = frozenset(
    (
        *("or", "and", "/", ",", "&", "oder", "und", "ou", "et", "o", "y", "e", "u", "или", "и", "veya", "ve", "或"),
        *("和", "、", "،", "，", "أو", "او", "و"),
    )
)
_GLUED = frozenset(("的", "-", "der", "die", "dem", "den", "the", "la", "le", "el", "los", "las", "l'", "il"))

_MUST = re.compile(
    r"\b(must|required?|mandatory|compulsory|obligator\w*|obligatoires?|imprescindible|debe\w*|doi(?:t|vent)|exigé\w*"
    r"|muss|müssen|zwingend|pflicht|обязательн\w*|должн\w*|zorunlu|şart)\b|必须|必需|一定要|يجب|إلزامي|الزامي|ضروري",
    re.IGNORECASE,
)
_NEED_NOT = re.compile(r"\b(not|no|nicht|pas|не)\s+\w*\s*$|不\s*$|(غير|ليس)\s*$", re.IGNORECASE)

_MAKERS = (SupplierType.MANUFACTURER, SupplierType.ARTISAN)
_KINDS: tuple[tuple[re.Pattern[str], Whom], ...] = (
    (
        re.compile(
            r"\b(?:(?:manufacturers?|producers?|factor(?:y|ies)|makers?) only"
            r"|only (?:manufacturers?|producers?|makers?)"
            r"|no (?:trading compan(?:y|ies)|traders?|middlem[ae]n|resellers?)|s[oó]lo fabricantes?|nur hersteller"
            r"|fabricants? uniquement|sadece üretici\w*|только производител\w+)\b"
            r"|(?:只要|仅限)(?:工厂|厂家|制造商)|不要(?:贸易商|贸易公司|中间商)|(?:المصنعين|مصنعين|مصانع) فقط",
            re.IGNORECASE,
        ),
        Whom(types=_MAKERS, only=True),
    ),
    (
        re.compile(
            r"\b(?:small(?:er)? (?:family )?(?:workshops?|firms?|business(?:es)?|compan(?:y|ies)|suppliers?|producers?"
            r"|factor(?:y|ies)|manufacturers?|makers?)|family (?:business(?:es)?|workshops?|firms?)"
            r"|kleine (?:werkst[aä]tten?|betriebe?|firma|firmen|hersteller)"
            r"|petits? (?:ateliers?|fabricants?|producteurs?)"
            r"|pequeñ[oa]s? (?:talleres|taller|empresas?|fabricantes?|productores?)|маленьк\w+ мастерск\w+"
            r"|küçük (?:atölye|firma|üretici)\w*)\b|小(?:作坊|工厂|厂家|厂|企业)|(?:ورشة|ورش|شركة|شركات) صغيرة",
            re.IGNORECASE,
        ),
        Whom(sizes=(Size.MICRO, Size.SMALL)),
    ),
    (
        re.compile(
            r"\b(?:artisans|cooperatives?|craftsm[ae]n|artesanos|artisans|handwerker|ремесленник\w*|zanaatkâr\w*)\b"
            r"|手工艺人|合作社|(?:حرفيين|حرفيون|تعاونيات|تعاونية)",
            re.IGNORECASE,
        ),
        Whom(types=(SupplierType.ARTISAN,)),
    ),
)


@dataclass(frozen=True)
class Asked:
    """Which firms are asked for, and the text without the words that said so (other characters keep their places)."""

    whom: Whom
    rest: str


def firms_asked_for(text: str, language: str, *, searching: bool = False) -> Asked:
    """What a text says of the firms. searching: a bare country (`towels Turkey`) is where they are, not where to."""
    language = known(language) or "en"
    whom, rest = _kinds(text[:MOST_READ])
    page = open_page(rest, language)
    wanted: list[str] = []
    unwanted: list[str] = []
    before: tuple[int, bool] | None = None  # where the last country ended, and was it unwanted
    goal = -1  # where the last place ended that the goods go to: "Lyon, France" is one place
    for span in find(rest, language):
        if span.label not in (Label.ORIGIN, Label.DESTINATION):
            continue
        start, end = _places(page, span)
        code = _country(page, start, end, language, only_country=span.label is Label.DESTINATION)
        goes_on = before is not None and _linked(page, before[0], start)
        unwished = _left_out(page, start, end, closely=span.label is Label.DESTINATION)
        at_home = page.before("own", start, reach=2) is not None  # "we are from Germany"
        if code is None or (at_home and not unwished):
            goal = end
            continue
        bare = searching and _bare(page, start, span) and not (start == goal or _linked(page, goal, start))
        if not (unwished or goes_on or bare or span.label is Label.ORIGIN):
            goal = end
            continue
        unwished = unwished or (goes_on and before is not None and before[1])
        (unwanted if unwished else wanted).append(code)
        before = (end, unwished)
        rest = _cut(rest, page, start, end)
    origin = tuple(dict.fromkeys(code for code in wanted if code not in unwanted))
    return Asked(replace(whom, origin=origin, not_origin=tuple(dict.fromkeys(unwanted))), rest)


def with_musts(whom: Whom, text: str, said: Understood) -> Whom:
    """The same; certificates are a condition where a word beside one of them says so."""
    return replace(whom, certified=_is_must(text, [(c.start, c.end) for c in said.certificates]))


def _is_must(text: str, certificates: Sequence[tuple[int, int]]) -> bool:
    for found in _MUST.finditer(text[:MOST_READ]):
        if _NEED_NOT.search(text[: found.start()][-20:]):
            continue
        if any(found.start() - 40 <= end and start <= found.end() + 40 for start, end in certificates):
            return True
    return False


def _kinds(text: str) -> tuple[Whom, str]:
    whom = Whom()
    for pattern, kind in _KINDS:
        found = pattern.search(text)
        if found is None:
            continue
        whom = replace(
            whom, types=whom.types or kind.types, sizes=whom.sizes or kind.sizes, only=whom.only or kind.only
        )
        text = _blank(text, found.start(), found.end())
    return whom, text


def _places(page: Page, span: Span) -> tuple[int, int]:
    """A span's tokens, from and to (exclusive)."""
    inside = [n for n, token in enumerate(page.tokens) if span.start <= token.start < span.end]
    return inside[0], inside[-1] + 1


def _country(page: Page, start: int, end: int, language: str, *, only_country: bool) -> str | None:
    """The country that these tokens name, perhaps with an ending, or the one in which the city named lies."""
    for mention in mentions(page.tokens[start:end], language, certain=True):
        return None if only_country and mention.city is not None else mention.country
    return country_of("".join(token.text for token in page.tokens[start:end]))


def _bare(page: Page, start: int, span: Span) -> bool:
    """Is it a country's name, with its capital, that no word calls a destination?"""
    first = page.tokens[start].text[0]
    return span.score < _SURELY_TO and first == first.upper()


def _left_out(page: Page, start: int, end: int, *, closely: bool) -> bool:
    """Is a country named as one that is not wanted? closely: only if the word for it stands right before it."""
    near = range(max(0, start - (2 if closely else 3)), start)
    paused = max((n for n in near if page.norm(n) in PAUSES or page.kind(n) == "line"), default=-1)
    said_no = page.before("not", start, reach=1 if closely else 3)
    if said_no is not None and said_no > paused:
        return True
    if any(page.norm(n) in _BUT for n in near if n > paused):
        return True
    return any(page.norm(n) in _BUT_BEHIND or page.cue("not_after", n) for n in (end, end + 1))


def _linked(page: Page, last: int, start: int) -> bool:
    """Does nothing but `or`, `and` or a comma stand between two countries?"""
    between = [page.norm(n) for n in range(last, start)] if last >= 0 else []
    return 1 <= len(between) <= 2 and all(norm in _LINKS for norm in between)


def _cut(text: str, page: Page, start: int, end: int) -> str:
    """The text without a country and the words around it that said why it was named."""
    while True:
        cues = (page.before(kind, start) for kind in ("from", "not", "at", "supplier"))
        cue = min((place for place in cues if place is not None), default=None)
        if cue is not None:
            start = cue
        elif start and (page.norm(start - 1) in _BUT or page.norm(start - 1) in _GLUED):
            start -= 1
        else:
            break
    while page.cue("from_after", end) or page.cue("not_after", end) or page.norm(end) in _BUT_BEHIND | {"的"}:
        end = page.cue("from_after", end) or page.cue("not_after", end) or end + 1
    return _blank(text, page.tokens[start].start, page.tokens[end - 1].end)


def _blank(text: str, start: int, end: int) -> str:
    """A pause in place of these characters; everything else keeps its place."""
    return f"{text[:start]},{' ' * (end - start - 1)}{text[end:]}"
