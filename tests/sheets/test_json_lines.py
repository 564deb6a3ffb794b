import json
from decimal import Decimal

import pytest

from bot.domain.goods import Money, Quantity, Unit
from bot.sheets import Reason, Trouble, Unreadable


def test_objects_with_products_of_their_own_terms(reading):
    firm = {
        "Company": "Acme", "country": "VN", "languages": ["vi", "English"], "colour": "red",
        "contact": {"email": "a@acme.example", "phone": 842435551234},
        "products": [
            "cups",
            {"name": "bát", "english": "bowl", "description": "20 cm", "moq": 500, "unit": "pcs", "capacity": 9000,
             "lead_time_days": 21, "price": 1.1, "price_high": "1.60", "currency": "USD"},
            {"english": "nameless"}, 7, None,
        ],
    }  # fmt: skip
    found = reading(json.dumps(firm), "list.jsonl")
    (acme,) = found.firms
    assert (acme.name, acme.languages, acme.email, acme.phone) == (
        "Acme",
        ("vi", "en"),
        "a@acme.example",
        "842435551234",
    )
    assert [product.name for product in acme.products] == ["cups", "bát"]
    bowl = acme.products[1]
    assert (bowl.english, bowl.description, bowl.lead_time_days) == ("bowl", "20 cm", 21)
    assert (bowl.moq, bowl.capacity_per_month) == (
        Quantity(Decimal(500), Unit.PIECE),
        Quantity(Decimal(9000), Unit.PIECE),
    )
    assert (bowl.price_low, bowl.price_high) == (Money(Decimal("1.1"), "USD"), Money(Decimal("1.60"), "USD"))
    assert found.ignored_columns == ("colour",)


def test_lines_that_are_no_objects_are_named_and_cost_no_other(reading):
    text = (
        '{"name":"A","country":"VN"}\n\n[1]\n{"name":\n"x"\n{"name":"B","country":"VN"}\n{"x":1}\n' + "9" * 5000 + "\n"
    )
    found = reading(text, "list.jsonl")
    assert [firm.name for firm in found.firms] == ["A", "B"]
    assert [(row.line, row.reason) for row in found.refused] == [
        (3, Reason.NOT_AN_OBJECT), (4, Reason.BROKEN_LINE), (5, Reason.NOT_AN_OBJECT), (7, Reason.NO_NAME),
        (8, Reason.BROKEN_LINE),
    ]  # fmt: skip


def test_an_array_of_objects_is_a_list_too(reading):
    found = reading('[\n {"name": "A", "country": "VN"},\n {"name": "B", "country": "CN"}\n]', "list.json")
    assert [firm.name for firm in found.firms] == ["A", "B"]


def test_huge_and_strange_numbers_are_left_out(reading):
    found = reading(
        '{"name":"A","country":"VN","products":[{"name":"x","price":1e999999,"moq":NaN,"unit":"pcs"}]}', "a.jsonl"
    )
    assert found.firms[0].products[0].price_low is None
    assert found.firms[0].products[0].moq is None


def test_half_letters_do_not_stay_in_names(reading):
    assert reading('{"name":"A\\ud800cme","country":"VN"}', "a.jsonl").firms[0].name == "Acme"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{nope\n{no", Trouble.BROKEN),
        ("[1, 2]", Trouble.NOT_A_LIST),
        ('"a"\n"b"', Trouble.NOT_A_LIST),
        ('{"colour": "red"}', Trouble.NO_NAME_COLUMN),
        ("[" * 100_000, Trouble.BROKEN),
        ('{"a":' * 30_000, Trouble.BROKEN),
    ],
)
def test_a_document_that_is_no_list_is_refused(reading, text, reason):
    with pytest.raises(Unreadable) as refusal:
        reading(text, "list.jsonl")
    assert refusal.value.reason is reason
