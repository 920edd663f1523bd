"""All kinds of decisions and of actions, by their codes."""

from __future__ import annotations

import numpy as np

from simulate.decisions import (
    ballrooms,
    celebrities,
    emperor,
    goods,
    guests,
    hotels,
    main_actions,
    politics,
    rooms,
    staff,
    start_player,
    turn,
)
from simulate.decisions.entries import Action, Frame
from simulate.decisions.readings import Reading

# The files of the base game, and one for each module with decisions.
PARTS = (
    turn, main_actions, guests, goods, rooms, politics, staff, emperor,
    ballrooms, celebrities, hotels, start_player,
)  # fmt: skip

FRAMES: dict[int, Frame] = {
    frame.code: frame
    for frame in sorted(
        (frame for part in PARTS for frame in getattr(part, "FRAMES", ())), key=lambda f: f.code
    )
}
ACTIONS: dict[int, Action] = {
    action.code: action
    for action in sorted((a for part in PARTS for a in part.ACTIONS), key=lambda a: a.code)
}


def action_possible(rules: np.record, code: int) -> bool:
    """Can games of a compiled ruleset bring an action of this kind?"""
    action = ACTIONS[code]
    if action.possible is not None:
        return action.possible(rules)
    return any(True for _ in action.arguments(rules))


def decision_possible(rules: np.record, code: int) -> bool:
    """Can games of a compiled ruleset bring a decision of this kind?"""
    possible = FRAMES[code].possible
    if possible is not None:
        return possible(rules)
    answers = [a.code for a in ACTIONS.values() if code in a.within]
    return not answers or any(action_possible(rules, answer) for answer in answers)


READINGS: tuple[tuple[int, Reading], ...] = tuple(
    (action.code, reading)
    for part in reversed(PARTS)
    for action in part.ACTIONS
    for reading in action.form.readings
)
"""How people write actions, each with its code, in the order in which they are tried: those of
modules come first, because "use Freud" would be a staff card to the base game."""
