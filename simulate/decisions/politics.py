"""Politics cards: claimed in a turn."""

from __future__ import annotations

import re
from typing import Any

from simulate.decisions.entries import Action
from simulate.decisions.forms import Form
from simulate.decisions.ranges import each
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.words.spelling import claim_name


def read_claim(at: Scene, match: re.Match[str]) -> Arguments:
    """A politics card by its letter or name."""
    letter = find_card(at, match[1], at.g.politics, "is not in this game", "politics-card.claim")
    return letter, 0, 0


def read_own(at: Scene, match: re.Match[str]) -> Arguments:
    letter = find_card(at, match[1], at.g.own_politics, "is not a personal one")
    return len(at.g.politics) + letter, 0, 0


def find_card(at: Scene, name: str, there: Any, what: str, *ids: str) -> int:
    """A politics card's place, by letter or name; ``what``: said of a card that is not laid out."""
    if name in ("a", "b", "c"):
        return "abc".index(name)
    card, places = at.lexicon.politics(name), [int(one) for one in there]
    if card not in places:
        raise Refused(f"politics card {at.lexicon.names.politics_keys[card]} {what}", *ids)
    return places.index(card)


ACTIONS = (
    Action(
        c.CLAIM, "claim", "claim a politics card",
        Form(
            lambda r, a, b, x: f"claim {claim_name(a)}", "claim (own )?([ABC])",
            lambda r, m: ("ABC".index(m[2]) + (3 if m[1] else 0), 0, 0),
            (
                Reading(r"claim own (?:card )?(.+)", read_own),
                Reading(r"claim (?:card )?(.+)", read_claim),
            ),
        ), (c.F_TURN,),
        lambda rules: each(range(6 if rules.card_own_politics.any() else 3)),
        samples=("claim B",),
        possible=lambda rules: not rules.politics_claim_turn_end,
    ),
)  # fmt: skip
