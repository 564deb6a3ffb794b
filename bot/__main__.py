"""The command line: `shoal serve`, `doctor`, `demo`, `import`, `search`, `understand`, `simulate`."""

from __future__ import annotations

import os

# Small matrices: a second thread of the linear algebra makes a query slower. Must be set before numpy is loaded.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import asyncio
import json
import sys
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from bot.actions.finding import Finder, Found
    from bot.settings import Settings
    from bot.store.database import Database

cli = typer.Typer(no_args_is_help=True, add_completion=False, help="Shoal: buyers find small suppliers, by chat.")
out = Console()
err = Console(stderr=True)


def _settings(**changes: Any) -> Settings:
    from pydantic import ValidationError

    from bot.courier.log_filter import hide_secrets
    from bot.logs import log_to_stderr
    from bot.settings import Settings

    try:
        settings = Settings(**changes)
    except ValidationError as wrong:
        for error in wrong.errors():
            err.print(f"[red]{'.'.join(str(p) for p in error['loc']).upper()}: {error['msg']}", markup=True)
        raise typer.Exit(2) from None
    log_to_stderr(settings.log_level, json=settings.log_format == "json")
    hide_secrets(*settings.secrets)
    return settings


@cli.command()
def serve(
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="How many processes; more than one needs PostgreSQL.")
    ] = 1,
) -> None:
    """Serve the bot whose BOT_TOKEN stands in .env, until Ctrl-C."""
    settings = _settings()
    if not settings.bot_token.get_secret_value():
        err.print("BOT_TOKEN is missing: copy .env.example to .env and fill it in, or try `shoal demo`.")
        raise typer.Exit(2)
    from bot.together import serve_together, until_told

    if workers == 1:
        from bot.app import Shoal

        asyncio.run(until_told(Shoal(settings)))
        return
    if settings.database_url.startswith("sqlite"):
        err.print(
            "SQLite is for one process: it has one writer, and nothing tells one process what another has stored. "
            "For --workers above 1, set DATABASE_URL to a PostgreSQL (docs/postgresql.md)."
        )
        raise typer.Exit(2)
    raise typer.Exit(serve_together(settings, workers))


@cli.command()
def doctor() -> None:
    """Look at settings, token, database, model, updates and clock; say what to do where something is not well."""
    settings = _settings()
    from bot.doctor import State, examine

    marks = {State.WELL: "[green]✓", State.NOTE: "[yellow]•", State.WRONG: "[red]✗"}
    found = asyncio.run(examine(settings))
    for finding in found:
        out.print(f"{marks[finding.state]} {finding.what}[/] ", end="")
        out.print(finding.says, markup=False, highlight=False)
    raise typer.Exit(1 if any(finding.state is State.WRONG for finding in found) else 0)


@cli.command()
def demo(
    port: Annotated[int, typer.Option(help="Where the page with the phones is served.")] = 8000,
    keep: Annotated[Path | None, typer.Option(help="Keep the database here instead of beginning anew.")] = None,
) -> None:
    """Talk to Shoal in the browser: a local messenger, invented firms, no token."""
    from bot.demo.run import run

    asyncio.run(run(port=port, keep=keep, settings=_settings, say=out.print))


@cli.command("import")
def import_lists(files: Annotated[list[Path], typer.Argument(exists=True, dir_okay=False, readable=True)]) -> None:
    """Take suppliers from CSV, XLSX or JSON-lines files; importing the same list again changes nothing."""
    from bot.actions.importing import read_list, report, take
    from bot.app import open_database
    from bot.sheets import Unreadable

    database = open_database(_settings())
    failed = False
    for file in files:
        try:
            reading = read_list(file.read_bytes(), filename=file.name)
        except Unreadable as no:
            err.print(f"{file}: could not be read ({no.reason.value})", markup=False)
            failed = True
            continue
        with database.writing() as store:
            tally = take(store, reading.firms)
        done = report(reading, tally, most=len(reading.refused))
        out.print(
            f"{file}: {done.new} new, {done.changed} changed, {done.same} unchanged, {done.products} products, "
            f"{done.without_products} firms without products, {done.refused_count} lines not taken",
            markup=False,
        )
        for line in done.refused:
            out.print(f"  line {line.line}: {line.reason}: {line.text}", markup=False)
        for cell in reading.unread:
            out.print(f"  line {cell.line}: {cell.column} not understood: {cell.text}", markup=False)
    database.close()
    raise typer.Exit(1 if failed else 0)


