"""A round of three players, written as a person would: hidden hands, everyday words."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from simulate.referee import judge, parse
from simulate.referee.schema import schema
from simulate.referee.writing import document_of
from tests.referee.schema import Validator
from tests.referee.table import after, judged, last

EXAMPLES = Path(__file__).parents[2] / "examples"
ROUND = EXAMPLES / "three_player_round.json"


def test_the_example_is_accepted():
    text = ROUND.read_text("utf-8")
    verdict = judge(parse(text))
    assert verdict.ok, verdict.first_fault
    assert Validator(schema()).accepts(json.loads(text))
    hands = json.loads(text)["position"]["players"].values()
    assert [isinstance(player["hand"], list) for player in hands] == [False] * 3


def test_two_slips_are_reported_in_one_run():
    """A good that is not there, and dice counted wrongly: both faults are named at once."""
    data = json.loads(ROUND.read_text("utf-8"))
    at = data["steps"].index({"by": "Max", "do": "passes"})
    data["steps"].insert(at, {"by": "Max", "do": "serves coffee on Count"})
    data["steps"][data["steps"].index({"roll": "11 23 4 6"})] = {"roll": "11 23 4 66"}
    verdict = judge(document_of(data))
    assert {step.text for step in verdict.faults} >= {
        "Max: serves coffee on Count", "roll 1 1 2 3 4 6 6",
    }  # fmt: skip


@pytest.mark.parametrize(
    "words",
    ["takes a die of 3", "take die 3", "die 3"],
)
def test_a_die_is_taken_in_everyday_words(words):
    assert last(words).status == "ok"


@pytest.mark.parametrize("words", ["2 steps", "goes 1 step", "steps 2"])
def test_steps_are_taken_in_everyday_words(words):
    assert last("die 4", words).status == "ok"


def test_a_card_that_is_named_is_nowhere_else():
    """The Butler, whom Anna plays, is not in Ben's hand, whatever that may be."""
    steps = ["takes a die of 5", "hires Butler", "end turn", {"by": "Ben", "do": "die 5"}]
    verdict = judged(*steps, "hire Butler", head={"dice": "1 5 5", "ben": {"krones": 9}})
    assert verdict.faults[0].number == 5


@pytest.mark.parametrize("hand", [None, 2, [9, None]])
def test_what_a_hand_may_hold_may_be_played(hand):
    assert last("die 5", "hire 9", hand=hand).status == "ok"
    assert (
        last("die 5", "hire 9", {"expect": {"players.Anna.staff": [9]}}, hand=hand).status == "ok"
    )


def test_a_hand_that_is_known_holds_nothing_else():
    assert last("die 5", "hire 9", hand=[7]).status == "illegal"
    both = [9, 12]
    assert last("die 5", {"by": "Anna", "do": "hire 7"}, hand=both).status == "illegal"


def test_unknown_cards_are_dealt_at_random_where_play_goes_on():
    stepper = after("die 4", "steps 0", hand=3).stepper
    hands = {tuple(stepper.game(seed).state.players[0].hand[:3].tolist()) for seed in range(20)}
    assert len(hands) > 10
    for seed in range(5):
        g = stepper.game(seed).state
        deck = [int(card) for card in g.staff_deck[: g.staff_deck_size]]
        held = [int(card) for p in g.players[:2] for card in p.hand[: p.hand_size]]
        assert len({*deck, *held}) == len(deck) + len(held)


def test_the_log_in_the_example_of_logs_is_accepted():
    spec = importlib.util.spec_from_file_location("plain_log", EXAMPLES / "plain_log.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    log = module.__doc__.partition("    rules ")[2].partition("\n\nWhat")[0]
    verdict = judge(parse(module.transcript(f"rules {log}")))
    assert verdict.ok, verdict.first_fault
