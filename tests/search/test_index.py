"""The index in memory, with a small encoder that stands in for the real one."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from bot.search import vectors as rows
from bot.search.index import FAMILY_WEIGHS, WORDS_WEIGH, Index
from bot.search.meaning import EncoderError, Floats, Kind, model_of, vectors_of
from bot.search.query import question
from bot.search.titles import Entry

MEANINGS = {"bottle": 0, "garrafa": 0, "瓶": 0, "lamp": 1, "lampada": 1, "灯": 1, "bag": 2, "bolsa": 2, "包": 2}


class Dictionary:
    """Texts with words of one meaning point the same way; unknown words point nowhere in particular."""

    id, revision, dim = "dictionary", "1", 64
    languages = frozenset({"en", "pt", "zh"})
    unrelated = 0.0

    def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
        vectors = np.full((len(texts), self.dim), 0.01, np.float32)
        for vector, text in zip(vectors, texts, strict=True):
            for word in text.lower().split():
                vector[MEANINGS.get(word, 3 + sum(map(ord, word)) % 61)] += 1.0
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return vectors


ENCODER = Dictionary()


def entry(key: int, *titles: str, supplier: int | None = None) -> Entry:
    vectors = {model_of(ENCODER): vectors_of(ENCODER, titles)}
    return Entry(key, key if supplier is None else supplier, titles, vectors)


def index(*entries: Entry) -> Index:
    made = Index(ENCODER)
    made.put(entries)
    return made


def keys(index: Index, query: str, *, limit: int = 10) -> list[int]:
    return [hit.key for hit in index.find(query, limit=limit)]


def test_a_product_is_found_by_meaning_in_another_language() -> None:
    assert keys(index(entry(1, "lamp"), entry(2, "garrafa"), entry(3, "包")), "bottle")[0] == 2


def test_shared_words_settle_the_order_among_equals_in_meaning() -> None:
    found = index(entry(1, "garrafa A7"), entry(2, "bottle B9")).find("garrafa")
    assert [hit.key for hit in found] == [1, 2]
    assert found[0].cosine == pytest.approx(found[1].cosine, abs=0.02)
    assert found[0].share == 1.0
    assert found[0].score == pytest.approx(found[0].cosine + WORDS_WEIGH)


def test_a_rare_piece_weighs_more_than_a_common_one() -> None:
    made = Index()
    made.put([Entry(key, key, ("steel bolt",)) for key in range(20)] + [Entry(99, 99, ("brass 6204",))])
    assert keys(made, "steel 6204")[0] == 99


def test_the_best_of_several_titles_counts_and_is_named() -> None:
    [hit] = index(entry(1, "lamp", "bolsa", "garrafa verde")).find("garrafa")
    assert hit.title == "garrafa verde"
    assert hit.matched == ("garrafa",)


def test_each_supplier_is_shown_once_with_its_best() -> None:
    made = index(
        entry(1, "bottle lamp", supplier=7), entry(2, "bottle", supplier=7), entry(3, "bag bottle", supplier=8)
    )
    assert [(hit.supplier, hit.key) for hit in made.find_suppliers("bottle")] == [(7, 2), (8, 3)]


def test_a_supplier_with_thousands_of_products_does_not_crowd_out_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "EXACT_UP_TO", 100)
    made = index(*(entry(key, f"bottle {key}", supplier=1) for key in range(3_000)), entry(9_999, "lamp", supplier=2))
    assert [hit.supplier for hit in made.find_suppliers("bottle", limit=2)] == [1, 2]


def test_without_an_encoder_words_alone_decide() -> None:
    made = Index()
    made.put([Entry(1, 1, ("Steel bottle",)), Entry(2, 2, ("Glass bottles 500ml",)), Entry(3, 3, ("Lamp",))])
    assert keys(made, "bottles 500 ml") == [2, 1]
    assert keys(made, "garrafa") == []


def test_an_entry_without_vectors_is_found_by_its_words() -> None:
    made = index(entry(1, "bottle"), Entry(2, 2, ("green jug",)))
    assert keys(made, "jug")[0] == 2
    assert 2 not in keys(made, "bottle")


def test_vectors_of_another_model_are_never_compared() -> None:
    stranger = Entry(1, 1, ("瓶",), {"dictionary@0": vectors_of(ENCODER, ["瓶"])})
    assert keys(index(stranger), "bottle") == []


def test_vectors_come_one_for_each_title_and_as_long_as_their_model_makes_them() -> None:
    with pytest.raises(ValueError, match="vectors"):
        Entry(1, 1, ("a", "b"), {"dictionary@1": (bytes(64),)})
    made = index(entry(1, "bottle"))
    with pytest.raises(ValueError, match="64"):
        made.put([Entry(2, 2, ("lamp",), {model_of(ENCODER): (bytes(63),)})])
    made.put([entry(3, "bag")])
    assert made.find("bag")[0].title == "bag"
    assert len(made) == 2


def test_a_language_the_encoder_does_not_know_lets_words_lead() -> None:
    made = index(entry(1, "bottle"), entry(2, "lamp bag zorkel"))
    assert [hit.key for hit in made.find("garrafa zorkel", language="pt-BR")] == [1, 2]
    assert [hit.key for hit in made.find("garrafa zorkel")] == [1, 2]
    assert [hit.key for hit in made.find("garrafa zorkel", language="pl")] == [2, 1]


def test_a_changed_entry_is_found_as_it_is_now_and_a_dropped_one_no_more() -> None:
    made = index(entry(1, "bottle"), entry(2, "lamp"))
    made.put([entry(1, "bag")])
    assert made.find("bag")[0].key == 1
    assert all(hit.title != "bottle" for hit in made.find("bottle"))
    made.drop([1, 55])
    assert keys(made, "bag") == [2]
    assert len(made) == 1


def test_vectors_survive_tidying_up() -> None:
    made = index(*(entry(key, "garrafa") for key in range(10)), entry(99, "lamp"))
    for _ in range(150):
        made.put(entry(key, f"bag {key}") for key in range(10))
    assert made.find("lampada")[0].key == 99
    assert made.find("lampada")[0].cosine > 0.9


def test_many_changes_leave_no_trace() -> None:
    chance = random.Random(7)
    made = Index(ENCODER)
    wanted: dict[int, Entry] = {}
    for _ in range(4_000):
        key = chance.randrange(60)
        if chance.random() < 0.3:
            made.drop([key])
            wanted.pop(key, None)
        else:
            wanted[key] = entry(key, chance.choice(list(MEANINGS)) + f" {chance.randrange(9)}")
            made.put([wanted[key]])
    fresh = index(*wanted.values())
    assert len(made) == len(fresh) == len(wanted)
    for query in ("bottle 5", "灯", "bag 3"):
        titles = {hit.key: hit.title for hit in made.find(query, limit=99)}
        assert titles == {hit.key: hit.title for hit in fresh.find(query, limit=99)}
        assert titles.items() <= {key: one.titles[0] for key, one in wanted.items()}.items()


def test_sifting_by_signs_finds_what_comparing_all_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(3)
    centres = chance.normal(size=(40, 64))
    everything = (centres[chance.integers(0, 40, 6_000)] + 0.7 * chance.normal(size=(6_000, 64))).astype(np.float32)
    everything /= np.linalg.norm(everything, axis=1, keepdims=True)
    packed = [(row / np.abs(row).max() * 127).astype(np.int8).tobytes() for row in everything]

    monkeypatch.setattr(rows, "EXACT_UP_TO", 500)
    vectors = rows.Vectors(64)
    for row in range(0, len(packed), 700):
        vectors.write(row, packed[row : row + 700])
    for query in everything[:20]:
        exact = np.sort(np.argsort(-(everything @ query))[:10])
        rough = vectors.roughly(query, len(everything))
        assert rough is not None
        assert len(set(exact) & set(np.argsort(-rough)[:1_000])) >= 9
        assert vectors.cosines(query, exact) == pytest.approx(everything[exact] @ query, abs=0.02)


@pytest.mark.parametrize("query", ["", " ", "\x00", "\ud800", "!!!", "😀", "a" * 10_000, '" OR *'])
def test_no_query_is_refused(query: str) -> None:
    for made in (Index(), Index(ENCODER), index(entry(1, "bottle"))):
        assert isinstance(made.find(query), list)
    assert index(entry(1, "bottle")).find("bottle", limit=0) == []


def test_searching_while_others_change_the_index_misses_nothing_that_stays() -> None:
    made = index(entry(0, "bottle"), *(entry(key, f"lamp {key}") for key in range(1, 300)))
    stop, problems = threading.Event(), []

    def change() -> None:
        for turn in range(12):
            made.put(entry(key, f"bag {turn} {key}") for key in range(1, 300))
            made.put([entry(0, "bottle")])
            made.drop(range(200, 300))
        stop.set()

    def search() -> None:
        try:
            while not stop.is_set():
                hits = made.find("garrafa")
                assert hits[0].key == 0
                assert len({hit.key for hit in hits}) == len(hits)
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work) for work in (search, search, change)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


def test_what_names_the_same_goods_in_another_language_comes_first_without_any_model() -> None:
    made = Index()
    made.put([Entry(1, 1, ("304不锈钢保温杯",)), Entry(2, 2, ("Coffee mug",)), Entry(3, 3, ("Thermo-Socken",))])
    [hit, *_] = made.find("garrafa térmica", language="pt")
    assert hit.key == 1
    assert hit.families == ("vacuum-flask",)
    assert hit.kind == 1.0
    assert hit.score == pytest.approx(FAMILY_WEIGHS)


def test_a_slip_still_finds_the_word() -> None:
    made = Index()
    made.put([Entry(1, 1, ("Zorkelated jug",)), Entry(2, 2, ("Lamp",))])
    assert keys(made, "zroklated")[:1] == []
    assert keys(made, "zokrelated") == [1]


def test_two_models_stand_side_by_side_and_are_never_mixed() -> None:
    class Other(Dictionary):
        id, languages = "other", frozenset({"hi"})

        def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
            return super().encode([text[::-1] for text in texts], kind)

    other = Other()
    made = Index(ENCODER, other)
    both = {model_of(one): vectors_of(one, ["bottle"]) for one in (ENCODER, other)}
    made.put([Entry(1, 1, ("bottle",), both), entry(2, "elttob"), Entry(3, 3, ("lamp",))])
    assert made.find("bottle", language="en")[0].cosine == pytest.approx(1, abs=0.01)
    hits = {hit.key: hit for hit in made.find("बोतल bottle", language="hi")}
    assert hits[1].cosine > 0.5
    assert 2 not in hits  # it has no vector of that model, and shares no word


def test_words_remain_where_a_model_fails() -> None:
    class Away(Dictionary):
        def encode(self, texts: Sequence[str], kind: Kind = "document", *, language: str | None = None) -> Floats:
            raise EncoderError("away")

    made = Index(Away())
    made.put([entry(1, "bottle"), entry(2, "lamp")])
    assert keys(made, "bottle") == [1]


HOSTILE = [
    "a" * 100_000,
    "不" * 100_000,
    "bottle " * 15_000,
    "".join(chr(0x300 + i % 100) for i in range(50_000)),
    "\x00\x01\x1b[31m\x7f",
    "😀" * 5_000,
    "\ud800\udfff" * 1_000,
    "NEAR(a b) OR words:* AND NOT ^\"';--",
    "'); DROP TABLE supplier; --",
    "(((((((((([[[[[[{{{{",
    "%s {0} {query.__class__} ${HOME}",
    "\u202e\u200f\u2066" * 1_000,
    "9" * 50_000,
    "x9" * 25_000,
    " \n\t" * 30_000,
]


@pytest.mark.parametrize("query", HOSTILE, ids=range(len(HOSTILE)))
def test_no_hostile_query_raises_or_is_looked_at_as_a_whole(query: str) -> None:
    made = index(entry(1, "bottle"), entry(2, "lamp"))
    for language in (None, "en", "vi", "zh", "xx", "", "🏴", "a" * 1_000):
        assert len(made.find_suppliers(query, language=language)) <= 2
    asked = question(query, None, (), set())
    assert sum(len(wanted.word) for wanted in asked.words) <= 2_000


def test_a_long_query_costs_no_more_than_a_fitting_one() -> None:
    slips = " ".join(f"bottel{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(600))
    asked = question(slips * 30, None, (), {"bottle"})
    assert len(asked.words) <= 48
