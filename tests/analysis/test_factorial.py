"""Factorial effects, entrances and seats of modules: planted truth is found and covered."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.cards import entrances
from analysis.rulesets import compare, factorial
from analysis.rulesets.factorial import ALONE, AVERAGE, LAST, PAIR, TOGETHER

FACTORS = ("a", "b", "c")
DESIGN = factorial.Design(
    FACTORS, {one: "+".join(sorted(one)) or "none" for one in factorial.subsets(FACTORS)}
)
VP = factorial.wanted()[:1]


def deals_of(effect, games: int = 3000, sd: float = 4.0, seed: int = 1) -> compare.Deals:
    """Games of all subsets: shared luck of the deal, own luck, and the planted effect of each."""
    rng = np.random.default_rng(seed)
    planted = np.array([effect(one) for one in factorial.subsets(FACTORS)])
    size = (games, len(planted))
    values = 100 + rng.normal(0, 20, (games, 1)) + planted + rng.normal(0, sd, size)
    return compare.Deals(
        tuple(DESIGN.rules), 2, games, values.mean(axis=0)[None], np.cov(values.T)[None]
    )


def planted(one: frozenset[str]) -> float:
    """a brings 3, b takes 2, both together 4 more; c does nothing."""
    return 3.0 * ("a" in one) - 2.0 * ("b" in one) + 4.0 * ({"a", "b"} <= one)


@pytest.fixture(scope="module")
def found():
    frame = factorial.effects_frame(deals_of(planted), DESIGN.contrasts(), VP)
    return frame.set_index(["kind", "name"])


@pytest.mark.parametrize(
    ("kind", "name", "truth"),
    [
        (AVERAGE, "a", 3 + 4 / 2),  # half of the subsets have b
        (AVERAGE, "b", -2 + 4 / 2),
        (AVERAGE, "c", 0),
        (PAIR, "a with b", 4),
        (PAIR, "a with c", 0),
        (ALONE, "a", 3),
        (LAST, "a", 3 + 4),
        (LAST, "b", -2 + 4),
        (TOGETHER, "", 3 - 2 + 4),
    ],
)
def test_planted_effects_are_within_their_intervals(found, kind, name, truth):
    row = found.loc[kind, name]
    assert row["low"] < truth < row["high"]
    assert row["mean_b"] - row["mean_a"] == pytest.approx(
        row["estimate"] / (2 if kind == PAIR else 1)
    )


def test_the_luck_of_a_deal_cancels(found):
    row = found.loc[AVERAGE, "c"]
    assert row["se"] == pytest.approx(4 * np.sqrt(2 / 4) / np.sqrt(3000), rel=0.05)
    assert row["gain"] > 20
    assert row["gain_low"] < row["gain"] < row["gain_high"]


def test_verdicts_are_of_one_family_a_kind(found):
    assert found.loc[AVERAGE, "a"]["verdict"] == "more"
    assert found.loc[AVERAGE, "c"]["verdict"] == "equivalent"
    assert found.loc[PAIR, "a with b"]["verdict"] == "more"
    alone = found.loc[PAIR]["p"].to_numpy()
    assert (found.loc[PAIR]["q"].to_numpy() >= alone).all()


def test_main_effects_and_interactions_are_orthogonal():
    names = [(AVERAGE, name) for name in FACTORS] + [(PAIR, "a with b"), (PAIR, "b with c")]
    weights = {(one.kind, one.name): one.weights for one in DESIGN.contrasts()}
    rows = np.array([[weights[name][label] for label in DESIGN.rules] for name in names])
    product = rows @ rows.T
    assert product == pytest.approx(np.diag(np.diag(product)))
    assert rows.sum(axis=1) == pytest.approx(np.zeros(len(rows)))


def test_additivity_tells_sums_from_interactions():
    row = factorial.additivity(deals_of(planted), DESIGN, VP).iloc[0]
    # Halves of the effects, squared: a 2.5, b 0, a with b 1.
    assert row["one"] == pytest.approx(2.5**2 / (2.5**2 + 1), abs=0.03)
    assert row["pairs_low"] < 1 / (2.5**2 + 1) < row["pairs_high"]
    assert row["p_pairs"] < 1e-6
    assert row["p_more"] > 0.01
    plain = factorial.additivity(deals_of(lambda one: 2.0 * len(one)), DESIGN, VP).iloc[0]
    assert plain["one_low"] > 0.99
    assert plain["p_pairs"] > 0.01


def test_intervals_of_a_main_effect_cover_in_95_of_100():
    """100 replications: fewer than 88 or 100 covered would come by chance in less than 2%."""
    inside = 0
    for seed in range(100):
        frame = factorial.effects_frame(
            deals_of(planted, games=80, seed=seed), DESIGN.contrasts()[:1], VP
        )
        inside += int(frame["low"].iloc[0] < 5 < frame["high"].iloc[0])
    assert 88 <= inside <= 99


# --- entrances --------------------------------------------------------------------------------

KEYS = ("dear", "middle", "poor")
WORTH = np.array([8.0, 0.0, -8.0])
KRONE = 2.0
"""VP that a krone paid costs, in the games below."""


def handed(games: int, price, seed: int, players: int = 2) -> entrances.Handed:
    """Entrances at random; VP are their worth less what they cost, and luck (SD 10)."""
    deals = np.random.default_rng(7)
    owned = deals.random((games, len(KEYS))).argsort(axis=1)[:, :players]
    cost = np.asarray(price, dtype=float)[owned]
    luck = np.random.default_rng([seed, games]).normal(0, 10, (games, players))
    vp = 100 + WORTH[owned] - KRONE * cost + luck
    return entrances.Handed(KEYS, np.arange(games), owned, cost, vp, np.zeros_like(vp))


@pytest.fixture(scope="module")
def arms():
    free = [handed(2500, (0, 0, 0), 1), handed(2500, (0, 0, 0), 2)]
    priced = [handed(2500, (0, 3, 6), 3), handed(2500, (6, 0, 3), 4)]
    return free, priced


def test_a_krone_costs_what_was_planted(arms):
    slope = entrances.slopes(*arms)["lead"]
    low, high = slope.interval()
    assert low < -KRONE < high


def test_lead_handicap_and_fair_bid_are_found(arms):
    worth = entrances.worth_frame(*arms).set_index(["outcome", "item"])
    # Against one of the other two at random: 8 against 0 or -8.
    for outcome in ("lead", "handicap"):
        row = worth.loc[outcome, "dear"]
        assert row["sim_low"] < 12 < row["sim_high"]
    row = worth.loc["bid", "dear"]
    assert row["sim_low"] < 12 / KRONE < row["sim_high"]
    assert row["sim_high"] - row["sim_low"] < 2
    assert worth.loc["lead", "middle"]["low"] < 0 < worth.loc["lead", "middle"]["high"]
    ranked = worth.loc["lead"]
    assert list(ranked["rank_low"]) == list(ranked["rank_high"]) == [1, 2, 3]


def test_pairs_in_which_prices_changed_the_owners_are_left_out(arms):
    free, priced = arms
    other = priced[0]
    turned = other.owned[:, ::-1].copy()
    mixed = entrances.Handed(
        KEYS, other.deal, np.where(other.deal[:, None] % 2 == 0, other.owned, turned),
        np.asarray((0.0, 3.0, 6.0))[turned], other.vp + 50, other.tie_break,
    )  # fmt: skip
    only = entrances.slopes(free[:1], [mixed])["lead"]
    assert np.isfinite(only.value)
    assert np.isnan(
        entrances.slopes(free[:1], [entrances.Handed(
            KEYS, other.deal, turned, other.price, other.vp, other.tie_break)])["lead"].value
    )  # fmt: skip


def test_ranks_leave_open_what_intervals_leave_open():
    first, last = entrances.ranks([5, 1, 0, np.nan], [9, 3, 2, np.nan])
    assert list(first[:3]) == [1, 2, 2]
    assert list(last[:3]) == [1, 3, 3]
    assert np.isnan(first[3])


def test_a_win_goes_to_most_vp_then_to_most_left_over():
    one = entrances.Handed(
        KEYS, np.arange(3), np.array([[0, 1]] * 3), np.zeros((3, 2)),
        np.array([[9.0, 5], [7, 7], [7, 7]]), np.array([[0.0, 0], [1, 2], [3, 3]]),
    )  # fmt: skip
    assert (one.win + 0.5).tolist() == [[1, 0], [0, 1], [0.5, 0.5]]
    assert one.over_best.tolist() == [[4, -4], [0, 0], [0, 0]]
    assert one.lead.tolist() == [[4, -4], [0, 0], [0, 0]]
