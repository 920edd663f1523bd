"""Players of the second training: by data alone, at all tables, and what was outside of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tomli

from model import UserError, load_ruleset
from simulate import Game
from simulate.engine.codes import PH_TURNS
from simulate.engine.compile import compile_ruleset
from simulate.learned import further, network, plan, scope, weights
from simulate.learned.features import FEATURES
from simulate.learned.settings import settings_of
from simulate.learned.table import Table
from simulate.playing.games import Games
from simulate.playing.player import Player
from simulate.training import training
from tests import ablation

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
    files = {"planner": "a", "expert": "b", "planner-v2": "c"}
    monkeypatch.setattr("simulate.learned.table.network_of", files.get)
    with pytest.raises(UserError, match="two at most"):
        Table(compile_ruleset(load_ruleset("revised-2021")), tuple(files), 3)


# --- a second opinion --------------------------------------------------------------------------


def plans_of(table: Table, game: Game) -> None:
    table.scratch[0] = game.games[0]
    plan.search_plans(
        table.scratch, table.words, table.program[0], table.worths[0], table.dials[0],
        table.network, table.book, table.mind, game.player,
        plan.chance_of(game.state, game.player),
    )  # fmt: skip


def chosen(table: Table, game: Game) -> list[int]:
    """The plan by which a player decides in a fresh position."""
    plan.forget_plans(table.mind)
    table.choose(game, game.legal())
    mind = table.mind
    return [int(a) for a in mind.plan[game.player, : mind.at[game.player, 1]]]


def at_a_first_turn() -> Game:
    game = Game(load_ruleset("revised-2021"), players=2, seed=5)
    while game.state.phase != PH_TURNS:
        game.apply(game.legal()[0])
    return game


def drawn(seed: int) -> network.Network:
    """A network that nobody trained."""
    rng = np.random.default_rng(seed)
    arrays = {name: rng.standard_normal(of) / 4 for name, of in network.shapes(FEATURES).items()}
    return network.Network(**{name: array.astype(np.float32) for name, array in arrays.items()})


def vp_to_come(net: network.Network, features: np.ndarray) -> np.ndarray:
    """What a network says of a position that VP will still be: own, and the best rival's."""
    first = np.maximum(features[: len(net.first_weights)] @ net.first_weights + net.first_bias, 0)
    second = np.maximum(first @ net.second_weights + net.second_bias, 0)
    return network.VP_UNIT * (second @ net.head_weights + net.head_bias)[: network.WIN]


def test_of_the_ends_of_plans_the_one_that_both_networks_like_is_chosen():
    game = at_a_first_turn()
    who = game.player
    one = Table(game.program, ("planner-v2",), 2)
    dial, mind, one.second = one.dials[0], one.mind, drawn(3)
    plans_of(one, game)
    leaves = mind.leaves[: mind.counts[plan.N_LEAVES]]
    plans = [[int(a) for a in mind.path[leaf, : mind.length[leaf]]] for leaf in leaves]
    first = np.array([mind.value[leaf] for leaf in leaves])
    second = []
    for leaf in leaves:
        players = one.scratch[plan.NODES + leaf]["players"]
        own, rival = players["vp"][[who, 1 - who]] + vp_to_come(one.second, mind.x[leaf])
        second.append(own - dial.rivals * rival - dial.passing * players["passed"][who])
    assert len(leaves) == dial.leaves > 1
    picks = []
    for weight in (0.0, 0.05, 1e9):
        one.dials["second"] = weight
        picks.append(int(np.argmax(first + weight * np.array(second))))
        assert chosen(one, game) == plans[picks[-1]]
    assert picks[0] == 0 != picks[2]  # so that the second one makes a difference


def test_a_second_opinion_is_not_asked_on_boards_that_it_was_not_trained_on():
    shares = {
        boards: float(
            Table(
                compile_ruleset(load_ruleset("revised-2021", boards=boards)), ("planner-v2",), 2
            ).dials[0].second
        )
        for boards in ("night", "day")
    }  # fmt: skip
    assert shares["night"] > 0 == shares["day"]


def test_second_opinions_of_two_trainings_at_a_table_are_refused(monkeypatch: pytest.MonkeyPatch):
    known = settings_of

    def altered(name: str) -> dict[str, object]:
        return {**known(name), **({"second_weights": "a"} if name == "expert-v2" else {})}

    monkeypatch.setattr("simulate.learned.table.settings_of", altered)
    with pytest.raises(UserError, match="second opinions"):
        Table(compile_ruleset(load_ruleset("revised-2021")), SECOND, 2)


def test_positions_that_are_worth_the_same_are_kept_once():
    """A search that keeps them once has room for others, which it goes on to judge."""
    game = at_a_first_turn()
    one = Table(game.program, ("planner-v2",), 2)
    nodes = np.array([1, 0])
    one.mind.value[:2] = 3.0, 5.0
    assert plan.one_is_worth(one.mind, nodes, 2, 3.0 + plan.SAME / 2)
    assert not plan.one_is_worth(one.mind, nodes, 2, 3.0 + 2 * plan.SAME)
    assert not plan.one_is_worth(one.mind, nodes, 1, 3.0)


def test_plans_are_wider_in_the_last_rounds():
    """More positions are judged of the same position if it lies in the last rounds."""
    one = Table(compile_ruleset(load_ruleset("revised-2021")), ("planner-v2",), 2)
    assert 0 < one.dials[0].late < 7
    assert one.dials[0].late_width > one.dials[0].width

    def width_at(round_no: int) -> int:
        game = Game(one.program, 2, 5)
        game.games["round_no"] = round_no
        plans_of(one, game)
        return int(one.mind.counts[plan.N_WIDTH])

    assert [width_at(n) for n in (5, 6, 7)] == [8, 16, 16]


def test_they_do_better_on_the_day_side():
    """Where the first players pass most of their turns away: 15 deals, both seats."""
    games = Games(
        load_ruleset("revised-2021", boards="day"), 2, ("planner-v2", "planner"), 9, same_deal=2
    )
    rows = Player(games).play(0, 30)[1]
    second = rows["policy"] == 0
    assert rows["vp"][second].mean() > rows["vp"][~second].mean() + 5


def test_an_ablation_changes_settings_that_make_a_difference():
    """Each line of the record plays other games than the player as it ships: on 5 deals."""
    games = {
        name: ablation.played((ablation.PLAYER, ablation.AGAINST), changed, 2, 5).margin.tolist()
        for name, changed in ablation.ARMS.items()
    }
    shipped = games.pop("as it ships")
    assert shipped not in games.values()


# --- what they were trained on -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "spec", "options", "players", "what"),
    [
        ("planner", "revised-2021", {}, 2, []),
        ("planner", "revised-2021", {"boards": "day"}, 2, ["boards=day"]),
        ("planner", "revised-2021+ballrooms", {}, 2, ["ballrooms alone"]),
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


def test_of_several_rulesets_it_says_how_many_and_which():
    night, day = load_ruleset("revised-2021"), load_ruleset("revised-2021", boards="day")
    draft = load_ruleset("revised-2021", hands="draft")
    tables = [(("planner", "greedy"), one, 2) for one in (night, day, draft)]
    assert scope.untrained(tables) == [
        "planner was not trained on 2 of these 3 rulesets (boards=day, hands=draft): it may play"
        " worse there"
    ]
    assert scope.untrained(tables[:1]) == []
    assert scope.untrained([(("planner-v2",), day, 4), (("planner-v2",), draft, 2)]) == []


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
