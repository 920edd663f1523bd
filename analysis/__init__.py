"""What the recorded games show: named estimands with intervals, computed from Parquet by DuckDB.

Arrays in and out at the bottom (`base/`), labelled pandas frames above it (`cards/`, `rulesets/`,
`players/`, `course/`). README.md says what belongs here.

The names below are imported on first use: the options of commands come from settings of studies,
which need none of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from analysis.base.data import Tree, open_tree
    from analysis.base.runs import Config, Run, list_runs
    from analysis.rows import games

_HOMES = {
    "Config": "base.runs",
    "Run": "base.runs",
    "Tree": "base.data",
    "games": "rows",
    "list_runs": "base.runs",
    "open_tree": "base.data",
}
__all__ = ["Config", "Run", "Tree", "games", "list_runs", "open_tree"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"analysis.{_HOMES[name]}"), name)
