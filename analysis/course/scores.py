"""Scores: their distribution over all seats and over winners, and where the points come from.

"Winner" means every seat with a share of the win; seats of shared wins count each.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree, in_front, sql
from analysis.base.metrics import SOURCES
from analysis.base.runs import Config

_TOTAL = "vp"


def score_histogram(tree: Tree, config: Config) -> pd.DataFrame:
    """Exact distribution; one row a VP: vp, seats, winners (numbers of seats)."""
    found = tree.sums(sql("histogram"), config.params(), ("vp",), (config,))
    return in_front(found, config.params())


def quantiles(histogram: pd.DataFrame, column: str, at: Iterable[float]) -> list[int]:
    """Smallest VP with at least a share `at` of the seats at or below it, for each `at`."""
    counts = histogram[column].to_numpy(dtype=float)
    cumulative = np.cumsum(counts) / counts.sum()
    vp = histogram["vp"].to_numpy(dtype=int)
    return [int(vp[np.searchsorted(cumulative, share - 1e-12)]) for share in at]


def vp_by_source(tree: Tree, config: Config) -> pd.DataFrame:
    """Mean VP a seat by source, for all seats, winners, the others, and winners - others.

    One row per source ("vp" is the total) and group ("all", "winners", "others", "difference").
    Columns: source, label, group, estimate, se, low, high (95%, clustered by deal), p, games.
    The difference is descriptive: winning is not assigned at random.
    """
    names = [_TOTAL, *(source.name for source in SOURCES)]
    labels = {source.name: source.label for source in SOURCES} | {_TOTAL: "total"}
    # Sums over all seats per game come from the same query, by adding winners and others.
    query = (
        "SELECT deal, n_w, n_o, n_w + n_o AS n_t, "
        + ", ".join(f"{name}_w, {name}_o, {name}_w + {name}_o AS {name}_t" for name in names)
        + f" FROM ({sql('sources')})"
    )
    blocks: list[tuple[str, ...]] = [
        (f"n_{part}", f"{name}_{part}") for name in names for part in ("t", "w", "o")
    ]
    blocks += [("n_w", f"{name}_w", "n_o", f"{name}_o") for name in names]
    moments = tree.moments(query, blocks, config.params(), configs=(config,))
    rows = []
    for name in names:
        for part, group in (("t", "all"), ("w", "winners"), ("o", "others")):
            sums, products = moments.select(f"n_{part}", f"{name}_{part}")
            estimate = stats.ratio(sums, products, moments.clusters)
            rows.append(_row(name, labels[name], group, estimate))
        sums, products = moments.select("n_w", f"{name}_w", "n_o", f"{name}_o")
        estimate = stats.difference(sums, products, moments.clusters)
        rows.append(_row(name, labels[name], "difference", estimate))
    frame = pd.DataFrame(rows)
    frame["games"] = int(moments.clusters[0])
    return in_front(frame, config.params())


def analyse_scores(tree: Tree, configs: Iterable[Config]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Frames (histograms, sources) of all configurations, one below the other."""
    configs = list(configs)
    histograms = [score_histogram(tree, config) for config in configs]
    sources = [vp_by_source(tree, config) for config in configs]
    return pd.concat(histograms, ignore_index=True), pd.concat(sources, ignore_index=True)


def _row(name: str, label: str, group: str, estimate: stats.Estimate) -> dict[str, object]:
    row: dict[str, object] = {"source": name, "label": label, "group": group}
    return row | {key: float(value[0]) for key, value in stats.columns(estimate).items()}
