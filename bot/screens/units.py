"""Units and quantities in words, with each language's plurals and counters."""

from __future__ import annotations

from bot.domain.goods import Quantity, Unit
from bot.language.texts import Html, Words


def quantity(w: Words, q: Quantity) -> Html:
    """`500 pieces`. The number decides the plural form; a broken number takes the form of many."""
    whole = int(q.amount) if q.amount == q.amount // 1 else 2
    return _counted(w, q.unit, whole, w.number(q.amount))


def _counted(w: Words, unit: Unit, whole: int, n: str) -> Html:
    match unit:
        case Unit.PIECE:
            return w.count("{n} piece", "{n} pieces", whole, shown=n)
        case Unit.SET:
            return w.count("{n} set", "{n} sets", whole, shown=n)
        case Unit.PAIR:
            return w.count("{n} pair", "{n} pairs", whole, shown=n)
        case Unit.DOZEN:
            return w.count("{n} dozen", "{n} dozens", whole, shown=n)
        case Unit.CARTON:
            return w.count("{n} carton", "{n} cartons", whole, shown=n)
        case Unit.ROLL:
            return w.count("{n} roll", "{n} rolls", whole, shown=n)
        case Unit.BAG:
            return w.count("{n} bag", "{n} bags", whole, shown=n)
        case Unit.PALLET:
            return w.count("{n} pallet", "{n} pallets", whole, shown=n)
        case Unit.REAM:
            return w.count("{n} ream", "{n} reams", whole, shown=n)
        case _:
            return _measured(w, unit, whole, n)


def _measured(w: Words, unit: Unit, whole: int, n: str) -> Html:
    match unit:
        case Unit.GRAM:
            return w.say("{n} g", n=n)
        case Unit.KILOGRAM:
            return w.say("{n} kg", n=n)
        case Unit.TONNE:
            return w.count("{n} tonne", "{n} tonnes", whole, shown=n)
        case Unit.QUINTAL:
            return w.count("{n} quintal", "{n} quintals", whole, shown=n)
        case Unit.POUND:
            return w.say("{n} lb", n=n)
        case Unit.LITRE:
            return w.count("{n} litre", "{n} litres", whole, shown=n)
        case Unit.METRE:
            return w.count("{n} metre", "{n} metres", whole, shown=n)
        case Unit.YARD:
            return w.count("{n} yard", "{n} yards", whole, shown=n)
        case Unit.SQUARE_METRE:
            return w.say("{n} m²", n=n)
        case Unit.CUBIC_METRE:
            return w.say("{n} m³", n=n)
        case Unit.CONTAINER_20FT:
            return w.count("{n} 20-foot container", "{n} 20-foot containers", whole, shown=n)
        case Unit.CONTAINER_40FT:
            return w.count("{n} 40-foot container", "{n} 40-foot containers", whole, shown=n)
        case _:
            return w.count("{n} wagon", "{n} wagons", whole, shown=n)


def unit_label(w: Words, unit: Unit) -> str:
    """The unit alone, for a button."""
    names = {
        Unit.PIECE: w.label("pieces"),
        Unit.SET: w.label("sets"),
        Unit.PAIR: w.label("pairs"),
        Unit.CARTON: w.label("cartons"),
        Unit.KILOGRAM: w.label("kg"),
        Unit.TONNE: w.label("tonnes"),
        Unit.METRE: w.label("metres"),
        Unit.LITRE: w.label("litres"),
        Unit.BAG: w.label("bags"),
        Unit.ROLL: w.label("rolls"),
    }
    return names[unit]


# The units that are offered on buttons when a number came without one, most usual first.
OFFERED = (
    Unit.PIECE,
    Unit.SET,
    Unit.PAIR,
    Unit.CARTON,
    Unit.KILOGRAM,
    Unit.TONNE,
    Unit.METRE,
    Unit.LITRE,
    Unit.BAG,
    Unit.ROLL,
)
