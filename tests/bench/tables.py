"""Tables of answers that are right or wrong, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable

Table = tuple[str, list[str], list[list[str]], str]  # title, header, rows, notes


def markdown(found: Iterable[Table]) -> str:
    """Tables under headings of the third level, each with its notes."""
    parts = []
    for title, header, rows, notes in found:
        lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in [header, ["---"] * len(header), *rows]]
        parts.append(f"### {title}\n\n" + "".join(f"| {line} |\n" for line in lines) + f"\n{notes}".rstrip() + "\n")
    return "\n".join(parts)


def show(found: Iterable[Table]) -> None:
    """Print tables as Markdown."""
    print(markdown(found))
