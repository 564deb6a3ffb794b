"""Several processes on one machine: whoever is asked answers for all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
COUNT = "from bot.web.metrics import Metrics; m = Metrics(); m.taken_in({n}); m.sent('reply', 'sent')"


def run(code: str, folder: Path) -> str:
    environment = os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60
    ).stdout


def test_one_answers_for_all(tmp_path):
    run(COUNT.format(n=3), tmp_path)
    page = run(COUNT.format(n=4) + "; print(m.page().decode())", tmp_path)
    assert "shoal_updates_total 7.0" in page
    assert 'shoal_sends_total{fate="sent",priority="reply"} 2.0' in page
