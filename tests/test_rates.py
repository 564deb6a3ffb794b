"""Conversions: beside a price, dated, never invented."""

from __future__ import annotations

import io
import threading
import zipfile
from datetime import date, timedelta
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from bot import rates as sources
from bot.actions import comparing, exchange
from bot.domain.goods import Money
from bot.domain.rates import Beside, Rates, beside, shortened
from bot.store.database import Database
from tests.domain.samples import NOW, usd

DAY = date(2026, 10, 30)
RATES = Rates(DAY, {"USD": Decimal("1.25"), "JPY": Decimal(200)})


def test_through_the_euro_and_back() -> None:
    assert RATES.exchange(usd("2.50"), "EUR") == 2
    assert RATES.exchange(usd("2.50"), "JPY") == 400
    assert RATES.exchange(usd("2.50"), "USD") == Decimal("2.50")


def test_a_currency_without_a_rate_has_no_conversion() -> None:
    assert RATES.exchange(Money(Decimal(1), "VND"), "EUR") is None
    assert RATES.exchange(usd("1"), "VND") is None
    assert RATES.exchange(Money(Decimal(1), "VND"), "VND") == 1
    assert beside(RATES, Money(Decimal(1), "VND"), None, "EUR") == Beside("EUR", DAY)


def test_nothing_stands_beside_a_price_in_the_buyers_own_currency_or_where_that_has_no_rate() -> None:
    assert beside(RATES, usd("1"), None, "USD") is None
    assert beside(RATES, usd("1"), None, "VND") is None
    assert beside(RATES, usd("1"), None, None) is None and beside(RATES, None, None, "EUR") is None


@pytest.mark.parametrize(
    ("amount", "shown"),
    [("1.611170784", "1.6112"), ("6086.6451", "6087"), ("99999.7", "100000"), ("0.00012345678", "0.00012346"),
     ("271430.2", "271430"), ("12.3456", "12.346"), ("0", "0")],
)  # fmt: skip
def test_a_conversion_promises_no_more_digits_than_it_has(amount: str, shown: str) -> None:
    assert str(shortened(Decimal(amount))) == shown


def test_rates_come_along_and_are_dated() -> None:
    bundled = sources.bundled()
    assert bundled.day >= DAY and {"USD", "CNY", "INR", "TRY", "BRL", "JPY"} <= bundled.per_euro.keys()


def test_the_list_of_the_central_bank_is_read() -> None:
    read = sources.read(b"Date, USD, JPY, \n30 October 2026, 1.25, 200, \n")
    assert read == RATES


@pytest.mark.parametrize("junk", [b"", b"<html>", b"PK\x03\x04junk", b"Date, USD,\n30 October 2026, x,\n", b"\xff",
                                  b"Date, USD,\n30 October 2026, 0,\n", b"Date,\n30 October 2026,\n"])  # fmt: skip
def test_what_is_no_list_of_rates_is_refused(junk: bytes) -> None:
    with pytest.raises(sources.UnreadableRatesError):
        sources.read(junk)


def test_the_currency_of_a_country() -> None:
    assert [sources.currency_of(c) for c in ("DE", "BR", "CN", "AQ", "XX", None)] == [
        "EUR",
        "BRL",
        "CNY",
        None,
        None,
        None,
    ]


class Bank:
    """A server that hands out one list."""

    def __init__(self, body: bytes, status: int = 200) -> None:
        bank = self
        self.asked = 0

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                bank.asked += 1
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/eurofxref.zip"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def closes(self) -> None:
        self.server.shutdown()
        self.server.server_close()


def packed(text: str) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w") as file:
        file.writestr("eurofxref.csv", text)
    return body.getvalue()


def after_a_day(url: str, folder: Path) -> tuple[Rates, int]:
    """The rates that count after the chore has run once, and in how many hours it runs again (0: never)."""
    database = Database(f"sqlite:///{folder / 'shoal.db'}")
    database.prepare()
    fetched = exchange.prepare(database, {}, NOW, url=url)
    with database.writing() as store:
        exchange.record(store, {}, fetched, NOW, url=url)
        again = [h for h in (1, 3, 24) if store.inbox.crowd(now=NOW + timedelta(hours=h, seconds=1), most=1)]
        newest = comparing.rates(store)
    database.close()
    return newest, min(again, default=0)


def test_newer_rates_are_fetched_and_count_from_then_on(tmp_path: Path) -> None:
    bank = Bank(packed("Date, USD, \n1 March 2031, 1.5, \n"))
    newest, again = after_a_day(bank.url, tmp_path)
    bank.closes()
    assert newest == Rates(date(2031, 3, 1), {"USD": Decimal("1.5")}) and again == 24


@pytest.mark.parametrize("bank", [(b"<html>", 200), (b"", 503)], ids=("junk", "down"))
def test_what_cannot_be_fetched_leaves_the_rates_as_they_are(tmp_path: Path, bank: tuple[bytes, int]) -> None:
    here = Bank(*bank)
    newest, again = after_a_day(here.url, tmp_path)
    here.closes()
    assert newest == sources.bundled() and again == 3 and here.asked == 1


def test_without_an_address_nothing_is_fetched(tmp_path: Path) -> None:
    assert after_a_day("", tmp_path) == (sources.bundled(), 0)


def test_older_rates_than_those_that_came_along_do_not_count(tmp_path: Path) -> None:
    bank = Bank(b"Date, USD, \n1 March 2020, 1.5, \n")
    newest, _ = after_a_day(bank.url, tmp_path)
    bank.closes()
    assert newest == sources.bundled()
