"""A supplier's quote in the making: one question at a time, each answer read back, then the whole before it is sent."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from bot.domain.goods import Incoterm, Quantity, Unit
from bot.domain.inquiry import Inquiry
from bot.domain.quote import Quote, Term, gives_a_part
from bot.language.texts import Words
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, days, flat, goods_line, lines, paragraphs, quote_lines, ref, rows
from bot.screens.presses.quoting import AskTerm, DropQuote, FillTerm, FinishQuote, SendQuote, SkipTerm
from bot.screens.units import quantity

STEPS = (10, 50, 100, 500, 1000, 5000)
CURRENCIES = ("USD", "EUR", "CNY", "INR", "TRY", "AED", "GBP", "BRL", "JPY")


def card_name(quote: Quote) -> str:
    """The one living message of a quote in the making: its questions and its card."""
    return f"making:{quote.lead}"


def ask(w: Words, quote: Quote, inquiry: Inquiry, term: Term, *, today: date, filled: tuple[Term, ...] = ()) -> Message:
    """The next question; what was just understood is read back above it."""
    heard = lines(*(read_back(w, quote, inquiry, t) for t in filled))
    head = (
        None
        if filled
        else lines(w.say("💬 <b>Your quote for inquiry {number}</b>", number=ref(inquiry.id)), goods_line(w, inquiry))
    )
    return Message(
        paragraphs(head, heard, _question(w, inquiry, quote, term)),
        _rows(w, quote, inquiry, term, today),
        card=card_name(quote),
    )


def ask_currency(w: Words, quote: Quote, amount: Decimal) -> Message:
    """A price without a currency is not a price yet."""
    text = w.say("<b>{amount} in which currency?</b>", amount=w.number(amount))
    buttons = [button(c, FillTerm(quote.id, Term.UNIT_PRICE, f"{amount} {c}")) for c in CURRENCIES]
    return Message(text, rows(buttons, wide=3), card=card_name(quote))


def not_understood(w: Words, quote: Quote, inquiry: Inquiry, term: Term, *, today: date) -> Message:
    """An answer that did not answer the question: said kindly, asked again."""
    text = paragraphs(w.say("I did not understand that as an answer."), _question(w, inquiry, quote, term))
    return Message(text, _rows(w, quote, inquiry, term, today), card=card_name(quote))


def review(w: Words, quote: Quote, inquiry: Inquiry) -> Message:
    """The whole quote read back; it counts only when it is sent."""
    text = paragraphs(
        lines(w.say("💬 <b>Your quote for inquiry {number}</b>", number=ref(inquiry.id)), goods_line(w, inquiry)),
        lines(*quote_lines(w, quote, inquiry)),
        w.say("Is everything right? Only then is it sent."),
    )
    fields = {
        Term.UNIT_PRICE: w.label("✏️ Price"),
        Term.QUANTITY: w.label("✏️ Quantity"),
        **({Term.LOT: w.label("✏️ Steps")} if gives_a_part(quote, inquiry) else {}),
        Term.MOQ: w.label("✏️ Minimum order"),
        Term.LEAD_TIME: w.label("✏️ Lead time"),
        Term.INCOTERM: w.label("✏️ Delivery terms"),
        Term.VALID_UNTIL: w.label("✏️ Valid until"),
        Term.NOTE: w.label("✏️ Note"),
        Term.PHOTO: w.label("📎 Photo"),
    }
    buttons = [button(label, AskTerm(quote.id, term)) for term, label in fields.items()]
    send = ((button(w.label("✅ Send the quote"), SendQuote(quote.id), "success"),),)
    drop = ((button(w.label("🗑 Throw it away"), DropQuote(quote.id)),),)
    return Message(text, flat(send, rows(buttons), drop), card=card_name(quote))


def sent(w: Words, quote: Quote, inquiry: Inquiry) -> Message:
    """The buyer gets it now."""
    text = paragraphs(
        w.say("✅ <b>Your quote for inquiry {number} is sent</b>", number=ref(inquiry.id)),
        lines(*quote_lines(w, quote, inquiry)),
        w.say("You hear from me whatever the buyer decides. Until then you can revise it on the lead."),
    )
    return Message(text, card=card_name(quote))


def dropped(w: Words) -> Message:
    """The draft is gone; the lead stays."""
    return Message(w.say("Thrown away. The lead stays open for you."))


def read_back(w: Words, quote: Quote, inquiry: Inquiry, term: Term) -> str | None:
    """What was understood for one term."""
    offered = quote.quantity or inquiry.quantity
    said = {
        Term.UNIT_PRICE: quote.unit_price and w.say("✓ Price: {money}", money=w.money(quote.unit_price)),
        Term.QUANTITY: offered and w.say("✓ Quantity: {quantity}", quantity=quantity(w, offered)),
        Term.LOT: quote.lot and w.say("✓ In steps of {quantity}", quantity=quantity(w, quote.lot)),
        Term.MOQ: quote.moq and w.say("✓ Minimum order: {quantity}", quantity=quantity(w, quote.moq)),
        Term.LEAD_TIME: quote.lead_time_days is not None
        and w.say("✓ Lead time: {days}", days=days(w, quote.lead_time_days)),
        Term.INCOTERM: quote.incoterm and w.say("✓ Delivery terms: {term}", term=quote.incoterm.value),
        Term.PLACE: quote.place and w.say("✓ Place: {place}", place=quote.place),
        Term.VALID_UNTIL: quote.valid_until and w.say("✓ Valid until {date}", date=w.date(quote.valid_until)),
        Term.NOTE: quote.note and w.say("✓ Note: {note}", note=quote.note),
        Term.PHOTO: quote.attachments and w.count("✓ {n} file", "✓ {n} files", len(quote.attachments)),
    }[term]
    return said or None


def _one(w: Words, inquiry: Inquiry) -> str:
    return quantity(w, Quantity(Decimal(1), inquiry.unit or Unit.PIECE))


def _question(w: Words, inquiry: Inquiry, quote: Quote, term: Term) -> str:
    return {
        Term.UNIT_PRICE: lines(
            w.say("<b>Your price for {one}, with the currency?</b>", one=_one(w, inquiry)),
            w.say("<i>You can say everything at once: 1.80 USD FOB Mersin, 21 days</i>"),
        ),
        Term.QUANTITY: _how_much(w, inquiry),
        Term.LOT: lines(
            w.say("<b>In which steps can the buyer take less of it?</b>"),
            w.say("<i>In steps of 500, the buyer may take 500, 1,000, 1,500 … up to your quantity.</i>"),
        ),
        Term.MOQ: w.say("<b>What is your minimum order?</b>"),
        Term.LEAD_TIME: w.say("<b>How many days after the order is it ready to ship?</b>"),
        Term.INCOTERM: w.say("<b>On which delivery terms?</b> (Incoterms 2020)"),
        Term.PLACE: w.say("<b>{term} – at which place?</b>", term=quote.incoterm.value if quote.incoterm else ""),
        Term.VALID_UNTIL: w.say("<b>Until when does this price hold?</b>"),
        Term.NOTE: w.say("<b>Anything the buyer should know?</b> Packing, material, samples …"),
        Term.PHOTO: w.say("<b>A photo or a file for the buyer?</b> Send it here."),
    }[term]


def _how_much(w: Words, inquiry: Inquiry) -> str:
    asked = inquiry.quantity
    if asked is None:
        return w.say("<b>How much can you supply?</b>")
    return lines(
        w.say(
            "<b>Can you supply all of it, {quantity}?</b> If only a part, write how much.", quantity=quantity(w, asked)
        ),
        w.say(
            "<i>A part is welcome: several firms then fill the order together, each with its own price. "
            "You can add steps: 3,000 in steps of 500.</i>"
        ),
    )


def _rows(w: Words, quote: Quote, inquiry: Inquiry, term: Term, today: date) -> Rows:
    offered = rows(_offers(w, quote, term, today), wide=1 if term is Term.QUANTITY else 3)
    if term is Term.UNIT_PRICE and quote.unit_price is None:
        return offered
    skip = button(w.label("No minimum") if term is Term.MOQ else w.label("Skip"), SkipTerm(quote.id, term))
    finish = (button(w.label("That is all"), FinishQuote(quote.id)),) if quote.unit_price else ()
    return flat(offered, (finish if term in (Term.QUANTITY, Term.LOT) else (skip, *finish),))


def _offers(w: Words, quote: Quote, term: Term, today: date) -> list[Button]:
    def fill(label: str, value: str) -> Button:
        return button(label, FillTerm(quote.id, term, value))

    if term is Term.QUANTITY:
        return [fill(w.label("Yes, all of it"), "all")]
    if term is Term.LOT:
        most = quote.quantity.amount if quote.quantity else Decimal(0)
        steps = [fill(w.number(n), str(n)) for n in STEPS if n < most]
        return [fill(w.label("Any amount"), "any"), fill(w.label("Only all of it"), "whole"), *steps]
    if term is Term.LEAD_TIME:
        return [fill(w.count_label("{n} day", "{n} days", n), str(n)) for n in (7, 15, 21, 30, 45, 60)]
    if term is Term.INCOTERM:
        usual = (
            Incoterm.EXW,
            Incoterm.FCA,
            Incoterm.FOB,
            Incoterm.CFR,
            Incoterm.CIF,
            Incoterm.CPT,
            Incoterm.CIP,
            Incoterm.DAP,
            Incoterm.DDP,
        )
        return [fill(t.value, t.value) for t in usual]
    if term is Term.VALID_UNTIL:
        return [
            fill(w.count_label("{n} day", "{n} days", n), (today + timedelta(days=n)).isoformat())
            for n in (7, 14, 30, 60)
        ]
    return []
