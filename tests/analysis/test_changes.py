"""One verdict on a change from several measures, and the share of deals that go differently."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from analysis import open_tree
from analysis.base import stats
from analysis.base.verdicts import judge_changes
from analysis.rulesets import compare


def row(name: str, measure: str, value: float, se: float) -> dict[str, object]:
    """A difference in a measure with margin 1."""
    p = 2 * scipy_stats.norm.sf(abs(value) / se) if se else np.nan
    return {"base": "b", "name": name, "measure": measure, "estimate": value, "se": se, "p": p,
            "games": 1000, "margin": 1.0, "better": "", "mean_a": 0.0, "mean_b": value,
            "target": np.nan}  # fmt: skip


CASES = {
    "both far": ([(5.0, 0.5), (0.0, 0.1)], 900, "matters"),
    "beyond nought only": ([(1.2, 0.3), (0.0, 0.1)], 900, "differs"),
    "one open": ([(0.5, 1.0), (0.0, 0.1)], 900, "undecided"),
    "told apart, small": ([(0.5, 0.1), (0.0, 0.0)], 900, "within the margins"),
    "elsewhere only": ([(0.0, 0.0), (0.0, 0.0)], 3, "within the margins"),
    "never": ([(0.0, 0.0), (0.0, 0.0)], 0, "no deal"),
}


@pytest.fixture(scope="module")
def changes() -> pd.DataFrame:
    rows = [
        row(name, measure, *one)
        for name, (values, _, _) in CASES.items()
        for measure, one in zip(("vp", "turns"), values, strict=True)
    ]
    shares = [
        {"base": "b", "name": name, "estimate": n / 1000, "low": 0.0, "high": 1.0, "changed": n,
         "games": 1000}
        for name, (_, n, _) in CASES.items()
    ]  # fmt: skip
    judged, found = judge_changes(pd.DataFrame(rows), pd.DataFrame(shares))
    assert len(judged) == 2 * len(CASES)
    return found


@pytest.mark.parametrize("name", CASES)
def test_the_verdict_follows_from_the_intervals(changes: pd.DataFrame, name: str):
    assert changes.set_index("name").loc[name, "verdict"] == CASES[name][2]


def test_what_matters_comes_first_and_what_never_happens_last(changes: pd.DataFrame):
    assert list(changes["name"])[:2] == ["both far", "beyond nought only"]
    assert changes["name"].iloc[-1] == "never"
    assert changes["measure"].iloc[0] == "vp"
    assert changes["size"].iloc[0] == 5


def test_chance_differences_of_many_changes_seldom_count():
    """100 changes without an effect: at 5% each, several would be told apart."""
    values = np.random.default_rng(5).normal(size=100)
    assert (np.abs(values) > 1.96).sum() > 2
    rows = pd.DataFrame([row(str(i), "vp", value, 1.0) for i, value in enumerate(values)])
    shares = rows[["base", "name"]].assign(estimate=1, low=0, high=1, changed=9, games=9)
    _, found = judge_changes(rows, shares)
    assert set(found["verdict"]) == {"undecided"}


def test_deals_go_differently_if_any_table_differs(tmp_path: Path, synthetic):
    """One seat's luck differs, or nothing does."""
    for ruleset, (rules, sd) in enumerate({"a": 0.0, "b": 0.0, "c": 0.3}.items()):
        world = synthetic.World(games=400, edition_sd=sd)
        synthetic.write_run(tmp_path, world, rules=rules, ruleset=ruleset)
    with open_tree(tmp_path) as tree:
        same, other = (
            row
            for _, row in compare.differing(
                tree, [compare.difference("a", b) for b in "bc"], 2, "greedy"
            ).iterrows()
        )
        wide = tree.query(
            "SELECT game, seat, max(vp) - min(vp) AS d FROM players WHERE rules IN ('a', 'c')"
            " GROUP BY ALL"
        )
    assert (same["changed"], same["games"], same["estimate"]) == (0, 400, 0)
    assert same["high"] == pytest.approx(float(stats.wilson(0, 400)[1]))
    scored = wide[wide["d"] > 0]["game"].nunique()
    assert scored > 20
    assert other["changed"] >= scored
