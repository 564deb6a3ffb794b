"""Where exchange rates come from: the European Central Bank's list, as it came with us or as it was fetched."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path

from bot.domain.rates import Rates

# The ECB's list of a day has one line and some 400 bytes; anything much longer is something else.
MOST_BYTES = 2 * 2**20


class UnreadableRatesError(Exception):
    """What was fetched is not a list of rates."""


@cache
def bundled() -> Rates:
    """The rates that came with the installed version of CurrencyConverter."""
    from currency_converter import SINGLE_DAY_CURRENCY_FILE

    return _rates(Path(SINGLE_DAY_CURRENCY_FILE).read_text(encoding="utf-8").splitlines())


def read(content: bytes) -> Rates:
    """The newest day of an ECB list (`eurofxref.csv`, or a zip with it). Raises UnreadableRatesError."""
    try:
        if content.startswith(b"PK"):
            with zipfile.ZipFile(io.BytesIO(content)) as packed:
                first = packed.infolist()[0]
                content = packed.read(first) if first.file_size <= MOST_BYTES else b""
        return _rates(content.decode("utf-8").splitlines()[:2])
    except (ValueError, ArithmeticError, LookupError, StopIteration, RuntimeError, zipfile.BadZipFile) as error:
        raise UnreadableRatesError(type(error).__name__) from None


async def fetch(url: str, *, seconds: float = 30) -> bytes:
    """What stands at this address, at most MOST_BYTES of it. Raises OSError (aiohttp's too) and TimeoutError."""
    import aiohttp

    try:
        timeout = aiohttp.ClientTimeout(total=seconds)
        async with aiohttp.ClientSession(timeout=timeout) as session, session.get(url) as answer:
            answer.raise_for_status()
            body = b""
            while len(body) < MOST_BYTES and (piece := await answer.content.read(MOST_BYTES - len(body))):
                body += piece
            return body
    except (aiohttp.ClientError, ValueError) as problem:
        raise OSError(type(problem).__name__) from None


def _rates(lines: Iterable[str]) -> Rates:
    from currency_converter import CurrencyConverter

    converter = CurrencyConverter(currency_file=None, decimal=True)
    converter.load_lines(lines)
    day: date = converter.bounds["EUR"].last_date
    known = sorted(currency for currency in converter.currencies if currency != "EUR")
    rates = {currency: converter.convert(1, "EUR", currency, date=day) for currency in known}
    if not rates or any(not rate.is_finite() or rate <= 0 for rate in rates.values()):
        raise ValueError("no rates")
    return Rates(day, rates)


def currency_of(country: str | None) -> str | None:
    """The currency that is used in a country (ISO 3166-1 alpha-2) today."""
    from babel.numbers import get_territory_currencies

    if country is None:
        return None
    current = get_territory_currencies(country)
    return current[0] if current else None
