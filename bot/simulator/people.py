"""The person side over HTTP: people, their chats with the bot, and everything a phone can do in them."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web
from aiohttp.web_request import FileField

from bot.simulator import acts
from bot.simulator.errors import JSON, PhoneError
from bot.simulator.params import Upload
from bot.simulator.shown import show_chat, show_person
from bot.simulator.world import Bot, Chat, Person, World

WORLD: web.AppKey[World] = web.AppKey("world", World)
_DETAILS = {"first_name", "last_name", "username", "language_code", "phone", "role"}


def answer(value: Any, status: int = 200) -> web.Response:
    """JSON, compact."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return web.Response(body=text.encode("utf-8", "surrogatepass"), status=status, content_type="application/json")


async def given(request: web.Request) -> JSON:
    """The request's JSON object; an empty body is an empty object."""
    if not request.body_exists:
        return {}
    try:
        body = json.loads(await request.read() or b"{}")
    except ValueError:
        raise PhoneError("the body is not JSON") from None
    if not isinstance(body, dict):
        raise PhoneError("the body is not a JSON object")
    return body


def refusing(handle: Callable[[web.Request], Awaitable[web.StreamResponse]]) -> Callable[..., Any]:
    """A handler whose refusals become {"error": ...} with their status."""

    async def guarded(request: web.Request) -> web.StreamResponse:
        try:
            return await handle(request)
        except PhoneError as refusal:
            return answer({"error": refusal.reason}, refusal.status)
        except (TypeError, ValueError):
            return answer({"error": "a value has the wrong type"}, 400)

    return guarded


def whose(request: web.Request) -> tuple[World, Bot, Chat, Person]:
    """World, bot, chat and person of a path /people/{id}/...; ?chat=ID picks a group, ?bot=ID another bot."""
    world = request.app[WORLD]
    person = world.person(int(request.match_info["person"]))
    bot = world.bot
    if wanted := request.query.get("bot"):
        bot = next((other for other in world.bots.values() if str(other.bot_id) == wanted), bot)
    chat = world.private_chat(person, bot)
    if group := request.query.get("chat"):
        found = bot.chats.get(int(group))
        if found is None:
            raise PhoneError("no such chat", 404)
        chat = found
    return world, bot, chat, person


async def add_person(request: web.Request) -> web.Response:
    """POST /people."""
    body = await given(request)
    details: JSON = {name: str(body[name] or "") for name in _DETAILS if name in body}
    details["show"] = bool(body.get("show", True))
    person = request.app[WORLD].add_person(person_id=int(body.get("id") or 0), **details)
    return answer(show_person(person), 201)


async def list_people(request: web.Request) -> web.Response:
    """GET /people."""
    return answer([show_person(person) for person in request.app[WORLD].people.values()])


async def change_person(request: web.Request) -> web.Response:
    """PATCH /people/{id}."""
    world = request.app[WORLD]
    person = world.person(int(request.match_info["person"]))
    for name, value in (await given(request)).items():
        if name in _DETAILS:
            setattr(person, name, str(value or ""))
        elif name == "show":
            person.show = bool(value)
    world.events.tell(person.person_id, "person")
    return answer(show_person(person))


async def see_chat(request: web.Request) -> web.Response:
    """GET /people/{id}/chat?since=: only messages changed after that rev, or after "act", the person's own last."""
    world, bot, chat, person = whose(request)
    since = request.query.get("since", "0")
    return answer(show_chat(world, bot, chat, person, since=chat.last_act if since == "act" else int(since)))


async def say(request: web.Request) -> web.Response:
    """POST /people/{id}/text."""
    body, (world, bot, chat, person) = await given(request), whose(request)
    forwarded, reply_to = bool(body.get("forwarded")), int(body.get("reply_to") or 0)
    text = str(body.get("text", ""))
    return answer(acts.types(world, bot, chat, person, text, reply_to=reply_to, forwarded=forwarded))


async def start(request: web.Request) -> web.Response:
    """POST /people/{id}/start."""
    body = await given(request)
    return answer(acts.starts(*whose(request), str(body.get("payload") or "")))


