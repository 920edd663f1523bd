"""The fair value of a number printed on a card, from games in which many cards had other numbers.

`simulate.experiments.prices` describes the arms. Chance deals the cards, and a card's level in an
arm is drawn independently of the others: what the holders of a card gain or lose by its level is
causal for these players. For card i at level k in arm a

    mean outcome of its holders  =  arm a  +  worth of i at k  +  chance

(by least squares over all cells; if its neighbours are cheap, every card looks a little worse,
which the arm's term absorbs). The outcome is a seat's lead, or its share of wins. Then

    worth    of a card at a level, less the mean worth of all other cards at their printed levels
    floor    the worth of a card that nobody uses: of all cards together, where under
             `UNUSED` of the holders use them
    fair     the level at which the worth is 0: the card is worth an average card
    even     the level at which those who use the card gain nothing by it: the worth above the floor
             for each use. Players stop using a card before it gains nothing, so there may be none
    slope    the change of worth from the printed number to the next higher one

For guests the number is their VP, and players who may take one are made to (`cards.taking`): the
worth is the gain over taking none, of guest i at level k less that of an average guest. Only the
last guest to come in counts, on the first place of the row: chance alone put it there, at one price
for all. Fair is then the VP at which taking it is worth taking an average guest there; even is the
VP at which taking it gains nothing.

For politics cards the number is the VP of the first place; the others are in the printed
proportion. Such a card on the table gives no seat a lead, as all may claim it; but one seat can be
kept from it (restricted play: Jaffe, Miller, Andersen, Liu, Karlin & Popovic 2012, Evaluating
Competitive Game Balance with Restricted Play, AIIDE). The worth is the gain of a seat's lead from
being allowed to claim the card, compared with the same deal in which it alone may not and knows it;
for card i at level k, less that of an average card; averaged over the seats, in deals that lay the
card out. It includes the cost of going for the card, the gain of a place, and what a better place
takes from the others. Fair is the VP at which the right to claim the card is worth that to an
average one; even is the VP at which those who claim it gain nothing, over the levels at which
`USED` of the seats do. Both apply to these players: one that never goes for a card gains nothing by
the right to it, whatever it pays.

The worth falls with a cost and rises with VP. It is fitted as monotone over the levels (weighted
least squares: Barlow, Bartholomew, Bremner & Brunk 1972, Statistical Inference under Order
Restrictions), and fair and even are where straight lines between the fitted points cross 0. Outside
the levels that were played they are only given as -inf or inf. `misfit` is the distance of the
worths from the nearest monotone line, in their own errors: players to whom a dearer card is worth
more misplay it.

Intervals are quantiles, errors the standard deviation, of the Bayesian bootstrap over blocks of
deals (`resample`): the arms share deals, and a block contains whole deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import duckdb
import numpy as np
import pandas as pd
from scipy import special
from scipy.optimize import isotonic_regression

from analysis.base.data import Tree, sql
from analysis.base.families import CARDS
from analysis.base.forced import scale_of
from analysis.base.resample import deal_weights
from analysis.base.runs import Config
from analysis.base.stats import LEVEL, MIN_ARM, Array, Estimate, named
from analysis.cards.floor import UNUSED

BLOCKS = 64
REPLICATES = 400
USED = 0.05
"""Least share of uses for estimating a gain per use."""


@dataclass(frozen=True)
class Cells:
    """Sums over the holders of each card in each arm and block of deals.

    items: keys of I cards; levels (A, I): the number of each card in each of A arms; printed (I,);
    n, used, y (A, I, B): holders, those who used the card, and their outcomes, by block; for cards
    that lie on the table for all, deals, and the means of their seats.
    """

    items: tuple[str, ...]
    printed: Array
    levels: Array
    n: Array
    used: Array
    y: Array

    def select(self, weights: Array) -> tuple[Array, Array, Array]:
        """Weighted sums n, used, y, each (R, A, I), for weights (R, B) of the blocks."""
        n, used, y = (np.einsum("rb,aib->rai", weights, x) for x in (self.n, self.used, self.y))
        return n, used, y


def read_cells(
    tree: Tree, arms: Mapping[str, Mapping[str, int]], printed: Mapping[str, int],
    players: int, policy: str, outcome: str = "lead",
) -> Cells:  # fmt: skip
    """The cells of staff cards. arms: by label of each arm's ruleset, its level of each card."""
    text = sql("price_cells")
    found = [
        tree.sums(text, {**one.params(), "blocks": BLOCKS}, ("item", "block"), (one,))
        for one in (Config(label, players, policy) for label in arms)
    ]
    return _cells(found, arms, printed, outcome, scale_of(outcome, players))


