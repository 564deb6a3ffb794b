"""The signboard's picture: small fish that swim as one big fish, one lit for each buyer; numbers, and no words.

Words are the caption, in the reader's language; so no font for every writing system is needed.
"""

from __future__ import annotations

import io
import random
from functools import lru_cache
from math import cos, hypot, pi, sin

from PIL import Image, ImageDraw, ImageFilter, ImageFont

from bot.screens.message import School

WIDTH, HEIGHT = 1280, 720
_FINER = 2  # everything is drawn so many times larger and made smaller at the end, for smooth edges
_DEEP, _LIGHT = (4, 38, 58), (14, 116, 128)
_FAINT, _LIT, _PALE = (78, 156, 162, 255), (255, 206, 104, 255), (226, 247, 240, 255)
_GLOW = (255, 190, 90, 70)
_MIDDLE, _LONG, _HIGH = (640, 296), 900, 410  # of the big fish
_EYE = (966, 262)
_APART = 24.0  # at least, between two small fish
_SMALL = 30.0  # their length

Point = tuple[float, float]


@lru_cache(maxsize=64)
def draw(school: School) -> bytes:
    """As a JPEG of about 100 kB."""
    picture = _sea()
    _swim(picture, school.buyers)
    _count(picture, school)
    out = io.BytesIO()
    picture.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).convert("RGB").save(out, "JPEG", quality=90)
    return out.getvalue()


def _sea() -> Image.Image:
    """Water, lighter where the light comes in from above."""
    slope = Image.linear_gradient("L").resize((WIDTH, HEIGHT))
    deep, light = (Image.new("RGB", slope.size, colour) for colour in (_DEEP, _LIGHT))
    water = Image.composite(deep, light, slope).convert("RGBA")
    rays = Image.new("RGBA", water.size)
    pen = ImageDraw.Draw(rays)
    for at, wide in ((90, 70), (330, 130), (640, 60), (880, 150), (1150, 80)):
        pen.polygon(
            [(at, -10), (at + wide, -10), (at + wide * 2 - 190, HEIGHT), (at - 260, HEIGHT)], (255, 255, 255, 13)
        )
    water.alpha_composite(rays.filter(ImageFilter.GaussianBlur(22)))
    return water.resize((WIDTH * _FINER, HEIGHT * _FINER), Image.Resampling.BILINEAR)


def _swim(picture: Image.Image, buyers: int) -> None:
    """The big fish of small ones; the school lights up from the eye on."""
    places = _places()
    lit = set(sorted(places, key=lambda p: hypot(p[0] - _EYE[0], p[1] - _EYE[1]))[:buyers])
    glow = Image.new("RGBA", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(glow)
    for x, y in lit:
        pen.ellipse([x - 26, y - 22, x + 26, y + 22], _GLOW)
    picture.alpha_composite(glow.filter(ImageFilter.GaussianBlur(16)).resize(picture.size))
    pen = ImageDraw.Draw(picture, "RGBA")
    for x, y in places:
        _fish(pen, x, y, _SMALL, _lean(x, y), _LIT if (x, y) in lit else _FAINT)


@lru_cache(maxsize=1)
def _places() -> tuple[Point, ...]:
    """Where small fish are, always the same: spread by chance, never too near to each other, the eye first."""
    chance, found = random.Random(11), [(float(_EYE[0]), float(_EYE[1]))]
    left, top = _MIDDLE[0] - _LONG / 2, _MIDDLE[1] - _HIGH / 2
    for _ in range(6000):
        x, y = left + chance.random() * _LONG, top + chance.random() * _HIGH
        if _inside(x, y) and all(hypot((x - a) * 0.72, (y - b) * 1.25) >= _APART for a, b in found):
            found.append((x, y))
    return tuple(found)


def _inside(x: float, y: float) -> bool:
    """Is this within the outline of the big fish? It looks to the right; along: 0 at the tail's end, 1 at the nose."""
    along, across = (x - _MIDDLE[0]) / _LONG + 0.5, (y - _MIDDLE[1]) / (_HIGH / 2)
    if not 0 <= along <= 1:
        return False
    if along < 0.24:
        fork = 0.16 + 0.62 * (0.24 - along) / 0.24
        return abs(across) <= fork and abs(across) >= max(0.0, (0.1 - along) * 5.2)
    body = (along - 0.2) / 0.8
    return abs(across) <= 0.92 * sin(pi * body**0.82) ** 0.8 + 0.02 if body < 1 else False


def _lean(x: float, y: float) -> float:
    """How a small fish is turned (radians): along the outline, with a little will of its own."""
    along, across = (x - _MIDDLE[0]) / _LONG, (y - _MIDDLE[1]) / (_HIGH / 2)
    return -0.75 * across * -along * 1.1 + 0.12 * sin(x * 0.9 + y * 1.7)


def _fish(pen: ImageDraw.ImageDraw, x: float, y: float, long: float, lean: float, colour: tuple[int, ...]) -> None:
    """A small fish that looks to the right: a body with a pointed nose, and a tail."""
    body = [(0.5 * cos(t), 0.2 * sin(t) * (1 - 0.25 * cos(t))) for t in (2 * pi * n / 28 for n in range(28))]
    tail = [(-0.4, 0.0), (-0.72, -0.2), (-0.62, 0.0), (-0.72, 0.2)]
    for shape in (body, tail):
        turned = [(a * cos(lean) - b * sin(lean), a * sin(lean) + b * cos(lean)) for a, b in shape]
        pen.polygon([((x + a * long) * _FINER, (y + b * long) * _FINER) for a, b in turned], colour)


def _count(picture: Image.Image, school: School) -> None:
    """So many buyers, in so many countries; and where."""
    pen, line = ImageDraw.Draw(picture, "RGBA"), 626.0
    _fish(pen, 130, line, 84, 0, _LIT)
    end = _write(pen, f"{school.buyers}", 190, line, 92, _PALE)
    if school.countries:
        _globe(pen, end + 104, line, 36)
        _write(pen, f"{school.countries}", end + 160, line, 92, _PALE)
    _write(pen, "Shoal", WIDTH - 70, line, 58, _PALE, anchor="rm")


def _globe(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float) -> None:
    for wide in (1.0, 0.45):
        box = [(x - radius * wide) * _FINER, (y - radius) * _FINER, (x + radius * wide) * _FINER, (y + radius) * _FINER]
        pen.ellipse(box, outline=_LIT, width=4 * _FINER)
    for up in (-0.5, 0.0, 0.5):
        half = radius * (1 - up * up) ** 0.5
        ends = [((x - half) * _FINER, (y + up * radius) * _FINER), ((x + half) * _FINER, (y + up * radius) * _FINER)]
        pen.line(ends, _LIT, 4 * _FINER)


def _write(
    pen: ImageDraw.ImageDraw, text: str, x: float, y: float, size: int, colour: tuple[int, ...], anchor: str = "lm"
) -> float:
    """Figures and Latin letters in Pillow's own font; returns where they end."""
    font = ImageFont.load_default(size * _FINER)
    pen.text((x * _FINER, y * _FINER), text, colour, font, anchor)
    return x + pen.textlength(text, font) / _FINER
