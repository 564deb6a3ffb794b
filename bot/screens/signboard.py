"""What a firm sees about itself: how its orders are spread, what it has reached, and a picture of that to share."""

from __future__ import annotations

from fractions import Fraction
from urllib.parse import urlencode

from bot.domain.dependence import LARGEST, LEANS_ABOVE, Spread
from bot.domain.milestones import BUYERS, COUNTRIES, Milestone
from bot.domain.notice import DependencePassed, MilestoneReached, OneFirmOnly
from bot.domain.supplier import Supplier
from bot.language.texts import Html, Words
from bot.screens.find import firm_link
from bot.screens.message import Button, Message, School
from bot.screens.parts import button, lines, paragraphs
from bot.screens.presses.signboard import AskBuyers
from bot.screens.presses.supplying import MyFirm, MyLeads

# Of fewer orders a spread says nothing.
LEAST_WINS = 3
MOST_COUNTRIES = 4
_BAR = 10
_NO_PICTURE = (Milestone.FIRST_LEAD, Milestone.FIRST_QUOTE)


def spread_block(w: Words, spread: Spread | None) -> str | None:
    """How a firm's orders are spread, in a few lines with bars; for its own eyes."""
    if spread is None or spread.wins < LEAST_WINS:
        return None
    countries = [(w.own(w.country(code)), share) for code, share in spread.countries if code][:MOST_COUNTRIES]
    counted = w.say("by quoted value") if spread.by_value else w.say("by number of orders")
    buyers = w.count("{n} buyer", "{n} buyers", spread.buyers)
    orders = w.count("{n} order from {buyers}", "{n} orders from {buyers}", spread.wins, buyers=buyers)
    return lines(
        w.say("📊 <b>Where your orders come from</b>, last 12 months. Only you see this."),
        _bar(w, w.say("Largest buyer"), spread.largest),
        _bar(w, w.say("Five largest buyers"), spread.five) if spread.buyers > 1 else None,
        *(_bar(w, name, share) for name, share in countries),
        f"{orders} · {counted}",
    )


def _bar(w: Words, name: str, share: Fraction) -> str:
    """The number stands before the bar, so that a screen reader says it first."""
    full = min(_BAR, max(1, round(share * _BAR)))
    said = w.say("{name}: {percent}", name=Html(name), percent=w.percent(int(share * 100)))
    return f"{said}\n{'▓' * full}{'░' * (_BAR - full)}"


def dependence(w: Words, notice: DependencePassed) -> Message:
    """A level was passed: said once, with one line of advice."""
    share = w.percent(notice.share)
    if notice.buyers == LARGEST:
        head = w.count(
            "{share} of your {n} order of the last 12 months is with one buyer.",
            "{share} of your {n} orders of the last 12 months are with one buyer.",
            notice.wins,
            share=share,
        )
    else:
        head = w.count(
            "{share} of your {n} order of the last 12 months is with your five largest buyers.",
            "{share} of your {n} orders of the last 12 months are with your five largest buyers.",
            notice.wins,
            share=share,
        )
    text = paragraphs(
        w.say("📊 <b>How your orders are spread</b>"), head, _advice(w, notice), w.say("Only you see this.")
    )
    return Message(text, ((button(w.label("🏭 My firm"), MyFirm()), button(w.label("📥 My leads"), MyLeads())),))


def _advice(w: Words, notice: DependencePassed) -> Html:
    if notice.buyers != LARGEST:
        return w.say("A good circle of regulars. A new buyer now and then keeps it wide.")
    if notice.percent < LEANS_ABOVE:
        return w.say("Nothing to worry about; it is good to know. You find it under My firm at any time.")
    return w.say("Inquiries of other buyers now come to you first. A quote to one of them spreads the weight.")


