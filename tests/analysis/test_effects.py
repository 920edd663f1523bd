"""Effects of cards: planted ones are found, none where there is none, and by hand on small data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import duckdb
import numpy as np
import pandas as pd
import pytest

from analysis import Config, open_tree
from analysis.base.chunks import RunShard
from analysis.base.data import Tree, ahead, sql
from analysis.base.kinds import kind, kinds
from analysis.cards.effects import (
    Subject,
    chance_effects,
    opening_items,
    played_differences,
    subjects,
)
from analysis.cards.pairs import Products, interaction, pair_interactions
from analysis.cards.removal import removal_effects
from analysis.cards.use import card_use
from model import UserError, load_ruleset
from simulate.playing.openings import item_names, openings

CONFIG = Config("revised-2021", 2, "greedy")
PATCH = """
id = "generous"
[set]
"staff.1.cost" = 0
"staff.1.effects" = [{ do = "gain", vp = 40 }]
"""


@pytest.fixture(scope="module")
def world(tmp_path_factory, synthetic) -> Path:
    root = tmp_path_factory.mktemp("tiles")
    world = synthetic.World(
        games=8000, tile={"A2": -6.0}, together={(3, 4): 8.0}, card={5: 5.0, 9: -5.0}
    )
    synthetic.write_run(root, world)
    return root


@pytest.fixture(scope="module")
def subject() -> Subject:
    return subjects(CONFIG, load_ruleset("revised-2021"))[0]


def row(frame: pd.DataFrame, item: str, metric: str) -> pd.Series:
    return frame[(frame["item"] == item) & (frame["metric"] == metric)].iloc[0]


def test_every_kind_names_its_cards():
    ruleset = load_ruleset("revised-2021+lets-waltz", boards="day")
    for one in kinds().values():
        assert one.names(ruleset)
    assert not kind("board").names(load_ruleset("revised-2021"))  # all play on the same side
    assert kind("staff").names(ruleset)["17"] == "Kitchen Hand"
    with pytest.raises(UserError, match="unknown kind"):
        kind("dice")


def test_planted_effects_are_found_and_no_others(world, subject):
    with open_tree(world) as tree:
        staff = chance_effects(tree, subject, kind("staff"), {"dealt_vp": 2.0})
        tiles = chance_effects(tree, subject, kind("emperor_tile"))
    assert row(staff, "5", "dealt_vp")["verdict"] == "too strong"
    assert row(staff, "9", "dealt_vp")["verdict"] == "too weak"
    null = staff[~staff["item"].isin(["3", "4", "5", "9"])]
    assert (null["q_by"] > 0.05).all()
    assert not null["verdict"].isin(["too strong", "too weak"]).any()
    planted = row(tiles, "A2", "available_vp")
    assert planted["low"] < -6.0 < planted["high"]
    assert planted["verdict"] == "lowers"
    assert not (tiles[tiles["item"].str.startswith(("B", "C"))]["q_by"] < 0.05).any()


def test_available_effect_by_hand(world, subject):
    with open_tree(world) as tree:
        found = row(chance_effects(tree, subject, kind("emperor_tile")), "B3", "available_spread")
        games = tree.query(
            "SELECT any_value(emperor_b)::VARCHAR = 'B3' AS held, max(vp) - min(vp) AS y"
            " FROM players JOIN games USING (game) GROUP BY game"
        )
    held, y = games["held"].to_numpy(bool), games["y"].to_numpy(float)
    assert found["estimate"] == pytest.approx(y[held].mean() - y[~held].mean())
    welch = np.sqrt(y[held].var() / held.sum() + y[~held].var() / (~held).sum())
    assert found["se"] == pytest.approx(welch, rel=1e-3)
    assert found["n_with"] == held.sum()


def test_shrinkage_pulls_null_cards_in_and_leaves_large_ones(world, subject):
    with open_tree(world) as tree:
        staff = chance_effects(tree, subject, kind("staff"))
    vp = staff[staff["metric"] == "dealt_vp"].set_index("item")
    rest = vp.drop(index=["3", "4", "5", "9"])
    assert rest["shrunk"].abs().mean() < rest["estimate"].abs().mean()
    assert (rest["shrunk_high"] - rest["shrunk_low"] < rest["high"] - rest["low"]).all()
    assert vp.loc["5", "shrunk_low"] > 2


def test_played_is_descriptive_only(world, subject):
    with open_tree(world) as tree:
        played = played_differences(tree, subject, kind("staff"))
        assert played_differences(tree, subject, kind("emperor_tile")).empty
    assert set(played["estimand"]) == {"played"}
    assert "verdict" not in played
    assert "shrunk" not in played


def test_use_of_cards_adds_up_over_rounds(world):
    with open_tree(world) as tree:
        use = card_use(tree, [CONFIG], 7, [kind("staff")])
    rounds = use[use["metric"].str.startswith("use_in_")]
    assert np.allclose(rounds.groupby("item")["estimate"].sum(), 1)
    paid = use[use["metric"] == "use_paid"]
    assert np.allclose(paid["estimate"], 2)


def test_planted_pair_is_found_and_no_other(world, subject):
    with open_tree(world) as tree:
        pairs = pair_interactions(tree, subject, kind("staff"))
    vp = pairs[pairs["metric"] == "dealt_vp"]
    assert len(vp) == 48 * 47 / 2
    best = vp.loc[vp["p"].idxmin()]
    assert (best["a"], best["b"]) == ("3", "4")
    assert best["low"] < 8.0 < best["high"]
    assert (vp.drop(index=best.name)["q_by"] > 0.05).all()
    assert best["detectable"] > 4 * best["se"]


def test_interaction_agrees_with_a_computation_game_by_game():
    rng = np.random.default_rng(2)
    games, seats, cards = 600, 3, 5
    where = rng.integers(0, seats + 1, (games, cards))  # the seat that holds a card, or none
    held = (where[:, None, :] == np.arange(seats)[None, :, None]).reshape(-1, cards).astype(float)
    y = np.rint(rng.normal(0, 9, (games, 1)) + rng.normal(50, 9, (games, seats))).ravel()
    found = Products(cards)
    for part in (slice(0, 300), slice(300, games * seats)):
        found.add(held[part], y[part], seats)
    estimate, counts = interaction(*found.moments(), found.games)
    a, b = held[:, 1] > 0, held[:, 3] > 0
    truth, influence = 0.0, np.zeros(len(y))
    for sign, cell in ((1, a & b), (-1, a & ~b), (-1, ~a & b), (1, ~a & ~b)):
        truth += sign * y[cell].mean()
        influence[cell] = sign * (y[cell] - y[cell].mean()) / cell.sum()
    by_game = influence.reshape(games, seats).sum(axis=1)
    assert estimate.value[1, 3] == pytest.approx(truth)
    assert estimate.se[1, 3] == pytest.approx(np.sqrt((by_game**2).sum() * games / (games - 1)))
    assert counts[1, 3, 0] == (a & b).sum()


def test_pairs_need_a_deal_for_every_game(tmp_path, synthetic, subject):
    synthetic.write_run(tmp_path, synthetic.World(games=50), copies=2)
    with open_tree(tmp_path) as tree, pytest.raises(UserError, match="share deals"):
        pair_interactions(tree, subject, kind("staff"))


@pytest.mark.parametrize("copies", [1, 2])
def test_removal_by_hand(tmp_path, synthetic, subject, copies):
    """Removing it costs card 5's holders their 5 VP; deals in which nobody holds it stay equal."""
    for number, effect in enumerate((5.0, 0.0)):
        rules = ("revised-2021", "without")[number]
        world = synthetic.World(games=300, card={5: effect})
        synthetic.write_run(tmp_path, world, rules=rules, ruleset=number, copies=copies)
    with open_tree(tmp_path) as tree:
        found = removal_effects(tree, subject, {("staff", "5", "x"): "without"})
        sides = tree.query("SELECT rules, deal, avg(vp) AS y FROM players GROUP BY ALL")
    wide = sides.pivot(index="deal", columns="rules", values="y")
    differences = wide["without"] - wide["revised-2021"]
    vp = row(found, "5", "removal_vp")
    assert vp["estimate"] == pytest.approx(differences.mean())
    assert vp["se"] == pytest.approx(differences.std() / np.sqrt(300))
    assert vp["changed"] == pytest.approx((differences != 0).mean())
    assert vp["low"] < -5 * 12 / 48 / 2 < vp["high"]


