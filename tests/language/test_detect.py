"""Which language a message is in."""

import functools
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.language import learn_detect
from bot.language.detect import LANGUAGES, detect, known, script_of
from bot.language.understand.tagger.corpus import read_corpus

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
    ("hi", "photo bheju kya"),
    ("hi", "maal ex factory utha lenge, transport hamara"),
    ("hi", "soya chunks 5 टन, 20 kg bag"),
    ("ar", "bghit babouches jild dyal rjal, 120 zwej"),
    ("tr", "yarin degil obur gun"),
    ("vi", "can hang ngay, ma hang co san a"),
    ("es", "no, el azul no"),
    ("it", "fate anche consegne in Sicilia?"),
    ("it", "scarpe da lavoro antiscivolo"),
    ("nl", "goedkope handschoenen voor de bouw"),
    ("pl", "tanie rękawice budowlane"),
    ("sw", "ndoo za plastiki zenye mfuniko"),
    ("uk", "столи дерев'яні двадцять штук"),
    ("fa", "پنجاه میز چوبی برای رستوران"),
    ("ur", "پچاس لکڑی کی میزیں"),
]


@pytest.mark.parametrize(("language", "text"), MESSAGES)
def test_a_message_is_heard_in_its_own_language(language, text):
    assert detect(text).language == language


@pytest.mark.parametrize("text", ["", "5000", "👍", "https://ex.test", "MOQ 1000 FOB", "500 kg"])
def test_without_words_the_conversation_keeps_its_language(text):
    assert detect(text, client="fr", last="tr").language == "tr"
    assert detect(text, client="pt-BR").language == "pt"
    assert detect(text).language == "en"


@pytest.mark.parametrize("text", ["ok", "no", "si", "da"])
def test_a_word_of_many_languages_does_not_change_the_conversation(text):
    assert detect(text, client="en", last="tr").language == "tr"


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


def test_messages_that_were_not_learned_from_are_heard_in_their_own_language():
    unseen = [m for m in read_corpus() if m.share == learn_detect.UNSEEN and script_of(m.text)]
    right = sum(detect(m.text).language == m.language for m in unseen)
    assert len(unseen) > 300
    assert right / len(unseen) > 0.96  # among them lone towns and numbers, which no language owns


@functools.cache
def _taught():
    messages = [m for m in read_corpus() if m.share == 0]
    return learn_detect.lessons(messages)


def test_every_language_that_is_told_by_its_letters_is_taught():
    assert {lesson.language for lesson in _taught()} == set(learn_detect.LANGUAGES)


def test_the_same_messages_always_make_the_same_lessons():
    assert learn_detect.lessons([m for m in read_corpus() if m.share == 0]) == _taught()
