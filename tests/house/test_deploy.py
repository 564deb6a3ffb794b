"""What is handed to those who run it in containers: well formed, and of settings that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml
from yamllint import linter
from yamllint.config import YamlLintConfig

from bot.settings import Settings

ROOT = Path(__file__).parents[2]
COMPOSE = ROOT / "deploy" / "compose.yaml"
LINT = YamlLintConfig("{extends: default, rules: {line-length: {max: 120}, document-start: disable}}")


@pytest.fixture
def compose():
    return yaml.safe_load(COMPOSE.read_text())


def test_compose_is_clean():
    assert [str(problem) for problem in linter.run(COMPOSE.read_text(), LINT)] == []


def test_every_service_names_where_it_comes_from_and_comes_back_after_a_fall(compose):
    assert set(compose["services"]) == {"database", "shoal", "proxy"}
    for service in compose["services"].values():
        assert {"image"} & set(service) or {"build"} & set(service)
        assert service["restart"] == "unless-stopped"
        assert set(service.get("depends_on", ())) <= set(compose["services"])
    named = {v.split(":")[0] for s in compose["services"].values() for v in s.get("volumes", ()) if v[0] not in "./"}
    assert named == set(compose["volumes"])


def test_every_setting_given_to_shoal_is_one(compose):
    given = set(compose["services"]["shoal"]["environment"])
    assert {name.lower() for name in given} <= set(Settings.model_fields)


def test_what_the_image_copies_is_there():
    text = (ROOT / "deploy" / "Dockerfile").read_text()
    copied = [source for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.M) for source in line.split()[:-1]]
    assert len(copied) >= 5
    assert [source for source in copied if not (ROOT / source).exists()] == []
    assert (COMPOSE.parent / compose_file(text)).exists()


def compose_file(dockerfile: str) -> str:
    return re.search(r"-f deploy/(\S+)", dockerfile)[1]


def test_only_the_webhook_is_open_to_the_world():
    text = (ROOT / "deploy" / "Caddyfile").read_text()
    assert re.findall(r"handle (\S+)", text) == ["/telegram"]
    assert "respond 404" in text
