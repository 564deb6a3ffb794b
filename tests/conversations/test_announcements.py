"""The admin's word to many: shown as it is read, aimed, sent once to each, held, taken back, and reported on."""

from __future__ import annotations

import pytest

from bot.domain.announcement import Who
from bot.screens.press import encode
from bot.screens.presses import running
from bot.simulator.faults import Fault
from tests.conversations.place import Person, Place

FAIR = "The fair opens on <Monday> & {all} are welcome"


def writes(admin: Person, text: str = FAIR) -> None:
    """The admin writes it and sees it."""
    admin.says("/admin")
    admin.presses(running.WriteAnnouncement)
    admin.place.settle()
    admin.says(text)
    admin.place.settle()


def sends(admin: Person) -> None:
    admin.presses(running.SendAnnouncement)
    admin.place.settle()


def time_goes_by(place: Place) -> None:
    """Until the house looks again."""
    place.passes(seconds=3)
    place.passes(seconds=3)


def nothing_leaves(place: Place) -> Fault:
    """Telegram is in trouble: new messages are tried again and again, cards can still be edited."""
    trouble = Fault("error", "sendmessage", code=500, times=0)
    place.simulator.world.faults.armed.append(trouble)
    return trouble


def ends(place: Place, trouble: Fault) -> None:
    place.simulator.world.faults.armed.remove(trouble)


def test_it_is_shown_first_and_reaches_everyone_once(place: Place) -> None:
    admin, buyer = place.admin(), place.buyer()
    gone = place.person("Gone")
    gone.blocks()
    place.settle()
    writes(admin)
    assert admin.sees("This is how it will look.")["text"].count("2 people can be reached") == 1
    question = admin.sees("This is how it will look.")["message_id"]
    first, second = (admin.taps_data(question, encode(running.SendAnnouncement(1))) for _ in range(2))
    admin.toast(first)
    assert admin.toast(second) == "That is done already."
    time_goes_by(place)
    assert [m["text"] for m in buyer.messages()].count(f"📣\n\n{FAIR}") == 1
    assert [m["text"] for m in admin.messages()].count(f"📣\n\n{FAIR}") == 2, "as they saw it first, and then got it"
    report = admin.sees("Everybody has been written to.")["text"]
    assert "Written to: 2 of 2" in report and "Delivered: 2" in report


def test_the_report_knows_who_has_blocked_the_bot_and_who_is_gone(place: Place) -> None:
    admin, blocked, deleted = place.admin(), place.buyer(name="B"), place.buyer(name="D")
    reader = place.buyer(name="R")
    for person, why in ((blocked, "bot was blocked by the user"), (deleted, "user is deactivated")):
        refused = Fault("error", chat_id=person.person_id, code=403, description=f"Forbidden: {why}")
        place.simulator.world.faults.armed.append(refused)
    writes(admin)
    sends(admin)
    time_goes_by(place)
    report = admin.sees("Everybody has been written to.")["text"]
    assert "Written to: 4 of 4" in report and "Delivered: 2" in report
    assert "Have blocked the bot: 1" in report and "Cannot be reached any more: 1" in report
    reader.sees("The fair opens on <Monday>")
    admin.presses(running.ShowAnnouncements)
    assert "Delivered: 2 of 4" in admin.sees("📊 Announcements so far")["text"]
    admin.presses(running.ShowAnnouncement)
    admin.sees("Have blocked the bot: 1")
    writes(admin)
    admin.sees("2 people can be reached")


def test_a_pause_survives_a_restart_and_goes_on_and_who_joins_meanwhile_gets_nothing(place: Place) -> None:
    admin, buyer = place.admin(), place.buyer()
    others = [place.person(f"P{n}") for n in range(3)]
    writes(admin)
    admin.sees("5 people can be reached")
    trouble = nothing_leaves(place)
    admin.presses(running.SendAnnouncement)
    place.until(lambda: "Waiting: 5" in admin.transcript(), admin.transcript)
    admin.presses(running.PauseAnnouncement)
    place.until(lambda: "Paused: nothing more of it leaves." in admin.transcript(), admin.transcript)
    ends(place, trouble)
    place.passes(minutes=5)
    place.restarts()
    late = place.person("Late")
    assert "The fair opens" not in buyer.transcript()

    admin.presses(running.ResumeAnnouncement)
    place.settle()
    time_goes_by(place)
    report = admin.sees("Everybody has been written to.")["text"]
    assert "Delivered: 5" in report and "Written to: 5 of 5" in report
    for person in (buyer, *others):
        assert person.transcript().count("The fair opens") == 1
    assert "The fair opens" not in late.transcript()


def test_what_is_cancelled_is_read_by_nobody_else(place: Place) -> None:
    admin, buyer = place.admin(), place.buyer()
    writes(admin)
    trouble = nothing_leaves(place)
    admin.presses(running.SendAnnouncement)
    place.until(lambda: "Waiting: 2" in admin.transcript(), admin.transcript)
    admin.presses(running.PauseAnnouncement)
    place.until(lambda: "Paused" in admin.transcript(), admin.transcript)
    admin.presses(running.CancelAnnouncement)
    place.until(lambda: "Cancelled: whoever has not got it will not." in admin.transcript(), admin.transcript)
    ends(place, trouble)
    place.passes(minutes=5)
    report = admin.sees("Not written to: 2")["text"]
    assert "Delivered: 0" in report
    assert "The fair opens" not in buyer.transcript()


@pytest.mark.parametrize(
    ("language", "text", "shown"),
    [
        ("zh-Hans", "展会周一开幕，欢迎参观！", "能联系到 1 人"),
        ("ar", "يفتتح المعرض يوم الاثنين", "يمكن الوصول إلى شخص واحد"),
    ],
)
def test_it_goes_to_those_who_read_its_language(place: Place, language: str, text: str, shown: str) -> None:
    admin = place.admin(language=language)
    reader, other = place.buyer(language="en"), place.supplier(makes="Steel bottle", language="en")
    writes(admin, text)
    admin.presses(running.AimAnnouncement, who=Who.EVERYBODY, language=language)
    admin.sees(shown)
    sends(admin)
    time_goes_by(place)
    assert text not in reader.transcript() + other.transcript()
    assert [m["text"] for m in admin.messages()].count(f"📣\n\n{text}") == 2, "as it was shown, and then sent"


def test_only_those_it_is_for_get_it(place: Place) -> None:
    admin, buyer = place.admin(), place.buyer()
    supplier = place.supplier(makes="Steel bottle")
    writes(admin, "New: sell abroad")
    admin.presses(running.AimAnnouncement, who=Who.SUPPLIERS, language="")
    admin.sees("For: suppliers, every language")
    sends(admin)
    time_goes_by(place)
    supplier.sees("New: sell abroad")
    assert "New: sell abroad" not in buyer.transcript()
    admin.sees("Written to: 1 of 1")


def test_a_picture_goes_with_it_and_it_can_be_written_anew(place: Place) -> None:
    admin, buyer = place.admin(), place.buyer()
    writes(admin, "Old words")
    admin.sends_photo(b"\x89PNG picture", "New words")
    place.settle()
    sends(admin)
    time_goes_by(place)
    seen = next(m for m in buyer.messages() if m.get("photo"))
    assert seen["text"] == "📣\n\nNew words"
    assert "Old words" not in buyer.transcript()
