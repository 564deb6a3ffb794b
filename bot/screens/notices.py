"""Notices in words: the one place where what happened becomes a message to the one who must hear of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain import notice as n
from bot.domain.inquiry import Inquiry
from bot.language.texts import Words
from bot.screens import admin, announcements, courtesy, find, lead, quotes, seats, signboard
from bot.screens.message import Message
from bot.screens.parts import button, goods_line, line, lines, paragraphs, ref
from bot.screens.presses.buying import AnswerQuestion, CompareQuotes
from bot.screens.presses.supplying import MyLeads
from bot.screens.units import quantity


def show(w: Words, notice: n.Notice, *, now: datetime, bot: str) -> Message:
    """A notice for one reader. bot: the bot's username, for invite links."""
    match notice:
        case n.LeadOffered(view):
            return lead.card(w, view, head=w.say("📥 <b>Somebody needs what you make</b>"), now=now, anew=True)
        case n.LeadChanged(view):
            return lead.card(w, view, head=lead.title(w), now=now, quiet=True)
        case n.SeatEnds(view):
            return lead.seat_ends(w, view, now=now)
        case n.LeadEnded():
            return _lead_ended(w, notice)
        case n.QuoteLost():
            return courtesy.lost(w, notice)
        case n.ReasonsAsked():
            return replace(courtesy.card(w, notice), anew=True)
        case n.SuppliersAsked(inquiry, asked, taken, not_here):
            return quotes.overview(w, inquiry, asked, taken=taken, not_here=not_here, quotes=taken)
        case n.QuoteArrived(view, others, pools):
            return quotes.card(w, view, others=others, today=now.date(), anew=True, pools=pools)
        case n.QuoteAccepted():
            return _quote_accepted(w, notice)
        case n.ContactGiven(inquiry, contact):
            head = w.say("🤝 <b>The contact for inquiry {number}</b>", number=ref(inquiry.id))
            return Message(paragraphs(head, quotes.contact_lines(w, contact)))
        case n.QuestionAsked() | n.QuestionAnswered():
            return _question(w, notice)
        case n.InquiryExpired(inquiry, waiting):
            return _expired(w, inquiry, waiting)
        case n.FirmsFound():
            return find.firms(w, notice)
        case n.FirmsJoined():
            return find.joined(w, notice)
        case n.DependencePassed():
            return signboard.dependence(w, notice)
        case n.OneFirmOnly():
            return signboard.one_firm(w, notice)
        case n.MilestoneReached():
            return signboard.milestone(w, notice, bot=bot)
        case _:
            return _to_firms_and_admins(w, notice, bot)


def _to_firms_and_admins(w: Words, notice: n.Notice, bot: str) -> Message:
    match notice:
        case n.FirmDecided(name, True):
            text = w.say("✅ {firm} is in. Inquiries that fit come here.", firm=name)
            return Message(text, ((button(w.label("📥 My leads"), MyLeads()),),))
        case n.FirmDecided(name, _):
            return Message(w.say("An admin looked at {firm} and could not let it in.", firm=name))
        case n.FirmWaiting(firm, products):
            return Message(admin.firm_card(w, firm, products), (admin.decide_row(w, firm),))
        case n.FirmReported():
            return seats.report_for_admins(w, notice)
        case n.FirmsToInvite(inquiry, product, firms):
            return _to_invite(w, inquiry, product, firms, bot)
        case n.ImportDone():
            return admin.imported(w, notice)
        case n.Announced(text, attachments):
            return announcements.as_read(text, attachments)
        case n.AnnouncementGoesOn(announcement):
            return replace(announcements.progress(w, announcement), quiet=True)
        case n.AnnouncementEnded(announcement):
            return replace(announcements.progress(w, announcement), anew=True)
        case _:
            raise TypeError(f"no words for a {type(notice).__name__}")


def _lead_ended(w: Words, notice: n.LeadEnded) -> Message:
    why = {
        n.Ending.AWARDED_ELSEWHERE: w.say("The buyer chose another quote this time."),
        n.Ending.CANCELLED: w.say("The buyer does not need it any more."),
        n.Ending.BOUGHT_ELSEWHERE: w.say("The buyer bought elsewhere this time."),
        n.Ending.EXPIRED: w.say("The time for quotes is over."),
        n.Ending.FULL: w.say("Enough quotes have come; every seat is taken. If one becomes free, you can still quote."),
        n.Ending.OTHERS: w.say("The buyer goes on with other firms this time."),
        n.Ending.LAPSED: w.say(
            "The time of your seat is over; it went to another firm. You may still quote while a seat is free."
        ),
    }[notice.ending]
    thanks = (
        w.say("Thank you for your quote. The next inquiry that fits comes to you as well.") if notice.quoted else None
    )
    head = w.say("📪 <b>Inquiry {number}</b>", number=ref(notice.view.inquiry.id))
    text = paragraphs(lines(head, goods_line(w, notice.view.inquiry)), why, thanks)
    return Message(text, card=courtesy.ended_card(notice.view.lead.id), anew=True)


