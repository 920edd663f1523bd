"""Every decision, action and effect has its entry and its rung; what has none is an error."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from model import load_ruleset
from model.clauses import clauses
from model.vocabulary.effects import Effect
from model.vocabulary.penalties import Penalty
from simulate import Game, engine
from simulate.decisions import __main__ as tables
from simulate.decisions.registry import ACTIONS, FRAMES, PARTS
from simulate.engine import codes as c
from simulate.engine import machine
from simulate.engine.compile import compile_ruleset
from simulate.engine.compile_effects import PENALTIES
from simulate.engine.effects import BY_CODE, BY_WORD, EFFECTS, run_effect
from simulate.engine.emperor import suffer
from simulate.engine.frames import kind_of, push
from simulate.engine.machine import DECISIONS, MAX_ACTIONS, apply, legal
from simulate.engine.program import READINGS
from simulate.narration.sentences import SENTENCES
from simulate.properties.strategies.rulesets import Drawn
from simulate.referee.reasons import REASONS, Reason
from simulate.referee.words import read_action
from simulate.verify.coverage_items import items
from simulate.verify.tally import TALLY
from simulate.words.lexicon import Lexicon
from tests.encoding.test_decision import ruleset
from tests.properties.every_effect import EVERY_EFFECT

ENGINE = Path(engine.__file__).parent
VERIFY = ENGINE.parent / "verify"
NAMES = {
    prefix: {name: code for name, code in vars(c).items() if name.startswith(prefix)}
    for prefix in ("F_", "E_", "P_")
}
CODES = list(vars(c))
ACTION_NAMES = {
    name: getattr(c, name) for name in CODES[CODES.index("PASS") : CODES.index("CHANGED")]
}


def compared(file: str, *functions: str) -> set[str]:
    """The codes that functions compare something with."""
    found = set()
    for node in ast.parse((ENGINE / file).read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and (not functions or node.name in functions):
            for test in ast.walk(node):
                if isinstance(test, ast.Compare):
                    found |= {ast.unparse(part).removeprefix("c.") for part in test.comparators}
    return {name for name in found if name.isidentifier()}


def test_every_kind_of_decision_and_action_has_an_entry_and_a_name_of_its_own():
    assert set(FRAMES) == set(NAMES["F_"].values()) == set(range(len(FRAMES)))
    assert set(ACTIONS) == set(ACTION_NAMES.values()) == set(range(len(ACTIONS)))
    for entries in (FRAMES.values(), ACTIONS.values()):
        assert len({entry.key for entry in entries}) == len(entries)
        assert len({entry.words for entry in entries}) == len(entries)
    declared = [entry for part in PARTS for entry in (*getattr(part, "FRAMES", ()), *part.ACTIONS)]
    assert len(declared) == len(FRAMES) + len(ACTIONS)


def test_every_question_of_the_procedure_with_two_readings_is_asked_by_the_engine():
    engine = "".join(path.read_text("utf-8") for path in ENGINE.glob("*.py"))
    asked = {field for flag, (field, _) in READINGS.items() if re.search(rf"\.{flag}\b", engine)}
    questions = {field for field, _ in READINGS.values()}
    assert questions - asked == {"occupancy_bonus"}  # as a moment, like what staff pay


def test_every_word_for_an_effect_has_an_entry_and_the_other_way_round():
    models = [model for union in (Effect, Penalty) for model in get_args(get_args(union)[0])]
    words = {get_args(model.model_fields["do"].annotation)[0] for model in models}
    assert words == set(BY_WORD)
    entries = (*EFFECTS, *PENALTIES)
    assert {e.code for e in entries} == {*NAMES["E_"].values(), *NAMES["P_"].values()}
    assert len(BY_WORD) == len(BY_CODE) == len(entries)
    for entry in entries:
        columns = [argument.column for argument in entry.arguments.values()]
        assert len(set(columns)) == len(columns), entry.do
        assert all(0 < column < c.EFFECT_WIDTH for column in columns), entry.do


def test_what_can_be_decided_is_said_to_be_so():
    """An action answers a decision that there is, and every decision has an answer."""
    answered = {code for action in ACTIONS.values() for code in action.within}
    assert answered == set(FRAMES) - {c.F_EFFECT}
    for action in ACTIONS.values():
        assert set(action.within) <= set(FRAMES), action.key
        part_of_a_turn = c.F_TURN in action.within
        assert bool(action.belongs) != part_of_a_turn, action.key
        assert set(action.clauses) <= set(clauses()), action.key
    for frame in FRAMES.values():
        assert all((frame.asks, frame.who)), frame.key


def test_sentences_and_reasons_are_of_actions_that_there_are():
    """A reason is of an action that answers the decision, or declines it."""
    assert set(SENTENCES) <= set(ACTIONS)
    for decision, action in REASONS:
        frame = FRAMES[decision]
        declines = action == frame.declined_by and (frame.stop or action != c.STOP)
        assert decision in ACTIONS[action].within or declines, (frame.key, ACTIONS[action].key)


def test_the_engine_knows_what_to_do_about_every_kind_of_decision():
    assert set(DECISIONS) == set(NAMES["F_"].values())
    declared = [one for part in machine.PARTS for one in part.DECISIONS]
    assert len(declared) == len(DECISIONS)


def test_every_effect_has_its_rung():
    asked = {name for name, code in NAMES["E_"].items() if BY_CODE[code].frame is not None}
    run = compared("effects.py", "run_effect") & set(NAMES["E_"])
    assert run | asked == set(NAMES["E_"])
    assert compared("emperor.py", "suffer") == set(NAMES["P_"])


def test_every_action_is_listed_somewhere():
    """A function that lists legal actions is given the code of each kind."""
    given = set()
    for file in ENGINE.glob("*.py"):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(call, ast.Call):
                given |= {ast.unparse(part).removeprefix("c.") for part in call.args}
    assert set(ACTION_NAMES) <= given


def counted() -> set[str]:
    """The fields of a tally that verification adds to."""
    text = "".join(file.read_text("utf-8") for file in VERIFY.glob("*.py"))
    return set(re.findall(r"\btally\.(\w+)(?:\[[^=]*)? \+= ", text)) & set(TALLY.names)


def test_every_code_is_counted_in_long_runs_and_every_count_is_told():
    modules = "revised-2021+lets-waltz"
    richest = (
        load_ruleset(f"{modules}+agatha-christie+stroup+herlius+rowe-smith"),
        load_ruleset(f"{modules}+draft", hands="draft"),
        Drawn(patches=(EVERY_EFFECT,)).load(),
    )
    told = [item for one in richest for item in items(one, compile_ruleset(one)[0])]
    keys, places = {item.key for item in told}, {item.place for item in told}
    assert {f"chosen.{action.key}" for action in ACTIONS.values()} <= keys
    assert {f"decided.{frame.key}" for frame in FRAMES.values()} <= keys
    of_runs = {"games", "games_every_step", "decisions", "checks"}
    of_invariants = {"premises", "ignored"}  # shown by `gah check verify --list` and `--without`
    witnesses = {"gaps"} | of_invariants
    assert counted() | witnesses == set(TALLY.names)
    for name in set(TALLY.names) - of_runs - witnesses:
        kind, start = TALLY.fields[name][:2]
        assert places & set(range(start // 8, (start + kind.itemsize) // 8)), name


def blank() -> tuple[Game, np.ndarray]:
    return Game(ruleset("revised-2021+lets-waltz"), 2, 1), np.zeros(MAX_ACTIONS, dtype=np.int32)


@pytest.mark.parametrize("kind", [len(FRAMES), 99, -1])
def test_an_unknown_kind_of_decision_is_an_error(kind: int):
    game, out = blank()
    g, rules = game.state, game.rules
    push(g, kind, 0, 0)
    assert legal(g, rules, g.frames[g.top - 1], out) == 0
    assert (g.error, g.phase) == (c.ERR_FRAME, c.PH_OVER)
    game, out = blank()
    g = game.state
    push(g, kind, 0, 0)
    apply(g, rules, c.STOP << 24)
    assert (g.error, g.phase) == (c.ERR_ACTION, c.PH_OVER)


def test_an_unknown_action_of_a_turn_is_an_error():
    game, _ = blank()
    push(game.state, c.F_TURN, 0, 0)
    apply(game.state, game.rules, len(ACTIONS) << 24)
    assert (game.state.error, game.state.phase) == (c.ERR_ACTION, c.PH_OVER)


@pytest.mark.parametrize("carry_out", [run_effect, suffer])
def test_an_unknown_effect_is_an_error(carry_out):
    known = {*NAMES["E_"].values(), *NAMES["P_"].values()}
    for code in sorted({16, 27, 99} - known):
        game, _ = blank()
        program = game.program.copy()
        program[0].effects[0, c.COL_CODE] = code
        carry_out(game.state, program[0], 0, 0, 0)
        assert (game.state.error, game.state.phase) == (c.ERR_EFFECT, c.PH_OVER), code


def test_the_tables_of_the_registry_name_all_that_there_is():
    rows = re.findall(r"^\| (\w[\w-]*) \|", tables.text(), re.MULTILINE)
    entries = (*FRAMES.values(), *ACTIONS.values())
    heads = ["decision", "action", "effect"]
    assert sorted(rows) == sorted([*heads, *(entry.key for entry in entries), *BY_WORD])


def test_every_sample_is_read_as_its_action_where_names_are_read_too():
    """The readings of all entries are tried in turn: none takes the words of another action."""
    rules, (game, _) = ruleset("revised-2021+lets-waltz"), blank()
    lexicon, taken = Lexicon(rules, ["Anna", "Ben"]), set()
    for action in ACTIONS.values():
        for sample in action.samples:
            found = read_action(lexicon, game.state, 0, sample, [])
            if not isinstance(found, Reason):  # what is named may not be there
                assert kind_of(found) == action.code, sample
                taken.add(action.code)
    assert taken == {action.code for action in ACTIONS.values() if action.samples}


def test_every_sample_is_read_as_its_action_and_no_other():
    for action in ACTIONS.values():
        for sample in action.samples:
            if sample != "die red":  # names no face: see referee.words
                read = [a for a in ACTIONS.values() if re.fullmatch(a.form.pattern, sample)]
                assert read == [action], sample
