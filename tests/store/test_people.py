"""People: who they are to us, where each stands in a conversation, who can be reached."""

from __future__ import annotations

from datetime import timedelta

from bot.store.people import Talk
from tests.store.conftest import ADMIN, NOW, Town, meet


def test_somebody_is_known_by_their_telegram_id_and_kept_fresh(town: Town) -> None:
    with town.database.writing() as store:
        store.people.speaks(town.buyer.id, "ar")
        store.people.gave_phone(town.buyer.id, "+1")
        again = store.people.met(11, name="Maya N.", username="maya", client_language="pt-br", now=NOW)
        assert again.id == town.buyer.id and again.name == "Maya N." and again.username == "maya"
        assert (again.language, again.client_language, again.phone) == ("ar", "pt-br", "+1")
        assert store.people.get(again.id) == again
        gone = store.people.met(11, name="Maya N.", username=None, client_language=None, now=NOW)
        assert gone.username is None and gone.language == "ar"


def test_ids_of_telegram_are_wider_than_thirty_two_bits(town: Town) -> None:
    with town.database.writing() as store:
        far = meet(store, 2**52 - 1, "Far")
        assert meet(store, 2**52 - 1, "Far").id == far.id


def test_admins_are_those_of_the_settings_who_came(town: Town) -> None:
    with town.database.reading() as store:
        assert [a.id for a in store.people.admins()] == [town.admin.id]
        assert store.people.get(town.admin.id).admin and not store.people.get(town.buyer.id).admin
    assert town.admin.admin and ADMIN


def test_the_newest_word_about_reach_wins_and_coming_back_counts(town: Town) -> None:
    with town.database.writing() as store:
        store.people.reach_changed(11, reachable=False, at=NOW)
        store.people.reach_changed(11, reachable=True, at=NOW - timedelta(minutes=1))
        assert not store.people.get(town.buyer.id).reachable, "an older word came later"
        store.people.met(11, name="Maya", username=None, client_language=None, now=NOW, came=False)
        assert not store.people.get(town.buyer.id).reachable
        store.people.met(11, name="Maya", username=None, client_language=None, now=NOW)
        assert store.people.get(town.buyer.id).reachable
        store.people.reach_changed(10**9, reachable=False, at=NOW)


def test_a_conversation_is_remembered_until_it_ends(town: Town) -> None:
    talk = Talk("quote", 7, "unit_price", {"amount": "1.80", "files": [{"file": "x"}]})
    with town.database.writing() as store:
        assert store.people.talk(town.buyer.id) is None
        store.people.set_talk(town.buyer.id, Talk("inquiry", 1))
        store.people.set_talk(town.buyer.id, talk)
    with town.database.writing() as store:
        assert store.people.talk(town.buyer.id) == talk
        assert store.people.talk(town.agent.id) is None
        store.people.set_talk(town.buyer.id, None)
        store.people.set_talk(town.buyer.id, None)
        assert store.people.talk(town.buyer.id) is None
