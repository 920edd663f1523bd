"""What may be decided in a game: each kind of decision, declared once.

One file for each part of the game; a module that brings decisions has a file of its own, named in
PARTS.
"""

from simulate.decisions import (
    ballrooms,
    celebrities,
    emperor,
    goods,
    guests,
    hotels,
    main_actions,
    rooms,
    staff,
    turn,
)
from simulate.decisions.entries import FIELDS, Frame, Unit

__all__ = ["FIELDS", "FRAMES", "Frame", "Unit"]

PARTS = (
    turn, main_actions, guests, goods, rooms, staff, emperor,
    ballrooms, celebrities, hotels,
)  # fmt: skip

# By code, in the order of the codes.
FRAMES: dict[int, Frame] = {
    frame.code: frame
    for frame in sorted((f for part in PARTS for f in part.FRAMES), key=lambda f: f.code)
}
