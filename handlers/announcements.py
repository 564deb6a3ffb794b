"""An admin's word to many: written, shown, aimed, sent, watched, held, taken back."""

from __future__ import annotations

from bot.actions import announcing
from bot.domain.announcement import Announcement
from bot.screens import announcements as screen
from bot.screens.message import Message
from bot.screens.presses.running import (
    AimAnnouncement,
    CancelAnnouncement,
    PauseAnnouncement,
    ResumeAnnouncement,
    SendAnnouncement,
    ShowAnnouncement,
    ShowAnnouncements,
    WriteAnnouncement,
)
from bot.store.people import Talk
from handlers.visit import Reply, Route, Said, Visit, on_press, on_talk, only

LAST = 8


def write(visit: Visit, _: WriteAnnouncement) -> Reply:
    """I want to say something."""
    visit.go("announce")
    return screen.ask(visit.words)


def written(visit: Visit, said: Said) -> Reply:
    """The words, or others in their place: shown first, exactly as they will be read."""
    if said.album and visit.talk is not None and visit.talk.data.get("album") == said.album:
        return None  # one picture or file goes with it: the album's first
    draft = announcing.write(visit.store, said.text, said.attachments, by=visit.person)
    visit.go("announce", draft.id, album=said.album)
    return screen.as_read(draft.text, draft.attachments), _question(visit, draft)


def write_again(visit: Visit, _: Talk) -> Reply:
    """After an interruption."""
    return screen.ask(visit.words)


def aim(visit: Visit, press: AimAnnouncement) -> Reply:
    """It is for these."""
    language, have = press.language or None, visit.texts.languages
    draft = announcing.aim(
        visit.store, press.announcement, who=press.who, language=language, have=have, by=visit.person
    )
    return _question(visit, draft)


def send(visit: Visit, press: SendAnnouncement) -> Reply:
    """Yes, say it."""
    sent = announcing.send(visit.store, press.announcement, by=visit.person, now=visit.now)
    visit.leave()
    return screen.progress(visit.words, sent)


def pause(visit: Visit, press: PauseAnnouncement) -> Reply:
    """Stop for now."""
    return screen.progress(
        visit.words, announcing.pause(visit.store, press.announcement, by=visit.person, now=visit.now)
    )


def resume(visit: Visit, press: ResumeAnnouncement) -> Reply:
    """Go on."""
    return screen.progress(
        visit.words, announcing.resume(visit.store, press.announcement, by=visit.person, now=visit.now)
    )


def cancel(visit: Visit, press: CancelAnnouncement) -> Reply:
    """Enough of it."""
    return screen.progress(
        visit.words, announcing.cancel(visit.store, press.announcement, by=visit.person, now=visit.now)
    )


def show(visit: Visit, press: ShowAnnouncement) -> Reply:
    """How does it stand?"""
    return screen.progress(visit.words, announcing.show(visit.store, press.announcement, by=visit.person))


def so_far(visit: Visit, _: ShowAnnouncements) -> Reply:
    """The last ones."""
    return screen.so_far(visit.words, visit.store.announcements.last(limit=LAST))


def _question(visit: Visit, draft: Announcement) -> Message:
    _, people = visit.store.announcements.audience(draft.audience)
    paid = visit.store.house.paid_broadcast
    return screen.question(visit.words, draft, visit.texts.names, people=people, paid=paid)


ROUTES: list[Route] = [
    on_press(WriteAnnouncement, only(write)),
    on_press(AimAnnouncement, only(aim)),
    on_press(SendAnnouncement, only(send)),
    on_press(PauseAnnouncement, only(pause)),
    on_press(ResumeAnnouncement, only(resume)),
    on_press(CancelAnnouncement, only(cancel)),
    on_press(ShowAnnouncement, only(show)),
    on_press(ShowAnnouncements, only(so_far)),
    *on_talk("announce", only(written), again=only(write_again)),
]
