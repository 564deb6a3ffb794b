"""Quotes as the buyer sees them: each as a card, all side by side, and the question before one is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from bot.domain.inquiry import Inquiry
from bot.domain.lead import AGAINST, OF_A_SEAT, PRIVATE, Fact, Why
from bot.domain.notice import Asked, Contact, QuoteView
from bot.domain.quote import Flag, QuoteStatus, flags
from bot.language.texts import Words
from bot.screens.courtesy import end_buttons, known_for
from bot.screens.inquiry import card_lines, status_name
from bot.screens.message import Button, Message
from bot.screens.parts import (
    Rows,
    beside_line,
    button,
    firm_line,
    goods_line,
    lines,
    paragraphs,
    quote_lines,
    ref,
    rows,
    shortened,
)
from bot.screens.presses.buying import AcceptQuote, CompareQuotes, MyInquiries, ShowInquiry, ShowQuote
from bot.screens.presses.looking import KeepInquiry
from bot.screens.presses.seats import ReportFirm
from bot.screens.seats import more_button, report_button

# So many facts of a firm are told where several firms stand below each other.
MOST_FACTS = 6


def card(w: Words, view: QuoteView, *, others: int, today: date, anew: bool = False, pools: bool = False) -> Message:
    """One quote: the supplier's figures as they are, and everything to notice. pools: it can be a part of one."""
    quote, inquiry = view.quote, view.inquiry
    head = w.say("💬 <b>Quote for inquiry {number}</b>", number=ref(inquiry.id))
    if quote.revision > 1:
        head = w.say("💬 <b>Revised quote for inquiry {number}</b>", number=ref(inquiry.id))
    text = paragraphs(
        lines(head, goods_line(w, inquiry)),
        firm_line(w, view.firm),
        lines(*quote_lines(w, quote, inquiry), beside_line(w, view.beside)),
        lines(*(f"⚠️ {flag_name(w, f)}" for f in noticed(view, today))),
        w.say("🧩 With other quotes it fills your order: compare them.") if pools else None,
        w.say("✅ You accepted this quote.") if quote.status is QuoteStatus.ACCEPTED else None,
    )
    files = quote.attachments if anew else ()
    return Message(text, _card_rows(w, view, others), files, card=f"quote:{quote.lead}", anew=anew)


def noticed(view: QuoteView, today: date) -> tuple[Flag, ...]:
    """Everything to notice on a quote."""
    return flags(view.quote, view.inquiry, certificates=view.firm.certificates, today=today)


def _card_rows(w: Words, view: QuoteView, others: int) -> Rows:
    accept: tuple[Button, ...] = ()
    if view.quote.status is QuoteStatus.SENT:
        accept = (button(w.label("✅ Accept"), AcceptQuote(view.quote.id, 0), "success"),)
    compare: tuple[Button, ...] = ()
    if others:
        label = w.count_label("⚖️ Compare {n} quote", "⚖️ Compare {n} quotes", others + 1)
        compare = (button(label, CompareQuotes(view.inquiry.id)),)
    report = (button(w.label("🚩 Report this firm"), ReportFirm(view.quote.lead)),)
    return tuple(r for r in (accept, compare, report) if r)


def flag_name(w: Words, flag: Flag) -> str:
    """Something to notice, in words."""
    return {
        Flag.PART_ONLY: w.say("only a part of what you need"),
        Flag.MOQ_ABOVE: w.say("the minimum order is more than this quantity"),
        Flag.CERTIFICATE_MISSING: w.say("certificates you asked for are not on file: ask for them"),
        Flag.TOO_LATE: w.say("may be ready later than you need it"),
        Flag.LEAD_TIME_UNKNOWN: w.say("lead time: unknown"),
        Flag.FREIGHT_UNKNOWN: w.say("delivery terms and freight: unknown"),
        Flag.FREIGHT_EXTRA: w.say("freight and duty are not included"),
        Flag.NO_LONGER_VALID: w.say("no longer valid"),
    }[flag]


