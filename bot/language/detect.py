"""Which language a message is in: writing system first, then letter statistics, give-away words and learned letters.

The letter statistics are langdetect's profiles, but its own sampling is not used: it is random, answers Korean
for short Chinese and throws away capitals. Every n-gram is scored once, so the same text always gives the same answer.
"""

from __future__ import annotations

import functools
import json
import math
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from langdetect.detector_factory import PROFILES_DIRECTORY
from langdetect.utils.ngram import NGram

from bot.language import learned_letters
from bot.language.learned_letters import learned_scores
from bot.language.writing_systems import ONE_LANGUAGE, writing_system

LANGUAGES = (
    *("en", "zh-Hans", "zh-Hant", "es", "pt", "fr", "de", "it", "nl", "pl", "ru", "uk", "ar"),
    *("fa", "he", "hi", "bn", "ur", "id", "vi", "th", "tr", "ja", "ko", "sw"),
)

_DATA = Path(__file__).parent / "data"
_LATIN = ("en", "es", "pt", "fr", "de", "it", "nl", "pl", "id", "vi", "tr", "sw")
_CYRILLIC = ("ru", "uk")
_ARABIC = ("ar", "fa", "ur")
BY_LETTERS = {  # Hindi and Arabic are typed in Latin letters too
    "latin": (*_LATIN, "hi", "ar"),
    "cyrillic": _CYRILLIC,
    "arabic": _ARABIC,
}
_MOST_USUAL = {"latin": "en", "cyrillic": "ru", "arabic": "ar"}  # where nothing was expected
_SAMPLE = 600  # characters: enough to be sure, and it bounds the time on long texts
_TEMPER = 0.45  # n-grams overlap and are not independent evidence
_FLOOR = 0.2 / 10_000  # the chance given to an n-gram that a language's profile lacks
_CUE = 3.0  # what one give-away word is worth, in nats, when only one language has it
_STRONG_CUE = 5.0  # for words that no neighbour language shares
_PRIOR = 0.35  # share of belief that goes to the language expected beforehand
_UNSURE = 0.5  # a word like "ok" or "no", less sure than this, does not change the conversation's language
_HEAVY = 2.5  # one CJK character says as much as this many Latin letters

# Trade codes are the same in every language; left in, they drag short texts towards English or German.
_NOISE = re.compile(
    r"https?://\S{1,2000}|\S{1,64}@\S{1,255}|@\w{1,64}|"
    r"\b(?:pcs?|usb|usd|eur|gbp|cny|inr|moq|fob|cif|ddp|exw|cfr|iso|en\d*|ce|fda|gots|oeko-tex|fsc|rohs|bsci|kg|mm|cm|ml|led|pvc|hs|oem|qty|"
    r"logo|type|container|bluetooth|box|set|budget|urgent)\b",
)


@dataclass(frozen=True)
class Detected:
    """A language (one of LANGUAGES) and how sure that is, 0 to 1."""

    language: str
    confidence: float


def detect(text: str, *, client: str | None = None, last: str | None = None) -> Detected:
    """The language of a text. `client` is the app's language code, `last` the conversation's language so far.

    Without a single letter in the text the answer is `last`, else `client`, else English, with confidence 0.
    """
    expected = known(last) or known(client)
    sample = plain(text)
    found = scripts(sample)
    if not found:
        return Detected(expected or "en", 0.0)
    script = _main(found)
    if found["kana"] and script in ("han", "kana"):
        return Detected("ja", 0.99)
    if script == "han":
        return _chinese(sample, expected)
    if script in ONE_LANGUAGE:
        return Detected(ONE_LANGUAGE[script], 0.99)
    if script == "latin" and found["devanagari"] > 1:
        return Detected("hi", 0.95)  # mixed with English: nobody else writes so
    guess = _by_letters(text, sample, script, expected)
    kept = known(last)
    return Detected(kept, guess.confidence) if kept and guess.confidence < _UNSURE else guess


def script_of(text: str) -> str | None:
    """The writing system that most of a text is in, as "latin" or "han"; None where it has no letters."""
    found = scripts(plain(text))
    return _main(found) if found else None


def _main(found: Counter[str]) -> str:
    return max(found, key=lambda name: found[name])


def known(code: str | None) -> str | None:
    """One of LANGUAGES for an IETF tag such as "pt-BR", "zh-TW" or "ms"; None where we do not speak it."""
    if not code:
        return None
    tag = code.replace("_", "-").casefold()
    base = tag.split("-")[0]
    if base == "zh":
        traditional = any(part in ("hant", "tw", "hk", "mo") for part in tag.split("-"))
        return "zh-Hant" if traditional else "zh-Hans"
    base = {"in": "id", "ms": "id", "iw": "he", "tl": "en"}.get(base, base)
    return base if base in LANGUAGES else None


def plain(text: str) -> str:
    """The part that is looked at: composed, lower case, without digits, addresses and trade codes."""
    return re.sub(r"\d+", " ", folded(text))


def folded(text: str) -> str:
    """The text composed and in lower case, without addresses and trade codes; digits stay."""
    cut = unicodedata.normalize("NFC", text[: _SAMPLE * 2].replace("İ", "i")).lower()
    return _NOISE.sub(" ", cut)[:_SAMPLE]


def scripts(sample: str) -> Counter[str]:
    """Letters of each writing system; one that says more with fewer characters counts for more."""
    counts: Counter[str] = Counter()
    for char in sample:
        script = writing_system(char)
        if script:
            counts[script] += 1
    for heavy in ("han", "kana", "hangul"):
        if counts[heavy]:
            counts[heavy] = int(counts[heavy] * _HEAVY + 0.5)
    return counts


