"""`python -m bot.simulator --port 8081`: a local Telegram until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import contextlib

from bot.simulator.server import start


async def _serve(host: str, port: int) -> None:
    running = await start(host, port)
    print(f"A local Telegram listens on {running.url} (Bot API: {running.url}/bot<token>/<method>)", flush=True)
    try:
        await asyncio.Event().wait()
    finally:
        await running.stop()


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(prog="python -m bot.simulator", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8081, help="0 for any free port")
    options = parser.parse_args()
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(options.host, options.port))


if __name__ == "__main__":
    main()
