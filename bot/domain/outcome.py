"""How a rule says no. A refusal carries a reason code; only a screen turns it into a sentence."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """Why something was refused. NOT_FOUND also stands for `not yours`: absent and forbidden look the same."""

    NOT_FOUND = "not_found"
    ALREADY_DONE = "already_done"
    PRODUCT_MISSING = "product_missing"
    PRICE_MISSING = "price_missing"
    INQUIRY_CLOSED = "inquiry_closed"
    INQUIRY_FULL = "inquiry_full"
    QUOTE_EXPIRED = "quote_expired"
    QUOTE_GONE = "quote_gone"
    POOL_CHANGED = "pool_changed"
    ALREADY_CLAIMED = "already_claimed"
    HAS_FIRM = "has_firm"
    NAME_MISSING = "name_missing"
    ADMINS_ONLY = "admins_only"
    ANSWERS_FIRST = "answers_first"
    NOT_UNDERSTOOD = "not_understood"
    REPLY_TO_NOTHING = "reply_to_nothing"


class Refusal(Exception):
    """A rule said no; nothing was changed."""

    def __init__(self, reason: Reason):
        super().__init__(reason.value)
        self.reason = reason
