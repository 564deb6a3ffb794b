"""The buyer's own inquiry: questions, the card it is read back on, and its sending."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

from bot.domain.goods import Place, Quantity
from bot.domain.inquiry import Inquiry, InquiryStatus, Slot, knows
from bot.language.texts import Html, Words
from bot.screens.courtesy import answer_button, fewer
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, flat, goods_line, line, lines, paragraphs, place, ref, rows, shortened
from bot.screens.presses.buying import (
    AnyFirm,
    AskSlot,
    DropDraft,
    FillSlot,
    OneForEach,
    ResumeDraft,
    SendInquiry,
    ShowPrice,
    SkipSlot,
)
from bot.screens.seats import seats_button
from bot.screens.units import OFFERED, quantity, unit_label
from bot.screens.whom import kind_words, origin_words


def card_name(inquiry: Inquiry) -> str:
    """The one living message of an inquiry in the making: its questions and its card."""
    return f"draft:{inquiry.id}"


def draft(w: Words, inquiry: Inquiry) -> Message:
    """The whole inquiry read back, ready to be sent; every field is one tap from being corrected."""
    text = paragraphs(
        w.say("📋 <b>Your inquiry</b>"),
        _card(w, inquiry),
        w.say("❓ = I am not sure; please check.") if inquiry.guessed else None,
        w.say("Is everything right?"),
    )
    return Message(text, _draft_rows(w, inquiry), card=card_name(inquiry))


def ask(
    w: Words,
    inquiry: Inquiry,
    slot: Slot,
    *,
    today: date,
    filled: tuple[Slot, ...] = (),
    first: bool = False,
    last_place: Place | None = None,
) -> Message:
    """The next question. What was just understood is read back above it; the first time, the whole inquiry is."""
    heard = _card(w, inquiry, unsaid=False) if first else lines(*(_slot_line(w, inquiry, s) for s in filled))
    head = w.say("📋 <b>I understood</b>") if first and heard else None
    text = paragraphs(lines(head, heard), _question(w, slot))
    return Message(text, _question_rows(w, inquiry, slot, today, last_place), card=card_name(inquiry))


def one_for_each(w: Words, inquiry: Inquiry) -> Message:
    """The message names several products: suppliers of one seldom make the other."""
    named = [_wanted(w, inquiry.product or "", inquiry.quantity)]
    named += [
        _wanted(w, f.product, Quantity(f.amount, f.unit) if f.amount and f.unit else None) for f in inquiry.further
    ]
    text = paragraphs(
        w.count("📋 <b>You named {n} product:</b>", "📋 <b>You named {n} products:</b>", len(named)),
        lines(*(f"• {one}" for one in named)),
        w.say("Different firms make them. Shall I make an inquiry for each, one after the other?"),
    )
    each = button(w.label("Yes, one for each"), OneForEach(inquiry.id, 1), "primary")
    first = button(w.label("Only: {product}", product=shortened(inquiry.product or "")), OneForEach(inquiry.id, 0))
    return Message(text, ((each,), (first,)), card=card_name(inquiry))


def _wanted(w: Words, product: str, how_much: Quantity | None) -> str:
    if how_much is None:
        return w.own(product)
    return w.say("{product}, {quantity}", product=product, quantity=quantity(w, how_much))


def not_understood(w: Words, inquiry: Inquiry, slot: Slot, *, today: date) -> Message:
    """An answer that did not answer the question: said kindly, asked again."""
    text = paragraphs(w.say("I did not understand that as an answer."), _question(w, slot))
    return Message(text, _question_rows(w, inquiry, slot, today, None), card=card_name(inquiry))


def resume(w: Words, inquiry: Inquiry) -> Message:
    """A draft was found from earlier."""
    text = paragraphs(
        w.say("You began an inquiry earlier:"), goods_line(w, inquiry) if inquiry.product else typed_start(w, inquiry)
    )
    return Message(
        text,
        (
            (button(w.label("▶️ Go on with it"), ResumeDraft(inquiry.id), "primary"),),
            (button(w.label("🗑 Throw it away"), DropDraft(inquiry.id)),),
        ),
    )


def typed_start(w: Words, inquiry: Inquiry) -> Html:
    """The first words of a message that is not understood yet."""
    return w.own(inquiry.text[:80] or "…")


def sent(w: Words, inquiry: Inquiry, *, usual: int = 0, silent: int | None = None) -> Message:
    """The inquiry is on its way. usual: it goes to fewer firms than so many, because silent ones wait for a word."""
    text = paragraphs(
        w.say("✅ <b>Inquiry {number} is sent</b>", number=ref(inquiry.id)),
        _card(w, inquiry),
        w.say("I am asking suppliers that fit. Their quotes come here."),
        fewer(w, inquiry, usual=usual) if usual else None,
    )
    return Message(text, ((answer_button(w, silent),),) if silent else (), card=card_name(inquiry))


def dropped(w: Words) -> Message:
    """The draft is gone."""
    return Message(w.say("Thrown away. Write whenever you need something."))


def files_added(w: Words, inquiry: Inquiry) -> Message:
    """Photos or files were added to a draft that still has a question open."""
    return Message(
        w.count(
            "📎 {n} file is attached to your inquiry.",
            "📎 {n} files are attached to your inquiry.",
            len(inquiry.attachments),
        )
    )


def card_lines(w: Words, inquiry: Inquiry) -> str:
    """The inquiry's terms, for other cards; a slot that was not said is left out."""
    return _card(w, inquiry, unsaid=False)


