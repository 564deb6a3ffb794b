"""Every table. Columns bear the names of the domain's fields; ids of Telegram are 64 bits wide.

METADATA knows them all: whoever imports it from here has imported every room of tables.
"""

from bot.store.tables import people, suppliers, trade, traffic
from bot.store.tables.shape import METADATA

__all__ = ["METADATA", "people", "suppliers", "trade", "traffic"]
