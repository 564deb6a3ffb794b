"""Certificates."""

import pytest

from bot.language.understand.certificates import certificates, parse_certificate
from bot.language.understand.tokens import tokenise

NAMED = [
    *[("en", "FDA + CE required", ["FDA", "CE"]), ("en", "ISO 9001:2015 and iso-14001", ["ISO9001", "ISO14001"])],
    *[
        ("en", "EN ISO 20471", ["ISO20471"]),
        ("en", "UN38.3, EN71", ["UN38.3", "EN71"]),
        ("en", "oeko tex standard 100", ["OEKO-TEX"]),
    ],
    *[
        ("en", "certificate XYZQ please", ["XYZQ"]),
        ("en", "organic cotton", []),
        ("en", "organic certified", ["ORGANIC"]),
    ],
    *[
        ("fr", "ce produit", []),
        ("fr", "norme CE", ["CE"]),
        ("id", "sertifikat halal", ["HALAL"]),
        ("ar", "شهادة حلال", ["HALAL"]),
    ],
    *[("ru", "сертификат ЕАС", ["EAC"]), ("zh-Hans", "清真 HACCP", ["HALAL", "HACCP"]), ("en", "wrap it in foil", [])],
    *[("en", "GS12 bearings", []), ("es", "en 1 mes", []), ("de", "Bio-Siegel", ["ORGANIC"])],
]


@pytest.mark.parametrize(("language", "text", "names"), NAMED)
def test_certificates_are_found_in_one_spelling(language, text, names):
    assert [found.name for found in certificates(tokenise(text), language)] == names


def test_one_certificate_or_none():
    assert parse_certificate("oeko-tex 100") == "OEKO-TEX"
    assert parse_certificate("FDA, CE") is None
    assert parse_certificate("steel") is None
