"""What people call the columns of a list of suppliers, in fifteen languages."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.sheets.columns import FIGURES, Column
from bot.sheets.text import key

# In the order en, es, pt, fr, de, it, ru, tr, zh, ja, ko, ar, id, vi, hi (and a little pl and nl); folded when loaded.
_NAMES: dict[Column, str] = {
    Column.REF: """ref, reference, id, code, supplier id, supplier code, supplier ref, vendor id, vendor code,
        company id, firm id, external id, facility id, os id, key, uid, referencia, código, código de proveedor,
        référence, code fournisseur, Referenz, Kennung, Lieferantennummer, Lieferantennr, Kreditor, riferimento,
        codice, codice fornitore, код, код поставщика, идентификатор, ид, kod, kodu, tedarikçi kodu, referans, 编号,
        供应商编号, 代码, 編號, コード, 仕入先コード, 番号, الرمز, المعرف, رمز المورد, kode, kode pemasok, mã,
        mã nhà cung cấp, कोड""",
    Column.FIRM: """company, company name, supplier, supplier name, suppliers, firm, firm name, vendor, vendor name,
        manufacturer name, factory, factory name, facility, facility name, business name, name of company,
        name of supplier, name of firm, legal name, organisation, organization, organisation name,
        organization name, producer, exporter, enterprise, seller, maker, brand name, empresa, nombre de la empresa,
        nombre empresa, proveedor, nombre del proveedor, razón social, fabricante, fábrica, compañía,
        nome da empresa, fornecedor, nome do fornecedor, razão social, companhia, entreprise, nom de l'entreprise,
        société, raison sociale, fournisseur, nom du fournisseur, fabricant, usine, Firma, Firmenname, Lieferant,
        Lieferantenname, Name der Firma, Unternehmen, Unternehmensname, Hersteller, Betrieb, Werk, azienda,
        nome azienda, ditta, impresa, fornitore, nome fornitore, ragione sociale, produttore, fabbrica, компания,
        название компании, наименование компании, фирма, название фирмы, поставщик, наименование поставщика,
        название поставщика, организация, название организации, предприятие, производитель, фабрика, завод,
        firma adı, firma ismi, şirket, şirket adı, tedarikçi, tedarikçi adı, işletme, üretici, fabrika, ünvan,
        unvan, 公司, 公司名称, 公司名, 供应商, 供应商名称, 企业, 企业名称, 工厂, 工厂名称, 厂家, 厂商, 单位名称,
        生产商, 制造商, 公司名稱, 供應商, 工廠, 会社, 会社名, 社名, 企業名, 企業, 仕入先, 仕入先名, 供給業者,
        サプライヤー, メーカー, 工場名, 업체명, 회사명, 회사, 공급업체, شركة, الشركة, اسم الشركة, المورد,
        اسم المورد, مورد, المصنع, اسم المصنع, المنشأة, perusahaan, nama perusahaan, pemasok, nama pemasok, pabrik,
        nama pabrik, produsen, nama usaha, công ty, tên công ty, nhà cung cấp, tên nhà cung cấp, doanh nghiệp,
        tên doanh nghiệp, nhà máy, cơ sở, कंपनी, कंपनी का नाम, आपूर्तिकर्ता, आपूर्तिकर्ता का नाम, फर्म, फर्म का नाम,
        निर्माता, dostawca, nazwa firmy, leverancier, bedrijf, bedrijfsnaam""",
    Column.NAME: """name, names, full name, nombre, nome, nom, dénomination, Bezeichnung, denominazione, название,
        наименование, имя, ad, adı, isim, 名称, 名字, 名稱, 名前, 이름, اسم, الاسم, nama, tên, नाम, nazwa, naam""",
    Column.COUNTRY: """country, country region, country or region, country name, country code, country of origin,
        nation, país, pais de origen, pays, code pays, pays d'origine, Land, Ländercode, Herkunftsland, Staat,
        paese, nazione, страна, код страны, страна происхождения, ülke, ülke kodu, 国家, 国家地区, 国别, 國家, 国,
        国名, 국가, بلد, البلد, الدولة, دولة, negara, quốc gia, nước, देश, kraj""",
    Column.CITY: """city, town, place, location, ciudad, localidad, población, cidade, município, localidade, ville,
        commune, localité, Stadt, Ort, Standort, città, comune, località, город, населенный пункт, şehir, il, ilçe,
        城市, 市, 所在城市, 都市, 市区町村, 도시, مدينة, المدينة, kota, kabupaten, thành phố, tỉnh thành, शहर, नगर,
        miasto, plaats, stad""",
    Column.ADDRESS: """address, addresses, street, street address, full address, postal address, factory address,
        company address, facility address, supplier address, state, province, region, district, zip, zip code,
        postcode, postal code, post code, dirección, domicilio, calle, provincia, código postal, endereço, morada,
        rua, cep, estado, adresse, adresse postale, rue, code postal, région, département, Anschrift, Straße,
        Postanschrift, PLZ, Postleitzahl, Bundesland, indirizzo, via, cap, regione, адрес, юридический адрес,
        почтовый адрес, улица, индекс, область, регион, adres, açık adres, posta kodu, 地址, 公司地址, 详细地址,
        工厂地址, 省, 省份, 邮编, 住所, 所在地, 郵便番号, 都道府県, 주소, عنوان, العنوان, الشارع, alamat,
        alamat lengkap, kode pos, provinsi, jalan, địa chỉ, पता, straat""",
    Column.TYPE: """type, business type, company type, supplier type, firm type, kind, type of business,
        facility type, nature of business, tipo, tipo de empresa, tipo de proveedor, tipo de negocio,
        tipo de fornecedor, type d'entreprise, type de fournisseur, Typ, Art, Firmenart, Firmentyp, Unternehmensart,
        tipo di azienda, tipologia, тип, тип компании, вид деятельности, тип поставщика, tür, tip, firma türü,
        firma tipi, 类型, 企业类型, 公司类型, 类别, 種類, 業種, 会社種別, 유형, نوع, النوع, نوع الشركة, jenis, tipe,
        jenis usaha, loại, loại hình, loại hình doanh nghiệp, प्रकार""",
    Column.SIZE: """size, company size, firm size, employees, number of employees, no of employees, employee count,
        staff, headcount, workers, number of workers, workforce, tamaño, tamaño de la empresa, empleados,
        número de empleados, nº de empleados, trabajadores, plantilla, tamanho, porte, funcionários,
        número de funcionários, empregados, taille, effectif, effectifs, employés, salariés, nombre d'employés,
        nombre de salariés, Größe, Mitarbeiter, Mitarbeiterzahl, Anzahl Mitarbeiter, Beschäftigte,
        Unternehmensgröße, dimensione, dimensioni, dipendenti, numero dipendenti, addetti, размер, размер компании,
        сотрудники, число сотрудников, количество сотрудников, численность, персонал, büyüklük, çalışan sayısı,
        çalışan, çalışanlar, personel sayısı, 规模, 企业规模, 公司规模, 员工, 员工人数, 员工数, 人数, 規模,
        従業員数, 従業員, 社員数, 직원수, 규모, حجم, الحجم, حجم الشركة, عدد الموظفين, الموظفون, عدد العمال, ukuran,
        jumlah karyawan, karyawan, quy mô, số nhân viên, nhân viên, số lao động, आकार, कर्मचारी,
        कर्मचारियों की संख्या""",
    Column.PRODUCTS: """product, products, product name, product names, goods, goods name, item, items, item name,
        main products, product list, product category, product type, products offered, article, articles, commodity,
        what they make, producto, productos, nombre del producto, productos principales, artículo, artículos,
        mercancía, bienes, produto, produtos, nome do produto, artigo, artigos, mercadoria, produit, produits,
        nom du produit, principaux produits, marchandise, marchandises, Produkt, Produkte, Produktname, Artikel,
        Artikelname, Artikelbezeichnung, Ware, Waren, Erzeugnisse, prodotto, prodotti, nome prodotto, articolo,
        articoli, merce, товар, товары, наименование товара, название товара, продукт, продукты, продукция, изделие,
        изделия, ассортимент, номенклатура, ürün, ürünler, ürün adı, mal, mallar, 产品, 产品名称, 品名, 主营产品,
        主要产品, 商品, 商品名称, 货品, 產品, 商品名, 製品, 製品名, 取扱品目, 品目, 제품, 제품명, 상품, 품목, منتج,
        المنتج, المنتجات, منتجات, اسم المنتج, السلع, البضائع, produk, nama produk, barang, nama barang, sản phẩm,
        tên sản phẩm, mặt hàng, hàng hóa, उत्पाद, उत्पाद का नाम, वस्तु, सामान, माल, produkty, producten""",
    Column.ENGLISH: """english, english name, product english, product name english, product in english,
        name in english, name en, product en, products english, products in english, inglés, nombre en inglés,
        nome em inglês, nom anglais, anglais, englischer name, englisch, nome inglese, на английском,
        английское название, ingilizce, ingilizce adı, 英文, 英文名, 英文名称, 英文品名, 英語, 英語名, بالإنجليزية,
        الاسم بالإنجليزية, bahasa inggris, tiếng anh, tên tiếng anh, अंग्रेज़ी""",
    Column.DESCRIPTION: """description, product description, details, detail, specification, specifications, spec,
        specs, descripción, detalle, especificación, descrição, especificação, désignation détaillée, détail,
        spécification, Beschreibung, Spezifikation, descrizione, specifiche, описание, характеристики, спецификация,
        açıklama, özellikler, 描述, 说明, 规格, 产品描述, 説明, 仕様, 설명, وصف, الوصف, المواصفات, deskripsi,
        keterangan, spesifikasi, mô tả, quy cách, विवरण""",
    Column.LANGUAGES: """language, languages, spoken languages, languages spoken, lang, langs, idioma, idiomas,
        lenguas, língua, línguas, langue, langues, langues parlées, Sprache, Sprachen, lingua, lingue, язык, языки,
        dil, diller, 语言, 語言, 言語, 対応言語, 언어, لغة, اللغة, اللغات, لغات, bahasa, ngôn ngữ, भाषा, भाषाएँ,
        भाषाएं""",
    Column.CERTIFICATES: """certificate, certificates, cert, certs, certification, certifications, standards,
        certificado, certificados, certificación, certificaciones, certificação, certificações, certificat,
        certificats, Zertifikat, Zertifikate, Zertifizierung, Zertifizierungen, certificato, certificati,
        certificazione, certificazioni, сертификат, сертификаты, сертификация, sertifika, sertifikalar, belgeler,
        证书, 认证, 資格認証, 認証, 認證, 인증, 인증서, شهادة, الشهادات, شهادات, sertifikat, sertifikasi, chứng chỉ,
        chứng nhận, प्रमाणपत्र, प्रमाण पत्र""",
    Column.MARKETS: """export markets, export market, markets, market, export countries, exports to, main markets,
        mercados, mercados de exportación, mercados de exportação, países de exportación, marchés,
        marchés d'exportation, Exportmärkte, Märkte, Exportländer, mercati, mercati di esportazione, рынки,
        рынки экспорта, экспорт, экспортные рынки, ihracat pazarları, pazarlar, ihracat ülkeleri, 出口市场,
        出口国家, 主要市场, 市场, 輸出先, 輸出市場, أسواق التصدير, الأسواق, pasar ekspor, negara ekspor,
        thị trường xuất khẩu, thị trường, निर्यात बाज़ार, निर्यात बाजार""",
    Column.MOQ: """moq, minimum order, minimum order quantity, min order, min order qty, min qty, minimum quantity,
        minimum, min order quantity, pedido mínimo, cantidad mínima, cantidad mínima de pedido, quantidade mínima,
        encomenda mínima, commande minimum, commande minimale, quantité minimale, quantité minimum,
        minimum de commande, Mindestmenge, Mindestbestellmenge, Mindestabnahme, ordine minimo, quantità minima,
        quantitativo minimo, минимальный заказ, мин заказ, минимальная партия, мин партия, минимальное количество,
        minimum sipariş, minimum sipariş miktarı, min sipariş, asgari sipariş, 最小起订量, 起订量, 最低起订量,
        起批量, 最小订购量, 最小起訂量, 最小注文数, 最低注文数, 最小ロット, 最低ロット, 최소주문량, 최소 주문 수량,
        الحد الأدنى للطلب, أقل كمية, الحد الأدنى, pesanan minimum, minimum pemesanan, minimal order,
        minimal pemesanan, đặt hàng tối thiểu, số lượng tối thiểu, số lượng đặt hàng tối thiểu, न्यूनतम ऑर्डर,
        न्यूनतम आदेश, न्यूनतम मात्रा""",
    Column.UNIT: """unit, units, uom, unit of measure, unidad, unidades, unidad de medida, unidade,
        unidade de medida, unité, unité de mesure, Einheit, Mengeneinheit, ME, unità, unità di misura, um, единица,
        единица измерения, ед изм, ед, birim, ölçü birimi, 单位, 計量单位, 计量单位, 單位, 単位, 단위, وحدة, الوحدة,
        وحدة القياس, satuan, đơn vị, đơn vị tính, đvt, इकाई""",
    Column.CAPACITY: """capacity, monthly capacity, capacity per month, production capacity, capacity month, output,
        monthly output, supply ability, capacidad, capacidad mensual, capacidad de producción, capacidade,
        capacidade mensal, capacidade de produção, capacité, capacité mensuelle, capacité de production,
        capacité par mois, Kapazität, Monatskapazität, Kapazität pro Monat, Produktionskapazität, capacità,
        capacità mensile, capacità produttiva, мощность, производственная мощность, мощность в месяц, объем в месяц,
        kapasite, aylık kapasite, üretim kapasitesi, 产能, 月产能, 月产量, 產能, 生産能力, 月産, 月産能力, 생산능력,
        الطاقة الإنتاجية, القدرة الإنتاجية, الطاقة الشهرية, kapasitas, kapasitas per bulan, kapasitas produksi,
        công suất, công suất tháng, năng lực sản xuất, क्षमता, मासिक क्षमता, उत्पादन क्षमता""",
    Column.LEAD_TIME: """lead time, leadtime, lead time days, lead days, delivery time, production time,
        delivery days, delivery, plazo, plazo de entrega, tiempo de entrega, prazo, prazo de entrega, délai,
        délai de livraison, Lieferzeit, Lieferfrist, Produktionszeit, tempi di consegna, tempo di consegna,
        срок поставки, срок изготовления, срок производства, сроки, срок, teslim süresi, termin, teslimat süresi,
        交期, 交货期, 交货时间, 生产周期, 货期, 納期, リードタイム, 납기, مدة التسليم, وقت التسليم, مهلة التسليم,
        waktu pengiriman, waktu produksi, lama produksi, thời gian giao hàng, thời gian sản xuất, समय सीमा,
        वितरण समय, डिलीवरी समय""",
    Column.PRICE: """price, unit price, price low, price from, min price, price min, lowest price, fob price,
        price per unit, selling price, sales price, precio, precio unitario, precio mínimo, precio desde, preço,
        preço unitário, preço mínimo, prix, prix unitaire, prix minimum, prix min, Preis, Stückpreis, Einzelpreis,
        Preis ab, Preis von, Verkaufspreis, prezzo, prezzo unitario, prezzo minimo, цена, цена от, цена за единицу,
        fiyat, birim fiyat, en düşük fiyat, 价格, 单价, 最低价, 售价, 價格, 單價, 単価, 価格, 가격, 단가, سعر,
        السعر, سعر الوحدة, harga, harga satuan, harga minimum, giá, đơn giá, giá thấp nhất, मूल्य, कीमत, दाम""",
    Column.PRICE_HIGH: """price high, price to, max price, price max, highest price, precio máximo, precio hasta,
        preço máximo, prix maximum, prix max, Preis bis, Höchstpreis, prezzo massimo, цена до, en yüksek fiyat,
        最高价, 最高価格, أعلى سعر, harga maksimum, giá cao nhất, अधिकतम मूल्य""",
    Column.CURRENCY: """currency, curr, currency code, moneda, divisa, moeda, devise, monnaie, Währung, valuta,
        валюта, para birimi, döviz, 货币, 币种, 币别, 貨幣, 幣別, 通貨, 통화, عملة, العملة, mata uang, tiền tệ,
        loại tiền, मुद्रा, waluta""",
    Column.WEBSITE: """website, web site, web, site, url, homepage, home page, web page, sitio web, página web,
        página, sitio, site web, Webseite, Webadresse, Internet, Internetseite, sito, sito web, сайт, веб сайт,
        вебсайт, web sitesi, internet sitesi, 网站, 网址, 官网, 主页, 網站, 網址, ウェブサイト, ホームページ,
        웹사이트, 홈페이지, موقع, الموقع, الموقع الإلكتروني, situs, situs web, laman, trang web, वेबसाइट""",
    Column.EMAIL: """email, e-mail, mail, email address, contact email, correo, correo electrónico, courriel,
        adresse e-mail, E-Mail-Adresse, posta elettronica, indirizzo email, почта, эл почта, электронная почта,
        емейл, e-posta, eposta, e-posta adresi, 邮箱, 电子邮箱, 电子邮件, 邮件, 郵箱, メール, メールアドレス,
        電子メール, 이메일, بريد, البريد الإلكتروني, البريد, surel, alamat email, thư điện tử, ईमेल, ई मेल""",
    Column.PHONE: """phone, telephone, tel, phone number, mobile, mobile phone, contact phone, telephone number,
        cell, whatsapp, teléfono, móvil, celular, telefone, telemóvel, téléphone, numéro de téléphone, Telefon,
        Telefonnummer, Rufnummer, telefono, cellulare, телефон, тел, номер телефона, telefon numarası, 电话, 手机,
        联系电话, 電話, 電話番号, 전화, 전화번호, هاتف, الهاتف, رقم الهاتف, جوال, telepon, telp, nomor telepon,
        no hp, hp, điện thoại, số điện thoại, फ़ोन, फोन, दूरभाष""",
    Column.CONTACT: """contact, contacts, contact details, contact info, contacto, contato, coordonnées, Kontakt,
        Kontaktdaten, contatto, contatti, контакты, контакт, iletişim, 联系方式, 連絡先, اتصال, kontak, liên hệ,
        संपर्क""",
}


def _load() -> dict[str, Column]:
    known: dict[str, Column] = {}
    for column, names in _NAMES.items():
        for name in names.replace("\n", " ").split(","):
            known.setdefault(key(name), column)
    return known


KNOWN = _load()
_SIGN = re.compile(r"[A-Z]{0,2}[$€£¥￥₹₽₺₫₩]")
_BRACKETS = re.compile(r"[(\[（【]([^)\]）】]*)[)\]）】]?")


@lru_cache(maxsize=4096)
def recognise(title: str) -> tuple[Column, str] | None:
    """The column that a title names, and the unit or currency written beside it ("" if none); None for an unknown
    title.
    """
    whole = _known(title)
    if whole:
        sign = _SIGN.search(title)
        return whole, sign[0] if sign and whole in FIGURES else ""
    bare, hint = _BRACKETS.sub(" ", title, count=1), _BRACKETS.search(title)
    if hint and (column := _known(bare)):
        return column, hint[1].strip()
    words = re.split(r"[\s,:]+", title.strip())
    figure = _known(" ".join(word for word in words[:-1] if word != "in"))
    if figure in FIGURES:
        return figure, words[-1]
    parts = {column for part in re.split(r"[/\n|]", bare) if (column := _known(part))}
    return (parts.pop(), "") if len(parts) == 1 else None


def _known(title: str) -> Column | None:
    folded = key(title)
    return KNOWN.get(folded) or KNOWN.get(folded.rstrip("0123456789"))
