"""Looking before asking: the firms that fit some words, page by page; searched for outside any write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.actions.finding import Finder
from bot.actions.tell import tell
from bot.actions.wishing import firms_asked_for, with_musts
from bot.domain.goods import Quantity
from bot.domain.matching import Candidate, fitting, meeting, ranked, why
from bot.domain.notice import Firm, FirmsFound, Seen
from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.domain.wanted import Wanted, knows
from bot.domain.wishes import Wishes
from bot.language.detect import detect
from bot.language.texts import clean
from bot.language.understand import Item, understand
from bot.store.database import Database
from bot.store.outbox import REPLY
from bot.store.store import Store

MOST_WORDS = 300
A_PAGE = 5
# How many firms a search looks at, and how many are shown where none fits.
LOOK_AT = 60
MOST_CLOSEST = A_PAGE
# What is further away than this in meaning, and shares no word and no kind of goods, comes near nothing.
CLOSE = 0.2
MOST_ARTICLES = 20
# Telegram forgets an inline query after half a minute, and its asker has typed on long before.
INLINE_LASTS = timedelta(seconds=10)


def words_of(text: str) -> str:
    """What was typed, in one line, cut to what a search can use; empty where nothing is left to read."""
    line = " ".join(clean(text[: MOST_WORDS * 4]).split())[:MOST_WORDS]
    return line if any(c.isprintable() and not c.isspace() for c in line) else ""


def read(text: str, *, person: int, client_language: str | None, now: datetime) -> Wanted:
    """Words to what is wanted: the product that is searched for, and the wishes that stand beside it."""
    words = words_of(text)
    language = detect(words, client=client_language).language
    asked = firms_asked_for(words, language, searching=True)
    said = understand(asked.rest, today=now.date(), language=language)
    item = said.items[0] if said.items else Item()
    product = item.product.value if item.product else asked.rest.strip(" ,")
    wishes = Wishes(
        quantity=Quantity(item.quantity.value, item.unit.value) if item.quantity and item.unit else None,
        destination=said.destination.value if said.destination else None,
        days=(said.deadline.value - now.date()).days if said.deadline else None,
        certificates=tuple(dict.fromkeys(c.value for c in said.certificates)),
        language=language,
        whom=with_musts(asked.whom, words, said),
    )
    return Wanted(0, person, words, " ".join(product.split()) or words, now, language=language, wishes=wishes)


def look(store: Store, text: str, *, by: Person, now: datetime) -> Wanted | None:
    """Look for firms: what was typed is remembered, and the search begins; None where nothing is left to read."""
    wanted = read(text, person=by.id, client_language=by.language or by.client_language, now=now)
    if not wanted.words:
        return None
    wanted = store.wants.add(wanted)
    plan_page(store, wanted, page=0, now=now)
    return wanted


def turn(store: Store, wanted: int, page: int, *, by: Person, now: datetime) -> None:
    """Another page of what was found."""
    plan_page(store, store.wants.of(wanted, by=by), page=page, now=now)


def plan_page(store: Store, wanted: Wanted, *, page: int, now: datetime) -> None:
    """A search is slow: it is a chore, in a lane of its own, so that nobody else and nothing else waits for it."""
    store.inbox.add_chore("look", {"wanted": wanted.id, "page": page}, lane=f"look:{wanted.person}", due=now)


@dataclass(frozen=True)
class Sight:
    """What a search found, best first: the firms that fit, and those that come nearest without fitting."""

    fit: tuple[Candidate, ...] = ()
    closest: tuple[Candidate, ...] = ()


def search(database: Database, wanted: Wanted, *, finder: Finder) -> Sight:
    """Outside any write: firms that are known to us, other than the asker's own."""
    found = [f.candidate() for f in finder.find(database, wanted.product, language=wanted.language, limit=LOOK_AT)]
    shown = [c for c in found if is_shown(c.supplier) and (not c.supplier.agent or c.supplier.agent != wanted.person)]
    fit = ranked(meeting(fitting(shown), wanted.wishes), wanted.wishes)
    fitted = {c.supplier.id for c in fit}
    near = [c for c in shown if c.supplier.id not in fitted and (c.near >= CLOSE or c.words or c.kind)]
    rest = ranked(near, wanted.wishes)
    return Sight(tuple(fit), tuple(rest[:MOST_CLOSEST]))


