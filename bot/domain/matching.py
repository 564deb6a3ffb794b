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

# Nearness in meaning below which a title is about something else, and how far behind the nearest one it may be.
NEAR_ENOUGH = 0.4
BEHIND_NEAREST = 0.4
# A title that holds this share of the words asked for fits, however far its meaning seems.
WORDS_ENOUGH = 0.6


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
    free = [c for c in candidates if _may_be_asked(c, inquiry, asked)]
    by_fit = sorted(free, key=lambda c: (c.supplier.size is Size.LARGE, -_worth(c, inquiry), c.supplier.id))
    order = [c for n, c in enumerate(by_fit) if all(c.supplier.id != better.supplier.id for better in by_fit[:n])]
    chosen = order[:seats]
    micro = next((c for c in order if c.supplier.size is Size.MICRO), None)
    if micro is not None and micro not in chosen and not any(c.supplier.size is Size.MICRO for c in chosen):
        chosen[-1] = micro
    return [(c, why(c, inquiry, micro_seat=c is micro and c not in order[:seats])) for c in chosen]


def fitting(candidates: Sequence[Candidate]) -> list[Candidate]:
    """Of the firms found, those that make what is asked for, as far as titles can tell."""
    nearest = max((c.near for c in candidates), default=0.0)
    enough = max(NEAR_ENOUGH, nearest - BEHIND_NEAREST)
    return [c for c in candidates if c.near >= enough or c.words >= WORDS_ENOUGH]


def why(candidate: Candidate, inquiry: Inquiry, *, micro_seat: bool = False) -> Why:
    """The reason in facts: what it makes, and what of the buyer's wishes it meets or does not meet."""
    facts = [Fact.MAKES_IT if candidate.product else Fact.NAME_FITS]
    facts += _moq_fact(candidate, inquiry) + _certificate_fact(candidate, inquiry)
    if inquiry.destination and inquiry.destination.country == candidate.supplier.country is not None:
        facts.append(Fact.SAME_COUNTRY)
    if inquiry.language and inquiry.language in candidate.supplier.languages:
        facts.append(Fact.SPEAKS_LANGUAGE)
    if micro_seat:
        facts.append(Fact.SMALL_FIRM_SEAT)
    return Why(candidate.product.name if candidate.product else candidate.supplier.name, tuple(facts))


def _may_be_asked(candidate: Candidate, inquiry: Inquiry, asked: Collection[int]) -> bool:
    firm = candidate.supplier
    return firm.may_get_leads and firm.agent != inquiry.buyer and firm.id not in asked


def _worth(candidate: Candidate, inquiry: Inquiry) -> float:
    """Fit, less what does not fit: a MOQ above the quantity or a missing certificate counts against a firm, openly."""
    facts = _moq_fact(candidate, inquiry) + _certificate_fact(candidate, inquiry)
    return candidate.fit - 0.2 * (Fact.MOQ_ABOVE in facts) - 0.1 * (Fact.LACKS_CERTIFICATE in facts)


def _moq_fact(candidate: Candidate, inquiry: Inquiry) -> list[Fact]:
    moq = (candidate.product.moq if candidate.product else None) or candidate.supplier.moq
    if moq is None or inquiry.quantity is None:
        return []
    enough = inquiry.quantity.covers(moq)
    return [] if enough is None else [Fact.MOQ_FITS if enough else Fact.MOQ_ABOVE]


def _certificate_fact(candidate: Candidate, inquiry: Inquiry) -> list[Fact]:
    if not inquiry.certificates:
        return []
    held = {_plain(c) for c in candidate.supplier.certificates}
    return [Fact.HAS_CERTIFICATE if {_plain(c) for c in inquiry.certificates} <= held else Fact.LACKS_CERTIFICATE]


def _plain(certificate: str) -> str:
    return "".join(c for c in certificate.casefold() if c.isalnum())
