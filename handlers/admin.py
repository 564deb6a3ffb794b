"""The admins' page: counts, waiting firms, lists of suppliers, invites."""

from __future__ import annotations

from bot.actions import firms, signboard
from bot.domain.goods import FileKind
from bot.domain.outcome import Reason, Refusal
from bot.screens import admin as screen
from bot.screens.notices import invite_link
from bot.screens.presses.running import (
    AdminHome,
    AskForList,
    DecideFirm,
    ImportList,
    ShowInvites,
    WaitingFirms,
)
from bot.store.people import Talk
from handlers.visit import Command, Reply, Route, Said, Visit, on_command, on_press, on_talk, only

PAGE = 8


def home(visit: Visit, _: Command | AdminHome) -> Reply:
    """How the place stands."""
    visit.leave()
    store = visit.store
    return screen.home(
        visit.words,
        people=store.people.count(),
        firms=store.suppliers.counts(),
        inquiries=store.inquiries.counts(),
        outbox=store.outbox.counts(),
        silent=len(store.buyers.silent(now=visit.now)),
        newcomers=signboard.beginnings(store, now=visit.now),
    )


def waiting(visit: Visit, _: WaitingFirms) -> Reply:
    """The firms that wait to be let in."""
    return screen.waiting(visit.words, firms.waiting(visit.store))


def decide(visit: Visit, press: DecideFirm) -> Reply:
    """Let in or turn away."""
    approve = bool(press.approve)
    firm = firms.decide(visit.store, press.supplier, approve=approve, by=visit.person, now=visit.now)
    return screen.decided(visit.words, firm, approved=approve)


def invites(visit: Visit, press: ShowInvites) -> Reply:
    """Links for firms for which nobody speaks yet."""
    found = visit.store.suppliers.unclaimed(after=press.after, limit=PAGE + 1)
    links = [(firm, invite_link(visit.bot, visit.store.suppliers.invite(firm.id))) for firm in found[:PAGE]]
    return screen.invites(visit.words, links, more=len(found) > PAGE)


def ask_for_list(visit: Visit, _: AskForList) -> Reply:
    """How to import."""
    visit.go("list")
    return screen.ask_for_list(visit.words)


def got_file(visit: Visit, said: Said) -> Reply:
    """A file: is it a list?"""
    file = next((a for a in said.attachments if a.kind is FileKind.DOCUMENT), None)
    if file is None:
        return screen.ask_for_list(visit.words)
    name = file.name or "list"
    visit.go("list", file=file.file, name=name)
    return screen.ask_import(visit.words, name)


def list_again(visit: Visit, _: Talk) -> Reply:
    """After an interruption."""
    return ask_for_list(visit, AskForList())


def import_list(visit: Visit, _: ImportList) -> Reply:
    """Yes, import it: fetched and read by a chore, which reports."""
    talk = visit.talk
    if talk is None or talk.name != "list" or "file" not in talk.data:
        raise Refusal(Reason.ALREADY_DONE)
    payload = {"file": talk.data["file"], "name": talk.data["name"], "by": visit.person.id}
    visit.store.inbox.add_chore("import", payload, lane="import", due=visit.now)
    visit.leave()
    return screen.importing(visit.words)


ROUTES: list[Route] = [
    on_command("admin", only(home)),
    on_press(AdminHome, only(home)),
    on_press(WaitingFirms, only(waiting)),
    on_press(DecideFirm, only(decide)),
    on_press(ShowInvites, only(invites)),
    on_press(AskForList, only(ask_for_list)),
    on_press(ImportList, only(import_list)),
    *on_talk("list", only(got_file), again=only(list_again)),
]
