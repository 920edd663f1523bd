"""The named estimands on recorded data: planted effects are found, and nothing where is none."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import Config, open_tree
from analysis.base.data import sql
from analysis.cards import staff as cards
from analysis.games import scores, seats
from analysis.rulesets import editions

A, B = Config("original-2015", 2, "greedy"), Config("revised-2021", 2, "greedy")


@pytest.fixture(scope="module")
def tree(planted):
    with open_tree(planted) as tree:
        yield tree


@pytest.fixture(scope="module")
def moments(tree):
    return cards.card_moments(tree, A)


def of(frame, card, outcome):
    return frame[(frame["card"] == card) & (frame["outcome"] == outcome)].iloc[0]


def test_dealt_effect_of_a_planted_card_is_found(moments):
    """A hand of 6 of 48 cards: the effect is against the average of the 47 other cards.

    A seat without the card holds 6 of the 47 others, one with it 5 of them.
    """
    dealt = cards.dealt_effects(moments, A)
    for card, own in ((5, 5.0), (9, -5.0)):
        truth = own - (5.0 - 5.0 + 1.0 - own) / 47
        row = of(dealt, card, "vp")
        assert row["low"] < truth < row["high"]
        assert row["q"] < 0.001
        assert np.sign(of(dealt, card, "win")["estimate"]) == np.sign(own)
        assert of(dealt, card, "win")["q"] < 0.001


def test_cards_without_an_effect_are_left_alone(moments):
    dealt = cards.dealt_effects(moments, A)
    others = dealt[~dealt["card"].isin([5, 9, 17])]
    assert (others["q"] < 0.05).mean() < 0.05


def test_dealt_effect_agrees_with_a_computation_from_all_rows(tree, moments):
    """The sums from DuckDB against the influence function game by game."""
    seats_frame = tree.query(
        "SELECT p.game, p.seat, p.vp, p.win, c.card IS NOT NULL AS held FROM players AS p"
        " LEFT JOIN (SELECT * FROM cards WHERE kind = 'staff' AND came = 'dealt' AND card = 5"
        " AND rules = $rules) AS c USING (game, seat) WHERE p.rules = $rules",
        {"rules": A.rules},
    )
    held = seats_frame["held"].to_numpy()
    vp = seats_frame["vp"].to_numpy(float)
    one, zero = vp[held].mean(), vp[~held].mean()
    part = np.where(held, (vp - one) / held.sum(), -(vp - zero) / (~held).sum())
    by_game = np.bincount(seats_frame["game"], weights=part)
    games = len(by_game)
    row = of(cards.dealt_effects(moments, A), 5, "vp")
    assert row["estimate"] == pytest.approx(one - zero)
    assert row["se"] == pytest.approx(np.sqrt((by_game**2).sum() * games / (games - 1)))
    win = seats_frame["win"].to_numpy(float)
    wins = of(cards.dealt_effects(moments, A), 5, "win")
    assert wins["estimate"] == pytest.approx(win[held].mean() - win[~held].mean())


def test_played_difference_shows_confounding_and_says_so(moments):
    """Lucky seats play more: cards without any effect look good when "played"."""
    played = cards.played_differences(moments, A)
    null = played[~played["card"].isin([5, 9, 17]) & (played["outcome"] == "vp")]
    assert (null["low"] > 0).mean() > 0.9
    assert "confounded" in (cards.played_differences.__doc__ or "")


def test_use_of_cards(moments):
    use = cards.card_use(moments, A).set_index("card")
    row = use.loc[17]
    assert row["play_rate_low"] < 0.3 < row["play_rate_high"]
    assert row["round_played_low"] < 4.0 < row["round_played_high"]
    assert row["vp_scored_low"] < 6.0 < row["vp_scored_high"]
    assert (use["play_rate"].between(0, 1)).all()


def test_paired_difference_of_editions(tree):
    frame = editions.edition_differences(tree, A, B).set_index("measure")
    row = frame.loc["vp"]
    truth = -3.0 - 4.0 * 6 / 48
    assert row["low"] < truth < row["high"]
    assert row["estimate"] == pytest.approx(row["mean_b"] - row["mean_a"])
    total = sum(frame.loc[name, "estimate"] for name in frame.index if name in SOURCES)
    assert total == pytest.approx(row["estimate"])
    unpaired = np.sqrt(row["se"] ** 2 * row["gain"])
    assert row["gain"] > 3
    assert row["se"] < unpaired / 1.7


SOURCES = [
    "vp_guests", "vp_staff", "vp_politics", "vp_emperor_track", "vp_emperor_tiles",
    "vp_occupancy", "vp_cells", "vp_floors", "vp_leftovers", "vp_stranded",
]  # fmt: skip


def test_changed_winners_against_a_count(tree):
    row = editions.changed_winners(tree, A, B).iloc[0]
    wide = tree.query("SELECT rules, game, seat, win FROM players").pivot(
        index="game", columns=["rules", "seat"], values="win"
    )
    changed = (abs(wide[A.rules] - wide[B.rules]) > 0.01).any(axis=1)
    assert row["changed"] == changed.sum()
    assert row["low"] < row["estimate"] < row["high"]


def test_changes_of_cards(tree):
    changes = editions.only_touched(editions.card_changes(tree, A, B), [17, 20])
    truth = -4.0 - 4.0 / 47
    row = of(changes, 17, "vp")
    assert row["low"] < truth < row["high"]
    assert row["sim_low"] < row["low"]
    rate = of(changes, 17, "play_rate")
    assert rate["low"] < 0.2 < rate["high"]
    assert of(changes, 20, "vp")["p"] > 0.01
    alone = of(cards.dealt_effects(cards.card_moments(tree, B), B), 17, "vp")
    assert row["se"] < alone["se"]
    assert row["value_b"] == pytest.approx(alone["estimate"])


def test_equal_editions_show_no_difference(tmp_path, synthetic):
    world = synthetic.World(games=800)
    for rules in ("original-2015", "revised-2021"):
        synthetic.write_run(tmp_path, world, rules=rules)
    with open_tree(tmp_path) as tree:
        measures = editions.edition_differences(tree, A, B)
        assert (measures["estimate"] == 0).all()
        assert editions.changed_winners(tree, A, B).iloc[0]["changed"] == 0
        changes = editions.card_changes(tree, A, B)
        assert np.allclose(changes["estimate"], 0)


def test_only_common_deals_are_paired(tmp_path, synthetic):
    synthetic.write_run(tmp_path, synthetic.World(games=500), rules=A.rules)
    synthetic.write_run(tmp_path, synthetic.World(games=500), rules=B.rules, seed=2)
    synthetic.write_run(tmp_path, synthetic.World(games=500), rules=B.rules)
    with open_tree(tmp_path) as tree:
        assert (editions.edition_differences(tree, A, B)["games"] == 500).all()
        assert (editions.card_changes(tree, A, B)["games"] == 500).all()


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
    names = ("card_games", "card_pairs", "game_totals", "pair_totals", "seats",
             "sources", "histogram", "winner_pairs")  # fmt: skip
    for name in names:
        assert sql(name).startswith("-- ")
