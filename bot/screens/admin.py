"""The admin's page: counts, waiting firms, lists of suppliers, invites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.domain.milestones import Beginnings
from bot.domain.notice import Firm, ImportDone, RefusedLine
from bot.domain.supplier import Supplier
from bot.language.texts import Html, Words
from bot.screens.courtesy import silent_button
from bot.screens.message import Button, Message
from bot.screens.parts import button, firm_line, lines, paragraphs, rows
from bot.screens.presses.running import (
    AdminHome,
    AskForList,
    DecideFirm,
    ImportList,
    ShowAnnouncements,
    ShowInvites,
    WaitingFirms,
    WriteAnnouncement,
)
from bot.screens.presses.start import Stop

NO_NEWCOMERS = Beginnings()


def home(
    w: Words,
    *,
    people: int,
    firms: Mapping[str, int],
    inquiries: Mapping[str, int],
    outbox: Mapping[str, int],
    silent: int = 0,
    newcomers: Beginnings = NO_NEWCOMERS,
) -> Message:
    """How the place stands, in numbers."""
    waiting = firms.get("pending", 0)
    every = sum(n for status, n in firms.items() if status not in ("claimed", "draft"))
    sent = sum(n for status, n in inquiries.items() if status not in ("draft", "leads", "quotes"))
    unsaid = sum(outbox.get(state, 0) for state in ("gone", "unknown", "failed"))
    text = paragraphs(
        w.say("🛠 <b>Admin</b>"),
        lines(
            w.say("👥 People: {n}", n=w.number(people)),
            w.say(
                "🏭 Firms: {n}, with somebody who speaks for them: {claimed}",
                n=w.number(every),
                claimed=w.number(firms.get("claimed", 0)),
            ),
            w.say("🕐 Firms waiting to be let in: {n}", n=w.number(waiting)),
            w.say(
                "📋 Inquiries sent: {n}, open now: {open}", n=w.number(sent), open=w.number(inquiries.get("open", 0))
            ),
            w.say(
                "📥 Leads: {leads}, quotes: {quotes}",
                leads=w.number(inquiries.get("leads", 0)),
                quotes=w.number(inquiries.get("quotes", 0)),
            ),
            w.say(
                "📮 Messages waiting: {waiting}, not delivered: {lost}",
                waiting=w.number(outbox.get("waiting", 0)),
                lost=w.number(unsaid),
            ),
            *_newcomer_lines(w, newcomers),
        ),
    )
    buttons = [
        button(
            w.count_label("🕐 {n} firm waits", "🕐 {n} firms wait", waiting)
            if waiting
            else w.label("🕐 Firms waiting"),
            WaitingFirms(),
        ),
        button(w.label("📄 Import suppliers"), AskForList()),
        button(w.label("✉️ Invites"), ShowInvites(0)),
        button(w.label("📣 Announcement"), WriteAnnouncement()),
        button(w.label("📊 Announcements so far"), ShowAnnouncements()),
    ]
    if silent:
        buttons.append(silent_button(w, silent))
    return Message(text, rows(buttons), card="admin")


def _newcomer_lines(w: Words, newcomers: Beginnings) -> tuple[str, ...]:
    """How soon the firms that joined in the last 90 days got anywhere, by the median."""
    if not newcomers.joined:
        return ()

    def soon(after: timedelta | None) -> str:
        return "–" if after is None else w.span(after.total_seconds())

    joined = w.number(newcomers.joined)
    return (
        w.say("🌱 Joined in the last 90 days: {n}", n=joined),
        w.say("First lead after {span} (median), {n} of {all}", span=soon(newcomers.lead_after),
              n=w.number(newcomers.with_lead), all=joined),
        w.say("First order after {span} (median), {n} of {all}", span=soon(newcomers.win_after),
              n=w.number(newcomers.with_win), all=joined),
    )  # fmt: skip


def waiting(w: Words, firms: Sequence[tuple[Firm, tuple[str, ...]]]) -> Message:
    """The firm that waits longest, to be let in or turned away; how many more there are."""
    if not firms:
        return Message(w.say("No firm is waiting."), (_back(w),))
    firm, products = firms[0]
    more = w.count("{n} more firm waits.", "{n} more firms wait.", len(firms) - 1) if len(firms) > 1 else None
    return Message(paragraphs(firm_card(w, firm, products), more), (decide_row(w, firm), _back(w)))


def firm_card(w: Words, firm: Firm, products: Sequence[str]) -> str:
    """A firm that waits to be let in."""
    goods = [f"• {w.say('{product}', product=p)}" for p in products[:12]]
    return paragraphs(w.say("🏭 <b>This firm wants to join</b>"), lines(firm_line(w, firm), *goods))


def decide_row(w: Words, firm: Firm) -> tuple[Button, ...]:
    """Let in or turn away."""
    return (
        button(w.label("✅ Approve"), DecideFirm(firm.id, 1), "success"),
        button(w.label("✖ Turn away"), DecideFirm(firm.id, 0), "danger"),
    )


def decided(w: Words, firm: Supplier, *, approved: bool) -> Message:
    """Done; the firm has been told."""
    said = w.say("✅ {firm} is in.", firm=firm.name) if approved else w.say("✖ {firm} was turned away.", firm=firm.name)
    return Message(said, ((button(w.label("🕐 Firms waiting"), WaitingFirms()),), _back(w)))


def ask_for_list(w: Words) -> Message:
    """How to import."""
    text = paragraphs(
        w.say("📄 Send me a list of suppliers as a file: CSV, Excel (.xlsx) or JSON lines."),
        w.say(
            "Columns I know, in many languages and spellings: name, country, city, address, products, MOQ, size, type, "
            "languages, certificates."
        ),
    )
    return Message(text, (_back(w),))


def ask_import(w: Words, name: str) -> Message:
    """An admin sent a file: is it a list?"""
    text = w.say("Import {file} as a list of suppliers?", file=name)
    return Message(text, ((button(w.label("Yes, import it"), ImportList(), "success"), button(w.label("No"), Stop())),))


def importing(w: Words) -> Message:
    """It takes a moment."""
    return Message(w.say("Reading the list. The report comes here."))


def imported(w: Words, done: ImportDone) -> Message:
    """What became of a list, every line that was not taken with its reason."""
    if done.unreadable:
        return Message(
            w.say("📄 I could not read this list: {reason}", reason=unreadable(w, done.unreadable)), (_back(w),)
        )
    bare = (
        w.count(
            "{n} firm has no products: it is found by its name, and asked for products when it is claimed.",
            "{n} firms have no products: they are found by their names, and asked for products when they are claimed.",
            done.without_products,
        )
        if done.without_products
        else None
    )
    text = paragraphs(
        w.say("📄 <b>The list is in</b>"),
        lines(
            w.say("New firms: {n}", n=w.number(done.new)),
            w.say("Changed: {n}", n=w.number(done.changed)),
            w.say("Already known, unchanged: {n}", n=w.number(done.same)),
            w.say("Products: {n}", n=w.number(done.products)),
        ),
        bare,
        _refused(w, done),
    )
    return Message(text, ((button(w.label("✉️ Invites"), ShowInvites(0)),), _back(w)))


def _refused(w: Words, done: ImportDone) -> str | None:
    if not done.refused_count:
        return None
    shown = [_refused_line(w, r) for r in done.refused]
    more = done.refused_count - len(shown)
    return lines(
        w.count("{n} line was not taken:", "{n} lines were not taken:", done.refused_count),
        *shown,
        w.say("… and {n} more", n=w.number(more)) if more else None,
    )


def _refused_line(w: Words, refused: RefusedLine) -> Html:
    return w.say(
        "line {line}: {reason} – {text}", line=refused.line, reason=refused_reason(w, refused.reason), text=refused.text
    )


def refused_reason(w: Words, reason: str) -> str:
    """Why a line was not taken."""
    return {
        "no_name": w.label("no name"),
        "no_country": w.label("no country"),
        "unknown_country": w.label("a country I don't know"),
        "duplicate": w.label("the same firm again"),
        "broken_line": w.label("the line is broken"),
        "not_an_object": w.label("not a record"),
        "too_long": w.label("too long"),
    }.get(reason, reason)


def unreadable(w: Words, reason: str) -> str:
    """Why a whole file could not be read."""
    return {
        "empty": w.label("it is empty"),
        "not_a_list": w.label("it is not a list"),
        "no_name_column": w.label("no column with the firms' names"),
        "too_big": w.label("it is too big"),
        "encrypted": w.label("it is locked with a password"),
        "broken": w.label("it is damaged"),
        "old_excel": w.label("it is an old .xls file; save it as .xlsx or .csv"),
        "pdf": w.label("it is a PDF; send the list as .xlsx or .csv"),
    }.get(reason, w.label("it is not a list"))


def invites(w: Words, firms: Sequence[tuple[Supplier, str]], *, more: bool) -> Message:
    """Personal links of firms for which nobody speaks yet, to be sent on by whatever way reaches them."""
    if not firms:
        return Message(w.say("Every firm has somebody who speaks for it."), (_back(w),))
    blocks = [lines(f"<b>{w.own(f.name)}</b>", f"<code>{link}</code>") for f, link in firms]
    text = paragraphs(w.say("✉️ <b>Invites</b>: send each firm its own link. It works once."), *blocks)
    last = firms[-1][0].id
    further = ((button(w.label("More →"), ShowInvites(last)),),) if more else ()
    return Message(text, (*further, _back(w)))


def _back(w: Words) -> tuple[Button, ...]:
    return (button(w.label("← Admin"), AdminHome()),)
