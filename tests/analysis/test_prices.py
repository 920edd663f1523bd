"""Prices of cards: the design of the arms, and planted worths that must be found and covered."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.cards import prices
from analysis.cards.prices import BLOCKS, Cells, crossing
from analysis.studies import politics_price
from analysis.studies import price as study
from analysis.studies.questions import PriceSettings
from model import UserError
from simulate.experiments.patches import patch_text
from simulate.experiments.prices import (
    ARMS,
    PRINTED,
    arms,
    levels_around,
    levels_by_arm,
)

COSTS = {"1": 4, "2": 1, "3": 6, "4": 2, "5": 3, "6": 2, **{str(key): 3 for key in range(7, 21)}}


def design(name: str = "t"):
    levels = {key: levels_around(cost, 0, 12, 6) for key, cost in COSTS.items()}
    values = {key: {one: {f"staff.{key}.cost": one} for one in levels[key]} for key in COSTS}
    return arms(COSTS, levels, values, name), levels


# --- the arms -------------------------------------------------------------------------------------


def test_every_level_of_every_card_is_played_and_the_printed_one_in_a_third():
    found, levels = design()
    assert len(found) == ARMS
    for key, cost in COSTS.items():
        played = Counter(arm.levels[key] for arm in found)
        assert set(played) == set(levels[key])
        assert played[cost] == PRINTED
    for arm in found:
        changed = {f"staff.{k}.cost": v for k, v in arm.levels.items() if v != COSTS[k]}
        assert arm.values == changed


def test_levels_of_two_cards_are_assigned_independently():
    orders = [levels_by_arm(3, range(10), random.Random(f"x {key}")) for key in range(400)]
    level = np.array(orders, dtype=float)
    rho = np.corrcoef(level)[np.triu_indices(400, 1)]
    # Of 24 arms in random order: mean 0, sd 1 / sqrt(23).
    assert abs(rho.mean()) < 0.005
    assert rho.std() == pytest.approx(1 / np.sqrt(ARMS - 1), rel=0.05)


def test_arms_of_other_designs_have_other_names():
    few = {"1": levels_around(4, 0, 12, 6), **{key: (COSTS[key],) for key in COSTS if key != "1"}}
    values = {"1": {one: {"staff.1.cost": one} for one in few["1"]}} | {
        key: {} for key in COSTS if key != "1"
    }
    one, other = arms(COSTS, few, values, "t"), design()[0]
    assert not {arm.id for arm in one} & {arm.id for arm in other}
    assert [arm.levels["1"] for arm in one] == [arm.levels["1"] for arm in other]
    assert all(arm.levels["2"] == 1 for arm in one)


# --- the estimator --------------------------------------------------------------------------------


def cells(worth, use, *, seats: int = 400, sd: float = 10.0, seed: int = 1) -> Cells:
    """Sums of holders: the planted worth of each card and level, a shift of each arm, and luck."""
    rng = np.random.default_rng(seed)
    found, _ = design()
    items = tuple(COSTS)
    levels = np.array([[float(arm.levels[item]) for item in items] for arm in found])
    n = np.full((ARMS, len(items), BLOCKS), seats / BLOCKS)
    mean = np.array([[worth(item, level) for item, level in zip(items, row, strict=True)]
                     for row in levels])  # fmt: skip
    share = np.array([[use(item, level) for item, level in zip(items, row, strict=True)]
                      for row in levels])  # fmt: skip
    mean += rng.normal(0, 3, (ARMS, 1))
    y = n * mean[:, :, None] + rng.normal(0, sd, n.shape) * np.sqrt(n)
    printed = np.array([float(COSTS[item]) for item in items])
    return Cells(items, printed, levels, n, n * share[:, :, None], y)


BRINGS = {
    "1": 5.0,
    "2": 9.0,
    "3": 6.0,
    "4": 2.0,
    "5": 30.0,
    "6": -4.0,
    **{str(key): 5.0 for key in range(7, 21)},
}
"""VP less costs of a card, a krone being a VP; nobody pays more than it brings."""


def brought(item: str, level: float) -> float:
    return max(BRINGS[item] - level, -2.0)


AVERAGE = {
    item: np.mean([brought(one, COSTS[one]) for one in COSTS if one != item]) for item in COSTS
}


def used(item: str, level: float) -> float:
    return 1.0 if BRINGS[item] - level > -2 else 0.0


def test_planted_prices_are_found_where_games_are_many():
    found = prices.curves(cells(brought, used, seats=1_000_000))
    frame = prices.price_frame(found, {"1": "One"}).set_index("item")
    assert frame.loc["1", "name"] == "One"
    for item in "1237":
        fair = BRINGS[item] - AVERAGE[item]
        assert 0 < fair < frame.loc[item, "most"]
        assert frame.loc[item, "fair"] == pytest.approx(fair, abs=0.1)
        truth = brought(item, COSTS[item]) - AVERAGE[item]
        assert frame.loc[item, "worth"] == pytest.approx(truth, abs=0.1)
    assert frame.loc["1", "slope"] == pytest.approx(-1, abs=0.1)
    assert frame.loc["1", "floor"] == pytest.approx(-2 - AVERAGE["1"], abs=0.1)
    # Used at any cost up to 6, and worth more than a card left in hand until it costs 7.
    assert frame.loc["2", "even"] == np.inf


def test_beyond_the_levels_that_were_played_nothing_is_extrapolated():
    frame = prices.price_frame(prices.curves(cells(brought, used, seats=1_000_000)), {})
    frame = frame.set_index("item")
    assert tuple(frame.loc["5", ["fair", "fair_low", "fair_high"]]) == (np.inf,) * 3
    assert tuple(frame.loc["6", ["fair", "fair_low", "fair_high"]]) == (-np.inf,) * 3


@pytest.mark.long
def test_intervals_of_fair_levels_cover():
    hits, asked = 0, 0
    for seed in range(25):
        found = prices.curves(cells(brought, used, seats=3000, seed=seed), seed=seed)
        frame = prices.price_frame(found, {}).set_index("item")
        for item in "127":
            fair = BRINGS[item] - AVERAGE[item]
            asked += 1
            hits += frame.loc[item, "fair_low"] <= fair <= frame.loc[item, "fair_high"]
    # 95% of 75 is 71; fewer than 65 has a chance of 0.3%.
    assert 65 <= hits <= asked


def test_a_card_that_players_buy_to_their_harm_is_even_below_its_cost():
    """Who is dealt card 4 buys it at any cost, though it brings 2 VP."""

    def harmed(item: str, level: float) -> float:
        return 2.0 - level if item == "4" else 0.0

    frame = prices.price_frame(
        prices.curves(cells(harmed, lambda item, level: float(item == "4"), seats=1_000_000)), {}
    ).set_index("item")
    assert np.isnan(frame.loc["1", "even"])  # nobody uses it
    assert frame.loc["4", "floor"] == pytest.approx(0, abs=0.05)
    assert frame.loc["4", "even"] == pytest.approx(2, abs=0.05)


def test_players_to_whom_a_dearer_card_is_worth_more_misfit():
    frame = prices.price_frame(
        prices.curves(cells(lambda item, level: level * (item == "1"), used, seats=1_000_000)), {}
    ).set_index("item")
    assert frame.loc["1", "misfit"] > 10 > frame.loc["2", "misfit"]


@pytest.mark.parametrize(
    ("values", "sign", "at"),
    [((2, 1, -1), -1, 2.5), ((-2, -1, 1), 1, 2.5), ((-1, -2, -3), -1, -np.inf),
     ((3, 2, 1), -1, np.inf), ((-3, -2, -1), 1, np.inf), ((1, 2, 3), 1, -np.inf),
     ((1, 0, 0), -1, 2.0)],
)  # fmt: skip
def test_crossing(values, sign, at):
    assert crossing(np.array([1.0, 2, 3]), np.array(values, dtype=float), sign) == at


# --- played ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_card_that_gives_krones_back_is_worth_so_much_more(tmp_path: Path):
    """6 VP when played, without and with 3 krones: the second may cost 3 krones more. And 60 VP
    are worth any cost, nothing none."""
    gains = {"1": {"vp": 6}, "2": {"vp": 6, "krones": 3}, "3": {"vp": 60}, "4": {"strudel": 0}}
    lines = ['id = "planted"', "[set]"]
    for key, gain in gains.items():
        effect = ", ".join(f"{word} = {n}" for word, n in gain.items() if n) or "vp = 0"
        lines += [f'"staff.{key}.timing" = "once"', f'"staff.{key}.abilities" = []',
                  f'"staff.{key}.effects" = [{{ do = "gain", {effect} }}]']  # fmt: skip
    file = tmp_path / "planted.toml"
    file.write_text("\n".join(lines))
    settings = PriceSettings(games=72_000)
    asked = study.PriceStudy(settings, tmp_path / "data", {"patches": (file,)}).of(tuple(gains))
    frame = asked.answer(2, Console(quiet=True)).prices.set_index("item")
    more = frame.loc["2", "fair"] - frame.loc["1", "fair"]
    error = (
        np.hypot(*(frame.loc[key, "fair_high"] - frame.loc[key, "fair_low"] for key in "12")) / 3.92
    )
    assert abs(more - 3) < 3 * error < 3
    assert frame.loc["3", "fair"] == np.inf
    assert frame.loc["4", "fair"] == -np.inf


def test_arms_that_set_nothing_are_the_rules_themselves(tmp_path: Path):
    asked = study.PriceStudy(PriceSettings(), tmp_path).of(("17",))
    assert len(asked.arms) == ARMS - PRINTED + 1
    arm, rules = asked.arms[asked.ruleset.label]
    assert arm.levels["17"] == rules.staff[17].cost


def test_patches_of_arms_say_what_they_set():
    text = patch_text("a-1", "A title", {"staff.1.cost": 3}, "why")
    assert text.splitlines() == [
        'id = "a-1"', 'title = "A title"', 'reason = "why"', "", "[set]", '"staff.1.cost" = 3',
    ]  # fmt: skip


# --- guests ---------------------------------------------------------------------------------------


def test_planted_vp_of_guests_are_found_where_taking_is_forced(tmp_path: Path):
    """A guest brings its VP and a gain of its own: fair where both are as much as an average."""
    printed = {str(key): key % 5 + 2 for key in range(1, 13)}
    own = {key: float(int(key) % 4) for key in printed}
    levels = {key: levels_around(vp, 0, 16, 6) for key, vp in printed.items()}
    values = {key: {one: {f"guest.{key}.vp": one} for one in levels[key]} for key in printed}
    found = arms(printed, levels, values, "t")
    rng = np.random.default_rng(3)
    files = {}
    for arm in found:
        items = np.tile(np.arange(1, 13), 640)
        gain = np.array([arm.levels[str(i)] + own[str(i)] - 5 for i in range(1, 13)])
        lead = 2 * (np.tile(gain, 640) + rng.normal(0, 2, len(items)))
        rows = pd.DataFrame({"deal": np.repeat(np.arange(640), 12), "item": items, "place": 0,
                             "lead": np.rint(lead).astype(int), "lead_none": 0})  # fmt: skip
        rows.to_parquet(tmp_path / f"{arm.id}.parquet")
        files[arm.id] = [str(tmp_path / f"{arm.id}.parquet")]
    asked = {arm.id: arm.levels for arm in found}
    cells = prices.read_forced(
        "taken_cells", files, {id: {**one, "99": 3} for id, one in asked.items()},
        printed | {"99": 3}, 3,
    )  # fmt: skip
    assert cells.items == tuple(printed)  # nobody is offered 99
    curves = prices.curves(cells, rising=True, forced=True)
    frame = prices.price_frame(curves, {}).set_index("item")
    for item in "123":
        mean = np.mean([printed[one] + own[one] for one in printed if one != item])
        assert frame.loc[item, "fair"] == pytest.approx(mean - own[item], abs=0.2)
        assert frame.loc[item, "even"] == pytest.approx(5 - own[item], abs=0.2)
        assert frame.loc[item, "slope"] == pytest.approx(1, abs=0.15)


# --- politics cards -------------------------------------------------------------------------------

FIRST = {"A-x": 15, "A-y": 15, "B-x": 15, "C-x": 15}
COST = {"A-x": 6.0, "A-y": 3.0, "B-x": 9.0, "C-x": 21.0}
"""VP that going for a planted card costs those who do."""
CLAIM = 0.5


def claims(level: float) -> float:
    """The share of seats that claim a card, whatever it costs them: from 5 VP on."""
    return CLAIM if level >= 5 else 0.0


def planted_claims(folder: Path, deals: int, sd: float, seed: int = 3) -> prices.Cells:
    """Rows as `Barred.play` gives them at a table of three, two seats asked, of every arm."""
    levels = {key: tuple(range(0, 46, 5)) for key in FIRST}
    values = {key: {one: {f"politics.cards.{key}.places": [one]} for one in levels[key]}
              for key in FIRST}  # fmt: skip
    found, files = arms(FIRST, levels, values, "t"), {}
    half = np.repeat(np.arange(deals), 2) // BLOCKS % 2 == 0  # in each block
    rng = np.random.default_rng(seed)
    for arm in found:
        rows = []
        for item in FIRST:
            claimed = half & (claims(arm.levels[item]) > 0)
            gain = claimed * (arm.levels[item] - COST[item])
            barred = np.rint(2 * rng.normal(0, 20, 2 * deals))
            lead = np.rint(barred + 2 * gain + 2 * rng.normal(0, sd, 2 * deals))
            rows.append(pd.DataFrame({
                "deal": np.repeat(np.arange(deals), 2), "item": item,
                "seat": np.tile([0, 1], deals), "claimed": claimed.astype(np.int8),
                "lead": lead.astype(int), "lead_barred": barred.astype(int),
            }))  # fmt: skip
        pd.concat(rows).to_parquet(folder / f"{arm.id}.parquet")
        files[arm.id] = [str(folder / f"{arm.id}.parquet")]
    asked = {arm.id: arm.levels for arm in found}
    return prices.read_forced("claimed_cells", files, asked, FIRST, 3)


def planted_gain(item: str, level: float) -> float:
    return claims(level) * (level - COST[item])


def fair_claim(item: str) -> float:
    """The first place at which the right to claim is worth the mean of the others as printed."""
    others = np.mean([planted_gain(one, 15) for one in FIRST if one != item])
    return float(others / CLAIM + COST[item])


def test_planted_vp_of_politics_cards_are_found_where_seats_are_barred(tmp_path: Path):
    found = prices.curves(planted_claims(tmp_path, 1_280, 2.0), rising=True, forced=True)
    frame = prices.price_frame(found, {}).set_index("item")
    for item in FIRST:
        assert frame.loc[item, "fair"] == pytest.approx(fair_claim(item), abs=0.6)
        assert frame.loc[item, "fair_low"] <= fair_claim(item) <= frame.loc[item, "fair_high"]
        assert frame.loc[item, "use"] == pytest.approx(CLAIM, abs=0.03)
    assert frame.loc["A-x", "slope"] == pytest.approx(CLAIM, abs=0.05)
    for item in ("B-x", "C-x"):
        assert frame.loc[item, "even"] == pytest.approx(COST[item], abs=0.6)
    # Nobody claims it for less than 5 VP, where it brings something already.
    assert frame.loc["A-y", "even"] == -np.inf


def test_cards_that_nobody_claims_have_no_price(tmp_path: Path):
    cells = planted_claims(tmp_path, 64, 2.0)
    nothing = prices.curves(
        Cells(cells.items, cells.printed, cells.levels, cells.n, 0 * cells.n, 0 * cells.y),
        rising=True, forced=True,
    )  # fmt: skip
    frame = prices.price_frame(nothing, {})
    assert frame[["fair", "fair_low", "fair_high", "even"]].isna().all(axis=None)


@pytest.mark.long
def test_intervals_of_fair_vp_of_politics_cards_cover(tmp_path: Path):
    hits, asked = 0, 0
    for seed in range(25):
        cells = planted_claims(tmp_path, 320, 10.0, seed)
        found = prices.curves(cells, rising=True, forced=True, seed=seed)
        frame = prices.price_frame(found, {}).set_index("item")
        for item in FIRST:
            asked += 1
            fair = fair_claim(item)
            hits += frame.loc[item, "fair_low"] <= fair <= frame.loc[item, "fair_high"]
    # 95% of 100 is 95; fewer than 88 has a chance of 0.4%.
    assert 88 <= hits <= asked


def test_levels_of_politics_cards_are_thirds_and_later_places_in_proportion(tmp_path: Path):
    asked = politics_price.PoliticsPriceStudy(PriceSettings(), tmp_path).of(("A-krones",))
    assert asked.settings.cards == ("A-krones",)
    assert asked.levels(15) == tuple(range(0, 46, 5))
    assert asked.levels(2) == (0, 1, 2, 3, 4, 5, 6)
    assert max(asked.levels(60)) <= 99
    for arm, rules in asked.arms.values():
        places = rules.politics.places_of("A-krones")
        level = arm.levels["A-krones"]
        assert places == (level, round(level * 2 / 3), round(level / 3))
        assert rules.politics.places_of("B-floors") == (15, 10, 5)


def test_politics_cards_whose_first_place_pays_nothing_are_refused(tmp_path: Path):
    patch = tmp_path / "nothing.toml"
    patch.write_text('id = "x"\n[set]\n"politics.cards.A-krones.places" = [0, 5]')
    asked = politics_price.PoliticsPriceStudy(PriceSettings(), tmp_path, {"patches": (patch,)})
    with pytest.raises(UserError, match="A-krones: its first place pays 0 VP"):
        asked.of(()).arms  # noqa: B018
