"""Refusals: what the Bot API says to a bot, and what the person side says to a phone."""

from __future__ import annotations

from typing import Any

JSON = dict[str, Any]


class ApiError(Exception):
    """A Bot API refusal: `code` is also the HTTP status, `parameters` may hold retry_after or migrate_to_chat_id."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters

    def body(self) -> JSON:
        """The JSON answer that carries this refusal."""
        answer: JSON = {"ok": False, "error_code": self.code, "description": self.description}
        if self.parameters:
            answer["parameters"] = self.parameters
        return answer


class BadRequestError(ApiError):
    """The commonest refusal, 400; the reason is given without its "Bad Request: "."""

    def __init__(self, reason: str, **parameters: int) -> None:
        super().__init__(400, f"Bad Request: {reason}", **parameters)


class ForbiddenError(ApiError):
    """The other side does not want this bot, 403; the reason is given without its "Forbidden: "."""

    def __init__(self, reason: str) -> None:
        super().__init__(403, f"Forbidden: {reason}")


class PhoneError(Exception):
    """What a phone would not let its owner do; `status` is the HTTP status of the person side."""

    def __init__(self, reason: str, status: int = 400) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
