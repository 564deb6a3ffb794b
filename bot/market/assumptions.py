"""What the invented market is like. Every number that is not a rule of Shoal's stands here."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

# Hours of the simulated clock; it begins on a Monday at 0:00 UTC.
DAY = 24.0
MONTH = 30 * DAY
# How many firms a search looks at for an inquiry, and how many are asked at a time: as in the house.
LOOK_AT = 60
SEATS = 5


@dataclass(frozen=True)
class Assumptions:
    """Of whom the market consists and how they behave. Amounts are in usual orders, hours are working hours.

    sizes: the shares of micro, small, medium and large firms among those that sell abroad. Of all firms in the EU
    some 93 % are micro, 6 % small, 0.9 % medium and 0.2 % large; of those that export, about 70 % are micro and 2.2 %
    (within the EU) to 3.8 % (beyond it) large: Eurostat, International trade in goods by enterprise size, 2018.
    """

    firms: int = 20_000
    inquiries: int = 100_000
    days: int = 365
    families: int = 300
    buyers: int = 30_000

    sizes: tuple[float, float, float, float] = (0.70, 0.20, 0.08, 0.02)
    # What a firm can make in a month: the median for its size, and the spread of the lognormal around it.
    capacity: tuple[float, float, float, float] = (1.5, 6.0, 30.0, 150.0)
    capacity_spread: float = 0.8
    # The least it makes, as a share of that.
    moq_share: float = 0.05
    # Quality from 0 to 1: few are excellent (a beta distribution with mean 0.4).
    quality: tuple[float, float] = (2.0, 3.0)
    price_spread: float = 0.12
    # The n-th most popular family has a share like 1 / n ** this, of the firms and of the inquiries.
    firms_by_family: float = 0.7
    inquiries_by_family: float = 0.8
    # The share of the firms that are there on the first day; the others join evenly through the time.
    there_at_first: float = 0.6
    leaving_a_year: float = 0.1

    # How well a firm's goods really fit an inquiry: this much at best, less with the distance of what it makes from
    # what is wanted (three dimensions). A search sees that with an error: of a firm's title, always the same, and by
    # chance.
    best_fit: float = 0.95
    fit_by_distance: float = 0.12
    title_luck: float = 0.04
    search_luck: float = 0.03

    # The share of leads that a firm answers (beta: mean 0.7), passes on among those, and hours until it does.
    answers: tuple[float, float] = (4.2, 1.8)
    passes: float = 0.15
    hours: float = 4.0
    hours_spread: float = 1.0
    # How much longer each further lead that waits at a firm makes it take.
    crowding: float = 0.05
    # The share of firms that quote for a part where the whole is too much for them.
    takes_parts: float = 0.7
    # The share of firms that would pay for a better rank: by size.
    pays: tuple[float, float, float, float] = (0.1, 0.25, 0.5, 0.8)

    # Days that a buyer waits for quotes, the share of big orders (heavy-tailed from `big_from` on), and of inquiries
    # that are again for what this buyer buys.
    waits: float = 7.0
    big_share: float = 0.1
    big_from: float = 5.0
    big_tail: float = 1.3
    again: float = 0.7
    # What several parcels instead of one are worth less to a buyer.
    bother: float = 0.05


FULL = Assumptions()
# A twentieth for half a year, as dense: as many inquiries for each firm and day.
QUICK = Assumptions(firms=1_000, inquiries=2_500, days=182, families=6, buyers=1_000)
BEGINNING = datetime(2026, 1, 5, tzinfo=UTC)
