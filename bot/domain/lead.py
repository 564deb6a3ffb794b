"""A lead: an inquiry handed to one supplier, and the seat it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from bot.domain.inquiry import Inquiry
from bot.domain.outcome import Reason, Refusal


class LeadStatus(StrEnum):
    """offered → seen → quoted / declined / lapsed / withdrawn."""

    OFFERED = "offered"
    SEEN = "seen"
    QUOTED = "quoted"
    DECLINED = "declined"
    LAPSED = "lapsed"
    WITHDRAWN = "withdrawn"


WAITING = frozenset({LeadStatus.OFFERED, LeadStatus.SEEN})
HOLDS_A_SEAT = WAITING | {LeadStatus.QUOTED}


class DeclineReason(StrEnum):
    """Why a supplier passes; each one teaches matching something."""

    NO_CAPACITY = "no_capacity"
    BELOW_MOQ = "below_moq"
    OUT_OF_RANGE = "out_of_range"
    DESTINATION = "destination"
    TIMING = "timing"
    UNCLEAR = "unclear"
    SUSPICIOUS = "suspicious"
    OTHER = "other"


class Fact(StrEnum):
    """One reason why a firm was chosen, or something that does not fit and is said openly."""

    MAKES_IT = "makes_it"
    NAME_FITS = "name_fits"
    ANOTHER_NAME = "another_name"
    MOQ_FITS = "moq_fits"
    MOQ_ABOVE = "moq_above"
    HAS_CERTIFICATE = "has_certificate"
    LACKS_CERTIFICATE = "lacks_certificate"
    FROM_COUNTRY = "from_country"
    ELSEWHERE = "elsewhere"
    UNWANTED_COUNTRY = "unwanted_country"
    KIND_FITS = "kind_fits"
    KIND_OTHER = "kind_other"
    NOT_SERVED = "not_served"
    CAPACITY_BELOW = "capacity_below"
    LEAD_TIME_FITS = "lead_time_fits"
    LEAD_TIME_ABOVE = "lead_time_above"
    SAME_COUNTRY = "same_country"
    SPEAKS_LANGUAGE = "speaks_language"
    SMALL_FIRM_SEAT = "small_firm_seat"
    NEWCOMER_SEAT = "newcomer_seat"
    WAITED_LONGER = "waited_longer"
    CAPACITY_LEFT = "capacity_left"
    OTHER_BUYER = "other_buyer"
    BELOW_FLOOR = "below_floor"


# What counts against a firm.
AGAINST = frozenset(
    {
        Fact.MOQ_ABOVE,
        Fact.LACKS_CERTIFICATE,
        Fact.ELSEWHERE,
        Fact.UNWANTED_COUNTRY,
        Fact.KIND_OTHER,
        Fact.NOT_SERVED,
        Fact.CAPACITY_BELOW,
        Fact.LEAD_TIME_ABOVE,
    }
)


# What let a firm have its turn, beside its fit.
OF_A_SEAT = frozenset({Fact.SMALL_FIRM_SEAT, Fact.NEWCOMER_SEAT, Fact.WAITED_LONGER})

# The firm's own affairs: said to the firm and to nobody else.
PRIVATE = frozenset({Fact.OTHER_BUYER, Fact.BELOW_FLOOR})


@dataclass(frozen=True)
class Why:
    """Why this firm: its product in its own words (or the words of its name that fit), and the facts that counted."""

    product: str | None
    facts: tuple[Fact, ...] = ()


def for_buyers(why: Why) -> Why:
    """The reason as a buyer may hear it."""
    return replace(why, facts=tuple(fact for fact in why.facts if fact not in PRIVATE))


@dataclass(frozen=True)
class Lead:
    """An inquiry in one supplier's hands."""

    id: int
    inquiry: int
    supplier: int
    why: Why
    status: LeadStatus
    offered_at: datetime
    seat_until: datetime
    decline_reason: DeclineReason | None = None


def decline(lead: Lead, reason: DeclineReason) -> Lead:
    """The supplier passes; its seat is free at once."""
    if lead.status is LeadStatus.WITHDRAWN:
        raise Refusal(Reason.INQUIRY_CLOSED)
    if lead.status not in WAITING:
        raise Refusal(Reason.ALREADY_DONE)
    return replace(lead, status=LeadStatus.DECLINED, decline_reason=reason)


def lapse(lead: Lead, *, now: datetime) -> Lead:
    """A firm that stayed silent past its time gives the seat up. It may still quote while a seat is free."""
    if lead.status in WAITING and now >= lead.seat_until:
        return replace(lead, status=LeadStatus.LAPSED)
    return lead


def seats_taken(leads: Sequence[Lead]) -> int:
    """How many seats are held by a quote."""
    return sum(lead.status is LeadStatus.QUOTED for lead in leads)


def seats_to_fill(inquiry: Inquiry, leads: Sequence[Lead]) -> int:
    """How many more firms should be asked now."""
    if not inquiry.live:
        return 0
    return max(0, inquiry.seats - sum(lead.status in HOLDS_A_SEAT for lead in leads))


def may_quote(inquiry: Inquiry, lead: Lead, leads: Sequence[Lead]) -> None:
    """Refuse unless this lead may bring a quote now (a first one needs a free seat; a revision does not)."""
    if not inquiry.live:
        raise Refusal(Reason.INQUIRY_CLOSED)
    if lead.status is LeadStatus.QUOTED:
        return
    if lead.status is LeadStatus.WITHDRAWN:
        raise Refusal(Reason.INQUIRY_CLOSED)
    if seats_taken(leads) >= inquiry.seats:
        raise Refusal(Reason.INQUIRY_FULL)
