"""What the recorded games show: named estimands with intervals, computed from Parquet by DuckDB.

Arrays in and out at the bottom (`base/`), labelled pandas frames above it (`cards/`, `rulesets/`,
`players/`, `course/`). See README.md for what lives here and what may not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analysis.base.data import Tree, open_tree
from analysis.base.runs import Config, Run, list_runs

if TYPE_CHECKING:
    from analysis.rows import games

__all__ = ["Config", "Run", "Tree", "games", "list_runs", "open_tree"]


def __getattr__(name: str) -> Any:
    """`games`, imported once it is asked for: most commands need no polars."""
    if name != "games":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from analysis.rows import games

    return games
