"""Living seats: who is asked and told why, seats that pass on, fewer and more of them, and who shall not meet again."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.domain.lead import WAITING, LeadStatus
from bot.domain.supplier import Size
from bot.screens.presses import buying, seats, supplying
from tests.conversations.place import Person, Place

NEED = "500 steel bottles to Hamburg"


def firms(place: Place, count: int) -> dict[str, Person]:
    return {f"Firm {n}": place.supplier(makes="Steel bottle", firm=f"Firm {n}") for n in range(count)}


def asked(place: Place, inquiry: int = 1, *statuses: LeadStatus) -> list[str]:
    """The firms to which an inquiry was handed, in this order (those of whose leads it is true now)."""
    with place.database.reading() as store:
        leads = store.inquiries.leads(inquiry)
        names = store.suppliers.many(lead.supplier for lead in leads)
    return [names[lead.supplier].name for lead in leads if not statuses or lead.status in statuses]


def sends_to(buyer: Person, *fewer: int) -> None:
    """Say the need, and tap for fewer and fewer firms before it is sent."""
    buyer.says(NEED)
    buyer.place.settle()
    while not buyer.shows(buying.SendInquiry):
        buyer.presses(buying.SkipSlot)
        buyer.place.settle()
    for seats_ in fewer:
        buyer.presses(seats.SetSeats, seats=seats_)
        buyer.place.settle()
    buyer.presses(buying.SendInquiry)
    buyer.place.settle()


def settled(place: Place) -> None:
    """The firms that are here now have been here for long; once asked, they are no newcomers."""
    with place.database.writing() as store:
        for firm in store.suppliers.page(after=0, limit=50):
            store.suppliers.save(replace(firm, joined_at=place.now() - timedelta(days=400)))


def test_a_seat_that_is_passed_on_twice_reaches_the_third_firm_at_once(place: Place) -> None:
    every = firms(place, 3)
    buyer = place.buyer()
    sends_to(buyer, 3, 2, 1)
    for turn in (1, 2):
        (holder,) = asked(place, 1, *WAITING)
        every[holder].presses(supplying.PassLead)
        every[holder].taps("No capacity now")
        place.settle()
        assert len(asked(place)) == turn + 1
    (third,) = asked(place, 1, *WAITING)
    every[third].sees("1 seat left of 1")


def test_more_firms_are_asked_once_and_everyone_sees_the_new_seats(place: Place) -> None:
    every = firms(place, 7)
    buyer = place.buyer()
    buyer.sends_inquiry(NEED)
    assert len(asked(place)) == 5
    buyer.presses(seats.AskMore)
    place.settle()
    assert sorted(asked(place)) == sorted(every)
    every[asked(place)[0]].sees("8 seats left of 8")
    assert not buyer.shows(seats.AskMore)


def test_a_firm_at_its_limit_is_asked_once_it_has_room_again(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    alfa.says("/firm")
    alfa.taps("🧮 How many leads")
    alfa.sees("New in a day: 10 at most")
    alfa.taps("1 a day")
    alfa.sees("New in a day: 1 at most")
    place.settle()
    buyer = place.buyer()
    buyer.sends_inquiry(NEED)
    buyer.sends_inquiry("900 steel bottles to Lyon")
    assert (asked(place, 1), asked(place, 2)) == (["Alfa"], [])
    buyer.sees("No supplier here fits yet.")
    place.passes(days=1)
    assert asked(place, 2) == ["Alfa"]


def test_a_micro_firm_and_a_newcomer_have_kept_seats_and_both_sides_read_why(place: Place) -> None:
    for n in range(4):
        place.supplier(makes="Steel bottle", firm=f"Old {n}", size=Size.SMALL)
    small = place.supplier(makes="Bottle made of steel and cork, hand finished", firm="Tiny", size=Size.MICRO)
    place.buyer().sends_inquiry("20 steel bottles to Oslo")  # from now on all of them have been asked before
    settled(place)
    new = place.supplier(makes="Steel flask and bottle with a wooden lid", firm="New")
    buyer = place.buyer()
    sends_to(buyer, 3)
    small.sees("a seat is kept for a micro firm")
    new.sees("a seat is kept for a firm that is new here")
    buyer.sees("has the seat kept for a micro firm")
    buyer.sees("has the seat kept for a firm that is new here")


def test_a_firm_that_bars_a_buyer_hears_no_more_of_them_and_may_take_it_back(place: Place) -> None:
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer, other = place.buyer(), place.buyer()
    buyer.sends_inquiry(NEED)
    alfa.presses(supplying.PassLead)
    alfa.taps("Looks suspicious")
    alfa.sees("Your seat goes to the next firm")
    alfa.presses(seats.BarBuyer)
    alfa.sees("The buyer is not told.")
    place.settle()
    buyer.sends_inquiry("900 steel bottles to Lyon")
    other.sends_inquiry("80 steel bottles to Oslo")
    assert (asked(place, 2), asked(place, 3)) == ([], ["Alfa"])
    alfa.presses(seats.UnbarBuyer)
    place.settle()
    buyer.sends_inquiry("700 steel bottles to Porto")
    alfa.sees("Porto")


def test_a_firm_that_is_reported_loses_its_seat_and_the_admins_hear_of_it(place: Place) -> None:
    admin = place.admin()
    alfa = place.supplier(makes="Steel bottle", firm="Alfa")
    buyer = place.buyer()
    buyer.sends_inquiry(NEED)
    buyer.taps("🚩 Report a firm")
    buyer.taps("🚩 Alfa")
    buyer.sees("What is wrong with this firm?")
    buyer.taps("It looks like fraud")
    buyer.sees("it gets no more inquiries of yours")
    admin.sees("A buyer reports a firm")
    admin.sees("It looks like fraud")
    alfa.sees("The buyer goes on with other firms this time.")
    place.settle()
    buyer.sends_inquiry("900 steel bottles to Lyon")
    assert asked(place, 2) == []


def test_seats_pass_on_after_a_restart_as_if_nothing_had_happened(place: Place) -> None:
    every = firms(place, 6)
    buyer = place.buyer()
    buyer.sends_inquiry(NEED)
    first = asked(place)
    place.restarts()
    place.silence()
    assert asked(place)[:5] == asked(place, 1, LeadStatus.LAPSED) == first
    assert sorted(asked(place)) == sorted(every)
    for name in first:
        assert every[name].transcript().count("The time of your seat is over") == 1
