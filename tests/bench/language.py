"""Which language a short text is in: ours beside langdetect as it comes and lingua, each in a process of its own.

`python -m tests.bench.language`; with SHOAL_DATA set, the messages of its slots are asked too.
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.bench.tables import Table, show

if TYPE_CHECKING:
    from bot.language.understand.tagger.corpus import Marked

DETECTORS = ("Shoal", "langdetect", "lingua")
KINDS = ("one word", "two words", "sentence", "buyer message", "slots message")
MOST = 60  # messages of one language
_SAME_EVERYWHERE = frozenset(("destination", "origin", "certificate", "incoterm", "unit", "spec", "budget", "quantity"))
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’\u0300-\u036f\u064b-\u0652\u0900-\u0963-])*")
_UNSPACED = re.compile(r"[\u3400-\u9fff]{2,}")


@dataclass(frozen=True)
class Sample:
    """A text of known language; kind is one of KINDS."""

    kind: str
    language: str
    text: str


@dataclass(frozen=True)
class Answers:
    """What one detector said to each sample, milliseconds for each, seconds to load, and megabytes it added."""

    said: list[str]
    times: list[float]
    load: float
    memory: float


def samples() -> list[Sample]:
    """Messages of our corpus that were not learned from, and of each its first sentence, two words and word."""
    from bot.language.learn_detect import UNSEEN  # here, so that a child loads its detector only
    from bot.language.understand.tagger.corpus import read_corpus

    found: list[Sample] = []
    by_language: dict[str, list[Marked]] = {}
    for marked in read_corpus():
        if marked.share == UNSEEN and (len(_WORD.findall(marked.text)) > 2 or _UNSPACED.search(marked.text)):
            by_language.setdefault(marked.language, []).append(marked)
    for messages in by_language.values():
        step = max(1, len(messages) // MOST)
        found += [sample for marked in messages[::step][:MOST] for sample in _cut(marked)]
    return [*found, *_slots()]


def _cut(marked: Marked) -> Iterator[Sample]:
    """A message in four lengths. Words that are the same in every language (places, codes, sizes) are no short text."""
    language, text = marked.language, marked.text
    yield Sample("buyer message", language, text)
    sentence = re.split(r"(?<=[.!?。！？])\s|\n", text)[0]
    if sentence != text and len(sentence) > 10:
        yield Sample("sentence", language, sentence)
    stretches = [(mark.start, mark.end) for mark in marked.marks if mark.label in _SAME_EVERYWHERE]
    free = [w for w in _words(text) if not any(start < w.end() and w.start() < end for start, end in stretches)]
    if free:
        yield Sample("one word", language, free[0].group())
    for first, second in itertools.pairwise(free):
        if text[first.end() : second.start()].strip() == "":
            yield Sample("two words", language, text[first.start() : second.end()])
            break


def _words(text: str) -> list[re.Match[str]]:
    """Words of two letters and more; Chinese, which has no spaces, by two characters."""
    if _UNSPACED.search(text):
        return list(re.finditer(r"[\u3400-\u9fff]{2}", text))
    return [word for word in _WORD.finditer(text) if len(word.group()) > 1]


def _slots() -> Iterator[Sample]:
    folder = os.environ.get("SHOAL_DATA")
    for file in sorted((Path(folder) / "slots").glob("*.jsonl")) if folder else ():
        for line in file.read_text("utf-8").splitlines():
            row = json.loads(line)
            yield Sample("slots message", {"zh-hans": "zh-Hans"}.get(row["lang"], row["lang"]), row["text"])


def tables() -> list[Table]:
    """Right answers by length and by language, and what each detector costs."""
    asked = samples()
    found: dict[str, Answers] = {}
    reasons: dict[str, str] = {}
    bare = _run("nothing", asked[:1])
    for name in DETECTORS:
        if importlib.util.find_spec(name) is None and name != "Shoal":
            reasons[name] = "it is not installed (uv sync --group bench)"
        else:
            answers = _run(name, asked)
            found[name] = Answers(answers.said, answers.times, answers.load, answers.memory - bare.memory)
    notes = "".join(f"{name} is left out: {why}. " for name, why in reasons.items())
    return [_by_length(asked, found, notes), _by_language(asked, found), _costs(asked, found)]


def _by_length(asked: list[Sample], found: dict[str, Answers], notes: str) -> Table:
    rows = [
        [kind, str(len(places)), *(_share(asked, found.get(name), places) for name in DETECTORS)]
        for kind in KINDS
        if (places := [place for place, sample in enumerate(asked) if sample.kind == kind])
    ]
    notes += (
        "The texts are cut from the tenth of the corpus that Shoal did not learn from; the others are alike, so this "
        "flatters Shoal a little. lingua chooses among Shoal's languages only, langdetect among its own 55."
    )
    return "Language of short texts, right answers", ["text", "cases", *DETECTORS], rows, notes


def _by_language(asked: list[Sample], found: dict[str, Answers]) -> Table:
    rows = []
    for language in sorted({sample.language for sample in asked}):
        short = [n for n, one in enumerate(asked) if one.language == language and one.kind in KINDS[:2]]
        long = [n for n, one in enumerate(asked) if one.language == language and one.kind in KINDS[2:]]
        cells = [
            f"{_share(asked, found.get(name), short)} / {_share(asked, found.get(name), long)}" for name in DETECTORS
        ]
        rows.append([language, f"{len(short)} / {len(long)}", *cells])
    title = "Language by language: one or two words / longer texts"
    return title, ["language", "cases", *DETECTORS], rows, "Hindi holds messages in Latin letters too."


def _share(asked: list[Sample], answers: Answers | None, places: list[int]) -> str:
    if answers is None or not places:
        return ""
    right = sum(answers.said[place] == asked[place].language for place in places)
    return f"{100 * right / len(places):.1f} %"


def _costs(asked: list[Sample], found: dict[str, Answers]) -> Table:
    rows = []
    for name, answers in found.items():
        message = sorted(t for t, one in zip(answers.times, asked, strict=True) if one.kind == "buyer message")
        word = sorted(t for t, one in zip(answers.times, asked, strict=True) if one.kind == "one word")
        cells = [
            f"{statistics.median(times):.2f} / {times[len(times) * 95 // 100]:.2f} ms" for times in (word, message)
        ]
        rows.append([name, *cells, f"{answers.load:.2f} s", f"{answers.memory:.0f} MB"])
    header = ["detector", "a word, median / 95 %", "a message, median / 95 %", "to load", "memory"]
    return "What a language detector costs", header, rows, "Loading includes the first answer; memory is the peak."


def _run(name: str, asked: list[Sample]) -> Answers:
    lines = json.dumps([asdict(sample) for sample in asked])
    command = [sys.executable, "-m", "tests.bench.language", name]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return Answers(**json.loads(done.stdout))


def answer(name: str, asked: list[Sample]) -> Answers:
    """Load one detector in this process and ask it everything, in its own way."""
    begun = time.perf_counter()
    detect = _LOAD[name]()
    detect("hello, how much for 500 pieces?")
    load = time.perf_counter() - begun
    said, times = [], []
    for sample in asked:
        begun = time.perf_counter()
        said.append(detect(sample.text))
        times.append(1000 * (time.perf_counter() - begun))
    return Answers(said, times, load, _peak())


def _peak() -> float:
    """The most memory that this process has held, in megabytes. getrusage would count the parent's before the fork."""
    status = Path("/proc/self/status")
    if status.exists():
        return int(re.findall(r"VmHWM:\s*(\d+)", status.read_text())[0]) / 2**10
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20


