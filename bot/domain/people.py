"""The people who talk to the bot. One person may buy, sell and administer at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    """Somebody who talks to the bot.

    language: the one they chose (BCP 47, our spelling), None until they choose; client_language: what their app says it
    speaks, a hint only and never a choice. username and phone are their contact details: shown to nobody before a deal.
    """

    id: int
    name: str
    language: str | None = None
    client_language: str | None = None
    username: str | None = None
    phone: str | None = None
    reachable: bool = True
    admin: bool = False

    @property
    def has_contact(self) -> bool:
        """Is there a way to reach them outside the bot?"""
        return bool(self.username or self.phone)
