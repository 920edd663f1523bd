"""The environment keeps PettingZoo's contract, and plays the game that the suite plays."""

from __future__ import annotations

import builtins
import importlib
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import TerminateIllegalWrapper

from model import UserError, load_ruleset
from simulate import Game, zoo
from simulate.game import IllegalAction

SPECS = [("original-2015", 2), ("revised-2021", 4), ("revised-2021+lets-waltz", 3)]
# PettingZoo gives these to every dictionary with a mask that is not one of its own games, and for
# the empty mask of a game that is over.
UNAVOIDABLE = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.mark.parametrize(("spec", "players"), SPECS)
def test_api(spec: str, players: int, capsys: pytest.CaptureFixture[str]):
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        api_test(zoo.env(spec, players), num_cycles=400)
    told = {str(warning.message) for warning in given}
    assert not [text for text in told if not text.startswith(UNAVOIDABLE)]


def test_seeds():
    seed_test(lambda: zoo.env(load_ruleset("revised-2021"), 3), num_cycles=60)


def play(env: Any, seed: int | None = None, **options: Any) -> dict[str, float]:
    """Play at random; the rewards that each agent was paid in all."""
    env.reset(seed=seed, options=options)
    rng, paid = np.random.default_rng(1), dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        paid[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        over = terminated or truncated
        assert over == (len(legal) == 0) or truncated
        env.step(None if over else rng.choice(legal))
    assert env.agents == []
    return paid


@pytest.mark.parametrize("players", [2, 4])
def test_rewards_are_the_win_above_an_equal_share(players: int):
    env = zoo.env("revised-2021", players)
    paid = play(env, seed=3)
    ranks = env.unwrapped.game.ranks()
    share = 1 / ranks.count(1)
    wanted = [share * (rank == 1) - 1 / players for rank in ranks]
    assert list(paid.values()) == pytest.approx(wanted)


def test_rewards_in_vp_are_the_vp_above_the_tables_mean():
    env = zoo.env("revised-2021", 3, reward="vp")
    paid, scores = play(env, seed=3), np.array(env.unwrapped.game.scores())
    assert list(paid.values()) == pytest.approx((scores - scores.mean()).tolist())
    assert sum(paid.values()) == pytest.approx(0)


def test_the_end_is_told_to_all():
    env = zoo.env("revised-2021", 2)
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(np.flatnonzero(env.last()[0]["action_mask"])[0])
    game = env.unwrapped.game
    first = [f"seat_{i + 1}" for i, rank in enumerate(game.ranks()) if rank == 1]
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    for agent in env.agents:
        assert env.infos[agent]["winners"] == first
        assert list(env.infos[agent]["vp"].values()) == game.scores()


def test_a_game_is_cut_off_after_max_cycles():
    env = zoo.env("revised-2021", 3, max_cycles=25)
    assert play(env, seed=2) == dict.fromkeys(env.possible_agents, 0.0)
    assert int(env.unwrapped.game.state.decisions) == 25
    assert not env.unwrapped.game.over


def test_seed_and_number_are_those_of_the_suite():
    env = zoo.env("revised-2021", 2)
    for seed, options, number in ((5, {}, 0), (5, {"game": 7}, 7), (None, {}, 8), (5, {}, 0)):
        env.reset(seed=seed, options=options)
        game = Game(load_ruleset("revised-2021"), 2, 5, number)
        assert np.array_equal(env.unwrapped.game.games, game.games)


def test_an_illegal_action_is_refused_and_changes_nothing():
    env = zoo.env("revised-2021", 2)
    env.reset(seed=1)
    mask = env.last()[0]["action_mask"]
    before = env.unwrapped.game.games.copy()
    for action in (int(np.flatnonzero(mask == 0)[0]), len(mask), None):
        with pytest.raises(UserError) as error:
            env.step(action)
        assert isinstance(error.value, IllegalAction) == (action == 0)
    assert np.array_equal(env.unwrapped.game.games, before)
    wrapped = TerminateIllegalWrapper(env, illegal_reward=-1)
    wrapped.reset(seed=1)
    wrapped.last()
    wrapped.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(wrapped.terminations.values())


def test_others_are_not_told_which_card_was_kept_or_buried():
    env = zoo.env(load_ruleset("original-2015", hands="draft"), 2)
    env.reset(seed=1)
    agent = env.agent_selection
    (other,) = set(env.agents) - {agent}
    env.step(np.flatnonzero(env.last()[0]["action_mask"])[0])
    assert env.infos[other]["action"] == "draft a card"
    assert env.infos[agent]["action"].startswith("draft ")
    assert env.infos[agent]["action"][6:].isdigit()


def test_the_example_of_the_guide_runs(capsys: pytest.CaptureFixture[str]):
    text = (Path(__file__).parents[2] / "docs" / "guide" / "players.md").read_text("utf-8")
    (code,) = [block for block in re.findall(r"```python\n(.*?)```", text, re.S) if "zoo" in block]
    exec(code, {})
    assert re.fullmatch(r"\['seat_\d'.*\] \{'seat_1': .*\}\n", capsys.readouterr().out)


def test_a_position_is_told_in_words():
    env = zoo.env("revised-2021", 3, render_mode="ansi")
    env.reset(seed=1)
    text, legal = env.render(), env.unwrapped.game.legal_words()
    assert text.splitlines()[-1] == f"Seat 3 chooses: {' | '.join(legal)}"
    assert text.count("= Seat") == 3
    env.close()


@pytest.mark.parametrize(
    "named",
    [{"players": 5}, {"ruleset": "revised-1999"}, {"reward": "fame"}, {"max_cycles": 0},
     {"render_mode": "human"}],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_one_line(named: dict[str, Any]):
    with pytest.raises(UserError) as error:
        zoo.env(**named)
    assert "\n" not in str(error.value)


def test_without_the_extra_one_line_says_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    real = builtins.__import__

    def without(name: str, *arguments: Any) -> Any:
        if name.startswith("pettingzoo"):
            raise ModuleNotFoundError("No module named 'pettingzoo'", name="pettingzoo")
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "simulate.zoo")
    with pytest.raises(UserError, match=r"needs the extra zoo.*pettingzoo is not there"):
        importlib.import_module("simulate.zoo")