def _shoal() -> Callable[[str], str]:
    from bot.language.detect import detect

    return lambda text: detect(text).language


def _langdetect() -> Callable[[str], str]:
    from langdetect import DetectorFactory, LangDetectException, detect

    DetectorFactory.seed = 0

    def said(text: str) -> str:
        try:
            found = str(detect(text))
        except LangDetectException:
            return ""
        return {"zh-cn": "zh-Hans", "zh-tw": "zh-Hant"}.get(found, found)

    return said


def _lingua() -> Callable[[str], str]:
    from lingua import IsoCode639_1, LanguageDetectorBuilder

    from bot.language.detect import LANGUAGES

    codes = [getattr(IsoCode639_1, code[:2].upper()) for code in dict.fromkeys(code[:2] for code in LANGUAGES)]
    detector = LanguageDetectorBuilder.from_iso_codes_639_1(*codes).build()

    def said(text: str) -> str:
        found = detector.detect_language_of(text)
        code = found.iso_code_639_1.name.lower() if found else ""
        return {"zh": "zh-Hans"}.get(code, code)

    return said


_LOAD: dict[str, Callable[[], Callable[[str], str]]] = {
    "nothing": lambda: lambda text: "",
    "Shoal": _shoal,
    "langdetect": _langdetect,
    "lingua": _lingua,
}


def main(names: Iterable[str]) -> None:
    """Print the tables; with a detector's name, be the process that holds it."""
    for name in names:
        asked = [Sample(**row) for row in json.load(sys.stdin)]
        print(json.dumps(asdict(answer(name, asked))))
        return
    show(tables())


if __name__ == "__main__":
    main(sys.argv[1:])
