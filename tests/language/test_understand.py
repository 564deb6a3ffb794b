"""What buyers' messages are understood to say, on Tuesday 1 December 2026."""

import json
import os
import threading
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.domain.goods import Incoterm, Money, Place, Quantity, Unit
from bot.language.understand import Label, Span, answer, assemble, find, understand
from bot.language.understand.lines import as_line

TODAY = date(2026, 12, 1)


def heard(text, language=None):
    return understand(text, today=TODAY, language=language)


def amounts(text, language=None):
    return [(item.quantity.value, item.unit.value) for item in heard(text, language).items if item.quantity]


@pytest.mark.parametrize(
    ("text", "quantity", "unit", "country"),
    [
        ("500 steel bottles, 750 ml, to Hamburg by March", 500, Unit.PIECE, "DE"),
        ("half a ton of shea butter, ship to Lyon France", Decimal("0.5"), Unit.TONNE, "FR"),
        ("нужно 2 тонны сахара в Казань", 2, Unit.TONNE, "RU"),
        ("necesito 300 cajas de guantes para Lima, Perú", 300, Unit.CARTON, "PE"),
        ("três mil peças de brinquedos, Recife", 3000, Unit.PIECE, "BR"),
        ("une quinzaine de groupes électrogènes 10 kVA livrés à Bamako", 15, Unit.PIECE, "ML"),
        ("Anfrage: 1.250,5 lfm Baumwollstoff, München", Decimal("1250.5"), Unit.METRE, "DE"),
        ("نحتاج ٥٠٠ كرسي بلاستيك إلى جدة", 500, Unit.PIECE, "SA"),
        ("हमें 75 सिलाई मशीन चाहिए, पटना", 75, Unit.PIECE, "IN"),
        ("butuh 2 kontainer 20' beras ke Surabaya", 2, Unit.CONTAINER_20FT, "ID"),
        ("cần 300 thùng găng tay giao Hải Phòng", 300, Unit.CARTON, "VN"),
        ("460 düzine çorap, İzmir'e", 460, Unit.DOZEN, "TR"),
        ("儿童玩具 一千二百套 发德国", 1200, Unit.SET, "DE"),
        ("tunahitaji mifuko 200 ya saruji kwenda Mombasa", 200, Unit.BAG, "KE"),
    ],
)
def test_quantity_unit_and_place_are_heard(text, quantity, unit, country):
    understood = heard(text)
    assert amounts(text)[0] == (quantity, unit)
    assert understood.destination.value.country == country


@pytest.mark.parametrize(
    "text",
    [
        "led bulb 9w E27 x 300 units",
        "300 cups 150 ml",
        "bolts M8 A4 304, 300 pcs",
        "300 tiles 60x60 cm",
        "paper A4 80 gsm 300 reams",
        "300 cartons, 24 pcs per carton",
        "hammers, call +1 415 555 0133, 300 pcs",
        "300 drills 18V, payment 30 days",
    ],
)
def test_what_describes_the_goods_is_not_their_quantity(text):
    assert [quantity for quantity, _ in amounts(text, "en")] == [300]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "not 500, 300 mugs"),
        ("tr", "500 değil 300 adet kupa"),
        ("en", "500 mugs, sorry, 300 mugs"),
        ("pt", "500 canecas... na verdade 300 canecas"),
        ("ru", "не 500, а 300 кружек"),
        ("zh-Hans", "不要500箱,要300箱"),
        ("es", "no 500, sino 300 tazas"),
        ("de", "nicht 500, sondern 300 Tassen"),
    ],
)
def test_a_correction_counts(language, text):
    assert [quantity for quantity, _ in amounts(text, language)] == [300]


@pytest.mark.parametrize(
    "text",
    [
        "Hi, I'm looking for a supplier in Vietnam",
        "fournisseurs de savon en Turquie",
        "ищу завод в Турции",
        "mugs made in China",
        "bottles from India",
        "chaussettes, pas de made in china svp",
        "çinden seramik",
    ],
)
def test_where_goods_come_from_is_not_where_they_go(text):
    assert heard(text).destination is None


def test_the_buyers_own_town_is_the_destination():
    assert heard("hola, somos de Montevideo, 300 sillas").destination.value.country == "UY"
    assert heard("denim for our factory in Dhaka").destination.value == Place("BD", "Dhaka")


