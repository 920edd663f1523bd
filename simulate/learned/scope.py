"""What a learned player was trained on, and what of a table lies outside of it.

A value says something of any position, also of one unlike all that it was trained on, where nobody
knows how well. The card of its weights names the tables of its training (``[trained_on]``).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import tomli

from model import Ruleset
from model.sources import sources
from simulate.learned.settings import network_of
from simulate.learned.weights import FOLDER
from simulate.policies.seating import get

EXAMPLES = 3  # of several rulesets that are named

KINDS = ("module", "variant", "extra")
"""Changes that bring something new; those between two editions are small ones of the cards."""


@cache
def trained_on(weights: str) -> dict[str, Any]:
    """What the card of a file of weights says: editions, players, sets of modules, options."""
    card = tomli.loads((FOLDER / weights).with_suffix(".toml").read_text("utf-8"))
    return dict(card["trained_on"])


def outside(policy: str, ruleset: Ruleset, players: int) -> list[str]:
    """What a player was not trained on, of a ruleset with 2 to 4 players; none: all was there.

    Of players that did not learn there is nothing to say.
    """
    if Path(policy).suffix == ".py" or not get(policy).plans:
        return []
    known, kinds = trained_on(network_of(policy)), sources().change
    added = [id for id in ruleset.changes if kinds[id].kind in KINDS]
    options = {key: value for key, value in ruleset.options.items() if key in known["options"]}
    seen = {id for one in known["added"] for id in one}
    name = "+".join(added) if len(added) > 1 else f"{''.join(added)} alone"
    together = [] if set(added) in map(set, known["added"]) else [name]
    return [
        *([ruleset.edition] if ruleset.edition not in known["editions"] else ()),
        *([id for id in added if id not in seen] or together),
        *(f"{key}={value}" for key, value in options.items() if value not in known["options"][key]),
        *([f"{players} players"] if players not in known["players"] else ()),
        *ruleset.patches,
    ]


def untrained(tables: Iterable[tuple[Iterable[str], Ruleset, int]]) -> list[str]:
    """One line for each player at these tables that was not trained on all of their rules.

    tables: who plays, by which rules, how many players.
    """
    met: dict[str, dict[str, list[str]]] = {}
    for policies, ruleset, players in tables:
        for policy in policies:
            what = met.setdefault(policy, {}).setdefault(ruleset.label, [])
            what += [one for one in outside(policy, ruleset, players) if one not in what]
    return [
        f"{policy} was not trained on {_listed(list(by_rules.values()))}: it may play worse there"
        for policy, by_rules in met.items()
        if any(by_rules.values())
    ]


def _listed(found: list[list[str]]) -> str:
    """What is outside of the training, of one ruleset or of several; of many the first ones."""
    if len(found) == 1:
        return ", ".join(found[0])
    new = list(dict.fromkeys(" with ".join(what) for what in found if what))
    named = ", ".join(new[:EXAMPLES]) + (", ..." if len(new) > EXAMPLES else "")
    return f"{sum(map(bool, found))} of these {len(found)} rulesets ({named})"
