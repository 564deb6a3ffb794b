import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.sheets import Reason, Unreadable, read
from bot.sheets.text import clean, fold

from .conftest import reading

_NAMES = st.sampled_from(["a.csv", "a.xlsx", "a.jsonl", "a", "", "a.json", ".csv"])
_STARTS = st.sampled_from(
    [b"", b"name,country\n", b"PK\x03\x04", b"\xff\xfe", b"\xef\xbb\xbf", b"{", b"[", b"%PD", b"\xd0\xcf\x11\xe0"]
)
_HEADER = (
    "name,country,address,product,moq,unit,capacity,lead time,price,price to,currency,size,type,languages,website,phone"
)
_CELLS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["VN", "China", "1,5", "1.500-2", "$", "12 pcs", "<3", "a@b.c", "½", "²", "٣"]),
)


@settings(deadline=None, max_examples=300)
@given(_STARTS, st.binary(max_size=400), _NAMES)
def test_any_bytes_are_read_or_refused(start, data, name):
    with suppress(Unreadable):
        reading(start + data, name)


@settings(deadline=None, max_examples=300)
@given(st.lists(st.lists(_CELLS, max_size=18), max_size=6))
def test_any_cells_under_a_good_header_are_taken_or_named(rows):
    found = reading(_HEADER + "\n" + "\n".join(",".join(row) for row in rows), "list.csv")
    assert all(firm.name and firm.country and firm.ref for firm in found.firms)
    assert len({firm.ref for firm in found.firms}) == len(found.firms)


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | _CELLS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(_HEADER.split(",")) | st.text(), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(deadline=None, max_examples=300)
@given(st.lists(_JSON, min_size=1, max_size=4))
def test_any_json_is_read_or_refused(items):
    with suppress(Unreadable):
        reading("\n".join(json.dumps(item) for item in items), "list.jsonl")


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.text("abcÉ ", min_size=1, max_size=6), st.sampled_from(["VN", "DE"]), st.text("xy1 ", max_size=4))
    )
)
def test_reading_twice_gives_the_same_references_in_any_order(rows):
    one = reading("name,country,address\n" + "\n".join(",".join(row) for row in rows))
    two = reading("name,country,address\n" + "\n".join(",".join(row) for row in reversed(rows)))
    assert {firm.ref for firm in one.firms} == {firm.ref for firm in two.firms}


@given(st.text())
def test_folding_and_cleaning_a_second_time_change_nothing(text):
    assert fold(fold(text)) == fold(text)
    assert clean(clean(text)) == clean(text)


ROWS = {"2": 83, "4": 81, "6": 44, "8": 61, "10": 54, "15": 351}


@pytest.mark.skipif("SHOAL_DATA" not in os.environ, reason="SHOAL_DATA names no folder with the six real lists")
@pytest.mark.parametrize(("number", "count"), ROWS.items())
def test_every_row_of_the_real_lists_is_taken_or_named(number, count):
    path = Path(os.environ["SHOAL_DATA"]) / "suppliers" / f"facility_list_{number}.csv"
    found = read(
        path.read_bytes(),
        filename=path.name,
        country_of=lambda said: "ZZ" if fold(said) else None,
        unit_of=lambda _: None,
    )
    assert len(found.firms) + len(found.refused) == count
    assert {row.reason for row in found.refused} <= {Reason.DUPLICATE}
    assert len(found.refused) == (4 if number == "2" else 0)
    assert found.ignored_columns == found.unread == ()
    assert not any("□" in f"{firm.name}{firm.address}" for firm in found.firms)