def test_several_lines_are_several_items():
    understood = heard("Requiero:\n• 500 pares de botas de seguridad\n• 480 cascos\nPara Santiago de Chile")
    assert [(item.product.value, item.quantity.value, item.unit.value) for item in understood.items] == [
        ("botas de seguridad", 500, Unit.PAIR),
        ("cascos", 480, Unit.PIECE),
    ]


@pytest.mark.parametrize(
    ("text", "money", "each"),
    [
        ("300 chairs, budget total 15 000 €", Money(Decimal(15000), "EUR"), False),
        ("3500 yards of denim, up to 4 bucks a yard", Money(Decimal(4), "USD"), True),
        ("sillas 300 uds, $1,800 pesos cada una, Monterrey", Money(Decimal(1800), "MXN"), True),
        ("10 тыс. ламп не дороже 35 руб", Money(Decimal(35), "RUB"), True),
        ("15 bicicletas eléctricas a Valencia, tengo unos 9000 euros", Money(Decimal(9000), "EUR"), False),
    ],
)
def test_money_is_for_one_or_for_all(text, money, each):
    understood = heard(text)
    assert (understood.budget.value, understood.per_unit) == (money, each)


def test_the_rest_of_a_message_is_heard():
    understood = heard("Looking for nitrile gloves, 200 cartons, FDA + CE, DDP Rotterdam before end of January")
    assert [slot.value for slot in understood.certificates] == ["FDA", "CE"]
    assert understood.incoterm.value is Incoterm.DDP
    assert understood.deadline.value == date(2027, 1, 31)
    assert understood.items[0].product.value == "nitrile gloves"


def test_what_is_not_needed_is_not_a_certificate():
    assert heard("riz brisé pour Conakry, halal pas nécessaire").certificates == ()


def test_every_slot_points_at_its_words():
    text = "🙋 Hello, 300 chairs to Dubai, max 40 USD each"
    understood = heard(text)
    slot = understood.items[0].quantity
    assert text[slot.start : slot.end] == "300"
    assert text[understood.destination.start : understood.destination.end] == "Dubai"
    assert text[understood.budget.start : understood.budget.end] == "40 USD each"


def test_pieces_that_were_not_said_are_a_guess():
    assert heard("300 chairs").items[0].unit.guessed
    assert not heard("300 pcs chairs").items[0].unit.guessed


def test_any_finder_can_label_the_stretches():
    text = "chairs: 300, to Dubai"
    spans = [Span(Label.PRODUCT, 0, 6), Span(Label.QUANTITY, 8, 11), Span(Label.DESTINATION, 16, 21)]
    understood = assemble(text, spans, today=TODAY, language="en")
    assert understood.items[0].product.value == "chairs"
    assert understood.items[0].quantity.value == 300
    assert understood.destination.value.country == "AE"


def test_a_stretch_that_cannot_be_read_is_left_empty():
    spans = [
        Span(Label.QUANTITY, 0, 4),
        Span(Label.BUDGET, 0, 4),
        Span(Label.DEADLINE, 0, 4),
        Span(Label.DESTINATION, 0, 4),
    ]
    understood = assemble("some", spans, today=TODAY, language="en")
    assert (understood.items, understood.budget, understood.deadline, understood.destination) == ((), None, None, None)


ANSWERS = [
    ("quantity", "en", "2", Quantity(Decimal(2), Unit.CARTON)),
    ("quantity", "es", "unas 500 piezas", Quantity(Decimal(500), Unit.PIECE)),
    ("quantity", "ru", "тыщу", Quantity(Decimal(1000), Unit.CARTON)),
    ("quantity", "en", "500, no, 300", Quantity(Decimal(300), Unit.CARTON)),
    ("quantity", "en", "half of it", None),
    ("quantity", "en", "-5", None),
    ("quantity", "en", "0", None),
    ("quantity", "en", "1e9999", None),
    ("quantity", "en", "10-12", Quantity(Decimal(10), Unit.CARTON)),
    ("budget", "en", "-5 USD", None),
    ("budget", "en", "$5 / kg", Money(Decimal(5), "USD")),
    ("quantity", "en", "I don't know", None),
    ("deadline", "es", "mañana", date(2026, 12, 2)),
    ("deadline", "en", "no rush", None),
    ("destination", "tr", "Ankara'ya", Place("TR", "Ankara")),
    ("destination", "en", "graz", Place("AT", "graz")),
    ("budget", "en", "max 3 USD each", Money(Decimal(3), "USD")),
    ("certificates", "en", "ce and fda", ("CE", "FDA")),
    ("incoterm", "en", "fob please", Incoterm.FOB),
    ("unit", "de", "Kartons", Unit.CARTON),
    ("product", "en", "I need steel bottles", "steel bottles"),
]


