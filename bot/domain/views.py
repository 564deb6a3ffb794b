"""What one side of the trade sees of the other, and no more than that."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.domain.inquiry import Inquiry
from bot.domain.lead import Lead, Why
from bot.domain.quote import Quote
from bot.domain.rates import Beside
from bot.domain.supplier import Size, Supplier, SupplierStatus, SupplierType


def for_suppliers(inquiry: Inquiry) -> Inquiry:
    """The inquiry as suppliers may see it: a target price only if the buyer allowed it.

    The buyer's own words may name the price as well, in figures or in words: while it is hidden, so are they.
    """
    if inquiry.show_price or inquiry.target_price is None:
        return inquiry
    return replace(inquiry, target_price=None, per_unit=None, text="")


@dataclass(frozen=True)
class Firm:
    """What a buyer sees of a supplier before a deal: no contact details."""

    id: int
    name: str
    country: str | None
    city: str | None
    type: SupplierType | None
    size: Size | None
    certificates: tuple[str, ...]
    verified: bool

    @staticmethod
    def of(supplier: Supplier) -> Firm:
        """The public face of a supplier."""
        s, verified = supplier, supplier.status is SupplierStatus.VERIFIED
        return Firm(s.id, s.name, s.country, s.city, s.type, s.size, s.certificates, verified)


@dataclass(frozen=True)
class Contact:
    """How to reach somebody, passed on at a deal and nowhere earlier."""

    name: str
    username: str | None = None
    phone: str | None = None
    email: str | None = None
    website: str | None = None

    @property
    def empty(self) -> bool:
        """Is there no way to reach them?"""
        return not (self.username or self.phone or self.email or self.website)


@dataclass(frozen=True)
class LeadView:
    """A lead as its supplier sees it: the terms, the seats left, its own quote.

    answers: of ten quotes the buyer gets, so many are answered; None of a new buyer.
    """

    lead: Lead
    inquiry: Inquiry
    seats_left: int
    quote: Quote | None = None
    answers: int | None = None


@dataclass(frozen=True)
class QuoteView:
    """A quote as the buyer sees it. beside: its price in the buyer's currency."""

    quote: Quote
    inquiry: Inquiry
    firm: Firm
    beside: Beside | None = None


@dataclass(frozen=True)
class Asked:
    """A firm that was asked, and why."""

    firm: Firm
    why: Why
