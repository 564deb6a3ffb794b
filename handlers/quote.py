"""A supplier makes a quote: one question at a time, each answer read back, sent only when the whole has been seen."""

from __future__ import annotations

from decimal import Decimal

from bot.actions import offers, quotes
from bot.domain.inquiry import Inquiry
from bot.domain.quote import Quote, Term, next_question
from bot.screens import quote as screen
from bot.screens.presses.quoting import AskTerm, DropQuote, FillTerm, FinishQuote, SendQuote, SkipTerm
from bot.screens.presses.supplying import QuoteLead
from bot.store.people import Talk
from handlers.visit import Reply, Said, Visit, on_press, on_talk


def begin(visit: Visit, press: QuoteLead) -> Reply:
    """I want to quote, or to revise my quote."""
    quote, inquiry = quotes.begin(visit.store, press.lead, by=visit.person)
    return _go_on(visit, quote, inquiry)


def listen(visit: Visit, said: Said) -> Reply:
    """An answer, or a photo at any time."""
    talk, quote, inquiry = _talk(visit)
    if said.attachments:
        quote = quotes.attach(visit.store, quote, said.attachments)
        if not said.text.strip():
            return _go_on(visit, quote, inquiry, filled=(Term.PHOTO,))
    term = Term(talk.asking) if talk.asking else Term.UNIT_PRICE
    if term is Term.UNIT_PRICE and (amount := _bare_amount(said.text, talk, visit.person.language)) is not None:
        visit.go("quote", quote.id, Term.UNIT_PRICE, amount=str(amount))
        return screen.ask_currency(visit.words, quote, amount)
    text = f"{talk.data['amount']} {said.text}" if "amount" in talk.data else said.text
    quote, filled = quotes.answer(visit.store, quote, inquiry, term, text, by=visit.person, today=visit.today)
    if not filled:
        return screen.not_understood(visit.words, quote, inquiry, term, today=visit.today)
    return _go_on(visit, quote, inquiry, filled=filled)


def _bare_amount(text: str, talk: Talk, language: str | None) -> Decimal | None:
    """A price without a currency: the currency is asked for, never assumed."""
    return None if "amount" in talk.data else offers.bare_amount(text, language=language)


def ask(visit: Visit, press: AskTerm) -> Reply:
    """Let me say this term again."""
    quote, inquiry = quotes.draft(visit.store, press.quote, by=visit.person)
    visit.go("quote", quote.id, press.term.value)
    return screen.ask(visit.words, quote, inquiry, press.term, today=visit.today)


def fill(visit: Visit, press: FillTerm) -> Reply:
    """An answer by button."""
    quote, inquiry = quotes.draft(visit.store, press.quote, by=visit.person)
    quote, filled = quotes.choose(visit.store, quote, press.term, press.value, today=visit.today)
    return _go_on(visit, quote, inquiry, filled=filled)


def skip(visit: Visit, press: SkipTerm) -> Reply:
    """I will not say."""
    quote, inquiry = quotes.draft(visit.store, press.quote, by=visit.person)
    return _go_on(visit, quotes.skip(visit.store, quote, press.term), inquiry)


def finish(visit: Visit, press: FinishQuote) -> Reply:
    """That is all: read it back."""
    quote, inquiry = quotes.draft(visit.store, press.quote, by=visit.person)
    quote = quotes.finish(visit.store, quote)
    return _go_on(visit, quote, inquiry)


def send(visit: Visit, press: SendQuote) -> Reply:
    """Send it to the buyer."""
    quote, inquiry = quotes.send(visit.store, press.quote, by=visit.person, now=visit.now)
    visit.leave()
    return screen.sent(visit.words, quote, inquiry)


def drop(visit: Visit, press: DropQuote) -> Reply:
    """Throw it away."""
    quotes.drop(visit.store, press.quote, by=visit.person)
    visit.leave()
    return screen.dropped(visit.words)


def go_on(visit: Visit, talk: Talk) -> Reply:
    """After an interruption."""
    return _go_on(visit, *quotes.draft(visit.store, talk.subject, by=visit.person))


def _go_on(visit: Visit, quote: Quote, inquiry: Inquiry, *, filled: tuple[Term, ...] = ()) -> Reply:
    term = next_question(quote, inquiry)
    visit.go("quote", quote.id, term.value if term else "")
    if term is None:
        return screen.review(visit.words, quote, inquiry)
    return screen.ask(visit.words, quote, inquiry, term, today=visit.today, filled=filled)


def _talk(visit: Visit) -> tuple[Talk, Quote, Inquiry]:
    talk = visit.talk
    assert talk is not None, "only called within the conversation"
    return talk, *quotes.draft(visit.store, talk.subject, by=visit.person)


ROUTES = [
    on_press(QuoteLead, begin),
    on_press(AskTerm, ask),
    on_press(FillTerm, fill),
    on_press(SkipTerm, skip),
    on_press(FinishQuote, finish),
    on_press(SendQuote, send),
    on_press(DropQuote, drop),
    *on_talk("quote", listen, again=go_on, asks=Term),
]
