"""A second opinion on a buyer's message: asked for by a chore, believed only where nothing was understood before."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.domain.inquiry import Inquiry, InquiryStatus, Slot, knows, next_question
from bot.domain.outcome import Refusal
from bot.language.second_opinion import Endpoint, ask, believable
from bot.store.database import Database
from bot.store.people import Talk
from bot.store.store import Store


def plan(store: Store, inquiry: Inquiry, *, now: datetime) -> None:
    """Ask for one if the house has one and something is still open; nobody waits for it."""
    if store.house.second_opinion and inquiry.text.strip() and next_question(inquiry) is not None:
        store.inbox.add_chore("opinion", {"inquiry": inquiry.id}, lane=f"opinion:{inquiry.id}", due=now)


def prepare(database: Database, payload: dict[str, Any], now: datetime, *, endpoint: Endpoint) -> dict[str, Any]:
    """Outside any write: ask, and keep only what can be believed."""
    with database.reading() as store:
        try:
            text = store.inquiries.get(payload["inquiry"]).text
        except Refusal:
            return {}
    answer = asyncio.run(ask(endpoint, text, today=now.date()))
    return {} if answer is None else believable(answer, text, today=now.date())


def record(store: Store, payload: dict[str, Any], believed: dict[str, Any], _now: datetime) -> int | None:
    """Inside one write: fill what is still empty, marked as a guess; the buyer (their id) is then shown it."""
    try:
        draft = store.inquiries.get(payload["inquiry"])
    except Refusal:
        return None
    values = {name: value for name, value in believed.items() if _open(draft, name)}
    if "amount" not in values:
        values.pop("unit", None)
    if "target_price" not in values:
        values.pop("per_unit", None)
    if draft.status is not InquiryStatus.DRAFT or not values:
        return None
    guesses = {Slot(n) if n in set(Slot) else Slot.QUANTITY for n in values if n in set(Slot) or n == "amount"}
    changed = replace(draft, **values, guessed=draft.guessed | (guesses - {Slot.UNIT}))
    store.inquiries.save(changed)
    talk = store.people.talk(draft.buyer)
    if talk is None or talk.name != "inquiry" or talk.subject != draft.id:
        return None
    store.people.set_talk(draft.buyer, Talk("inquiry", draft.id, talk.asking, {**talk.data, "first": True}))
    return draft.buyer


def _open(draft: Inquiry, name: str) -> bool:
    """Is this still unsaid? What the buyer skipped stays unsaid."""
    if name in ("amount", "unit"):
        return draft.amount is None and Slot.QUANTITY not in draft.skipped
    if name in ("per_unit", "incoterm"):
        return getattr(draft, name) is None
    return name in set(Slot) and not knows(draft, Slot(name)) and Slot(name) not in draft.skipped
