"""Recorded games still go the same way. A difference is a question, not yet a fault."""

import random

import pytest

from model import load_ruleset
from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from simulate.referee import judge, read_file, text_of
from tests.golden.recorded import FOLDER, GAMES, again, read
from tests.golden.trajectories import TRAJECTORIES, recorded, trajectory

# Written by hand: what the referee must say of them, and of which step.
BY_HAND = {
    "by-hand-doris": ("ok", 0, ()),
    "by-hand-passing": ("ok", 0, ()),
    "by-hand-emperor-scoring": ("ok", 0, ()),
    "by-hand-balcony": ("ok", 0, ()),
    "by-hand-auction": ("ok", 0, ()),
    "by-hand-illegal": ("illegal", 4, ("prepare.adjoin",)),
}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_recorded_game(name):
    """Chance is in the transcript: every step is legal and the end is the one recorded."""
    verdict = judge(read(name))
    assert verdict.ok, verdict.first_fault
    assert verdict.over


@pytest.mark.parametrize("name", sorted(GAMES))
def test_recorded_game_from_its_seed(name):
    """Chance comes from the seed: cards, dice and decisions make the same transcript."""
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    assert text_of(again(name)) == text


@pytest.mark.parametrize("name", sorted(GAMES))
def test_recording_belongs_to_its_game(name):
    spec, options, players, seed, _ = GAMES[name]
    recording = read(name)
    rules = recording.rules.model_dump(exclude_defaults=True)
    assert {"spec": recording.rules.spec, **rules} == {"spec": spec, **options}
    assert len(recording.names) == players
    assert recording.title == f"{name}, seed {seed}"
    assert recording.setup is not None


@pytest.mark.parametrize("name", sorted(BY_HAND))
def test_written_by_hand(name):
    status, number, clauses = BY_HAND[name]
    verdict = judge(read_file(FOLDER / f"{name}.json"))
    assert verdict.worst == status, verdict.first_fault
    if number:
        assert [(step.number, step.clauses) for step in verdict.faults] == [(number, clauses)]


@pytest.mark.parametrize("name", sorted(TRAJECTORIES))
def test_trajectory_of_a_game(name):
    """Every legal action and every field at the end of each round are as recorded."""
    assert trajectory(name) == recorded()[name]


def test_trajectories_are_those_on_file():
    assert set(recorded()) == set(TRAJECTORIES)


def test_guests_of_the_draft_go_dancing():
    """A trajectory in which nothing of a rule comes up would not notice that it changed."""
    spec, options, players, seed = TRAJECTORIES["waltz-draft"]
    game, rng = Game(load_ruleset(spec, **options), players, seed), random.Random(seed)
    kinds = set()
    while not game.over:
        action = rng.choice(game.legal())
        kinds.add(decode(action)[0])
        game.apply(action)
    assert {codes.DANCE, codes.SEND} <= kinds


def test_transcripts_are_complete_and_small():
    files = {path.stem: path for path in FOLDER.glob("*.json")}
    assert set(files) == {*GAMES, *BY_HAND}
    assert all(path.stat().st_size < 60_000 for path in files.values())
