"""Ways of play: which exist among seats of recorded games, how often each is played, and its wins.

Seats are grouped by standardised axes (`play`, `clusters`), those of all tables together, so that a
way has the same meaning at each. A way that wins more may have been dealt to its seat. So the
influence of the deal is measured and removed: each deal is played several times, with other dice
and cards each time, and a seat that goes one way is compared with the same seat of the same deal
when it went another. This removes the deal's influence, but not the luck of dice and cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.random import Generator

from analysis.base import decide, stats
from analysis.base.resample import deal_weights, percentiles
from analysis.base.stats import Array
from analysis.course import clusters
from analysis.course.play import SHARE, axes_of, axis

FARTHEST = 4.0
"""Standard deviations at which a value of an axis is clipped, so that few seats make no group."""

LEANINGS = ("guests", "staff", "politics", "emperor", "blue", "red", "yellow", "modules")
"""Axes for a seat's strongest leaning."""

TELLING = 0.5
"""Standard deviations from the mean of all seats from which an axis is part of a way's name."""

MARGIN = 0.03
"""Share of wins by which a way must differ from the average one to be better or worse: 3 points."""

DECIDES = 0.20
"""Wins per standard deviation of a source's share of VP, at the same deal and seat, from which the
source decides the game: the seat that has it wins seven of ten two-player games."""

REPLICATES = 400
BETTER, WORSE, EQUAL, UNDECIDED = "pays more", "pays less", "pays the same", "undecided"


@dataclass(frozen=True)
class TableSeats:
    """The seats of one table (rows of `play.seats_of`), and who sat there."""

    players: int
    policy: str
    seats: pd.DataFrame


@dataclass(frozen=True)
class Grouping:
    """tables: the grouped seats. names: of the axes; x: standardised values (rows of all tables,
    axes); labels: the way of each row, from 0; centres: means of the ways; called: their names;
    tried: how stable each number of groups was."""

    tables: Sequence[TableSeats]
    names: list[str]
    x: Array
    labels: np.ndarray
    centres: Array
    called: list[str]
    tried: list[clusters.Tried]

    def of(self, at: int) -> tuple[Array, np.ndarray]:
        """The rows of one table: their values and ways."""
        sizes = [len(one.seats) for one in self.tables]
        first = sum(sizes[:at])
        return self.x[first : first + sizes[at]], self.labels[first : first + sizes[at]]


def standardised(values: pd.DataFrame) -> Array:
    """Values minus their mean, divided by their standard deviation, clipped at `FARTHEST`."""
    z = (values - values.mean()) / values.std().replace(0, 1)
    return np.asarray(z.clip(-FARTHEST, FARTHEST), dtype=float)


def group(tables: Sequence[TableSeats], rng: Generator) -> Grouping:
    """Group the seats of some tables, the most played way first.

    If no groups are reproducible on other deals, a seat's way is the one of `LEANINGS` of which it
    has most, in standard deviations: parts of a continuum, honestly named. Axes on which the seats
    of some table do not differ are left out.
    """
    values = [axes_of(one.seats) for one in tables]
    names = [name for name in values[0]
             if axis(name).groups and all(name in one for one in values)]  # fmt: skip
    x = np.concatenate([standardised(pd.DataFrame(one)[names]) for one in values])
    deals = np.concatenate([
        one.seats["deal"].to_numpy() * len(tables) + at for at, one in enumerate(tables)
    ])  # fmt: skip
    order = rng.permutation(len(np.unique(deals)))[np.unique(deals, return_inverse=True)[1]]
    tried = clusters.tried(x, order, rng)
    k = clusters.chosen(tried)
    if k > 1:
        labels = clusters.labels_of(x, clusters.grouped(x, k, rng))
        called = way_names(names, _means(x, labels))
    else:
        leanings = [name for name in LEANINGS if name in names]
        labels = x[:, [names.index(name) for name in leanings]].argmax(axis=1)
        called = [axis(name).more for name in leanings]
    there, labels = np.unique(labels, return_inverse=True)
    most = np.argsort(-np.bincount(labels), kind="stable")
    labels = np.argsort(most)[labels]
    called = [called[there[i]] for i in most]
    return Grouping(tables, names, x, labels, _means(x, labels), called, tried)


