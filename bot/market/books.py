"""What one way of choosing remembers of each firm, as columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.domain.fairness import MOST_DAILY, MOST_OPEN, USUAL_ANSWERED, USUAL_LEADS
from bot.market.assumptions import DAY, MONTH
from bot.market.firms import Firms, Floats, Whole
from bot.market.inquiries import Occasion, weighed


@dataclass(eq=False)
class Books:
    """Leads and what became of them, deals, debts: one number for each firm.

    relevance: what equity of attention has to give. deserved: the leads that a firm would have had if those that
    fit alike, as far as the house could know, had shared evenly what each inquiry gave; truly_deserved: if those had
    that really fit alike.
    """

    leads: Whole
    waiting: Whole
    answered: Whole
    over: Whole
    wins: Whole
    debt: Floats
    first_lead: Floats
    last_lead: Floats
    relevance: Floats
    deserved: Floats
    truly_deserved: Floats
    _today: Whole
    _day: Whole
    _sold: Floats
    _month: Whole
    _firms: Firms

    @classmethod
    def empty(cls, firms: Firms) -> Books:
        """Before the first inquiry."""
        n = len(firms)
        leads, waiting, answered, over, wins, today, day, month = np.zeros((8, n), np.int64)
        debt, relevance, deserved, truly_deserved, sold = np.zeros((5, n))
        first_lead, last_lead = np.full(n, np.nan), np.full(n, -np.inf)
        return cls(
            leads, waiting, answered, over, wins, debt, first_lead, last_lead, relevance, deserved, truly_deserved,
            today, day, sold, month, firms,
        )  # fmt: skip

    def ask(self, firm: int, now: float, *, waits: bool = True) -> None:
        """A firm gets a lead. waits: it has still to answer it."""
        day = int(now // DAY)
        self._today[firm] = self._today[firm] + 1 if self._day[firm] == day else 1
        self._day[firm] = day
        if not self.leads[firm]:
            self.first_lead[firm] = now
        self.leads[firm] += 1
        self.waiting[firm] += waits
        self.last_lead[firm] = now

    def end(self, firm: int, *, answered: bool) -> None:
        """A lead is over."""
        self.waiting[firm] -= 1
        self.over[firm] += 1
        self.answered[firm] += answered

    def sell(self, firm: int, amount: float, now: float) -> None:
        """A firm wins an order, or a part of one."""
        month = int(now // MONTH)
        self._sold[firm] = amount + (self._sold[firm] if self._month[firm] == month else 0.0)
        self._month[firm] = month
        self.wins[firm] += 1

    def have_room(self, firms: Whole, now: float) -> NDArray[np.bool_]:
        """`fairness.has_room` for many firms that set no limits of their own; a day is a day of the calendar here."""
        today = np.where(self._day[firms] == int(now // DAY), self._today[firms], 0)
        room: NDArray[np.bool_] = (self.waiting[firms] < MOST_OPEN) & (today < MOST_DAILY)
        return room

    def can_make(self, firms: Whole, now: float) -> Floats:
        """What this month still leaves."""
        sold = np.where(self._month[firms] == int(now // MONTH), self._sold[firms], 0.0)
        return np.maximum(self._firms.capacity[firms] - sold, 0.0)

    def reliability(self, firms: Whole) -> Floats:
        """`Record.reliability` for many firms."""
        share: Floats = (self.answered[firms] + USUAL_ANSWERED) / (self.over[firms] + USUAL_LEADS)
        return share

    def worth(self, found: Occasion, now: float) -> Floats:
        """How well each firm that was found fits, as far as the house knows."""
        firms, moq = found.firms, self._firms.moq[found.firms]
        can, answers = self.can_make(firms, now), self.reliability(firms)
        return weighed(found.score, found.quantity, capacity=can, moq=moq, answers=answers)
