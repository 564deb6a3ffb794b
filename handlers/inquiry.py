"""A buyer says what they need: from the first words over the missing answers to the sending."""

from __future__ import annotations

from datetime import timedelta

from bot.actions import courtesy, inquiries
from bot.domain.courtesy import FEWER_SEATS
from bot.domain.inquiry import Inquiry, Slot, Whom, next_question
from bot.screens import inquiry as screen
from bot.screens import start as start_screen
from bot.screens.message import Message
from bot.screens.presses.buying import (
    AnyFirm,
    AskSlot,
    DropDraft,
    FillSlot,
    ItIsANeed,
    OneForEach,
    ResumeDraft,
    SayNeed,
    SendInquiry,
    ShowPrice,
    SkipSlot,
)
from bot.store.people import Talk
from handlers.courtesy import answer_first
from handlers.visit import Command, Reply, Said, Visit, on_command, on_press, on_talk

# An album comes as separate messages without an end; this long after its last one it is taken as whole.
ALBUM_SETTLES = timedelta(seconds=1.2)


def new(visit: Visit, _: Command | SayNeed) -> Reply:
    """I need something."""
    draft = visit.store.inquiries.draft_of(visit.person.id)
    if draft is not None:
        return screen.resume(visit.words, draft)
    visit.go("need")
    return start_screen.say_what_you_need(visit.words)


def need(visit: Visit, said: Said, *, whom: Whom | None = None) -> Reply:
    """The first message: everything that can be read in it is read, then the first missing thing is asked."""
    draft = inquiries.begin(
        visit.store, by=visit.person, text=said.text, attachments=said.attachments, now=visit.now, whom=whom
    )
    visit.go("inquiry", draft.id, _slot(draft), first=True)
    return _wait_for_album(visit, said) if said.album else _go_on(visit, draft, first=True)


def it_is_a_need(visit: Visit, _: ItIsANeed) -> Reply:
    """What a supplier wrote out of the blue was a need."""
    talk = visit.talk
    if talk is None or "text" not in talk.data:
        return new(visit, SayNeed())
    return need(visit, Said(talk.data["text"]))


def listen(visit: Visit, said: Said) -> Reply:
    """A message while an inquiry is being made: files, the words to an album, an answer, or a correction."""
    talk, draft = _draft(visit)
    if said.attachments:
        draft = inquiries.attach(visit.store, draft, said.attachments)
    if said.text.strip() and not draft.text and not draft.product:
        draft = inquiries.add_words(visit.store, draft, said.text, by=visit.person, now=visit.now)
        visit.go("inquiry", draft.id, _slot(draft), first=True)
    elif said.text.strip():
        return _answer(visit, draft, talk, said.text)
    if said.album:
        return _wait_for_album(visit, said)
    return _go_on(visit, draft, first=True)


def _answer(visit: Visit, draft: Inquiry, talk: Talk, text: str) -> Reply:
    slot = Slot(talk.asking) if talk.asking else None
    if slot is None:
        draft, filled = inquiries.correct(visit.store, draft, text, by=visit.person, today=visit.today)
        return screen.draft(visit.words, draft)
    draft, filled = inquiries.answer(visit.store, draft, slot, text, by=visit.person, today=visit.today)
    if not filled:
        return screen.not_understood(visit.words, draft, slot, today=visit.today)
    return _go_on(visit, draft, filled=filled)


def go_on(visit: Visit, talk: Talk) -> Reply:
    """After an interruption, or when an album is whole."""
    draft = inquiries.draft(visit.store, talk.subject, by=visit.person)
    return _go_on(visit, draft, first=bool(talk.data.get("first")))


def one_for_each(visit: Visit, press: OneForEach) -> Reply:
    """The message names several products: an inquiry for each, or only for the first."""
    draft = inquiries.draft(visit.store, press.inquiry, by=visit.person)
    if not press.each:
        draft = inquiries.only_the_first(visit.store, draft)
    visit.go("inquiry", draft.id, _slot(draft), each=True)
    return _go_on(visit, draft, first=True, each=True)


def _go_on(
    visit: Visit, draft: Inquiry, *, filled: tuple[Slot, ...] = (), first: bool = False, each: bool = False
) -> Reply:
    if draft.further and first and not each:
        visit.go("inquiry", draft.id, _slot(draft), first=True)
        return screen.one_for_each(visit.words, draft)
    slot = next_question(draft)
    visit.go("inquiry", draft.id, slot.value if slot else "")
    if slot is None:
        return screen.draft(visit.words, draft)
    last = inquiries.last_place(visit.store, visit.person)
    return screen.ask(visit.words, draft, slot, today=visit.today, filled=filled, first=first, last_place=last)