def one_firm(w: Words, notice: OneFirmOnly) -> Message:
    """To a buyer, once and kindly."""
    text = paragraphs(
        w.say("🤝 <b>All your orders are with {firm}</b>", firm=notice.firm),
        w.count("{n} order in the last 12 months: a good partner, it seems.",
                "{n} orders in the last 12 months: a good partner, it seems.", notice.orders),
        w.say("Should it ever be ill or fully booked, a second firm is good to know. Just write what you need."),
    )  # fmt: skip
    return Message(text)


def milestone(w: Words, notice: MilestoneReached, *, bot: str) -> Message:
    """Something was reached: the story so far, and a picture of it to share."""
    if notice.milestone in _NO_PICTURE:
        return Message(_beginning(w, notice.milestone))
    text = paragraphs(
        lines(_title(w, notice.milestone), w.own(notice.firm.name)),
        _story(w, notice),
        w.say("The picture is yours: show it to whom you like."),
    )
    share = Button(w.label("↗️ Share"), url=_share_link(w, notice, bot))
    return Message(text, ((share,),), picture=School(notice.buyers, notice.countries))


def _beginning(w: Words, milestone: Milestone) -> str:
    if milestone is Milestone.FIRST_LEAD:
        return paragraphs(
            w.say("🌱 <b>That was your first lead here</b>"),
            w.say("One line with your price is enough for a quote; passing is fine, too. Leads are free, always."),
        )
    return paragraphs(
        w.say("🌱 <b>Your first quote is with a buyer</b>"), w.say("Whatever becomes of it, you hear from me.")
    )


def _title(w: Words, milestone: Milestone) -> Html:
    buyers = next((n for n, m in BUYERS.items() if m is milestone), 0)
    countries = next((n for n, m in COUNTRIES.items() if m is milestone), 0)
    if buyers:
        return w.count("🐟 <b>{n} buyer</b>", "🐟 <b>{n} buyers</b>", buyers)
    if countries:
        return w.count("🌍 <b>Buyers in {n} country</b>", "🌍 <b>Buyers in {n} countries</b>", countries)
    if milestone is Milestone.ONE_YEAR:
        return w.say("🎂 <b>A year on Shoal</b>")
    if milestone is Milestone.FIRST_FOREIGN_BUYER:
        return w.say("🌍 <b>Your first buyer abroad</b>")
    return w.say("🎉 <b>Your first order here</b>")


def _story(w: Words, notice: MilestoneReached) -> str:
    """`58 of your 60 buyers came from here, in 9 countries`."""
    n, in_all = notice.buyers, notice.in_all
    where = w.count("in {n} country", "in {n} countries", notice.countries) if notice.countries else None
    if in_all is not None and in_all >= n:
        said = w.count("{n} of your {all} buyers came from here", "{n} of your {all} buyers came from here", n,
                       all=w.number(in_all))  # fmt: skip
    else:
        said = w.count("{n} buyer found you here", "{n} buyers found you here", n)
    return w.say("{said}, {where}.", said=said, where=where) if where else w.say("{said}.", said=said)


def _share_link(w: Words, notice: MilestoneReached, bot: str) -> str:
    """The address with which Telegram lets somebody choose a chat and say: this firm is here."""
    said = w.label("Find us on Shoal, and write to us in your own language.")
    return f"https://t.me/share/url?{urlencode({'url': firm_link(bot, notice.firm.id), 'text': said})}"


def buyers_button(w: Words, firm: Supplier) -> Button:
    """How many buyers in all?"""
    return button(w.label("👥 Buyers in all"), AskBuyers(firm.id))


def ask_buyers(w: Words, firm: Supplier, *, again: bool = False) -> Message:
    """How many buyers does the firm have anywhere?"""
    sorry = w.say("I did not understand that as a number.") if again else None
    asked = w.say("<b>How many buyers do you have in all</b>, here and elsewhere? A number is enough.")
    why = w.say("Only you see it. With it I can tell you how many of your buyers came from here.")
    text = paragraphs(sorry, asked, why)
    return Message(text, ((button(w.label("← Back"), MyFirm()),),))
