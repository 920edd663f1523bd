"""Celebrities and coloured dice."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from model.words import describe_effects
from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import Form, counted
from simulate.decisions.ranges import each, some_card, tables
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.engine.dice import coloured_left
from simulate.engine.state import FIRST_CELEBRITY
from simulate.narration.changes import CELEBRITY, DICE
from simulate.narration.decision import owned
from simulate.spelling import DICE_WORDS

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


def tell_use_celebrity(d: Decision) -> tuple[str, ...]:
    celebrity = int(d.player["celebrities"][d.a])
    effects = describe_effects(d.names.celebrity_card(celebrity).effects)
    return (f"{d.names.celebrity(celebrity)}: {effects}", CELEBRITY)


def tell_ignore_good(d: Decision) -> tuple[str, ...]:
    guest = d.names.guest(int(d.player["cafe"][d.a]))
    helpers = [d.names.card(card) for card in owned(d) if d.rules.card_ignore_good[card]]
    return (f"{' and '.join(helpers)}: the last good that {guest} wants is ignored",)


def tell_remove_die(d: Decision) -> tuple[str, ...]:
    return (f"puts the {DICE_WORDS[d.a + 1]} die away", DICE)


def refuse_use_celebrity(case: Case) -> Reason | None:
    """What a celebrity does once."""
    place, p = case.a, case.p
    if place >= c.LOUNGE or p.celebrities[place] < 0:
        which = f"of the {DICE_WORDS[place + 1]} die " if place < c.LOUNGE else ""
        return case.because(
            f"no celebrity {which}helps {case.player} in this round",
            "lounge.meet",
            "lounge.whole-round",
        )
    name = case.names.celebrity(int(p.celebrities[place]))
    card = FIRST_CELEBRITY + int(p.celebrities[place])
    if not case.rules.card_effect_n[card]:
        return case.because(f"{name} helps by being there: there is nothing to use")
    if p.celebrity_used >> place & 1:
        return case.because(f"{name} has been used in this round already", "lounge.whole-round")
    return case.because(f"what {name} does would change nothing now")


def refuse_ignore_good(case: Case) -> Reason | None:
    """A good of an order that need not be served."""
    table, p = case.a, case.p
    if not p.ignore_good:
        return case.because(
            f"nobody lets {case.player} ignore a good of an order", "celebrity.freud"
        )
    if table >= p.tables or p.cafe[table] < 0:
        return case.because(f"nobody sits at table {table + 1} of {case.player}")
    guest = case.table(table)
    if case.rules.guest_goods[p.cafe[table]] < 2:
        return case.because(
            f"{guest} orders a single item: it cannot be ignored", "celebrity.freud.single"
        )
    return case.because(
        f"{guest} still wants {int(p.missing_total[table])} goods, not one", "celebrity.freud"
    )


def refuse_remove_die(case: Case) -> Reason | None:
    if case.a >= c.LOUNGE:
        return case.because("there is no such coloured die")
    word = DICE_WORDS[case.a + 1]
    left = int(coloured_left(case.g))
    return case.because(
        f"the {word} die is not among the {left} that are left", "coloured-dice.pass-coloured"
    )


def read_celebrity(at: Scene, match: re.Match[str]) -> Arguments | None:
    """A celebrity by name or last name; None if the name is none's."""
    index = at.lexicon.celebrity(match[1])
    if index is None:
        return None
    met = [int(i) for i in at.g.players[at.seat].celebrities]
    if index not in met:
        who = at.lexicon.keyed_name("celebrity", index)
        raise Refused(f"{who} does not help {at.lexicon.players[at.seat]} in this round")
    return met.index(index), 0, 0


def some_used(rules: np.record) -> bool:
    """Is some celebrity used, not only there?"""
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
        ),
        tell_ignore_good, {c.F_TURN: refuse_ignore_good},
        lambda rules: each(tables(rules) if rules.card_ignore_good.any() else ()),
        samples=("ignore good on table 1",),
        possible=lambda rules: some_card(rules, "ignore_good"),
    ),
    Action(
        c.USE_CELEBRITY, "use-celebrity", "use a celebrity",
        counted("use celebrity", 1).also(
            Reading(r"use celebrity (\d)", lambda at, m: (int(m[1]) - 1, 0, 0)),
            Reading(r"use (.+)", read_celebrity),
        ),
        tell_use_celebrity, {c.F_TURN: refuse_use_celebrity},
        lambda rules: each(range(int(rules.coloured_dice))), samples=("use celebrity 1",),
        possible=some_used,
    ),
    Action(
        c.REMOVE_DIE, "remove-die", "give up a coloured die to roll again",
        Form(
            lambda r, a, b, x: f"remove die {DICE_WORDS[a + 1]}", "remove die (red|blue|yellow)",
            lambda r, m: (DICE_WORDS.index(m[1]) - 1, 0, 0),
        ),
        tell_remove_die, {c.F_REMOVE_DIE: refuse_remove_die},
        lambda rules: each(range(int(rules.coloured_dice))),
        belongs="rolling again when only coloured dice are left",
        clauses=("coloured-dice.pass-coloured",), samples=("remove die red",),
        possible=lambda rules: bool(rules.coloured_dice),
    ),
)  # fmt: skip
