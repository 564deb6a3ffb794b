"""Ways of choosing whom to ask. Each gets the same firms that were found and says which ones, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bot.domain.fairness import Contender, changes_of_debt, debt_after, is_newcomer, kept_seats, seat
from bot.domain.pool import SEATS_FOR_PARTS
from bot.market.assumptions import BEGINNING, SEATS
from bot.market.books import Books
from bot.market.firms import LARGE, MICRO, Firms, Floats
from bot.market.inquiries import Occasion

# How far a rank that is paid for lifts a firm, for each tier.
LIFT = 0.15
# How many seats there are where nobody who is asked can make the whole.
FOR_PARTS = SEATS * SEATS_FOR_PARTS
# The share of the best relevance that equity of attention must keep (θ in the paper).
KEEPS_QUALITY = 0.95


@dataclass(frozen=True, slots=True)
class Question:
    """Whom to ask for these seats? free: which of the firms found may be asked. sitting: which hold a
    seat already. in_all: how many seats the inquiry has.
    """

    found: Occasion
    free: NDArray[np.bool_]
    sitting: Sequence[int]
    seats: int
    in_all: int
    now: float


class Chooses(Protocol):
    """Positions among the firms found, at most as many as there are seats."""

    def __call__(self, asked: Question, firms: Firms, books: Books, /) -> list[int]:
        """Whom to ask now."""
        ...


@dataclass(frozen=True)
class Policy:
    """A way to serve an inquiry.

    refills: a firm that passes or stays silent frees its seat for the next. parts: a firm may quote for a part, and
    several together fill an order. seats_for_parts: how many seats there are where nobody who is asked can make the
    whole. races: everybody found is told, and the first that quote have the seats.
    """

    name: str
    chooses: Chooses
    seats: int = SEATS
    refills: bool = True
    parts: bool = False
    seats_for_parts: int = SEATS
    races: bool = False


def shoal(asked: Question, firms: Firms, books: Books) -> list[int]:
    """As the house does, with the house's own rules."""
    found, moment = asked.found, BEGINNING + timedelta(hours=asked.now)
    worth = books.worth(found, asked.now).tolist()
    ids = found.firms.tolist()
    sizes, debts = firms.size[found.firms].tolist(), books.debt[found.firms].tolist()
    leads, joined = books.leads[found.firms].tolist(), firms.joined_at

    def is_new(at: int, before: int) -> bool:
        return is_newcomer(joined[ids[at]], before, now=moment)

    contenders = [
        Contender(at, worth[at], debts[at], sizes[at] == MICRO, sizes[at] == LARGE, is_new(at, leads[at]))
        for at in np.flatnonzero(asked.free).tolist()
    ]
    kept = kept_seats(
        asked.in_all,
        micro_sits=any(sizes[at] == MICRO for at in asked.sitting),
        newcomer_sits=any(is_new(at, max(0, leads[at] - 1)) for at in asked.sitting),
    )
    seated = seat(contenders, asked.seats, kept=kept)
    for at, change in changes_of_debt(contenders, seated).items():
        books.debt[ids[at]] = debt_after(debts[at], change)
    return [s.firm for s in seated]


def _by(value: Callable[[Question, Firms, Books], Floats]) -> Chooses:
    """Those of the highest value; of equal ones the one with the better score."""

    def chooses(asked: Question, firms: Firms, books: Books) -> list[int]:
        may = np.flatnonzero(asked.free)
        order = np.argsort(-value(asked, firms, books)[may], kind="stable")
        best: list[int] = may[order[: asked.seats]].tolist()
        return best

    return chooses


def _score(asked: Question, _firms: Firms, books: Books) -> Floats:
    return books.worth(asked.found, asked.now)


def _paid(asked: Question, firms: Firms, books: Books) -> Floats:
    lifted: Floats = books.worth(asked.found, asked.now) + LIFT * firms.tier[asked.found.firms]
    return lifted


def _turn(asked: Question, _firms: Firms, books: Books) -> Floats:
    longest: Floats = -books.last_lead[asked.found.firms]
    return longest


def equity_of_attention(asked: Question, _firms: Firms, books: Books) -> list[int]:
    """Attention in proportion to relevance, over many inquiries: Biega, Gummadi & Weikum, SIGIR 2018.

    Adapted: all seats get the same attention, one each, so that an inquiry gives as much attention as it has seats;
    relevance is the worth of the firms found, scaled to the same sum when an inquiry comes. Instead of an integer
    program for a whole ranking, firms are taken greedily, those first that lack most attention, as long as each is
    worth at least θ of the one that a ranking by worth would have at the same seat.
    """
    found = asked.found
    worth = np.maximum(books.worth(found, asked.now), 1e-9)
    if not asked.sitting and asked.seats == asked.in_all:
        books.relevance[found.firms] += min(asked.in_all, len(found.firms)) * worth / worth.sum()
    lacks = books.relevance[found.firms] - books.leads[found.firms]
    may = np.flatnonzero(asked.free)
    best = np.sort(worth[may])[::-1][: asked.seats]
    chosen: list[int] = []
    for least in best * KEEPS_QUALITY:
        good = [at for at in may[worth[may] >= least].tolist() if at not in chosen]
        chosen.append(max(good, key=lambda at: (lacks[at], worth[at])))
    return chosen


BEST_SCORE, PAID, TURN = _by(_score), _by(_paid), _by(_turn)

POLICIES = (
    Policy("shoal", shoal, parts=True, seats_for_parts=FOR_PARTS),
    Policy("shoal_without_pools", shoal),
    Policy("best_score_first", BEST_SCORE, refills=False),
    Policy("best_score_first_refilled", BEST_SCORE),
    Policy("pay_to_rank", PAID, refills=False),
    Policy("first_come_ten_seats", BEST_SCORE, seats=10, races=True),
    Policy("round_robin", TURN),
    Policy("equity_of_attention", equity_of_attention),
)
