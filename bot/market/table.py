"""What came out, for people at a terminal."""

from __future__ import annotations

from rich.table import Table

from bot.market.run import Market

COLUMNS = (
    "policy", "Gini of leads\nat equal fit", "… true fit", "… raw", "Gini of wins\nat equal fit", "to micro\nand small",
    "newcomer waits\n(median days)", "buyers'\nutility", "third quote\n(days)", "quotes", "big orders\nfilled",
)  # fmt: skip


def table(market: Market) -> Table:
    """A line for each policy."""
    how = market.how
    title = f"{how.firms:,} firms, {how.inquiries:,} inquiries, {how.days} days, the same luck for every policy"
    shown = Table(*COLUMNS, title=title)
    for r in market.results:
        longer = "more than " if r.newcomer_days_to_first_lead >= how.days else ""
        shown.add_row(
            r.policy,
            f"{r.gini_leads:.2f}",
            f"{r.gini_leads_true:.2f}",
            f"{r.gini_leads_raw:.2f}",
            f"{r.gini_wins:.2f}",
            f"{r.small_share:.0%}",
            f"{longer}{r.newcomer_days_to_first_lead:.1f}",
            f"{r.buyer_utility:.3f}",
            f"{r.days_to_third_quote:.1f}",
            f"{r.quotes_per_inquiry:.1f}",
            f"{r.big_orders_filled} of {r.big_orders}",
        )
    return shown
