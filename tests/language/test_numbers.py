"""Numbers as people write them."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.understand.numbers import digits_value, parse_number

NUMBERS = [
    *[("vi", "trăm hai", "120"), ("vi", "2k5", "2500"), ("vi", "2tr5", "2500000"), ("vi", "hai trăm năm mươi", "250")],
    *[("vi", "hai nghìn năm trăm", "2500"), ("id", "sembilan ratus ribu", "900000")],
    *[("en", ".08", "0.08"), ("fr", ",08", "0.08"), ("en", "two hundred point zero three", "200.03")],
    *[("de", "zwei Komma drei", "2.3"), ("pt", "sete vírgula cinco", "7.5"), ("zh-Hans", "二点五", "2.5")],
    *[("en", "two point five million", "2500000"), ("hi", "दो सौ दशमलव शून्य तीन", "200.03"), ("ja", "2点789", "2.789")],
    *[("en", "4 thousand 3 hundred and 21", "4321"), ("en", "1500 thousand", "1500000"), ("ko", "4천3백21", "4321")],
    *[("zh-Hans", "十多万", "100000"), ("zh-Hans", "500余万", "5000000"), ("zh-Hans", "2万5", "25000")],
    *[("zh-Hans", "四万万", "400000000"), ("ja", "二五〇", "250"), ("ko", "백십육", "116"), ("ko", "쉰일곱", "57")],
    *[("it", "ventinove", "29"), ("de", "dreieinhalb Millionen", "3500000"), ("fr", "1 milliard", "1000000000")],
    *[
        ("ko", "4천 820만", "48200000"),
        ("hi", "दो हजार और दो सौ", "2200"),
        ("de", "zweihundertsechsundfuenfzig", "256"),
    ],
    *[
        ("zh-Hans", "一千零一", "1001"),
        ("zh-Hans", "四百五", "450"),
        ("zh-Hans", "四百零五", "405"),
        ("zh-Hans", "一万三", "13000"),
    ],
    *[("fr", "vingt et un", "21"), ("it", "trentotto", "38"), ("ar", "ستة عشر", "16"), ("ar", "ثلاث مائة", "300")],
    *[
        ("de", "zwei Millionen eintausendeinhundertfünfzig", "2001150"),
        ("hi", "तीन सौ इकत्तीस", "331"),
        ("ar", "١،٢٣٤،٥٦٧", "1234567"),
    ],
    *[("en", "5000", "5000"), ("en", "1,000.50", "1000.50"), ("de", "1.000,50", "1000.50"), ("de", "1.000", "1000")],
    *[
        ("en", "1,20,000", "120000"),
        ("ar", "٥٠٠٠", "5000"),
        ("zh-Hans", "３０００", "3000"),
        ("fa", "۱۲۳۴٫۵", "1234.5"),
    ],
    *[("hi", "१२,३४,५६७.८९", "1234567.89"), ("de", "1’000.50", "1000.50"), ("fr", "15 000", "15000")],
    *[("en", "10k", "10000"), ("es", "5 mil", "5000"), ("en", "1 lakh", "100000"), ("ru", "10 тыс.", "10000")],
    *[
        ("de", "250 Tsd.", "250000"),
        ("pt", "1 milhão", "1000000"),
        ("id", "45 ribu", "45000"),
        ("tr", "10 bin", "10000"),
    ],
    *[("ar", "10 آلاف", "10000"), ("ru", "2,5 тысячи", "2500"), ("vi", "2 nghin", "2000"), ("hi", "10 hazar", "10000")],
    *[
        ("zh-Hans", "1.5万", "15000"),
        ("zh-Hans", "一千二百", "1200"),
        ("zh-Hans", "一千二百万", "12000000"),
        ("zh-Hans", "十五", "15"),
    ],
    *[
        ("en", "two thousand five hundred and six", "2506"),
        ("en", "two and a half thousand", "2500"),
        ("en", "half", "0.5"),
    ],
    *[
        ("es", "quinientas", "500"),
        ("es", "dos mil quinientos", "2500"),
        ("pt", "três mil", "3000"),
        ("fr", "soixante et onze", "71"),
    ],
    *[("fr", "quatre-vingt-dix-sept", "97"), ("de", "fünfundzwanzig", "25"), ("de", "zweitausenddreihundert", "2300")],
    *[
        ("ru", "тыща двести", "1200"),
        ("ru", "полторы сотни", "150"),
        ("ru", "пятьсот", "500"),
        ("ar", "خمسة آلاف", "5000"),
    ],
    *[("ar", "خمسة وعشرون", "25"), ("ar", "ألفين", "2000"), ("hi", "साढ़े बारह", "12.5"), ("hi", "ढाई लाख", "250000")],
    *[
        ("id", "seribu dua ratus", "1200"),
        ("id", "lima belas", "15"),
        ("vi", "một nghìn hai trăm", "1200"),
        ("vi", "mười lăm", "15"),
    ],
    *[
        ("vi", "hai mươi lăm", "25"),
        ("tr", "on beş", "15"),
        ("tr", "bir buçuk milyon", "1500000"),
        ("tr", "ikiyüz elli", "250"),
    ],
    *[("ko", "오천", "5000"), ("th", "ห้าร้อย", "500"), ("ja", "三千五百", "3500"), ("it", "duecentocinquanta", "250")],
    *[
        ("nl", "vijfhonderd", "500"),
        ("sw", "mia tano", "500"),
        ("pl", "dwieście pięćdziesiąt", "250"),
        ("bn", "পাঁচ হাজার", "5000"),
    ],
    *[("ur", "پانچ سو", "500"), ("he", "חמש מאות", "500"), ("uk", "п'ятсот", "500")],
]
NOT_NUMBERS = ["NaN", "Infinity", "1e9999", "1.2.3", "²", "1_000", "five twenty", "", "steel", "120 usd cif", "9" * 80]


@pytest.mark.parametrize(("language", "text", "value"), [row for row in NUMBERS if row[2]])
def test_a_number_has_one_value(language, text, value):
    assert parse_number(text, language) == Decimal(value)


@pytest.mark.parametrize("text", NOT_NUMBERS)
def test_what_is_no_number_stays_empty(text):
    assert parse_number(text) is None


@pytest.mark.parametrize(
    ("language", "text", "lower"),
    [
        ("en", "8 to 10", 8),
        ("en", "10-12", 10),
        ("en", "5-6 thousand", 5000),
        ("ru", "от 8 до 10", 8),
        ("zh-Hans", "8到10", 8),
    ],
)
def test_a_range_gives_its_lower_bound(language, text, lower):
    assert parse_number(text, language) == lower


@given(st.integers(0, 10**12))
def test_a_plain_number_is_itself_and_reading_it_again_changes_nothing(number):
    once = parse_number(str(number))
    assert once == number
    assert parse_number(str(once)) == once


@given(st.integers(1000, 10**11), st.integers(0, 99))
def test_both_separator_styles_give_the_same_value(whole, cents):
    english = f"{whole:,}.{cents:02d}"
    german = english.translate(str.maketrans(",.", ".,"))
    assert digits_value(english) == digits_value(german) == Decimal(f"{whole}.{cents:02d}")


@given(st.text(max_size=80), st.sampled_from(["en", "de", "ar", "zh-Hans", "hi", "tr", "th"]))
def test_any_text_gives_a_finite_number_or_none(text, language):
    value = parse_number(text, language)
    assert value is None or value.is_finite()
