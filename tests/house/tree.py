"""The tree of the project: what git keeps, and the code in it."""

from __future__ import annotations

import ast
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = (ROOT / "bot", ROOT / "handlers")


@cache
def kept() -> tuple[str, ...]:
    """Every file that git keeps."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git tree: there is nothing to ask what it keeps")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    return tuple(name for name in listed.stdout.split("\0") if name)


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of bot/ and handlers/, parsed, by its path."""
    files = [file for folder in CODE for file in sorted(folder.rglob("*.py"))]
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text(encoding="utf-8")) for file in files}


def calls(module: ast.Module) -> list[ast.Call]:
    """Every call in a module."""
    return [node for node in ast.walk(module) if isinstance(node, ast.Call)]
