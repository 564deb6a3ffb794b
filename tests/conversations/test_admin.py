"""The admin: lists of suppliers by file, waiting firms, invites, counts."""

from __future__ import annotations

from bot.screens.press import encode
from bot.screens.presses import running
from tests.conversations.place import Place

LIST = """Name;Land;Stadt;Produkte
Töpferei Grün;Deutschland;Höhr-Grenzhausen;Keramikbecher 330 ml; Müslischale
Nirgendwo GmbH;Atlantis;;Luft
;Deutschland;Bonn;ohne Namen
Schuhfabrik Pirmasens;Germany;Pirmasens;
"""


def test_a_list_is_imported_from_a_file_sent_in_chat(place: Place) -> None:
    admin = place.admin()
    admin.sends_file(LIST.replace("ml; M", "ml | M").encode("cp1252"), "liste.csv")
    admin.sees("Import liste.csv as a list of suppliers?")
    admin.taps("Yes, import it")
    report = admin.sees("The list is in")["text"]
    assert "New firms: 2" in report and "Products: 2" in report
    assert "1 firm has no products" in report
    assert "line 3" in report and "a country I don't know" in report and "no name" in report

    admin.sends_file(LIST.replace("ml; M", "ml | M").encode("cp1252"), "liste.csv")
    admin.taps("Yes, import it")
    assert "Already known, unchanged: 2" in admin.sees("The list is in")["text"]


def test_what_is_no_list_is_named_so(place: Place) -> None:
    admin = place.admin()
    admin.sends_file(b"%PDF-1.4", "liste.pdf")
    admin.taps("Yes, import it")
    admin.sees("it is a PDF; send the list as .xlsx or .csv")


def test_invites_lead_to_the_firms_of_the_list(place: Place) -> None:
    place.firm("Steel bottle", name="Alfa Çelik")
    admin = place.admin()
    admin.says("/admin")
    admin.taps("Invites")
    text = admin.sees("Alfa Çelik")["text"]
    token = text.split("start=i_")[1].split()[0]
    owner = place.person("Ayşe")
    owner.starts(f"i_{token}")
    owner.sees("This invite is for:")


def test_admins_are_told_which_firms_fit_but_are_not_here(place: Place) -> None:
    place.firm("Steel bottle", name="Alfa Çelik")
    admin, buyer = place.admin(), place.buyer()
    buyer.sends_inquiry("500 steel bottles to Hamburg")
    buyer.sees("1 more firm fits but is not on Shoal yet")
    admin.sees("Somebody needs steel bottles")
    link = admin.sees("t.me/shoal_bot?start=i_")["text"].split("start=i_")[1].split()[0]
    owner = place.person("Ayşe")
    owner.starts(f"i_{link}")
    owner.taps("Yes, this is my firm")
    owner.sees("Somebody needs what you make")


def test_the_counts_are_shown(place: Place) -> None:
    supplier, admin = place.supplier(makes="Steel bottle"), place.admin()
    place.buyer().sends_inquiry("500 steel bottles to Hamburg")
    supplier.quotes("1.80 USD")
    admin.says("/admin")
    counts = admin.sees("🛠 Admin")["text"]
    assert "People: 3" in counts and "Firms: 1" in counts and "Leads: 1, quotes: 1" in counts


def test_nobody_else_may_use_an_admins_buttons(place: Place) -> None:
    place.admin()
    buyer = place.buyer()
    message = buyer.messages()[-1]["message_id"]
    for forged in (running.AdminHome(), running.DecideFirm(1, 1), running.ShowInvites(0), running.SendAnnouncement(1)):
        assert buyer.toast(buyer.taps_data(message, encode(forged))) == "I can't find that here."
