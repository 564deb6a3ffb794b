"""The names of countries, cities and towns that we know, with the countries that have a place of each name.

Half a million names are kept as sorted hashes in places.npz (made by data/build_places.py): a look-up costs some
microseconds, the table some megabytes, and a wrong hit happens once in a million words. Our own additions are text.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator

import numpy as np
from babel import Locale
from numpy.typing import NDArray

from bot.language.understand.lexicon import rows
from bot.language.understand.tokens import DATA, bare, tokenise

FILE = DATA / "places.npz"
COUNTRY = 1_000_000  # stands for the size of a country beside cities, in thousands of people
ALIAS = 30_000  # our own word on which place a name means outweighs size
REGION = 29_999  # the same for a region or a quarter, whose name is believed only where a place is expected
KEPT_COUNTRY = 65_535  # how the file writes COUNTRY
_NOT_COUNTRIES = frozenset(("JE", "IM", "AC", "CP", "DG", "EA", "IC", "TA", "XA", "XB", "ZZ", "QO", "EZ", "UN"))
_LOOSE = frozenset("-.")
_BYTES = 5  # of a hash

Entries = tuple[tuple[str, int], ...]  # countries with a size in thousands of people, largest first


def hashed(key: str) -> int:
    """A folded name as a number of 40 bits."""
    return int.from_bytes(hashlib.blake2b(key.encode(), digest_size=_BYTES).digest(), "big")


def keys_of(name: str) -> set[str]:
    """The folded spellings under which a name is kept: words set apart by single spaces, with and without accents."""
    folded = " ".join(token.norm for token in tokenise(name) if token.norm not in _LOOSE)
    return {folded, bare(folded)} - {""} if len(folded) > 3 else {folded} - {""}


class Gazetteer:
    """All names, looked up by their folded spelling."""

    def __init__(self) -> None:
        with np.load(FILE, allow_pickle=False) as kept:
            self._hashes = np.cumsum(kept["steps"], dtype=np.int64)
            self._firsts = np.cumsum(kept["firsts"], dtype=np.int64)
            self._sizes, self._countries = kept["sizes"], kept["countries"]
            codes = bytes(kept["codes"]).decode()
        self._codes = [codes[at : at + 2] for at in range(0, len(codes), 2)]
        self._own: dict[str, dict[str, int]] = {}
        for code, name, size in _our_names():
            for key in keys_of(name):
                self._own.setdefault(key, {}).setdefault(code, size)
        self._own_firsts = frozenset(key.split(" ")[0] for key in self._own)
        self.get = functools.lru_cache(maxsize=8192)(self._get)
        self.starts = functools.lru_cache(maxsize=8192)(self._starts)

    def _get(self, key: str) -> Entries:
        """The countries that have a place of this name; empty where there is none."""
        number = hashed(key)
        first, last = np.searchsorted(self._hashes, (number, number + 1))
        own = self._own.get(key, {})
        found = {
            self._codes[self._countries[at]]: COUNTRY if self._sizes[at] == KEPT_COUNTRY else int(self._sizes[at])
            for at in range(first, last)
        }
        if COUNTRY in own.values():
            found = {code: size for code, size in found.items() if size != COUNTRY}
        for code, size in own.items():
            found[code] = max(size, found.get(code, 0))
        return tuple(sorted(found.items(), key=lambda entry: (-entry[1], entry[0])))

    def _starts(self, word: str) -> bool:
        """Does any name start with this word?"""
        if word in self._own_firsts:
            return True
        return _has(self._firsts, hashed(word))


def _has(sorted_numbers: NDArray[np.int64], number: int) -> bool:
    at = int(np.searchsorted(sorted_numbers, number))
    return at < len(sorted_numbers) and int(sorted_numbers[at]) == number


@functools.cache
def gazetteer() -> Gazetteer:
    """The names, read once."""
    return Gazetteer()


@functools.cache
def country_codes() -> frozenset[str]:
    """The ISO 3166-1 alpha-2 codes of countries and territories that goods go to."""
    return frozenset(
        code
        for code in map(str, Locale("en").territories)
        if len(code) == 2 and code.isalpha() and code not in _NOT_COUNTRIES
    )


@functools.cache
def everyday_words() -> frozenset[str]:
    """Names of places that are more often ordinary words."""
    lines = (DATA / "everyday_places.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _our_names() -> Iterator[tuple[str, str, int]]:
    for code, names in rows("country_aliases.tsv"):
        yield from ((code, name, COUNTRY) for name in names.split("|"))
    for code, names in rows("city_aliases.tsv"):
        yield from ((code, name, ALIAS) for name in names.split("|"))
    for code, names in rows("regions.tsv"):
        yield from ((code, name, REGION) for name in names.split("|"))
