import pytest

from bot.sheets import Reason, Trouble, Unreadable
from bot.sheets.grid import MOST_ROWS


def rows(reading):
    return [(firm.name, firm.country, firm.address) for firm in reading.firms]


ACME = [("Acme", "VN", "1 Main St")]


@pytest.mark.parametrize(
    "text",
    [
        "country,name,address\nVietnam,Acme,1 Main St\n",
        "country;name;address\nVietnam;Acme;1 Main St\n",
        "country\tname\taddress\nVietnam\tAcme\t1 Main St\n",
        "country|name|address\nVietnam|Acme|1 Main St\n",
        "sep=;\ncountry;name;address\nVietnam;Acme;1 Main St\n",
        '"country","name","address"\r\n"Vietnam","Acme","1 Main St"\r\n',
        "country,name,address\rVietnam,Acme,1 Main St\r",
        "\ufeffcountry,name,address\nVietnam,Acme,1 Main St",
        "\n\nOur suppliers,,\nas of May\n\ncountry,name,address\n\nVietnam,Acme,1 Main St\n,,\n\n",
        "Country , NAME*,Adress,Addréss\nVietnam, Acme □ ,,\ufffd1\u00a0Main\x07  St\x00\n",
        "country,name,address,,\nVietnam,Acme,1 Main St,,\n",
    ],
)
def test_the_same_firm_is_read_from_every_dialect(reading, text):
    assert rows(reading(text)) == ACME


def test_rows_shorter_than_the_header_are_taken(reading):
    assert rows(reading("name,country,address\nAcme,Vietnam\n")) == [("Acme", "VN", None)]


def test_an_address_that_lost_its_quotes_is_put_together_again(reading):
    assert rows(reading("country,name,address\nVietnam,Acme,1 Main St, Hanoi\n")) == [
        ("Acme", "VN", "1 Main St, Hanoi")
    ]


def test_a_row_with_a_comma_too_many_is_broken_and_costs_no_other_row(reading):
    found = reading("name,country\nAcme, Inc,Vietnam\nBolt,Vietnam\n")
    assert [firm.name for firm in found.firms] == ["Bolt"]
    assert [(row.line, row.reason) for row in found.refused] == [(2, Reason.BROKEN_LINE)]


def test_a_quote_that_never_closes_costs_one_row(reading):
    many = "".join(f"Firm {n},Vietnam\n" for n in range(100))
    found = reading('name,country\n"Acme,Vietnam\n' + many)
    assert len(found.firms) == 100
    assert [(row.line, row.reason) for row in found.refused] == [(2, Reason.BROKEN_LINE)]


def test_quoted_cells_may_hold_line_breaks_and_lines_are_still_counted_in_the_file(reading):
    found = reading('name,country,address\nAcme,Vietnam,"1 Main St\nHanoi"\nBolt,Nowhere,x\n')
    assert rows(found) == [("Acme", "VN", "1 Main St Hanoi")]
    assert found.refused[0].line == 4


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (",Vietnam,x", Reason.NO_NAME),
        ("---,Vietnam,x", Reason.NO_NAME),
        ("Acme,,x", Reason.NO_COUNTRY),
        ("Acme,Atlantis,x", Reason.UNKNOWN_COUNTRY),
        ("bolt ltd,VN,1 MAIN ST.", Reason.DUPLICATE),
        ("NAME,Country,Address", Reason.REPEATED_HEADER),
        ("A" * 400 + ",VN,x", Reason.TOO_LONG),
    ],
)
def test_a_row_that_is_not_taken_is_named_with_its_line_and_reason(reading, row, reason):
    found = reading(f"name,country,address\nBolt Ltd.,Vietnam,1 Main St\n{row}\n")
    assert [firm.name for firm in found.firms] == ["Bolt Ltd."]
    assert [(refused.line, refused.reason) for refused in found.refused] == [(3, reason)]
    assert len(found.refused[0].text) <= 80


