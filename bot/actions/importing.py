"""Lists of suppliers in: read outside any write, then stored; a second import of the same list changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from bot.actions.tell import tell
from bot.domain.goods import Unit
from bot.domain.notice import ImportDone, RefusedLine
from bot.domain.supplier import Product, Size, Supplier, SupplierStatus, SupplierType
from bot.language.tags import our_tag
from bot.language.understand.places import country_of
from bot.language.understand.units import parse_unit
from bot.sheets import FirmRow, Reading, Unreadable, read
from bot.store.database import Database
from bot.store.store import Store

# Lines that were not taken are named, up to so many, in a chat; the command line names all.
MOST_NAMED = 10
_BATCH = 500


def read_list(data: bytes, *, filename: str) -> Reading:
    """The firms of a list, and the lines that could not be taken; raises Unreadable for what is no list."""
    return read(data, filename=filename, country_of=country_of, unit_of=_unit_of)


def _unit_of(text: str) -> Unit | None:
    code = text.strip().upper()
    return Unit(code) if code in set(Unit) else parse_unit(text)


@dataclass
class Tally:
    """What became of the firms of a list."""

    new: int = 0
    updated: int = 0
    same: int = 0
    products: int = 0
    bare: int = 0


def take(store: Store, firms: Sequence[FirmRow]) -> Tally:
    """Store the firms of a list, by their refs: new ones, changed ones, and those that are known already."""
    tally = Tally()
    for start in range(0, len(firms), _BATCH):
        some = firms[start : start + _BATCH]
        known = store.suppliers.by_ref(firm.ref for firm in some)
        for row in some:
            _take(store, row, known.get(row.ref), tally)
    return tally


def _take(store: Store, row: FirmRow, old: Supplier | None, tally: Tally) -> None:
    wanted = _firm(row, old)
    firm = store.suppliers.add(wanted) if old is None else wanted
    if old is not None and wanted != old:
        store.suppliers.save(wanted)
    changed_products = _take_products(store, row, firm)
    tally.products += len(row.products)
    tally.bare += not row.products and not store.suppliers.products(firm.id)
    if old is None:
        tally.new += 1
    elif wanted != old or changed_products:
        tally.updated += 1
    else:
        tally.same += 1


def _firm(row: FirmRow, old: Supplier | None) -> Supplier:
    """The firm as the list tells it. What the list does not say is left as it was; who speaks for it, too."""
    base = old or Supplier(0, row.name, SupplierStatus.VERIFIED, ref=row.ref)
    said: dict[str, Any] = {
        "name": row.name,
        "country": row.country,
        "city": row.city,
        "address": row.address,
        "type": SupplierType(row.type) if row.type else None,
        "size": Size(row.size) if row.size else None,
        "languages": tuple(dict.fromkeys(filter(None, map(our_tag, row.languages)))),
        "certificates": row.certificates,
        "export_markets": row.export_markets,
        "website": row.website,
        "email": row.email,
        "phone": row.phone,
    }
    return replace(base, **{name: value for name, value in said.items() if value})


def _take_products(store: Store, row: FirmRow, firm: Supplier) -> bool:
    known = {p.name: p for p in store.suppliers.products(firm.id)}
    changed = False
    for p in row.products:
        old = known.get(p.name)
        wanted = Product(
            id=old.id if old else 0,
            supplier=firm.id,
            name=p.name,
            english=p.english,
            description=p.description,
            moq=p.moq,
            capacity=p.capacity_per_month,
            lead_time_days=p.lead_time_days,
            price_low=p.price_low,
            price_high=p.price_high,
        )
        if old is None:
            store.suppliers.add_product(wanted)
        elif wanted != old:
            store.suppliers.save_product(wanted)
        changed |= wanted != old
    return changed


def report(reading: Reading, tally: Tally, *, most: int = MOST_NAMED) -> ImportDone:
    """What is told to the one who sent the list."""
    refused = tuple(RefusedLine(r.line, r.reason.value, r.text) for r in reading.refused[:most])
    return ImportDone(
        new=tally.new,
        changed=tally.updated,
        same=tally.same,
        products=tally.products,
        without_products=tally.bare,
        refused=refused,
        refused_count=len(reading.refused),
    )


def prepare(
    _database: Database, payload: dict[str, Any], _now: datetime, *, download: Callable[[str], bytes]
) -> Reading | str:
    """Outside any write: fetch the file and read it; the reason where it is no list."""
    try:
        return read_list(download(payload["file"]), filename=payload["name"])
    except Unreadable as no:
        return no.reason.value


def record(store: Store, payload: dict[str, Any], reading: Reading | str, now: datetime) -> None:
    """Inside one write: take the firms, tell the admin, have them found."""
    if isinstance(reading, str):
        tell(store, payload["by"], ImportDone(0, 0, 0, 0, 0, (), 0, unreadable=reading), now=now)
        return
    tally = take(store, reading.firms)
    tell(store, payload["by"], report(reading, tally), now=now)
    if tally.new or tally.updated:
        store.inbox.add_chore("index", {}, lane="index", due=now, key="index")


def sorry(store: Store, payload: dict[str, Any], now: datetime) -> None:
    """The file could not be fetched at all."""
    tell(store, payload["by"], ImportDone(0, 0, 0, 0, 0, (), 0, unreadable="broken"), now=now)
