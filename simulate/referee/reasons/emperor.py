"""Why actions of `decisions/emperor.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.emperor import can_suffer
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.names import krones


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
            f"the penalty of tile {key} ({what}) is not possible in full, so the other one"
            " applies",
            "emperor.penalty-in-full", "emperor.other-penalty",
        )  # fmt: skip
    if rules.tile_or_vp[tile] < 0:
        return case.because(
            f"tile {key} offers no loss of VP instead of its penalty ({what})",
            "emperor.penalty-alone", f"emperor_tile.{key}.penalty",
        )  # fmt: skip
    if bool(can_suffer(rules, p, tile)):
        own = f"emperor_tile.{key}"
        return case.because(
            f"VP may not be lost instead while the penalty of tile {key} ({what}) is possible",
            "emperor.penalty-forced-2021", f"{own}.alternative-2021",
            *((f"{own}.alternative", f"{own}.penalty") if rules.tile_forced[tile] else ()),
        )  # fmt: skip
    return None


REASONS: Reasons = {
    (c.F_PENALTY, c.TAKE_PENALTY): refuse_penalty,
    (c.F_PENALTY, c.LOSE_VP): refuse_penalty,
    (c.F_PENALTY, c.AVERT): refuse_penalty,
}
