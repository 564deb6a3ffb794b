import datetime
import zipfile
from decimal import Decimal
from io import BytesIO

import pytest
from openpyxl import Workbook

from bot.domain.goods import Money, Quantity, Unit
from bot.sheets import Trouble, Unreadable


def saved(book: Workbook) -> bytes:
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def workbook(*rows: list[object]) -> Workbook:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    return book


def test_numbers_dates_and_text_come_as_they_are(reading):
    book = workbook(
        ["Our suppliers"], [], ["id", "name", "country", "founded", "product", "MOQ (pcs)", "Price (€)", "e-mail"],
        [1001.0, "Acme", "Vietnam", datetime.datetime(1999, 5, 1), "cups", 500, 1.1800000000000002, "a@acme.example"],
    )  # fmt: skip
    (firm,) = reading(saved(book), "list.xlsx").firms
    assert (firm.ref, firm.name, firm.line, firm.email) == ("1001", "Acme", 4, "a@acme.example")
    assert firm.products[0].moq == Quantity(Decimal(500), Unit.PIECE)
    assert firm.products[0].price_low == Money(Decimal("1.18"), "EUR")


def test_the_first_visible_sheet_with_names_is_read(reading):
    book = workbook(["Contents"], ["see next sheet"])
    hidden = book.create_sheet("old")
    hidden.sheet_state = "hidden"
    hidden.append(["name", "country"])
    hidden.append(["Hidden", "Vietnam"])
    book.create_sheet("empty")
    for title in ("list", "other"):
        page = book.create_sheet(title)
        page.append(["name", "country"])
        page.append([f"Acme {title}", "Vietnam"])
    assert [firm.name for firm in reading(saved(book), "list.xlsx").firms] == ["Acme list"]


def test_merged_cells_leave_blanks_that_go_on_about_the_firm(reading):
    book = workbook(["name", "country", "product"], ["Acme", "Vietnam", "cups"], [None, None, "plates"])
    book.active.merge_cells("A2:A3")
    book.active.merge_cells("B2:B3")
    (firm,) = reading(saved(book), "list.xlsx").firms
    assert [product.name for product in firm.products] == ["cups", "plates"]


def test_formula_text_is_literal_and_a_formula_without_value_is_blank(reading):
    book = workbook(["name", "country", "address"], ["Acme", "Vietnam", "x"], ["Bolt", "Vietnam", "=1+1"])
    book.active["C2"].value = "=HYPERLINK(1)"
    book.active["C2"].data_type = "s"
    found = reading(saved(book), "list.xlsx")
    assert [firm.address for firm in found.firms] == ["=HYPERLINK(1)", None]


def test_notes_beside_the_table_do_not_break_a_row(reading):
    book = workbook(["name", "country"], ["Acme", "Vietnam", None, "call them"])
    assert len(reading(saved(book), "list.xlsx").firms) == 1


def test_far_away_cells_and_long_runs_of_blank_rows_are_harmless(reading):
    book = workbook(["name", "country"], ["Acme", "Vietnam"])
    book.active["XFD3"] = "far"
    book.active["A20000"] = "Bolt"
    book.active["B20000"] = "Vietnam"
    found = reading(saved(book), "list.xlsx")
    assert [(firm.name, firm.line) for firm in found.firms] == [("Acme", 2), ("Bolt", 20000)]


def archive(name: str, content: bytes = b"x") -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04 and nothing more", Trouble.BROKEN),
        (saved(workbook(["name", "country"]))[:2000], Trouble.BROKEN),
        (archive("xl/workbook.xml", b"<broken"), Trouble.BROKEN),
        (archive("content.xml"), Trouble.NOT_A_LIST),
        (archive("xl/bomb.xml", b"\0" * 200_000_000), Trouble.TOO_BIG),
        (saved(Workbook()), Trouble.EMPTY),
        (saved(workbook(["colour", "shape"], ["red", "round"])), Trouble.NO_NAME_COLUMN),
    ],
)
def test_an_archive_that_is_no_list_is_refused(reading, data, reason):
    with pytest.raises(Unreadable) as refusal:
        reading(data, "list.xlsx")
    assert refusal.value.reason is reason
