"""What a title may claim of estimates: only what their intervals show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np
import pandas as pd

from analysis.base import stats
from reports.figures.figure import Claim


def largest(rows: pd.DataFrame) -> tuple[pd.Series, Claim]:
    """The row with the largest estimate, and the claim that it exceeds all others."""
    top = rows.loc[rows["estimate"].idxmax()]
    others = rows.drop(index=top.name)
    beyond = float(others["high"].max()) if len(others) else float("-inf")
    return top, Claim(float(top["low"]), float(top["high"]), beyond)


def above(first: pd.Series, second: pd.Series) -> Claim:
    """The claim that one estimate exceeds another, from the ends of their intervals."""
    return Claim(
        float(first["low"] - second["high"]), float(first["high"] - second["low"])
    )  # fmt: skip


def shown(rows: pd.DataFrame) -> list[Claim]:
    """The claims of all rows that their intervals support."""
    found = [Claim.of(row) for _, row in rows.iterrows()]
    return [one for one in found if one.shown]


Rows = TypeVar("Rows", pd.Series, pd.DataFrame)


def widened(rows: Rows, tests: int) -> Rows:
    """Estimates with sim_low and sim_high, which hold jointly for this many intervals. Each end of
    the known single intervals is moved as that of a normal one would be."""
    each = stats.normal_quantile(stats.simultaneous_level(tests))
    wider = each / stats.normal_quantile(stats.LEVEL)
    out = rows.copy()
    for end in ("low", "high"):
        out[f"sim_{end}"] = rows["estimate"] + wider * (rows[end] - rows["estimate"])
    return out


def widened_shares(rows: pd.DataFrame, tests: int) -> pd.DataFrame:
    """The same for shares with intervals of `stats.proportion`, whose bounds stay within 0 and 1.

    An interval of Wilson's and its share determine the number of trials: with half its width h and
    a = z^2 / trials, (h^2 - 1/4) a^2 + (2 h^2 - p (1 - p)) a + h^2 = 0, with one positive root,
    because h is below 1/2. The wider interval is Wilson's for as many trials.
    """
    share = rows["estimate"].to_numpy(float)
    squared = ((rows["high"] - rows["low"]).to_numpy(float) / 2) ** 2
    middle = 2 * squared - share * (1 - share)
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(middle**2 + (1 - 4 * squared) * squared)
        a = (middle + root) / (2 * (1 / 4 - squared))
        trials = stats.normal_quantile(stats.LEVEL) ** 2 / a
        low, high = stats.wilson(share * trials, trials, stats.simultaneous_level(tests))
    return rows.assign(sim_low=low, sim_high=high)


def set_apart(rows: pd.DataFrame, most: int, *, lowest: bool = False) -> pd.DataFrame:
    """The largest (or lowest) estimates whose joint intervals lie beyond all others, at most this
    many, the most extreme first; no rows if there are none."""
    known = rows.dropna(subset=["estimate"])
    known = known.sort_values("estimate", ascending=lowest, kind="stable")
    for size in range(min(most, len(known) - 1), 0, -1):
        first, rest = known[:size], known[size:]
        beyond = (
            first["sim_high"].max() < rest["sim_low"].min() if lowest
            else first["sim_low"].min() > rest["sim_high"].max()
        )  # fmt: skip
        if beyond:
            return first
    return known[:0]


def all_shown(claims: Sequence[Claim]) -> bool:
    """Is there a claim, and is each supported by its interval?"""
    return bool(claims) and all(one.shown for one in claims)