async def send_files(request: web.Request) -> web.Response:
    """POST /people/{id}/files."""
    form = await request.post()
    parts = [part for part in form.getall("file", []) if isinstance(part, FileField)]
    files = [Upload(part.filename, part.content_type, part.file.read()) for part in parts]
    kind, said = str(form.get("kind") or "document"), str(form.get("caption") or "")
    return answer(acts.sends_files(*whose(request), kind, files, said))


async def send_sticker(request: web.Request) -> web.Response:
    """POST /people/{id}/sticker."""
    world, bot, chat, person = whose(request)
    sticker = world.files.keep(bot.bot_id, "sticker", "fish.webp", "image/webp", b"RIFF\0\0\0\0WEBP")
    return answer(acts.hears(world, bot, chat, person, sticker))


async def send_location(request: web.Request) -> web.Response:
    """POST /people/{id}/location {latitude?, longitude?}."""
    body = await given(request)
    place = {name: float(body.get(name, default)) for name, default in (("latitude", 53.55), ("longitude", 9.99))}
    return answer(acts.hears(*whose(request), {"location": place}))


async def tap(request: web.Request) -> web.Response:
    """POST /people/{id}/tap."""
    body = await given(request)
    return answer(acts.taps(*whose(request), int(body.get("message_id") or 0), str(body.get("data", ""))))


async def see_answer(request: web.Request) -> web.Response:
    """GET /people/{id}/answers/{callback}."""
    _, bot, _, person = whose(request)
    found = bot.taps.get(request.match_info["callback"])
    if found is None or found.person_id != person.person_id:
        raise PhoneError("no such tap", 404)
    return answer({"answered": found.answer is not None, "text": "", "show_alert": False, **(found.answer or {})})


async def edit(request: web.Request) -> web.Response:
    """POST /people/{id}/edit."""
    body = await given(request)
    return answer(acts.edits(*whose(request), int(body.get("message_id") or 0), str(body.get("text", ""))))


async def share_contact(request: web.Request) -> web.Response:
    """POST /people/{id}/contact."""
    body = await given(request)
    return answer(acts.shares_contact(*whose(request), body))


async def block(request: web.Request) -> web.Response:
    """POST /people/{id}/block."""
    return answer(acts.blocks(*whose(request), blocked=True))


async def unblock(request: web.Request) -> web.Response:
    """POST /people/{id}/unblock."""
    return answer(acts.blocks(*whose(request), blocked=False))


async def deactivate(request: web.Request) -> web.Response:
    """POST /people/{id}/deactivate: the account is deleted."""
    world, _, _, person = whose(request)
    person.deactivated = True
    world.events.tell(person.person_id, "person")
    return answer(show_person(person))


async def ask_inline(request: web.Request) -> web.Response:
    """POST /people/{id}/inline {query}."""
    body, (world, bot, _, person) = await given(request), whose(request)
    return answer(acts.asks_inline(world, bot, person, str(body.get("query", ""))))


async def see_inline(request: web.Request) -> web.Response:
    """GET /people/{id}/inline/{query}: the results, once the bot has answered."""
    _, bot, _, person = whose(request)
    found = bot.inline.get(request.match_info["query"])
    if found is None or found.person_id != person.person_id:
        raise PhoneError("no such query", 404)
    return answer({"answered": found.answer is not None, "results": [], **(found.answer or {})})


def routes() -> list[web.RouteDef]:
    """All routes under /people."""
    one = "/people/{person:-?[0-9]+}"
    table: list[tuple[str, str, Any]] = [
        ("POST", "/people", add_person),
        ("GET", "/people", list_people),
        ("PATCH", one, change_person),
        ("GET", f"{one}/chat", see_chat),
        ("POST", f"{one}/text", say),
        ("POST", f"{one}/start", start),
        ("POST", f"{one}/files", send_files),
        ("POST", f"{one}/sticker", send_sticker),
        ("POST", f"{one}/location", send_location),
        ("POST", f"{one}/tap", tap),
        ("GET", f"{one}/answers/{{callback}}", see_answer),
        ("POST", f"{one}/edit", edit),
        ("POST", f"{one}/contact", share_contact),
        ("POST", f"{one}/block", block),
        ("POST", f"{one}/unblock", unblock),
        ("POST", f"{one}/deactivate", deactivate),
        ("POST", f"{one}/inline", ask_inline),
        ("GET", f"{one}/inline/{{query}}", see_inline),
    ]
    return [web.route(method, path, refusing(handle)) for method, path, handle in table]
