"""The one place where a refusal becomes a sentence."""

from __future__ import annotations

from bot.domain.outcome import Reason
from bot.language.texts import Words


def sentence(w: Words, reason: Reason) -> str:
    """Why something was refused, as plain text. Absent and forbidden sound the same."""
    return {
        Reason.NOT_FOUND: w.label("I can't find that here."),
        Reason.ALREADY_DONE: w.label("That is done already."),
        Reason.PRODUCT_MISSING: w.label("Please say first what product it is."),
        Reason.PRICE_MISSING: w.label("The price is missing. Please say it first."),
        Reason.INQUIRY_CLOSED: w.label("This inquiry is closed."),
        Reason.INQUIRY_FULL: w.label("All seats are taken. If one becomes free, you can still quote."),
        Reason.QUOTE_EXPIRED: w.label("This quote is no longer valid. Ask the supplier to renew it."),
        Reason.QUOTE_GONE: w.label("This quote was replaced or withdrawn. Please look at the newest one."),
        Reason.POOL_CHANGED: w.label(
            "These quotes have changed since. Nothing was accepted; please compare them anew."
        ),
        Reason.ALREADY_CLAIMED: w.label("This invite has been used already."),
        Reason.HAS_FIRM: w.label("You already speak for a firm."),
        Reason.NAME_MISSING: w.label("Please say the firm's name first."),
        Reason.ADMINS_ONLY: w.label("I can't find that here."),
        Reason.ANSWERS_FIRST: w.label("Please answer the firms of your earlier inquiries first."),
        Reason.NOT_UNDERSTOOD: w.label("I did not understand that."),
        Reason.REPLY_TO_NOTHING: w.label(
            "I do not know any more what that message was about. Please use the newest one about it."
        ),
    }[reason]