def _card(w: Words, inquiry: Inquiry, *, unsaid: bool = True) -> str:
    found = [_slot_line(w, inquiry, Slot.PRODUCT, unsaid=unsaid)]
    found.append(line(w, w.say("Details"), w.own(w.both(list(inquiry.specs)))) if inquiry.specs else None)
    found += [_slot_line(w, inquiry, s, unsaid=unsaid) for s in (Slot.QUANTITY, Slot.DESTINATION, Slot.NEEDED_BY)]
    found += [_slot_line(w, inquiry, s) for s in (Slot.TARGET_PRICE, Slot.CERTIFICATES)]
    found.append(line(w, w.say("Origin"), origin_words(w, inquiry.whom)))
    found.append(line(w, w.say("Firms"), kind_words(w, inquiry.whom)))
    if inquiry.incoterm:
        found.append(line(w, w.say("Delivery terms"), inquiry.incoterm.value))
    if inquiry.attachments:
        found.append(w.count("📎 {n} file", "📎 {n} files", len(inquiry.attachments)))
    return lines(*found)


def _slot_line(w: Words, inquiry: Inquiry, slot: Slot, *, unsaid: bool = False) -> str | None:
    value = _value(w, inquiry, slot) if knows(inquiry, slot) else None
    if value is None:
        return line(w, _name(w, slot), w.say("not said")) if unsaid else None
    return line(w, _name(w, slot), value + (" ❓" if slot in inquiry.guessed else ""))


def _value(w: Words, inquiry: Inquiry, slot: Slot) -> str | None:
    match slot:
        case Slot.PRODUCT:
            return w.own(inquiry.product)
        case Slot.QUANTITY | Slot.UNIT:
            return quantity(w, inquiry.quantity) if inquiry.quantity else w.number(inquiry.amount or Decimal(0))
        case Slot.DESTINATION:
            return w.own(place(w, inquiry.destination)) if inquiry.destination else None
        case Slot.NEEDED_BY:
            return w.own(w.date(inquiry.needed_by)) if inquiry.needed_by else None
        case Slot.TARGET_PRICE:
            return _price(w, inquiry)
        case _:
            return w.own(w.both(list(inquiry.certificates)))


def _price(w: Words, inquiry: Inquiry) -> str | None:
    if inquiry.target_price is None:
        return None
    money = w.money(inquiry.target_price)
    if inquiry.per_unit is None:
        price = w.own(money)
    else:
        price = w.say("{money} per unit", money=money) if inquiry.per_unit else w.say("{money} in total", money=money)
    shown = w.say("👁 suppliers see it") if inquiry.show_price else w.say("🙈 hidden from suppliers")
    return w.say("{price} ({shown})", price=price, shown=shown)


def _name(w: Words, slot: Slot) -> str:
    return {
        Slot.PRODUCT: w.say("Product"),
        Slot.QUANTITY: w.say("Quantity"),
        Slot.UNIT: w.say("Quantity"),
        Slot.DESTINATION: w.say("Destination"),
        Slot.NEEDED_BY: w.say("Needed by"),
        Slot.TARGET_PRICE: w.say("Target price"),
        Slot.CERTIFICATES: w.say("Certificates"),
    }[slot]


def _question(w: Words, slot: Slot) -> str:
    return {
        Slot.PRODUCT: w.say("<b>What product do you need?</b>"),
        Slot.QUANTITY: w.say("<b>How much do you need?</b> For example: 500 pieces, 2 tonnes, one 20-foot container."),
        Slot.UNIT: w.say("<b>In which unit?</b>"),
        Slot.DESTINATION: w.say("<b>Where should it go?</b> The country, and the city or port if you know it."),
        Slot.NEEDED_BY: w.say("<b>By when do you need it?</b>"),
        Slot.TARGET_PRICE: w.say(
            "<b>What price do you have in mind?</b> For example: 2.50 USD each. "
            "Suppliers do not see it unless you allow it."
        ),
        Slot.CERTIFICATES: w.say("<b>Which certificates must it have?</b> For example: CE, FDA, OEKO-TEX, halal."),
    }[slot]


