"""Firms, their products, what their titles mean, and their invites."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select
from sqlmodel import Session, col

from bot.domain.outcome import Reason, Refusal
from bot.domain.people import Person
from bot.domain.supplier import Product, Supplier, SupplierStatus
from bot.store import title_vectors
from bot.store.rows import insert, insert_into, update, value
from bot.store.tables.suppliers import ChangedRow, InviteRow, ProductRow, SupplierRow, VectorRow


@dataclass(frozen=True)
class Titles:
    """The titles under which one thing can be found, and what they mean to a model (int8, one vector a title)."""

    owner: str
    supplier: int
    titles: tuple[str, ...]
    vectors: bytes | None


_SLOWEST_COMMIT = timedelta(minutes=10)


class Suppliers:
    """The door to firms."""

    def __init__(self, session: Session, *, locking: bool = False) -> None:
        self._session = session
        self._locking = locking

    def get(self, supplier: int) -> Supplier:
        """The firm with this id; refuses where there is none."""
        row = self._session.get(SupplierRow, supplier)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        return value(row, Supplier)

    def many(self, ids: Iterable[int]) -> dict[int, Supplier]:
        """Firms by id."""
        rows = self._session.scalars(select(SupplierRow).where(col(SupplierRow.id).in_(list(ids))))
        return {row.id: value(row, Supplier) for row in rows}

    def hold(self, ids: Iterable[int]) -> dict[int, Supplier]:
        """Firms by id, as they stand now; where others write at the same time, they are kept from these until the end.

        Taken in the order of their ids, so that two who want the same ones do not block each other.
        """
        if not self._locking:
            return self.many(ids)
        holding = select(SupplierRow).where(col(SupplierRow.id).in_(set(ids))).order_by(col(SupplierRow.id))
        rows = self._session.scalars(holding.with_for_update().execution_options(populate_existing=True))
        return {row.id: value(row, Supplier) for row in rows}

    def of_agent(self, person: int) -> Supplier | None:
        """The firm that a person speaks for."""
        row = self._session.scalar(select(SupplierRow).where(col(SupplierRow.agent) == person).limit(1))
        return None if row is None else value(row, Supplier)

    def by_ref(self, refs: Iterable[str]) -> dict[str, Supplier]:
        """Imported firms by the names their lists know them by."""
        rows = self._session.scalars(select(SupplierRow).where(col(SupplierRow.ref).in_(list(refs))))
        return {row.ref or "": value(row, Supplier) for row in rows}

    def page(self, *, after: int, limit: int) -> list[Supplier]:
        """Firms in the order of their ids, page by page."""
        query = select(SupplierRow).where(col(SupplierRow.id) > after).order_by(col(SupplierRow.id)).limit(limit)
        return [value(row, Supplier) for row in self._session.scalars(query)]

    def add(self, firm: Supplier) -> Supplier:
        """Remember a new firm; returns it with its id."""
        return replace(firm, id=insert(self._session, SupplierRow, firm).id)

    def save(self, firm: Supplier) -> None:
        """Write a changed firm; nothing is written where what changes was changed by somebody else meanwhile."""
        update(self._session, SupplierRow, firm, checked=self._locking)

    def drop_draft(self, supplier: int) -> None:
        """Forget a registration that was broken off; a firm that was sent in stays, with all that it offers."""
        gone = delete(SupplierRow).where(
            col(SupplierRow.id) == supplier, col(SupplierRow.status) == SupplierStatus.DRAFT
        )
        if self._session.scalar(gone.returning(col(SupplierRow.id))) is not None:
            self._session.execute(delete(ProductRow).where(col(ProductRow.supplier) == supplier))

    def waiting(self, limit: int = 20) -> list[Supplier]:
        """Registered firms that wait for an admin, the longest waiting first."""
        query = select(SupplierRow).where(col(SupplierRow.status) == SupplierStatus.PENDING)
        return [value(r, Supplier) for r in self._session.scalars(query.order_by(col(SupplierRow.id)).limit(limit))]

    def unclaimed(self, *, after: int = 0, limit: int = 8) -> list[Supplier]:
        """Firms for which nobody speaks yet, in order, page by page."""
        query = select(SupplierRow).where(
            col(SupplierRow.agent).is_(None), col(SupplierRow.id) > after, col(SupplierRow.status) == "verified"
        )
        return [value(r, Supplier) for r in self._session.scalars(query.order_by(col(SupplierRow.id)).limit(limit))]

    def counts(self) -> dict[str, int]:
        """How many firms there are by status, and how many are claimed."""
        rows = self._session.execute(select(col(SupplierRow.status), func.count()).group_by(col(SupplierRow.status)))
        counts = {str(status.value): n for status, n in rows}
        claimed = (
            select(func.count())
            .select_from(SupplierRow)
            .where(col(SupplierRow.agent).is_not(None), col(SupplierRow.status) != SupplierStatus.DRAFT)
        )
        return counts | {"claimed": self._session.scalar(claimed) or 0}

    def products(self, supplier: int) -> list[Product]:
        """What a firm offers."""
        rows = self._session.scalars(
            select(ProductRow).where(col(ProductRow.supplier) == supplier).order_by(col(ProductRow.id))
        )
        return [value(row, Product) for row in rows]

    def product(self, product: int) -> Product | None:
        """One product."""
        row = self._session.get(ProductRow, product)
        return None if row is None else value(row, Product)

    def products_by_id(self, ids: Iterable[int]) -> dict[int, Product]:
        """Products by id."""
        rows = self._session.scalars(select(ProductRow).where(col(ProductRow.id).in_(list(ids))))
        return {row.id: value(row, Product) for row in rows}

    def add_product(self, product: Product) -> Product:
        """Remember a new product; returns it with its id."""
        return replace(product, id=insert(self._session, ProductRow, product).id)

    def save_product(self, product: Product) -> None:
        """Write a changed product; nothing is written where what changes was changed by somebody else meanwhile."""
        update(self._session, ProductRow, product, checked=self._locking)

    def invite(self, supplier: int) -> str:
        """The token of a firm's invite, made on first asking; it works until the firm is claimed."""
        row = self._session.scalar(select(InviteRow).where(col(InviteRow.supplier) == supplier))
        if row is None:
            row = InviteRow(token=secrets.token_urlsafe(12), supplier=supplier)
            self._session.add(row)
            self._session.flush()
        return row.token

    def invited(self, token: str, *, by: Person) -> Supplier:
        """The firm that an invite is for. A used or unknown invite is refused, except to the one who used it."""
        row = self._session.get(InviteRow, token)
        if row is None:
            raise Refusal(Reason.NOT_FOUND)
        firm = self.get(row.supplier)
        if firm.agent is not None and firm.agent != by.id:
            raise Refusal(Reason.ALREADY_CLAIMED)
        return firm

    def titles(self, model: str, *, supplier: int | None = None) -> Iterator[Titles]:
        """What can be found: titles of every product of every findable firm (or of one); its name where it has none."""
        found = ("verified", "pending", "paused")
        only = () if supplier is None else (col(SupplierRow.id) == supplier,)
        products = self._session.execute(
            select(col(ProductRow.id), col(ProductRow.supplier), col(ProductRow.name), col(ProductRow.english))
            .join(SupplierRow, col(SupplierRow.id) == col(ProductRow.supplier))
            .where(col(SupplierRow.status).in_(found), *only)
            .order_by(col(ProductRow.id))
        ).all()
        bare = self._session.execute(
            select(col(SupplierRow.id), col(SupplierRow.name))
            .where(col(SupplierRow.status).in_(found), *only)
            .where(~select(col(ProductRow.id)).where(col(ProductRow.supplier) == col(SupplierRow.id)).exists())
            .order_by(col(SupplierRow.id))
        ).all()
        known = select(col(VectorRow.owner), col(VectorRow.titles), col(VectorRow.vectors))
        if supplier is not None:
            known = known.where(
                col(VectorRow.owner).in_([f"supplier:{supplier}", *(f"product:{p.id}" for p in products)])
            )
        stored = {r.owner: r for r in self._session.execute(known.where(col(VectorRow.model) == model))}
        for owner, supplier, titles in [
            *((f"product:{p.id}", p.supplier, tuple(t for t in (p.name, p.english) if t)) for p in products),
            *((f"supplier:{s.id}", s.id, (s.name,)) for s in bare),
        ]:
            row = stored.get(owner)
            fresh = row is not None and row.titles == titles
            yield Titles(owner, supplier, titles, row.vectors if row is not None and fresh else None)

    def count_titles(self) -> int:
        """About how many titles there are."""
        return self._session.scalar(select(func.count(col(ProductRow.id)) + func.count(col(ProductRow.english)))) or 0

    def mark_changed(self, supplier: int, *, at: datetime) -> None:
        """A firm, or every firm (0), is to be found under something else from now on."""
        marking = insert_into(self._session, ChangedRow).values(supplier=supplier, changed_at=at)
        self._session.execute(marking.on_conflict_do_update(index_elements=["supplier"], set_={"changed_at": at}))

    def changed(self, *, since: datetime | None) -> dict[int, datetime]:
        """Firms that changed lately, with the moment; 0: all of them. since: the newest moment that was seen before.

        Those of some minutes before it are told again: another process may have taken its time to commit.
        """
        if since is None:
            since = self._session.scalar(select(func.max(col(ChangedRow.changed_at))))
        if since is None:
            return {}
        rows = select(ChangedRow).where(col(ChangedRow.changed_at) >= since - _SLOWEST_COMMIT)
        return {row.supplier: row.changed_at for row in self._session.scalars(rows)}

    def remember_vectors(self, model: str, made: Iterable[Titles]) -> None:
        """Keep what titles mean to a model."""
        connection = self._session.connection()
        searchable = title_vectors.is_here(connection)
        for one in sorted(made, key=lambda one: one.owner):  # so that two who keep the same do not block each other
            vectors = one.vectors or b""
            known = {"titles": one.titles, "vectors": vectors}
            keeping = insert_into(self._session, VectorRow).values(owner=one.owner, model=model, **known)
            self._session.execute(keeping.on_conflict_do_update(index_elements=["owner", "model"], set_=known))
            if searchable:
                title_vectors.put(connection, one.owner, model, len(one.titles), vectors)

    def forget_vectors(self, model: str, owners: Iterable[str]) -> None:
        """Forget what the titles of these meant to a model: they are others now."""
        gone, connection = list(owners), self._session.connection()
        own = col(VectorRow.owner).in_(gone), col(VectorRow.model) == model
        self._session.execute(delete(VectorRow).where(*own))
        title_vectors.drop(connection, gone, model)

    def known_vectors(self, model: str, owners: Iterable[str]) -> dict[str, tuple[tuple[str, ...], bytes]]:
        """What a model has made of the titles of these, with the titles it read."""
        known = select(col(VectorRow.owner), col(VectorRow.titles), col(VectorRow.vectors)).where(
            col(VectorRow.model) == model, col(VectorRow.owner).in_(list(owners))
        )
        return {row.owner: (row.titles, row.vectors) for row in self._session.execute(known)}

    def models(self) -> list[str]:
        """The models that have read titles, by the names that stand with their vectors."""
        return sorted(self._session.scalars(select(col(VectorRow.model)).distinct()))

    def compares_meaning(self) -> bool:
        """Can this database itself find what is near in meaning?"""
        return title_vectors.is_here(self._session.connection())

    def nearest(self, model: str, vector: Sequence[float], limit: int) -> list[tuple[str, float]]:
        """Owners of titles (`product:7`) by nearness to a vector of that model, with the cosine; of those ever learnt.

        Empty where the database cannot compare vectors.
        """
        return title_vectors.nearest(self._session.connection(), model, vector, limit)
