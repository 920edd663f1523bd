"""Players of the second training: by data alone, at all tables, and what was outside of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tomli

from model import UserError, load_ruleset
from simulate.engine.compile import compile_ruleset
from simulate.learned import further, plan, scope, weights
from simulate.learned.table import Table, settings_of
from simulate.playing.games import Games
from simulate.playing.player import Player
from simulate.training import training

SECOND = ("planner-v2", "expert-v2")
LATEST = tomli.loads((Path(training.__file__).parent / "second.toml").read_text("utf-8"))
TABLES = [tuple(one) for one in LATEST["stage"][0]["tables"]]


def result(rules: str, players: int, cast: tuple[str, ...], games: int = 1) -> np.ndarray:
    played = Games(training.ruleset_of(rules), players, cast, 77)
    return Player(played).play(0, games)[1]


@pytest.mark.parametrize(("rules", "players"), sorted(set(TABLES)))
def test_they_play_whole_games_on_every_table_of_their_training(rules: str, players: int):
    """An illegal action or a game without an end would be an error of the engine."""
    rows = result(rules, players, ("planner-v2",) * players)
    assert (rows["vp"] > 20).all()


def test_the_same_games_come_again():
    for name in SECOND:
        one, other = (result("revised-2021 boards=day", 2, (name, "greedy"), 2) for _ in range(2))
        assert np.array_equal(one, other)


def test_players_of_two_trainings_at_one_table_each_judge_by_their_own():
    """Alone at a table, and next to one of the other training, a player finds the same plans."""
    program = compile_ruleset(load_ruleset("revised-2021"))
    both = Table(program, ("planner-v2", "planner"), 2)
    assert len(both.network.first_weights) == max(further.LAYOUTS)
    assert len(both.others.first_weights) == min(further.LAYOUTS)
    assert both.dials["net"].tolist() == [0, 1]
    other_way = Table(program, ("planner", "expert-v2", "expert", "greedy"), 4)
    assert other_way.dials["net"].tolist() == [0, 1, 0, 0]
    assert len(other_way.network.first_weights) == min(further.LAYOUTS)


def test_more_than_two_trainings_at_a_table_are_refused(monkeypatch: pytest.MonkeyPatch):
    files = {"planner": "a", "expert": "b", "master": "c"}
    monkeypatch.setattr("simulate.learned.table.network_of", files.get)
    with pytest.raises(UserError, match="two at most"):
        Table(compile_ruleset(load_ruleset("revised-2021")), tuple(files), 3)


def test_plans_are_wider_in_the_last_rounds():
    """More positions are judged of the same position if it lies in the last rounds."""
    one = Table(compile_ruleset(load_ruleset("revised-2021")), ("planner-v2",), 2)
    assert 0 < one.dials[0].late < 7
    assert one.dials[0].late_width > one.dials[0].width

    def width_at(round_no: int) -> int:
        from simulate import Game

        game = Game(one.program, 2, 5)
        one.scratch[0] = game.games[0]
        one.scratch[0]["round_no"] = round_no
        plan.search_plans(
            one.scratch, one.words, one.program[0], one.worths[0], one.dials[0], one.network,
            one.book, one.mind, game.player, np.uint64(3),
        )  # fmt: skip
        return int(one.mind.counts[plan.N_WIDTH])

    assert [width_at(n) for n in (5, 6, 7)] == [4, 12, 12]


def test_they_do_better_on_the_day_side():
    """Where the first players pass most of their turns away: 15 deals, both seats."""
    games = Games(
        load_ruleset("revised-2021", boards="day"), 2, ("planner-v2", "planner"), 9, same_deal=2
    )
    rows = Player(games).play(0, 30)[1]
    second = rows["policy"] == 0
    assert rows["vp"][second].mean() > rows["vp"][~second].mean() + 5


# --- what they were trained on -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "spec", "options", "players", "what"),
    [
        ("planner", "revised-2021", {}, 2, []),
        ("planner", "revised-2021", {"boards": "day"}, 2, ["boards=day"]),
        ("planner", "revised-2021+ballrooms", {}, 2, ["ballrooms"]),
        ("expert:20", "revised-2021+lets-waltz", {"hands": "draft"}, 4, ["hands=draft"]),
        ("planner-v2", "revised-2021+ballrooms", {"boards": "day"}, 2, []),
        ("planner-v2", "revised-2021+ballrooms+more", {}, 2, ["ballrooms+more"]),
        ("planner-v2", "revised-2021+herlius", {}, 2, ["herlius"]),
        ("greedy", "revised-2021+herlius", {}, 2, []),
    ],
)
def test_a_learned_player_says_what_lies_outside_its_training(
    policy: str, spec: str, options: dict[str, str], players: int, what: list[str]
):
    assert scope.outside(policy, load_ruleset(spec, **options), players) == what  # type: ignore[arg-type]


def test_a_patch_lies_outside(tmp_path: Path):
    file = tmp_path / "dear.toml"
    file.write_text('id = "dear"\ntitle = "Dear"\n[set]\n"staff.17.cost" = 6\n')
    found = scope.outside("planner", load_ruleset("revised-2021", patches=[file]), 2)
    assert len(found) == 1
    assert "dear" in found[0]


def test_the_second_card_is_that_of_its_weights_and_of_its_training():
    card = tomli.loads((weights.FOLDER / "value-v2.toml").read_text("utf-8"))
    assert card["training"]["weights"] == weights.digest(
        (weights.FOLDER / "value-v2.weights").read_bytes()
    )
    assert card["training"]["origin"] == weights.digest(weights.SHIPPED.read_bytes())
    for rules, players in TABLES:
        assert scope.outside("planner-v2", training.ruleset_of(rules), players) == []
    settings = training.settings_from(LATEST)
    assert card["training"]["games"] == sum(s.iterations * s.games for s in settings.stages)
    assert settings.features == len(weights.shipped("value-v2.weights").first_weights)


def test_every_learned_player_has_weights():
    for name in ("planner", "planner-staff", *SECOND):
        assert weights.shipped(settings_of(name)["weights"])
