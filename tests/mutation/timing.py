"""Changes of when triggers are answered: before or after, in which action, in whose turn.

Every trigger of the engine gets the same few (`of_each`), and timing.toml lists what is peculiar to
one. They join the campaign as a part of their own: `python -m tests.mutation --timing`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import tomli

from model.clauses import CARDS, Condition
from model.sources import sources
from model.tree import base_tree
from simulate.engine import codes
from tests.mutation.code_mutants import CodeMutant
from tests.mutation.conditions import mutant_of

FILE = Path(__file__).with_name("timing.toml")
TRIGGERS = {name: getattr(codes, name) for name in vars(codes) if name.startswith("ON_")}
GUEST = ("ON_GUEST_LEAVES", "ON_GUEST_HOUSED")  # not asked through triggers.answers: timing.toml
TURN_ONLY = ("ON_DIE", *GUEST, "ON_DANCER", "ON_POLITICS", "ON_DICE_SUM", "ON_FIRST_PASS",
             "ON_KRONES", "ON_CHAMPAGNE", "ON_ADVANCE", "ON_EMPEROR_REWARD")  # fmt: skip
"""Triggers that are pulled in turns only, in scorings only, or of which the engine asks that."""
WAITING = ("ON_HIRE", "ON_ACTION_STEPS", "ON_DISHES", "ON_DRINKS", "ON_ORDER_FILLED", "ON_GROUP",
           "ON_POLITICS")  # fmt: skip
"""Triggers of cards whose owner is asked after the action, such as bell cards."""
FOLLOWED = ("ON_ROOM_OCCUPIED", "ON_FIRST_ROOM", "ON_COLUMN", "ON_FLOOR", "ON_DANCER")
"""Triggers that are answered while more of the same action is still to come."""

ANSWER = "return answers_of(g, rules, who, event, x, when, g.players[who].owners_size)"
OTHERS = """\
for i in range(g.n_players if event == {event} and when != COUNT else 0):
        if i != who:
            answers_of(g, rules, i, event, x, when, g.players[i].owners_size)
    {answer}"""
KNOWN = "if not (p.events >> event) & 1:"


WORDS = {
    "ON_GUEST_HOUSED": "on_guest_leaves", "ON_ACTION_STEPS": "on_advance",
    "ON_DISHES": "on_goods", "ON_DRINKS": "on_goods",
}  # fmt: skip
"""The data's words for triggers that are not named alike."""


def cards_of(name: str) -> set[str]:
    """The cards ("staff.5") that answer a trigger, in any ruleset."""
    word = WORDS.get(name, name.lower())
    layers = (*sources().change.values(), *sources().combination.values())
    trees = [base_tree(), *(one.model_dump() for one in layers)]
    return {card for tree in trees for card in _answering(tree, word, ()) if card}


def _answering(tree: Any, word: str, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(tree, dict):
        if tree.get("kind") == word:
            near = [f"{table}.{id}" for table, id in pairwise(path) if table in CARDS]
            yield near[-1] if near else ""
        for key, one in tree.items():
            yield from _answering(one, word, (*path, *str(key).split(".")))
    elif isinstance(tree, (list, tuple)):
        for one in tree:
            yield from _answering(one, word, path)


def of_each(name: str) -> Iterator[tuple[str, Condition]]:
    """When a trigger would be answered otherwise, and how the engine would say so."""
    event = TRIGGERS[name]
    if name not in GUEST:
        others = OTHERS.format(event=event, answer=ANSWER)
        yield "turn", Condition(function="triggers.answers", line=ANSWER, without=others)
    if name not in TURN_ONLY:
        own = f"if not (p.events >> event) & 1 or (event == {event} and not in_turn(g)):"
        yield "turn", Condition(function="triggers.answers_of", line=KNOWN, without=own)
    if name in FOLLOWED:
        later = f"elif when == LATER or event == {event}:"
        yield (
            "order",
            Condition(function="triggers.answers_of", line="elif when == LATER:", without=later),
        )
    if name in WAITING:
        with_the_next = f"make_due(p, card)\n                p.due = event != {event}"
        yield (
            "action",
            Condition(
                function="triggers.answers_of", line="make_due(p, card)", without=with_the_next
            ),
        )


def changes() -> Iterator[tuple[str, str, Condition]]:
    """Trigger, when ("order", "action" or "turn"), and what the engine would say."""
    for name in TRIGGERS:
        for when, condition in of_each(name):
            yield name, when, condition
    for one in tomli.loads(FILE.read_text("utf-8"))["change"]:
        fields = {key: one[key] for key in ("function", "line", "without")}
        yield one["trigger"], one["when"], Condition(**fields)


def mutants() -> list[CodeMutant]:
    """All of them; the id begins with the trigger."""
    return [
        replace(mutant, id=f"{name} {when}: {mutant.id}", group=f"{when}")
        for name, when, condition in changes()
        for mutant in (mutant_of(condition),)
    ]
