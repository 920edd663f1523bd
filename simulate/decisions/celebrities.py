"""Decisions of the module of celebrities."""

from simulate.decisions.entries import Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_REMOVE_DIE, "remove-die", "coloured die to give up",
        "which coloured die is put away", "who is first when dice are rolled again",
    ),
)  # fmt: skip
