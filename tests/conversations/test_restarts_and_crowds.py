"""What comes while nobody listens, in the wrong order, twice, or all at once."""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from tests.conversations.place import Place

CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


def picture(number: int, **more: Any) -> dict[str, Any]:
    """One picture of an album."""
    size = {"file_id": f"p{number}", "file_unique_id": f"p{number}", "width": 9, "height": 9, "file_size": 99}
    return {"photo": [size], "media_group_id": "77", **more}


def test_an_album_that_a_restart_cuts_in_two_is_one_inquiry_with_one_answer(place: Place) -> None:
    buyer = place.buyer()
    before = sum(not m["out"] for m in buyer.messages())

    def the_rest() -> None:
        for number in (5, 2):
            place.brings(buyer, picture(number))
        place.brings(buyer, picture(3, caption="60 ceramic mugs like these to Lyon"))

    place.brings(buyer, picture(4))
    place.brings(buyer, picture(1))
    place.settle()
    place.restarts(meanwhile=lambda: (place.passes_unheard(minutes=1), the_rest()))
    assert "📎 5 files" in buyer.sees("By when do you need it?")["text"]
    place.passes(seconds=10)
    assert sum(not m["out"] for m in buyer.messages()) == before + 1
    with place.database.reading() as store:
        draft = store.inquiries.get(1)
    assert sorted(a.file for a in draft.attachments) == ["p1", "p2", "p3", "p4", "p5"]
    assert (draft.product, draft.amount) == ("ceramic mugs", 60)


def test_what_was_said_while_the_bot_was_away_is_answered_in_order_and_once(place: Place) -> None:
    buyer = place.buyer()
    numbers: list[int] = []

    def talks_to_nobody() -> None:
        numbers.extend(buyer.says(words)["update_id"] for words in ("leather wallets", "200 pieces", "Porto"))

    place.restarts(meanwhile=talks_to_nobody)
    buyer.sees("By when do you need it?")
    place.settle()
    heard = len(buyer.messages())
    for number in numbers:
        place.repeats(number)
    place.restarts(meanwhile=lambda: [place.repeats(number) for number in numbers])
    place.settle()
    assert len(buyer.messages()) == heard
    with place.database.reading() as store:
        draft = store.inquiries.get(1)
    assert (draft.product, draft.amount, draft.destination and draft.destination.city) == (
        "leather wallets",
        200,
        "Porto",
    )


def test_while_another_process_polls_it_is_not_ready_says_so_once_and_comes_back_by_itself(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    buyer = place.buyer()
    with caplog.at_level(logging.WARNING):
        place.troubles("getUpdates", CONFLICT, code=409, times=3)
        buyer.says("leather wallets")
        assert '"updates": false' in place.web_becomes("/readyz", 503)
        place.web_becomes("/readyz", 200)
    buyer.says("200 pieces")
    buyer.sees("Quantity: 200 pieces")
    assert sum("another process polls" in record.getMessage() for record in caplog.records) == 1


def test_a_burst_of_many_people_is_taken_in_whole_and_keeps_everybodys_order(place: Place) -> None:
    people = [place.person(f"P{n}", start=False) for n in range(25)]
    words = ("leather wallets", "200 pieces", "Porto", "by 15 May")
    dice = random.Random(7)
    waiting = {person.person_id: list(words) for person in people}
    while any(waiting.values()):
        person = dice.choice([p for p in people if waiting[p.person_id]])
        place.brings(person, {"text": waiting[person.person_id].pop(0)})
    place.settle(within=60)
    with place.database.reading() as store:
        now = store.traffic(now=place.now())
        assert (now.updates.waiting, now.chores.waiting, now.aside) == (0, 0, 0)
        drafts = [store.inquiries.get(n) for n in range(1, len(people) + 1)]
    for draft in drafts:
        assert (draft.product, draft.amount, draft.destination and draft.destination.city) == (
            "leather wallets",
            200,
            "Porto",
        )
        assert draft.needed_by is not None
    assert {draft.buyer for draft in drafts} == set(range(1, len(people) + 1))
