"""Celebrities and coloured dice."""

from __future__ import annotations

import re

import numpy as np

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import Form, counted
from simulate.decisions.ranges import each, some_card, tables
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.engine.state import FIRST_CELEBRITY
from simulate.words.spelling import DICE_WORDS


def read_celebrity(at: Scene, match: re.Match[str]) -> Arguments | None:
    """A celebrity by name or last name; None if nobody has that name."""
    index = at.lexicon.celebrity(match[1])
    if index is None:
        return None
    met = [int(i) for i in at.g.players[at.seat].celebrities]
    if index not in met:
        who = at.lexicon.keyed_name("celebrity", index)
        raise Refused(f"{who} does not help {at.lexicon.players[at.seat]} in this round")
    return met.index(index), 0, 0


def some_used(rules: np.record) -> bool:
    """Can any celebrity be used, instead of only helping by being there?"""
    effects = rules.card_effect_n[FIRST_CELEBRITY : FIRST_CELEBRITY + rules.n_celebrities]
    return bool(rules.coloured_dice and effects.any())


FRAMES = (
    Frame(
        c.F_REMOVE_DIE, "remove-die", "coloured die to give up",
        "which coloured die is put away", "who is first when dice are rolled again",
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.IGNORE_GOOD, "ignore-good", "ignore a missing good",
        counted("ignore good on table", 1).also(
            Reading("ignore good on (.+)", lambda at, m: (at.table(m[1]), 0, 0))
        ), (c.F_TURN,),
        lambda rules: each(tables(rules) if some_card(rules, "ignore_good") else ()),
        samples=("ignore good on table 1",),
    ),
    Action(
        c.USE_CELEBRITY, "use-celebrity", "use a celebrity",
        counted("use celebrity", 1).also(
            Reading(r"use celebrity (\d)", lambda at, m: (int(m[1]) - 1, 0, 0)),
            Reading(r"use (.+)", read_celebrity),
        ), (c.F_TURN,),
        lambda rules: each(range(int(rules.coloured_dice))), samples=("use celebrity 1",),
        possible=some_used,
    ),
    Action(
        c.REMOVE_DIE, "remove-die", "give up a coloured die to roll again",
        Form(
            lambda r, a, b, x: f"remove die {DICE_WORDS[a + 1]}", "remove die (red|blue|yellow)",
            lambda r, m: (DICE_WORDS.index(m[1]) - 1, 0, 0),
        ), (c.F_REMOVE_DIE,),
        lambda rules: each(range(int(rules.coloured_dice))),
        belongs="rolling again when only coloured dice are left",
        clauses=("coloured-dice.pass-coloured",), samples=("remove die red",),
    ),
)  # fmt: skip
