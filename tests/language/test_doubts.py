"""What the words beside it deny is taken back: counts that count nothing, places of the wrong side."""

import pytest

from bot.language.understand.page import open_page
from bot.language.understand.spans import Label, Span
from bot.language.understand.tagger.doubts import doubted
from bot.language.understand.tagger.join import widened


def _doubted(text, *found, language="en"):
    """Labels of the stretches after they were doubted; each is a label, the words, and how likely it is."""
    spans = [Span(label, text.index(words), text.index(words) + len(words), score) for label, words, score in found]
    return {text[span.start : span.end]: span.label for span in doubted(open_page(text, language), spans)}


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("40% in advance", "en", "40"),
        ("ticket #55102", "en", "55102"),
        ("sizin garanti 6 ay mı", "tr", "6"),
        ("الضريبة ١٥٪", "ar", "١٥"),
    ],
)
def test_shares_lengths_of_time_and_order_numbers_are_no_counts(text, language, words):
    assert _doubted(text, (Label.QUANTITY, words, 0.9), language=language) == {words: Label.SPEC}


def test_a_postcode_is_no_count():
    found = [(Label.QUANTITY, "59100", 0.8), (Label.DESTINATION, "Roubaix", 0.9)]
    assert _doubted("rue des Tisserands, 59100 Roubaix", *found, language="fr")["59100"] is Label.SPEC


def test_the_t_of_t_shirts_is_no_unit():
    assert _doubted("200 t-shirts", (Label.QUANTITY, "200 t", 0.9)) == {"200": Label.QUANTITY}


def test_a_plain_number_stays_a_count():
    assert _doubted("40 chairs", (Label.QUANTITY, "40", 0.9)) == {"40": Label.QUANTITY}


def test_a_count_unsure_of_itself_gives_way_to_a_sure_one():
    text = "we are 45 families, ninety kilos of seed"
    found = [(Label.QUANTITY, "45", 0.6), (Label.QUANTITY, "ninety kilos", 0.95), (Label.PRODUCT, "seed", 0.9)]
    assert "45" not in _doubted(text, *found)


def test_every_product_of_a_list_keeps_its_count():
    text = "65 rolls, 350 bags of cement"
    found = [(Label.QUANTITY, "65", 0.6), (Label.PRODUCT, "rolls", 0.5), (Label.QUANTITY, "350 bags", 0.95)]
    assert "65" in _doubted(text, *found, (Label.PRODUCT, "cement", 0.9))


@pytest.mark.parametrize(
    ("text", "place", "label"),
    [
        ("20 t sugar FOB Santos", "Santos", Label.ORIGIN),
        ("urea FCA station Liski", "Liski", Label.ORIGIN),
        ("20 t sugar CIF Santos", "Santos", Label.DESTINATION),
        ("FOB, delivery soon to us in Santos", "Santos", Label.DESTINATION),
    ],
)
def test_a_place_behind_a_term_of_delivery_is_on_its_side(text, place, label):
    term = next(name for name in ("FOB", "FCA", "CIF") if name in text)
    assert _doubted(text, (Label.INCOTERM, term, 1.0), (Label.DESTINATION, place, 0.9))[place] is label


def test_a_name_that_the_rules_know_whole_is_taken_whole():
    text = "15 pallets of water to Papua New Guinea"
    part = [Span(Label.QUANTITY, 0, 2, 0.9), Span(Label.PRODUCT, 3, 19, 0.5), Span(Label.DESTINATION, 23, 32, 0.5)]
    rules = [Span(Label.QUANTITY, 0, 10, 0.95), Span(Label.DESTINATION, 23, 39, 0.97)]
    found = {span.label: text[span.start : span.end] for span in widened(open_page(text, "en"), part, rules)}
    assert found == {
        Label.QUANTITY: "15 pallets",
        Label.PRODUCT: "of water",
        Label.DESTINATION: "Papua New Guinea",
    }
