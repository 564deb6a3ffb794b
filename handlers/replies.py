"""A reply to one of our messages is about what that message was about, whatever was said since."""

from __future__ import annotations

from bot.actions import leads, offers, quotes, reading
from bot.domain import notice as n
from bot.domain.outcome import Reason, Refusal
from bot.domain.quote import Term
from bot.screens import lead as screen
from bot.screens.presses.buying import ShowQuote
from bot.screens.presses.supplying import QuoteLead
from bot.store.outbox import Told
from bot.store.people import Talk
from handlers import leads as lead_talk
from handlers import mine, quote
from handlers.visit import Answer, Reply, Said, Visit


def route(visit: Visit, said: Said) -> Answer | None:
    """Who answers this reply; None: it is said like any other message."""
    if said.reply_to is None or not (said.text.strip() or said.attachments):
        return None
    told = visit.store.outbox.told(visit.person.id, said.reply_to)
    if told is None:
        return forgotten
    about, number = _about(told)
    answer = _ANSWERS.get(about)
    return None if answer is None else lambda visit, said: answer(visit, number, said)


def forgotten(visit: Visit, _: Said) -> Reply:
    """Nobody knows any more what that message was about, and nobody guesses."""
    raise Refusal(Reason.REPLY_TO_NOTHING)


def _about(told: Told) -> tuple[str, int]:
    match told:
        case n.LeadOffered(view) | n.LeadChanged(view) | n.SeatEnds(view) | n.QuestionAnswered(view):
            return "lead", view.lead.id
        case n.LeadEnded(view):
            return "lead", view.lead.id
        case n.QuestionAsked():
            return "answer", told.question
        case n.QuoteArrived(view) if view.quote is not None:
            return "bought", view.quote.id
        case str():
            name, _, number = told.partition(":")
            return name, int(number) if number.isdecimal() else 0
        case _:
            return "", 0


def _quote(visit: Visit, lead: int, said: Said) -> Reply:
    """A price for this lead; anything else brings its card down here, with all that can be done."""
    view = leads.look(visit.store, lead, by=visit.person)
    if not _is_price(visit, view, said.text):
        return screen.card(visit.words, view, head=screen.title(visit.words), now=visit.now, anew=True)
    return _go_on_quoting(visit, lead, said)


def _is_price(visit: Visit, view: n.LeadView, text: str) -> bool:
    tongue = visit.person.language
    read = reading.term(Term.UNIT_PRICE, text, inquiry=view.inquiry, today=visit.today, language=tongue)
    return quotes.FIELDS[Term.UNIT_PRICE] in read or offers.bare_amount(text, language=tongue) is not None


def _go_on_quoting(visit: Visit, lead: int, said: Said) -> Reply:
    talk = visit.talk
    made, _ = quotes.begin(visit.store, lead, by=visit.person)
    if talk is None or (talk.name, talk.subject) != ("quote", made.id):
        quote.begin(visit, QuoteLead(lead))
    return quote.listen(visit, said)


def _ask(visit: Visit, lead: int, said: Said) -> Reply:
    return _aside(visit, Talk("ask", lead), lead_talk.ask, said)


def _answer(visit: Visit, question: int, said: Said) -> Reply:
    return _aside(visit, Talk("answer", question), mine.answer, said)


def _aside(visit: Visit, talk: Talk, answer: Answer, said: Said) -> Reply:
    """Another conversation under way goes on afterwards."""
    before = visit.talk
    visit.store.people.set_talk(visit.person.id, talk)
    reply = answer(visit, said)
    if before is not None and (before.name, before.subject) != (talk.name, talk.subject):
        visit.store.people.set_talk(visit.person.id, before)
    return reply


def _show_quote(visit: Visit, made: int, _: Said) -> Reply:
    """Words below a quote change nothing; what can be done with it comes down here."""
    return mine.show_quote(visit, ShowQuote(made))


_ANSWERS = {"lead": _quote, "making": _go_on_quoting, "ask": _ask, "answer": _answer, "bought": _show_quote}
