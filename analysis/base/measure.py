"""One function for all totals: any list of metrics, by any grouping, over any number of files.

The tables are read part by part (`Tree.parts`); only sums and cross products of each group are
kept, so memory does not grow with the number of games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree
from analysis.base.metrics import Metric, Rows, metric
from analysis.base.moments import Moments
from analysis.base.runs import Config, fail

BY = ("rules", "players", "policies")
"""The default grouping: one row per configuration."""

_FROM: dict[Rows, str] = {
    "seats": "players",
    "leads": "leads",
    "table": "players",
    "games": "games",
    "course": "course",
    "rounds": "rounds",
    "cards": "(SELECT * FROM cards JOIN (SELECT rules, players, policies, seed, game, seat, deal,"
    " policy, board, entrance, rehearsal_room FROM players)"
    " USING (rules, players, policies, seed, game, seat))",
}


def measure(
    tree: Tree,
    ids: Iterable[str | Metric],
    by: Sequence[str] = BY,
    where: str = "true",
    configs: Iterable[Config] | None = None,
    repeated: bool = True,
    pooled: bool = False,
) -> pd.DataFrame:
    """Means of totals; one row per metric and group.

    Args:
        ids: totals of metrics.toml by their ids, or metrics of one's own.
        by: columns (or SQL expressions `... AS name`) of the tables that the metrics are of, such
            as policy, seat, board, entrance (seats), rounds, emperor_a (games), round (rounds),
            card, came (cards).
        where: rows to be counted, as SQL over those columns.
        configs: those that are counted; all of the tree if None.
        repeated: may a game have more than one row of a group? Adding them up is most of the work;
            pass False if there is at most one.
        pooled: may a mean be over several kinds of players? It then depends on how many games of
            each were recorded.

    Columns: metric, label, unit, the columns of `by`, estimate, se, low, high (95%, clustered by
    deal: games that share one count as one cluster), p, clusters. NaN below `stats.MIN_ARM` rows.
    Raises UserError for an unknown metric, one that is not a total, an unknown column, or a mean
    over several kinds of players without `pooled`.
    """
    wanted = [metric(one) if isinstance(one, str) else one for one in ids]
    for one in wanted:
        if one.table is None:
            fail(f"metric {one.id} is no total but a difference; measure {one.outcome} instead")
    chosen = None if configs is None else list(configs)
    if not pooled:
        _require_one_kind(tree.configs if chosen is None else chosen, wanted, f"{list(by)} {where}")
    names = [text.split(" AS ")[-1].strip() for text in by]
    frames = []
    for table in dict.fromkeys(one.table for one in wanted):
        same = [one for one in wanted if one.table == table]
        columns, blocks = _columns(same)
        query = _query(same, columns, by, names, where)
        moments = tree.moments(query, blocks, {}, names, chosen, repeated=repeated)
        frames += [_rows(one, block, moments) for one, block in zip(same, blocks, strict=True)]
    return pd.concat(frames, ignore_index=True)


OF_SEATS: tuple[Rows, ...] = ("seats", "leads", "cards")
"""Tables whose rows are of one seat, and so of one kind of player."""


def _require_one_kind(configs: Iterable[Config], metrics: Sequence[Metric], asked: str) -> None:
    """Raise UserError if neither the grouping nor the condition separates kinds of players."""
    words = set(re.findall(r"\w+", asked))
    tables = {one.policy for one in configs}
    kinds = {name for table in tables for name in table.split(",")}
    if "policy" in words or len(kinds) < 2:
        return
    seats = [one.id for one in metrics if one.table in OF_SEATS]
    if "policies" in words and (not seats or not any("," in table for table in tables)):
        return
    fail(
        f"the games are of several kinds of players ({', '.join(sorted(kinds))}): group by policy,"
        " or ask for them pooled"
    )


def _columns(metrics: Sequence[Metric]) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """The expressions to be summed, by their SQL, with a name for each; and for each metric the
    names of its denominator and of itself. Many metrics share a denominator."""
    columns: dict[str, str] = {}
    blocks = []
    for one in metrics:
        of_a_game = one.table == "table"  # summed by game before
        over = columns.setdefault("1" if of_a_game else one.over, f"n_{one.id}")
        blocks.append((over, columns.setdefault(one.id if of_a_game else one.value, one.id)))
    return columns, blocks


def _query(
    metrics: Sequence[Metric], columns: Mapping[str, str], by: Sequence[str],
    names: Sequence[str], where: str,
) -> str:  # fmt: skip
    """Rows of the groups with their deals: each metric, and its denominator."""
    table = metrics[0].table
    assert table is not None
    if table == "table":  # one row per game
        keys = ["rules", "players", "policies", "seed", "deal", "game"]
        keys += [text for text, name in zip(by, names, strict=True) if name not in keys]
        inner = ", ".join([*keys, *(f"({one.value})::BIGINT AS {one.id}" for one in metrics)])
        source = f"(SELECT {inner} FROM players WHERE {where} GROUP BY ALL)"
        by, where = names, "true"
    else:
        source = _FROM[table]
    values = [f"({text})::BIGINT AS {name}" for text, name in columns.items()]
    select = ",\n  ".join(dict.fromkeys([*by, "deal", *values]))
    return f"SELECT {select}\nFROM {source}\nWHERE {where}"


def _rows(one: Metric, block: Sequence[str], moments: Moments) -> pd.DataFrame:
    sums, products = moments.select(*block)
    estimate = stats.ratio(sums, products, moments.clusters) * (1 / one.scale)
    frame = pd.DataFrame(
        {"metric": one.id, "label": one.label, "unit": one.unit}, moments.keys.index
    )
    frame = pd.concat([frame, moments.keys], axis=1).assign(**stats.columns(estimate))
    return frame.assign(clusters=moments.clusters.astype(int))
