"""News: what a transaction has stored that others wait for; PostgreSQL tells every process when it is committed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy import URL, bindparam, text
from sqlmodel import Session

_log = logging.getLogger(__name__)

INBOX, OUTBOX, DUTY = "inbox", "outbox", "duty"
_CHANNEL = "shoal"
_TELL = text("SELECT pg_notify(:channel, :what)").bindparams(bindparam("channel", _CHANNEL))
_RETRY_AFTER = 5.0


def spread(session: Session, what: str) -> None:
    """Something of this kind was stored."""
    session.info.setdefault("news", set()).add(what)


def tell(session: Session, *, teller: str) -> None:
    """Tell the other processes, when this transaction is committed. teller: who does not need to hear it."""
    if news := session.info.pop("news", None):
        session.execute(_TELL, {"what": " ".join((teller, *sorted(news)))})


async def listen(url: URL, heard: Callable[[str], None], *, besides: str) -> None:
    """Hear what other processes than `besides` have stored, until cancelled.

    While nothing can be heard, nothing is lost: everybody also looks by themselves from time to time.
    """
    import psycopg

    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {_CHANNEL}")
                async for notice in connection.notifies():
                    teller, *news = notice.payload.split()
                    for what in news if teller != besides else ():
                        heard(what)
        except psycopg.Error as error:
            _log.warning("other processes cannot be heard: %s", type(error).__name__)
        await asyncio.sleep(_RETRY_AFTER)