def read_forced(
    query: str, files: Mapping[str, Sequence[str]], arms: Mapping[str, Mapping[str, int]],
    printed: Mapping[str, int], players: int,
) -> Cells:  # fmt: skip
    """The cells of cards that some seats are made to take, or kept from, by the gain.

    query: "taken_cells" for guests taken by force, compared with none; all who could take the last
    guest to come in do. "claimed_cells" for politics cards that a seat may claim, compared with
    not. files: for each arm, Parquet of forced deals (`simulate.experiments.taking`, `claiming`);
    arms: its level of each card. Cards that are hardly ever on the table at their printed level are
    left out.
    """
    with duckdb.connect(":memory:") as db:
        found = [
            db.execute(sql(query), {"files": list(files[arm]), "blocks": BLOCKS}).df()
            for arm in arms
        ]
    every = _cells(found, arms, printed, "lead", scale_of("lead", players))
    there = (every.n.sum(axis=2) * (every.levels == every.printed)).sum(axis=0) >= MIN_ARM
    kept = tuple(item for item, known in zip(every.items, there, strict=True) if known)
    return Cells(kept, every.printed[there], every.levels[:, there], every.n[:, there],
                 every.used[:, there], every.y[:, there])  # fmt: skip


def _cells(
    found: Sequence[pd.DataFrame], arms: Mapping[str, Mapping[str, int]],
    printed: Mapping[str, int], outcome: str, scale: float,
) -> Cells:  # fmt: skip
    """The cells from a frame of each arm: item, block, n, used and the outcome times `scale`."""
    items = tuple(printed)
    place = {item: at for at, item in enumerate(items)}
    sums = np.zeros((3, len(arms), len(items), BLOCKS))
    for a, frame in enumerate(found):
        i = frame["item"].map(place).to_numpy(dtype=int)
        b = frame["block"].to_numpy(dtype=int)
        for into, name in zip(sums, ("n", "used", outcome), strict=True):
            into[a, i, b] = frame[name].to_numpy(dtype=float)
    levels = np.array([[float(level[item]) for item in items] for level in arms.values()])
    own = np.array([float(printed[item]) for item in items])
    return Cells(items, own, levels, sums[0], sums[1], sums[2] / scale)


@dataclass(frozen=True)
class CardCurve:
    """A card by level, in replicates; the first is the estimate.

    levels, n (holders), arms (K,); worth, fit, use (R, K); floor (R,): its worth if nobody used it.
    """

    item: str
    printed: float
    levels: Array
    n: Array
    arms: Array
    worth: Array
    fit: Array
    use: Array
    floor: Array
    sign: int


