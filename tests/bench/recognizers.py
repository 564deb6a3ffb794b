"""Runs under the Python of another environment that has recognizers-text-suite: sentences in, what it read out.

`python tests/bench/recognizers.py` takes JSON lines `[kind, culture, sentence]` and answers each with a JSON list of
`[start, end, value, ISO code, unit]`, `end` after the last character.
"""

import json
import sys

from recognizers_number import recognize_number
from recognizers_number_with_unit import recognize_currency


def read(kind: str, culture: str, sentence: str) -> list[list[object]]:
    """What the package finds in a sentence; nothing where it does not speak the language."""
    recognize = recognize_number if kind == "number" else recognize_currency
    try:
        found = recognize(sentence, culture, fallback_to_default_culture=False)
    except Exception:  # an unknown culture or a fault of its own: both are no answer
        return []
    rows = []
    for one in found:
        values = one.resolution or {}
        rows.append([one.start, one.end + 1, values.get("value"), values.get("isoCurrency"), values.get("unit")])
    return rows


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(read(*json.loads(line))), flush=True)
