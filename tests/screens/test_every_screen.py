"""Every screen, in every language, with values from kind to hostile: never broken, never misread, always tappable."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from decimal import Decimal
from types import ModuleType

import pytest

from bot.domain.goods import Quantity, Unit
from bot.domain.inquiry import InquiryStatus
from bot.domain.lead import LeadStatus
from bot.domain.notice import for_suppliers
from bot.domain.quote import QuoteStatus
from bot.domain.supplier import SupplierStatus
from bot.language.texts import Texts, Words
from bot.screens import (
    admin,
    announcements,
    compare,
    courtesy,
    find,
    floor,
    inquiry,
    lead,
    notices,
    pools,
    quote,
    quotes,
    refusal,
    signboard,
    start,
    supplier,
)
from bot.screens.message import Button, Message, pack, unpack
from bot.screens.press import decode
from bot.screens.units import quantity
from bot.simulator.entities import parse_html
from bot.simulator.text import units as utf16
from tests.screens.samples import BIDI, HOSTILE, LONG, REAL, TODAY, Sample, every_screen

TEXTS = Texts()
ROOMS = (admin, announcements, compare, courtesy, find, floor, inquiry, lead, notices, pools)
ROOMS += (quote, quotes, refusal, signboard, start, supplier)
OPEN, CLOSE = "\u2068", "\u2069"
# Plain text, not HTML: labels, toasts, names of states.
PLAIN = re.compile(
    r"(notices\.invite_link|find\.kept|refusal\.sentence|start\.(old_button|commands)|\w+\.status_name|courtesy\.reason_label|admin\.(refused_reason|unreadable))"
)
# Screens on which somebody's words stand alone in a block of their own, in their own direction.
ALONE = ("lead.original", " Announced")
big = Decimal("999999999999.125")

languages = pytest.mark.parametrize("words", [TEXTS.words(tag) for tag in TEXTS.languages], ids=TEXTS.languages)
SAMPLES = {
    "usual": Sample(),
    "bare": Sample(bare=True),
    "hostile": Sample(HOSTILE),
    "bidi": Sample(BIDI),
    "long": Sample(LONG),
    "blank": Sample(" "),
    "big": Sample(id=10**17, amount=big, n=10),
    "one": Sample(amount=Decimal(1), n=1),
    "two": Sample(amount=Decimal(2), n=2),
    **{f"unit {u.name}": Sample(unit=u, amount=Decimal("2.5")) for u in Unit},
    **{f"inquiry {s}": Sample(inquiry_status=s) for s in InquiryStatus},
    **{f"lead {s}": Sample(lead_status=s) for s in LeadStatus},
    **{f"quote {s}": Sample(quote_status=s) for s in QuoteStatus},
    **{f"firm {s}": Sample(firm_status=s) for s in SupplierStatus},
}
samples = pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES.keys())


def public(module: ModuleType) -> set[str]:
    room = module.__name__.rpartition(".")[2]
    own = [(n, f) for n, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__]
    return {f"{room}.{n}" for n, f in own if not n.startswith("_") and "w" in inspect.signature(f).parameters}


def text_of(name: str, shown: Message | str) -> str:
    """What a reader reads; refuses what Telegram would refuse."""
    if isinstance(shown, str):
        return shown if PLAIN.match(name) else parse_html(shown)[0]
    return parse_html(shown.text)[0]


def buttons(shown: Message | str) -> list[Button]:
    return [b for row in shown.rows for b in row] if isinstance(shown, Message) else []


def labels(shown: Message | str) -> list[str]:
    if isinstance(shown, str):
        return []
    return [*(b.label for b in buttons(shown)), *filter(None, (shown.placeholder, shown.ask_contact))]


def depths(text: str) -> list[int]:
    """How many isolates are open at each character."""
    depth, found = 0, []
    for c in text:
        depth += (c == OPEN) - (c == CLOSE)
        found.append(depth)
    return found


def test_no_screen_is_left_out() -> None:
    tried = {name.split(" ")[0] for name in every_screen(TEXTS.words("en"), SAMPLES["usual"])}
    elsewhere = {"start.home_rows", "start.means_stop", "find.articles", "quotes.tell_me_button"}
    assert set().union(*map(public, ROOMS)) - tried == elsewhere, "show the new screen in every_screen as well"


@languages
@samples
def test_every_screen_is_well_formed_and_says_something(words: Words, sample: Sample) -> None:
    for name, shown in every_screen(words, sample).items():
        text = text_of(name, shown)
        if isinstance(shown, Message):
            assert text.strip(), name
            assert unpack(pack(shown)) == shown, name
        for control in "\u202e\u0000\ud800\x1b":
            assert control not in text and control not in "".join(labels(shown)), name
        assert depths(text)[-1:] in ([], [0]) and min(depths(text), default=0) >= 0, f"{name}: {text!r}"


@languages
@samples
def test_every_button_can_be_tapped(words: Words, sample: Sample) -> None:
    for name, shown in every_screen(words, sample).items():
        for button in buttons(shown):
            assert button.label.strip(OPEN + CLOSE + " "), name
            if button.url:
                assert button.url.startswith("https://t.me/") and button.url.isascii(), name
                continue
            assert button.press and 1 <= len(button.press.encode()) <= 64, name
            assert decode(button.press) is not None, f"{name}: {button.press}"
        taps = [b.press or b.url for b in buttons(shown)]
        # the sample lists one thing several times
        if not name.startswith(("compare.compare", "pools.buttons", "lead.lead_list", "seats.which_firm")):
            assert len(taps) == len(set(taps)), f"{name}: two buttons do the same"
        assert not isinstance(shown, Message) or utf16(shown.placeholder) <= 64, name


@languages
@samples
def test_nothing_is_shown_raw(words: Words, sample: Sample) -> None:
    if sample.own == HOSTILE:
        return
    for name, shown in every_screen(words, sample).items():
        for said in (text_of(name, shown), *labels(shown)):
            assert not re.search(r"\{\w*\}|\bNone\b|&(lt|gt|amp|quot);|<bot\.|Unit\.|Decimal\(", said), (
                f"{name}: {said}"
            )


@languages
@pytest.mark.parametrize("sample", [s for n, s in SAMPLES.items() if n not in ("long",)])
def test_what_is_said_fits_into_one_message(words: Words, sample: Sample) -> None:
    for name, shown in every_screen(words, sample).items():
        assert utf16(text_of(name, shown)) <= 4096, name


@languages
def test_toasts_fit(words: Words) -> None:
    for name, shown in every_screen(words, SAMPLES["usual"]).items():
        if name.startswith(("refusal.sentence", "start.old_button")):
            assert utf16(text_of(name, shown)) <= 200, name


@languages
def test_what_people_typed_is_shown_as_they_typed_it(words: Words) -> None:
    seen = 0
    for name, shown in every_screen(words, SAMPLES["hostile"]).items():
        for said in (text_of(name, shown), *labels(shown)):
            assert said.count("Mk") == said.count(HOSTILE), f"{name}: {said}"
            seen += said.count(HOSTILE)
    assert seen > 100


@pytest.mark.parametrize("tag", [t for t in TEXTS.languages if TEXTS.words(t).rtl])
@pytest.mark.parametrize("own", [HOSTILE, REAL])
def test_what_people_typed_cannot_scramble_a_line_that_runs_the_other_way(tag: str, own: str) -> None:
    for name, shown in every_screen(TEXTS.words(tag), Sample(own)).items():
        if name.endswith(ALONE):
            continue
        for said in (text_of(name, shown), *labels(shown)):
            inside = depths(said)
            for found in re.finditer(re.escape(own), said):
                assert inside[found.start()] > 0, f"{name}: {said!r}"


@languages
def test_a_price_is_shown_as_it_was_said(words: Words) -> None:
    shown = every_screen(words, Sample())
    assert re.search(r"1[.,٫]80\s?USD", text_of("quotes.card", shown["quotes.card"]))


@languages
def test_a_place_without_delivery_terms_stands_alone(words: Words) -> None:
    s = Sample()
    view = replace(s.quote_view, quote=replace(s.quote, incoterm=None))
    said = text_of("quotes.card", quotes.card(words, view, others=0, today=TODAY))
    assert "None" not in said and said.count(REAL) >= 3


def test_of_words_that_name_a_hidden_price_a_supplier_sees_the_goods() -> None:
    s = Sample()
    secret = replace(s.inquiry, product="steel bottles", specs=("750 ml",), text="bottles for 2.37 USD at most")
    shown = lead.original(TEXTS.words("en"), replace(s.lead_view, inquiry=for_suppliers(secret)))
    assert "2.37" not in shown.text and "steel bottles, 750 ml" in shown.text


@languages
@pytest.mark.parametrize("unit", Unit)
def test_a_broken_number_is_never_left_out_of_its_quantity(words: Words, unit: Unit) -> None:
    """Some languages say one or two of a thing without the number; 2.5 must not come out as two."""
    for amount in ("0.5", "1.5", "2.5", "12.25"):
        assert words.number(Decimal(amount)) in quantity(words, Quantity(Decimal(amount), unit))