@cli.command()
def search(
    query: Annotated[str, typer.Argument(help="What is looked for, in any language.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=200)] = 10,
    language: Annotated[str | None, typer.Option(help="The query's language, if known.")] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Read JSON lines, write JSON lines.")] = False,
    status: Annotated[bool, typer.Option("--status", help="Say how much each model has read.")] = False,
) -> None:
    """Find suppliers, with the reason for each."""
    from bot.actions.finding import Finder
    from bot.app import open_database, wish

    settings = _settings()
    database, finder = open_database(settings), Finder.wished(wish(settings), settings.search_index)
    if not status:
        finder.load(database)
    if status:
        _print_status(finder, database)
    elif jsonl:
        for line in sys.stdin:
            if line.strip():
                print(json.dumps(_answer_line(finder, database, json.loads(line), limit), ensure_ascii=False))
    else:
        _print_found(finder.find(database, query, language=language, limit=limit))
    database.close()


def _print_status(finder: Finder, database: Database) -> None:
    from bot.actions.finding import readings

    with database.reading() as store:
        found = readings(store, finder.models)
    table = Table("model", "has read", "of", "")
    for one in found:
        table.add_row(one.model, str(one.read), str(one.every), "in use" if one.used else "no longer in use")
    out.print(table if found else "Words alone find suppliers; no model is in use.")


def _answer_line(finder: Finder, database: Database, asked: dict[str, Any], limit: int) -> dict[str, Any]:
    found = finder.find(database, str(asked.get("text", "")), language=asked.get("language"), limit=limit)
    results = [
        {
            "ref": f.supplier.ref,
            "supplier": f.supplier.name,
            "product": f.product.name if f.product else None,
            "score": round(f.hit.score, 4),
            "why": _why(f),
        }
        for f in found
    ]
    return {"id": asked.get("id"), "results": results}


def _why(found: Found) -> str:
    near = f"near in meaning ({found.hit.cosine:.2f})"
    words = f"shares {', '.join(found.hit.matched)}" if found.hit.matched else ""
    name = "" if found.product else "the firm's name fits"
    return "; ".join(part for part in (name, words, near) if part)


def _print_found(found: list[Found]) -> None:
    if not found:
        out.print("Nothing found.")
        return
    table = Table("score", "supplier", "country", "product", "why")
    for f in found:
        product = f.product.name if f.product else "–"
        table.add_row(f"{f.hit.score:.2f}", f.supplier.name, f.supplier.country or "", product, _why(f))
    out.print(table)


@cli.command()
def understand(
    text: Annotated[str, typer.Argument(help="A buyer's message, in any language.")] = "",
    today: Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day it was written.")] = None,
    client_language: Annotated[str | None, typer.Option(help="What the writer's app speaks.")] = None,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Read JSON lines, write JSON lines.")] = False,
) -> None:
    """Read a buyer's message: product, quantity, price, place, day, certificates."""
    from bot.language.understand import understand as read_message
    from bot.language.understand.lines import as_line

    day = today.date() if today else date.today()

    def line(number: Any, said: str, client: str | None) -> str:
        understood = read_message(said, today=day, client_language=client)
        return json.dumps(as_line(number, understood), ensure_ascii=False)

    if not jsonl:
        out.print_json(line(None, text, client_language))
        return
    for given in sys.stdin:
        if given.strip():
            message = json.loads(given)
            print(
                line(message.get("id"), str(message.get("text", "")), message.get("client_language") or client_language)
            )


@cli.command()
def simulate(
    seed: Annotated[int, typer.Option(help="The same seed gives the same numbers.")] = 1,
    quick: Annotated[
        bool, typer.Option("--quick", help="A small market for half a year instead of a large one.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each policy, a line each.")] = False,
) -> None:
    """Ask invented firms by several policies, on the same market: who gets leads, and what buyers have of it."""
    from rich.progress import track

    from bot.market.assumptions import FULL, QUICK
    from bot.market.run import simulate as let_pass

    how = QUICK if quick else FULL
    steps = iter(track(range(how.inquiries), "inquiries", console=err, transient=True))
    market = let_pass(how, seed=seed, each=lambda: next(steps, None))
    if as_json:
        for result in market.results:
            print(json.dumps(result.line()))
        return
    from bot.market.table import table

    out.print(table(market))


def main() -> None:
    """Run the command line."""
    cli()


if __name__ == "__main__":
    main()
