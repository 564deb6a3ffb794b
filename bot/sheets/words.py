"""Fixed words in many languages: types of firm, sizes of firm, names of languages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import TypeVar

from babel.core import Locale, get_global
from babel.localedata import exists

from bot.sheets.text import fold, key
from bot.sheets.values import FirmSize, FirmType

_Value = TypeVar("_Value")

_TYPES: dict[FirmType, str] = {
    FirmType.MANUFACTURER: """manufacturer, manufacturing, manufacture, factory, producer, maker, mill, plant,
        manufacturers, oem, fabricante, fábrica, productor, manufactura, produtor, indústria, fabricant, usine,
        producteur, Hersteller, Fabrik, Produzent, Erzeuger, produttore, fabbrica, fabbricante, производитель,
        завод, фабрика, изготовитель, производство, üretici, imalatçı, fabrika, 生产商, 制造商, 厂家, 生产厂家,
        工厂, 生产型, 製造商, 工廠, メーカー, 製造, 製造業, 工場, 製造業者, 제조업체, 제조사, 공장, مصنع,
        الشركة المصنعة, صانع, منتج, produsen, pabrik, pembuat, nhà sản xuất, nhà máy, sản xuất, xưởng, निर्माता,
        कारखाना, उत्पादक, producent, fabrikant""",
    FirmType.TRADING_COMPANY: """trading company, trading, trade, trader, wholesaler, wholesale, distributor,
        exporter, reseller, dealer, import export, export company, comercializadora, empresa comercial, comercial,
        mayorista, distribuidor, exportador, comercio, comerciante, atacadista, distribuidora, exportadora,
        société de négoce, négociant, négoce, grossiste, distributeur, exportateur, société commerciale, Handel,
        Händler, Handelsunternehmen, Handelsfirma, Großhändler, Großhandel, Exporteur, società commerciale,
        commerciante, grossista, distributore, торговая компания, торговля, трейдер, оптовик, дистрибьютор,
        экспортер, ticaret, ticaret şirketi, tüccar, toptancı, distribütör, ihracatçı, 贸易, 贸易公司, 贸易商,
        批发商, 经销商, 商贸, 貿易公司, 商社, 貿易会社, 卸売, 卸売業, 販売代理店, 무역회사, 무역, 도매, شركة تجارية,
        تجارة, تاجر, موزع, شركة تجارة, perusahaan dagang, pedagang, grosir, eksportir, công ty thương mại,
        thương mại, nhà phân phối, bán buôn, व्यापारी, व्यापार, थोक विक्रेता, व्यापारिक कंपनी, handelaar,
        hurtownia""",
    FirmType.ARTISAN: """artisan, artisans, craft, crafts, craftsman, craftswoman, handicraft, handicrafts,
        handmade, cooperative, co-operative, workshop, home workshop, artesano, artesana, artesanos, artesanía,
        cooperativa, taller, artesão, artesã, artesanato, oficina, artisanat, coopérative, atelier, Handwerk,
        Handwerker, Handwerksbetrieb, Kunsthandwerk, Genossenschaft, Werkstatt, artigiano, artigianato, artigiana,
        bottega, laboratorio, ремесленник, ремесло, мастерская, кооператив, артель, zanaatkar, el sanatları, zanaat,
        kooperatif, atölye, 手工艺, 手工艺人, 工匠, 合作社, 作坊, 手工, 職人, 工房, 手工芸, 協同組合, 장인, 공방,
        협동조합, حرفي, حرفيون, حرف يدوية, تعاونية, ورشة, pengrajin, perajin, kerajinan, koperasi, bengkel,
        thợ thủ công, thủ công, hợp tác xã, làng nghề, कारीगर, शिल्पकार, हस्तशिल्प, सहकारी, rzemieślnik, ambacht""",
    FirmType.SERVICE: """service, services, service provider, servicio, servicios, proveedor de servicios, serviço,
        serviços, prestador de serviços, prestataire, prestation, prestations, prestataire de services,
        Dienstleister, Dienstleistung, Dienstleistungen, servizio, servizi, fornitore di servizi, услуги, услуга,
        сервис, поставщик услуг, hizmet, hizmetler, hizmet sağlayıcı, 服务, 服务商, 服務, 服务提供商, サービス,
        サービス業, 서비스, خدمة, خدمات, مزود خدمة, jasa, layanan, penyedia jasa, dịch vụ, सेवा, सेवाएँ,
        सेवा प्रदाता, usługi, dienst""",
}
_SIZES: dict[FirmSize, str] = {
    FirmSize.MICRO: """micro, micro enterprise, tiny, very small, one person, sole trader, self employed, family,
        microempresa, muy pequeña, autónomo, microentreprise, très petite, tpe, Kleinst, Kleinstunternehmen,
        Einzelunternehmer, microimpresa, ditta individuale, микро, микропредприятие, ип, mikro, mikro işletme, 微型,
        微型企业, 个体户, 零細, 零細企業, 個人事業主, متناهية الصغر, صغيرة جدا, usaha mikro, siêu nhỏ, सूक्ष्म""",
    FirmSize.SMALL: """small, small enterprise, small business, little, pequeña, pequeño, pequeña empresa, pequena,
        pequeno, pequena empresa, petite, petit, petite entreprise, klein, Kleinunternehmen, piccola, piccolo,
        piccola impresa, малое, малый, малая, малое предприятие, маленькая, küçük, küçük işletme, 小型, 小型企业,
        小, 小企業, 小規模, 소기업, صغيرة, صغير, شركة صغيرة, kecil, usaha kecil, nhỏ, doanh nghiệp nhỏ, लघु, छोटा,
        छोटी, mała, klein bedrijf""",
    FirmSize.MEDIUM: """medium, mid, middle, medium sized, mid size, midsize, medium enterprise, mediana, mediano,
        mediana empresa, média, médio, média empresa, moyenne, moyen, moyenne entreprise, mittel, mittelgroß,
        mittelständisch, Mittelstand, media, medio, media impresa, среднее, средний, средняя, среднее предприятие,
        orta, orta ölçekli, 中型, 中型企业, 中, 中企業, 中規模, 중기업, متوسطة, متوسط, شركة متوسطة, menengah,
        usaha menengah, vừa, doanh nghiệp vừa, मध्यम, średnia, middelgroot""",
    FirmSize.LARGE: """large, big, large enterprise, grande, gran empresa, grande empresa, grande entreprise, groß,
        Großunternehmen, grande impresa, крупное, крупный, крупная, большой, большая, büyük, büyük ölçekli, 大型,
        大型企业, 大, 大企業, 大規模, 대기업, كبيرة, كبير, شركة كبيرة, besar, usaha besar, lớn, doanh nghiệp lớn,
        बड़ा, बड़ी, वृहद, duża, groot""",
}

# What CLDR does not call by these names.
_MORE_LANGUAGES = {
    "zh": "mandarin putonghua 普通话 国语 汉语 中国語 cn",
    "id": "bahasa",
    "es": "castellano",
    "fa": "farsi",
    "fil": "pilipino tagalog",
    "nl": "flemish",
    "pa": "panjabi",
    "ur": "urdú",
    "ja": "jp 日文",
    "nb": "norwegian no",
    "yue": "粤语 广东话",
    "en": "英文",
    "ko": "韩文",
    "ru": "俄文",
    "fr": "法文",
}
_NAMED_IN = ("en", "es", "pt", "fr", "de", "it", "ru", "tr", "zh", "ja", "ar", "id", "vi", "hi", "pl", "nl", "ko", "uk")


def _words(table: Mapping[_Value, str]) -> dict[str, _Value]:
    return {key(word): value for value, words in table.items() for word in words.replace("\n", " ").split(",")}


_TYPE_OF = _words(_TYPES)
_SIZE_OF = _words(_SIZES)


def firm_type(said: str) -> FirmType | None:
    """The type a cell names; of several ("Manufacturer, Trader") the first, of a phrase the first word that is one."""
    for part in (said, *re.split(r"[,;/&|+、，\n]", said), *fold(said).split()):
        if found := _TYPE_OF.get(key(part)):
            return found
    return None


def firm_size(said: str) -> FirmSize | None:
    """The size a cell names in words."""
    return _SIZE_OF.get(key(said)) or next((size for word in fold(said).split() if (size := _SIZE_OF.get(word))), None)


def language(said: str) -> str | None:
    """The ISO 639 code of a language's name in its own or another language, or of its tag ("pt-BR", "eng")."""
    name = key(said)
    if found := _language_names().get(name):
        return found
    tag = re.split(r"[-_]", said.strip().casefold())[0]
    tag = str(get_global("language_aliases").get(tag, tag))
    if tag in _tags():
        return tag
    # "Bahasa Melayu", "Chinese (simplified)": the last word that is a language by itself.
    return next((found for word in reversed(fold(said).split()[:3]) if (found := _language_names().get(word))), None)


@cache
def _tags() -> frozenset[str]:
    return frozenset(str(tag) for tag in Locale("en").languages if "_" not in str(tag))


@cache
def _language_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for tag in sorted(tag for tag in _tags() if len(tag) == 2 or tag in ("fil", "yue")):
        for locale in (Locale(code) for code in _NAMED_IN):
            names.setdefault(key(locale.languages.get(tag, tag)), tag)
        names.setdefault(key(_own_name(tag)), tag)
    return names | {key(name): tag for tag, more in _MORE_LANGUAGES.items() for name in more.split()}


def _own_name(tag: str) -> str:
    return (Locale(tag).languages.get(tag) if exists(tag) else None) or tag
