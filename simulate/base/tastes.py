"""What a learned player may like for its own sake, and its notation in a policy's name.

"planner+staff=2.5+politics=-1" is the planner that adds 2.5 VP for each staff card that it has
played, and subtracts 1 VP for each politics card. The spelling is the policy's whole identity: it
is stored in runs, manifests and tables.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from model.errors import UserError
from model.names import meant

TASTES: Mapping[str, str] = {
    "staff": "staff card in play",
    "emperor": "space on the emperor track",
    "blue": "blue room occupied",
    "red": "red room occupied",
    "yellow": "yellow room occupied",
    "politics": "politics card claimed; progress p toward one counts as p³ / 2",
    "guests": "guest who moved into a room",
    "large": "dish or drink by which a guest's order exceeds three, or falls short of it",
    "early": "VP scored already, which is worth more than one to come",
    "passes": "pass",
}
"""One unit of each taste. A strength is in VP per unit; below 0 the player avoids it."""

MOST = 100.0
"""The largest strength, of either sign."""

STRENGTH = re.compile(r"-?[0-9]{1,3}(\.[0-9]{1,3})?")


def tastes_of(name: str) -> tuple[str, dict[str, float]]:
    """A player's name without tastes, and their strengths in VP per unit, in the order of `TASTES`.

    Raises UserError for an unknown taste, one given twice, or an impossible strength.
    """
    stem, *parts = name.split("+")
    found: dict[str, float] = {}
    for part in parts:
        taste, _, strength = part.partition("=")
        if taste not in TASTES:
            raise UserError(
                f"policy {name[:80]!r}: {taste[:40]!r} is not a taste; there are: "
                f"{', '.join(TASTES)}{meant(taste, TASTES)}"
            )
        if taste in found:
            raise UserError(f"policy {name[:80]!r}: {taste} is given twice")
        if not STRENGTH.fullmatch(strength) or not 0 < abs(float(strength)) <= MOST:
            raise UserError(
                f"policy {name[:80]!r}: write a strength in VP, -{MOST:g} to {MOST:g} and not 0, "
                f"as in {stem}+{taste}=2.5"
            )
        found[taste] = float(strength)
    return stem, {taste: found[taste] for taste in TASTES if taste in found}


def stem_of(name: str) -> str:
    """The name of a player without playouts and tastes: "expert" of "expert:200+staff=2"."""
    return name.partition("+")[0].partition(":")[0]


def of_any_playouts(name: str) -> str:
    """A name without its number of playouts: "expert+staff=2" of "expert:200+staff=2"."""
    player, tastes = tastes_of(name)
    return spelled(stem_of(player), tastes)


def spelled(stem: str, tastes: Mapping[str, float]) -> str:
    """The canonical name of a player with tastes: "planner+staff=2.5". Drops strengths of 0."""
    given = [f"+{taste}={tastes[taste]:g}" for taste in TASTES if tastes.get(taste)]
    return stem + "".join(given)
