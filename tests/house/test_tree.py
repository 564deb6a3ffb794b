"""The shape of the house: what git keeps, how long files are, who imports whom."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.house.tree import CODE, ROOT, kept

MOST_LINES = 300
LONG_FOR_A_REASON = {
    "bot/store/migrations/versions/0001_the_first_tables.py": "written by alembic, every table once",
}
NEVER_KEPT = (".mo", ".db", ".db-wal", ".db-shm", ".pyc")


def test_git_keeps_nothing_that_is_made_or_secret() -> None:
    wrong = [n for n in kept() if n.endswith(NEVER_KEPT) or Path(n).name == ".env" or "__pycache__" in n]
    assert wrong == []
    assert ".env.example" in kept()


def test_files_stay_short() -> None:
    texts = [f for folder in CODE for kind in ("py", "js", "css", "html") for f in folder.rglob(f"*.{kind}")]
    lengths = {str(f.relative_to(ROOT)): len(f.read_text(encoding="utf-8").splitlines()) for f in texts}
    long = {name for name, length in lengths.items() if length > MOST_LINES}
    assert long - LONG_FOR_A_REASON.keys() == set(), "split it, or say here why not"
    assert LONG_FOR_A_REASON.keys() - long == set(), "these need no exception any more"


def test_an_exception_from_a_checker_says_why() -> None:
    bare = re.compile(r"# (?:type: ignore(?:\[[\w, -]+\])?|noqa(?:: [A-Z]+\d+(?:, [A-Z]+\d+)*)?)\s*$", re.MULTILINE)
    every = [file for folder in (*CODE, ROOT / "tests") for file in folder.rglob("*.py")]
    assert [str(file.relative_to(ROOT)) for file in every if bare.search(file.read_text(encoding="utf-8"))] == []


def test_every_module_says_first_what_it_is_for() -> None:
    for folder in CODE:
        for file in folder.rglob("*.py"):
            first = file.read_text(encoding="utf-8").split("\n", 1)[0]
            assert first.startswith('"""') and len(first) > 10, file


def test_rooms_import_only_what_stands_below_them() -> None:
    tool = Path(sys.executable).parent / "lint-imports"
    if not tool.exists():
        pytest.skip("import-linter is not installed beside this Python")
    done = subprocess.run(
        [tool, "--no-cache"], cwd=ROOT, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}
    )
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout
