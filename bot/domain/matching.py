"""Who is asked: which of the firms that fit get the free seats, and the reason that is told for each.

Fit comes first; whose turn it is among those that fit alike is decided in `fairness`. Nothing that a firm could pay for
is among the parameters.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal

from bot.domain import dependence, fairness
from bot.domain.dependence import Leaning
from bot.domain.fairness import NO_RECORD, Contender, Record, Seated
from bot.domain.goods import Quantity
from bot.domain.inquiry import Inquiry
from bot.domain.lead import Fact, Why
from bot.domain.supplier import Product, Size, Supplier
from bot.domain.wishes import Wishes, fits, wishes_of

# Nearness in meaning below which a title is about something else, and how far behind the nearest one it may be.
NEAR_ENOUGH = 0.4
BEHIND_NEAREST = 0.4
# A title that holds this share of the words asked for fits, however far its meaning seems.
WORDS_ENOUGH = 0.6
# So does one that names this share of the kinds of goods asked for, in whatever words.
KIND_ENOUGH = 0.6
# What a fact takes from the fit: things that do not fit count against a firm, openly.
WEIGHS = {
    Fact.MOQ_ABOVE: 0.2,
    Fact.LACKS_CERTIFICATE: 0.1,
    Fact.KIND_OTHER: 0.1,
    Fact.NOT_SERVED: 0.1,
    Fact.CAPACITY_BELOW: 0.1,
    Fact.LEAD_TIME_ABOVE: 0.1,
}
# What a firm that never answers loses against one that always does.
SILENCE_WEIGHS = 0.3
_LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Candidate:
    """A firm that a search found. product: None if only its name fitted.

    fit: the search's score, higher is better. near: how near in meaning (cosine). words: the share of the words asked
    for that its title holds. kind: the share of the kinds of goods asked for that it names.
    """

    supplier: Supplier
    product: Product | None
    fit: float
    near: float
    words: float
    kind: float = 0.0

    @property
    def by_another_name(self) -> bool:
        """Is it the goods asked for, in other words than the buyer's?"""
        return self.product is not None and self.kind >= KIND_ENOUGH and self.words < WORDS_ENOUGH


@dataclass(frozen=True)
class Books:
    """What the house knows of the firms beside what they say of themselves.

    records: what became of each one's leads. sold: what each has sold this month already, by the name of the product.
    barred: firms that shall not meet this buyer. leaning: firms that lean on one buyer, and on whom. now: newcomers are
    counted from here.
    """

    records: Mapping[int, Record] = field(default_factory=dict)
    sold: Mapping[int, Sequence[tuple[str, Quantity]]] = field(default_factory=dict)
    barred: Collection[int] = ()
    leaning: Mapping[int, Leaning] = field(default_factory=dict)
    now: datetime = _LONG_AGO


EMPTY_BOOKS = Books()


@dataclass(frozen=True)
class Choice:
    """The firms to ask, each with its reason, and what it adds to the debts of those who were in question.

    busy: some firm that fits has as many leads as it takes, and may have room later.
    """

    asked: tuple[tuple[Candidate, Why], ...] = ()
    debts: Mapping[int, float] = field(default_factory=dict)
    busy: bool = False


def choose(
    candidates: Sequence[Candidate],
    inquiry: Inquiry,
    *,
    seats: int,
    asked: Collection[int],
    sitting: Sequence[Supplier] = (),
    books: Books = EMPTY_BOOKS,
) -> Choice:
    """The firms to ask now, at most `seats`, each once.

    asked: firms that were asked before, and are not again. sitting: those of them that hold a seat.
    """
    if seats <= 0:
        return Choice()
    wishes = wishes_of(inquiry)
    best: dict[int, _Judged] = {}
    for candidate in candidates:
        if candidate.supplier.id in asked or not _may_be_asked(candidate.supplier, inquiry, books):
            continue
        judged = _judge(candidate, wishes, books)
        known = best.get(candidate.supplier.id)
        if judged is not None and (known is None or judged.worth > known.worth):
            best[candidate.supplier.id] = judged
    with_room = [judged for judged in best.values() if _has_room(judged.candidate.supplier, books)]
    contenders = [_contender(judged, inquiry, books) for judged in with_room]
    seated = fairness.seat(contenders, seats, kept=_kept(inquiry, sitting, books))
    return Choice(
        tuple((best[s.firm].candidate, _why_now(best[s.firm], s)) for s in seated),
        fairness.changes_of_debt(contenders, seated),
        busy=len(with_room) < len(best),
    )


