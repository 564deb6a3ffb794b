"""Who wants to know how the work goes, such as the metrics; nobody, unless told."""

from __future__ import annotations

from typing import Protocol


class Watch(Protocol):
    """Told after each row of the inbox; seconds are those of the clock on the wall. Called from any thread."""

    def worked(self, kind: str, seconds: float) -> None:
        """A row was worked on and written."""

    def prepared(self, kind: str, seconds: float) -> None:
        """The slow part of a chore is done."""

    def stumbled(self, *, again: bool) -> None:
        """A row failed; again: it will be tried once more."""


class Unwatched:
    """Nobody counts."""

    def worked(self, kind: str, seconds: float) -> None:
        """Let it pass."""

    def prepared(self, kind: str, seconds: float) -> None:
        """Let it pass."""

    def stumbled(self, *, again: bool) -> None:
        """Let it pass."""
