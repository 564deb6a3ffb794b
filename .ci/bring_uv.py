"""Bring uv into a folder on a machine that has only Python: by pip if there is one, else from the package index.

usage: bring_uv.py FOLDER    (uv is then FOLDER/bin/uv)
"""

import hashlib
import html
import os
import platform
import re
import subprocess
import sys
import urllib.parse
import urllib.request
import zipfile
from io import BytesIO
from pathlib import Path

VERSION = "0.13.9"


def main() -> None:
    folder = Path(sys.argv[1])
    binary = folder / "bin" / "uv"
    if not (by_pip(folder) or by_hand(folder)) or not binary.exists():
        sys.exit("uv could not be brought; install it by hand: https://docs.astral.sh/uv/")


def by_pip(folder: Path) -> bool:
    """pip is there on most machines; where it is not, or may not be used, this fails and nothing is lost."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target"]
    try:
        done = subprocess.run([*command, str(folder), f"uv=={VERSION}"], capture_output=True, check=False)
    except OSError:
        return False
    return done.returncode == 0


def by_hand(folder: Path) -> bool:
    """Download the wheel for this machine from the index, check its hash, and unpack the one file that is needed."""
    index = os.environ.get("UV_INDEX_URL") or os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
    page_url = f"{index.rstrip('/')}/uv/"
    with urllib.request.urlopen(page_url, timeout=60) as answer:
        page = answer.read().decode()
    for link in map(html.unescape, re.findall(r'href="([^"]+)"', page)):
        url, _, fragment = urllib.parse.urljoin(page_url, link).partition("#")
        if f"/uv-{VERSION}-" in url and url.endswith(".whl") and fits(url):
            with urllib.request.urlopen(url, timeout=300) as answer:
                wheel = answer.read()
            if fragment.startswith("sha256=") and hashlib.sha256(wheel).hexdigest() != fragment[7:]:
                return False
            return unpack(wheel, folder)
    return False


def fits(url: str) -> bool:
    machine = platform.machine().lower()
    names = {"amd64": "x86_64", "arm64": "aarch64"} if sys.platform != "darwin" else {"aarch64": "arm64"}
    system = {"linux": "manylinux", "darwin": "macosx"}.get(sys.platform, "win")
    return system in url and names.get(machine, machine) in url


def unpack(wheel: bytes, folder: Path) -> bool:
    with zipfile.ZipFile(BytesIO(wheel)) as archive:
        for name in archive.namelist():
            if name.endswith("/scripts/uv"):
                binary = folder / "bin" / "uv"
                binary.parent.mkdir(parents=True, exist_ok=True)
                binary.write_bytes(archive.read(name))
                binary.chmod(0o755)
                return True
    return False


if __name__ == "__main__":
    main()
