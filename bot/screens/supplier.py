"""A firm introducing itself: claiming it by invite, registering it, and its own page."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.dependence import Spread
from bot.domain.goods import Place
from bot.domain.supplier import Product, Size, Supplier, SupplierStatus
from bot.language.texts import Html, Words
from bot.screens.floor import floor_button
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, flat, line, lines, paragraphs, place, rows, size_name, type_name
from bot.screens.presses.start import Stop
from bot.screens.presses.supplying import (
    AskFirm,
    ClaimFirm,
    FillFirm,
    MyLeads,
    PauseFirm,
    RegisterFirm,
    SkipFirm,
    SubmitFirm,
)
from bot.screens.seats import limits_button
from bot.screens.signboard import buyers_button, spread_block
from bot.screens.units import quantity
from bot.search.also_said import also_said

MOST_PRODUCTS_SHOWN = 12


def ask_claim(w: Words, firm: Supplier, token: str) -> Message:
    """Somebody opened a firm's invite: is it theirs?"""
    text = paragraphs(
        w.say("🏭 This invite is for:"),
        lines(
            f"<b>{w.own(firm.name)}</b>",
            _where(w, firm),
            w.own(firm.address) if firm.address else None,
        ),
        w.say("Do you speak for this firm? Then inquiries that fit will come to you here, free of charge."),
    )
    return Message(
        text, ((button(w.label("Yes, this is my firm"), ClaimFirm(token), "success"), button(w.label("No"), Stop())),)
    )


def claimed(w: Words, firm: Supplier) -> Message:
    """It is theirs now."""
    text = paragraphs(
        w.say("🤝 Welcome! You now speak for {firm}.", firm=firm.name),
        w.say("Inquiries that fit come here as messages. You answer with a quote, or pass."),
    )
    return Message(text, ((button(w.label("📥 My leads"), MyLeads()),),))


def card_name(firm: Supplier) -> str:
    """The one living message of a firm's page and its questions."""
    return f"firm:{firm.id}"


def ask(w: Words, firm: Supplier, question: str, *, products: int, heard: str | None = None) -> Message:
    """The next thing to say about the firm."""
    return Message(
        paragraphs(heard, _question(w, question)), _question_rows(w, firm, question, products), card=card_name(firm)
    )


def not_understood(w: Words, firm: Supplier, question: str, *, products: int) -> Message:
    """An answer that did not answer the question."""
    return ask(w, firm, question, products=products, heard=w.say("I did not understand that as an answer."))


def _question(w: Words, question: str) -> str:
    return {
        "name": w.say("<b>What is your firm called?</b>"),
        "country": w.say("<b>Where is it?</b> Country and city."),
        "size": w.say("<b>How many people work there?</b> Small firms are asked first here."),
        "products": w.say(
            "<b>What do you make or sell?</b> One product a line, with sizes and material, in your own language."
        ),
        "moq": w.say("<b>What is the smallest order you take?</b> For example: 50 pieces."),
        "languages": w.say("<b>Which languages can you work in?</b> Tap all that fit, then go on."),
    }[question]


def _question_rows(w: Words, firm: Supplier, question: str, products: int) -> Rows:
    skip: Rows = () if question in ("name", "products") else ((button(w.label("Skip"), SkipFirm(firm.id, question)),),)
    if question == "size":
        sizes = [button(size_name(w, s), FillFirm(firm.id, question, s.value)) for s in Size]
        return flat(rows(sizes, wide=1), skip)
    if question == "languages":
        return flat(
            rows(_languages(w, firm), wide=3), ((button(w.label("Go on"), SkipFirm(firm.id, question), "primary"),),)
        )
    if question == "products" and products:
        return ((button(w.label("Go on"), SkipFirm(firm.id, question), "primary"),),)
    return skip


OFFERED_LANGUAGES = ("en", "zh-Hans", "ar", "es", "pt", "fr", "de", "ru", "hi", "tr", "id", "vi")


def _languages(w: Words, firm: Supplier) -> list[Button]:
    def label(tag: str) -> str:
        return ("✓ " if tag in firm.languages else "") + w.language_name(tag)

    return [button(label(t), FillFirm(firm.id, "languages", t)) for t in OFFERED_LANGUAGES]


