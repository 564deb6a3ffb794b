"""How fair, and how good for buyers: what is read off a market when its time is over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bot.market.assumptions import DAY
from bot.market.firms import Firms, Floats, Whole

# So many firms of a family, neighbours in how well they really fit, count as fitting alike.
ALIKE = 10


def gini(values: Floats, weights: Floats | None = None) -> float:
    """0 where all have the same, near 1 where one has everything. weights: how many each value stands for."""
    many = np.ones(len(values)) if weights is None else weights
    order = np.argsort(values, kind="stable")
    people = np.concatenate([[0.0], np.cumsum(many[order])])
    owned = np.concatenate([[0.0], np.cumsum((values * many)[order])])
    if not len(values) or owned[-1] <= 0:
        return 0.0
    under = float((np.diff(people) * (owned[1:] + owned[:-1])).sum()) / 2
    return 1 - 2 * under / float(people[-1] * owned[-1])


def gini_at_equal_fit(got: Whole, firms: Firms, fit: Floats, days: Floats) -> float:
    """How unequally leads (or deals) a day are shared among firms that fit alike, firms with none among them.

    Alike are ten firms of one family that are neighbours in how well they truly fit its inquiries on the average. Each
    firm counts by the days that it was there; groups count by what they got together.
    """
    whole = 0.0
    for group in alike(firms, fit, days):
        whole += float(got[group].sum()) * gini(got[group] / days[group], days[group])
    return whole / max(1.0, float(got.sum()))


def alike(firms: Firms, fit: Floats, days: Floats) -> Iterator[Whole]:
    """Groups of ten neighbours; what is left over in a family joins its last group."""
    for family in firms.by_family.values():
        there = family[days[family] > 0]
        order = there[np.argsort(fit[there], kind="stable")]
        if len(order):
            yield from np.array_split(order, max(1, len(order) // ALIKE))


def days_there(firms: Firms, horizon: float) -> Floats:
    """For how many days of the time each firm was in the market."""
    days: Floats = np.maximum(np.minimum(firms.left, horizon) - np.maximum(firms.joined, 0.0), 0.0) / DAY
    return days


def median_wait(waits: Floats, happened: Sequence[bool] | np.ndarray, *, longest: float) -> float:
    """The median time until something happens where for some it had not happened yet when the time was over.

    Kaplan and Meier's estimate (1958). `longest` where fewer than half see it happen: the true median is beyond.
    """
    order = np.argsort(waits, kind="stable")
    still, at_risk = 1.0, len(waits)
    for wait, did in zip(waits[order].tolist(), np.asarray(happened)[order].tolist(), strict=True):
        if did:
            still *= 1 - 1 / at_risk
            if still <= 0.5:
                return float(wait)
        at_risk -= 1
    return longest


def wait_of_newcomers(firms: Firms, first_lead: Floats, horizon: float) -> tuple[float, float]:
    """For firms that joined after the beginning: the median days until the first lead, and the share that got none."""
    new = np.flatnonzero((firms.joined > 0) & (firms.joined < horizon))
    ends = np.minimum(firms.left[new], horizon)
    led = ~np.isnan(first_lead[new])
    waits = (np.where(led, first_lead[new], ends) - firms.joined[new]) / DAY
    never = 1 - float(led.mean()) if len(new) else 0.0
    return median_wait(waits, led, longest=horizon / DAY), never


def median(values: Sequence[float | None], *, never: float) -> float:
    """The median, where None stands for never."""
    return float(np.median([never if v is None else v for v in values])) if values else never
