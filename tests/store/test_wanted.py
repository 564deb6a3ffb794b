"""What people looked for: given to those whose it is, the old forgotten, the kept remembered until they end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.domain.inquiry import Whom
from bot.domain.outcome import Reason
from bot.domain.wanted import KEPT_FOR, Wanted, drop, keep, told
from bot.domain.wishes import Wishes
from bot.store.wanted import MOST_REMEMBERED
from tests.domain.samples import NOW, pieces, refusal
from tests.store.conftest import Town


def looked(town: Town, words: str = "steel bottles") -> Wanted:
    wishes = Wishes(quantity=pieces(500), certificates=("CE",), whom=Whom(("TR",), ("CN",), certified=True))
    return Wanted(0, town.buyer.id, words, words, NOW, language="zh-Hans", wishes=wishes)


def test_what_is_looked_for_comes_back_as_it_was(town: Town) -> None:
    with town.database.writing() as store:
        added = store.wants.add(looked(town))
        assert added == replace(looked(town), id=added.id)
        store.wants.save(told(keep(added, now=NOW), (3, 4), now=NOW))
    with town.database.reading() as store:
        assert store.wants.get(added.id) == told(keep(added, now=NOW), (3, 4), now=NOW)


def test_it_opens_to_the_one_whose_it_is_and_to_nobody_else(town: Town) -> None:
    with town.database.writing() as store:
        added = store.wants.add(looked(town))
        assert store.wants.of(added.id, by=town.buyer) == added
        for by in (town.agent, town.stranger, town.admin):
            assert refusal(lambda by=by: store.wants.of(added.id, by=by)) is Reason.NOT_FOUND
        assert refusal(lambda: store.wants.of(10**9, by=town.buyer)) is Reason.NOT_FOUND


def test_the_oldest_searches_are_forgotten_and_what_is_kept_is_not(town: Town) -> None:
    with town.database.writing() as store:
        kept = keep(store.wants.add(looked(town, "kept")), now=NOW)
        store.wants.save(kept)
        first = store.wants.add(looked(town, "first"))
        for n in range(MOST_REMEMBERED):
            store.wants.add(looked(town, f"{n}"))
        assert refusal(lambda: store.wants.get(first.id)) is Reason.NOT_FOUND
        assert store.wants.kept_by(town.buyer.id, now=NOW) == [kept]


def test_what_is_kept_ends_and_can_be_dropped(town: Town) -> None:
    with town.database.writing() as store:
        one, two = (keep(store.wants.add(looked(town, w)), now=NOW) for w in ("one", "two"))
        for each in (one, two):
            store.wants.save(each)
        assert store.wants.every_kept(now=NOW, after=one.id, limit=9) == [two]
        assert store.wants.any_kept(now=NOW) and not store.wants.any_kept(now=NOW + KEPT_FOR)
        store.wants.save(drop(two))
        assert store.wants.every_kept(now=NOW + timedelta(days=1), after=0, limit=9) == [one]
