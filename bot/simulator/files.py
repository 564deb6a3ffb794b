"""Files that people and bots sent: bytes kept once, described as Telegram describes them."""

from __future__ import annotations

import hashlib
import mimetypes
import secrets
from dataclasses import dataclass

from bot.simulator.errors import JSON, BadRequestError

MOST_DOWNLOADED = 20 * 1024 * 1024  # bytes a bot may fetch with getFile
MOST_UPLOADED = 50 * 1024 * 1024
MOST_PHOTO = 10 * 1024 * 1024
_FOLDERS = {"photo": "photos", "document": "documents", "video": "videos", "voice": "voice", "sticker": "stickers"}


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file_id: `kind` is photo, document, video, voice or sticker; sizes in bytes and pixels."""

    file_id: str
    unique_id: str
    bot_id: int
    kind: str
    name: str
    mime: str
    data: bytes
    width: int = 0
    height: int = 0

    @property
    def path(self) -> str:
        """Where a bot fetches it; hard to guess and never a path on a disk."""
        suffix = mimetypes.guess_extension(self.mime) or ".bin"
        return f"{_FOLDERS[self.kind]}/file_{self.file_id[-16:]}{suffix}"


class Files:
    """All files of a world. Equal bytes are kept once."""

    def __init__(self) -> None:
        self.by_id: dict[str, StoredFile] = {}
        self.by_path: dict[tuple[int, str], StoredFile] = {}
        self._bytes: dict[bytes, bytes] = {}

    def keep(self, bot_id: int, kind: str, name: str, mime: str, data: bytes) -> JSON:
        """Store the bytes and return the message field that shows them: {kind: ...}, photos as a list of sizes."""
        digest = hashlib.sha256(data).digest()
        data = self._bytes.setdefault(digest, data)
        mime = mime or mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind == "photo":
            return {"photo": self._sizes(bot_id, name, digest, data)}
        width, height = image_size(data) if kind == "sticker" else (0, 0)
        if kind == "sticker":
            width, height = width or 512, height or 512
        stored = self._add(bot_id, kind, name, mime, digest, data, width, height)
        return {kind: describe(stored)}

    def _sizes(self, bot_id: int, name: str, digest: bytes, data: bytes) -> list[JSON]:
        width, height = image_size(data)
        width, height = width or 1280, height or 960
        sizes = []
        for longest in (90, 320, 1280):  # the same bytes stand for every size; the last one is the picture itself
            scale = min(1.0, longest / max(width, height))
            shape = max(1, round(width * scale)), max(1, round(height * scale))
            salted = hashlib.sha256(digest + bytes(str(longest), "ascii")).digest()
            stored = self._add(
                bot_id, "photo", name, "image/jpeg" if not _mime(data) else _mime(data), salted, data, *shape
            )
            sizes.append(describe(stored))
            if longest >= max(width, height):
                break
        return sizes

    def _add(
        self, bot_id: int, kind: str, name: str, mime: str, digest: bytes, data: bytes, width: int, height: int
    ) -> StoredFile:
        unique = "AQAD" + digest[:9].hex()
        file_id = f"{kind[:2].upper()}ACAgQAA{secrets.token_hex(12)}"
        stored = StoredFile(file_id, unique, bot_id, kind, name, mime, data, width, height)
        self.by_id[file_id] = stored
        self.by_path[bot_id, stored.path] = stored
        return stored

    def known_to(self, bot_id: int, file_id: str) -> StoredFile:
        """The file behind an id that this bot may use; refuses others as Telegram does."""
        stored = self.by_id.get(file_id)
        if stored is None or stored.bot_id != bot_id:
            raise BadRequestError("wrong file identifier/HTTP URL specified")
        return stored


def describe(stored: StoredFile) -> JSON:
    """The fields of PhotoSize, Document, Video, Voice or Sticker."""
    common: JSON = {"file_id": stored.file_id, "file_unique_id": stored.unique_id, "file_size": len(stored.data)}
    if stored.kind == "photo":
        return {**common, "width": stored.width, "height": stored.height}
    if stored.kind == "sticker":
        shape = {"width": stored.width, "height": stored.height, "is_animated": False, "is_video": False}
        return {**common, **shape, "type": "regular", "emoji": "🐟"}
    if stored.kind == "voice":
        return {**common, "duration": max(1, len(stored.data) // 4000), "mime_type": stored.mime}
    named = {**common, "file_name": stored.name, "mime_type": stored.mime}
    return named if stored.kind == "document" else {**named, "width": 640, "height": 360, "duration": 1}


def image_size(data: bytes) -> tuple[int, int]:
    """Width and height of a PNG, GIF, JPEG or WebP picture, (0, 0) for anything else."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data[:4] == b"GIF8" and len(data) >= 10:
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    if data[:2] == b"\xff\xd8":
        return _jpeg_size(data)
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp_size(data)
    return 0, 0


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    if data[12:16] == b"VP8X" and len(data) >= 30:
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if data[12:16] == b"VP8 " and len(data) >= 30:
        return int.from_bytes(data[26:28], "little") & 0x3FFF, int.from_bytes(data[28:30], "little") & 0x3FFF
    if data[12:16] == b"VP8L" and len(data) >= 25:
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return 0, 0


def _mime(data: bytes) -> str:
    heads = {b"\x89PNG": "image/png", b"GIF8": "image/gif", b"\xff\xd8\xff\xe0": "image/jpeg", b"RIFF": "image/webp"}
    return heads.get(data[:4], "image/jpeg" if data[:2] == b"\xff\xd8" else "")