ENCODED = {
    "utf-8": "name,country,address\nÇelik Şişe,Türkiye,Bağcılar\n",
    "utf-8-sig": "name,country,address\nÇelik Şişe,Türkiye,Bağcılar\n",
    "utf-16": "name,country,address\nÇelik Şişe,Türkiye,Bağcılar\n",
    "utf-16-le": "name,country,address\nÇelik Şişe,Türkiye,Bağcılar\n",
    "utf-16-be": "name,country,address\nÇelik Şişe,Türkiye,Bağcılar\n",
    "cp1252": "nombre,país,dirección\nCerámica Muñoz,España,Calle Núñez de Balboa\nTejidos Peña,España,Logroño\n",
    "cp1254": "firma adı,ülke,adres\nÇelik Şişe,Türkiye,Bağcılar\nIşık Cam Eşya,Türkiye,Diyarbakır\n",
    "cp1250": "nazwa firmy,kraj,adres\nSpółka Żółw,Polska,ulica Łąkowa\nZakład Szkła,Polska,Łódź\n",
    "shift_jis": "会社名,国,住所\n株式会社山田製作所,日本,東京都大田区\nさくら工房,日本,京都市左京区\n",
    "big5": "公司名稱,國家,地址\n臺灣鋼瓶股份有限公司,China,臺中市大里區\n彰化五金工廠,China,彰化縣鹿港鎮\n",
    "cp1251": "название,страна,адрес\nФабрика Весна,Россия,Москва, улица Ленина\nКерамика Урала,Россия,Екатеринбург\n",
    "gbk": "公司名称,国家,地址\n义乌市不锈钢水杯有限公司,中国,浙江省义乌市工业园区\n宁波五金制品厂,中国,宁波市鄞州区\n",
}


@pytest.mark.parametrize(("encoding", "text"), ENCODED.items())
def test_names_come_through_in_every_encoding(reading, encoding, text):
    found = reading(text.encode(encoding))
    assert [firm.name for firm in found.firms] == [line.split(",")[0] for line in text.splitlines()[1:]]


def test_a_few_damaged_bytes_do_not_turn_utf8_into_another_encoding(reading):
    data = "name,country\nÇelik Şişe ÖÜĞİ,Türkiye\nAcme X,Vietnam\n".encode().replace(b"X", b"\xff")
    assert [firm.name for firm in reading(data).firms] == ["Çelik Şişe ÖÜĞİ", "Acme"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", Trouble.EMPTY),
        (b"\xef\xbb\xbf \r\n\r\n", Trouble.EMPTY),
        (b"just a letter\nto nobody\n", Trouble.NO_NAME_COLUMN),
        (b"Acme,Vietnam\nBolt,Vietnam\n", Trouble.NO_NAME_COLUMN),
        (b"x" * 10_000_001, Trouble.TOO_BIG),
        (b"%PDF-1.7\n...", Trouble.PDF),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, Trouble.OLD_EXCEL),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), Trouble.ENCRYPTED),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4 + b"\0" * 99, Trouble.NOT_A_LIST),
        (b"name,country\n" + b"A,VN\n" * (MOST_ROWS + 50), Trouble.TOO_BIG),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_its_reason(reading, data, reason):
    with pytest.raises(Unreadable) as refusal:
        reading(data)
    assert refusal.value.reason is reason


def test_formulas_are_data(reading):
    found = reading('name,country,address\n"=HYPERLINK(""http://x"",""y"")",Vietnam,@SUM(A1)\n')
    assert rows(found) == [('=HYPERLINK("http://x","y")', "VN", "@SUM(A1)")]


def test_shouting_capitals_stay_as_typed(reading):
    assert rows(reading("COUNTRY,NAME,ADDRESS\nVIETNAM,ACME,1 MAIN ST\n")) == [("ACME", "VN", "1 MAIN ST")]


def test_long_cells_are_cut(reading):
    found = reading("name,country,address\nAcme,Vietnam," + "x" * 5000 + "\n")
    assert len(found.firms[0].address) == 2000
