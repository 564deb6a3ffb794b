"""The town that a point on the map lies in or near."""

from __future__ import annotations

import functools

import numpy as np

from bot.domain.goods import Place
from bot.language.understand.tokens import DATA

FILE = DATA / "towns.npz"
_FARTHEST = 60.0  # kilometres from a town's middle at which its name still says where somebody is
_MIDDLE = 3.0  # kilometres around a town's middle in which nearness counts no more
_KM_PER_DEGREE = 111.2


def nearest_town(latitude: float, longitude: float) -> Place | None:
    """The town whose people weigh most at this distance (degrees, WGS 84); None far from all of them."""
    towns, codes, names = _towns()
    north = towns["latitude"] / 100 - latitude
    east = (towns["longitude"] / 100 - longitude + 540) % 360 - 180
    away = _KM_PER_DEGREE * np.hypot(north, east * np.cos(np.radians(latitude)))
    pull = np.where(away <= _FARTHEST, towns["thousands"] / (away + _MIDDLE) ** 3, 0.0)
    at = int(pull.argmax())
    return Place(codes[towns["country"][at]], names[at]) if pull[at] > 0 else None


@functools.cache
def _towns() -> tuple[dict[str, np.ndarray], list[str], list[str]]:
    with np.load(FILE, allow_pickle=False) as kept:
        columns = {name: kept[name].astype(np.float64) for name in ("latitude", "longitude", "thousands")}
        columns["country"] = kept["country"]
        names = bytes(kept["names"]).decode().split("\n")
        codes = bytes(kept["codes"]).decode()
    return columns, [codes[at : at + 2] for at in range(0, len(codes), 2)], names
