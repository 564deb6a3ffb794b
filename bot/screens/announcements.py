"""An admin's word to many: as it is read, the question before it goes out, how it goes, what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from bot.domain.announcement import MILLISTARS, Announcement, Step, Who
from bot.domain.goods import Attachment
from bot.language.texts import Html, Words, typed
from bot.screens.message import Button, Message
from bot.screens.parts import Rows, button, lines, paragraphs, ref, rows, shortened
from bot.screens.presses.running import (
    AdminHome,
    AimAnnouncement,
    CancelAnnouncement,
    PauseAnnouncement,
    ResumeAnnouncement,
    SendAnnouncement,
    ShowAnnouncement,
    ShowAnnouncements,
    WriteAnnouncement,
)
from bot.screens.presses.start import Stop


def ask(w: Words) -> Message:
    """What shall be said?"""
    text = w.say(
        "📣 Write what people should read, with one picture or file if you like. I show it to you before it goes out, "
        "and you choose who gets it."
    )
    return Message(text, ((_back(w),),))


def as_read(text: str, attachments: tuple[Attachment, ...]) -> Message:
    """The announcement itself, the same for every reader."""
    return Message(paragraphs("📣", typed(text)), attachments=attachments)


def question(w: Words, draft: Announcement, names: Sequence[tuple[str, str]], *, people: int, paid: bool) -> Message:
    """Shall it go out, and to whom? names: each language and its own name for itself; people: whom it would reach."""
    text = paragraphs(
        w.say("⬆️ <b>This is how it will look.</b> Write it anew to change it."),
        _for(w, draft),
        w.count("{n} person can be reached and will get it.", "{n} people can be reached and will get it.", people),
        _price(w, people) if paid else None,
    )
    asked = w.count_label("✅ Send it to {n} person", "✅ Send it to {n} people", people)
    send = ((button(asked, SendAnnouncement(draft.id), "success"),),) if people else ()
    no = ((button(w.label("No"), Stop()),),)
    return Message(text, (*_aims(w, draft, names), *send, *no), card=_card(draft))


def progress(w: Words, one: Announcement) -> Message:
    """How far it has got, or what became of it in the end."""
    shown = paragraphs(
        lines(
            w.say("📣 <b>Announcement {number}</b>", number=ref(one.id)),
            w.say("“{text}”", text=_beginning(one)) if one.text.strip() else None,
        ),
        _state(w, one),
        lines(_for(w, one), *_figures(w, one)),
    )
    return Message(shown, (*_controls(w, one), (_to_list(w), _back(w))), card=_card(one))


def so_far(w: Words, ones: Sequence[Announcement]) -> Message:
    """The last announcements with their states, newest first."""
    if not ones:
        said: str = w.say("Nothing has been announced yet.")
    else:
        said = paragraphs(w.say("📊 <b>Announcements so far</b>"), *(_in_list(w, one) for one in ones))
    shown = [button(ref(one.id), ShowAnnouncement(one.id)) for one in ones]
    new = button(w.label("📣 Announcement"), WriteAnnouncement())
    return Message(said, (*rows(shown, wide=4), (new, _back(w))), card="announcements")


def _in_list(w: Words, one: Announcement) -> str:
    day = w.date(one.sent_at.date()) if one.sent_at else ""
    head = w.say("<b>{number}</b> · {day} · {text}", number=ref(one.id), day=day, text=_beginning(one))
    reached = w.say("✅ Delivered: {n} of {all}", n=w.number(one.tally.sent), all=w.number(one.people))
    return lines(head, _state(w, one), reached)


def _state(w: Words, one: Announcement) -> Html:
    if one.cut_short:
        return w.say("✖ Cancelled: whoever has not got it will not.")
    return {
        Step.SENDING: w.say("▶ It is going out."),
        Step.PAUSED: w.say("⏸ Paused: nothing more of it leaves."),
    }.get(one.step, w.say("🏁 Everybody has been written to."))


def _figures(w: Words, one: Announcement) -> list[Html]:
    """Figures that are nothing are left out, but for those that one looks for."""
    tally, n = one.tally, w.number
    unsent = one.people - one.written_to if one.cut_short else 0
    some = {
        w.say("🚫 Have blocked the bot: {n}", n=n(tally.blocked)): tally.blocked,
        w.say("👻 Cannot be reached any more: {n}", n=n(tally.gone)): tally.gone,
        w.say("❔ Nobody knows whether it arrived: {n}", n=n(tally.unknown)): tally.unknown,
        w.say("⚠️ Not taken by Telegram: {n}", n=n(tally.failed)): tally.failed,
        w.say("⏳ Waiting: {n}", n=n(one.waiting)): one.waiting if one.step in (Step.SENDING, Step.PAUSED) else 0,
        w.say("👋 Left before their turn: {n}", n=n(one.missed)): 0 if one.cut_short else one.missed,
        w.say("✖ Not written to: {n}", n=n(unsent)): max(0, unsent),
    }
    return [
        w.say("✉️ Written to: {n} of {all}", n=n(one.written_to), all=n(one.people)),
        w.say("✅ Delivered: {n}", n=n(tally.sent)),
        *(said for said, count in some.items() if count),
    ]


def _controls(w: Words, one: Announcement) -> Rows:
    cancel = button(w.label("✖ Cancel it"), CancelAnnouncement(one.id), "danger")
    if one.step is Step.SENDING:
        return ((button(w.label("⏸ Pause"), PauseAnnouncement(one.id)), cancel),)
    if one.step is Step.PAUSED:
        return ((button(w.label("▶ Go on"), ResumeAnnouncement(one.id), "success"), cancel),)
    return ()


def _aims(w: Words, draft: Announcement, names: Sequence[tuple[str, str]]) -> Rows:
    """Buttons for who and for which language; what is chosen has a mark."""
    chosen = draft.audience

    def choice(label: str, who: Who, language: str) -> Button:
        here = (who, language) == (chosen.who, chosen.language or "")
        return button(f"☑️ {label}" if here else label, AimAnnouncement(draft.id, who, language))

    groups = [choice(_who(w, who), who, chosen.language or "") for who in Who]
    # Its mark stands already on the group that is chosen.
    spoken = [("", w.label("every language")), *names]
    languages = [choice(name, chosen.who, tag) for tag, name in spoken if tag != (chosen.language or "")]
    return (*rows(groups), *rows(languages, wide=3))


def _who(w: Words, who: Who) -> str:
    return {
        Who.EVERYBODY: w.label("everybody"),
        Who.BUYERS: w.label("buyers"),
        Who.SUPPLIERS: w.label("suppliers"),
        Who.WITHOUT_LEADS: w.label("suppliers without a lead yet"),
    }[who]


def _for(w: Words, one: Announcement) -> Html:
    language = one.audience.language
    reads = w.language_name(language) if language else w.label("every language")
    return w.say("👥 For: {who}, {language}", who=_who(w, one.audience.who), language=reads)


def _price(w: Words, people: int) -> Html:
    stars = Decimal(people * MILLISTARS) / 1000
    return w.say(
        "⭐ It goes out faster than is free: Telegram takes up to {stars} Stars of the bot's for it.",
        stars=w.number(stars),
    )


def _beginning(one: Announcement) -> str:
    return shortened(" ".join(one.text.split()), 60)


def _card(one: Announcement) -> str:
    return f"announcement:{one.id}"


def _to_list(w: Words) -> Button:
    return button(w.label("📊 Announcements so far"), ShowAnnouncements())


def _back(w: Words) -> Button:
    return button(w.label("← Admin"), AdminHome())