def ask_accept(w: Words, view: QuoteView, *, today: date) -> Message:
    """The question before it counts: every number that matters is read back."""
    text = paragraphs(
        w.say("<b>Accept this quote?</b>"),
        lines(goods_line(w, view.inquiry), firm_line(w, view.firm)),
        lines(*quote_lines(w, view.quote, view.inquiry), beside_line(w, view.beside)),
        lines(*(f"⚠️ {flag_name(w, f)}" for f in noticed(view, today))),
        w.say("You both get each other's contact details at once. The other suppliers are told."),
    )
    yes = button(w.label("Yes, accept"), AcceptQuote(view.quote.id, 1), "success")
    return Message(text, ((yes, button(w.label("No"), ShowQuote(view.quote.id))),))


def accepted(w: Words, view: QuoteView, contact: Contact, *, ask_contact: bool) -> Message:
    """A deal: the supplier's contact, and, if it is missing, the buyer's own is asked for."""
    text = paragraphs(
        w.say("🤝 <b>Accepted.</b> {firm} has been told.", firm=view.firm.name),
        contact_lines(w, contact),
        w.say("So that the supplier can reach you, please share your number with the button below.")
        if ask_contact
        else None,
        w.say(
            "Agree on payment and papers with each other. "
            "If bank details change in the middle of a deal, ask by phone first."
        ),
    )
    return Message(text, ask_contact=w.label("📱 Share my number") if ask_contact else "")


def contact_lines(w: Words, contact: Contact) -> str:
    """How to reach somebody."""
    if contact.empty:
        return w.say("The other side has not shared a contact yet; it comes here as soon as they do.")
    return lines(
        f"<b>{w.own(contact.name)}</b>",
        w.say("Telegram: {username}", username="@" + contact.username) if contact.username else None,
        w.say("Phone: {phone}", phone=contact.phone) if contact.phone else None,
        w.say("E-mail: {email}", email=contact.email) if contact.email else None,
        w.say("Web: {website}", website=contact.website) if contact.website else None,
    )


def inquiry_list(w: Words, inquiries: Sequence[Inquiry], *, answers: int | None = None) -> Message:
    """What the buyer asked for, newest first. answers: what firms read of how they answer, of ten quotes."""
    if not inquiries:
        return Message(w.say("You have not asked for anything yet. Just write what you need."))
    buttons = [
        button(
            w.label(
                "{number} {product} – {status}",
                number=ref(i.id),
                product=shortened(i.product or "?"),
                status=status_name(w, i.status),
            ),
            ShowInquiry(i.id),
        )
        for i in inquiries
    ]
    seen = None if answers is None else known_for(w, answers)
    return Message(paragraphs(w.say("📋 <b>Your inquiries</b>"), seen), rows(buttons, wide=1))


def overview(
    w: Words, inquiry: Inquiry, asked: Sequence[Asked], *, taken: int, not_here: int, quotes: int, anew: bool = False
) -> Message:
    """One inquiry: its terms, who was asked and why, how many seats are taken."""
    seats = w.count("💺 {n} of {seats} seats is taken", "💺 {n} of {seats} seats are taken", taken, seats=inquiry.seats)
    text = paragraphs(
        lines(
            w.say(
                "📋 <b>Inquiry {number}</b> – {status}", number=ref(inquiry.id), status=status_name(w, inquiry.status)
            ),
            card_lines(w, inquiry),
        ),
        _asked_lines(w, asked, not_here),
        seats if asked else None,
    )
    compare_row = (
        (
            button(
                w.count_label("⚖️ Compare {n} quote", "⚖️ Compare {n} quotes", quotes),
                CompareQuotes(inquiry.id),
                "primary",
            ),
        )
        if quotes
        else ()
    )
    keep_row = () if asked or quotes else (tell_me_button(w, inquiry),)
    cancel_row = end_buttons(w, inquiry) if inquiry.live else ()
    more_row = (more_button(w, inquiry),) if inquiry.live and asked and not inquiry.asked_more else ()
    report_row = (report_button(w, inquiry),) if asked else ()
    back = (button(w.label("📋 My inquiries"), MyInquiries()),)
    every = (compare_row, keep_row, more_row, cancel_row, report_row, back)
    return Message(text, tuple(r for r in every if r), card=f"asked:{inquiry.id}", anew=anew)