def _means(x: Array, labels: np.ndarray) -> Array:
    """The mean row of each label."""
    return _by(x, labels) / np.bincount(labels)[:, None]


def way_names(axes: Sequence[str], centres: Array) -> list[str]:
    """Distinct names of the ways, by their features. centres (ways, axes) are standardised."""
    found: list[str] = []
    for centre in centres:
        order = np.argsort(-np.abs(centre))
        words = [
            axis(axes[i]).more if centre[i] > 0 else axis(axes[i]).less
            for i in order
            if abs(centre[i]) >= TELLING
        ]
        most = next(
            (n for n in (2, 3, 4) if _listed(words[:n]) not in found and len(words) >= n), 1
        )
        name = _listed(words[:most]) if words else "a bit of everything"
        found.append(name if name not in found else f"{name} ({len(found) + 1})")
    return found


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def stability_frame(tried: Sequence[clusters.Tried]) -> pd.DataFrame:
    """One row per number of ways (k): median adjusted Rand index between halves of the deals
    (index), its 5% quantile, and the others of `clusters.Tried`."""
    names = ["k", "index", "index_low", "tight", "shuffled", "cloud", "smallest", "found",
             "separate"]  # fmt: skip
    return pd.DataFrame([[getattr(one, name) for name in names] for one in tried], columns=names)


def ways_frame(found: Grouping, at: int) -> pd.DataFrame:
    """What each way wins at one table, one row per way.

    Columns: way (from 1), name, seats, games; played: share of seats; win: share of wins, of which
    1 / players is an equal one; lead: VP above the mean of the others; fixed: share of the
    differences in who goes this way that the deal and the seat explain; within: wins more than
    the average way in the same seat of the same deal, own: the same without that comparison. Each
    with _low and _high (95%, by deal). verdict: on `within`, see `BETTER`.
    """
    table = found.tables[at]
    _, labels = found.of(at)
    k = len(found.centres)
    one_hot = np.eye(k)[labels]
    deals, seats = _codes(table.seats)
    y = table.seats[["win", "lead"]].to_numpy(dtype=float)
    frame = pd.DataFrame({
        "way": np.arange(1, k + 1), "name": found.called,
        "seats": one_hot.sum(axis=0).astype(int), "games": len(table.seats) // table.players,
    })  # fmt: skip
    played = _mean(np.ones_like(one_hot), one_hot, deals)
    frame = _with(frame, "played", played.value, *stats.proportion(played, deals.max() + 1))
    win = _mean(one_hot, one_hot * y[:, :1], deals)
    frame = _with(frame, "win", win.value, *stats.proportion(win, deals.max() + 1))
    frame = _with(frame, "lead", *_ends(_mean(one_hot, one_hot * y[:, 1:], deals)))
    frame = _with(frame, "fixed", *explained(one_hot, deals, seats))
    frame = _with(frame, "own", *_ends(contrasts(y[:, 0], one_hot, table.seats["seat"], deals)))
    within = contrasts(y[:, 0], one_hot, seats, deals)
    frame = _with(frame, "within", *_ends(within))
    return frame.assign(verdict=_verdicts(within), players=table.players, policy=table.policy)


