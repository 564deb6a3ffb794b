"""Groups over HTTP: made by a person, joined, left, upgraded; people write in them with ?chat=ID on /people."""

from __future__ import annotations

import itertools

from aiohttp import web

from bot.simulator import acts
from bot.simulator.errors import JSON, PhoneError
from bot.simulator.people import WORLD, answer, given, refusing
from bot.simulator.shown import show_chat, show_message, tell_message
from bot.simulator.world import Chat, World

_SUPERGROUP = -1_000_000_000_000


def _group(world: World, request: web.Request) -> Chat:
    chat = world.bot.chats.get(int(request.match_info["chat"]))
    if chat is None or chat.kind == "private":
        raise PhoneError("no such group", 404)
    return chat


def _service(world: World, chat: Chat, by: int, body: JSON) -> None:
    """A service message ("created the group", "joined"): everybody sees it, and so does the bot."""
    message = world.post(world.bot, chat, world.person(by).user(), body)
    tell_message(world, message)
    world.bot.inbox.put("message", world.message_json(message), ("chat", chat.chat_id))


async def create(request: web.Request) -> web.Response:
    """POST /groups {title, members: [ids], supergroup?}: the first member makes it and adds the bot."""
    world, body = request.app[WORLD], await given(request)
    people = [world.person(int(number)) for number in body.get("members", [])]
    if not people or not str(body.get("title", "")).strip():
        raise PhoneError("a group needs a title and members")
    supergroup = bool(body.get("supergroup"))
    number = (_SUPERGROUP if supergroup else -4_000_000_000) - world.serial()
    chat = Chat(number, "supergroup" if supergroup else "group", str(body["title"]), started=True)
    chat.own_ids = itertools.count(1) if supergroup else None
    chat.members = dict.fromkeys(person.person_id for person in people)
    world.bot.chats[number] = chat
    acts.membership(world, world.bot, chat, people[0], "left", "member")
    _service(
        world, chat, people[0].person_id, {f"{chat.kind}_chat_created" if supergroup else "group_chat_created": True}
    )
    return answer(world.chat_json(chat), 201)


async def see(request: web.Request) -> web.Response:
    """GET /groups/{id}/chat: as its first member sees it."""
    world = request.app[WORLD]
    chat = _group(world, request)
    first = world.person(next(iter(chat.members)))
    return answer(show_chat(world, world.bot, chat, first, since=int(request.query.get("since", 0))))


async def join(request: web.Request) -> web.Response:
    """POST /groups/{id}/members {person}."""
    world, body = request.app[WORLD], await given(request)
    chat, person = _group(world, request), world.person(int(body.get("person") or 0))
    chat.members[person.person_id] = None
    _service(world, chat, person.person_id, {"new_chat_members": [person.user()]})
    return answer(world.chat_json(chat))


async def kick_bot(request: web.Request) -> web.Response:
    """POST /groups/{id}/kick: the bot is removed by the group's owner."""
    world = request.app[WORLD]
    chat = _group(world, request)
    chat.kicked = True
    acts.membership(world, world.bot, chat, world.person(next(iter(chat.members))), "member", "kicked")
    return answer({"ok": True})


async def upgrade(request: web.Request) -> web.Response:
    """POST /groups/{id}/upgrade: becomes a supergroup with a new id; both chats are told."""
    world = request.app[WORLD]
    old = _group(world, request)
    if old.kind == "supergroup" or old.moved_to:
        raise PhoneError("this group was upgraded before", 409)
    new = Chat(_SUPERGROUP - world.serial(), "supergroup", old.title, members=dict(old.members), started=True)
    new.own_ids = itertools.count(1)
    world.bot.chats[new.chat_id] = new
    owner = next(iter(old.members))
    _service(world, old, owner, {"migrate_to_chat_id": new.chat_id})
    old.moved_to = new.chat_id
    _service(world, new, owner, {"migrate_from_chat_id": old.chat_id})
    return answer(world.chat_json(new))


async def messages(request: web.Request) -> web.Response:
    """GET /groups: all groups with their newest message."""
    world = request.app[WORLD]
    groups = [chat for chat in world.bot.chats.values() if chat.kind != "private" and not chat.moved_to]
    shown = []
    for chat in groups:
        newest = next(reversed(chat.messages.values()), None)
        last = show_message(world, newest, 0) if newest else None
        shown.append({**world.chat_json(chat), "members": [*chat.members], "last": last})
    return answer(shown)


def routes() -> list[web.RouteDef]:
    """All routes under /groups."""
    one = "/groups/{chat:-[0-9]+}"
    return [
        web.post("/groups", refusing(create)),
        web.get("/groups", refusing(messages)),
        web.get(f"{one}/chat", refusing(see)),
        web.post(f"{one}/members", refusing(join)),
        web.post(f"{one}/kick", refusing(kick_bot)),
        web.post(f"{one}/upgrade", refusing(upgrade)),
    ]
