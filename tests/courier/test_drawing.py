"""The drawn picture: small enough to send, the same for the same numbers, and brighter with every buyer."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image, ImageStat

from bot.courier.drawing import HEIGHT, WIDTH, draw
from bot.screens.message import School


def opened(buyers: int, countries: int = 1) -> Image.Image:
    return Image.open(io.BytesIO(draw(School(buyers, countries))))


def lit(picture: Image.Image) -> int:
    """How much of the school is lit, in pixels; the figures below it are left out."""
    red, _, blue = np.asarray(picture.crop((0, 0, WIDTH, 540)).convert("RGB")).transpose(2, 0, 1)
    return int(((red > 210) & (blue < 140)).sum())


def test_it_is_a_picture_that_telegram_takes() -> None:
    picture = opened(58, 9)
    assert (picture.format, picture.size) == ("JPEG", (WIDTH, HEIGHT))
    assert len(draw(School(58, 9))) < 300_000
    assert draw.__wrapped__(School(58, 9)) == draw(School(58, 9)), "nothing in it is left to chance"


def test_each_buyer_lights_a_fish() -> None:
    light = [lit(opened(n)) for n in (0, 1, 20, 100)]
    assert light[0] == 0 < light[1] < light[2] < light[3]
    assert lit(opened(5000)) > light[3], "of more buyers than fish all are lit"


def test_the_numbers_stand_below() -> None:
    below = (0, 560, WIDTH, HEIGHT)
    one, other = (opened(1, n).crop(below) for n in (2, 3))
    assert ImageStat.Stat(one).mean != ImageStat.Stat(other).mean
