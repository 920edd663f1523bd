"""What the recorded games show: named estimands with intervals, computed from Parquet by DuckDB.

Arrays in and out at the bottom (`stats`), labelled pandas frames above (`cards`, `editions`,
`seats`, `scores`). See README.md for what lives here and what may not.
"""

from analysis.data import Tree, open_tree
from analysis.runs import Config, Run, list_runs

__all__ = ["Config", "Run", "Tree", "list_runs", "open_tree"]
