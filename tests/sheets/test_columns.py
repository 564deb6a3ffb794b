import pytest

from bot.sheets.columns import Column
from bot.sheets.titles import recognise

HEADERS = {
    "en": "Supplier Code, Company Name, Country, Town, Address, Kind, No. of Employees, Goods, MOQ, Lead time",
    "es": "Código, Proveedor, País, Ciudad, Dirección, Tipo, Empleados, Productos, Pedido mínimo, Plazo de entrega",
    "pt": "Código, Fornecedor, País, Cidade, Endereço, Tipo, Funcionários, Produtos, Pedido mínimo, Prazo de entrega",
    "fr": "Référence, Fournisseur, Pays, Ville, Adresse, Type, Effectif, Produits, Quantité minimale, Délai",
    "de": "Lieferantennummer, Firma, Land, Ort, Anschrift, Art, Mitarbeiter, Artikel, Mindestbestellmenge, Lieferzeit",
    "it": "Codice, Fornitore, Paese, Città, Indirizzo, Tipo, Dipendenti, Prodotti, Ordine minimo, Tempi di consegna",
    "ru": "Код, Поставщик, Страна, Город, Адрес, Тип, Сотрудники, Товары, Мин. заказ, Срок поставки",
    "tr": "Kod, Şirket Adı, Ülke, Şehir, Adres, Tür, Çalışan Sayısı, Ürünler, Minimum sipariş, Teslim süresi",
    "zh": "编号, 公司名称, 国家, 城市, 地址, 企业类型, 员工人数, 主营产品, 最小起订量, 交货期",
    "ja": "コード, 会社名, 国, 都市, 住所, 業種, 従業員数, 製品名, 最小ロット, 納期",
    "ar": "الرمز, اسم الشركة, الدولة, المدينة, العنوان, النوع, عدد الموظفين, المنتجات, الحد الأدنى للطلب, مدة التسليم",
    "id": "Kode, Nama Perusahaan, Negara, Kota, Alamat, Jenis, Karyawan, Produk, Pesanan minimum, Waktu produksi",
    "vi": "Mã, Công ty, Nước, Thành phố, Địa chỉ, Loại, Nhân viên, Sản phẩm, Số lượng tối thiểu, Thời gian sản xuất",
    "hi": "कोड, कंपनी का नाम, देश, शहर, पता, प्रकार, कर्मचारी, उत्पाद, न्यूनतम मात्रा, समय सीमा",
}
EXPECTED = [
    Column.REF, Column.FIRM, Column.COUNTRY, Column.CITY, Column.ADDRESS, Column.TYPE, Column.SIZE, Column.PRODUCTS,
    Column.MOQ, Column.LEAD_TIME,
]  # fmt: skip


@pytest.mark.parametrize("titles", HEADERS.values(), ids=HEADERS)
def test_columns_are_known_in_every_language(titles):
    assert [(recognise(title.strip()) or ("unknown", title))[0] for title in titles.split(",")] == EXPECTED


@pytest.mark.parametrize(
    ("title", "column", "hint"),
    [
        ("E_MAIL", Column.EMAIL, ""),
        ("e-Mail address", Column.EMAIL, ""),
        ("  company_name* ", Column.FIRM, ""),
        ("MOQ (pcs)", Column.MOQ, "pcs"),
        ("单价（元）", Column.PRICE, "元"),
        ("Price (€)", Column.PRICE, "€"),
        ("Price USD", Column.PRICE, "USD"),
        ("Lead time, weeks", Column.LEAD_TIME, "weeks"),
        ("Lead time in days", Column.LEAD_TIME, "days"),
        ("产品名称 / Product name", Column.PRODUCTS, ""),
        ("product 2", Column.PRODUCTS, ""),
        ("Country / Region", Column.COUNTRY, ""),
    ],
)
def test_spelling_and_units_beside_a_title_do_not_hide_it(title, column, hint):
    assert recognise(title) == (column, hint)


@pytest.mark.parametrize("title", ["", "   ", "Company Country", "City/Country", "colour", "Ｎ", "()", "12"])
def test_a_title_of_no_column_or_of_two_is_not_taken_for_one(title):
    assert recognise(title) is None


def test_unknown_columns_are_named(reading):
    found = reading("name,country,Colour,Shelf no,,Name of dog\nAcme,Vietnam,red,4,x,Rex\n")
    assert found.ignored_columns == ("Colour", "Shelf no", "Name of dog")


def test_beside_a_column_of_firms_a_name_with_terms_of_sale_is_a_product(reading):
    found = reading("supplier,country,name,moq,unit\nAcme,Vietnam,steel cup,500,pcs\n")
    assert found.firms[0].name == "Acme"
    assert [product.name for product in found.firms[0].products] == ["steel cup"]


def test_beside_a_column_of_firms_a_name_without_terms_is_somebody_and_left_out(reading):
    found = reading("supplier,country,name\nAcme,Vietnam,Mr Nguyen\n")
    assert found.firms[0].name == "Acme"
    assert found.ignored_columns == ("name",)