def _quote_accepted(w: Words, notice: n.QuoteAccepted) -> Message:
    inquiry, ask_contact = notice.view.inquiry, notice.ask_contact
    text = paragraphs(
        w.say("🎉 <b>Your quote is accepted!</b>"),
        lines(w.say("Inquiry {number}", number=ref(inquiry.id)), goods_line(w, inquiry)),
        _your_part(w, notice) if notice.firms > 1 else None,
        lines(w.say("The buyer's contact:"), quotes.contact_lines(w, notice.contact)),
        w.say("So that the buyer can reach you, please share your number with the button below.")
        if ask_contact
        else w.say("The buyer has yours. Write to each other soon."),
    )
    return Message(text, ask_contact=w.label("📱 Share my number") if ask_contact else "")


def _your_part(w: Words, notice: n.QuoteAccepted) -> str | None:
    """Of a pool each firm hears its own part, and how many firms there are; of the others nothing."""
    quote, inquiry = notice.view.quote, notice.view.inquiry
    if quote is None or quote.awarded is None:
        return None
    total = quote.total(inquiry.quantity)
    return lines(
        line(w, w.say("Your part"), quantity(w, quote.awarded)),
        line(w, w.say("Total"), w.own(w.money(total))) if total else None,
        w.count(
            "It is part of a joint order of {n} firm. Each firm deals with the buyer on its own.",
            "It is part of a joint order of {n} firms. Each firm deals with the buyer on its own.",
            notice.firms,
        ),
    )


def _question(w: Words, notice: n.QuestionAsked | n.QuestionAnswered) -> Message:
    if isinstance(notice, n.QuestionAsked):
        head = w.say(
            "❓ <b>{firm} asks about inquiry {number}:</b>", firm=notice.firm.name, number=ref(notice.inquiry.id)
        )
        text = paragraphs(lines(head, goods_line(w, notice.inquiry)), f"<blockquote>{w.own(notice.text)}</blockquote>")
        return Message(text, ((button(w.label("💬 Answer"), AnswerQuestion(notice.question), "primary"),),))
    head = w.say("💬 <b>The buyer's answer about inquiry {number}:</b>", number=ref(notice.view.inquiry.id))
    return Message(
        paragraphs(
            head, f"<blockquote>{w.own(notice.answer)}</blockquote>", w.say("You asked: {text}", text=notice.text)
        )
    )


def _expired(w: Words, inquiry: Inquiry, waiting: int) -> Message:
    head = w.say("⏳ <b>The time for quotes on inquiry {number} is over</b>", number=ref(inquiry.id))
    if not waiting:
        return Message(
            paragraphs(
                lines(head, goods_line(w, inquiry)), w.say("No quote is waiting. You can ask again at any time.")
            ),
            ((quotes.tell_me_button(w, inquiry),),),
        )
    said = w.count("{n} quote is waiting for your answer.", "{n} quotes are waiting for your answer.", waiting)
    compare = button(
        w.count_label("⚖️ Compare {n} quote", "⚖️ Compare {n} quotes", waiting), CompareQuotes(inquiry.id), "primary"
    )
    return Message(paragraphs(lines(head, goods_line(w, inquiry)), said), ((compare,), *courtesy.none_row(w, inquiry)))


def _to_invite(w: Words, inquiry: int, product: str, firms: tuple[tuple[str, str], ...], bot: str) -> Message:
    head = w.say("✉️ <b>Somebody needs {product}</b> (inquiry {number})", product=product, number=ref(inquiry))
    said = w.say("These firms fit, but nobody speaks for them here yet. Send them their links:")
    blocks = [lines(f"<b>{w.own(name)}</b>", f"<code>{invite_link(bot, token)}</code>") for name, token in firms]
    return Message(paragraphs(head, said, *blocks))


def invite_link(bot: str, token: str) -> str:
    """The address that opens the bot with an invite."""
    return f"https://t.me/{bot}?start=i_{token}"
