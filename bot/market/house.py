"""One way of choosing, at work: inquiries are opened, firms answer or do not, seats pass on, buyers decide."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count

import numpy as np
from numpy.typing import NDArray

from bot.market.assumptions import DAY, Assumptions
from bot.market.books import Books
from bot.market.clock import after, seat_until
from bot.market.deciding import Quote, decide
from bot.market.firms import Firms, Floats
from bot.market.inquiries import Occasion, deserved
from bot.market.policies import Policy, Question


@dataclass(eq=False)
class Case:
    """An inquiry in hand. asked, waiting: positions among the firms found. worth: how well each fitted when it came."""

    found: Occasion
    ends: float
    asked: NDArray[np.bool_]
    worth: Floats
    seats: int
    waiting: set[int] = field(default_factory=set)
    quotes: list[Quote] = field(default_factory=list)
    third_quote: float | None = None
    closed: bool = False


@dataclass(frozen=True)
class Outcome:
    """What became of an inquiry. value: of the best that the buyer could have, 0 where there is nothing.

    third_quote: days until the third quote came, None where none did. filled: the buyer bought the whole amount.
    """

    big: bool
    asked: int
    quotes: int
    value: float
    fit: float
    third_quote: float | None
    filled: bool
    firms: int


class House:
    """Serves every inquiry of a market by one policy. Events are worked on in the order of time."""

    def __init__(self, policy: Policy, how: Assumptions, firms: Firms) -> None:
        self.policy, self.books, self.outcomes = policy, Books.empty(firms), list[Outcome]()
        self._how, self._firms = how, firms
        self._due: list[tuple[float, int, Callable[[float], None]]] = []
        self._tick = count()

    def open(self, found: Occasion) -> None:
        """A buyer sends an inquiry."""
        self.pass_time(found.opened)
        asked, worth = np.zeros(len(found.firms), np.bool_), self.books.worth(found, found.opened)
        case = Case(found, found.opened + self._how.waits * DAY, asked, worth, self.policy.seats)
        self._at(case.ends, lambda now: self._close(case, now))
        if self.policy.races:
            self._race(case)
        else:
            self._fill(case, found.opened)

    def pass_time(self, until: float) -> None:
        """Let everything happen that is due by then."""
        while self._due and self._due[0][0] <= until:
            due, _, what = heapq.heappop(self._due)
            what(due)

    def _at(self, due: float, what: Callable[[float], None]) -> None:
        heapq.heappush(self._due, (due, next(self._tick), what))

    def _fill(self, case: Case, now: float) -> None:
        seats = case.seats - len(case.quotes) - len(case.waiting)
        free = ~case.asked & self.books.have_room(case.found.firms, now)
        if seats > 0 and free.any():
            sitting = [*case.waiting, *(q.at for q in case.quotes)]
            question = Question(case.found, free, sitting, seats, case.seats, now)
            for at in self.policy.chooses(question, self._firms, self.books):
                self._ask(case, at, now)
        if self._widen(case, now):
            self._fill(case, now)
        elif not case.waiting:
            self._close(case, now)  # there is nobody to wait for

    def _widen(self, case: Case, now: float) -> bool:
        """Nobody who holds a seat can make the whole: parts add up, so there are more seats for them."""
        if not self.policy.parts or case.seats >= self.policy.seats_for_parts:
            return False
        sitting = case.found.firms[[*case.waiting, *(q.at for q in case.quotes)]]
        if not len(sitting) or (self.books.can_make(sitting, now) >= case.found.quantity).any():
            return False
        case.seats = self.policy.seats_for_parts
        return True

    def _ask(self, case: Case, at: int, now: float) -> None:
        firm, found = int(case.found.firms[at]), case.found
        case.asked[at] = True
        case.waiting.add(at)
        its = float(self._firms.clock[firm])
        until = seat_until(now, case.ends, its) if self.policy.refills else case.ends
        hours = found.hours[at] * (1 + self._how.crowding * self.books.waiting[firm])
        self.books.ask(firm, now)
        answers = after(now, float(hours), its) if found.mood[at] < self._firms.answers[firm] else np.inf
        if answers < until:
            self._at(answers, lambda then: self._answer(case, at, then))
        else:
            self._at(until, lambda then: self._lapse(case, at, then))

    def _answer(self, case: Case, at: int, now: float) -> None:
        self.books.end(int(case.found.firms[at]), answered=True)
        case.waiting.discard(at)
        if case.closed:
            return
        quote = self._quote(case, at, now)
        if quote is not None:
            self._take(case, quote, now)
        if len(case.quotes) == case.seats or (not self.policy.refills and not case.waiting):
            self._close(case, now)
        elif quote is None and self.policy.refills:
            self._fill(case, now)

    def _lapse(self, case: Case, at: int, now: float) -> None:
        self.books.end(int(case.found.firms[at]), answered=False)
        case.waiting.discard(at)
        if not case.closed and self.policy.refills:
            self._fill(case, now)

    def _quote(self, case: Case, at: int, now: float) -> Quote | None:
        """What the firm offers; None where it passes."""
        found, firm = case.found, int(case.found.firms[at])
        if found.passing[at] < self._how.passes or self._firms.moq[firm] > found.quantity:
            return None
        can = float(self.books.can_make(found.firms[at : at + 1], now)[0])
        if can >= found.quantity:
            return Quote(at, firm, found.quantity)
        worth_it = can >= max(self._firms.moq[firm], found.quantity / 20)
        return Quote(at, firm, can) if self.policy.parts and self._firms.takes_parts[firm] and worth_it else None

    def _take(self, case: Case, quote: Quote, now: float) -> None:
        case.quotes.append(quote)
        if len(case.quotes) == 3:
            case.third_quote = (now - case.found.opened) / DAY

    def _race(self, case: Case) -> None:
        """All are told; who is quick enough has a seat. Only those count as leads: for the others it was full."""
        found, now = case.found, case.found.opened
        firms = self._firms
        able = (
            (found.mood < firms.answers[found.firms])
            & (found.passing >= self._how.passes)
            & (firms.moq[found.firms] <= found.quantity)
            & (self.books.can_make(found.firms, now) >= found.quantity)
        )
        times = [
            (after(now, float(found.hours[at]), float(firms.clock[found.firms[at]])), at)
            for at in np.flatnonzero(able).tolist()
        ]
        for then, at in sorted(times)[: self.policy.seats]:
            if then < case.ends:
                case.waiting.add(at)
                case.asked[at] = True
                self._at(then, partial(self._arrive, case, at))
        if not case.waiting:
            self._close(case, now)

    def _arrive(self, case: Case, at: int, now: float) -> None:
        firm = int(case.found.firms[at])
        self.books.ask(firm, now, waits=False)
        case.waiting.discard(at)
        self._take(case, Quote(at, firm, case.found.quantity), now)
        if not case.waiting:
            self._close(case, now)

    def _close(self, case: Case, now: float) -> None:
        if case.closed:
            return
        case.closed = True
        chosen = decide(case.found, case.quotes, self._firms, self._how.bother)
        bought = chosen.value >= case.found.reserve
        for firm, amount in chosen.parts if bought else ():
            self.books.sell(firm, amount, now)
        found, leads = case.found.firms, int(case.asked.sum())
        self.books.deserved[found] += deserved(case.worth, leads)
        self.books.truly_deserved[found] += deserved(case.found.merit, leads)
        self.outcomes.append(
            Outcome(
                big=case.found.big,
                asked=leads,
                quotes=len(case.quotes),
                value=chosen.value,
                fit=chosen.fit,
                third_quote=case.third_quote,
                filled=bought,
                firms=len(chosen.parts) if bought else 0,
            )
        )
