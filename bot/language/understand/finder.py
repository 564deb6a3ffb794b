"""Which stretch of a message says what: rules first, then the learnt tagger that has seen what the rules say."""

from __future__ import annotations

from bot.language.understand import finder_rules
from bot.language.understand.lexicon import base
from bot.language.understand.page import open_page
from bot.language.understand.spans import Span
from bot.language.understand.tagger.join import joined
from bot.language.understand.tagger.model import load_model


def find(text: str, language: str) -> tuple[Span, ...]:
    """The labelled stretches of a message, in the order in which they stand."""
    page = open_page(text, language)
    if not page.tokens:
        return ()
    rules = finder_rules.find_on(page)
    model = load_model()
    if base(language) not in model.languages:
        return rules
    stretches, chances = model.stretches(page, rules)
    return joined(page, stretches, chances, rules)
