"""Everything a screen may be given, in several flavours, and every screen with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from bot.domain import notice as n
from bot.domain.announcement import Announcement, Audience, Step, Tally, Who
from bot.domain.bar import ReportReason
from bot.domain.courtesy import Band, Manners
from bot.domain.dependence import Spread
from bot.domain.goods import Attachment, FileKind, Incoterm, Money, Place, Quantity, Unit
from bot.domain.inquiry import Further, Inquiry, InquiryStatus, Slot, Whom
from bot.domain.lead import DeclineReason, Fact, Lead, LeadStatus, Why
from bot.domain.milestones import Beginnings, Milestone
from bot.domain.outcome import Reason
from bot.domain.people import Person
from bot.domain.pool import PoolView
from bot.domain.pooling import Aim, Cover, Part
from bot.domain.quote import Flag, LossReason, Quote, QuoteStatus, Term
from bot.domain.rates import Beside
from bot.domain.supplier import QUESTIONS, Product, Size, Supplier, SupplierStatus, SupplierType
from bot.domain.wanted import Wanted
from bot.language.texts import Words
from bot.screens import (
    admin,
    announcements,
    compare,
    courtesy,
    find,
    floor,
    inquiry,
    lead,
    notices,
    pools,
    quote,
    quotes,
    refusal,
    seats,
    signboard,
    start,
    supplier,
)
from bot.screens.message import Message
from bot.screens.whom import kind_words, origin_words

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
TODAY = NOW.date()
HOSTILE = "Mk<b>&{n}</a>{firm}&lt;\"'"
BIDI = "Mk\u202emirror\u2066\u2069\u0000\ud800\x1b[0m"
WHOM = Whom(("TR", "PT"), ("CN",), True, (SupplierType.MANUFACTURER, SupplierType.ARTISAN), (Size.MICRO,), True)
LONG = "Mk" + "ab 我 <&>" * 500
# Facts that contradict others: all the rest may be said of one firm.
CONTRADICTING = {
    *(Fact.NAME_FITS, Fact.MOQ_FITS, Fact.HAS_CERTIFICATE, Fact.ELSEWHERE, Fact.UNWANTED_COUNTRY, Fact.KIND_FITS),
    *(Fact.SAME_COUNTRY, Fact.CAPACITY_LEFT, Fact.LEAD_TIME_FITS),
}
BANDS = [(None, False), (None, True), *((band, False) for band in Band)]
REAL = "Alfa Çelik & Söhne"


@dataclass(frozen=True)
class Sample:
    """One world of values: `own` stands in every place that a person fills."""

    own: str = REAL
    unit: Unit = Unit.PIECE
    amount: Decimal = Decimal(500)
    id: int = 12
    bare: bool = False
    inquiry_status: InquiryStatus = InquiryStatus.OPEN
    lead_status: LeadStatus = LeadStatus.OFFERED
    quote_status: QuoteStatus = QuoteStatus.SENT
    firm_status: SupplierStatus = SupplierStatus.VERIFIED
    n: int = 3

    @property
    def quantity(self) -> Quantity:
        return Quantity(self.amount, self.unit)

    @property
    def files(self) -> tuple[Attachment, ...]:
        return tuple(Attachment(FileKind.PHOTO, f"file-{i}", self.own, 10) for i in range(self.n))

    @cached_property
    def inquiry(self) -> Inquiry:
        bare = Inquiry(self.id, 1, self.inquiry_status, text=self.own)
        if self.bare:
            return bare
        return replace(
            bare,
            language="zh-Hans",
            product=self.own,
            specs=(self.own, "750 ml"),
            amount=self.amount,
            unit=self.unit,
            target_price=Money(Decimal("2.50"), "USD"),
            per_unit=True,
            destination=Place("DE", self.own),
            needed_by=date(2026, 9, 1),
            certificates=(self.own, "CE"),
            incoterm=Incoterm.DAP,
            attachments=self.files,
            guessed=frozenset(Slot),
            whom=WHOM,
            further=(Further(self.own, self.amount, self.unit), Further(self.own)),
            quotes_until=NOW + timedelta(days=2),
        )

    @cached_property
    def quote(self) -> Quote:
        bare = Quote(self.id, self.id, self.id, self.id, status=self.quote_status)
        if self.bare:
            return bare
        return replace(
            bare,
            revision=2,
            unit_price=Money(Decimal("1.80"), "USD"),
            quantity=Quantity(self.amount / 2, self.unit),
            moq=Quantity(self.amount * 2, self.unit),
            lead_time_days=400,
            incoterm=Incoterm.FOB,
            place=self.own,
            valid_until=TODAY - timedelta(days=1),
            note=self.own,
            attachments=self.files,
        )

    @cached_property
    def supplier(self) -> Supplier:
        bare = Supplier(self.id, self.own, self.firm_status)
        if self.bare:
            return bare
        return replace(
            bare,
            country="TR",
            city=self.own,
            address=self.own,
            type=SupplierType.ARTISAN,
            size=Size.MICRO,
            languages=("tr", "zh-Hans"),
            certificates=(self.own, "CE"),
            moq=self.quantity,
        )

    @property
    def firm(self) -> n.Firm:
        return n.Firm.of(self.supplier)

    @property
    def product(self) -> Product:
        return Product(1, self.id, self.own, moq=None if self.bare else self.quantity)

    @property
    def products(self) -> list[Product]:
        return [Product(i, self.id, self.own, moq=self.quantity) for i in range(0 if self.bare else 15)]

    @property
    def why(self) -> Why:
        return Why(self.own, () if self.bare else tuple(Fact))

    @property
    def possible_why(self) -> Why:
        return Why(self.own, () if self.bare else tuple(f for f in Fact if f not in CONTRADICTING))

    @property
    def lead(self) -> Lead:
        return Lead(self.id, self.id, self.id, self.why, self.lead_status, NOW, NOW + timedelta(hours=24))

    @property
    def lead_view(self) -> n.LeadView:
        return n.LeadView(self.lead, self.inquiry, 2, None if self.bare else self.quote)

    @property
    def pool_member(self) -> n.LeadView:
        return replace(self.lead_view, quote=replace(self.quote, awarded=self.quantity, pool=self.id))

    @property
    def quote_view(self) -> n.QuoteView:
        money = None if self.n == 1 else Money(Decimal("1.6601"), "EUR")
        return n.QuoteView(
            self.quote, self.inquiry, self.firm, None if self.bare else Beside("EUR", TODAY, money, money)
        )

    @property
    def pools(self) -> list[PoolView]:
        """None, one, or four; with and without conversion, price, lead time and something over."""
        part, some = Part(self.id, self.quantity), 0 if self.bare else 3
        return [
            PoolView(
                Cover(tuple(Aim)[: i + 1], (part,) * 3, total, days, replace(part.quantity, amount=over), not i),
                (self.quote_view,) * 3,
                "EUR",
                None if i % 2 else TODAY,
            )
            for i, (total, days, over) in enumerate(
                [(Decimal("1500.5"), 21, Decimal(0)), (Decimal(15), None, Decimal(5)), (None, 7, Decimal(0))][:some]
            )
        ]

    @property
    def passed_over(self) -> tuple[n.QuoteView, ...]:
        """Quotes that were not chosen: one of which was said why, the others not."""
        return tuple(
            replace(self.quote_view, quote=replace(self.quote, loss_reason=LossReason.PRICE if not i else None))
            for i in range(1 if self.bare else 5)
        )

    @property
    def person(self) -> Person:
        return Person(1, self.own, admin=not self.bare)

    @property
    def contact(self) -> n.Contact:
        return n.Contact(self.own, *([None] * 4 if self.bare else [self.own] * 4))

    @property
    def asked(self) -> tuple[n.Asked, ...]:
        return () if self.bare else (n.Asked(self.firm, self.possible_why),) * 8

    @property
    def seen(self) -> tuple[n.Seen, ...]:
        return () if self.bare else tuple(n.Seen(self.firm, self.possible_why, bool(i % 2)) for i in range(5))

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.id, 1, self.own, self.own, NOW, kept_at=None if self.bare else NOW)

    @property
    def spread(self) -> Spread | None:
        countries = (("TR", Fraction(3, 4)), (None, Fraction(1, 8)), ("DE", Fraction(1, 8)))
        return None if self.bare else Spread(self.n * 8, self.n, 1, Fraction(5, 8), Fraction(1), countries, self.n > 2)

    @property
    def beginnings(self) -> Beginnings:
        return Beginnings(self.n, self.n, 0, timedelta(hours=5), None)

    @property
    def refused(self) -> tuple[n.RefusedLine, ...]:
        return () if self.bare else tuple(n.RefusedLine(i, "no_name", self.own) for i in range(10))

    @property
    def announcement(self) -> Announcement:
        tally = Tally() if self.bare else Tally(self.n, 1, 2, 3, 4, 5)
        audience = Audience() if self.bare else Audience(Who.WITHOUT_LEADS, "zh-Hans", ("zh",))
        files = () if self.bare else (Attachment(FileKind.PHOTO, "x"),)
        return Announcement(
            self.id, 1, self.own, files, audience, Step.SENDING, False, 9, self.n + 9, 4, self.n, tally, NOW
        )

    def notices(self) -> list[n.Notice]:
        imported = n.ImportDone(3, 1, 0, 9, 0 if self.bare else 2, self.refused, len(self.refused) * 2)
        return [
            n.LeadOffered(self.lead_view),
            n.LeadChanged(self.lead_view),
            n.SeatEnds(self.lead_view),
            *(n.LeadEnded(self.lead_view, ending, quoted) for ending in n.Ending for quoted in (True, False)),
            *(n.QuoteLost(self.lead_view, r, band, late) for r in LossReason for band, late in BANDS),
            n.ReasonsAsked(self.inquiry, self.passed_over),
            n.SuppliersAsked(self.inquiry, self.asked, 2, 0 if self.bare else 4),
            n.QuoteArrived(self.quote_view, 0 if self.bare else 3, not self.bare),
            n.QuoteAccepted(self.lead_view, self.contact, ask_contact=self.bare),
            n.QuoteAccepted(self.pool_member, self.contact, firms=3),
            n.LeadOffered(replace(self.lead_view, inquiry=replace(self.inquiry, parts_welcome=True), quote=None)),
            n.ContactGiven(self.inquiry, self.contact),
            n.QuestionAsked(self.id, self.firm, self.inquiry, self.own),
            n.QuestionAnswered(self.lead_view, self.own, self.own),
            n.InquiryExpired(self.inquiry, 0 if self.bare else 3),
            n.FirmDecided(self.own, True),
            *(n.FirmReported(self.firm, self.id, reason) for reason in ReportReason),
            n.FirmDecided(self.own, False),
            n.FirmWaiting(self.firm, tuple(p.name for p in self.products)),
            n.FirmsToInvite(self.id, self.own, ((self.own, "tok-en_1"),) * 3),
            imported,
            replace(imported, unreadable="pdf"),
            replace(imported, unreadable="never heard of"),
            n.Announced(self.own, () if self.bare else (Attachment(FileKind.PHOTO, "x"),)),
            n.AnnouncementGoesOn(self.announcement),
            n.AnnouncementEnded(replace(self.announcement, step=Step.ENDED)),
            n.FirmsFound(self.id, self.own, Whom() if self.bare else WHOM, self.seen, 1, 3, self.bare, False),
            n.FirmsFound(self.id, self.own, Whom(), self.seen, 0, 1, True, True),
            n.FirmsJoined(self.id, self.own, (n.Seen(self.firm, self.why, True),) * min(self.n, 3)),
            *(n.DependencePassed(of, percent, 62, self.n) for of in (1, 5) for percent in (10, 25, 30)),
            n.OneFirmOnly(self.own, self.n),
            *(n.MilestoneReached(self.firm, m, self.n, 0 if self.bare else 9, self.n + 2) for m in Milestone),
            n.MilestoneReached(self.firm, Milestone.FIRST_WIN, self.n, self.n),
        ]


Shown = dict[str, Message | str]


def every_screen(w: Words, s: Sample) -> Shown:
    """Every public function of every screen with these values; names say which is which."""
    found: Shown = {}
    rooms = (_start, _find, _inquiry, _quote, _quotes, _pools, _courtesy, _lead, _supplier, _seats, _admin)
    for room in (*rooms, _announcements, _signboard):
        found |= room(w, s)
    for at, one in enumerate(s.notices()):
        found[f"notices.show {at} {type(one).__name__}"] = notices.show(w, one, now=NOW, bot="shoal_bot")
    for reason in Reason:
        found[f"refusal.sentence {reason}"] = refusal.sentence(w, reason)
    found["notices.invite_link"] = notices.invite_link("shoal_bot", "tok-en_1")
    return found


def _named(prefix: str, made: dict[str, Any]) -> Shown:
    return {f"{prefix}.{name}": message for name, message in made.items()}


def _start(w: Words, s: Sample) -> Shown:
    person: dict[str, Callable[..., Message]] = {
        "welcome": start.welcome,
        "help_text": start.help_text,
        "stopped": start.stopped,
        "nothing_to_stop": start.nothing_to_stop,
    }
    plain = ("is_it_a_need", "say_what_you_need", "old_button", "edited", "sorry", "only_words", "lost_the_thread")
    return _named(
        "start",
        {name: show(w, s.person, has_firm=s.bare) for name, show in person.items()}
        | {name: getattr(start, name)(w) for name in (*plain, "thanks_for_contact", "not_your_contact")}
        | {"edited_too_late": start.edited_too_late(w, bought=True, has_firm=not s.bare)}
        | {"choose_language": start.choose_language(w, (("en", "English"), ("ar", "العربية")))}
        | {f"commands {name}": label for name, label in start.commands(w)},
    )


def _find(w: Words, s: Sample) -> Shown:
    kept = [replace(s.wanted, id=s.id - i) for i in range(0 if s.bare else 4)]
    return _named(
        "find",
        {"ask": find.ask(w, kept), "ask dropped": find.ask(w, kept, dropped=s.wanted)}
        | {"kept": find.kept(w), "nothing_to_read": find.nothing_to_read(w)}
        | {"firms": find.firms(w, n.FirmsFound(s.id, s.own, WHOM, s.seen, 0, 12, False, False))}
        | {"joined": find.joined(w, n.FirmsJoined(s.id, s.own, (n.Seen(s.firm, s.why, True),)))}
        | {"firm_card": find.firm_card(w, s.supplier, s.products), "whom.origin_words": origin_words(w, WHOM) or ""}
        | {
            "whom.kind_words": kind_words(w, WHOM) or "",
            "tell_me": Message("x", ((quotes.tell_me_button(w, s.inquiry),),)),
        },
    )


def _inquiry(w: Words, s: Sample) -> Shown:
    it, last = s.inquiry, Place("DE", s.own)
    return _named(
        "inquiry",
        {name: getattr(inquiry, name)(w, it) for name in ("draft", "resume", "sent", "files_added")}
        | {"one_for_each": inquiry.one_for_each(w, it), "dropped": inquiry.dropped(w)}
        | {"said_fields": Message("x", inquiry.said_fields(w, it))}
        | {"draft shown": inquiry.draft(w, replace(it, show_price=True, per_unit=None))}
        | {"draft total": inquiry.draft(w, replace(it, per_unit=False))}
        | {f"ask {x}": inquiry.ask(w, it, x, today=TODAY, filled=(x,), last_place=last) for x in Slot}
        | {f"ask first {x}": inquiry.ask(w, it, x, today=TODAY, first=True) for x in Slot}
        | {f"not_understood {x}": inquiry.not_understood(w, it, x, today=TODAY) for x in Slot}
        | {"card_lines": inquiry.card_lines(w, it), "typed_start": inquiry.typed_start(w, it)}
        | {f"status_name {x}": inquiry.status_name(w, x) for x in InquiryStatus},
    )


def _quote(w: Words, s: Sample) -> Shown:
    q, it = s.quote, s.inquiry
    return _named(
        "quote",
        {f"ask {t}": quote.ask(w, q, it, t, today=TODAY, filled=() if s.bare else (t,)) for t in Term}
        | {f"not_understood {t}": quote.not_understood(w, q, it, t, today=TODAY) for t in Term}
        | {"ask_currency": quote.ask_currency(w, q, Decimal("123456789012.123456"))}
        | {"review": quote.review(w, q, it), "sent": quote.sent(w, q, it), "dropped": quote.dropped(w)}
        | {f"read_back {t}": quote.read_back(w, q, it, t) or "" for t in Term},
    )


def _quotes(w: Words, s: Sample) -> Shown:
    view = s.quote_view
    return _named(
        "quotes",
        {"card": quotes.card(w, view, others=2, today=TODAY, pools=True)}
        | {"ask_accept": quotes.ask_accept(w, view, today=TODAY)}
        | {f"accepted {ask}": quotes.accepted(w, view, s.contact, ask_contact=ask) for ask in (True, False)}
        | {"contact_lines": quotes.contact_lines(w, s.contact)}
        | {"inquiry_list": quotes.inquiry_list(w, [s.inquiry]), "inquiry_list empty": quotes.inquiry_list(w, [])}
        | {"overview": quotes.overview(w, s.inquiry, s.asked, taken=2, not_here=4, quotes=0 if s.bare else 3)}
        | {"inquiry_list answers": quotes.inquiry_list(w, [s.inquiry], answers=s.n)}
        | {"why": quotes.why(w, s.why), "answer_sent": quotes.answer_sent(w)}
        | {"answer_question": quotes.answer_question(w, s.inquiry, s.id, s.own)}
        | {f"flag_name {f}": quotes.flag_name(w, f) for f in Flag},
    )  # fmt: skip


def _pools(w: Words, s: Sample) -> Shown:
    views, members = [s.quote_view] * (0 if s.bare else 5), [(s.quote_view, s.contact)] * 3
    shown: dict[str, Any] = {
        "compare.compare": compare.compare(w, s.inquiry, views, today=TODAY, changed=True),
        "compare.compare pools": compare.compare(w, s.inquiry, views[:3], s.pools, today=TODAY),
    }
    for at, pool in enumerate(s.pools):
        shown[f"pools.ask_accept {at}"] = pools.ask_accept(w, s.inquiry, pool, today=TODAY)
        shown[f"pools.listed {at}"] = pools.listed(w, s.inquiry, [pool])
    shown["pools.buttons"] = Message("x", pools.buttons(w, s.inquiry, s.pools))
    for ask in (True, False):
        shown[f"pools.accepted {ask}"] = pools.accepted(w, s.inquiry, members, ask_contact=ask)
    return shown


def _courtesy(w: Words, s: Sample) -> Shown:
    asked, it = n.ReasonsAsked(s.inquiry, s.passed_over), s.inquiry
    known = [(s.person, Manners(6, 14, 0, 6)), (replace(s.person, id=2), Manners(4, s.n, 1))]
    return _named(
        "courtesy",
        {"card": courtesy.card(w, asked), "skipped": courtesy.skipped(w, asked)}
        | {"card done": courtesy.card(w, replace(asked, views=asked.views[:1]), draft=s.id, further=s.id)}
        | {"ask_close": courtesy.ask_close(w, it), "closed": courtesy.closed(w, it)}
        | {"ask_cancel": courtesy.ask_cancel(w, it), "cancelled": courtesy.cancelled(w, it)}
        | {"end_buttons": Message("x", (courtesy.end_buttons(w, it),))}
        | {"none_row": Message("x", courtesy.none_row(w, it)), "fewer": courtesy.fewer(w, it, usual=5)}
        | {"lost": courtesy.lost(w, n.QuoteLost(s.lead_view, LossReason.PRICE, Band.NEAR))}
        | {f"reason_label {r}": courtesy.reason_label(w, r) for r in LossReason}
        | {f"reason_line {r}": courtesy.reason_line(w, r) for r in LossReason}
        | {f"band_line {b}": courtesy.band_line(w, b) for b in Band}
        | {"answer_button": Message("x", ((courtesy.answer_button(w, s.id),),))}
        | {"silent_button": Message("x", ((courtesy.silent_button(w, s.n),),))}
        | {"answer_first": courtesy.answer_first(w)}
        | {"silent_buyers": courtesy.silent_buyers(w, [] if s.bare else known)}
        | {"known_for": courtesy.known_for(w, s.n)}
        | {"sent fewer": inquiry.sent(w, it, usual=5, silent=s.id)},
    )


def _lead(w: Words, s: Sample) -> Shown:
    view = s.lead_view
    return _named(
        "lead",
        {"card": lead.card(w, view, head=lead.title(w), now=NOW), "title": lead.title(w), "why": lead.why(w, s.why)}
        | {"answers": lead.answers(w, view), "answers known": lead.answers(w, replace(view, answers=8))}
        | {"card full": lead.card(w, replace(view, seats_left=0), head=lead.title(w), now=NOW)}
        | {
            "original": lead.original(w, view),
            "pass_reasons": lead.pass_reasons(w, s.lead),
            "passed": lead.passed(w, replace(s.lead, decline_reason=DeclineReason.SUSPICIOUS)),
        }
        | {"seat_ends": lead.seat_ends(w, view, now=NOW)}
        | {"ask_buyer": lead.ask_buyer(w, view), "question_sent": lead.question_sent(w)}
        | {"lead_list": lead.lead_list(w, [view] * 3), "empty_list": lead.empty_list(w)}
        | {f"status_name {x}": lead.status_name(w, replace(s.lead, status=x)) for x in LeadStatus},
    )


def _supplier(w: Words, s: Sample) -> Shown:
    firm = s.supplier
    return _named(
        "supplier",
        {"ask_claim": supplier.ask_claim(w, firm, "tok-en_1"), "claimed": supplier.claimed(w, firm)}
        | {f"ask {q}": supplier.ask(w, firm, q, products=s.n) for q in QUESTIONS}
        | {f"not_understood {q}": supplier.not_understood(w, firm, q, products=0) for q in QUESTIONS}
        | {"review": supplier.review(w, firm, s.products), "page": supplier.page(w, firm, s.products, s.spread)}
        | {"buyers_say": supplier.buyers_say(w, ["thermos bottle"]) or ""}
        | {"submitted": supplier.submitted(w, firm), "no_firm": supplier.no_firm(w)}
        | {"buyers_say": supplier.buyers_say(w, [s.own, "" if s.bare else "thermos bottle"]) or ""}
        | {f"status_name {x}": supplier.status_name(w, x) for x in SupplierStatus},
    )


def _signboard(w: Words, s: Sample) -> Shown:
    firm, spread = s.supplier, s.spread
    reached = n.MilestoneReached(s.firm, Milestone.BUYERS_5, s.n, 0 if s.bare else 2, None if s.bare else 60)
    unit = replace(firm, moq=None, declines_below=20)
    priced = replace(s.product, price_low=Money(s.amount, "USD"))
    alone = {
        "spread_block": signboard.spread_block(w, spread) or "",
        "dependence": signboard.dependence(w, n.DependencePassed(1, 30, 31, s.n)),
        "one_firm": signboard.one_firm(w, n.OneFirmOnly(s.own, s.n)),
        "milestone": signboard.milestone(w, reached, bot="shoal_bot"),
        "buyers_button": Message("x", ((signboard.buyers_button(w, firm),),)),
    }
    asks = {f"ask_buyers {again}": signboard.ask_buyers(w, firm, again=again) for again in (True, False)}
    lowest = {f"ask_lowest {again}": floor.ask_lowest(w, firm, s.product, again=again) for again in (True, False)}
    floors = {
        "floor": floor.floor(w, firm, s.products),
        "floor set": floor.floor(w, unit, [priced, replace(priced, id=2, moq=None)]),
        "floor_button": Message("x", ((floor.floor_button(w, firm),),)),
    }
    return _named("signboard", alone | asks) | _named("floor", lowest | floors)


def _seats(w: Words, s: Sample) -> Shown:
    asked = [] if s.bare else [(s.id, s.firm)] * 8
    reported = n.FirmReported(s.firm, s.id, ReportReason.OTHER)
    return _named(
        "seats",
        {"barred": seats.barred(w, s.id), "unbarred": seats.unbarred(w), "reported": seats.reported(w, s.firm)}
        | {"which_firm": seats.which_firm(w, s.inquiry, asked), "limits": seats.limits(w, s.supplier)}
        | {"what_is_wrong": seats.what_is_wrong(w, s.id, s.firm), "bar_button": seats.bar_button(w, s.id).label}
        | {"report_button": seats.report_button(w, s.inquiry).label}
        | {"limits_button": seats.limits_button(w, s.supplier).label}
        | {"seats_button": seats.seats_button(w, s.inquiry).label}
        | {"more_button": seats.more_button(w, s.inquiry).label, "asking_more": seats.asking_more(w, s.inquiry)}
        | {"report_for_admins": seats.report_for_admins(w, reported)},
    )


def _admin(w: Words, s: Sample) -> Shown:
    states = {"pending": s.n, "verified": 9, "claimed": 4, "draft": 2, "open": 1, "leads": 5, "quotes": 2, "failed": 1}
    waiting = [(s.firm, tuple(p.name for p in s.products))] * (0 if s.bare else 2)
    reasons = ("no_name", "no_country", "unknown_country", "duplicate", "broken_line", "not_an_object", "too_long", "?")
    files = ("empty", "not_a_list", "no_name_column", "too_big", "encrypted", "broken", "old_excel", "pdf", "?")
    link = notices.invite_link("shoal_bot", "tok-en_1")
    return _named(
        "admin",
        {
            "home": admin.home(
                w, people=s.n, firms=states, inquiries=states, outbox=states, silent=s.n, newcomers=s.beginnings
            )
        }
        | {"home empty": admin.home(w, people=0, firms={}, inquiries={}, outbox={})}
        | {"waiting": admin.waiting(w, waiting), "firm_card": admin.firm_card(w, s.firm, [s.own] * 20)}
        | {f"decided {yes}": admin.decided(w, s.supplier, approved=yes) for yes in (True, False)}
        | {"decide_row": Message("x", (admin.decide_row(w, s.firm),)), "ask_import": admin.ask_import(w, s.own)}
        | {x: getattr(admin, x)(w) for x in ("ask_for_list", "importing")}
        | {"imported": admin.imported(w, n.ImportDone(1, 2, 3, 4, s.n, s.refused, 99))}
        | {f"refused_reason {r}": admin.refused_reason(w, r) for r in reasons}
        | {f"unreadable {r}": admin.unreadable(w, r) for r in files}
        | {"invites": admin.invites(w, [(s.supplier, link)] * (0 if s.bare else 8), more=True)},
    )


def _announcements(w: Words, s: Sample) -> Shown:
    names = (("ar", "العربية"), ("en", "English"), ("zh-Hans", "简体中文"))
    one = s.announcement
    ended = replace(one, step=Step.ENDED, posted=s.n + 3, after=9)
    drafts = [replace(one, audience=Audience(who, language)) for who in Who for language in (None, "ar")]
    return _named(
        "announcements",
        {"ask": announcements.ask(w), "so_far none": announcements.so_far(w, [])}
        | {"so_far": announcements.so_far(w, [replace(one, id=s.id + at) for at in range(8)])}
        | {f"question {at}": announcements.question(w, d, names, people=s.n, paid=True) for at, d in enumerate(drafts)}
        | {"question nobody": announcements.question(w, one, names, people=0, paid=False)}
        | {f"progress {step}": announcements.progress(w, replace(one, step=step)) for step in Step}
        | {"progress report": announcements.progress(w, ended)}
        | {"progress cancelled": announcements.progress(w, replace(ended, after=1))},
    )
