"""The house rules borrow the place of the conversations."""

from __future__ import annotations

from tests.conversations.conftest import empty_database, encoder, place

__all__ = ["empty_database", "encoder", "place"]