def axes_frame(played: TableSeats) -> pd.DataFrame:
    """The values on each axis at one table, one row per axis.

    Columns: axis, unit; mean, sd; winners: how much more winners had than the others of their
    table; fixed, own and within as in `ways_frame`, of wins for one standard deviation more.
    """
    deals, seats = _codes(played.seats)
    win = played.seats["win"].to_numpy(dtype=float)
    rows = []
    for name, values in axes_of(played.seats).items():
        x = values.to_numpy(dtype=float)
        won, z = (win > 0).astype(float), (x - x.mean()) / x.std()
        arms = np.stack([won, won * x, 1 - won, (1 - won) * x], axis=-1)
        sums = _by(arms, deals)
        more = stats.difference(sums.sum(axis=0), sums.T @ sums, len(sums))
        row = {"axis": name, "unit": axis(name).unit, "mean": x.mean(), "sd": x.std()}
        for about, ends in {
            "winners": _ends(more),
            "fixed": explained(z[:, None], deals, seats),
            "own": _ends(slope(win, z, played.seats["seat"], deals)),
            "within": _ends(slope(win, z, seats, deals)),
        }.items():
            value, low, high = (float(np.ravel(one)[0]) for one in ends)
            row |= {about: value, f"{about}_low": low, f"{about}_high": high}
        rows.append(row)
    return pd.DataFrame(rows).assign(players=played.players, policy=played.policy)


def deciding(axes: pd.DataFrame) -> pd.DataFrame:
    """The sources of VP of a table that clearly decide the game, the most decisive first.

    axes: rows of `axes_frame`. A source is judged by the lower end of its 95% interval (`DECIDES`).
    """
    sure = (axes["unit"] == SHARE) & (axes["within_low"] >= DECIDES)
    return axes[sure].sort_values("within", ascending=False)


def traits_frame(found: Grouping, at: int) -> pd.DataFrame:
    """The mean of each axis of each way at one table: way, axis, mean (in the axis's unit), apart
    (standard deviations from the mean of all seats)."""
    table = found.tables[at]
    _, labels = found.of(at)
    values = pd.DataFrame(axes_of(table.seats))
    z = (values - values.mean()) / values.std()
    rows = [
        (way + 1, name, values[name][labels == way].mean(), z[name][labels == way].mean())
        for way in range(len(found.centres))
        for name in values
    ]
    frame = pd.DataFrame(rows, columns=["way", "axis", "mean", "apart"])
    return frame.assign(players=table.players, policy=table.policy)


def typical_frame(found: Grouping, at: int) -> pd.DataFrame:
    """The winner of each way that is nearest to its centre: way, seed, game, deal, seat, vp, and
    apart (distance in standard deviations). Ways without a sole winner have no row."""
    table = found.tables[at]
    x, labels = found.of(at)
    apart = np.sqrt(((x - found.centres[labels]) ** 2).sum(axis=1))
    rows = table.seats[["seed", "game", "deal", "seat", "vp"]].assign(way=labels + 1, apart=apart)
    won = rows[table.seats["win"] == 1].sort_values(["apart", "game"], kind="stable")
    best = won.groupby("way", sort=True).head(1).sort_values("way", ignore_index=True)
    return best.assign(players=table.players, policy=table.policy)


def explained(x: Array, deals: np.ndarray, groups: np.ndarray) -> tuple[Array, Array, Array]:
    """Share of the variance of x (rows, values) that groups explain, with bounds (95%, by deal).

    Groups are equally large and within deals: the intraclass correlation of one-way analysis of
    variance, so that chance alone gives 0. Reference: Donner (1986), Int. Stat. Rev. 54.
    """
    sizes = np.bincount(groups).astype(float)
    r = sizes.mean()
    if r < 2:
        nothing = np.full(x.shape[1], np.nan)
        return nothing, nothing, nothing
    means = _by(x, groups) / sizes[:, None]
    inside = (x - means[groups]) ** 2
    first = np.zeros(len(sizes), dtype=int)
    first[groups] = deals
    of_deal = np.bincount(first).astype(float)  # groups of each deal
    within = _by(inside, deals) / (r - 1)
    sums = np.stack([_by(means, first), _by(means**2, first), within])

    def share(weights: Array) -> Array:
        total = weights @ of_deal
        m, square, mean_within = (np.asarray(weights @ one) / total for one in sums)
        between = r * (square - m**2)  # expected: within + r * true variance
        with np.errstate(divide="ignore", invalid="ignore"):
            found = (between - mean_within) / (between + (r - 1) * mean_within)
        return np.asarray(found)

    rng = np.random.default_rng(0)
    draws = np.stack([share(one) for one in deal_weights(rng, REPLICATES, len(of_deal))])
    return share(np.ones(len(of_deal))), *percentiles(draws)