def curves(
    cells: Cells, *, rising: bool = False, forced: bool = False, seed: int = 0
) -> list[CardCurve]:
    """The worth of each card by level, with replicates. rising: does it rise with the level?

    forced: outcomes are gains over going without the card, so that the floor is 0.
    """
    blocks, sign = cells.n.shape[2], 1 if rising else -1
    weights = deal_weights(np.random.default_rng(seed), REPLICATES, blocks)
    n, used, y = cells.select(np.vstack([np.ones((1, blocks)), weights]))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(n > 0, y / n, 0.0)
    levels = [np.unique(column) for column in cells.levels.T]
    starts = np.cumsum([0, *map(len, levels)])
    group = np.stack([
        start + np.searchsorted(known, column)
        for start, known, column in zip(starts, levels, cells.levels.T, strict=False)
    ], axis=1)  # fmt: skip
    worths = _without_arms(mean, group, n[0])
    printed = starts[:-1] + [
        int(np.searchsorted(known, one)) for known, one in zip(levels, cells.printed, strict=True)
    ]
    total = worths[:, printed].sum(axis=1, keepdims=True)
    others = (total - worths[:, printed]) / max(len(cells.items) - 1, 1)
    found, idle, idle_y = [], np.zeros(len(n)), np.zeros(len(n))
    for i, item in enumerate(cells.items):
        here = (cells.levels[:, i] == levels[i][:, None]).T.astype(float)  # (A, K)
        worth = worths[:, starts[i] : starts[i + 1]]
        seats = n[:, :, i] @ here
        with np.errstate(divide="ignore", invalid="ignore"):
            use = np.where(seats > 0, used[:, :, i] @ here / seats, 0.0)
        unused = use[0] < UNUSED
        idle += seats[:, unused].sum(axis=1)
        idle_y += (seats * worth)[:, unused].sum(axis=1)
        worth = worth - others[:, i, None]
        fit = _monotone(worth, np.maximum(seats[0], 1e-9), sign)
        found.append(CardCurve(item, float(cells.printed[i]), levels[i], seats[0], here.sum(axis=0),
                           worth, fit, use, -others[:, i], sign))  # fmt: skip
    with np.errstate(divide="ignore", invalid="ignore"):
        floor = np.where(idle[0] >= MIN_ARM, idle_y / idle, np.nan)
    if forced:
        floor = np.zeros(len(n))
    return [replace(one, floor=one.floor + floor) for one in found]


def _without_arms(mean: Array, group: Array, n: Array) -> Array:
    """Worths (R, G) of the groups of cells (A, I) from their means (R, A, I), by least squares.

    A cell is the sum of its arm and its group (a card at a level), weighted by its holders n (A,
    I); arms add up to 0.
    """
    arms, items = group.shape
    design = np.zeros((arms * items + 1, arms + int(group.max()) + 1))
    at = np.arange(arms * items)
    root = np.sqrt(n.ravel() / max(n.mean(), 1.0))
    design[at, np.repeat(np.arange(arms), items)] = root
    design[at, arms + group.ravel()] = root
    design[-1, :arms] = 1
    values = np.hstack([mean.reshape(len(mean), -1) * root, np.zeros((len(mean), 1))])
    return np.asarray((values @ np.linalg.pinv(design).T)[:, arms:])


def _monotone(worth: Array, weights: Array, sign: int) -> Array:
    """The monotone fit of each row (K,) of worth: rising (sign 1) or falling (-1)."""
    return np.stack([
        isotonic_regression(row, weights=weights, increasing=sign > 0).x for row in worth
    ])  # fmt: skip


def crossing(levels: Array, values: Array, sign: int) -> float:
    """Where the lines between (levels, values), which rise (sign 1) or fall (-1), cross 0.

    -inf or inf if that is below or above all levels; NaN if there are no levels, or if all values
    are 0, so that no level differs from another.
    """
    rising = sign * values
    if not rising.any() or not np.isfinite(rising).all():
        return float("nan")
    if rising[0] > 0:
        return -np.inf
    if rising[-1] < 0:
        return np.inf
    after = int(np.argmax(rising >= 0))
    if after == 0:
        return float(levels[0])
    step = rising[after] - rising[after - 1]
    return float(levels[after] - rising[after] / step * (levels[after] - levels[after - 1]))


