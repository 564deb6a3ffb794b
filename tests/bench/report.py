"""The page of results: docs/benchmarks.md."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.tables import Table, markdown

PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


@dataclass(frozen=True)
class Line:
    """One thing measured, beside what the baseline took for the same. aim: in words, where there is one."""

    what: str
    ours: float
    baseline: float
    unit: str
    aim: str = ""

    @property
    def ratio(self) -> float:
        """Ours as a multiple of the baseline's."""
        return self.ours / self.baseline


@dataclass(frozen=True)
class Bench:
    """A group of lines with what was done to get them."""

    title: str
    how: str
    lines: tuple[Line, ...]


def write(benches: Iterable[Bench], chapters: Iterable[tuple[str, list[Table]]] = ()) -> str:
    """Write the page and give its text. chapters: titles with tables of what is right and what is not.

    Chapters of the page that were measured by another command stay, at its end.
    """
    parts = [_HEAD, f"Measured on {datetime.now(UTC):%Y-%m-%d} with {machine()}, SQLite.\n"]
    for bench in benches:
        parts.append(f"## {bench.title}\n\n{bench.how}\n\n{_table(bench.lines)}\n")
    parts += [f"## {title}\n\n{markdown(tables)}" for title, tables in chapters]
    titles = {line for part in parts for line in part.splitlines() if line.startswith("## ")}
    parts += [part for part in _chapters()[1:] if part.partition("\n")[0] not in titles]
    text = "\n".join(parts)
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(text, encoding="utf-8")
    return text


def _chapters() -> list[str]:
    """The page as it stands: its head and its chapters."""
    return re.split(r"(?m)^(?=## )", PAGE.read_text(encoding="utf-8") if PAGE.exists() else _HEAD)


def put_chapter(title: str, tables: list[Table]) -> None:
    """Put this chapter into the page in place of the one with its title; the others stay as they are."""
    parts = _chapters()
    chapter = f"## {title}\n\n{markdown(tables)}\n"
    others = [part for part in parts if not part.startswith(f"## {title}\n")]
    at = next((n for n, part in enumerate(parts) if part.startswith(f"## {title}\n")), len(others))
    others.insert(at, chapter)
    PAGE.write_text("\n".join(part.rstrip() + "\n" for part in others), encoding="utf-8")


_HEAD = """# Benchmarks

`make bench` measures this page anew. Every figure stands beside a baseline taken in the same run on the same machine, \
so the ratio says more than the seconds: a busy or slow machine slows both. Of times, less is better; of updates in a \
second, more.
"""


def _table(lines: Iterable[Line]) -> str:
    head = "| times the baseline | what | Shoal | baseline | aim |\n|---:|---|---:|---:|---|"
    return "\n".join([head, *(_row(line) for line in lines)])


def _row(line: Line) -> str:
    ours, baseline = (f"{value:.3g} {line.unit}" if value < 1000 else f"{value:.0f} {line.unit}" for value in
                      (line.ours, line.baseline))  # fmt: skip
    return f"| **{line.ratio:.2g} ×** | {line.what} | {ours} | {baseline} | {line.aim} |"


def machine() -> str:
    """The machine without its name: processor, cores, load, system and Python."""
    model = platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        names = (line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if "model name" in line)
        model = next(names, model)
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    python = f"Python {platform.python_version()}"
    return f"{os.cpu_count()} cores of {model} (load {load:.1f}), {platform.system()}, {python}"
