"""A supplier's firm: claiming it by invite, registering it step by step, its own page."""

from __future__ import annotations

from bot.actions import firms, signboard
from bot.domain.outcome import Reason, Refusal
from bot.domain.supplier import Supplier, SupplierStatus, next_question
from bot.screens import start as start_screen
from bot.screens import supplier as screen
from bot.screens.message import Message
from bot.screens.presses.supplying import (
    AskFirm,
    ClaimFirm,
    FillFirm,
    MyFirm,
    PauseFirm,
    RegisterFirm,
    SkipFirm,
    SubmitFirm,
)
from bot.store.people import Talk
from handlers.visit import Again, Command, Reply, Said, Visit, on_command, on_press, on_talk

QUESTIONS = ("name", "country", "size", "products", "moq", "languages")


def claim(visit: Visit, press: ClaimFirm) -> Reply:
    """Yes, I speak for this firm. One without products is asked what it makes."""
    firm = firms.claim(visit.store, press.token, by=visit.person, now=visit.now)
    welcome = screen.claimed(visit.words, firm)
    if visit.store.suppliers.products(firm.id):
        visit.leave()
        return welcome
    visit.go("firm", firm.id, "products", once=True)
    return (welcome, screen.ask(visit.words, firm, "products", products=0))


def register(visit: Visit, _: RegisterFirm) -> Reply:
    """I make or sell something."""
    return _go_on(visit, firms.register(visit.store, by=visit.person))


def mine(visit: Visit, _: Command | MyFirm) -> Reply:
    """My firm's page."""
    firm = visit.store.suppliers.of_agent(visit.person.id)
    if firm is None:
        return screen.no_firm(visit.words)
    if firm.status is SupplierStatus.DRAFT:
        return _go_on(visit, firm)
    return page(visit, firm)


def page(visit: Visit, firm: Supplier) -> Message:
    """A firm's page, with what only the firm sees; the conversation is over."""
    visit.leave()
    spread = signboard.spread_of(visit.store, firm, now=visit.now)
    return screen.page(visit.words, firm, visit.store.suppliers.products(firm.id), spread)


def ask(visit: Visit, press: AskFirm) -> Reply:
    """Let me say this (again)."""
    firm = firms.own(visit.store, press.supplier, by=visit.person)
    visit.go("firm", firm.id, _question(press.question), once=True)
    return screen.ask(visit.words, firm, _question(press.question), products=_products(visit, firm))


def listen(visit: Visit, said: Said) -> Reply:
    """An answer about the firm."""
    talk, firm = _talk(visit)
    if not said.text.strip():
        return Again(ahead=start_screen.only_words(visit.words))
    changed = firms.answer(visit.store, firm, talk.asking, said.text, by=visit.person, today=visit.today, now=visit.now)
    if changed is None:
        return screen.not_understood(visit.words, firm, talk.asking, products=_products(visit, firm))
    added = screen.buyers_say(visit.words, said.text.splitlines()) if talk.asking == "products" else None
    return _after(visit, changed, talk, heard=added)


def fill(visit: Visit, press: FillFirm) -> Reply:
    """An answer by button. Languages are switched one by one until the person goes on."""
    firm = firms.own(visit.store, press.supplier, by=visit.person)
    changed = firms.choose(visit.store, firm, press.question, press.value)
    if press.question == "languages":
        return screen.ask(visit.words, changed, "languages", products=0)
    return _after(visit, changed, visit.talk)


def skip(visit: Visit, press: SkipFirm) -> Reply:
    """I will not say, or: that was all."""
    firm = firms.own(visit.store, press.supplier, by=visit.person)
    if firm.status is SupplierStatus.DRAFT:
        talk = visit.talk
        skipped = {*(talk.data.get("skipped", []) if talk else []), _question(press.question)}
        return _go_on(visit, firm, skipped=frozenset(skipped))
    return page(visit, firm)


def _after(visit: Visit, firm: Supplier, talk: Talk | None, *, heard: str | None = None) -> Reply:
    if firm.status is SupplierStatus.DRAFT:
        return _go_on(visit, firm, skipped=frozenset(talk.data.get("skipped", []) if talk else []), heard=heard)
    return page(visit, firm)


def go_on(visit: Visit, talk: Talk) -> Reply:
    """After an interruption."""
    firm = firms.own(visit.store, talk.subject, by=visit.person)
    if talk.asking:
        return screen.ask(visit.words, firm, talk.asking, products=_products(visit, firm))
    return _go_on(visit, firm) if firm.status is SupplierStatus.DRAFT else page(visit, firm)


def _go_on(visit: Visit, firm: Supplier, *, skipped: frozenset[str] = frozenset(), heard: str | None = None) -> Reply:
    products = visit.store.suppliers.products(firm.id)
    question = next_question(firm, products=len(products), skipped=skipped)
    visit.go("firm", firm.id, question or "", skipped=sorted(skipped))
    if question is None:
        return screen.review(visit.words, firm, products)
    return screen.ask(visit.words, firm, question, products=len(products), heard=heard)


def submit(visit: Visit, press: SubmitFirm) -> Reply:
    """Let us in."""
    firm = firms.submit(visit.store, press.supplier, by=visit.person, now=visit.now)
    visit.leave()
    return screen.submitted(visit.words, firm)


def pause(visit: Visit, press: PauseFirm) -> Reply:
    """No leads for now, or leads again."""
    return page(
        visit, firms.pause(visit.store, press.supplier, pause=bool(press.pause), by=visit.person, now=visit.now)
    )


def _talk(visit: Visit) -> tuple[Talk, Supplier]:
    talk = visit.talk
    assert talk is not None, "only called within the conversation"
    return talk, firms.own(visit.store, talk.subject, by=visit.person)


def _question(name: str) -> str:
    if name not in QUESTIONS:
        raise Refusal(Reason.NOT_FOUND)
    return name


def _products(visit: Visit, firm: Supplier) -> int:
    return len(visit.store.suppliers.products(firm.id))


ROUTES = [
    on_command("firm", mine),
    on_press(ClaimFirm, claim),
    on_press(RegisterFirm, register),
    on_press(MyFirm, mine),
    on_press(AskFirm, ask),
    on_press(FillFirm, fill),
    on_press(SkipFirm, skip),
    on_press(SubmitFirm, submit),
    on_press(PauseFirm, pause),
    *on_talk("firm", listen, again=go_on, asks=QUESTIONS),
]
