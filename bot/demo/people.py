"""Who lives in the demo: three phones on the page, and somebody who speaks for every invented firm."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from bot.actions.importing import read_list, take
from bot.domain.supplier import Product, Supplier
from bot.simulator.world import Person as PhoneOwner
from bot.simulator.world import World
from bot.store.database import Database
from bot.store.store import Store

CATALOGUE = Path(__file__).parent / "catalogue"
ADMIN_ID = 7_200_000_001
# The firm whose invite the visitor opens on the supplier's phone.
OPEN_FIRM = "cn-001"


@dataclass(frozen=True)
class Agent:
    """Somebody who speaks for an invented firm, and answers by themselves."""

    phone: PhoneOwner
    firm: Supplier
    products: tuple[Product, ...]


@dataclass(frozen=True)
class Cast:
    """Everybody. invite: the token with which the visitor claims the open firm."""

    buyer: PhoneOwner
    supplier: PhoneOwner
    admin: PhoneOwner
    agents: tuple[Agent, ...]
    invite: str
    open_firm: str


def settle(world: World, database: Database) -> Cast:
    """Fill an empty database with the catalogue and the world with people. A database that was kept is only peopled."""
    with database.writing() as store:
        for file in sorted(CATALOGUE.glob("*.jsonl")):
            take(store, read_list(file.read_bytes(), filename=file.name).firms)
        refs = [firm.ref for firm in _firms(store) if firm.ref != OPEN_FIRM]
        agents = tuple(_agent(world, store, ref, n) for n, ref in enumerate(refs, 1) if ref)
        open_firm = store.suppliers.by_ref([OPEN_FIRM])[OPEN_FIRM]
        invite = store.suppliers.invite(open_firm.id)
    return Cast(
        buyer=world.add_person(
            person_id=7_000_000_001, first_name="Maya", username="maya_buys", language_code="en", role="buyer"
        ),
        supplier=world.add_person(
            person_id=7_100_000_001,
            first_name="陈伟",
            username="chen_wei_cups",
            language_code="zh-hans",
            role="supplier",
        ),
        admin=world.add_person(
            person_id=ADMIN_ID, first_name="نور", username="noor_admin", language_code="ar", role="admin"
        ),
        agents=agents,
        invite=invite,
        open_firm=open_firm.name,
    )


def _firms(store: Store) -> list[Supplier]:
    found: list[Supplier] = []
    while page := store.suppliers.page(after=found[-1].id if found else 0, limit=500):
        found += page
    return found


def _agent(world: World, store: Store, ref: str, number: int) -> Agent:
    """A phone that is not shown, a person who has chosen the firm's language, and the firm in their hands."""
    firm = store.suppliers.by_ref([ref])[ref]
    language = (firm.languages or ("en",))[0]
    owner = world.add_person(
        person_id=7_300_000_000 + number,
        first_name=firm.name[:40],
        username=f"firm_{ref.replace('-', '_')}",
        language_code=language.lower(),
        show=False,
        role="supplier",
    )
    world.private_chat(owner).started = True
    person = store.people.met(
        owner.person_id,
        name=owner.first_name,
        username=owner.username,
        client_language=language,
        now=datetime.now(UTC),
    )
    firm = replace(firm, agent=person.id)
    store.suppliers.save(firm)
    return Agent(owner, firm, tuple(store.suppliers.products(firm.id)))
