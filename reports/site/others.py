"""The same tables for players other than the jury, folded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analysis import Config
from reports.results import Results
from reports.site.blocks import Block, More
from reports.tables.table import Table


def by_others(
    results: Results, *tables: Callable[[Results, Sequence[Config]], Table]
) -> list[Block]:
    """The same tables for the other players than the strongest, if any played."""
    if not results.others:
        return []
    return [More("By other players", [one(results, results.others) for one in tables])]
