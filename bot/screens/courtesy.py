"""A word to the firms that were not chosen: asked of the buyer with one tap each, and as it reaches the firms."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.courtesy import Band, Manners, has_reason
from bot.domain.inquiry import Inquiry
from bot.domain.notice import QuoteLost, QuoteView, ReasonsAsked
from bot.domain.people import Person
from bot.domain.quote import LossReason
from bot.language.texts import Html, Words
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, flat, goods_line, lines, paragraphs, ref, rows, shortened
from bot.screens.presses.buying import CancelInquiry, ResumeDraft, ShowInquiry
from bot.screens.presses.courtesy import AskReasons, CloseInquiry, GiveReason, SilentBuyers, SkipReasons
from bot.screens.presses.running import AdminHome


def card(w: Words, asked: ReasonsAsked, *, draft: int | None = None, further: int | None = None) -> Message:
    """The one living card: which firms have heard why not, and the question for the next one.

    draft: an inquiry that waits to be sent; further: another inquiry of which firms heard no word.
    """
    left = [view for view in asked.views if not has_reason(view.quote)]
    head = lines(
        w.say("🙏 <b>A word to the firms that you did not choose</b>"),
        w.say("Inquiry {number}", number=ref(asked.inquiry.id)),
        goods_line(w, asked.inquiry),
    )
    said = lines(*(_line(w, view, asks=bool(left) and view is left[0]) for view in asked.views))
    name = f"reasons:{asked.inquiry.id}"
    if not left:
        return Message(paragraphs(head, said, _thanks(w)), _after(w, draft, further), card=name)
    question = lines(
        w.say("Why not {firm}?", firm=left[0].firm.name),
        w.say("One tap is enough. The firm reads it in its own language and hears nothing of the others."),
    )
    return Message(paragraphs(head, said, question), _reasons(w, asked.inquiry, left[0]), card=name)


def skipped(w: Words, asked: ReasonsAsked) -> Message:
    """The buyer would rather not say; it can still be said later."""
    text = w.say("All right. The firms hear that it is over, without a reason.")
    later = button(w.label("💬 Say why after all"), AskReasons(asked.inquiry.id))
    return Message(text, ((later,),), card=f"reasons:{asked.inquiry.id}")


def _line(w: Words, view: QuoteView, *, asks: bool) -> Html:
    if has_reason(view.quote) and view.quote.loss_reason:
        return w.say("✓ {firm}: {reason}", firm=view.firm.name, reason=reason_label(w, view.quote.loss_reason))
    return w.say("▸ <b>{firm}</b>", firm=view.firm.name) if asks else w.say("• {firm}", firm=view.firm.name)


def _thanks(w: Words) -> Html:
    return w.say("Thank you. Every firm knows now where it stands, and answers you gladly the next time.")


def _after(w: Words, draft: int | None, further: int | None) -> Rows:
    more = (button(w.label("💬 Next: inquiry {number}", number=ref(further)), AskReasons(further)),) if further else ()
    resume = (button(w.label("▶️ Go on with my new inquiry"), ResumeDraft(draft), "primary"),) if draft else ()
    return tuple(row for row in (resume, more) if row)


def _reasons(w: Words, inquiry: Inquiry, view: QuoteView) -> Rows:
    asked = [r for r in LossReason if r is not LossReason.UNSAID]
    buttons = [button(reason_label(w, r), GiveReason(view.quote.id, r)) for r in asked]
    return flat(rows(buttons), ((button(w.label("Skip all"), SkipReasons(inquiry.id)),),))


def reason_label(w: Words, reason: LossReason) -> str:
    """Why a quote was not taken, as the buyer taps it."""
    return {
        LossReason.PRICE: w.label("Price"),
        LossReason.TIME: w.label("Time"),
        LossReason.MOQ: w.label("Minimum order"),
        LossReason.CERTIFICATE: w.label("Certificate"),
        LossReason.BOUGHT_ELSEWHERE: w.label("Bought elsewhere"),
        LossReason.DROPPED: w.label("Not needed any more"),
        LossReason.OTHER: w.label("Another reason"),
        LossReason.UNSAID: w.label("not said"),
    }[reason]


def ask_cancel(w: Words, inquiry: Inquiry) -> Message:
    """Sure? Everyone who was asked will be told."""
    yes = button(w.label("Yes, cancel it"), CancelInquiry(inquiry.id, 1), "danger")
    return _ask_end(w, inquiry, w.say("Cancel inquiry {number}?", number=ref(inquiry.id)), yes)


def cancelled(w: Words, inquiry: Inquiry) -> Message:
    """Done; everyone was told."""
    return Message(w.say("Inquiry {number} is cancelled. The suppliers have been told.", number=ref(inquiry.id)))


def ask_close(w: Words, inquiry: Inquiry) -> Message:
    """Bought elsewhere: read back first."""
    yes = button(w.label("Yes, close it"), CloseInquiry(inquiry.id, 1), "danger")
    head = w.say("Did you buy elsewhere? Inquiry {number} is closed then.", number=ref(inquiry.id))
    return _ask_end(w, inquiry, head, yes)


def _ask_end(w: Words, inquiry: Inquiry, head: Html, yes: Button) -> Message:
    text = paragraphs(head, goods_line(w, inquiry), w.say("Every supplier that was asked will be told."))
    return Message(text, ((yes, button(w.label("No, keep it"), ShowInquiry(inquiry.id))),))


def closed(w: Words, inquiry: Inquiry) -> Message:
    """Done; everyone was told."""
    return Message(w.say("Inquiry {number} is closed. The suppliers have been told.", number=ref(inquiry.id)))


def end_buttons(w: Words, inquiry: Inquiry) -> tuple[Button, ...]:
    """The ways to end an inquiry without an award."""
    elsewhere = button(w.label("🛒 I bought elsewhere"), CloseInquiry(inquiry.id, 0))
    return (elsewhere, button(w.label("✖ Cancel the inquiry"), CancelInquiry(inquiry.id, 0)))


def none_row(w: Words, inquiry: Inquiry) -> Rows:
    """After the time for quotes: none of them, and why."""
    elsewhere = button(w.label("🛒 I bought elsewhere"), CloseInquiry(inquiry.id, 0))
    return ((elsewhere, button(w.label("I take no quote"), AskReasons(inquiry.id))),)


def lost(w: Words, notice: QuoteLost) -> Message:
    """To a firm that was not chosen: kindly, with the reason and the band. News is said anew, the lack of it is not."""
    inquiry = notice.view.inquiry
    head = lines(w.say("📪 <b>Your quote for inquiry {number}</b>", number=ref(inquiry.id)), goods_line(w, inquiry))
    late = w.say("The buyer has answered after all.") if notice.late else None
    kind = w.say("Thank you for the work you put into it. The next inquiry that fits comes to you as well.")
    text = paragraphs(
        head, lines(late, reason_line(w, notice.reason), band_line(w, notice.band) if notice.band else None), kind
    )
    news = notice.reason is not LossReason.UNSAID or notice.band is not None
    return Message(text, card=ended_card(notice.view.lead.id), anew=news)


def ended_card(lead: int) -> str:
    """The message in which a firm reads how its lead ended."""
    return f"ended:{lead}"


def reason_line(w: Words, reason: LossReason) -> Html:
    """Why a quote was not taken, as the firm reads it."""
    return {
        LossReason.PRICE: w.say("It was not chosen this time; what decided was the price."),
        LossReason.TIME: w.say("It was not chosen this time; what decided was the time."),
        LossReason.MOQ: w.say("It was not chosen this time; what decided was the minimum order."),
        LossReason.CERTIFICATE: w.say("It was not chosen this time; what decided was a certificate."),
        LossReason.BOUGHT_ELSEWHERE: w.say("The buyer bought elsewhere this time."),
        LossReason.DROPPED: w.say("The buyer does not need it any more."),
        LossReason.OTHER: w.say("It was not chosen this time, for another reason."),
        LossReason.UNSAID: w.say("It was not chosen this time. The buyer gave no reason."),
    }[reason]


def band_line(w: Words, band: Band) -> Html:
    """Where the price stood to the chosen one: a band, never a price."""
    if band is Band.BELOW:
        return w.say("Your price was more than {share} below the chosen one.", share=_percent(w, 10))
    if band is Band.NEAR:
        return w.say("Your price was close to the chosen one: less than {share} apart.", share=_percent(w, 10))
    if band is Band.ABOVE_FORTY:
        return w.say("Your price was more than {share} above the chosen one.", share=_percent(w, 40))
    low, high = (10, 20) if band is Band.TEN_TO_TWENTY else (20, 40)
    return w.say("Your price was about {share} above the chosen one.", share=_percent(w, low, high))


def _percent(w: Words, *numbers: int) -> str:
    return w.label("{n}%", n="–".join(w.number(n) for n in numbers))


def known_for(w: Words, answers: int) -> Html:
    """What firms read of this buyer; nobody is spoken of without knowing it."""
    return w.count(
        "🙋 Firms see on your inquiries that you answer {n} of 10 quotes.",
        "🙋 Firms see on your inquiries that you answer {n} of 10 quotes.",
        answers,
    )


def fewer(w: Words, inquiry: Inquiry, *, usual: int) -> str:
    """Why fewer firms are asked than usual, and how to change that."""
    return paragraphs(
        w.count(
            "🙏 It goes to {n} firm for now: most quotes you got lately had no answer, and each is hours of work.",
            "🙏 It goes to {n} firms for now: most quotes you got lately had no answer, and each is hours of work.",
            inquiry.seats,
        ),
        w.count(
            "Tell the firms why not, one tap each, and your inquiries go to {n} again.",
            "Tell the firms why not, one tap each, and your inquiries go to {n} again.",
            usual,
        ),
    )


def answer_button(w: Words, inquiry: int) -> Button:
    """Tell the firms of an earlier inquiry."""
    return button(w.label("💬 Tell them now"), AskReasons(inquiry))


def answer_first(w: Words) -> Message:
    """Before another inquiry goes out, the firms of the earlier ones hear a word."""
    return Message(
        paragraphs(
            w.say("⏳ <b>Your new inquiry is kept and waits for one thing.</b>"),
            w.say(
                "Firms sent you quotes lately and heard nothing. Please tell them why not: one tap each, on the card "
                "below. Then your inquiry goes out."
            ),
        )
    )


def silent_buyers(w: Words, buyers: Sequence[tuple[Person, Manners]]) -> Message:
    """To admins: who never answers, in numbers."""
    back = (button(w.label("← Admin"), AdminHome()),)
    if not buyers:
        return Message(w.say("Every buyer answers the quotes they get."), (back,))
    blocks = [_silent(w, person, manners) for person, manners in buyers]
    return Message(paragraphs(w.say("🙊 <b>Buyers who never answer</b>"), *blocks), (back,))


def _silent(w: Words, person: Person, manners: Manners) -> str:
    counted = w.say(
        "inquiries with quotes: {inquiries} · quotes: {quotes} · answered: {answered}",
        inquiries=w.number(manners.inquiries),
        quotes=w.number(manners.quotes),
        answered=w.number(manners.answered),
    )
    waits = w.say("new inquiries wait until they answer") if manners.fishing else None
    return lines(f"<b>{w.own(shortened(person.name, 60))}</b>", counted, waits)


def silent_button(w: Words, n: int) -> Button:
    """For the admins' page."""
    label = w.count_label("🙊 {n} buyer never answers", "🙊 {n} buyers never answer", n)
    return button(label, SilentBuyers())
