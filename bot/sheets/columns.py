"""The columns that a list of suppliers may have."""

from __future__ import annotations

from enum import StrEnum


class Column(StrEnum):
    """What a column holds. FIRM surely names a firm; NAME is a bare "name", which beside FIRM may name a product."""

    REF = "ref"
    FIRM = "firm"
    NAME = "name"
    COUNTRY = "country"
    CITY = "city"
    ADDRESS = "address"
    TYPE = "type"
    SIZE = "size"
    PRODUCTS = "products"
    ENGLISH = "english"
    DESCRIPTION = "description"
    LANGUAGES = "languages"
    CERTIFICATES = "certificates"
    MARKETS = "export_markets"
    MOQ = "moq"
    UNIT = "unit"
    CAPACITY = "capacity_per_month"
    LEAD_TIME = "lead_time_days"
    PRICE = "price"
    PRICE_HIGH = "price_high"
    CURRENCY = "currency"
    WEBSITE = "website"
    EMAIL = "email"
    PHONE = "phone"
    CONTACT = "contact"


# Figures may carry their unit or currency in the header: "MOQ (pcs)", "Price USD", "Lead time, days".
FIGURES = frozenset({Column.MOQ, Column.CAPACITY, Column.LEAD_TIME, Column.PRICE, Column.PRICE_HIGH})
# Of these a sheet may have several columns ("product 1", "product 2"); of the others the first one counts.
REPEATABLE = frozenset(
    {Column.PRODUCTS, Column.ADDRESS, Column.LANGUAGES, Column.CERTIFICATES, Column.MARKETS, Column.CONTACT}
)
