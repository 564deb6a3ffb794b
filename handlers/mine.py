"""A buyer's inquiries that are out: who was asked, quotes side by side, accepting, answering, cancelling."""

from __future__ import annotations

from bot.actions import comparing, courtesy, inquiries, pools, quotes, seating
from bot.domain.inquiry import Inquiry
from bot.screens import compare as compare_screen
from bot.screens import courtesy as end_screen
from bot.screens import pools as pools_screen
from bot.screens import quotes as screen
from bot.screens import start as start_screen
from bot.screens.message import Message
from bot.screens.presses.buying import (
    AcceptQuote,
    AnswerQuestion,
    CancelInquiry,
    CompareQuotes,
    MyInquiries,
    ShowInquiry,
    ShowQuote,
    TakePool,
)
from bot.store.people import Talk
from handlers.courtesy import then_ask
from handlers.visit import Again, Command, Reply, Said, Visit, on_command, on_press, on_talk


def mine(visit: Visit, _: Command | MyInquiries) -> Reply:
    """What I asked for."""
    every = visit.store.inquiries.list_of_buyer(visit.person.id)
    answers = courtesy.manners_of(visit.store, visit.person, now=visit.now).of_ten
    return screen.inquiry_list(visit.words, every, answers=answers)


def show(visit: Visit, press: ShowInquiry) -> Reply:
    """One inquiry: who was asked and why."""
    inquiry = visit.store.inquiries.of_buyer(press.inquiry, by=visit.person)
    return _overview(visit, inquiry)


def _overview(visit: Visit, inquiry: Inquiry) -> Message:
    view = seating.asked_view(visit.store, inquiry)
    count = len(comparing.quotes_of(visit.store, inquiry))
    return screen.overview(
        visit.words, inquiry, view.asked, taken=view.seats_taken, not_here=view.not_here, quotes=count, anew=True
    )


def compare(visit: Visit, press: CompareQuotes) -> Reply:
    """The quotes side by side."""
    inquiry = visit.store.inquiries.of_buyer(press.inquiry, by=visit.person)
    return _comparison(visit, inquiry)


def _comparison(visit: Visit, inquiry: Inquiry, *, changed: bool = False) -> Message:
    standing = comparing.quotes_of(visit.store, inquiry)
    found = comparing.pools_of(visit.store, inquiry, today=visit.today)
    return compare_screen.compare(visit.words, inquiry, standing, found, today=visit.today, changed=changed)


def cancel(visit: Visit, press: CancelInquiry) -> Reply:
    """I do not need it any more: asked first, then done."""
    inquiry = visit.store.inquiries.of_buyer(press.inquiry, by=visit.person)
    if not press.sure:
        return end_screen.ask_cancel(visit.words, inquiry)
    ended = inquiries.cancel(visit.store, press.inquiry, by=visit.person, now=visit.now)
    return then_ask(visit, end_screen.cancelled(visit.words, ended), ended)


def show_quote(visit: Visit, press: ShowQuote) -> Reply:
    """One quote."""
    view = quotes.seen_by_buyer(visit.store, press.quote, by=visit.person)
    others = len(comparing.quotes_of(visit.store, view.inquiry)) - 1
    return screen.card(visit.words, view, others=others, today=visit.today, anew=True)


def accept(visit: Visit, press: AcceptQuote) -> Reply:
    """I take this quote: read back first, then it counts."""
    if not press.sure:
        view = quotes.seen_by_buyer(visit.store, press.quote, by=visit.person)
        return screen.ask_accept(visit.words, view, today=visit.today)
    deal = quotes.accept(visit.store, press.quote, by=visit.person, now=visit.now)
    said = screen.accepted(visit.words, deal.view, deal.contact, ask_contact=not visit.person.has_contact)
    return then_ask(visit, said, deal.view.inquiry)


def take_pool(visit: Visit, press: TakePool) -> Reply:
    """I take these quotes together: read back first, then it counts. What has changed since is shown anew."""
    inquiry = visit.store.inquiries.of_buyer(press.inquiry, by=visit.person)
    if not press.sure:
        pool = pools.find(visit.store, press.inquiry, press.name, by=visit.person, today=visit.today)
        if pool is not None:
            return pools_screen.ask_accept(visit.words, inquiry, pool, today=visit.today)
    elif deal := pools.accept(visit.store, press.inquiry, press.name, by=visit.person, now=visit.now):
        ask = not visit.person.has_contact
        said = pools_screen.accepted(visit.words, deal.inquiry, deal.members, ask_contact=ask)
        return then_ask(visit, said, deal.inquiry)
    return _comparison(visit, inquiry, changed=True)


def begin_answer(visit: Visit, press: AnswerQuestion) -> Reply:
    """I want to answer this supplier."""
    question, inquiry = inquiries.question_for(visit.store, press.question, by=visit.person)
    visit.go("answer", question.id)
    return screen.answer_question(visit.words, inquiry, question.id, question.text)


def answer(visit: Visit, said: Said) -> Reply:
    """The answer itself."""
    talk = visit.talk
    if talk is None or not said.text.strip():
        return Again(ahead=start_screen.only_words(visit.words))
    inquiries.answer_question(visit.store, talk.subject, said.text, by=visit.person, now=visit.now)
    visit.leave()
    return screen.answer_sent(visit.words)


def answer_again(visit: Visit, talk: Talk) -> Reply:
    """After an interruption."""
    return begin_answer(visit, AnswerQuestion(talk.subject))


ROUTES = [
    on_command("inquiries", mine),
    on_press(MyInquiries, mine),
    on_press(ShowInquiry, show),
    on_press(CompareQuotes, compare),
    on_press(CancelInquiry, cancel),
    on_press(ShowQuote, show_quote),
    on_press(AcceptQuote, accept),
    on_press(TakePool, take_pool),
    on_press(AnswerQuestion, begin_answer),
    *on_talk("answer", answer, again=answer_again),
]
