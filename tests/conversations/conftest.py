"""A fresh place for each conversation; the language model is loaded once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.search.meaning import Encoder, load_encoder
from bot.store.database import Database
from tests.conversations.judges import judge
from tests.conversations.place import Place


@pytest.fixture(scope="session")
def encoder() -> Encoder | None:
    encoder = load_encoder()
    if encoder is not None:
        encoder.encode(["warm"])
    return encoder


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("template") / "empty.db"
    database = Database(f"sqlite:///{file}")
    database.prepare()
    database.close()
    return file


@pytest.fixture
def place(tmp_path: Path, encoder: Encoder | None, empty_database: Path) -> Iterator[Place]:
    with Place(tmp_path, encoder, empty_database) as place:
        yield place
        judge(list(place.simulator.world.calls))