def _question_rows(w: Words, inquiry: Inquiry, slot: Slot, today: date, last_place: Place | None) -> Rows:
    offered = rows(_offers(w, inquiry, slot, today, last_place), wide=2 if slot is Slot.NEEDED_BY else 3)
    if slot is Slot.PRODUCT:
        return offered
    return flat(offered, ((button(w.label("Skip"), SkipSlot(inquiry.id, slot)),),))


def _offers(w: Words, inquiry: Inquiry, slot: Slot, today: date, last_place: Place | None) -> list[Button]:
    if slot is Slot.UNIT:
        return [button(unit_label(w, u), FillSlot(inquiry.id, slot, u.value)) for u in OFFERED]
    if slot is Slot.QUANTITY:
        return [button(w.number(n), FillSlot(inquiry.id, slot, str(n))) for n in (100, 500, 1000)]
    if slot is Slot.NEEDED_BY:
        spans = {
            14: w.label("In 2 weeks"),
            30: w.label("In 1 month"),
            60: w.label("In 2 months"),
            90: w.label("In 3 months"),
        }
        days = {n: (today + timedelta(days=n)).isoformat() for n in spans}
        return [button(label, FillSlot(inquiry.id, slot, days[n])) for n, label in spans.items()]
    if slot is Slot.DESTINATION and last_place is not None and last_place.country:
        return [button(f"📍 {place(w, last_place)}", FillSlot(inquiry.id, slot, "last"))]
    return []


def said_fields(w: Words, inquiry: Inquiry) -> Rows:
    """Everything that was said already, to be said anew."""
    return rows((one for slot, one in _fields(w, inquiry).items() if knows(inquiry, slot)), wide=3)


def _fields(w: Words, inquiry: Inquiry) -> dict[Slot, Button]:
    def field(slot: Slot, change: str, add: str) -> Button:
        return button(change if knows(inquiry, slot) else add, AskSlot(inquiry.id, slot))

    every = (
        field(Slot.PRODUCT, w.label("✏️ Product"), w.label("➕ Product")),
        field(Slot.QUANTITY, w.label("✏️ Quantity"), w.label("➕ Quantity")),
        field(Slot.DESTINATION, w.label("✏️ Destination"), w.label("➕ Destination")),
        field(Slot.NEEDED_BY, w.label("✏️ Needed by"), w.label("➕ Needed by")),
        field(Slot.TARGET_PRICE, w.label("✏️ Target price"), w.label("➕ Target price")),
        field(Slot.CERTIFICATES, w.label("✏️ Certificates"), w.label("➕ Certificates")),
    )
    slots = (Slot.PRODUCT, Slot.QUANTITY, Slot.DESTINATION, Slot.NEEDED_BY, Slot.TARGET_PRICE, Slot.CERTIFICATES)
    return dict(zip(slots, every, strict=True))


def _draft_rows(w: Words, inquiry: Inquiry) -> Rows:
    send = ((button(w.label("✅ Send to suppliers"), SendInquiry(inquiry.id), "success"),),)
    show: Rows = ()
    if inquiry.target_price is not None:
        label = w.label("🙈 Hide my price") if inquiry.show_price else w.label("👁 Let suppliers see my price")
        show = ((button(label, ShowPrice(inquiry.id, int(not inquiry.show_price))),),)
    whom: Rows = ()
    if origin_words(w, inquiry.whom) or kind_words(w, inquiry.whom):
        whom = ((button(w.label("✖ Any firm, from anywhere"), AnyFirm(inquiry.id)),),)
    last = ((seats_button(w, inquiry),), (button(w.label("🗑 Throw it away"), DropDraft(inquiry.id)),))
    return flat(send, rows(_fields(w, inquiry).values()), show, whom, last)


def status_name(w: Words, status: InquiryStatus) -> str:
    """Where an inquiry stands, in words."""
    return {
        InquiryStatus.DRAFT: w.label("not sent yet"),
        InquiryStatus.OPEN: w.label("open for quotes"),
        InquiryStatus.FULL: w.label("all seats taken"),
        InquiryStatus.PARTLY_AWARDED: w.label("partly awarded"),
        InquiryStatus.AWARDED: w.label("awarded"),
        InquiryStatus.CLOSED: w.label("closed"),
        InquiryStatus.EXPIRED: w.label("time is over"),
        InquiryStatus.CANCELLED: w.label("cancelled"),
    }[status]
