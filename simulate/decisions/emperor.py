"""The decision of an emperor scoring."""

from simulate.decisions.entries import Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_PENALTY, "penalty", "penalty", "the emperor's penalty",
        "who is too far back on the emperor track",
        fields={"tile": "tile of the penalty"},
    ),
)  # fmt: skip
