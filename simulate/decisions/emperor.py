"""An emperor scoring: the penalty, or what is suffered instead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import fixed
from simulate.engine import codes as c
from simulate.engine.emperor import can_suffer
from simulate.narration.names import krones, paid

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


def tile_of_penalty(d: Decision) -> int:
    return int(d.frame["tile"])


def tell_take_penalty(d: Decision) -> tuple[str, ...]:
    tile = tile_of_penalty(d)
    first, n = d.rules.tile_penalty[tile], d.rules.tile_penalty_n[tile]
    return (f"suffers the penalty: {d.names.effects(first, n)}",)


def tell_lose_vp(d: Decision) -> tuple[str, ...]:
    return (f"loses {d.rules.tile_or_vp[tile_of_penalty(d)]} VP instead of the penalty",)


def tell_avert(d: Decision) -> tuple[str, ...]:
    return (f"averts the penalty {paid(int(d.player['avert_cost']))}",)


def refuse_penalty(case: Case) -> Reason | None:
    """Suffering the emperor's penalty, losing VP instead, or averting it."""
    tile = int(case.frame.tile)
    key, rules, p = case.names.tile_keys[tile], case.rules, case.p
    what = case.names.effects(rules.tile_penalty[tile], rules.tile_penalty_n[tile])
    if case.kind == c.AVERT:
        if p.avert_cost < 0:
            return case.because(f"no staff of {case.player} averts a penalty", "emperor.penalty")
        return case.because(
            f"averting the penalty costs {krones(int(p.avert_cost))}; {case.has_krones()}",
            "emperor.penalty",
        )
    if case.kind == c.TAKE_PENALTY:
        return case.because(
            f"the penalty of tile {key} ({what}) is not possible in full, so the other one is"
            " suffered",
            "emperor.penalty-in-full", "emperor.other-penalty",
        )  # fmt: skip
    if rules.tile_or_vp[tile] < 0:
        return case.because(
            f"tile {key} offers no loss of VP instead of its penalty ({what})",
            "emperor.penalty-alone", f"emperor_tile.{key}.penalty",
        )  # fmt: skip
    if bool(can_suffer(rules, p, tile)):
        return case.because(
            f"VP may not be lost instead while the penalty of tile {key} ({what}) is possible",
            "emperor.penalty-forced-2021", f"emperor_tile.{key}.alternative-2021",
        )  # fmt: skip
    return None


FRAMES = (
    Frame(
        c.F_PENALTY, "penalty", "penalty", "the emperor's penalty",
        "who is too far back on the emperor track",
        fields={"tile": "tile of the penalty"},
        order=("emperor.tile-order",),
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.TAKE_PENALTY, "take-penalty", "take the emperor's penalty", fixed("take penalty"),
        tell_take_penalty, {c.F_PENALTY: refuse_penalty}, belongs="an emperor's penalty",
        clauses=("emperor.penalty",), samples=("take penalty",),
    ),
    Action(
        c.LOSE_VP, "lose-vp", "lose VP instead of the penalty", fixed("lose vp"), tell_lose_vp,
        {c.F_PENALTY: refuse_penalty}, belongs="an emperor's penalty",
        clauses=("emperor.penalty",), samples=("lose vp",),
    ),
    Action(
        c.AVERT, "avert", "avert the penalty", fixed("avert penalty"), tell_avert,
        {c.F_PENALTY: refuse_penalty}, belongs="an emperor's penalty",
        clauses=("emperor.penalty",), samples=("avert penalty",),
    ),
)  # fmt: skip
