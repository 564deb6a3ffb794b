"""Looking before asking: the firms that fit some words, a firm as anybody may see it, and needs that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.domain.goods import Place
from bot.domain.lead import AGAINST, Why
from bot.domain.notice import Firm, FirmsFound, FirmsJoined, Seen
from bot.domain.supplier import Product, Supplier
from bot.domain.wanted import KEPT_FOR, Wanted
from bot.language.texts import Html, Words, clean
from bot.screens import quotes
from bot.screens.articles import Article, Articles
from bot.screens.message import Button, Message
from bot.screens.parts import (
    Rows,
    button,
    firm_line,
    flat,
    line,
    lines,
    paragraphs,
    place,
    rows,
    shortened,
    type_name,
)
from bot.screens.presses.buying import SayNeed
from bot.screens.presses.looking import AskForThis, DropWanted, KeepWanted, LookAround, TurnPage
from bot.screens.units import quantity
from bot.screens.whom import kind_words, origin_words

# Names are shortened here, so that a page of firms is one message that can be edited.
MOST_NAME = 80
MOST_PRODUCT = 120
MOST_WORDS = 200
MOST_PRODUCTS = 10
# The start parameters that open a firm's card, and the search.
FIRM, LOOK = "f_", "find"


def ask(w: Words, kept: Sequence[Wanted], *, dropped: Wanted | None = None) -> Message:
    """What is looked for? Needs that are kept are listed, each one tap from being dropped."""
    text = paragraphs(
        w.say("🔕 I no longer tell you of “{words}”.", words=shortened(dropped.words, MOST_WORDS)) if dropped else None,
        w.say("🔎 <b>What are you looking for?</b> Write it; I show you the firms that fit."),
        w.say("<i>For example: thermos bottle, 500 pieces, not from China</i>"),
        w.say("🔔 When a firm joins that fits one of these, I tell you:") if kept else None,
        lines(*(_kept_line(w, one) for one in kept)),
    )
    drops = [button(w.label("✖ {words}", words=shortened(one.words)), DropWanted(one.id)) for one in kept]
    return Message(text, rows(drops, wide=1), card="find", placeholder="" if kept else w.label("What you look for"))


def _kept_line(w: Words, one: Wanted) -> str:
    until = w.date((one.kept_at + KEPT_FOR).date()) if one.kept_at else ""
    return w.say("• {words} (until {day})", words=shortened(one.words, MOST_WORDS), day=until)


def firms(w: Words, found: FirmsFound) -> Message:
    """A page of firms: each with the product that fits in its own words, why, and what does not fit."""
    text = paragraphs(
        lines(_head(w, found), _wishes(w, found)),
        w.say("Nothing here fits all of it. The closest matches:") if found.closest and found.firms else None,
        w.say("Nothing here comes near it yet.") if not found.firms else None,
        *(_firm(w, one) for one in found.firms),
        w.say("🔔 As soon as a firm joins that fits, I tell you here.") if found.kept else None,
    )
    return Message(text, flat(_ask_row(w, found.wanted), _page_row(w, found), _keep_row(w, found)), card=_card(found))


def _card(found: FirmsFound) -> str:
    return f"find:{found.wanted}"


def _head(w: Words, found: FirmsFound) -> Html:
    words = shortened(found.words, MOST_WORDS)
    if found.total == 1:
        return w.say("🔎 <b>Firms for “{words}”</b>", words=words)
    at, total = w.number(found.page + 1), w.number(found.total)
    return w.say("🔎 <b>Firms for “{words}”</b>, page {page} of {total}", words=words, page=at, total=total)


def _wishes(w: Words, found: FirmsFound) -> str:
    return lines(
        line(w, w.say("Origin"), origin_words(w, found.whom)), line(w, w.say("Firms"), kind_words(w, found.whom))
    )


def _firm(w: Words, one: Seen) -> str:
    """`Alfa Çelik · Bursa, Türkiye`, the reason, and openly what does not fit."""
    product = shortened(one.why.product or "", MOST_PRODUCT)
    suits = quotes.why(w, Why(product, tuple(f for f in one.why.facts if f not in AGAINST)))
    against = quotes.why(w, Why(product, tuple(f for f in one.why.facts if f in AGAINST)))
    absent = None if one.here else w.say("not on Shoal yet; the admins invite it when you ask")
    return lines(
        _firm_line(w, one.firm),
        f"<i>{suits}</i>" if suits else None,
        f"⚠️ {against}" if against else None,
        f"💤 {absent}" if absent else None,
    )


def _firm_line(w: Words, firm: Firm) -> Html:
    city = shortened(firm.city, MOST_NAME) if firm.city else None
    return firm_line(w, replace(firm, name=shortened(firm.name, MOST_NAME), city=city))


def _ask_row(w: Words, wanted: int) -> Rows:
    return ((button(w.label("🛒 Make an inquiry of it"), AskForThis(wanted), "primary"),),)


def _page_row(w: Words, found: FirmsFound) -> Rows:
    back = button(w.label("← Back"), TurnPage(found.wanted, found.page - 1)) if found.page else None
    more = button(w.label("More →"), TurnPage(found.wanted, found.page + 1)) if found.page + 1 < found.total else None
    row = tuple(b for b in (back, more) if b)
    return (row,) if row else ()


def _keep_row(w: Words, found: FirmsFound) -> Rows:
    if found.kept:
        return ((button(w.label("🔕 Don't tell me"), DropWanted(found.wanted)),),)
    if found.closest:
        return ((button(w.label("🔔 Tell me when a firm joins"), KeepWanted(found.wanted)),),)
    return ()


def kept(w: Words) -> str:
    """A toast: it is kept."""
    return w.label("I tell you here as soon as a firm joins that fits. /find lists what you wait for.")


def nothing_to_read(w: Words) -> Message:
    """What was typed holds nothing that could be searched for."""
    return Message(w.say("I can't find anything with that. Please write it in words."))


def joined(w: Words, notice: FirmsJoined) -> Message:
    """Firms have joined that fit a need that is kept: shall they be asked?"""
    count = len(notice.firms)
    words = shortened(notice.words, MOST_WORDS)
    text = paragraphs(
        w.count(
            "🔔 <b>A firm has joined that fits “{words}”:</b>",
            "🔔 <b>{n} firms have joined that fit “{words}”:</b>",
            count,
            words=words,
        ),
        *(_firm(w, one) for one in notice.firms),
    )
    ask_it = button(w.count_label("🛒 Ask it", "🛒 Ask them", count), AskForThis(notice.wanted), "primary")
    return Message(text, ((ask_it,), (button(w.label("🔕 I don't need it any more"), DropWanted(notice.wanted)),)))


def firm_card(w: Words, firm: Supplier, products: Sequence[Product]) -> Message:
    """A firm as anybody may see it: what it makes and where, and no contact details."""
    told = [
        line(w, w.say("Kind"), w.own(type_name(w, firm.type)) if firm.type else None),
        line(w, w.say("Certificates"), w.own(w.both(list(firm.certificates[:20]))) if firm.certificates else None),
        line(w, w.say("Languages"), _languages(w, firm)),
        line(w, w.say("Minimum order"), quantity(w, firm.moq) if firm.moq else None),
    ]
    more = len(products) - MOST_PRODUCTS
    offers = [f"• {w.own(shortened(p.name, MOST_PRODUCT))}" for p in products[:MOST_PRODUCTS]]
    text = paragraphs(
        lines(f"🏭 {_firm_line(w, Firm.of(firm))}", *told),
        lines(w.say("<b>It offers:</b>"), *offers) if offers else None,
        w.count("… and {n} more product", "… and {n} more products", more) if more > 0 else None,
        w.say("Write what you need; firms that fit are asked, and contacts follow at the deal."),
    )
    need = button(w.label("🛒 I need something"), SayNeed(), "primary")
    return Message(text, ((need, button(w.label("🔎 Look around"), LookAround())),))


def _languages(w: Words, firm: Supplier) -> Html | None:
    return w.own(w.both([w.language_name(tag) for tag in firm.languages])) if firm.languages else None


def articles(w: Words, found: Sequence[Seen], *, words: str, bot: str) -> Articles:
    """The answer to words that were typed behind the bot's name in any chat; without words, a hint."""
    if not words:
        hint = w.label("Write what you need, e.g. thermos bottle")
    else:
        hint = w.label("Ask them in Shoal") if found else w.label("Nothing fits yet: ask in Shoal")
    return Articles(tuple(_article(w, one, bot) for one in found), hint, LOOK)


def _article(w: Words, one: Seen, bot: str) -> Article:
    product, firm = shortened(one.why.product or "", MOST_PRODUCT), one.firm
    where = place(w, Place(firm.country, firm.city)) if firm.country or firm.city else ""
    link = firm_link(bot, firm.id)
    text = lines(_firm_line(w, firm), f"<i>{w.say('offers “{product}”', product=product)}</i>", link)
    opens = Button(w.label("See it in Shoal"), url=link)
    said = " · ".join(clean(part) for part in (product, where) if part)
    return Article(str(firm.id), clean(shortened(firm.name, MOST_NAME)) or "?", said, text, opens)


def firm_link(bot: str, firm: int) -> str:
    """The address that opens a firm's card in the bot."""
    return f"https://t.me/{bot}?start={FIRM}{firm}"
