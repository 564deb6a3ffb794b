"""python-telegram-bot's HTTP over one aiohttp session: several times cheaper under load than its own client."""

from __future__ import annotations

from typing import Any

import aiohttp
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData
from yarl import URL


class UnansweredError(NetworkError):
    """The connection broke after the request had left: nobody knows whether it was carried out."""


class AiohttpRequest(BaseRequest):
    """HTTP for a Bot. Errors carry the kind of failure only, never an address: addresses hold the token.

    TimedOut and UnansweredError: the request may have been carried out. NetworkError: it certainly was not.
    """

    def __init__(
        self, *, pool: int = 64, read_timeout: float = 15.0, connect_timeout: float = 5.0, proxy: str | None = None
    ) -> None:
        self._pool = pool
        self._read_timeout = read_timeout
        self._connect_timeout = connect_timeout
        self._proxy = proxy
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """Seconds to wait for an answer where a call names none."""
        return self._read_timeout

    async def initialize(self) -> None:
        """Open the session; does nothing where it is open."""
        if self._session is None or self._session.closed:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._pool, keepalive_timeout=25),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
            )

    async def shutdown(self) -> None:
        """Close the session; does nothing where it is closed."""
        if self._session is not None:
            await self._session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """One request: status and body. aiohttp has no time-out for writing alone; `read_timeout` covers silence."""
        if self._session is None or self._session.closed:
            raise NetworkError("the session is not open")
        connect = _given(connect_timeout, self._connect_timeout)
        timeout = aiohttp.ClientTimeout(
            connect=_given(pool_timeout, connect),
            sock_connect=connect,
            sock_read=_given(read_timeout, self.read_timeout),
        )
        try:
            async with self._session.request(
                method,
                URL(url, encoded=True),
                data=_form(request_data),
                timeout=timeout,
                proxy=self._proxy,
                allow_redirects=False,
            ) as response:
                return response.status, await response.read()
        except Exception as error:
            raise _translated(error) from None  # the original may quote the address


def _given(value: Any, default: float | None) -> float | None:
    seconds: float | None = default if value is BaseRequest.DEFAULT_NONE else value
    return seconds


def _form(data: RequestData | None) -> aiohttp.FormData | dict[str, str] | None:
    """Parameters as a form, with files as multipart; everything is a string or bytes by now."""
    if data is None:
        return None
    if not data.contains_files:
        return data.json_parameters
    form = aiohttp.FormData(quote_fields=False)
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, mime) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=mime)
    return form


def _translated(error: Exception) -> TelegramError:
    kind = type(error).__name__
    match error:
        case aiohttp.ClientConnectorError() | aiohttp.ConnectionTimeoutError() | aiohttp.ClientHttpProxyError():
            return NetworkError(kind)  # no connection: nothing was sent
        case TimeoutError():
            return TimedOut(kind)
        case aiohttp.InvalidURL():
            return TelegramError(kind)
        case aiohttp.ClientError() | OSError():
            return UnansweredError(kind)
        case _:
            return TelegramError(kind)
