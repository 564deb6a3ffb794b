"""Who is heard: people in their own chat. Groups, channels, businesses and borrowed names move nothing."""

from __future__ import annotations

from typing import Any

from sqlalchemy import text

from bot.screens.press import encode
from bot.screens.presses.running import DecideFirm
from bot.store.tables.people import PersonRow, TalkRow
from tests.conversations.place import ADMIN, Place

GROUP: dict[str, Any] = {"id": -4001, "type": "group", "title": "Buyers"}
SUPERGROUP: dict[str, Any] = {"id": -1009990001, "type": "supergroup", "title": "Buyers"}
ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


def known(place: Place) -> tuple[int, int]:
    """How many people are known, and how many are in a conversation."""
    with place.database.reading() as store:
        tables = (PersonRow.__tablename__, TalkRow.__tablename__)
        people, talks = (store.session.scalar(text(f"SELECT count(*) FROM {table}")) for table in tables)
        return int(people), int(talks)


def test_groups_channels_and_businesses_are_not_spoken_with(place: Place) -> None:
    stranger = place.person("Omar", start=False)
    waiting = place.person("Li")
    waiting.taps("I make or sell something")
    waiting.sees("What is your firm called?")
    before, world = known(place), place.simulator.world
    for kind in ("business_message", "channel_post", "guest_message"):
        assert place.brings(stranger, {"text": "500"}, kind=kind) == 0, "nobody asked for these"
    for kind in ("business_message", "channel_post", "guest_message"):
        world.bot.inbox.allowed = None  # and yet they come
        place.brings(stranger, {"text": "500"}, kind=kind)
    for chat in (GROUP, SUPERGROUP):
        place.brings(stranger, {"text": "500 bolts to Lyon"}, chat=chat)
        place.brings(stranger, {"text": "/admin@shoal_bot"}, chat=chat, sender_chat=chat, **{"from": ANONYMOUS})
    moved = {"migrate_to_chat_id": SUPERGROUP["id"]}, {"migrate_from_chat_id": GROUP["id"]}
    for there, here in (moved, moved[::-1]):  # whichever of the two comes first
        place.brings(stranger, there, chat=GROUP if "migrate_to_chat_id" in there else SUPERGROUP)
        place.brings(stranger, here, chat=GROUP if "migrate_to_chat_id" in here else SUPERGROUP)
    card = {"message_id": 5, "date": 0, "chat": SUPERGROUP, "from": world.bot.user()}
    approve = {"id": "77", "message": card, "data": encode(DecideFirm(1, 1)), "chat_instance": "1"}
    place.brings(stranger, approve, kind="callback_query")
    place.settle()
    assert known(place) == before
    assert all(int(call["chat_id"] or 1) > 0 for call in world.calls)
    with place.database.reading() as store:
        assert "dead" not in store.inbox.counts()
        assert store.suppliers.get(1).status == "draft"


def test_rights_hang_on_the_id_and_never_on_a_name(place: Place) -> None:
    admin = place.admin()
    buyer = place.buyer()
    world = place.simulator.world
    world.person(ADMIN).username, world.person(buyer.person_id).username = "", "the_admin"
    admin.says("/admin")
    admin.sees("Admin")
    buyer.says("/admin")
    buyer.sees("I can't find that here.")


def test_only_ones_own_contact_counts(place: Place) -> None:
    buyer = place.person("Ana")
    own = {"phone_number": "+351900", "first_name": "Ana", "user_id": buyer.person_id}
    buyer.shares_contact(first_name="Rui", phone_number="+351111", user_id=5)
    buyer.sees("That is somebody else's contact.")
    buyer.shares_contact(first_name="Ana", phone_number="+351222")
    buyer.sees("That is somebody else's contact.")
    passed_on = {"type": "hidden_user", "sender_user_name": "Ana", "date": 1}
    place.brings(buyer, {"contact": own}, forward_origin=passed_on)
    buyer.sees("That is somebody else's contact.")
    with place.database.reading() as store:
        assert store.people.get(1).phone is None
    place.brings(buyer, {"contact": own})
    buyer.sees("Thank you.")


def test_of_blocking_and_coming_back_the_newest_counts_in_whatever_order_it_is_told(place: Place) -> None:
    buyer = place.buyer()
    bot = place.simulator.world.bot.user()
    now = int(place.now().timestamp())

    def told(status: str, second: int) -> bool:
        change = {"old_chat_member": {"status": "left", "user": bot}}
        change["new_chat_member"] = {"status": status, "user": bot} | ({"until_date": 0} if status == "kicked" else {})
        place.brings(buyer, change, kind="my_chat_member", date=now + second)
        place.settle()
        with place.database.reading() as store:
            return store.people.get(1).reachable

    assert told("kicked", 1) is False
    assert told("member", 3) is True
    assert told("kicked", 2) is True
    assert told("kicked", 4) is False


def test_what_no_database_takes_and_what_scrambles_a_line_is_cleaned_wherever_it_stands(place: Place) -> None:
    supplier = place.supplier(makes="Hex bolt")
    bad = "Be\u0000t\ud83da\u202e"
    buyer = place.person("Ana", start=False)
    user = {"id": buyer.person_id, "is_bot": False, "first_name": bad, "last_name": bad, "username": bad}
    user["language_code"] = "en\u0000"
    place.brings(buyer, {"text": f"40 hex bolts {bad} to Lyon by 15 May " + "e" + "\u0301" * 4000}, **{"from": user})
    buyer.sees("Destination: Lyon")
    file = place.simulator.world.files.keep(place.simulator.world.bot.bot_id, "document", "a.pdf", "x/y", b"%PDF")
    file["document"]["file_name"] = f"{bad}fdp.exe"
    contact = {"phone_number": f"+3{bad}", "first_name": bad, "user_id": user["id"]}
    for content in (file, {"contact": contact}):
        place.brings(buyer, content, **{"from": user})
    place.brings(buyer, {"id": "9", "data": f"zzz{bad}", "chat_instance": bad, "from": user}, kind="callback_query")
    asked = {"id": "10", "query": f"bolt {bad}", "offset": bad, "chat_type": bad, "from": user}
    place.brings(buyer, asked, kind="inline_query")
    place.settle()
    with place.database.reading() as store:
        assert "dead" not in store.inbox.counts()
        person, draft = store.people.get(2), store.inquiries.get(1)
    kept = [person.name, person.username, person.phone, draft.text, *(file.name for file in draft.attachments)]
    assert all(kept)
    assert not set("\0\ud83d") & set("".join(map(str, kept)))
    assert "\u202e" not in f"{person.name}{draft.attachments[0].name}"
    assert supplier.messages()


def test_a_file_of_any_size_is_passed_on_by_its_name_and_never_fetched(place: Place) -> None:
    supplier = place.supplier(makes="Machined steel parts")
    buyer = place.buyer()
    world = place.simulator.world
    for number, size in enumerate(({"file_size": 35 * 2**20}, {})):
        sheet = world.files.keep(world.bot.bot_id, "document", f"{number}.pdf", "application/pdf", b"%PDF")
        sheet["document"] = {k: v for k, v in sheet["document"].items() if k != "file_size"} | size
        place.brings(buyer, {**sheet, "caption": "40 machined steel parts to Lyon by 15 May"} if size else sheet)
    buyer.sees("📎 2 files")
    buyer.taps("Send to suppliers")
    supplier.sees("Somebody needs what you make")
    assert sum("document" in m for m in supplier.messages()) == 2
    assert not any(call["method"].lower() == "getfile" for call in world.calls)