def tell_me_button(w: Words, inquiry: Inquiry) -> Button:
    """For an inquiry that found nobody: tell me when a firm joins."""
    return button(w.label("🔔 Tell me when a firm joins"), KeepInquiry(inquiry.id))


def _asked_lines(w: Words, asked: Sequence[Asked], not_here: int) -> str:
    more = (
        w.count(
            "{n} more firm fits but is not on Shoal yet; the admins invite it.",
            "{n} more firms fit but are not on Shoal yet; the admins invite them.",
            not_here,
        )
        if not_here
        else None
    )
    if not asked:
        return paragraphs(
            w.say("😔 No supplier here fits yet. Your inquiry stays open, and firms that join are asked."), more
        )
    head = w.count("📨 <b>I asked {n} firm:</b>", "📨 <b>I asked {n} firms:</b>", len(asked))
    return lines(head, *(f"• {firm_line(w, a.firm)}\n   <i>{why(w, _in_one_line(a.why))}</i>" for a in asked), more)


def _in_one_line(reason: Why) -> Why:
    """The facts that matter most: what it makes, what does not fit, and why it has its seat; then what fits."""
    weighs = [f in AGAINST or f in OF_A_SEAT or at == 0 for at, f in enumerate(reason.facts)]
    room = max(0, MOST_FACTS - sum(weighs))
    fits = [f for f, matters in zip(reason.facts, weighs, strict=True) if not matters][:room]
    kept = [f for f, matters in zip(reason.facts, weighs, strict=True) if matters][:MOST_FACTS]
    return replace(reason, facts=tuple(f for f in reason.facts if f in kept or f in fits))


def why(w: Words, reason: Why) -> str:
    """The reason for a choice, as the buyer reads it."""
    said = {
        Fact.MAKES_IT: w.say("offers “{product}”", product=reason.product),
        Fact.NAME_FITS: w.say("the firm's name fits"),
        Fact.ANOTHER_NAME: w.say("the same goods by another name"),
        Fact.MOQ_FITS: w.say("takes orders of this size"),
        Fact.MOQ_ABOVE: w.say("its usual minimum order is higher"),
        Fact.HAS_CERTIFICATE: w.say("has the certificates you ask for"),
        Fact.LACKS_CERTIFICATE: w.say("the certificates you ask for are not on file"),
        Fact.FROM_COUNTRY: w.say("in a country you ask for"),
        Fact.ELSEWHERE: w.say("not in a country you ask for"),
        Fact.UNWANTED_COUNTRY: w.say("in a country you do not want"),
        Fact.KIND_FITS: w.say("the kind of firm you ask for"),
        Fact.KIND_OTHER: w.say("another kind of firm"),
        Fact.NOT_SERVED: w.say("your country is not among its markets"),
        Fact.CAPACITY_BELOW: w.say("makes less in that time"),
        Fact.LEAD_TIME_FITS: w.say("usually ready in time"),
        Fact.LEAD_TIME_ABOVE: w.say("its lead time is longer than your time"),
        Fact.SAME_COUNTRY: w.say("in the country of destination"),
        Fact.SPEAKS_LANGUAGE: w.say("speaks your language"),
        Fact.SMALL_FIRM_SEAT: w.say("has the seat kept for a micro firm"),
        Fact.NEWCOMER_SEAT: w.say("has the seat kept for a firm that is new here"),
        Fact.WAITED_LONGER: w.say("has waited longer for an inquiry"),
        Fact.CAPACITY_LEFT: w.say("has capacity left for it"),
    }
    return " · ".join(said[f] for f in reason.facts if f not in PRIVATE)


def answer_question(w: Words, inquiry: Inquiry, question: int, text: str) -> Message:
    """The buyer is about to answer a supplier."""
    return Message(
        paragraphs(
            w.say("Your answer about inquiry {number}:", number=ref(inquiry.id)),
            f"<blockquote>{w.own(text)}</blockquote>",
        ),
        card=f"answer:{question}",
        anew=True,
        placeholder=w.label("Your answer"),
    )


def answer_sent(w: Words) -> Message:
    """The supplier has it."""
    return Message(w.say("Your answer is on its way to the supplier."))