@pytest.mark.parametrize("copies", [1, 6])
def test_an_outcome_that_differs_in_few_deals_has_no_error(tmp_path, synthetic, subject, copies):
    """One VP moves the score of every deal with the card, and who wins in hardly any."""
    for number, effect in enumerate((1.0, 0.0)):
        world = synthetic.World(games=400, card={5: effect})
        rules = ("revised-2021", "without")[number]
        synthetic.write_run(tmp_path, world, rules=rules, ruleset=number, copies=copies)
    with open_tree(tmp_path) as tree:
        found = removal_effects(tree, subject, {("staff", "5", "x"): "without"})
        wins = tree.query("SELECT deal, count(DISTINCT win) > 1 AS differs FROM players"
                          " WHERE seat = 0 GROUP BY deal, game")  # fmt: skip
    assert 0 < wins.groupby("deal")["differs"].any().sum() < 30
    assert copies == 1 or wins["differs"].sum() >= 30
    start = row(found, "5", "removal_start_player")
    assert np.isfinite(start["estimate"])
    assert np.isnan(start["se"])
    assert row(found, "5", "removal_vp")["se"] > 0


def test_unpaired_removal_is_refused(world, subject):
    with open_tree(world) as tree, pytest.raises(UserError, match="no games of without"):
        removal_effects(tree, subject, {("staff", "5", "x"): "without"})


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """2,500 random games in which card 1 gives 40 VP, and the same deals without guest 60."""
    from simulate.batch import Run, run

    root = tmp_path_factory.mktemp("recorded")
    patch = root / "generous.toml"
    patch.write_text(PATCH, encoding="utf-8")
    spec = "revised-2021+celebrities+unique-hotels"
    rulesets = [load_ruleset(spec, patches=[patch], without=paths) for paths in ((), ("guest.60",))]
    for ruleset in rulesets:
        run(Run(ruleset, 2, "random", 2500, 3, root))
    return root, rulesets


