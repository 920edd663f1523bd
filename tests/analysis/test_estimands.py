"""The named estimands on recorded data: planted effects are found, and nothing where is none."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import Config, open_tree
from analysis.base.data import sql
from analysis.base.kinds import kind
from analysis.base.metrics import SOURCES
from analysis.cards.effects import chance_effects, played_differences, subjects
from analysis.course import scores, seats
from analysis.rulesets import compare
from analysis.rulesets.touched import card_changes, only_touched, own_changes
from model import load_ruleset

A, B = Config("original-2015", 2, "greedy"), Config("revised-2021", 2, "greedy")
STAFF = kind("staff")


@pytest.fixture(scope="module")
def tree(planted):
    with open_tree(planted) as tree:
        yield tree


def subject(config):
    return subjects(config, load_ruleset(config.rules))[0]


@pytest.fixture(scope="module")
def dealt(tree):
    return chance_effects(tree, subject(A), STAFF)


def of(frame, card, outcome):
    return frame[(frame["item"] == str(card)) & (frame["outcome"] == outcome)].iloc[0]


def change(frame, card, outcome):
    return frame[(frame["card"] == card) & (frame["outcome"] == outcome)].iloc[0]


def test_dealt_effect_of_a_planted_card_is_found(dealt):
    """A hand of 6 of 48 cards: the effect is against the average of the 47 other cards.

    A seat without the card holds 6 of the 47 others, one with it 5 of them.
    """
    for card, own in ((5, 5.0), (9, -5.0)):
        truth = own - (5.0 - 5.0 + 1.0 - own) / 47
        row = of(dealt, card, "vp")
        assert row["low"] < truth < row["high"]
        assert row["q_by"] < 0.001
        assert np.sign(of(dealt, card, "win")["estimate"]) == np.sign(own)
        assert of(dealt, card, "win")["q_by"] < 0.001


def test_cards_without_an_effect_are_left_alone(dealt):
    others = dealt[~dealt["item"].isin(["5", "9", "17"])]
    assert (others["q_by"] < 0.05).mean() < 0.05


def test_dealt_effect_agrees_with_a_computation_from_all_rows(tree, dealt):
    """The sums from DuckDB against the influence function game by game."""
    rows = tree.query(
        "SELECT p.game, p.seat, p.vp, p.win, c.card IS NOT NULL AS held FROM players AS p"
        " LEFT JOIN (SELECT * FROM cards WHERE kind = 'staff' AND came = 'dealt' AND card = 5"
        " AND rules = $rules) AS c USING (game, seat) WHERE p.rules = $rules",
        {"rules": A.rules},
    )
    held = rows["held"].to_numpy()
    nobody = ~rows.groupby("game")["held"].transform("any").to_numpy()
    vp = rows["vp"].to_numpy(float)
    one, zero = vp[held].mean(), vp[nobody].mean()
    part = held * (vp - one) / held.sum() - nobody * (vp - zero) / nobody.sum()
    by_game = np.bincount(rows["game"], weights=part)
    games = len(by_game)
    row = of(dealt, 5, "vp")
    assert row["estimate"] == pytest.approx(one - zero)
    assert row["se"] == pytest.approx(np.sqrt((by_game**2).sum() * games / (games - 1)))
    win = rows["win"].to_numpy(float)
    assert of(dealt, 5, "win")["estimate"] == pytest.approx(win[held].mean() - win[nobody].mean())


def test_played_difference_shows_confounding_and_says_so(tree):
    """Lucky seats play more: cards without any effect look good when "played"."""
    played = played_differences(tree, subject(A), STAFF)
    null = played[~played["item"].isin(["5", "9", "17"]) & (played["outcome"] == "vp")]
    assert (null["low"] > 0).mean() > 0.9
    assert "confounded" in (played_differences.__doc__ or "")


def test_paired_difference_of_editions(tree):
    frame = compare.paired_difference(tree, A, B, compare.totals()).set_index("measure")
    row = frame.loc["vp"]
    truth = -3.0 - 4.0 * 6 / 48
    assert row["low"] < truth < row["high"]
    assert row["estimate"] == pytest.approx(row["mean_b"] - row["mean_a"])
    assert row["sim_low"] < row["low"]
    total = frame.loc[[one.name for one in SOURCES], "estimate"].sum()
    assert total == pytest.approx(row["estimate"])
    unpaired = np.sqrt(row["se"] ** 2 * row["gain"])
    assert row["gain"] > 3
    assert row["se"] < unpaired / 1.7


def test_a_measure_without_a_margin_is_told_apart_from_nothing_or_not(tree):
    """Of it no equivalence is shown, and no number of games would show one."""
    frame = compare.paired_difference(tree, A, B, compare.totals()).set_index("measure")
    without = frame[frame["margin"].isna()]
    assert {"vp_cells", "vp_leftovers"} <= set(without.index)
    differs = without["q"] < 0.05
    assert differs.any()
    lower = without["estimate"] < 0
    assert (without.loc[differs & lower, "verdict"] == "less").all()
    assert (without.loc[differs & ~lower, "verdict"] == "more").all()
    assert (without.loc[~differs, "verdict"] == "undecided").all()
    assert not without["beyond"].any()


def test_changed_winners_against_a_count(tree):
    row = compare.changed_winners(tree, A, B).iloc[0]
    wide = tree.query("SELECT rules, game, seat, win FROM players").pivot(
        index="game", columns=["rules", "seat"], values="win"
    )
    changed = (abs(wide[A.rules] - wide[B.rules]) > 0.01).any(axis=1)
    assert row["changed"] == changed.sum()
    assert row["low"] < row["estimate"] < row["high"]


def test_changes_of_cards(tree, dealt):
    changes = only_touched(card_changes(tree, A, B), [17, 20])
    truth = -4.0 - 4.0 / 47
    row = change(changes, 17, "vp")
    assert row["low"] < truth < row["high"]
    assert row["sim_low"] < row["low"]
    rate = change(changes, 17, "play_rate")
    assert rate["low"] < 0.2 < rate["high"]
    assert change(changes, 20, "vp")["p"] > 0.01
    after = chance_effects(tree, subject(B), STAFF)
    assert row["se"] < of(after, 17, "vp")["se"]
    for outcome in ("vp", "win"):  # what is told of each ruleset alone
        row = change(changes, 17, outcome)
        assert row["value_a"] == pytest.approx(of(dealt, 17, outcome)["estimate"])
        assert row["value_b"] == pytest.approx(of(after, 17, outcome)["estimate"])


def test_a_change_of_a_card_is_told_without_what_others_change(tmp_path, synthetic):
    """Card 17 loses 4 VP while 12 others gain 6: against an average card it loses 5.5."""
    others = dict.fromkeys(range(20, 32), 6.0)
    for ruleset, (rules, card) in enumerate(((A.rules, {}), (B.rules, {17: -4.0, **others}))):
        world = synthetic.World(games=6000, card=card, edition_sd=6.0)
        synthetic.write_run(tmp_path, world, rules=rules, ruleset=ruleset)
    with open_tree(tmp_path) as tree:
        changes = card_changes(tree, A, B)
    own = own_changes(changes, [17, 35, *others]).loc[17, "vp"]
    assert own["own_low"] < -4 < own["own_high"] < -3
    assert own["verdict"] == "lowers"
    raw = change(changes, 17, "vp")
    assert raw["high"] < -4  # the shift of the others is in it
    assert own_changes(changes, [17, 35, *others]).loc[35, "vp"]["verdict"] == "within margin"


def test_equal_editions_show_no_difference(tmp_path, synthetic):
    world = synthetic.World(games=800)
    for rules in ("original-2015", "revised-2021"):
        synthetic.write_run(tmp_path, world, rules=rules)
    with open_tree(tmp_path) as tree:
        measures = compare.paired_difference(tree, A, B, compare.totals())
        assert (measures["estimate"] == 0).all()
        assert compare.changed_winners(tree, A, B).iloc[0]["changed"] == 0
        changes = card_changes(tree, A, B)
        assert np.allclose(changes["estimate"], 0)
        assert np.allclose(changes["se"], 0)


def test_only_common_deals_are_paired(tmp_path, synthetic):
    synthetic.write_run(tmp_path, synthetic.World(games=500), rules=A.rules)
    synthetic.write_run(tmp_path, synthetic.World(games=500), rules=B.rules, seed=2)
    synthetic.write_run(tmp_path, synthetic.World(games=500), rules=B.rules)
    with open_tree(tmp_path) as tree:
        assert (compare.paired_difference(tree, A, B, compare.totals())["games"] == 500).all()
        assert (card_changes(tree, A, B)["games"] == 500).all()


def test_seat_advantage_is_found(tree):
    frame = seats.seat_advantage(tree, A)
    vp = frame[frame["outcome"] == "vp"].set_index("seat")
    assert vp.loc[0, "low"] < 1.0 < vp.loc[0, "high"]
    win = frame[frame["outcome"] == "win"].set_index("seat")
    assert win["mean"].sum() == pytest.approx(1)
    assert win["p_all"].iloc[0] < 0.001


@pytest.mark.guard
@pytest.mark.long
def test_equal_seats_pass_the_seat_test(tmp_path_factory, synthetic):
    """p-values of the global test over 40 small runs of a fair 4-player game: uniform."""
    p = []
    root = tmp_path_factory.mktemp("fair")
    for seed in range(40):
        synthetic.write_run(root, synthetic.World(games=300, players=4), seed=seed, shards=1)
    for seed in range(40):
        with open_tree(root, seed=seed) as tree:
            p.append(seats.seat_advantage(tree, Config(B.rules, 4, "greedy"))["p_all"].iloc[0])
    # 99.9% of samples of 40 uniform values have at most 8 below 0.05 and a mean of 0.5 ± 0.15.
    assert np.sum(np.array(p) < 0.05) <= 8
    assert abs(np.mean(p) - 0.5) < 0.15


def test_scores_and_sources(tree):
    histograms, sources = scores.analyse_scores(tree, [A])
    assert histograms["seats"].sum() == 24_000
    median = scores.quantiles(histograms, "seats", [0.5])[0]
    everything = tree.query("SELECT vp FROM players WHERE rules = $rules", {"rules": A.rules})
    assert median == np.quantile(everything["vp"], 0.5, method="inverted_cdf")
    total = sources[(sources["source"] == "vp") & (sources["group"] == "all")].iloc[0]
    assert total["estimate"] == pytest.approx(everything["vp"].mean())
    parts = sources[(sources["source"] != "vp") & (sources["group"] == "all")]
    assert parts["estimate"].sum() == pytest.approx(total["estimate"])


def test_queries_are_files_that_say_what_a_row_is():
    names = ("card_pairs", "pair_totals", "seats", "sources", "histogram", "winner_pairs")
    for name in names:
        assert sql(name).startswith("-- ")
