"""Which language a message is in."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language.detect import LANGUAGES, detect, known

MESSAGES = [
    ("en", "Hello, we need 500 steel bottles delivered to Hamburg before March"),
    ("zh-Hans", "需要500个不锈钢保温杯"),
    ("zh-Hant", "我要買 500 個杯子"),
    ("es", "hola, necesito sillas de oficina para Monterrey"),
    ("pt", "preciso de cadeiras de escritório, entrega em São Paulo"),
    ("fr", "bonjour, je cherche des chaises de bureau pour Lyon"),
    ("de", "Wir suchen Bürostühle, Lieferung nach Zürich"),
    ("it", "cerchiamo sedie da ufficio, consegna a Milano"),
    ("nl", "wij zoeken bureaustoelen, levering in Utrecht"),
    ("pl", "szukamy krzeseł biurowych z dostawą do Łodzi"),
    ("ru", "нужны офисные стулья с доставкой в Казань"),
    ("uk", "потрібні офісні стільці з доставкою до Львова"),
    ("ar", "نحتاج كراسي مكتب توصيل إلى دبي"),
    ("fa", "صندلی اداری می‌خواهیم برای تهران"),
    ("he", "אנחנו צריכים כיסאות משרד לחיפה"),
    ("hi", "हमें पुणे के लिए कुर्सियाँ चाहिए"),
    ("hi", "bhai mujhe 500 kursi chahiye delhi me"),
    ("bn", "আমাদের ঢাকায় চেয়ার দরকার"),
    ("ur", "ہمیں لاہور کے لیے کرسیاں چاہیے"),
    ("id", "kami butuh kursi kantor untuk dikirim ke Surabaya"),
    ("vi", "chúng tôi cần ghế văn phòng giao Đà Nẵng"),
    ("th", "ต้องการเก้าอี้สำนักงาน ส่งกรุงเทพ"),
    ("tr", "ofis sandalyesi arıyoruz, teslimat Ankara"),
    ("tr", "ACİL MASKE 1200 KUTU"),
    ("ja", "ステンレスボトルを500本探しています"),
    ("ko", "사무용 의자 300개가 필요합니다"),
    ("sw", "tunahitaji viti vya ofisi kwa Mombasa"),
]


@pytest.mark.parametrize(("language", "text"), MESSAGES)
def test_a_message_is_heard_in_its_own_language(language, text):
    assert detect(text).language == language


@pytest.mark.parametrize("text", ["", "5000", "👍", "https://ex.test", "MOQ 1000 FOB", "500 kg"])
def test_without_words_the_conversation_keeps_its_language(text):
    assert detect(text, client="fr", last="tr").language == "tr"
    assert detect(text, client="pt-BR").language == "pt"
    assert detect(text).language == "en"


@pytest.mark.parametrize("text", ["ok", "merci", "нужна сталь", "سلام خوبی", "500 kg"])
def test_the_same_text_always_gives_the_same_answer(text):
    assert len({detect(text, client="de") for _ in range(50)}) == 1


def test_many_threads_agree():
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append([detect(text).language for _, text in MESSAGES]))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [[language for language, _ in MESSAGES]] * 8


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("pt-BR", "pt"),
        ("zh-TW", "zh-Hant"),
        ("zh_CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("ms", "id"),
        ("xx", None),
        (None, None),
    ],
)
def test_a_client_tag_maps_to_a_language_we_speak(tag, language):
    assert known(tag) == language


@given(st.text(max_size=300))
def test_any_text_gets_one_of_our_languages(text):
    found = detect(text)
    assert found.language in LANGUAGES
    assert 0.0 <= found.confidence <= 1.0


def test_a_huge_text_is_read_in_part():
    assert detect("нужны стулья " * 20_000).language == "ru"
