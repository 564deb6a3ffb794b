"""How many firms are asked, who shall not meet again, and how many leads a firm takes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.bar import ReportReason
from bot.domain.fairness import MOST_DAILY, MOST_OPEN
from bot.domain.inquiry import MORE_SEATS, Inquiry
from bot.domain.notice import Firm, FirmReported
from bot.domain.supplier import Supplier
from bot.language.texts import Words
from bot.screens.message import Button, Message
from bot.screens.parts import button, firm_line, flat, lines, paragraphs, ref, rows, shortened
from bot.screens.presses.buying import ShowInquiry
from bot.screens.presses.seats import (
    AskMore,
    BarBuyer,
    OpenLimits,
    ReportBecause,
    ReportFirm,
    ReportOne,
    SetLimit,
    SetSeats,
    UnbarBuyer,
)
from bot.screens.presses.supplying import MyFirm, MyLeads

OFFERED_OPEN = (3, 5, 10, 20, 50)
OFFERED_DAILY = (1, 3, 5, 10, 20)


# Each tap asks fewer firms; after the last it is the usual number again.
FEWER = (3, 2, 1)


def seats_button(w: Words, inquiry: Inquiry) -> Button:
    """How many firms are asked; fewer, please."""
    label = w.count_label("💺 At most {n} firm is asked", "💺 At most {n} firms are asked", inquiry.seats)
    return button(label, SetSeats(inquiry.id, next((n for n in FEWER if n < inquiry.seats), 0)))


def more_button(w: Words, inquiry: Inquiry) -> Button:
    """Some more firms may be asked, once."""
    return button(w.count_label("➕ Ask {n} more firm", "➕ Ask {n} more firms", MORE_SEATS), AskMore(inquiry.id))


def asking_more(w: Words, inquiry: Inquiry) -> str:
    """More firms are being asked."""
    return w.count_label("Up to {n} firm is asked now.", "Up to {n} firms are asked now.", inquiry.seats)


def bar_button(w: Words, lead: int) -> Button:
    """Nothing more from this buyer."""
    return button(w.label("🚫 Nothing more from this buyer"), BarBuyer(lead), "danger")


def barred(w: Words, lead: int) -> Message:
    """Done, and how to take it back."""
    text = w.say("🚫 Inquiries of this buyer no longer come to you. The buyer is not told.")
    undo = button(w.label("↩️ Take it back"), UnbarBuyer(lead))
    return Message(text, ((undo,), (button(w.label("📥 My leads"), MyLeads()),)))


def unbarred(w: Words) -> Message:
    """Taken back."""
    return Message(w.say("Inquiries of this buyer may come to you again."))


def report_button(w: Words, inquiry: Inquiry) -> Button:
    """Something is wrong with one of the firms."""
    return button(w.label("🚩 Report a firm"), ReportOne(inquiry.id))


def which_firm(w: Words, inquiry: Inquiry, firms: Sequence[tuple[int, Firm]]) -> Message:
    """With which firm is something wrong?"""
    buttons = [button(w.label("🚩 {firm}", firm=shortened(firm.name)), ReportFirm(lead)) for lead, firm in firms]
    back = ((button(w.label("← Back"), ShowInquiry(inquiry.id)),),)
    return Message(w.say("<b>Which firm do you want to report?</b>"), flat(rows(buttons, wide=1), back))


def what_is_wrong(w: Words, lead: int, firm: Firm) -> Message:
    """What is wrong with this firm?"""
    text = paragraphs(
        w.say("<b>What is wrong with this firm?</b>"),
        firm_line(w, firm),
        w.say("The admins are told, and it gets no more inquiries of yours."),
    )
    said = [button(label, ReportBecause(lead, reason)) for reason, label in _reasons(w).items()]
    return Message(text, rows(said, wide=1))


def _reasons(w: Words) -> dict[ReportReason, str]:
    return {
        ReportReason.NOT_REAL: w.label("It is not a real firm"),
        ReportReason.FRAUD: w.label("It looks like fraud"),
        ReportReason.RUDE: w.label("It is rude or a nuisance"),
        ReportReason.OTHER: w.label("Something else"),
    }


def reported(w: Words, firm: Firm) -> Message:
    """Thank you; this is what follows."""
    return Message(
        w.say("Thank you. The admins look at {firm}, and it gets no more inquiries of yours.", firm=firm.name)
    )


def report_for_admins(w: Words, notice: FirmReported) -> Message:
    """A buyer reported a firm."""
    head = w.say("🚩 <b>A buyer reports a firm</b> (inquiry {number})", number=ref(notice.inquiry))
    return Message(paragraphs(lines(head, firm_line(w, notice.firm)), w.own(_reasons(w)[notice.reason])))


def limits_button(w: Words, firm: Supplier) -> Button:
    """How many leads do you take?"""
    return button(w.label("🧮 How many leads"), OpenLimits(firm.id))


def limits(w: Words, firm: Supplier) -> Message:
    """How many leads a firm takes at a time and in a day."""
    most_open, daily = firm.most_open_leads or MOST_OPEN, firm.most_daily_leads or MOST_DAILY
    text = paragraphs(
        w.say("🧮 <b>How many leads do you take?</b> More than that goes to others, and comes to you later."),
        lines(
            w.count("Waiting for your answer: {n} at most", "Waiting for your answer: {n} at most", most_open),
            w.count("New in a day: {n} at most", "New in a day: {n} at most", daily),
        ),
    )

    def choice(kind: str, most: int, chosen: int, label: str) -> Button:
        return button(("✓ " if most == chosen else "") + label, SetLimit(firm.id, kind, most))

    waiting = [choice("open", n, most_open, w.count_label("{n} waiting", "{n} waiting", n)) for n in OFFERED_OPEN]
    new = [choice("daily", n, daily, w.count_label("{n} a day", "{n} a day", n)) for n in OFFERED_DAILY]
    back = ((button(w.label("← Back"), MyFirm()),),)
    return Message(text, flat(rows(waiting, wide=3), rows(new, wide=3), back), card=f"firm:{firm.id}")