def test_a_patched_card_is_found_in_real_games(recorded):
    root, (ruleset, _) = recorded
    config = Config(ruleset.label, 2, "random")
    with open_tree(root) as tree:
        one = subjects(config, ruleset)[0]
        staff = chance_effects(tree, one, kind("staff"))
        guests = chance_effects(tree, one, kind("guest"))
        celebrities = chance_effects(tree, one, kind("celebrity"))
        rows = tree.query("SELECT count(*) AS n FROM games WHERE rules = $r", {"r": config.rules})
    card = row(staff, "1", "dealt_vp")
    assert card["verdict"] == "too strong"
    assert card["q_by"] < 1e-6
    others = staff[(staff["item"] != "1") & (staff["metric"] == "dealt_vp")]
    assert (others["verdict"] != "too strong").all()
    # Five guests lie in the row of every game, three celebrities in the lounge.
    for frame, each in ((guests, 5), (celebrities, 3)):
        mine = frame[frame["metric"] == "available_vp"]
        assert mine["n_with"].sum() == each * rows["n"][0]


def test_openings_laid_out_again_are_those_that_were_played(recorded):
    """Every seat gets one of the entrances that lay there; the first guest comes from the row."""
    root, (ruleset, _) = recorded
    found = openings(ruleset, 2, 3, 0, 2500)
    names = np.array(item_names(ruleset)["entrances"])
    with open_tree(root, [Config(ruleset.label, 2, "random")]) as tree:
        owned = tree.query("SELECT entrance::VARCHAR AS e FROM players ORDER BY game, entrance")
        guests = tree.query("SELECT game, card FROM cards WHERE kind = 'guest' AND came = 'setup'")
    mine = np.sort(names[found["entrances"][:, :2]], axis=1)
    assert (mine == owned["e"].to_numpy().reshape(-1, 2)).all()
    lay = (found["row"][guests["game"]] == guests["card"].to_numpy()[:, None]).any(axis=1)
    assert pd.Series(lay).groupby(guests["game"]).any().all()
    assert guests["game"].nunique() == 2500


