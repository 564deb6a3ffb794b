"""The demo as a visitor plays it: an invite, a need with a photo, quotes, a deal, and a word to everyone."""

from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from bot.domain.quote import Term
from bot.screens.presses.buying import AcceptQuote, CompareQuotes, SendInquiry
from bot.screens.presses.quoting import FillTerm, FinishQuote, SendQuote, SkipTerm
from bot.screens.presses.running import SendAnnouncement, WriteAnnouncement
from bot.screens.presses.start import ChooseLanguage
from bot.screens.presses.supplying import ClaimFirm, QuoteLead
from tests.browser.conftest import WIDE, Opens
from tests.browser.phones import ADMIN, BUYER, PATIENCE, SUPPLIER, Phone, picture

FIRM = "永康市禾舟杯业有限公司"
NEWS = "غدًا من الساعة 10:00 إلى 10:15 نحدّث المنصة، وبعدها يعود كل شيء كما كان."

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]


def test_a_need_becomes_a_deal_and_the_admin_tells_everyone(opens: Opens) -> None:
    page = opens(WIDE)
    buyer, supplier, admin = (Phone(page, person) for person in (BUYER, SUPPLIER, ADMIN))
    supplier_claims_the_firm(page, supplier)
    buyer_says_the_need(page, buyer)
    supplier_quotes_in_steps(page, supplier)
    buyer_compares_and_accepts(page, buyer, supplier)
    admin_opens_the_page(admin)
    picture_of_all_three(page, buyer)
    admin_tells_everyone(page, admin, (buyer, supplier, admin))


def supplier_claims_the_firm(page: Page, supplier: Phone) -> None:
    expect(page.locator("#guide")).to_be_visible()
    picture(page, "01-guide")
    page.locator('[data-link^="i_"]').click()
    expect(page.locator("#guide")).to_be_hidden()
    supplier.presses(ChooseLanguage, language="zh-Hans")
    supplier.sees(FIRM)
    expect(supplier.message("/start")).not_to_contain_text("i_")
    supplier.presses(ClaimFirm)
    supplier.sees(f"欢迎！您现在代表 {FIRM}")
    picture(page, "02-firm-claimed")


def buyer_says_the_need(page: Page, buyer: Phone) -> None:
    buyer.starts()
    buyer.presses(ChooseLanguage, language="en")
    buyer.sees("finds small suppliers all over the world")
    buyer.attaches("flask.png", flask())
    buyer.says("500 stainless steel vacuum flasks, 500 ml, to Rotterdam by the end of March")
    buyer.sees("Quantity: 500 pieces")
    buyer.sees("Destination: Rotterdam, Netherlands")
    buyer.sees("1 file")
    expect(buyer.log.locator(".own .photo img")).to_be_visible()
    picture(page, "03-need")
    buyer.presses(SendInquiry)
    buyer.sees("Inquiry #1 is sent")
    buyer.sees(FIRM)


def supplier_quotes_in_steps(page: Page, supplier: Phone) -> None:
    expect(supplier.button(QuoteLead)).to_be_visible(timeout=PATIENCE)
    supplier.sees("500 件")
    assert supplier.log.locator(".theirs .photo img").last.evaluate(
        "image => image.decode().then(() => image.naturalWidth)"
    )
    picture(page, "04-lead")
    supplier.presses(QuoteLead)
    supplier.sees("请写明货币")
    supplier.says("2.30 美元")
    supplier.sees("单价：2.30")
    supplier.presses(FillTerm, term=Term.QUANTITY, value="all")
    expect(supplier.button(SkipTerm, term=Term.MOQ)).to_be_visible()
    supplier.says("300")
    supplier.presses(FillTerm, term=Term.LEAD_TIME, value="21")
    supplier.presses(FillTerm, term=Term.INCOTERM, value="FOB")
    expect(supplier.button(SkipTerm, term=Term.PLACE)).to_be_visible()
    supplier.says("宁波")
    supplier.sees("宁波")
    expect(supplier.button(SkipTerm, term=Term.VALID_UNTIL)).to_be_visible()
    supplier.log.locator('button[data-press^="ft~"]', has_text="30").last.click()
    supplier.presses(FinishQuote)
    expect(supplier.button(SendQuote)).to_be_visible()
    supplier.sees("总价：1,150.00 USD")
    picture(page, "05-quote-read-back")
    supplier.presses(SendQuote)
    supplier.sees("您对询价 #1 的报价已发出")


def buyer_compares_and_accepts(page: Page, buyer: Phone, supplier: Phone) -> None:
    buyer.sees("Compare 3 quotes")
    buyer.presses(CompareQuotes)
    buyer.sees("Quotes for inquiry #1")
    expect(buyer.message("Quotes for inquiry #1")).to_contain_text("FOB 宁波")
    picture(page, "06-comparison")
    buyer.log.locator('button[data-press^="aq~"]', has_text=FIRM).click()
    buyer.sees("Accept this quote?")
    buyer.presses(AcceptQuote, sure=1)
    buyer.sees("Telegram: @chen_wei_cups")
    supplier.sees("您的报价被接受了")
    supplier.sees("Telegram：@maya_buys")
    picture(page, "07-deal")


def admin_opens_the_page(admin: Phone) -> None:
    admin.starts()
    admin.presses(ChooseLanguage, language="ar")
    expect(admin.element).to_have_css("direction", "rtl")
    admin.sees("أحتاج شيئًا")
    admin.says("/admin")
    expect(admin.button(WriteAnnouncement)).to_be_visible()


def picture_of_all_three(page: Page, buyer: Phone) -> None:
    """The comparison, the accepted quote, the admin's page. `docs/demo.png` is this one, made small with pngquant."""
    buyer.brings_to_the_top("Quotes for inquiry #1")
    picture(page, "08-all-three")
    buyer.element.locator("[data-act=newest]").click()


def admin_tells_everyone(page: Page, admin: Phone, everyone: tuple[Phone, ...]) -> None:
    admin.presses(WriteAnnouncement)
    admin.sees("اكتب ما تريد أن يقرأه الناس")
    admin.says(NEWS)
    expect(admin.button(SendAnnouncement)).to_be_visible()
    picture(page, "09-announcement-before")
    admin.presses(SendAnnouncement)
    for phone in everyone:
        expect(phone.log.locator(".theirs .text", has_text=NEWS).last).to_be_in_viewport(timeout=PATIENCE)
    assert set(admin.directions()) == {"rtl"}
    assert set(everyone[1].directions()[:-1]) == {"ltr"}
    picture(page, "10-announcement")


def flask() -> bytes:
    """A PNG of a flask, drawn here: 320 x 240, eight bits a colour."""
    y, x = np.mgrid[0:240, 0:320]
    drawn = np.full((240, 320, 3), (225, 236, 238), np.uint8)
    drawn[(abs(x - 160) < 38) & (y > 70) & (y < 215)] = (30, 120, 130)
    drawn[(abs(x - 145) < 5) & (y > 70) & (y < 215)] = (120, 200, 205)
    drawn[(abs(x - 160) < 28) & (y > 35) & (y <= 70)] = (60, 60, 70)
    rows = b"".join(b"\0" + row.tobytes() for row in drawn)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 320, 240, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
