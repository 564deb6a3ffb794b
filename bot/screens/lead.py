"""A lead as its supplier sees it: the card, passing with a reason, asking the buyer, the buyer's own words."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.domain.lead import WAITING, DeclineReason, Fact, Lead, LeadStatus, Why
from bot.domain.notice import LeadView
from bot.language.texts import Words, typed
from bot.screens.inquiry import card_lines
from bot.screens.message import Message
from bot.screens.parts import Rows, button, flat, goods_line, line, lines, paragraphs, quote_lines, ref, rows, shortened
from bot.screens.presses.supplying import AskBuyer, PassBecause, PassLead, QuoteLead, ShowLead, ShowOriginal
from bot.screens.seats import bar_button


def card(w: Words, view: LeadView, *, head: str, now: datetime, anew: bool = False, quiet: bool = False) -> Message:
    """The lead: the terms, why this firm, the seats and the time left, and what can be done."""
    text = paragraphs(
        lines(head, w.say("Inquiry {number}", number=ref(view.inquiry.id))),
        card_lines(w, view.inquiry),
        line(w, w.say("Why you"), why(w, view.lead.why)),
        _parts_welcome(w, view),
        answers(w, view) if view.inquiry.live else None,
        _state(w, view, now),
        lines(w.say("<b>Your quote</b>"), *quote_lines(w, view.quote, view.inquiry)) if view.quote else None,
    )
    files = view.inquiry.attachments if anew else ()
    return Message(text, _rows(w, view), files, card=f"lead:{view.lead.id}", anew=anew, quiet=quiet)


def title(w: Words) -> str:
    """The head of a lead that is looked at again."""
    return w.say("📥 <b>A lead of yours</b>")


def why(w: Words, reason: Why) -> str:
    """The reason for a choice in one line, from the same facts that decided it."""
    said = {
        Fact.MAKES_IT: w.say("you offer “{product}”", product=reason.product),
        Fact.NAME_FITS: w.say("your firm's name fits"),
        Fact.ANOTHER_NAME: w.say("the buyer's word for the same goods is another"),
        Fact.MOQ_FITS: w.say("the quantity reaches your minimum order"),
        Fact.MOQ_ABOVE: w.say("the quantity is below your usual minimum order"),
        Fact.HAS_CERTIFICATE: w.say("you have the certificates asked for"),
        Fact.LACKS_CERTIFICATE: w.say("certificates are asked for that I have not from you"),
        Fact.FROM_COUNTRY: w.say("you are in a country the buyer asks for"),
        Fact.ELSEWHERE: w.say("the buyer asks for another country"),
        Fact.UNWANTED_COUNTRY: w.say("the buyer does not ask for your country"),
        Fact.KIND_FITS: w.say("you are the kind of firm asked for"),
        Fact.KIND_OTHER: w.say("another kind of firm is asked for"),
        Fact.NOT_SERVED: w.say("the destination is not among your markets"),
        Fact.CAPACITY_BELOW: w.say("the quantity is more than you make in that time"),
        Fact.LEAD_TIME_FITS: w.say("your usual lead time fits"),
        Fact.LEAD_TIME_ABOVE: w.say("your usual lead time is longer than the time left"),
        Fact.SAME_COUNTRY: w.say("you are in the country of destination"),
        Fact.SPEAKS_LANGUAGE: w.say("you speak the buyer's language"),
        Fact.SMALL_FIRM_SEAT: w.say("a seat is kept for a micro firm"),
        Fact.NEWCOMER_SEAT: w.say("a seat is kept for a firm that is new here"),
        Fact.WAITED_LONGER: w.say("you have waited longer for a lead"),
        Fact.CAPACITY_LEFT: w.say("you have capacity left for it"),
        Fact.OTHER_BUYER: w.say("one buyer has much of your business, so others come to you first"),
        Fact.BELOW_FLOOR: w.say("its price is below your floor"),
    }
    return " · ".join(said[f] for f in reason.facts)


def _parts_welcome(w: Words, view: LeadView) -> str | None:
    if not (view.inquiry.parts_welcome and view.inquiry.live and view.quote is None):
        return None
    return w.say("🧩 A part is welcome: quote for as much as you can make, and several firms fill the order together.")


def answers(w: Words, view: LeadView) -> str:
    """How the buyer answers the quotes that they get."""
    if view.answers is None:
        return w.say("🙋 New buyer")
    return w.count("🙋 The buyer answers {n} of 10 quotes", "🙋 The buyer answers {n} of 10 quotes", view.answers)


def _state(w: Words, view: LeadView, now: datetime) -> str | None:
    lead, inquiry = view.lead, view.inquiry
    if lead.status is LeadStatus.DECLINED and Fact.BELOW_FLOOR in lead.why.facts:
        return w.say("Declined for you, since its price is below your floor.")
    if lead.status is LeadStatus.DECLINED:
        return w.say("You passed on this one.")
    if not inquiry.live:
        return w.say("This inquiry is closed.")
    until = inquiry.quotes_until
    if not view.seats_left and lead.status is not LeadStatus.QUOTED:
        return w.say("💺 All seats are taken. If one becomes free, you can still quote.")
    seats = w.count("💺 {n} seat left of {seats}", "💺 {n} seats left of {seats}", view.seats_left, seats=inquiry.seats)
    kept = lead.seat_until if lead.status in WAITING and lead.seat_until > now else None
    return lines(
        seats,
        w.say("⌛ Your seat is kept until {moment} (in {span})", **_time(w, kept, now)) if kept else None,
        w.say("⏳ Quotes until {moment} (in {span})", **_time(w, until, now)) if until else None,
    )


def _time(w: Words, until: datetime, now: datetime) -> dict[str, str]:
    return {"moment": w.moment(until.astimezone(UTC)), "span": w.span((until - now).total_seconds())}


def seat_ends(w: Words, view: LeadView, *, now: datetime) -> Message:
    """A reminder, once: the seat is kept only a little longer."""
    left = w.span((view.lead.seat_until - now).total_seconds())
    text = paragraphs(
        lines(w.say("⌛ <b>Inquiry {number} still waits for you</b>", number=ref(view.inquiry.id)),
              goods_line(w, view.inquiry)),
        w.say("Your seat goes to another firm in {span}. One tap is enough: quote, or pass.", span=left),
    )  # fmt: skip
    return Message(text, ((button(w.label("📥 Show the lead"), ShowLead(view.lead.id), "primary"),),))


def _rows(w: Words, view: LeadView) -> Rows:
    lead = view.lead
    more = (
        button(w.label("❓ Ask the buyer"), AskBuyer(lead.id)),
        button(w.label("🔤 Original text"), ShowOriginal(lead.id)),
    )
    if not view.inquiry.live or lead.status in (LeadStatus.DECLINED, LeadStatus.WITHDRAWN):
        return ((more[1],),)
    if lead.status is LeadStatus.QUOTED:
        return ((button(w.label("✏️ Revise my quote"), QuoteLead(lead.id)),), more)
    if not view.seats_left:
        return (more,)
    quote = (button(w.label("💬 Quote"), QuoteLead(lead.id), "success"),)
    pass_on = (button(w.label("Pass"), PassLead(lead.id)),) if lead.status in WAITING else ()
    return (quote + pass_on, more)


def original(w: Words, view: LeadView) -> Message:
    """The buyer's own words, as they were typed; of words that name a hidden price only the product and its details."""
    inquiry = view.inquiry
    language, text = inquiry.language, inquiry.text or ", ".join([inquiry.product or "", *inquiry.specs])
    head = (
        w.say("🔤 <b>The buyer's own words</b> ({language})", language=w.language_name(language))
        if language
        else w.say("🔤 <b>The buyer's own words</b>")
    )
    return Message(f"{head}\n\n<blockquote>{typed(text)}</blockquote>")


