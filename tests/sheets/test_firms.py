from decimal import Decimal

import pytest

from bot.domain.goods import Money, Quantity, Unit
from bot.sheets import FirmSize, FirmType, ProductRow, Reason, UnreadCell
from bot.sheets.firms import split_names
from bot.sheets.words import firm_size, firm_type, language


def test_a_full_row_becomes_a_full_firm(reading):
    found = reading(
        "ref;company;country;city;address;type;employees;products;description;english name;moq;"
        "capacity;lead time;price;currency;languages;certificates;export markets;website;e-mail;phone\n"
        "A-1;Çelik Şişe;Türkiye;Bursa;OSB 4;Üretici;35;çelik şişe;750 ml;steel bottle;500 adet;"
        "20.000 adet/ay;3 hafta;1,80-2,20;EUR;Türkçe, English;ISO 9001, CE;Germany/France;"
        "www.celik.example;info@celik.example;+90 224 555 01 02\n"
    )
    (firm,) = found.firms
    assert (firm.ref, firm.name, firm.country, firm.city, firm.address) == ("A-1", "Çelik Şişe", "TR", "Bursa", "OSB 4")
    assert (firm.type, firm.size, firm.line) == (FirmType.MANUFACTURER, FirmSize.SMALL, 2)
    assert (firm.languages, firm.certificates, firm.export_markets) == (("tr", "en"), ("ISO 9001", "CE"), ("DE", "FR"))
    assert (firm.website, firm.email, firm.phone) == ("www.celik.example", "info@celik.example", "+90 224 555 01 02")
    assert firm.products == (
        ProductRow(
            name="çelik şişe",
            english="steel bottle",
            description="750 ml",
            moq=Quantity(Decimal(500), Unit.PIECE),
            capacity_per_month=Quantity(Decimal(20000), Unit.PIECE),
            lead_time_days=21,
            price_low=Money(Decimal("1.80"), "EUR"),
            price_high=Money(Decimal("2.20"), "EUR"),
        ),
    )
    assert found.unread == found.refused == found.ignored_columns == ()


@pytest.mark.parametrize(
    ("cell", "names"),
    [
        ("cups; plates", ["cups", "plates"]),
        ("cups|plates|", ["cups", "plates"]),
        ("cups\n• plates", ["cups", "plates"]),
        ("水杯、盘子", ["水杯", "盘子"]),
        ("cups, plates, wooden spoons", ["cups", "plates", "wooden spoons"]),
        ("أكواب، أطباق", ["أكواب", "أطباق"]),
        ("cups, plates; spoons", ["cups, plates", "spoons"]),
        ("cable 3x1,5 mm", ["cable 3x1,5 mm"]),
        ("bottle, 750 ml", ["bottle, 750 ml"]),
        ("bottles (steel, glass)", ["bottles (steel, glass)"]),
        (
            "Hand made bowls of olive wood from our valley, oiled",
            ["Hand made bowls of olive wood from our valley, oiled"],
        ),
        (" ; - ;", []),
    ],
)
def test_a_cell_names_one_product_or_several(cell, names):
    assert split_names(cell) == names


def test_rows_of_one_firm_add_up(reading):
    found = reading(
        "name,country,address,product,website\nAcme,Vietnam,Main St 1,cups,\nACME,VN,Main St. 1,plates,acme.example\n"
    )
    (firm,) = found.firms
    assert [product.name for product in firm.products] == ["cups", "plates"]
    assert (firm.name, firm.website, firm.line) == ("Acme", "acme.example", 2)
    assert found.refused == ()


def test_rows_of_one_reference_add_up_even_where_the_name_is_left_out(reading):
    found = reading("ref,name,country,product\n7,Acme,Vietnam,cups\n7,,,plates\n8,Bolt,China,nuts\n7,Acme,,spoons\n")
    assert [[product.name for product in firm.products] for firm in found.firms] == [
        ["cups", "plates", "spoons"],
        ["nuts"],
    ]


def test_blank_cells_below_a_firm_go_on_about_it_but_not_below_a_refused_row(reading):
    found = reading("name,country,product\nAcme,Vietnam,cups\n,,plates\nBolt,Atlantis,nuts\n,,screws\n")
    assert [[product.name for product in firm.products] for firm in found.firms] == [["cups", "plates"]]
    assert [(row.line, row.reason) for row in found.refused] == [(4, Reason.UNKNOWN_COUNTRY), (5, Reason.NO_NAME)]


def test_a_reference_of_another_firm_is_refused(reading):
    found = reading("ref,name,country\n7,Acme,Vietnam\n7,Bolt,Vietnam\n")
    assert [row.reason for row in found.refused] == [Reason.REF_OF_ANOTHER]


def test_the_same_product_with_other_terms_is_refused_not_overwritten(reading):
    found = reading("name,country,product,moq\nAcme,Vietnam,cups,500 pcs\nAcme,Vietnam,Cups,900 pcs\n")
    assert found.firms[0].products[0].moq == Quantity(Decimal(500), Unit.PIECE)
    assert [row.reason for row in found.refused] == [Reason.CONFLICT]


