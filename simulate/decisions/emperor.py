"""An emperor scoring: the penalty, or its alternative."""

from __future__ import annotations

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import fixed
from simulate.engine import codes as c

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
        (c.F_PENALTY,), belongs="an emperor's penalty",
        clauses=("emperor.penalty",), samples=("take penalty",),
    ),
    Action(
        c.LOSE_VP, "lose-vp", "lose VP instead of the penalty", fixed("lose vp"),
        (c.F_PENALTY,), belongs="an emperor's penalty",
        clauses=("emperor.penalty",), samples=("lose vp",),
    ),
    Action(
        c.AVERT, "avert", "avert the penalty", fixed("avert penalty"),
        (c.F_PENALTY,), belongs="an emperor's penalty",
        clauses=("emperor.penalty",), samples=("avert penalty",),
    ),
)  # fmt: skip
