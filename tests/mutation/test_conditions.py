"""The condition that a clause names is there, and what would stand in its place can be played."""

import ast
import builtins
import importlib
from collections import Counter

import pytest

from model.clauses import Condition, clauses
from tests.mutation import campaign, timing
from tests.mutation.code_mutants import ROOT
from tests.mutation.conditions import Lost, mutant_of

NAMED = {id: one.condition for id, one in clauses().items() if one.condition}


@pytest.mark.parametrize("id", NAMED)
def test_the_engine_says_what_a_clause_names(id):
    condition = NAMED[id]
    changed = mutant_of(condition)
    module, _, name = condition.function.rpartition(".")
    known = vars(importlib.import_module(f"simulate.engine.{module}"))
    body = next(
        node for node in ast.parse(changed.source).body
        if isinstance(node, ast.FunctionDef) and node.name == name
    )  # fmt: skip
    made = {node.arg for node in ast.walk(body) if isinstance(node, ast.arg)}
    made |= {node.name for node in ast.walk(body) if isinstance(node, ast.alias)}
    names = [node for node in ast.walk(body) if isinstance(node, ast.Name)]
    made |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
    unknown = {node.id for node in names} - made - set(known) - set(vars(builtins))
    assert not unknown  # a name that is not known there would end the game, whatever the rule


def test_a_clause_that_no_value_declares_names_its_condition():
    bare = {
        id for id, one in clauses().items()
        if one.status != "out-of-scope" and not one.declared and not one.condition
    }  # fmt: skip
    # Of these no single line can be named: an example, and that any modules go together.
    assert bare == {"turn.example-doris", "combining.any", "more.combined"}


def test_the_changed_line_and_nothing_else_is_another():
    condition = Condition(
        function="hotel.prepare", line="p.vacant |= 1 << room", without="p.occupied |= 1 << room"
    )
    changed = mutant_of(condition)
    before = (ROOT / changed.file).read_text("utf-8").splitlines()
    differ = [
        (i, old, new)
        for i, (old, new) in enumerate(zip(before, changed.source.splitlines(), strict=True), 1)
        if old != new
    ]
    assert [(old.strip(), new.strip()) for _, old, new in differ] == [
        ("p.vacant |= 1 << room", "p.occupied |= 1 << room")
    ]
    assert changed.lines == (differ[0][0], differ[0][0])


@pytest.mark.parametrize(
    ("function", "line", "without"),
    [
        ("hotel.no_such_function", "pass", "pass"),
        ("hotel.prepare", "p.vacant |= 2 << room", "pass"),  # the line is not there (any more)
        ("hotel.prepare", "p.", "q."),  # it is there more than once
        ("hotel.prepare", "p.vacant |= 1 << room", "if"),
    ],
)
def test_a_condition_that_is_lost_is_refused(function, line, without):
    with pytest.raises(Lost, match=function):
        mutant_of(Condition(function=function, line=line, without=without))


def test_tests_of_a_clause_come_first_where_the_line_that_it_hangs_on_is_changed():
    """It names another function as the one that carries it out."""
    assert clauses()["group.after-the-effect"].executed == ("building.finish_rooms",)
    for function in ("building.finish_rooms", "building.apply_rooms"):
        assert "group.after-the-effect" in campaign.carried()[f"engine.{function}"]


def test_every_trigger_is_answered_at_two_other_times_at_least():
    """The engine still says what timing.toml and timing.py change, and no change is there twice."""
    each = timing.mutants()
    assert len({mutant.source for mutant in each}) == len(each)
    times = Counter(name for name, _, _ in timing.changes())
    assert times.keys() == timing.TRIGGERS.keys()
    assert min(times.values()) >= 2
    assert {when for _, when, _ in timing.changes()} == {"order", "action", "turn"}


def test_the_cards_that_answer_a_trigger_are_known_whatever_brings_them():
    assert timing.cards_of("ON_FIRST_PASS") == {"staff.208"}
    assert {"staff.23", "celebrity.tolkien"} <= timing.cards_of("ON_ROOM_OCCUPIED")
    assert all(timing.cards_of(name) for name in timing.TRIGGERS)
