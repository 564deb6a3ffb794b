"""Words that people read stand in bot/screens and nowhere else, each as a literal that the catalogues can hold."""

from __future__ import annotations

import ast

from tests.house.tree import calls, modules

SAYING = {"say": 1, "label": 1, "count": 2, "count_label": 2}
SHOWING = {"Message", "Toast", "Button", "button"}
SCREENS = "bot/screens/"
BESIDE = ("bot/simulator/", "bot/demo/")  # they speak to who tries the bot, in English


def saying(call: ast.Call) -> str | None:
    """Is this a sentence being asked for: `w.say(…)`, `visit.words.count(…)`?"""
    if not isinstance(call.func, ast.Attribute) or call.func.attr not in SAYING:
        return None
    whom = call.func.value
    name = whom.id if isinstance(whom, ast.Name) else whom.attr if isinstance(whom, ast.Attribute) else ""
    return call.func.attr if name in ("w", "words") else None


def literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_sentences_are_asked_for_in_screens_only() -> None:
    asking = {path for path, module in modules().items() for call in calls(module) if saying(call)}
    assert len(asking) >= 8
    assert {path for path in asking if not path.startswith(SCREENS)} == set()


def test_a_sentence_is_a_literal() -> None:
    for path, module in modules().items():
        for call in calls(module):
            if kind := saying(call):
                first = call.args[: SAYING[kind]]
                assert len(first) == SAYING[kind] and all(map(literal, first)), f"{path}:{call.lineno}"


def test_values_are_given_by_name_and_never_formatted_in() -> None:
    for path, module in modules().items():
        if path.startswith(SCREENS):
            for call in calls(module):
                formats = isinstance(call.func, ast.Attribute) and call.func.attr in ("format", "format_map")
                assert not formats, f"{path}:{call.lineno}"


def test_nothing_else_shows_words_of_its_own() -> None:
    for path, module in modules().items():
        if path.startswith((SCREENS, *BESIDE)):
            continue
        for call in calls(module):
            name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
            if name in SHOWING:
                own = [a for a in call.args if isinstance(a, ast.JoinedStr) or (literal(a) and a.value.strip())]
                assert not own, f"{path}:{call.lineno}"
