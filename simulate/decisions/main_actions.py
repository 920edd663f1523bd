"""The main actions: taking a die, the action itself, and staff bonuses."""

from __future__ import annotations

import re
from itertools import product

import numpy as np

from simulate.decisions.entries import GRANTS, TURN, Action, Frame
from simulate.decisions.forms import Form, counted, die, fixed
from simulate.decisions.ranges import (
    Ranges,
    each,
    greatest_strength,
    has_effect,
    most_die_bonuses,
)
from simulate.decisions.readings import Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.words.spelling import DICE_WORDS

# -- notation with names --------------------------------------------------------------------------


def read_coloured(at: Scene, match: re.Match[str]) -> str:
    """ "die red +1": the face is that of the space the die is on."""
    face = int(at.g.coloured_face[DICE_WORDS.index(match[1]) - 1])
    if not face:
        raise Refused(f"the {match[1]} die does not lie on the action spaces", "die.needed")
    return f"die {face} {match[1]}{match[2]}"


# -- possible arguments ---------------------------------------------------------------------------


def ways(rules: np.record, face: int) -> Ranges:
    """How a die may come to a space: it is there, or one of some colour is moved to it."""
    yield 0, 0
    if rules.card_move_die.any():
        for way, start in ((c.D_FROM_BELOW, face - 1), (c.D_FROM_ABOVE, face + 1)):
            if 1 <= start <= c.FACES:
                yield from product([way], range(int(rules.coloured_dice) + 1))


def ways_of_taking(rules: np.record) -> Ranges:
    """Taking a die in every way."""
    times = range(int(rules.strengthen_times) + 1)
    declinable = rules.card_dice_optional.any(axis=0)
    colours_taken = [taken * c.D_TAKEN for taken in range(int(rules.coloured_dice) + 1)]
    for face in range(1, c.FACES + 1):
        for (way, moved), taken in product(ways(rules, face), colours_taken):
            how = way | moved * c.D_MOVED | taken
            yield from each([face], [how], times)
            if declinable[face]:
                yield from each([face], [how | c.D_DECLINE_EXTRA_DIE], times)
        if rules.unpayable_die_without_effect:
            yield from each([face], [c.D_WITHOUT_EFFECT | taken for taken in colours_taken])


def spaces(rules: np.record) -> Ranges:
    """Using a space without its die."""
    if has_effect(rules, c.E_USE_SPACE):
        for face in range(1, c.FACES + 1):
            moves = [way | moved * c.D_MOVED for way, moved in ways(rules, face)]
            yield from each([face], moves, range(int(rules.strengthen_times) + 1))


def splits(rules: np.record) -> Ranges:
    """Every split of goods into three kinds."""
    most = greatest_strength(rules) + int(rules.card_dice_apart.sum(axis=0).max())
    for second in range(most // 2 + 1):
        yield from each([second], range(min(second, most - 2 * second) + 1))


FRAMES = (
    Frame(
        c.F_MAIN, "main", "main action and staff bonuses",
        "the main action and what staff add before or after it", TURN,
        fields={
            "face": "space of the action",
            "strength": "strength of the action",
            "left": "goods outside the proportion of the action",
            "bonuses": "bonuses still to be taken",
            "before": "cards in play as the die was taken",
        },
        marks={
            c.M_DONE: "action done",
            c.M_NOT_HELPED: "staff do not answer to the die",
            c.M_BOTH_TRACKS: "krones and steps for each die",
            c.M_ASKS_NEW_STAFF: "cards that the action brings into play answer to the die",
        },
        stop="leaves the bonus of the staff",
    ),
    Frame(
        c.F_SPLIT, "split", "split of goods", "how the goods of the action are split",
        fields={
            "face": "space of the action",
            "strength": "goods to receive in all",
            "left": "goods outside the proportion of the action",
        },
    ),
    Frame(
        c.F_TRACKS, "tracks", "krones or steps", "how krones and emperor steps are split",
        fields={"strength": "krones and steps in all"},
    ),
    Frame(
        c.F_COPY, "copy", "action to copy", "which action is copied",
        fields={"strength": "strength of the action"},
        marks={c.C_OPTIONAL: "may be declined"},
        stop="carries out no action",
    ),
    Frame(
        c.F_SPACE, "space", "space to use without its die", "which action space is used",
        marks=GRANTS,
        stop="uses no action space",
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.DIE, "die", "take a die",
        die("die").also(Reading(f"die ({'|'.join(DICE_WORDS[1:])})(.*)", read_coloured)),
        (c.F_TURN,), ways_of_taking,
        samples=("die 3", "die 6 +1", "die red"),
    ),
    Action(
        c.DO_MAIN, "main", "main action, staff bonuses beside it", fixed("main action"),
        (c.F_MAIN,),
        belongs="a main action to which staff add something", samples=("main action",),
    ),
    Action(
        c.DIE_BONUS, "die-bonus", "staff bonus beside the main action", counted("die bonus", 1),
        (c.F_MAIN,),
        lambda rules: each(range(most_die_bonuses(rules))),
        belongs="a main action to which staff add something",
        clauses=("staff-card.die-bonus-moment",), samples=("die bonus 1",),
    ),
    Action(
        c.SPLIT, "split", "split the goods of an action",
        Form(
            lambda r, a, b, x: f"split {a} {b}", r"split (\d+) (\d+)",
            lambda r, m: (int(m[1]), int(m[2]), 0),
        ), (c.F_SPLIT,), splits,
        belongs="action 1 or 2, after its die was taken",
        clauses=("dishes.split", "drinks.split"), samples=("split 2 1",),
    ),
    Action(
        c.STEPS, "steps", "split strength between krones and steps", counted("steps", 0),
        (c.F_TRACKS,),
        lambda rules: each(range(greatest_strength(rules) + 1)),
        belongs="action 4, after its die was taken", clauses=("tracks.split",),
        samples=("steps 2",),
    ),
    Action(
        c.COPY, "copy", "copy another action", counted("copy", 0),
        (c.F_COPY,),
        lambda rules: each(np.flatnonzero(rules.action[1:] != c.A_COPY) + 1),
        belongs="action 6, after its die was taken", clauses=("copy.others",),
        samples=("copy 4",),
    ),
    Action(
        c.SPACE, "space", "use a space without taking its die", die("space"),
        (c.F_SPACE,), spaces,
        belongs="an effect by which an action space is used without a die",
        clauses=("die.one-a-turn",), samples=("space 3",),
    ),
)  # fmt: skip
