"""The same loop with a buyer, a supplier and an admin of each language: nothing stays untranslated."""

from __future__ import annotations

import re

import pytest

from bot.screens.presses import buying, running, supplying
from tests.conversations.place import Person, Place

NEEDS = {
    "en": "I need 500 stainless steel bottles in Hamburg by 31 March 2027",
    "zh-Hans": "求购不锈钢水瓶500个，发到汉堡，2027年3月31日前要",
    "ar": "أحتاج 500 قطعة قوارير ستانلس ستيل إلى هامبورغ قبل 31 مارس 2027",
}
# Words of Latin script that belong to every language here: names, codes, commands, links.
_ALWAYS = re.compile(
    r"https?://\S+|t\.me/\S+|@\w+|/[a-z]+|Shoal|Alfa|Celik|USD|EUR|FOB|FCA|Mersin|MOQ|CSV|Excel|xlsx|"
    r"JSON [Ll]ines|JSON|UTC|CE|FDA|OEKO-TEX|"
    r"Incoterms|Hamburg|Bursa|Maya|Noor|Steel bottle|Muster|English|PDF|Telegram|agent_\d+|buyer_\d+|liste|csv"
)


def latin_words(person: Person) -> set[str]:
    """Words in Latin letters that the bot said to this person, beside those that belong to every language."""
    found: set[str] = set()
    for message in person.messages():
        if message["out"]:
            continue
        labels = [b["text"] for row in (message["reply_markup"] or {}).get("inline_keyboard", []) for b in row]
        for text in [message["text"], *labels]:
            found |= set(re.findall(r"[A-Za-z]{3,}", _ALWAYS.sub(" ", text)))
    return found


@pytest.mark.parametrize("language", ["zh-Hans", "ar"])
def test_the_whole_loop_is_spoken_in_the_readers_language(place: Place, language: str) -> None:
    admin = place.admin(language=language)
    supplier = place.supplier(makes="Steel bottle", firm="Alfa Celik", language=language)
    other = place.supplier(makes="Steel bottle", firm="Alfa Muster", language=language)
    buyer = place.buyer(language=language)

    buyer.says(NEEDS[language])
    place.settle()
    while not buyer.shows(buying.SendInquiry):
        buyer.presses(buying.SkipSlot)
        place.settle()
    buyer.sees("500")
    buyer.presses(buying.AskSlot)
    place.settle()
    buyer.says("Steel bottle")
    place.settle()
    buyer.presses(buying.SendInquiry)
    place.settle()

    supplier.presses(supplying.ShowOriginal)
    place.settle()
    assert NEEDS[language] in supplier.transcript()
    supplier.presses(supplying.AskBuyer)
    place.settle()
    supplier.says("?")
    place.settle()
    buyer.presses(buying.AnswerQuestion)
    place.settle()
    buyer.says("!")
    place.settle()
    supplier.quotes("1.80 USD FOB Mersin")
    other.presses(supplying.PassLead)
    place.settle()
    other.presses(supplying.PassBecause)
    place.settle()
    buyer.presses(buying.MyInquiries)
    place.settle()
    buyer.presses(buying.ShowInquiry)
    place.settle()
    buyer.presses(buying.AcceptQuote, sure=0)
    place.settle()
    buyer.presses(buying.AcceptQuote, sure=1)
    place.settle()
    supplier.says("/firm")
    supplier.says("/leads")
    supplier.says("/help")
    admin.says("/admin")
    place.settle()
    admin.presses(running.WaitingFirms)
    admin.presses(running.AskForList)
    admin.presses(running.ShowInvites)
    admin.presses(running.WriteAnnouncement)
    place.settle()

    assert "1.80" in buyer.transcript() and "FOB Mersin" in buyer.transcript()
    for person in (buyer, supplier, other, admin):
        assert latin_words(person) == set(), person.transcript()


def test_each_reads_their_own_language_at_the_same_time(place: Place) -> None:
    chinese = place.supplier(makes="不锈钢水瓶", firm="永康杯业", language="zh-Hans")
    arab = place.supplier(makes="قوارير ستانلس ستيل", firm="مصنع النور", language="ar")
    buyer = place.buyer(language="en")
    buyer.sends_inquiry(NEEDS["en"])
    chinese.sees("有人需要您的产品")
    arab.sees("قوارير ستانلس ستيل")
    chinese.quotes("2.10 美元 FOB 宁波，21 天")
    buyer.sees("Price per unit: 2.10 USD")
    buyer.sees("Delivery terms: FOB 宁波")
    buyer.sees("Lead time: 21 days")
    assert "Price" not in arab.transcript() and "单价" not in buyer.transcript()


def test_a_notice_is_said_in_the_language_chosen_last(place: Place) -> None:
    supplier = place.supplier(makes="Steel bottle")
    supplier.says("/language")
    supplier.taps("简体中文")
    place.settle()
    place.buyer().sends_inquiry(NEEDS["en"])
    supplier.sees("有人需要您的产品")