@pytest.mark.parametrize(("slot", "language", "text", "value"), ANSWERS)
def test_an_answer_is_read_by_its_question(slot, language, text, value):
    assert answer(slot, text, today=TODAY, language=language, expecting_unit=Unit.CARTON) == value


def test_a_line_holds_plain_values():
    line = as_line("x", heard("2.5 tonnes of coffee to Japan by 15 March, 4 USD per kg"))
    assert json.loads(json.dumps(line)) == line
    assert (line["quantity"], line["unit"], line["destination"], line["deadline"]) == (2.5, "TNE", "JP", "2027-03-15")
    assert (line["budget"], line["currency"], line["per_unit"]) == (4, "USD", True)


HOSTILE = [
    "a" * 100_000,
    "1" * 100_000,
    "(" * 50_000 + ")" * 50_000,
    "1 pcs apples, " * 9_000,
    "million thousand " * 9_000,
]
HOSTILE += [
    "三千五百万" * 20_000,
    "\u0301" * 100_000,
    "1x" * 50_000,
    "a@" * 50_000,
    "$5 " * 30_000,
    "中国" * 50_000,
    "1/" * 50_000,
    "[{(" * 17_000 + ")}]" * 17_000,
    "🐟" * 50_000,
    "\x00\x07\x1b" * 30_000,
    "\u202e\u2066" * 50_000,
    "خمسة عشر و" * 10_000,
    "полтора тыс. руб. " * 6_000,
    "hai lăm " * 12_000,
]


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_message_is_read_in_bounded_time(text):
    understood = heard(text)
    assert all(slot.end <= 4_000 for slot in understood.specs)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.sampled_from([None, "en", "ar", "zh-Hans", "tr", "hi", "ko", "sw"]))
def test_any_text_is_understood_somehow_and_spans_lie_inside_it(text, language):
    for span in find(text, language or "en"):
        assert 0 <= span.start < span.end <= len(text)
        assert 0.0 < span.score <= 1.0
    as_line("x", heard(text, language))


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "500",
                "300",
                "pcs",
                "kg",
                "steel",
                "to",
                "from",
                "China",
                "Dubai",
                "$",
                "3",
                "each",
                "not",
                ",",
                ".",
                "\n",
                "by",
                "March",
                "40",
                "ft",
                "x",
                "CE",
                "/",
                "-",
            ]
        ),
        max_size=25,
    )
)
def test_trade_words_in_any_order_are_understood_somehow(words):
    text = " ".join(words)
    understood = heard(text, "en")
    assert all(item.quantity is None or item.quantity.value > 0 for item in understood.items)


@given(
    st.text(max_size=80),
    st.sampled_from(["product", "quantity", "unit", "budget", "destination", "deadline", "certificates", "incoterm"]),
)
def test_any_answer_is_taken_without_failing(text, slot):
    answer(slot, text, today=TODAY, language="en")


def test_many_threads_understand_the_same():
    text = "300 стульев в Казань до 15 марта, 900 руб за шт"
    once, answers = heard(text), []
    threads = [threading.Thread(target=lambda: answers.append(heard(text))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [once] * 8


def test_the_evaluation_messages_are_understood():
    folder = os.environ.get("SHOAL_DATA")
    if not folder or not (path := Path(folder) / "slots" / "dev.jsonl").exists():
        pytest.skip("SHOAL_DATA names no folder with evaluation messages")
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    lines = [as_line(row["id"], heard(row["text"])) for row in rows]
    right = sum(
        line["quantity"] == row["quantity"] and line["budget"] == row["budget_amount"]
        and line["destination"] in (row["destination_iso2"], *row["destination_alt"])
        for line, row in zip(lines, rows, strict=True)
    )  # fmt: skip
    assert right >= 0.95 * len(rows)
