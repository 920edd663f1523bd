"""The value of taking a guest at its price, by force, against taking none or another one.

Guests are chosen, not dealt: players who take one differ from those who do not, and a player who
leaves one at 3 krones may get it for free some turns later. So the choice is taken out of the
player's hands for one turn (`simulate.experiments.taking`): from one position the same game is
played to its end with each guest of the row taken, and with none taken on that turn. For guest i at
price k

    taking   mean over deals of the outcome with i taken less that with none taken
    instead  the same, less the mean of the outcomes with each of the other guests taken that could
             be had in that position
    chosen   share of these positions in which the player itself takes i

The effect of taking is causal for these players, in positions as they occur, on that turn and for
the player to move, whether it would take the guest or not; after the turn everybody plays as
always. A guest's price is not left to chance alone (others have left it there). Two prices of one
guest therefore differ by more than the krones, and a mean over its prices is no fair measure of a
guest, as guests that all want seldom get cheap.

Outcomes are the seat's lead (VP less the mean of the others) and its win. A guest is in a row only
once: deals are independent, errors those of `stats.ratio` over deals. A verdict states whether
taking it instead of none is shown to gain or to cost, at a false discovery rate of `FDR` over the
guests at one price, table and outcome (`CARDS`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.forced import mean, signs, sums_by_deal
from analysis.base.moments import Moments

OUTCOMES = {"lead": "VP", "win": "share"}
"""Outcomes of the seat to move, with their units."""

GOOD, POOR = "good value", "poor value"
"""Taking the guest is shown to gain, or to cost; else `UNDECIDED`."""

FORMS = {"taking": "n", "instead": "others"}
"""The comparisons, and the column with their number of rows."""


def taking_frame(
    files: Sequence[str], players: int, names: Mapping[str, str], threads: int = 1
) -> pd.DataFrame:
    """The value of taking each guest at each price; one row per guest, price and outcome.

    files: Parquet of `simulate.experiments.taking.AskedTurn.play`, all of one table. names: of
    guests by number as text. Columns: item, name, price (krones), outcome, unit; estimate, se, low,
    high, p, sim_low, sim_high (taking; joint bounds over the guests); instead, instead_low,
    instead_high; use, use_low, use_high (chosen); deals; q and verdict (`GOOD`, `POOR`,
    `UNDECIDED`, "" where there are too few deals).
    """
    held = _moments(files, ("item", "price"), threads)
    found = [
        _family(held, price, outcome, players, names)
        for price in sorted(set(held.keys["price"]))
        for outcome in OUTCOMES
    ]
    return pd.concat(found, ignore_index=True)


def average_frame(files: Sequence[str], players: int, threads: int = 1) -> pd.DataFrame:
    """The value of taking any guest at a price, instead of none; one row per price and outcome.

    The mean over the available guests. Columns: price, outcome, unit, estimate, se, low, high, p,
    use, use_low, use_high, deals.
    """
    held = _moments(files, ("price",), threads)
    rate, low, high = stats.share(*held.select("n", "used"), held.clusters)
    frames = []
    for outcome, unit in OUTCOMES.items():
        one = mean(held, "n", "taking", outcome, players)
        frames.append(pd.DataFrame({
            "price": held.keys["price"], "outcome": outcome, "unit": unit, **stats.columns(one),
            "use": rate, "use_low": low, "use_high": high, "deals": held.clusters.astype(int),
        }))  # fmt: skip
    return pd.concat(frames, ignore_index=True)


def _moments(files: Sequence[str], by: Sequence[str], threads: int) -> Moments:
    """Sums over deals, with their products: n, used, and each outcome in each of `FORMS`."""
    blocks = [("n", "used")]
    blocks += [(n, f"{outcome}_{form}") for outcome in OUTCOMES for form, n in FORMS.items()]
    return sums_by_deal("taken", files, blocks, by, threads)


def _family(
    held: Moments, price: int, outcome: str, players: int, names: Mapping[str, str]
) -> pd.DataFrame:
    """All guests at one price under one outcome: the tests that are judged together."""
    here = (held.keys["price"] == price).to_numpy()
    mine = Moments(held.names, held.keys[here].reset_index(drop=True), held.clusters[here],
                   held.sums[here], held.products[here])  # fmt: skip
    taking = mean(mine, "n", "taking", outcome, players)
    instead = mean(mine, "others", "instead", outcome, players)
    instead_low, instead_high = instead.interval()
    rate, low, high = stats.share(*mine.select("n", "used"), mine.clusters)
    items = mine.keys["item"].astype(str)
    frame = pd.DataFrame({
        "item": items, "name": [names.get(item, item) for item in items], "price": price,
        "outcome": outcome, "unit": OUTCOMES[outcome],
        **stats.columns(taking, tests=int(np.isfinite(taking.se).sum())),
        "instead": instead.value, "instead_low": instead_low, "instead_high": instead_high,
        "use": rate, "use_low": low, "use_high": high, "deals": mine.clusters.astype(int),
    })  # fmt: skip
    q, verdict = signs(taking, GOOD, POOR)
    return frame.assign(q=q, verdict=verdict)
