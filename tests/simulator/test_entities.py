"""HTML → text and entities, and back to safe HTML."""

from __future__ import annotations

from html import escape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.simulator.entities import parse_html
from bot.simulator.errors import BadRequestError
from bot.simulator.text import clean, to_html, units, with_found


def test_offsets_are_counted_in_utf16_units():
    text, entities = parse_html("👋🏽 <b>hé</b> <i>x</i>")
    assert text == "👋🏽 hé x"
    assert entities == [
        {"type": "bold", "offset": 5, "length": 2},
        {"type": "italic", "offset": 8, "length": 1},
    ]


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<strong>x</strong>", "bold"),
        ("<em>x</em>", "italic"),
        ("<ins>x</ins>", "underline"),
        ("<del>x</del>", "strikethrough"),
        ('<span class="tg-spoiler">x</span>', "spoiler"),
        ("<tg-spoiler>x</tg-spoiler>", "spoiler"),
        ("<code>x</code>", "code"),
        ("<pre>x</pre>", "pre"),
        ("<blockquote>x</blockquote>", "blockquote"),
        ("<blockquote expandable>x</blockquote>", "expandable_blockquote"),
        ("<B>x</B>", "bold"),
    ],
)
def test_every_tag_has_its_entity(html, kind):
    assert parse_html(html) == ("x", [{"type": kind, "offset": 0, "length": 1}])


def test_a_link_keeps_its_address_and_decodes_it():
    _, [entity] = parse_html('<a href="https://e.org/?a=1&amp;b=&quot;">x</a>')
    assert entity == {"type": "text_link", "url": 'https://e.org/?a=1&b="', "offset": 0, "length": 1}


def test_a_code_block_knows_its_language():
    _, [entity] = parse_html('<pre><code class="language-python">x = 1</code></pre>')
    assert (entity["type"], entity["language"]) == ("pre", "python")


def test_only_four_names_and_numbers_are_references():
    assert parse_html("&lt;b&gt; &amp;amp; &quot; &#65; &#x42; &nbsp; & &copy")[0] == '<b> &amp; " A B &nbsp; & &copy'


def test_blanks_around_the_text_are_cut_and_entities_shrink():
    assert parse_html("  <b> x </b>\n") == ("x", [{"type": "bold", "offset": 0, "length": 1}])


def test_entities_stand_outer_before_inner():
    _, entities = parse_html("<b><i>x</i>y</b>")
    assert [entity["type"] for entity in entities] == ["bold", "italic"]


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ("a <c>x</c>", 'Unsupported start tag "c" at byte offset 2'),
        ("é <c>x</c>", 'Unsupported start tag "c" at byte offset 3'),
        ("1 < 2 > 0", 'Unsupported start tag "" at byte offset 2'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("<a =x>y</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
    ],
)
def test_broken_html_is_refused_in_telegrams_words(html, reason):
    with pytest.raises(BadRequestError) as refused:
        parse_html(html)
    assert refused.value.description == f"Bad Request: can't parse entities: {reason}"


@given(st.text())
def test_escaped_text_always_comes_back_as_it_was(text):
    parsed, entities = parse_html(escape(text))
    assert parsed == clean(text).strip(" \n\t")
    assert entities == []


_TREES = st.recursive(
    st.text(alphabet="ab é👋<&\"'", max_size=5).map(escape),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag}>",
        st.sampled_from(["b", "i", "u", "s", "blockquote"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=12,
)


@given(st.lists(_TREES, max_size=4).map("".join))
def test_shown_html_parses_to_the_same_text_and_entities(html):
    text, entities = parse_html(html)
    assert all(e["offset"] >= 0 and e["offset"] + e["length"] <= units(text) for e in entities)
    again = parse_html(to_html(text, entities))
    assert again == (text, entities)


@given(st.text(alphabet="ab<>&\"'=/ 👋"))
def test_whatever_is_written_is_parsed_or_refused(html):
    try:
        text, _ = parse_html(html)
    except BadRequestError:
        return
    assert units(text) <= units(html)


def test_nothing_typed_becomes_markup_on_the_page():
    assert to_html('<img src=x onerror="alert(1)">', []) == "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;"
    link = {"type": "text_link", "url": "javascript:alert(1)", "offset": 0, "length": 1}
    assert to_html("x", [link]) == "x"


def test_links_commands_and_addresses_are_found():
    found = with_found("👋 /help a@b.co https://e.org/x. @anna_b #steel", [])
    assert [(entity["type"], entity["offset"]) for entity in found] == [
        ("bot_command", 3),
        ("email", 9),
        ("url", 16),
        ("mention", 33),
        ("hashtag", 41),
    ]


def test_a_fraction_or_a_path_is_no_command():
    assert with_found("1/2 kg and/or a/b", []) == []
