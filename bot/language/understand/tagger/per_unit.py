"""Is an amount of money for one piece or for everything? Learnt from marked messages, beside the rules in `each`.

A logistic regression over the words in and around the amount, its size against the count, and what the rules say.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from decimal import Decimal

from bot.language.understand.lexicon import base, lexicon
from bot.language.understand.tokens import Token, bare

_CONTEXT = 4  # tokens on either side that are looked at
_WIDEST = 6  # powers of ten, in halves, that a size against a count is told apart by
_CUES = ("cue:total", "cue:budget", "cue:per", "cue:price", "unit", "cue:each")


def signs(
    tokens: Sequence[Token],
    first: int,
    last: int,
    language: str,
    *,
    amount: Decimal,
    currency: str,
    count: Decimal | None,
    said: bool | None,
    by_size: bool | None,
) -> list[str]:
    """What speaks for one or the other; the amount is tokens first..last (inclusive)."""
    words = lexicon(language)
    found = [f"said{said}", f"size{by_size}", f"both{said}{by_size}", f"lang{base(language)}", "all"]
    places = {
        "in": range(first, last + 1),
        "before": range(max(0, first - _CONTEXT), first),
        "after": range(last + 1, min(len(tokens), last + 1 + _CONTEXT)),
    }
    for where, these in places.items():
        for place in these:
            found.append(f"{where} {_plain(tokens[place])}")
            found += [f"{where} {kind}" for kind in _CUES if kind in words.at(tokens, place)]
    for place in range(first, min(len(tokens), last + 2)):
        if tokens[place].kind == "num" and place + 1 < len(tokens):
            found += [f"next {_plain(tokens[at])}" for at in range(place + 1, min(len(tokens), place + 3))]
    if last + 1 < len(tokens):
        found += [f"right {_plain(tokens[last + 1])}", f"right {tokens[last + 1].kind}"]
    found.append(f"amount {_step(amount)} {currency}")
    found.append(f"count {count is None}")
    if count:
        found.append(f"ratio {_step(amount / count)}")
        found.append(f"ratio {_step(amount / count)} {said}")
        found.append(f"many {_step(count)}")
    return list(dict.fromkeys(found))


def _plain(token: Token) -> str:
    return "0" if token.kind == "num" else bare(token.norm)


def _step(value: Decimal) -> int:
    return max(-_WIDEST, min(2 * _WIDEST, math.floor(2 * math.log10(float(value))))) if value > 0 else -_WIDEST


def likely_each(found: Sequence[str], weights: Mapping[str, float]) -> float:
    """How likely it is, by these signs, that the amount is for one piece."""
    total = sum(weights.get(name, 0.0) for name in found)
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def learn_each(
    lessons: Sequence[tuple[Sequence[str], bool]], *, passes: int = 40, rate: float = 0.3
) -> dict[str, float]:
    """Weights of signs, by gradient steps in the order given."""
    weights: dict[str, float] = {}
    squares: dict[str, float] = {}
    for _ in range(passes):
        for found, each in lessons:
            slope = likely_each(found, weights) - each
            for name in found:
                step = slope + 0.003 * weights.get(name, 0.0)
                squares[name] = squares.get(name, 1.0) + step * step
                weights[name] = weights.get(name, 0.0) - rate * step / math.sqrt(squares[name])
    return {name: round(weight, 4) for name, weight in sorted(weights.items()) if abs(weight) >= 0.01}
