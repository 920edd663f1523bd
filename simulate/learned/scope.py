"""What a learned player was trained on, and which features of a table are outside its training.

The value judges any position, even one unlike all of its training, but its accuracy there is
unknown. The model card of the weights names the tables of the training (``[trained_on]``).
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

EXAMPLES = 3  # of several rulesets, how many to name

KINDS = ("module", "variant", "extra")
"""Changes that add something new; those between editions only modify cards."""


@cache
def trained_on(weights: str) -> dict[str, Any]:
    """The training on a weights file's model card: editions, players, sets of modules, options."""
    card = tomli.loads((FOLDER / weights).with_suffix(".toml").read_text("utf-8"))
    return dict(card["trained_on"])


def outside(policy: str, ruleset: Ruleset, players: int) -> list[str]:
    """Parts of a ruleset with 2 to 4 players that a player was not trained on; empty if none.

    Always empty for players that are not learned.
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

    tables: policies at the table, ruleset, number of players.
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
    """What is outside the training, for one ruleset or several; only the first few of many."""
    if len(found) == 1:
        return ", ".join(found[0])
    new = list(dict.fromkeys(" with ".join(what) for what in found if what))
    named = ", ".join(new[:EXAMPLES]) + (", ..." if len(new) > EXAMPLES else "")
    return f"{sum(map(bool, found))} of these {len(found)} rulesets ({named})"
