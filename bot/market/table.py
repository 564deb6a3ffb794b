"""What came out, for people at a terminal of eighty columns."""

from __future__ import annotations

from rich import box
from rich.table import Table

from bot.market.run import Market

_COLUMNS = ("leads", "true", "wins", "small", "wait", "value", "third", "big")
_MEANING = (
    "leads: their Gini at equal fit as the house knows it; true: at equal true fit; wins: the Gini of wins; "
    "small: leads to micro and small firms; wait: median days until a new firm's first lead; "
    "value: what buyers have of it; third: days until the third quote; big: orders filled. More in docs/fairness.md."
)


def table(market: Market) -> Table:
    """A line for each policy."""
    how = market.how
    title = f"{how.firms:,} firms, {how.inquiries:,} inquiries, {how.days} days, the same luck for every policy"
    shown = Table(box=box.SIMPLE, padding=(0, 1, 0, 0), pad_edge=False, title=title, caption=_MEANING)
    shown.add_column("policy", no_wrap=True)
    for column in _COLUMNS:
        shown.add_column(column, justify="right", no_wrap=True)
    for r in market.results:
        longer = ">" if r.newcomer_days_to_first_lead >= how.days else ""
        shown.add_row(
            r.policy,
            f"{r.gini_leads:.2f}",
            f"{r.gini_leads_true:.2f}",
            f"{r.gini_wins:.2f}",
            f"{r.small_share:.0%}",
            f"{longer}{r.newcomer_days_to_first_lead:.1f}",
            f"{r.buyer_utility:.2f}",
            f"{r.days_to_third_quote:.1f}",
            f"{r.big_orders_filled}/{r.big_orders}",
        )
    return shown