def price_frame(found: Sequence[CardCurve], names: Mapping[str, str]) -> pd.DataFrame:
    """The prices of each card, in the order of the items.

    Columns: item, name, printed; fair, fair_low, fair_high, even, even_low, even_high (levels; -inf
    and inf: beyond those that were played); least, most (levels played), even_least, even_most
    (those at which enough holders use it to estimate even, NaN without any); worth, worth_se,
    worth_low, worth_high (at the printed level, as fitted); at_fair (worth at the fair level,
    rounded to a whole number within the levels), fair_use and use (share of holders who use it,
    there and as printed); slope and its se, low, high; floor, floor_se; misfit; n (holders); q
    (test of "at the printed level it is worth an average card": Benjamini & Yekutieli over the
    cards).
    """
    frame = pd.DataFrame([_priced(one, names.get(one.item, one.item)) for one in found])
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.abs(frame["worth"]) / frame["worth_se"]
    return frame.assign(q=CARDS.q(2 * special.ndtr(-z)))


def _priced(one: CardCurve, name: str) -> dict[str, object]:
    fair = np.array([crossing(one.levels, row, one.sign) for row in one.fit])
    at = int(np.searchsorted(one.levels, one.printed))
    inside = np.clip(fair[0], one.levels[0], one.levels[-1])
    nearest = int(np.argmin(np.abs(one.levels - inside)))
    told = one.levels[_often(one)]
    up, down = min(at + 1, len(one.levels) - 1), max(at - 1, 0)
    slope = (one.fit[:, up] - one.fit[:, down]) / max(one.levels[up] - one.levels[down], 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        misfit = np.abs(one.worth[0] - one.fit[0]) / one.worth[1:].std(axis=0, ddof=1)
    return {
        "item": one.item, "name": name, "printed": int(one.printed),
        **_quantiles("fair", fair), **_quantiles("even", _even(one)),
        "least": int(one.levels[0]), "most": int(one.levels[-1]),
        "even_least": float(told[0]) if len(told) else np.nan,
        "even_most": float(told[-1]) if len(told) else np.nan,
        **_normal("worth", one.fit[:, at]), "use": float(one.use[0, at]),
        "at_fair": float(one.fit[0, nearest]), "fair_use": float(one.use[0, nearest]),
        **_normal("slope", slope), **_normal("floor", one.floor),
        "misfit": float(misfit.max()), "n": int(one.n.sum()),
    }  # fmt: skip


def level_frame(found: Sequence[CardCurve], names: Mapping[str, str]) -> pd.DataFrame:
    """The worth of each card at each level; one row per card and level.

    Columns: item, name, level, printed (is it the printed one), worth, worth_se, worth_low,
    worth_high, fit, use, n (holders), arms.
    """
    return pd.DataFrame([
        {"item": one.item, "name": names.get(one.item, one.item), "level": int(level),
         "printed": bool(level == one.printed), **_normal("worth", one.worth[:, k]),
         "fit": float(one.fit[0, k]), "use": float(one.use[0, k]),
         "n": int(one.n[k]), "arms": int(one.arms[k])}
        for one in found
        for k, level in enumerate(one.levels)
    ])  # fmt: skip


def _often(one: CardCurve) -> Array:
    """The levels at which enough holders use a card to estimate their gain, (K,)."""
    return np.asarray(one.use[0] >= USED)


def _even(one: CardCurve) -> Array:
    """Where the gain per use is 0, (R,): over the levels at which it can be estimated."""
    often = _often(one)
    if not often.any() or np.isnan(one.floor).any():
        return np.full(len(one.floor), np.nan)
    use = one.use[:, often]
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = (one.worth[:, often] - one.floor[:, None]) / use
    fit = _monotone(np.nan_to_num(gain), one.n[often] * use[0] ** 2, one.sign)
    return np.array([crossing(one.levels[often], row, one.sign) for row in fit])


def _quantiles(name: str, values: Array) -> dict[str, float]:
    """The estimate and its bootstrap interval, whose ends may be infinite."""
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    low, high = np.quantile(values[1:], tails, method="inverted_cdf")
    return {name: float(values[0]), f"{name}_low": float(low), f"{name}_high": float(high)}


def _normal(name: str, values: Array) -> dict[str, float]:
    """The estimate with its bootstrap error and a normal interval."""
    return named(name, Estimate(values[0], values[1:].std(ddof=1)))