def resume(visit: Visit, press: ResumeDraft) -> Reply:
    """Go on with a draft from earlier."""
    return _go_on(visit, inquiries.draft(visit.store, press.inquiry, by=visit.person), first=True)


def ask_slot(visit: Visit, press: AskSlot) -> Reply:
    """Let me say this again."""
    draft = inquiries.draft(visit.store, press.inquiry, by=visit.person)
    visit.go("inquiry", draft.id, press.slot.value)
    last = inquiries.last_place(visit.store, visit.person)
    return screen.ask(visit.words, draft, press.slot, today=visit.today, last_place=last)


def fill_slot(visit: Visit, press: FillSlot) -> Reply:
    """An answer by button."""
    draft = inquiries.draft(visit.store, press.inquiry, by=visit.person)
    draft, filled = inquiries.choose(visit.store, draft, press.slot, press.value, by=visit.person, today=visit.today)
    return _go_on(visit, draft, filled=filled)


def go_there(visit: Visit, point: tuple[float, float]) -> Reply:
    """A point on the map where the destination is asked for; None where it is not."""
    talk = visit.talk
    if talk is None or talk.name != "inquiry" or talk.asking != Slot.DESTINATION:
        return None
    draft = inquiries.draft(visit.store, talk.subject, by=visit.person)
    draft, filled = inquiries.go_there(visit.store, draft, point)
    if not filled:
        return screen.not_understood(visit.words, draft, Slot.DESTINATION, today=visit.today)
    return _go_on(visit, draft, filled=filled)


def skip_slot(visit: Visit, press: SkipSlot) -> Reply:
    """I will not say."""
    draft = inquiries.skip(visit.store, inquiries.draft(visit.store, press.inquiry, by=visit.person), press.slot)
    return _go_on(visit, draft)


def show_price(visit: Visit, press: ShowPrice) -> Reply:
    """Suppliers may see my price, or not."""
    draft = inquiries.show_price(visit.store, press.inquiry, show=bool(press.show), by=visit.person)
    return screen.draft(visit.words, draft)


def any_firm(visit: Visit, press: AnyFirm) -> Reply:
    """Any firm may be asked."""
    return _go_on(visit, inquiries.any_firm(visit.store, press.inquiry, by=visit.person))


def send(visit: Visit, press: SendInquiry) -> Reply:
    """Send it to suppliers, unless firms of earlier ones wait for a word."""
    waiting = courtesy.first(visit.store, by=visit.person, now=visit.now)
    if waiting is not None:
        return answer_first(visit, waiting)
    opened = inquiries.send(visit.store, press.inquiry, by=visit.person, now=visit.now)
    visit.leave()
    following = inquiries.follow_up(visit.store, opened)
    sent = _sent(visit, opened)
    then = None if following is None else _go_on(visit, following, first=True, each=True)
    return (sent, then) if isinstance(then, Message) else sent


def _sent(visit: Visit, opened: Inquiry) -> Message:
    """It is on its way; who hardly ever answers is told why fewer firms get it."""
    usual = visit.store.house.seats
    if not (opened.asked_more and opened.seats == FEWER_SEATS < usual):
        return screen.sent(visit.words, opened)
    silent = courtesy.still_silent(visit.store, by=visit.person, now=visit.now)
    return screen.sent(visit.words, opened, usual=usual, silent=silent)


def drop(visit: Visit, press: DropDraft) -> Reply:
    """Throw it away."""
    inquiries.drop(visit.store, press.inquiry, by=visit.person)
    visit.leave()
    return screen.dropped(visit.words)


def _draft(visit: Visit) -> tuple[Talk, Inquiry]:
    talk = visit.talk
    assert talk is not None, "only called within the conversation"
    return talk, inquiries.draft(visit.store, talk.subject, by=visit.person)


def _slot(draft: Inquiry) -> str:
    slot = next_question(draft)
    return slot.value if slot else ""


def _wait_for_album(visit: Visit, said: Said) -> Reply:
    visit.store.inbox.add_chore(
        "go_on",
        {"person": visit.person.id},
        lane=visit.store.people.lane(visit.person.id),
        due=visit.now + ALBUM_SETTLES,
        key=f"album:{visit.person.id}:{said.album}"[:80],
    )
    return None


ROUTES = [
    on_command("new", new),
    on_press(SayNeed, new),
    on_press(ItIsANeed, it_is_a_need),
    on_press(ResumeDraft, resume),
    on_press(OneForEach, one_for_each),
    on_press(AskSlot, ask_slot),
    on_press(FillSlot, fill_slot),
    on_press(SkipSlot, skip_slot),
    on_press(ShowPrice, show_price),
    on_press(AnyFirm, any_firm),
    on_press(SendInquiry, send),
    on_press(DropDraft, drop),
    *on_talk("need", need, again=new),
    *on_talk("inquiry", listen, again=go_on, asks=Slot),
]
