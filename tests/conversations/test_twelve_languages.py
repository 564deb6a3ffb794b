"""Buyers of twelve languages: all in one message, asked and answered, two products, and a change of mind."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest

from bot.domain.goods import Money
from bot.domain.inquiry import Inquiry
from bot.screens.presses import buying
from tests.conversations.place import Person, Place

LANGUAGES = ("en", "zh-Hans", "es", "pt", "fr", "de", "ru", "ar", "hi", "id", "vi", "tr")
SPOKEN_BY_THE_BOT = ("en", "zh-Hans", "ar")
ALL_AT_ONCE = {
    "en": "I need 500 cotton tote bags to Hamburg by 15 March 2027, max 2.50 USD each",
    "zh-Hans": "求购500个棉布袋，发到汉堡，2027年3月15日前要，每个不超过2.5美元",
    "es": "Necesito 500 bolsas de algodón en Hamburgo antes del 15 de marzo de 2027, máximo 2,50 USD cada una",
    "pt": "Preciso de 500 sacolas de algodão em Hamburgo até 15 de março de 2027, no máximo 2,50 USD cada",
    "fr": "Je cherche 500 sacs en coton livrés à Hambourg avant le 15 mars 2027, maximum 2,50 USD pièce",
    "de": "Ich brauche 500 Baumwolltaschen nach Hamburg bis 15. März 2027, höchstens 2,50 USD pro Stück",
    "ru": "Нужно 500 хлопковых сумок в Гамбург до 15 марта 2027 года, не дороже 2,50 USD за штуку",
    "ar": "أحتاج 500 حقيبة قطنية إلى هامبورغ قبل 15 مارس 2027، بحد أقصى 2.50 دولار للواحدة",
    "hi": "मुझे 500 सूती थैले हैम्बर्ग में 15 मार्च 2027 तक चाहिए, अधिकतम 2.50 USD प्रति पीस",
    "id": "Saya butuh 500 tas katun dikirim ke Hamburg sebelum 15 Maret 2027, maksimal 2,50 USD per buah",
    "vi": "Tôi cần mua 500 túi vải cotton giao đến Hamburg trước ngày 15 tháng 3 năm 2027, tối đa 2,50 USD một cái",
    "tr": "Hamburg'a 15 Mart 2027'ye kadar 500 adet pamuklu çanta lazım, tanesi en fazla 2,50 USD",
}
# The goods alone, then the answers to how many, where to, and by when: two dozens or two pieces, Lima, tomorrow.
ASKED = {
    "en": ("I am looking for wooden chairs", "2", "Lima, Peru", "tomorrow"),
    "zh-Hans": ("我想买木椅", "2", "秘鲁", "明天"),
    "es": ("Busco sillas de madera", "2", "Lima, Perú", "mañana"),
    "pt": ("Procuro cadeiras de madeira", "2", "Lima, Peru", "amanhã"),
    "fr": ("Je cherche des chaises en bois", "2", "Lima, Pérou", "demain"),
    "de": ("Ich suche Holzstühle", "2", "Lima, Peru", "morgen"),
    "ru": ("Ищу деревянные стулья", "2", "Лима, Перу", "завтра"),
    "ar": ("أبحث عن كراسي خشبية", "٢", "بيرو", "غدا"),
    "hi": ("मुझे लकड़ी की कुर्सियाँ चाहिए", "२", "पेरू", "कल"),
    "id": ("Saya cari kursi kayu", "2", "Lima, Peru", "besok"),
    "vi": ("Tôi muốn mua ghế gỗ", "2", "Peru", "ngày mai"),
    "tr": ("Ahşap sandalye arıyorum", "2", "Lima, Peru", "yarın"),
}
TWO_PRODUCTS = {
    "en": "I need 200 ceramic mugs and 300 wooden toys to Lyon by 15 May 2027",
    "zh-Hans": "我要200个陶瓷杯和300个木制玩具，发到里昂，2027年5月15日前",
    "es": "Necesito 200 tazas de cerámica y 300 juguetes de madera en Lyon antes del 15 de mayo de 2027",
    "pt": "Preciso de 200 canecas de cerâmica e 300 brinquedos de madeira em Lyon até 15 de maio de 2027",
    "fr": "Je cherche 200 tasses en céramique et 300 jouets en bois à Lyon avant le 15 mai 2027",
    "de": "Ich brauche 200 Keramiktassen und 300 Holzspielzeuge nach Lyon bis 15. Mai 2027",
    "ru": "Нужно 200 керамических кружек и 300 деревянных игрушек в Лион до 15 мая 2027 года",
    "ar": "أحتاج 200 كوب سيراميك و 300 لعبة خشبية إلى ليون قبل 15 مايو 2027",
    "hi": "मुझे 200 सिरेमिक मग और 300 लकड़ी के खिलौने ल्यों में 15 मई 2027 तक चाहिए",
    "id": "Saya butuh 200 mug keramik dan 300 mainan kayu dikirim ke Lyon sebelum 15 Mei 2027",
    "vi": "Tôi cần 200 cốc sứ và 300 đồ chơi gỗ giao đến Lyon trước ngày 15 tháng 5 năm 2027",
    "tr": "Lyon'a 15 Mayıs 2027'ye kadar 200 adet seramik kupa ve 300 adet ahşap oyuncak lazım",
}
NOT_SO_MANY = {
    "en": "sorry, not 500, 300",
    "zh-Hans": "不是500，是300",
    "es": "perdón, no 500, sino 300",
    "pt": "desculpa, não 500, e sim 300",
    "fr": "pardon, pas 500 mais 300",
    "de": "Entschuldigung, nicht 500, sondern 300",
    "ru": "извините, не 500, а 300",
    "ar": "عفوا، ليس 500 بل 300",
    "hi": "माफ़ कीजिए, 500 नहीं, 300",
    "id": "maaf, bukan 500, tapi 300",
    "vi": "xin lỗi, không phải 500 mà là 300",
    "tr": "pardon, 500 değil, 300",
}


def buyer_of(place: Place, language: str) -> Person:
    """A buyer who writes in this language; the bot answers in it where it can, else in English."""
    return place.buyer(language=language if language in SPOKEN_BY_THE_BOT else "en")


def inquiry(place: Place, number: int = 1) -> Inquiry:
    with place.database.reading() as store:
        return store.inquiries.get(number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_message_fills_the_card_and_a_later_sentence_corrects_it(place: Place, language: str) -> None:
    buyer = buyer_of(place, language)
    buyer.says(ALL_AT_ONCE[language])
    place.settle()
    assert buyer.shows(buying.SendInquiry), buyer.transcript()
    read = inquiry(place)
    assert (read.language, read.amount, read.destination.country) == (language, 500, "DE")
    assert (read.needed_by, read.target_price, read.per_unit) == (date(2027, 3, 15), Money(Decimal("2.5"), "USD"), True)

    buyer.says(NOT_SO_MANY[language])
    place.settle()
    assert buyer.shows(buying.SendInquiry), buyer.transcript()
    assert (inquiry(place).amount, inquiry(place).product) == (300, read.product)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_is_asked_for_and_answered_in_few_words(place: Place, language: str) -> None:
    goods, count, where, when = ASKED[language]
    buyer = buyer_of(place, language)
    tomorrow = place.now().date() + timedelta(1)
    for words in (goods, count):
        buyer.says(words)
        place.settle()
    buyer.presses(buying.FillSlot, value="H87")
    place.settle()
    for words in (where, when):
        buyer.says(words)
        place.settle()
    assert buyer.shows(buying.SendInquiry), buyer.transcript()
    read = inquiry(place)
    assert (read.amount, read.unit, read.destination.country, read.needed_by) == (2, "H87", "PE", tomorrow)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_products_become_two_inquiries_after_asking(place: Place, language: str) -> None:
    buyer = buyer_of(place, language)
    buyer.says(TWO_PRODUCTS[language])
    place.settle()
    buyer.presses(buying.OneForEach, each=1)
    place.settle()
    for _ in range(2):
        buyer.presses(buying.SendInquiry)
        place.settle()
    sent = [inquiry(place, number) for number in (1, 2)]
    assert [one.amount for one in sent] == [200, 300], buyer.transcript()
    assert {(one.destination.country, one.needed_by) for one in sent} == {("FR", date(2027, 5, 15))}