def fitting(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of the firms found, those that make what is asked for, as far as titles can tell."""
    nearest = max((c.near for c in candidates), default=0.0)
    enough = max(NEAR_ENOUGH, nearest - BEHIND_NEAREST)
    return [c for c in candidates if c.near >= enough or c.words >= WORDS_ENOUGH or c.kind >= KIND_ENOUGH]


def meeting(candidates: Sequence[Candidate], wishes: Wishes) -> list[Candidate]:
    """Of these, the firms that meet every wish that is a condition."""
    return [c for c in candidates if fits(c.supplier, c.product, wishes)[0]]


def ranked(candidates: Sequence[Candidate], wishes: Wishes) -> list[Candidate]:
    """Each firm once, with the best of what it offers, best first; large firms stand behind all others."""

    def order(c: Candidate) -> tuple[bool, float, int]:
        worth = _worth(c, fits(c.supplier, c.product, wishes)[1])
        return (c.supplier.size is Size.LARGE, -worth, c.supplier.id)

    best: dict[int, Candidate] = {}
    for candidate in sorted(candidates, key=order):
        best.setdefault(candidate.supplier.id, candidate)
    return list(best.values())


def why(candidate: Candidate, wishes: Wishes) -> Why:
    """The reason in facts: what it makes, and what of the buyer's wishes it meets or does not meet."""
    return _why(candidate, fits(candidate.supplier, candidate.product, wishes)[1])


def with_capacity_left(candidate: Candidate, sold: Sequence[tuple[str, Quantity]]) -> Candidate:
    """The candidate with what its product's monthly capacity still leaves; other measures cannot be taken off."""
    product = candidate.product
    if product is None or product.capacity is None or not sold:
        return candidate
    unit = product.capacity.unit
    parts = (what.in_unit(unit) for name, what in sold if name == product.name)
    left = product.capacity.amount - sum((part.amount for part in parts if part), Decimal(0))
    return replace(candidate, product=replace(product, capacity=Quantity(max(Decimal(0), left), unit)))


@dataclass(frozen=True)
class _Judged:
    """A candidate, what speaks for and against it, and how well it fits after that."""

    candidate: Candidate
    facts: tuple[Fact, ...]
    worth: float


def _judge(candidate: Candidate, wishes: Wishes, books: Books) -> _Judged | None:
    """None where it does not meet a condition."""
    candidate = with_capacity_left(candidate, books.sold.get(candidate.supplier.id, ()))
    may, facts = fits(candidate.supplier, candidate.product, wishes)
    return _Judged(candidate, facts, _worth(candidate, facts)) if may else None


def _worth(candidate: Candidate, facts: Sequence[Fact]) -> float:
    """Fit, less what does not fit."""
    return candidate.fit - sum(WEIGHS.get(fact, 0.0) for fact in facts)


def _why(candidate: Candidate, facts: Sequence[Fact]) -> Why:
    first = Fact.MAKES_IT if candidate.product else Fact.NAME_FITS
    name = (Fact.ANOTHER_NAME,) if candidate.by_another_name else ()
    return Why(candidate.product.name if candidate.product else candidate.supplier.name, (first, *name, *facts))


def _may_be_asked(firm: Supplier, inquiry: Inquiry, books: Books) -> bool:
    return firm.may_get_leads and firm.agent != inquiry.buyer and firm.id not in books.barred


def _has_room(firm: Supplier, books: Books) -> bool:
    record = books.records.get(firm.id, NO_RECORD)
    return fairness.has_room(record, most_open=firm.most_open_leads, most_daily=firm.most_daily_leads)


def _contender(judged: _Judged, inquiry: Inquiry, books: Books) -> Contender:
    firm = judged.candidate.supplier
    record = books.records.get(firm.id, NO_RECORD)
    return Contender(
        firm.id,
        judged.worth - SILENCE_WEIGHS * (1 - record.reliability),
        debt=firm.lead_debt,
        micro=firm.size is Size.MICRO,
        large=firm.size is Size.LARGE,
        newcomer=fairness.is_newcomer(firm.joined_at, record.leads, now=books.now),
        pull=dependence.owed(
            books.leaning.get(firm.id),
            buyer=inquiry.buyer,
            country=inquiry.destination.country if inquiry.destination else None,
        ),
    )


def _kept(inquiry: Inquiry, sitting: Sequence[Supplier], books: Books) -> fairness.Kept:
    """The seats that are kept and still free. Who sits has this lead by now, and is as new as before it."""

    def was_new(firm: Supplier) -> bool:
        before = books.records.get(firm.id, NO_RECORD).leads - 1
        return fairness.is_newcomer(firm.joined_at, max(0, before), now=books.now)

    return fairness.kept_seats(
        inquiry.seats,
        micro_sits=any(firm.size is Size.MICRO for firm in sitting),
        newcomer_sits=any(was_new(firm) for firm in sitting),
    )


def _why_now(judged: _Judged, seated: Seated) -> Why:
    """The reason for this seat: why the firm fits, and what else let it have its turn."""
    more = {
        Fact.SMALL_FIRM_SEAT: seated.micro_seat,
        Fact.NEWCOMER_SEAT: seated.newcomer_seat,
        Fact.WAITED_LONGER: seated.waited_longer,
        Fact.OTHER_BUYER: seated.other_buyer,
    }
    return _why(judged.candidate, (*judged.facts, *(fact for fact, is_so in more.items() if is_so)))
