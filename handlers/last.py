"""What is heard when no conversation is under way: contacts, edits, and messages out of the blue."""

from __future__ import annotations

from bot.actions import inquiries, quotes
from bot.domain.goods import FileKind
from bot.screens import inquiry as draft_screen
from bot.screens import start as screen
from handlers import admin, inquiry
from handlers.visit import Again, Edited, Reach, Reply, Said, Shared, Visit, on_heard


def shared(visit: Visit, contact: Shared) -> Reply:
    """A contact: only one's own counts; the other side of a deal gets it at once."""
    if contact.phone is None:
        return screen.not_your_contact(visit.words)
    person = visit.store.people.gave_phone(visit.person.id, contact.phone)
    quotes.pass_contact_on(visit.store, by=person, now=visit.now)
    return screen.thanks_for_contact(visit.words)


def edited(visit: Visit, _: Edited) -> Reply:
    """An old message was changed: it never moves a conversation, but they hear what counts and how to mend it."""
    talk = visit.talk
    if talk is not None and talk.name == "inquiry":
        draft = inquiries.draft(visit.store, talk.subject, by=visit.person)
        return screen.edited(visit.words, draft_screen.said_fields(visit.words, draft))
    if talk is not None:
        return screen.edited(visit.words)
    bought = any(one.live for one in visit.store.inquiries.list_of_buyer(visit.person.id))
    if not bought and not visit.has_firm:
        return None
    return screen.edited_too_late(visit.words, bought=bought, has_firm=visit.has_firm)


def reach(visit: Visit, changed: Reach) -> Reply:
    """They blocked the bot or came back: noted, nothing is said."""
    visit.store.people.reach_changed(changed.chat, reachable=changed.reachable, at=changed.at)
    return None


def out_of_the_blue(visit: Visit, said: Said) -> Reply:
    """A message without a conversation: most likely a need."""
    if said.point is not None and (there := inquiry.go_there(visit, said.point)) is not None:
        return there
    if not said.readable:
        return Again(ahead=screen.only_words(visit.words))
    if visit.person.admin and any(a.kind is FileKind.DOCUMENT for a in said.attachments):
        return admin.got_file(visit, said)
    if visit.has_firm and said.text.strip():
        visit.go("maybe", text=said.text)
        return screen.is_it_a_need(visit.words)
    return inquiry.need(visit, said)


ROUTES = [
    on_heard(Shared, shared),
    on_heard(Edited, edited),
    on_heard(Reach, reach),
    on_heard(Said, out_of_the_blue),
]