def _chinese(sample: str, expected: str | None) -> Detected:
    simplified, traditional = _han()
    lean = sum((char in traditional) - (char in simplified) for char in sample)
    if lean:
        return Detected("zh-Hant" if lean > 0 else "zh-Hans", 0.99)
    return Detected(expected if expected == "zh-Hant" else "zh-Hans", 0.9)


@functools.cache
def _han() -> tuple[frozenset[str], frozenset[str]]:
    pairs = "".join(_lines("han_pairs.txt"))
    simplified, traditional = set(pairs[::2]), set(pairs[1::2])
    return frozenset(simplified - traditional), frozenset(traditional - simplified)


def _by_letters(text: str, sample: str, script: str, expected: str | None) -> Detected:
    scores = profile_scores(sample, script)
    for language, worth in learned_scores(folded(text), script).items():
        if language in scores:
            scores[language] += worth
    if expected not in scores:
        expected = _MOST_USUAL[script]
    for language in scores:
        scores[language] += math.log(_PRIOR if language == expected else (1 - _PRIOR) / len(scores))
    best = max(scores, key=lambda language: scores[language])
    total = sum(math.exp(scores[language] - scores[best]) for language in scores)
    return Detected(best, 1 / total)


def profile_scores(sample: str, script: str) -> dict[str, float]:
    """Nats for each language written in a script, by the profiles, the give-away words and the give-away letters."""
    scores = _letter_scores(sample, script)
    for language, worth in _cue_scores(sample).items():
        if language in scores:
            scores[language] += worth
    if script == "cyrillic":
        _lean(scores, sample, {"uk": "іїєґ", "ru": "ыэъё"})
    if script == "arabic":
        _lean(scores, sample, {"ur": "ٹڈڑںےہھ", "ar": "ةكيىأإ", "fa": "گچپژ"})
    return scores


def _lean(scores: dict[str, float], sample: str, letters: dict[str, str]) -> None:
    for language, own in letters.items():
        scores[language] += 2.0 * min(4, sum(char in own for char in sample))


def _letter_scores(sample: str, script: str) -> dict[str, float]:
    """Log-likelihood per language; Hindi and Arabic in Latin letters have no profile: a little below the best."""
    grams, languages = _profiles(script)
    totals = [0.0] * len(languages)
    unseen = 0
    for gram in _ngrams(sample):
        row = grams.get(gram)
        if row is None:
            unseen += 1
            continue
        for place, value in enumerate(row):
            totals[place] += value
    scores = {language: _TEMPER * total for language, total in zip(languages, totals, strict=True)}
    if script == "latin":
        scores |= dict.fromkeys(("hi", "ar"), max(scores.values()) - 5.0)
    return scores


def _cue_scores(sample: str) -> dict[str, float]:
    cues = _cues()
    worth: dict[str, float] = {}
    for word in set(re.findall(r"[^\W\d_][\w\u200c\u064b-\u0652]*", sample)):
        languages = cues.get(word, ())
        for language in languages:
            worth[language] = worth.get(language, 0.0) + _CUE / math.sqrt(len(languages))
        for language in cues.get(f"!{word}", ()):
            worth[language] = worth.get(language, 0.0) + _STRONG_CUE
    return worth


@functools.cache
def _cues() -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for line in _lines("detect_cues.tsv"):
        language, words = line.split("\t")
        mark = "!" if language.startswith("!") else ""
        for word in words.split():
            table.setdefault(mark + word, []).append(language.removeprefix("!"))
    for name in ("units.tsv", "number_words.tsv"):  # words for pieces and numbers are in nearly every message
        for line in _lines(name):
            first, second, words = line.split("\t")
            language = second if second in LANGUAGES else first
            for word in words.split("|") if language in LANGUAGES else ():
                if len(word) > 3 and word.isalpha():
                    table.setdefault(word, []).append(language)
    return {word: tuple(sorted(set(languages))) for word, languages in table.items()}


def _ngrams(sample: str) -> list[str]:
    """All letter groups of one to three, words edged by spaces, as langdetect's profiles were counted."""
    found: list[str] = []
    normal = NGram.normalize_vi(sample)
    for word in "".join(map(_normal, normal)).split():
        edged = f" {word} "
        found.extend(word)
        found.extend(edged[place : place + 2] for place in range(len(edged) - 1))
        found.extend(edged[place : place + 3] for place in range(len(edged) - 2))
    return found


@functools.lru_cache(maxsize=8192)
def _normal(char: str) -> str:
    return str(NGram.normalize(char)) if writing_system(char) else " "


@functools.cache
def _profiles(script: str) -> tuple[dict[str, tuple[float, ...]], tuple[str, ...]]:
    """For the languages of a script: n-gram to its log-probability in each of them."""
    languages = {"latin": _LATIN, "cyrillic": _CYRILLIC, "arabic": _ARABIC}[script]
    loaded = [json.loads((Path(PROFILES_DIRECTORY) / name).read_text("utf-8")) for name in languages]
    grams = {gram for profile in loaded for gram in profile["freq"]}
    table = {
        gram: tuple(
            math.log(_FLOOR + profile["freq"].get(gram, 0) / profile["n_words"][len(gram) - 1]) for profile in loaded
        )
        for gram in grams
    }
    return table, languages


def _lines(name: str) -> list[str]:
    text = (_DATA / name).read_text("utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def load() -> None:
    """Read every table now, so that the first message does not wait and no two threads build the same one."""
    _han()
    _cues()
    learned_letters.load()
    for script in ("latin", "cyrillic", "arabic"):
        _profiles(script)


load()
