"""Which number counts the goods and which words name them, where the two are easily confused."""

from datetime import date
from decimal import Decimal

import pytest

from bot.domain.goods import Money, Unit
from bot.language.understand import answer, understand
from bot.language.understand.numbers import parse_number

TODAY = date(2026, 12, 1)


def heard(text, language=None):
    """Each product with its count and unit, as a person would list them."""
    return [
        (
            item.product.value if item.product else None,
            item.quantity.value if item.quantity else None,
            item.unit.value if item.unit else None,
        )
        for item in understand(text, today=TODAY, language=language).items
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [("M8 bolts", None), ("M8x20 bolts 500 pcs", 500), ("500 pcs M8x20 bolts", 500), ("200 pcs M10x60 screws", 200)],
)
def test_a_size_does_not_swallow_the_only_name(text, count):
    ((product, quantity, _),) = heard(text, "en")
    assert product.endswith(("bolts", "screws"))
    assert quantity == count


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("304不锈钢保温杯500个", "zh-Hans"),
        ("500个304不锈钢保温杯", "zh-Hans"),
        ("500 pcs 304 stainless bottles", "en"),
        ("бутылки, 316L нержавеющая сталь, 500 шт", "ru"),
    ],
)
def test_the_grade_of_a_metal_counts_nothing(text, language):
    assert [quantity for _, quantity, _ in heard(text, language)] == [500]


def test_a_number_that_is_also_a_grade_counts_where_no_metal_follows():
    assert [quantity for _, quantity, _ in heard("304 bottles", "en")] == [304]


def test_english_as_it_is_thumbed_is_read():
    text = "looking 4 abt 2k canvas totes w/ 1 colour print, to Cork, max 1.40 each"
    understood = understand(text, today=TODAY)
    assert heard(text) == [("canvas totes", 2000, Unit.PIECE)]
    assert understood.destination.value.country == "IE"
    assert understood.budget.value == Money(Decimal("1.40"), "EUR")
    assert understood.budget.guessed
    assert understood.per_unit is True


@pytest.mark.parametrize(("text", "count"), [("كيس قماش قطن", None), ("٢٠٠٠ كيس قماش", 2000)])
def test_a_bag_of_cloth_is_the_goods(text, count):
    ((product, quantity, _),) = heard(text, "ar")
    assert product.startswith("كيس قماش")
    assert quantity == count


def test_a_bag_that_holds_something_is_only_a_unit():
    assert heard("200 كيس أسمنت", "ar") == [("أسمنت", 200, Unit.BAG)]
    assert heard("2000 cotton bags", "en") == [("cotton bags", 2000, Unit.PIECE)]


def test_one_amount_said_twice_is_one_amount():
    text = "we are a kindergarten and need chairs, four dozen and a half would do i guess, i.e. 54"
    assert heard(text, "en") == [("chairs", Decimal("4.5"), Unit.DOZEN)]


def test_each_thing_of_a_list_has_its_count():
    assert heard("1000 mugs and 500 plates", "en") == [("mugs", 1000, Unit.PIECE), ("plates", 500, Unit.PIECE)]
    assert heard("кружки 500 шт, тарелки 300 шт", "ru") == [
        ("кружки", 500, Unit.PIECE),
        ("тарелки", 300, Unit.PIECE),
    ]


@pytest.mark.parametrize(
    ("text", "value"),
    [("тысяч пять", 5000), ("тысяч двадцать пять", 25000), ("сотни три", 300), ("пять тысяч", 5000)],
)
def test_russian_turned_around_means_about(text, value):
    assert parse_number(text, "ru") == value


def test_a_thousand_and_a_little_stays_a_thousand_and_a_little():
    assert parse_number("тысяча пять", "ru") == 1005


def test_an_answer_is_read_with_what_was_learnt():
    said = answer("quantity", "four dozen and a half", today=TODAY, language="en")
    assert (said.amount, said.unit) == (Decimal("4.5"), Unit.DOZEN)


def test_a_supplier_that_is_sought_somewhere_is_no_destination():
    assert understand("ищу завод в Турции", today=TODAY).destination is None
