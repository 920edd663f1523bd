"""Gains of a player against others: planted scores give the difference and its clustered error."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from analysis.players.duels import gains
from model import UserError


def tree(frame: pd.DataFrame) -> SimpleNamespace:
    return SimpleNamespace(query=lambda text, params: frame)


def deals(vp, others, win, n: int = 2) -> pd.DataFrame:
    """Each deal once at each of two seats; wins in twelfths."""
    size = len(vp)
    return pd.DataFrame({"deal": range(size), "n": n, "vp": vp, "win": win, "others": n,
                         "vp_others": others, "win_others": n * 12 - np.asarray(win)})  # fmt: skip


def test_gains_are_means_over_seats_with_errors_by_deal():
    rng = np.random.default_rng(1)
    ours, theirs = 2 * 100 + rng.normal(10, 8, 400), 2 * 100 + rng.normal(0, 8, 400)
    won = rng.choice([0, 12, 24], 400, p=[0.1, 0.3, 0.6])
    found = gains(tree(deals(ours, theirs, won)), "r", 2, "a,b", "a").set_index("outcome")
    apart = (ours - theirs) / 2
    assert found.loc["vp", "estimate"] == pytest.approx(apart.mean())
    assert found.loc["vp", "se"] == pytest.approx(apart.std(ddof=1) / 20, rel=1e-3)
    share = won / 24
    assert found.loc["win", "estimate"] == pytest.approx(share.mean() - 0.5)
    assert found.loc["win", "se"] == pytest.approx(share.std(ddof=1) / 20, rel=1e-3)


def test_a_player_that_never_wins_has_an_interval_that_ends_at_no_wins():
    vp, others = np.zeros(250), 200 + np.arange(250.0)
    never, always = (
        gains(tree(deals(vp, others, np.full(250, won))), "r", 2, "a,b", "a").set_index("outcome")
        for won in (0, 24)
    )
    win = never.loc["win"]
    assert win["low"] == win["estimate"] == -0.5
    # None of 250 deals: up to 1.5% of games (Wilson's interval).
    assert win["high"] == pytest.approx(-0.5 + 0.0151, abs=1e-4)
    assert always.loc["win", "low"] == pytest.approx(-win["high"])


def test_a_player_who_did_not_play_is_an_error():
    with pytest.raises(UserError, match="did not play"):
        gains(tree(deals([1.0], [1.0], [12], n=0)), "r", 2, "a,b", "c")