def review(w: Words, firm: Supplier, products: Sequence[Product]) -> Message:
    """The firm read back, to be sent to the admins."""
    text = paragraphs(w.say("🏭 <b>Your firm</b>"), _card(w, firm, products), w.say("Is everything right?"))
    send = ((button(w.label("✅ Send it in"), SubmitFirm(firm.id), "success"),),)
    return Message(text, flat(send, _field_rows(w, firm)), card=card_name(firm))


def submitted(w: Words, firm: Supplier) -> Message:
    """An admin looks at it now."""
    text = w.say("📨 Thank you. An admin looks at {firm} now; you hear from me.", firm=firm.name)
    return Message(text, card=card_name(firm))


def page(w: Words, firm: Supplier, products: Sequence[Product], spread: Spread | None = None) -> Message:
    """A firm's own page. spread: how its orders are spread, for its own eyes."""
    text = paragraphs(
        w.say("🏭 <b>Your firm</b> – {status}", status=status_name(w, firm.status)),
        _card(w, firm, products),
        spread_block(w, spread),
    )
    pause: Rows = ()
    if firm.status is SupplierStatus.VERIFIED:
        pause = ((button(w.label("⏸ No leads for now"), PauseFirm(firm.id, 1)),),)
    elif firm.status is SupplierStatus.PAUSED:
        pause = ((button(w.label("▶️ Leads again, please"), PauseFirm(firm.id, 0), "primary"),),)
    return Message(
        text,
        flat(
            ((button(w.label("📥 My leads"), MyLeads()),),),
            _field_rows(w, firm),
            ((limits_button(w, firm), floor_button(w, firm)), (buyers_button(w, firm),)),
            pause,
        ),
        card=card_name(firm),
        anew=True,
    )


def _field_rows(w: Words, firm: Supplier) -> Rows:
    fields = {
        "name": w.label("✏️ Name"),
        "country": w.label("✏️ Place"),
        "size": w.label("✏️ Size"),
        "products": w.label("➕ Products"),
        "moq": w.label("✏️ Minimum order"),
        "languages": w.label("✏️ Languages"),
    }
    return rows(button(label, AskFirm(firm.id, question)) for question, label in fields.items())


def _card(w: Words, firm: Supplier, products: Sequence[Product]) -> str:
    shown = [f"• {w.say('{product}', product=p.name)}" for p in products[:MOST_PRODUCTS_SHOWN]]
    rest = len(products) - len(shown)
    return lines(
        f"<b>{w.own(firm.name)}</b>",
        _where(w, firm),
        line(w, w.say("Type"), type_name(w, firm.type) if firm.type else None),
        line(w, w.say("Size"), size_name(w, firm.size) if firm.size else None),
        line(w, w.say("Minimum order"), quantity(w, firm.moq) if firm.moq else None),
        line(w, w.say("Languages"), w.both([w.language_name(t) for t in firm.languages]) if firm.languages else None),
        line(
            w,
            w.say("Certificates"),
            w.own(w.both(list(firm.certificates))) if firm.certificates else None,
        ),
        line(w, w.say("Products"), " ") if shown else None,
        *shown,
        w.say("… and {n} more", n=w.number(rest)) if rest else None,
        buyers_say(w, [p.name for p in products]),
    )


def buyers_say(w: Words, names: Sequence[str]) -> str | None:
    """How buyers elsewhere call what these products are, so that a supplier sees by which words it is found."""
    said = also_said(names, w.language.partition("-")[0])
    words = Html(", ".join(w.own(word) for word in said))
    return w.say("🔤 Buyers also say: {words}", words=words) if said else None


def _where(w: Words, firm: Supplier) -> str | None:
    where = place(w, Place(firm.country, firm.city))
    return w.say("📍 {place}", place=where) if where else None


def status_name(w: Words, status: SupplierStatus) -> str:
    """How far a firm is, in words."""
    return {
        SupplierStatus.DRAFT: w.label("not sent in yet"),
        SupplierStatus.PENDING: w.label("waits for an admin"),
        SupplierStatus.VERIFIED: w.label("gets leads"),
        SupplierStatus.PAUSED: w.label("paused"),
        SupplierStatus.BANNED: w.label("closed"),
    }[status]


def no_firm(w: Words) -> Message:
    """The person speaks for no firm yet."""
    text = w.say("You do not speak for a firm here yet.")
    return Message(text, ((button(w.label("🏭 I make or sell something"), RegisterFirm(), "primary"),),))
