"""Tables by players who are not the jury: the same below a line to be opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analysis import Config
from reports.results import Results
from reports.site.blocks import Block, More
from reports.tables.table import Table


def by_others(
    results: Results, *tables: Callable[[Results, Sequence[Config]], Table]
) -> list[Block]:
    """The same tables by the players that are not the strongest, if any played."""
    if not results.others:
        return []
    return [More("By other players", [one(results, results.others) for one in tables])]