def test_removing_a_guest_changes_few_deals_and_pairing_tells(recorded):
    """In most deals guest 60 never lies in the row: they add an exact 0 to the difference."""
    root, (ruleset, without) = recorded
    one = subjects(Config(ruleset.label, 2, "random"), ruleset)[0]
    with open_tree(root) as tree:
        found = removal_effects(tree, one, {("guest", "60", "x"): without.label})
        games = tree.query("SELECT sum(vp) / 2.0 AS y FROM players WHERE rules = $r GROUP BY game",
                           {"r": ruleset.label})  # fmt: skip
    vp = row(found, "60", "removal_vp")
    assert 0.05 < vp["changed"] < 0.5
    assert vp["changed_low"] < vp["changed"] < vp["changed_high"]
    unpaired = np.sqrt(2 * games["y"].var() / 2500)
    assert vp["se"] < unpaired / 2


def test_a_deal_that_two_files_share_is_laid_out_once(subject):
    run = SimpleNamespace(seed=3)
    part = [
        RunShard(0, 20, 0, run, "0"),
        RunShard(20, 30, 0, run, "1"),
        RunShard(25, 29, 0, run, "2"),
    ]
    found = opening_items(subject, kind("guest"), part)
    rows = openings(subject.ruleset, subject.config.players, 3, 0, 31)["row"]
    assert found["deal"].tolist() == [deal for deal in range(31) for _ in range(5)]
    assert found["item"].tolist() == rows.ravel().tolist()


def test_rows_are_added_up_by_deal_only_where_a_card_is_repeated(recorded, monkeypatch):
    """Whoever had it: the sums are the same, one row a deal or added up."""
    root, (ruleset, _) = recorded
    config = Config(ruleset.label, 2, "random")
    one = subjects(config, ruleset)[0]
    guest = kind("guest")
    with open_tree(root, [config]) as tree:
        assert tree.no_repeated_cards([config], [guest])
        quick = played_differences(tree, one, guest), card_use(tree, [config], 7, [guest])
        monkeypatch.setattr(Tree, "no_repeated_cards", lambda *_: False)
        slow = played_differences(tree, one, guest), card_use(tree, [config], 7, [guest])
        for once, added_up in zip(quick, slow, strict=True):
            pd.testing.assert_frame_equal(once, added_up)


def test_a_repeated_card_is_noticed():
    again = [("guest", 7, 0), ("guest", 7, 1), ("guest", 8, 1), ("staff", 8, 1), ("staff", 8, 0)]
    for rows, wanted, twice in (
        (again, ["guest"], True), (again[1:], ["guest"], False), (again[1:], ["staff"], True),
        (again[1:], ["guest", "staff"], True), ([], ["guest"], False),
    ):  # fmt: skip
        cards = pd.DataFrame(rows, columns=["kind", "card", "seat"]).astype({"card": int})
        cards = cards.assign(rules="r", players=2, policies="p", seed=1, game=4)
        with duckdb.connect() as db:
            db.register("cards", cards.astype({"kind": str}))
            found = db.execute(sql("repeated_cards"), {"kinds": wanted}).df()
        assert found["repeated"].tolist() == [twice]


def test_the_next_part_is_made_while_one_is_used():
    made: list[int] = []

    def make(part: Sequence[int]) -> int:
        made.append(part[0])
        return 10 * part[0]

    begun = []
    for rows in ahead(make, [[1], [2], [3]]):  # type: ignore[arg-type]
        begun.append((rows, len(made)))
    assert [rows for rows, _ in begun] == [10, 20, 30]
    assert all(count <= at + 2 for at, (_, count) in enumerate(begun))  # never more than one
    assert list(ahead(make, [])) == []  # type: ignore[arg-type]