def is_shown(firm: Supplier) -> bool:
    """May anybody see this firm?"""
    return firm.status is SupplierStatus.VERIFIED


def prepare(database: Database, payload: dict[str, Any], _now: datetime, *, finder: Finder) -> Sight | None:
    """Outside any write: what a page is made of; None where what was looked for is forgotten by now."""
    with database.reading() as store:
        try:
            wanted = store.wants.get(payload["wanted"])
        except Refusal:
            return None
    return search(database, wanted, finder=finder)


def record(store: Store, payload: dict[str, Any], sight: Sight | None, now: datetime) -> None:
    """Inside one write: show the page as the firms stand now, and note which firms the person knows of."""
    if sight is None:
        return
    try:
        wanted = store.wants.get(payload["wanted"])
    except Refusal:
        return
    wanted = knows(wanted, tuple(c.supplier.id for c in sight.fit if c.supplier.may_get_leads))
    store.wants.save(wanted)
    if payload["page"] is not None:
        tell(store, wanted.person, page_of(store, wanted, sight, payload["page"]), now=now, priority=REPLY)


def page_of(store: Store, wanted: Wanted, sight: Sight, page: int) -> FirmsFound:
    """One page; where no firm fits, the closest ones, said to be so."""
    every = sight.fit or sight.closest
    total = max(1, -(-len(every) // A_PAGE))
    page = min(page, total - 1)
    return FirmsFound(
        wanted=wanted.id,
        words=wanted.words,
        whom=wanted.wishes.whom,
        firms=seen(store, every[page * A_PAGE : (page + 1) * A_PAGE], wanted.wishes),
        page=page,
        total=total,
        closest=not sight.fit,
        kept=wanted.kept,
    )


def seen(store: Store, candidates: Sequence[Candidate], wishes: Wishes) -> tuple[Seen, ...]:
    """These firms as they stand now, each with the reason."""
    firms = store.suppliers.many(c.supplier.id for c in candidates)
    fresh = [replace(c, supplier=firms[c.supplier.id]) for c in candidates if c.supplier.id in firms]
    return tuple(
        Seen(Firm.of(c.supplier), why(c, wishes), c.supplier.may_get_leads) for c in fresh if is_shown(c.supplier)
    )


def public_firm(store: Store, supplier: int) -> tuple[Supplier, list[Product]]:
    """A firm that anybody may see, and what it offers; any other does not exist."""
    firm = store.suppliers.get(supplier)
    if not is_shown(firm):
        raise Refusal(Reason.NOT_FOUND)
    return firm, store.suppliers.products(firm.id)


def plan_inline(store: Store, query: str, text: str, *, chat: int, language: str | None, now: datetime) -> None:
    """Somebody typed the bot's name and some words in any chat: search for them, if it is not too late by then."""
    payload = {"query": query, "words": words_of(text), "chat": chat, "language": language, "at": now.isoformat()}
    store.inbox.add_chore("inline", payload, lane=f"inline:{chat}", due=now)


def prepare_inline(
    database: Database, payload: dict[str, Any], now: datetime, *, finder: Finder
) -> tuple[Seen, ...] | None:
    """Outside any write: the firms that fit; None where the query is too old to be answered."""
    if now > inline_until(payload):
        return None
    if not payload["words"]:
        return ()
    wanted = read(payload["words"], person=0, client_language=payload["language"], now=now)
    sight = search(database, wanted, finder=finder)
    with database.reading() as store:
        return seen(store, sight.fit[:MOST_ARTICLES], wanted.wishes)


def inline_until(payload: dict[str, Any]) -> datetime:
    """Until when an inline query may be answered."""
    return datetime.fromisoformat(payload["at"]) + INLINE_LASTS
