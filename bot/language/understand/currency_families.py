"""Words for money that several countries share, and what they mean in each."""

from __future__ import annotations

_XAF = ["CM", "GA", "CG", "TD", "CF", "GQ"]
_XOF = ["SN", "CI", "ML", "BF", "BJ", "TG", "NE", "GW"]
BY_COUNTRY: dict[str, dict[str, str]] = {
    "peso": {"MX": "MXN", "CO": "COP", "AR": "ARS", "CL": "CLP", "PH": "PHP", "UY": "UYU", "DO": "DOP", "CU": "CUP"},
    "yen": {"CN": "CNY", "JP": "JPY"},
    "krone": {"DK": "DKK", "SE": "SEK", "NO": "NOK", "IS": "ISK"},
    "dirham": {"AE": "AED", "MA": "MAD"},
    "riyal": {"SA": "SAR", "QA": "QAR", "OM": "OMR", "YE": "YER", "IR": "IRR"},
    "dinar": {"KW": "KWD", "JO": "JOD", "IQ": "IQD", "TN": "TND", "DZ": "DZD", "BH": "BHD", "LY": "LYD", "RS": "RSD"},
    "pound_ar": {"EG": "EGP", "SD": "SDG", "SY": "SYP", "LB": "LBP"},
    "lira_ar": {"SY": "SYP", "LB": "LBP", "TR": "TRY"},
    "rupee": {"IN": "INR", "PK": "PKR", "LK": "LKR", "NP": "NPR", "MU": "MUR"},
    "franc": {"CH": "CHF", "CD": "CDF", "GN": "GNF", "RW": "RWF", "BI": "BIF", "DJ": "DJF"}
    | dict.fromkeys(_XAF, "XAF"),
    "cfa": dict.fromkeys(_XAF, "XAF") | dict.fromkeys(_XOF, "XOF"),
    "shilling": {"KE": "KES", "TZ": "TZS", "UG": "UGX"},
    "dollar": {},
    "zar": {"ZA": "ZAR"},
}
BY_COUNTRY["franc"] |= dict.fromkeys(_XOF, "XOF")
LIKELY = {
    "dollar": "USD",
    "dirham": "AED",
    "riyal": "SAR",
    "pound_ar": "EGP",
    "rupee": "INR",
    "cfa": "XOF",
    "zar": "ZAR",
    "shilling": "KES",
}
DUALS = {"USD2": "USD", "SAR2": "riyal", "dirham2": "dirham", "dinar2": "dinar"}
HOME_CURRENCY = {
    "id": "IDR",
    "vi": "VND",
    "hi": "INR",
    "tr": "TRY",
    "zh": "CNY",
    "ja": "JPY",
    "ko": "KRW",
    "th": "THB",
    "uk": "UAH",
    "ru": "RUB",
    "de": "EUR",
    "pt": "BRL",
}
FIRM = frozenset(("dollar", "zar"))  # families that mean one currency nearly always
