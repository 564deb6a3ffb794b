"""Every table. Columns bear the names of the domain's fields; ids of Telegram are 64 bits wide."""

from bot.store.tables import people, suppliers, trade, traffic

__all__ = ["people", "suppliers", "trade", "traffic"]
