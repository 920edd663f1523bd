"""Every published sum and total computed twice: by the suite's SQL, and by polars.

`python -m tests.oracle` records games, compares, and writes verification/oracle.txt: each query of
`analysis/sql` and each total of `analysis/metrics.toml`, with the rows or configurations compared
and the largest difference. A minute; what is written depends on nothing but rules and play.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from analysis import Tree, open_tree
from analysis.base.data import sql
from analysis.base.kinds import kind
from analysis.base.measure import OF_SEATS, measure
from analysis.base.metrics import catalogue
from analysis.base.runs import Config
from analysis.cards.effects import Subject, chance_effects
from model import load_ruleset
from tests.analysis.oracle_totals import GROUP, OF_SEAT, dealt_effects, totals
from tests.analysis.oracles import EDITION, ORACLES, WALTZ, Oracle, forced_file, record_games

RECORD = Path(__file__).parents[1] / "verification" / "oracle.txt"
COMMAND = "python -m tests.oracle"
MOST = 1e-9
"""A difference up to which two results are equal."""


@dataclass(frozen=True)
class Compared:
    """One query or metric, by both: how many numbers, and the largest difference between them."""

    name: str
    numbers: int
    difference: float


def by_sql(name: str, data: Path, tree: Tree) -> pd.DataFrame:
    """Rows of a query of the suite, with names in place of ids where its oracle has names."""
    oracle, text = ORACLES[name], sql(name)
    for old, new in oracle.text.items():
        text = text.replace(old, new)
    params = dict(oracle.params)
    if oracle.forced:
        params["files"] = [str(forced_file(data, oracle.forced))]
    found = tree.query(text, params)
    for id in oracle.kinds:
        mine = found["kind"] == id if "kind" in found else found[oracle.ids].notna()
        names = kind(id).names(load_ruleset(WALTZ))
        found.loc[mine, oracle.ids] = found.loc[mine, oracle.ids].map(names)
    return found


def by_polars(oracle: Oracle, data: Path, columns: list[str]) -> pd.DataFrame:
    """The same rows by polars."""
    return oracle.compute(data).collect().to_pandas()[columns]


def difference(found: pd.DataFrame, expected: pd.DataFrame) -> float:
    """The largest difference of two numbers of the same row; infinite where rows or words differ.

    Rows are put in order by their values.
    """
    if found.shape != expected.shape or list(found) != list(expected):
        return np.inf
    numeric = [name for name in found if pd.api.types.is_numeric_dtype(found[name])]
    words = [name for name in found if name not in numeric]
    most = 0.0
    a, b = (
        frame.assign(**{name: frame[name].astype("string") for name in words})
        .sort_values([*words, *(n for n in numeric)], ignore_index=True)
        for frame in (found, expected)
    )  # fmt: skip
    if not a[words].equals(b[words]):
        return np.inf
    for name in numeric:
        x, y = (one[name].to_numpy(dtype=float, na_value=np.nan) for one in (a, b))
        if not np.array_equal(np.isnan(x), np.isnan(y)):
            return np.inf
        most = max(most, float(np.nanmax(np.abs(x - y), initial=0.0)))
    return most


def compare(data: Path, tree: Tree) -> Iterator[Compared]:
    """Every query, every total, and the effect of being dealt each staff card, in turn."""
    for name in ORACLES:
        yield compare_query(name, data, tree)
    yield from compare_totals(data, tree)
    yield compare_dealt(data, tree)


def compare_query(name: str, data: Path, tree: Tree) -> Compared:
    """The rows of one query."""
    found = by_sql(name, data, tree)
    expected = by_polars(ORACLES[name], data, list(found))
    return Compared(f"query {name}", found.size, difference(found, expected))


def compare_totals(data: Path, tree: Tree) -> Iterator[Compared]:
    """Each metric of every run, and where it is of seats, of every kind of player: estimate and
    error."""
    wanted = [one for one in catalogue().values() if one.table is not None]
    of_seats = [one for one in wanted if one.table in OF_SEATS]
    others = [one for one in wanted if one.table not in OF_SEATS]
    columns = [*OF_SEAT, "metric", "estimate", "se"]
    measured = [measure(tree, of_seats, OF_SEAT), measure(tree, others, GROUP)]
    found = pd.concat(measured, ignore_index=True)[columns]
    expected = totals(data, wanted).to_pandas()[columns]
    for one in wanted:
        mine, theirs = (frame[frame["metric"] == one.id] for frame in (found, expected))
        yield Compared(f"total {one.id}", 2 * len(mine), difference(mine, theirs))


def compare_dealt(data: Path, tree: Tree) -> Compared:
    """The effect of being dealt each staff card: estimate and error."""
    subject = Subject(Config(EDITION, 3, "greedy"), "greedy", load_ruleset(EDITION))
    effects = chance_effects(tree, subject, kind("staff"))
    columns = ["item", "estimate", "se"]
    found = effects.loc[effects["outcome"] == "vp", columns]
    expected = dealt_effects(data, EDITION, 3, "greedy").to_pandas()[columns]
    known = expected["item"].isin(found.loc[found["se"].notna(), "item"])
    return Compared(
        "effect dealt, staff, VP", 2 * int(known.sum()),
        difference(found[found["se"].notna()], expected[known]),
    )  # fmt: skip


def rows(text: str) -> list[tuple[str, str]]:
    """The rows of a record: each query, total and effect, and how many numbers of it."""
    return re.findall(r"^(.+?)  +([\d,]+) +\S+$", text, re.MULTILINE)


def lacking() -> list[str]:
    """The queries and totals without a row in the record, which came after it."""
    totals = [f"total {one.id}" for one in catalogue().values() if one.table is not None]
    known = dict(rows(RECORD.read_text("utf-8")))
    return [name for name in (*(f"query {one}" for one in ORACLES), *totals) if name not in known]


def report(compared: Iterable[Compared]) -> str:
    """The record."""
    found = list(compared)
    most = max(one.difference for one in found)
    lines = [f"{one.name:<28}{one.numbers:>9,}{one.difference:>14.1e}" for one in found]
    return "\n".join([
        "The suite's SQL and polars on the same recorded games, in code that shares nothing.",
        f"{len(found)} queries, totals and effects, {sum(one.numbers for one in found):,} numbers."
        f" Largest difference: {most:.1e} (allowed: {MOST:.0e}).",
        "", f"{'computed by both':<28}{'numbers':>9}{'difference':>14}", *lines, "",
    ])  # fmt: skip


def main() -> None:
    """Record games, compare, and write the record."""
    with tempfile.TemporaryDirectory(prefix="gah-oracle-") as folder:
        data = record_games(Path(folder) / "data")
        with open_tree(data) as tree:
            text = report(compare(data, tree))
    RECORD.write_text(text, "utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
