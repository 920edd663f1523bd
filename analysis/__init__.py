"""What the recorded games show: named estimands with intervals, computed from Parquet by DuckDB.

Arrays in and out at the bottom (`base/`), labelled pandas frames above it (`cards/`, `rulesets/`,
`players/`, `course/`). See README.md for what lives here and what may not.
"""

from analysis.base.data import Tree, open_tree
from analysis.base.runs import Config, Run, list_runs

__all__ = ["Config", "Run", "Tree", "list_runs", "open_tree"]