def contrasts(
    y: Array, one_hot: Array, groups: np.ndarray, deals: np.ndarray, x: Array | None = None
) -> stats.Estimate:
    """Excess of y (rows,) in each way (rows, ways) over the average way, within groups.

    x: the ways less what else explains them, if given.

    The least-squares effects of the ways with an effect of each group, centred by how often each is
    played; errors clustered by deal (Cameron & Miller 2015, J. Hum. Resour. 50).
    """
    beta, cov = _regressed(y, one_hot if x is None else x, np.asarray(groups), deals)
    shares = one_hot.mean(axis=0)
    centre = np.eye(len(shares)) - shares
    spread = np.diag(centre @ cov @ centre.T)
    known = (spread > 0) & (one_hot.sum(axis=0) >= stats.MIN_ARM)
    return stats.Estimate(centre @ beta, np.sqrt(np.maximum(spread, 0))).where(known)


def slope(y: Array, x: Array, groups: np.ndarray, deals: np.ndarray) -> stats.Estimate:
    """The change of y per unit of x (rows,) within groups, errors clustered by deal."""
    beta, cov = _regressed(y, x[:, None], np.asarray(groups), deals)
    return stats.Estimate(beta, np.sqrt(np.diag(cov)))


def _regressed(y: Array, x: Array, groups: np.ndarray, deals: np.ndarray) -> tuple[Array, Array]:
    """Regress y on the columns of x, within groups: coefficients and their covariance."""
    _, code = np.unique(groups, return_inverse=True)
    sizes = np.bincount(code)[:, None]
    x = x - (_by(x, code) / sizes)[code]
    y = y - (_by(y[:, None], code) / sizes)[code, 0]
    inverse = np.linalg.pinv(x.T @ x, rcond=1e-9, hermitian=True)
    beta = inverse @ (x.T @ y)
    scores = _by(x * (y - x @ beta)[:, None], deals)
    clusters_ = len(scores)
    return beta, inverse @ (scores.T @ scores) @ inverse * clusters_ / max(1, clusters_ - 1)


def _by(values: Array, code: np.ndarray) -> Array:
    """Sums (groups, columns) of rows with the same code, from 0."""
    out = np.zeros((int(code.max()) + 1, values.shape[1]))
    np.add.at(out, code, values)
    return out


def _codes(seats: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Number of the deal, and of the deal and seat, of each row, from 0."""
    deals = seats.groupby("deal").ngroup().to_numpy()
    return deals, seats.groupby(["deal", "seat"]).ngroup().to_numpy()


def _mean(n: Array, total: Array, deals: np.ndarray) -> stats.Estimate:
    """Means total / n of columns (rows, k), clustered by deal."""
    x = np.stack([_by(n, deals), _by(total, deals)], axis=-1)  # (deals, k, 2)
    return stats.ratio(x.sum(axis=0), np.einsum("gki,gkj->kij", x, x), len(x))


def _ends(estimate: stats.Estimate) -> tuple[Array, Array, Array]:
    return estimate.value, *estimate.interval()


def _with(frame: pd.DataFrame, name: str, value: Array, low: Array, high: Array) -> pd.DataFrame:
    return frame.assign(**{name: value, f"{name}_low": low, f"{name}_high": high})


def _verdicts(within: stats.Estimate) -> list[str]:
    """Is each way better, worse, or as good as the average one, if the data show it?"""
    found = decide.regions(within.value, within.se, -MARGIN, MARGIN)
    return decide.words(found, (BETTER, WORSE, EQUAL), UNDECIDED)
