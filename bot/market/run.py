"""The same market under several policies, in one run: every inquiry is met by all of them with the same luck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass

import numpy as np

from bot.market.assumptions import DAY, Assumptions
from bot.market.firms import LARGE, MICRO, SMALL, Firms, firms
from bot.market.house import House
from bot.market.inquiries import Merit, Occasion, occasions
from bot.market.measures import days_there, gini, gini_at_equal_fit, median, wait_of_newcomers
from bot.market.policies import POLICIES, Policy


@dataclass(frozen=True)
class Result:
    """What a policy did.

    gini_leads, gini_wins: leads (deals) over the leads that a firm's fit deserved, as far as the house could know it;
    …_true: as it really is; …_neighbours: among firms that fit alike on the average; …_raw: among all firms, whatever
    they make and how well. small_share, micro_share, large_share: of all leads. buyer_utility: what the best that a
    buyer could have is worth, 0 to 1, and 0 where there was nothing. days_to_third_quote: the median.
    """

    policy: str
    gini_leads: float
    gini_wins: float
    small_share: float
    newcomer_days_to_first_lead: float
    buyer_utility: float
    days_to_third_quote: float
    big_orders_filled: int
    big_orders: int
    gini_leads_true: float
    gini_leads_neighbours: float
    gini_leads_raw: float
    gini_wins_raw: float
    micro_share: float
    large_share: float
    newcomers_without_lead: float
    firms_without_lead: float
    leads_per_inquiry: float
    quotes_per_inquiry: float
    with_three_quotes: float
    fit_of_best: float
    bought: float

    def line(self) -> dict[str, str | int | float]:
        """As one line of JSON."""
        return {k: round(v, 4) if isinstance(v, float) else v for k, v in asdict(self).items()}


@dataclass(frozen=True, eq=False)
class Market:
    """Everything after a run: what was there, what firms deserved, and each policy's house."""

    how: Assumptions
    firms: Firms
    merit: Merit
    houses: tuple[House, ...]

    @property
    def results(self) -> list[Result]:
        """Policy by policy."""
        return [_result(self, house) for house in self.houses]


def simulate(
    how: Assumptions,
    *,
    seed: int,
    policies: Iterable[Policy] = POLICIES,
    each: Callable[[], object] = lambda: None,
) -> Market:
    """Let time pass. The same seed gives the same numbers. each: called after each inquiry."""
    chance = np.random.default_rng(seed)
    every = firms(how, chance)
    merit = Merit.none_yet(len(every))
    houses = tuple(House(policy, how, every) for policy in policies)
    return serve(how, every, merit, houses, occasions(how, every, merit, chance), each=each)


def serve(
    how: Assumptions,
    every: Firms,
    merit: Merit,
    houses: tuple[House, ...],
    coming: Iterable[Occasion],
    *,
    each: Callable[[], object] = lambda: None,
) -> Market:
    """All houses meet every inquiry, and then work on until nothing is due any more."""
    for occasion in coming:
        for house in houses:
            house.open(occasion)
        each()
    for house in houses:
        house.pass_time(float("inf"))
    return Market(how, every, merit, houses)


def _result(market: Market, house: House) -> Result:
    every, books, done = market.firms, house.books, house.outcomes
    horizon = market.how.days * DAY
    days, fit = days_there(every, horizon), market.merit.average_fit
    there, leads = days > 0, books.leads
    all_leads = max(1, int(leads.sum()))
    wait, never = wait_of_newcomers(every, books.first_lead, horizon)
    due, truly = books.deserved > 0, books.truly_deserved > 0
    big = [o for o in done if o.big]

    def mean(values: list[float] | list[int] | list[bool]) -> float:
        return float(np.mean(values)) if values else 0.0

    return Result(
        policy=house.policy.name,
        gini_leads=gini(leads[due] / books.deserved[due], books.deserved[due]),
        gini_wins=gini(books.wins[due] / books.deserved[due], books.deserved[due]),
        small_share=float(leads[(every.size == MICRO) | (every.size == SMALL)].sum()) / all_leads,
        newcomer_days_to_first_lead=wait,
        buyer_utility=mean([o.value for o in done]),
        days_to_third_quote=median([o.third_quote for o in done], never=market.how.waits),
        big_orders_filled=sum(o.filled for o in big),
        big_orders=len(big),
        gini_leads_true=gini(leads[truly] / books.truly_deserved[truly], books.truly_deserved[truly]),
        gini_leads_neighbours=gini_at_equal_fit(leads, every, fit, days),
        gini_leads_raw=gini(leads[there].astype(np.float64)),
        gini_wins_raw=gini(books.wins[there].astype(np.float64)),
        micro_share=float(leads[every.size == MICRO].sum()) / all_leads,
        large_share=float(leads[every.size == LARGE].sum()) / all_leads,
        newcomers_without_lead=never,
        firms_without_lead=mean((leads[there] == 0).tolist()),
        leads_per_inquiry=mean([o.asked for o in done]),
        quotes_per_inquiry=mean([o.quotes for o in done]),
        with_three_quotes=mean([o.third_quote is not None for o in done]),
        fit_of_best=mean([o.fit for o in done if o.value > 0]),
        bought=mean([o.filled for o in done]),
    )
