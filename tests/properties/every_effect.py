"""A patch with a staff card for each effect, for rulesets with those that no printed card has."""

from __future__ import annotations

from typing import Any

from hypothesis import find, settings

from simulate.properties.strategies.patches import NEW_NUMBERS, toml_text
from simulate.properties.strategies.values import EFFECTS, words

FIXED = settings(database=None, derandomize=True)


def card(word: str, at_the_end: bool) -> dict[str, Any]:
    """A staff card with the plainest form of an effect."""
    plainest = find(words(EFFECTS[word]), lambda _: True, settings=FIXED)
    return {
        "name": word,
        "german": word,
        "cost": 0,
        "timing": "end" if at_the_end else "once",
        "effects": [plainest],
    }


EVERY_EFFECT = toml_text(
    {
        "add": {
            "staff": {
                str(number): card(word, at_the_end=word in ("score", "copy_final"))
                for number, word in zip(NEW_NUMBERS, sorted(EFFECTS))
            }
        }
    },
    id="every-effect",
)