def pass_reasons(w: Words, lead: Lead) -> Message:
    """Why not? One tap, and the seat goes to the next firm."""
    reasons = {
        DeclineReason.OUT_OF_RANGE: w.label("We don't make this"),
        DeclineReason.BELOW_MOQ: w.label("Quantity too small"),
        DeclineReason.NO_CAPACITY: w.label("No capacity now"),
        DeclineReason.TIMING: w.label("Not enough time"),
        DeclineReason.DESTINATION: w.label("We don't ship there"),
        DeclineReason.UNCLEAR: w.label("Not clear enough"),
        DeclineReason.SUSPICIOUS: w.label("Looks suspicious"),
        DeclineReason.OTHER: w.label("Another reason"),
    }
    buttons = [button(label, PassBecause(lead.id, reason)) for reason, label in reasons.items()]
    text = w.say("Why do you pass? Your answer helps me send you better leads.")
    return Message(
        text, flat(rows(buttons), ((bar_button(w, lead.id),), (button(w.label("← Back"), ShowLead(lead.id)),)))
    )


def passed(w: Words, lead: Lead) -> Message:
    """Thank you for saying so. Who finds a buyer suspicious need not hear of them again."""
    bar = ((bar_button(w, lead.id),),) if lead.decline_reason is DeclineReason.SUSPICIOUS else ()
    return Message(w.say("Thank you. Your seat goes to the next firm."), bar)


def ask_buyer(w: Words, view: LeadView) -> Message:
    """What should the buyer be asked?"""
    text = paragraphs(
        w.say("What would you like to ask the buyer about inquiry {number}?", number=ref(view.inquiry.id)),
        goods_line(w, view.inquiry),
    )
    return Message(text, card=f"ask:{view.lead.id}", anew=True, placeholder=w.label("Your question"))


def question_sent(w: Words) -> Message:
    """The buyer has been asked."""
    return Message(w.say("I have asked the buyer. The answer comes here."))


def lead_list(w: Words, views: list[LeadView]) -> Message:
    """A firm's leads, newest first."""
    buttons = [button(f"#{v.inquiry.id} · {_short(w, v)}", ShowLead(v.lead.id)) for v in views]
    return Message(w.say("📥 <b>Your leads</b>"), rows(buttons, wide=1))


def _short(w: Words, view: LeadView) -> str:
    return w.label(
        "{product} – {status}", product=shortened(view.inquiry.product or "?"), status=status_name(w, view.lead)
    )


def status_name(w: Words, lead: Lead) -> str:
    """Where a lead stands, in words."""
    if Fact.BELOW_FLOOR in lead.why.facts:
        return w.label("below your floor")
    return {
        LeadStatus.OFFERED: w.label("new"),
        LeadStatus.SEEN: w.label("new"),
        LeadStatus.QUOTED: w.label("quoted"),
        LeadStatus.DECLINED: w.label("passed"),
        LeadStatus.LAPSED: w.label("time is over"),
        LeadStatus.WITHDRAWN: w.label("closed"),
    }[lead.status]


def empty_list(w: Words) -> Message:
    """No leads yet."""
    return Message(w.say("No leads yet. As soon as somebody needs what you make, it comes here."))
