"""A phone for tests and scripts: one person's chat with the bot, driven over the person side. Standard library only.

buyer = Phone.create("http://127.0.0.1:8081", first_name="Ana", language_code="pt")
buyer.starts()
buyer.taps("Send")
buyer.sees("Which country?")
"""

from __future__ import annotations

import json
import mimetypes
import secrets
import time
from http.client import HTTPConnection
from typing import Any
from urllib.parse import parse_qs, urlsplit

JSON = dict[str, Any]
# A reader does not see isolates, and sees a no-break space as a space.
_UNSEEN: dict[int, str | None] = {**dict.fromkeys(range(0x2066, 0x206A)), 0xA0: " ", 0x202F: " "}
_POLL = 0.03  # seconds between two looks
_SETTLED = 0.6  # a chat that changed nothing for so long after an answer is taken to be quiet
_GRACE = 2.0  # how long an answer to the person's own act is waited for before an older button is tapped


class Phone:
    """One person's phone. Every text is taken literally; nothing is ever formatted."""

    def __init__(self, base_url: str, person_id: int) -> None:
        self.base_url = base_url.rstrip("/")
        self.person_id = person_id
        address = urlsplit(self.base_url)
        self._address = address.hostname or "127.0.0.1", address.port or 80
        self._connection: HTTPConnection | None = None

    @classmethod
    def create(cls, base_url: str, **person: Any) -> Phone:
        """A new person (first_name, last_name, username, language_code, phone, id, show) and their phone."""
        made = cls(base_url, 0)._ask("POST", "/people", person)
        return cls(base_url, made["id"])

    # what the person does

    def says(self, text: str, *, reply_to: int = 0, forwarded: bool = False) -> JSON:
        """Type and send a text."""
        return self._act("text", {"text": text, "reply_to": reply_to, "forwarded": forwarded})

    def starts(self, payload: str = "") -> JSON:
        """Press Start, or open a deep link with this payload."""
        return self._act("start", {"payload": payload})

    def taps(self, label: str, *, on: str | int | None = None, within: float = 8.0) -> str:
        """Tap the newest button with this label (exact, else containing), once the bot has answered the last act.

        `on` narrows to a message: its id, or words in its text. Gives the callback id; for a button of the reply
        keyboard it says the text (or shares the contact) and gives ""; for a link the address, after following a
        start link. Raises AssertionError with the buttons that are there if none fits.
        """
        begun = time.monotonic()
        quiet_since, seen_rev = begun, -1
        while True:
            chat = self.chat()
            now = time.monotonic()
            if chat["rev"] != seen_rev:
                quiet_since, seen_rev = now, chat["rev"]
            fresh = self._find(chat, label, on, newer_than=chat["last_act"])
            answered = chat["rev"] > chat["last_act"]
            if fresh is None and ((answered and now - quiet_since > _SETTLED) or now - begun > min(_GRACE, within)):
                fresh = self._find(chat, label, on, newer_than=-1)
            if fresh is not None:
                return self._press(*fresh)
            if now - begun > within:
                raise AssertionError(f"no button {label!r}; there are {_labels(chat)}\n{self.transcript()}")
            time.sleep(_POLL)

    def _find(self, chat: JSON, label: str, on: str | int | None, *, newer_than: int) -> tuple[JSON, JSON] | None:
        wanted = _plain(label)
        shown = [
            (m, b) for m in reversed(chat["messages"]) if m["rev"] > newer_than and _is(m, on) for b in _buttons(m)
        ]
        if on is None and (newer_than < 0 or chat["rev"] > newer_than):
            keys = (chat["keyboard"] or {}).get("keyboard", [])
            shown += [({}, key) for row in keys for key in row]
        exact = (pair for pair in shown if _plain(pair[1]["text"]) == wanted)
        return next(exact, None) or next((pair for pair in shown if wanted in _plain(pair[1]["text"])), None)

    def _press(self, message: JSON, button: JSON) -> str:
        if "callback_data" in button:
            return self.taps_data(message["message_id"], button["callback_data"])
        if "url" in button:
            start = parse_qs(urlsplit(button["url"]).query).get("start")
            if start and urlsplit(button["url"]).path.strip("/").lower() == self.chat()["bot"]["username"].lower():
                self.starts(start[0])
            return str(button["url"])
        if "copy_text" in button:
            return str(button["copy_text"]["text"])
        if button.get("request_contact"):
            self.shares_contact()
        elif not message:
            self.says(button["text"])
        return ""

    def taps_data(self, message_id: int, data: str) -> str:
        """Tap with any data on any message, as a forged client can; gives the callback id."""
        return str(self._act("tap", {"message_id": message_id, "data": data})["callback"])

    def edits(self, text_before: str, text_after: str) -> JSON:
        """Change the newest own message that has exactly this text."""
        own = [m for m in self.messages() if m["out"] and m["text"] == text_before]
        if not own:
            raise AssertionError(f"no own message {text_before!r}\n{self.transcript()}")
        return self._act("edit", {"message_id": own[-1]["message_id"], "text": text_after})

    def sends_photo(self, data: bytes, caption: str = "") -> JSON:
        """Send one picture."""
        return self._send("photo", [("photo.jpg", data)], caption)

    def sends_photos(self, pictures: list[bytes], caption: str = "") -> JSON:
        """Send an album of 2-10 pictures."""
        return self._send("photo", [(f"photo{n}.jpg", data) for n, data in enumerate(pictures, 1)], caption)

    def sends_file(self, data: bytes, name: str, caption: str = "", kind: str = "document") -> JSON:
        """Send a file; `kind` may also be video or voice."""
        return self._send(kind, [(name, data)], caption)

    def shares_contact(self, **somebody: Any) -> JSON:
        """Share one's own number, or somebody else's card (first_name, phone_number, user_id)."""
        return self._act("contact", somebody)

    def shares_location(self, latitude: float, longitude: float) -> JSON:
        """Send a place on the map."""
        return self._act("location", {"latitude": latitude, "longitude": longitude})

    def blocks(self) -> JSON:
        """Block the bot."""
        return self._act("block", {})

    def unblocks(self) -> JSON:
        """Unblock the bot."""
        return self._act("unblock", {})

    # what the person sees

    def chat(self) -> JSON:
        """The whole chat: person, messages, keyboard, commands, blocked, bot."""
        return self._ask("GET", f"/people/{self.person_id}/chat")

    def messages(self) -> list[JSON]:
        """All messages that stand in the chat, oldest first."""
        return list(self.chat()["messages"])

    def last(self) -> JSON:
        """The newest message of the bot; AssertionError if it has said nothing."""
        said = [message for message in self.messages() if not message["out"]]
        if not said:
            raise AssertionError(f"the bot has said nothing\n{self.transcript()}")
        return said[-1]

    def buttons(self) -> list[str]:
        """Labels on the newest bot message that has buttons."""
        for message in reversed(self.messages()):
            if not message["out"] and (found := _buttons(message)):
                return [button["text"] for button in found]
        return []

    def sees(self, text: str, *, within: float = 8.0) -> JSON:
        """Wait until something the bot said or changed since this person's last own act contains the text."""
        until = time.monotonic() + within
        while True:
            found = self._seen(text)
            if found is not None:
                return found
            if time.monotonic() > until:
                raise AssertionError(f"did not see {text!r} within {within} s\n{self.transcript()}")
            time.sleep(_POLL)

    def never_sees(self, text: str, *, during: float = 0.6) -> None:
        """Watch for a while; AssertionError if the text comes up."""
        until = time.monotonic() + during
        while time.monotonic() < until:
            if self._seen(text) is not None:
                raise AssertionError(f"saw {text!r}\n{self.transcript()}")
            time.sleep(_POLL)

    def _seen(self, text: str) -> JSON | None:
        fresh = self._ask("GET", f"/people/{self.person_id}/chat?since=act")["messages"]
        said = [message for message in fresh if not message["out"]]
        return next((message for message in reversed(said) if _plain(text) in _plain(message["text"])), None)

    def toast(self, callback: str, *, within: float = 8.0) -> str:
        """Wait for the answer to a tap and give its text ("" if there was none to show)."""
        until = time.monotonic() + within
        while True:
            answer = self._ask("GET", f"/people/{self.person_id}/answers/{callback}")
            if answer["answered"]:
                return str(answer["text"])
            if time.monotonic() > until:
                raise AssertionError(f"the tap was not answered within {within} s\n{self.transcript()}")
            time.sleep(_POLL)

    def transcript(self) -> str:
        """The chat in lines: "> " what the person said, "< " what the bot said, "[label]" its buttons."""
        lines = [f"--- {self.chat()['person']['first_name']} ({self.person_id}) ---"]
        for message in self.messages():
            what = [kind for kind in ("photo", "document", "video", "voice", "contact", "location") if kind in message]
            text = " ".join([*(f"({kind})" for kind in what), message["text"]])
            mark = ">" if message["out"] else "<"
            lines += [f"{mark} {line}" for line in text.splitlines() or [""]]
            if found := _buttons(message):
                lines.append("  " + " ".join(f"[{button['text']}]" for button in found))
        return "\n".join(lines)

    # the wire

    def _act(self, act: str, body: JSON) -> JSON:
        return self._ask("POST", f"/people/{self.person_id}/{act}", body)

    def _send(self, kind: str, files: list[tuple[str, bytes]], caption: str) -> JSON:
        boundary = secrets.token_hex(16)
        parts = []
        for name, value in (("kind", kind), ("caption", caption)):
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            parts.append(head.encode() + value.encode("utf-8", "surrogatepass") + b"\r\n")
        for name, data in files:
            safe = name.replace("\\", "\\\\").replace('"', "%22").replace("\r", "").replace("\n", "")
            mime = mimetypes.guess_type(name)[0] or "application/octet-stream"
            head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{safe}"\r\n'
            parts.append(f"{head}Content-Type: {mime}\r\n\r\n".encode() + data + b"\r\n")
        parts.append(f"--{boundary}--\r\n".encode())
        return self._request(
            "POST", f"/people/{self.person_id}/files", b"".join(parts), f"multipart/form-data; boundary={boundary}"
        )

    def _ask(self, method: str, path: str, body: JSON | None = None) -> JSON:
        data = None if body is None else json.dumps(body).encode()
        return self._request(method, path, data, "application/json")

    def _request(self, method: str, path: str, data: bytes | None, kind: str) -> JSON:
        for again in (True, False):  # a kept connection may have been closed meanwhile; then one fresh try
            kept = self._connection is not None
            connection = self._connection or HTTPConnection(*self._address, timeout=60)
            self._connection = connection
            try:
                connection.request(method, path, body=data, headers={"Content-Type": kind} if data else {})
                response = connection.getresponse()
                answer = json.loads(response.read())
                break
            except OSError:
                connection.close()
                self._connection = None
                if not (again and kept):
                    raise
        if response.status >= 400:
            raise RuntimeError(f"{method} {path}: {response.status} {answer}")
        return dict(answer)


def _plain(text: str) -> str:
    return text.translate(_UNSEEN)


def _is(message: JSON, on: str | int | None) -> bool:
    if on is None:
        return True
    return message["message_id"] == on if isinstance(on, int) else _plain(on) in _plain(message["text"])


def _buttons(message: JSON) -> list[JSON]:
    return [button for row in (message.get("reply_markup") or {}).get("inline_keyboard", []) for button in row]


def _labels(chat: JSON) -> list[str]:
    keys = [key for row in (chat["keyboard"] or {}).get("keyboard", []) for key in row]
    return [button["text"] for message in chat["messages"] for button in _buttons(message)] + [k["text"] for k in keys]
