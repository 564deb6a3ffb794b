"""What is told to those who run the bot is true: every setting and command is named, and what is named exists."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from bot.language.texts import Texts
from bot.screens import start
from bot.settings import Settings
from handlers import TALKS
from tests.house.tree import ROOT

README = ROOT / "README.md"
ENV = ROOT / ".env.example"


def readme() -> str:
    text = README.read_text(encoding="utf-8") if README.exists() else ""
    if not text.strip():
        pytest.skip("there is no README yet that could name the commands")
    return text


def commands() -> dict[str, object]:
    return {route.what: route.answer for routes in TALKS for route in routes if route.how == "command"}


def test_every_setting_is_explained_and_nothing_else() -> None:
    blocks = ENV.read_text(encoding="utf-8").strip().split("\n\n")
    named = re.findall(r"^([A-Z_]+)=", "\n".join(blocks), re.MULTILINE)
    assert sorted(named) == sorted(name.upper() for name in Settings.model_fields)
    assert all(block.startswith("#") for block in blocks), "each group of settings says first what it is for"


def test_the_example_says_what_holds_when_nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)
    plain = Settings(_env_file=None)
    assert Settings(_env_file=ENV) == plain


def test_every_command_is_in_the_readme() -> None:
    text = readme()
    told = {answer for name, answer in commands().items() if re.search(rf"`/{name}`", text)}
    assert {name for name, answer in commands().items() if answer not in told} == set()


def test_the_readme_names_no_command_that_does_not_exist() -> None:
    assert set(re.findall(r"`/([a-z]+)`", readme())) <= commands().keys()


def test_the_menu_names_commands_that_exist_in_every_language() -> None:
    texts = Texts()
    for tag in texts.languages:
        menu = start.commands(texts.words(tag))
        assert [name for name, _ in menu] == list(start.COMMANDS)
        assert set(start.COMMANDS) <= commands().keys()
        assert all(1 <= len(label) <= 256 for _, label in menu), "as Telegram wants them"


def test_make_knows_every_target_that_the_readme_names() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    known = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", readme(), re.MULTILINE)) <= known


def test_the_command_line_knows_every_word_that_the_readme_names() -> None:
    words = set(re.findall(r"\bshoal ([a-z]+)\b", readme()))
    shown = subprocess.run(
        [sys.executable, "-m", "bot", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert words and all(re.search(rf"\b{word}\b", shown.stdout) for word in words)
