"""Who is asked: which of the firms that fit get the free seats, and the reason that is told for each.

Fit comes first. Among firms that fit, a large one is asked only for a seat that nobody smaller fills, and one seat is
kept for a micro firm where one fits. Nothing that a firm could pay for is among the parameters.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from bot.domain.inquiry import Inquiry
from bot.domain.lead import Fact, Why
from bot.domain.supplier import Product, Size, Supplier
from bot.domain.wishes import Wishes, fits, wishes_of

# Nearness in meaning below which a title is about something else, and how far behind the nearest one it may be.
NEAR_ENOUGH = 0.4
BEHIND_NEAREST = 0.4
# A title that holds this share of the words asked for fits, however far its meaning seems.
WORDS_ENOUGH = 0.6
# What a fact takes from the fit: things that do not fit count against a firm, openly.
_WEIGHS = {
    Fact.MOQ_ABOVE: 0.2,
    Fact.LACKS_CERTIFICATE: 0.1,
    Fact.KIND_OTHER: 0.1,
    Fact.NOT_SERVED: 0.1,
    Fact.CAPACITY_BELOW: 0.1,
    Fact.LEAD_TIME_ABOVE: 0.1,
}


@dataclass(frozen=True)
class Candidate:
    """A firm that a search found. product: None if only its name fitted.

    fit: the search's score, higher is better. near: how near in meaning (cosine). words: the share of the words asked
    for that its title holds.
    """

    supplier: Supplier
    product: Product | None
    fit: float
    near: float
    words: float


def choose(
    candidates: Sequence[Candidate], inquiry: Inquiry, *, seats: int, asked: Collection[int]
) -> list[tuple[Candidate, Why]]:
    """The firms to ask now, at most `seats`, each once, with its reason. asked: suppliers that were asked before."""
    if seats <= 0:
        return []
    wishes = wishes_of(inquiry)
    free = [c for c in meeting(candidates, wishes) if _may_be_asked(c, inquiry, asked)]
    order = ranked(free, wishes)
    chosen = order[:seats]
    micro = next((c for c in order if c.supplier.size is Size.MICRO), None)
    if micro is not None and micro not in chosen and not any(c.supplier.size is Size.MICRO for c in chosen):
        chosen[-1] = micro
    return [(c, why(c, wishes, micro_seat=c is micro and c not in order[:seats])) for c in chosen]


def fitting(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of the firms found, those that make what is asked for, as far as titles can tell."""
    nearest = max((c.near for c in candidates), default=0.0)
    enough = max(NEAR_ENOUGH, nearest - BEHIND_NEAREST)
    return [c for c in candidates if c.near >= enough or c.words >= WORDS_ENOUGH]


def meeting(candidates: Sequence[Candidate], wishes: Wishes) -> list[Candidate]:
    """Of these, the firms that meet every wish that is a condition."""
    return [c for c in candidates if fits(c.supplier, c.product, wishes)[0]]


def ranked(candidates: Sequence[Candidate], wishes: Wishes) -> list[Candidate]:
    """Each firm once, with the best of what it offers, best first; large firms stand behind all others."""

    def order(c: Candidate) -> tuple[bool, float, int]:
        return (c.supplier.size is Size.LARGE, -_worth(c, wishes), c.supplier.id)

    best: dict[int, Candidate] = {}
    for candidate in sorted(candidates, key=order):
        best.setdefault(candidate.supplier.id, candidate)
    return list(best.values())


def why(candidate: Candidate, wishes: Wishes, *, micro_seat: bool = False) -> Why:
    """The reason in facts: what it makes, and what of the buyer's wishes it meets or does not meet."""
    facts = [Fact.MAKES_IT if candidate.product else Fact.NAME_FITS]
    facts += fits(candidate.supplier, candidate.product, wishes)[1]
    if micro_seat:
        facts.append(Fact.SMALL_FIRM_SEAT)
    return Why(candidate.product.name if candidate.product else candidate.supplier.name, tuple(facts))


def _may_be_asked(candidate: Candidate, inquiry: Inquiry, asked: Collection[int]) -> bool:
    firm = candidate.supplier
    return firm.may_get_leads and firm.agent != inquiry.buyer and firm.id not in asked


def _worth(candidate: Candidate, wishes: Wishes) -> float:
    """Fit, less what does not fit."""
    _, facts = fits(candidate.supplier, candidate.product, wishes)
    return candidate.fit - sum(_WEIGHS.get(fact, 0.0) for fact in facts)
