"""Decisions of the module of unique hotels."""

from simulate.decisions.entries import Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_AUCTION, "auction", "bid for an entrance", "the bid for a hotel entrance",
        "who is still in the auction, clockwise",
    ),
    Frame(
        c.F_TOKEN, "token", "bonus token", "which bonus token is used",
        fields={"half": "the half that is used"},
    ),
)  # fmt: skip
