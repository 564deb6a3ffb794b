"""Which firms a buyer wants to hear of, in words."""

from __future__ import annotations

from bot.domain.inquiry import Whom
from bot.language.texts import Html, Words
from bot.screens.parts import type_name


def origin_words(w: Words, whom: Whom) -> Html | None:
    """`Türkiye`, `not China`; None where the buyer did not say."""
    wanted = w.own(w.both([w.country(code) for code in whom.origin])) if whom.origin else None
    unwanted = w.own(w.both([w.country(code) for code in whom.not_origin])) if whom.not_origin else None
    parts = [wanted, w.say("not {countries}", countries=unwanted) if unwanted else None]
    return Html(" · ".join(p for p in parts if p)) if wanted or unwanted else None


def kind_words(w: Words, whom: Whom) -> Html | None:
    """`only manufacturer`, `small firms`, `only with these certificates`; None where the buyer did not say."""
    parts = []
    if whom.sizes:
        parts.append(w.say("small firms"))
    if whom.types:
        kinds = w.own(w.both([type_name(w, kind) for kind in whom.types]))
        parts.append(w.say("only {kinds}", kinds=kinds) if whom.only else kinds)
    if whom.certified:
        parts.append(w.say("only with the certificates asked for"))
    return Html(" · ".join(parts)) if parts else None