def test_what_a_later_row_says_otherwise_is_named(reading):
    found = reading("ref,name,country,city,product\n7,Acme,Vietnam,Hanoi,cups\n7,Acme,Vietnam,Hue,plates\n")
    assert found.firms[0].city == "Hanoi"
    assert found.unread == (UnreadCell(3, "city", "Hue"),)


def test_cells_that_are_not_understood_are_named_and_cost_no_row(reading):
    found = reading(
        "name,country,type,employees,languages,product,moq,price,lead time,website,e-mail\n"
        "Acme,Vietnam,wizard,lots,Klingon; English,cups,some,1.80,soon,javascript:alert(1),nobody\n"
    )
    assert len(found.firms) == 1
    columns = ["type", "size", "website", "email", "languages", "moq", "lead_time_days", "price"]
    assert sorted(cell.column for cell in found.unread) == sorted(columns)
    assert found.firms[0].languages == ("en",)


def test_the_decimal_mark_of_the_sheet_settles_its_doubtful_figures(reading):
    found = reading("name;country;product;price;currency\nA;DE;x;1,80;EUR\nB;DE;y;1.500;EUR\n")
    assert found.firms[1].products[0].price_low == Money(Decimal(1500), "EUR")


def test_of_several_contacts_the_first_is_taken_and_one_column_may_hold_both(reading):
    found = reading("name,country,contact\nA,VN,Mr X a@b.example; c@d.example +84 24 3555 1234 / 0903\n")
    assert (found.firms[0].email, found.firms[0].phone) == ("a@b.example", "+84 24 3555 1234")


def test_two_columns_of_prices_are_a_range(reading):
    found = reading("name,country,product,price from (USD),price to\nA,DE,x,1.80,2.20\n")
    product = found.firms[0].products[0]
    assert (product.price_low, product.price_high) == (Money(Decimal("1.80"), "USD"), Money(Decimal("2.20"), "USD"))


def test_several_product_columns_are_all_taken(reading):
    found = reading("name,country,product 1,product 2,product 3\nA,DE,cups,,plates\n")
    assert [product.name for product in found.firms[0].products] == ["cups", "plates"]


def test_derived_references_do_not_depend_on_spelling_order_or_products(reading):
    one = reading(
        "name,country,address,product\nAcme Co.,Ltd,Vietnam,1 Main St,cups\n".replace("Acme Co.,Ltd", '"Acme Co.,Ltd"')
    )
    two = reading("address;name;country\nother;Bolt;DE\n1  MAIN ST.;ACME CO., LTD;VN\n")
    assert one.firms[0].ref == two.firms[1].ref != two.firms[0].ref


def test_derived_references_stay_the_same_from_version_to_version(reading):
    assert reading("name,country,address\nÇelik Şişe,TR,OSB 4\n").firms[0].ref == "501b6022b6de5aca"


def test_marks_that_make_another_letter_keep_firms_apart(reading):
    found = reading("name,country\nकि,IN\nकु,IN\nか,JP\nが,JP\n")
    assert len({firm.ref for firm in found.firms}) == 4


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Manufacturer, Trading Company", FirmType.MANUFACTURER),
        ("shoe factory", FirmType.MANUFACTURER),
        ("trading_company", FirmType.TRADING_COMPANY),
        ("贸易公司", FirmType.TRADING_COMPANY),
        ("Handwerksbetrieb", FirmType.ARTISAN),
        ("kooperatif", FirmType.ARTISAN),
        ("услуги", FirmType.SERVICE),
        ("مصنع", FirmType.MANUFACTURER),
        ("निर्माता", FirmType.MANUFACTURER),
        ("wizard", None),
    ],
)
def test_types_are_known_in_many_languages(said, expected):
    assert firm_type(said) is expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Micro", "micro"),
        ("PEQUEÑA", "small"),
        ("mittel", "medium"),
        ("大型", "large"),
        ("medium-sized", "medium"),
        ("x", None),
    ],
)
def test_sizes_are_known_in_words(said, expected):
    assert firm_size(said) == expected


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("English", "en"),
        ("español", "es"),
        ("Türkçe", "tr"),
        ("中文", "zh"),
        ("pt-BR", "pt"),
        ("eng", "en"),
        ("tiếng Anh", "en"),
        ("русский", "ru"),
        ("arabe", "ar"),
        ("हिन्दी", "hi"),
        ("தமிழ்", "ta"),
        ("Bahasa Melayu", "ms"),
        ("Bahasa Indonesia", "id"),
        ("Chinese (simplified)", "zh"),
        ("Mandarin", "zh"),
        ("Klingonese", None),
    ],
)
def test_languages_are_known_by_their_own_and_other_names(said, tag):
    assert language(said) == tag
