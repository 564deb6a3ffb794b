"""How this house is run: the few numbers that whoever hosts it may choose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class House:
    """seats: suppliers asked for one inquiry; quote_days: how long quotes come in; second_opinion: is one asked for?

    paid_broadcast: may an announcement cost Stars, so that it goes faster?
    """

    seats: int = 5
    quote_days: int = 3
    second_opinion: bool = False
    paid_broadcast: bool = False
