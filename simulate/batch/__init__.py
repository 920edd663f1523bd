"""Play many games, record them in Parquet shards, and continue where a run stopped."""

from simulate.batch.many import run_all
from simulate.batch.runner import Outcome, Run, ensure_folder, run

__all__ = ["Outcome", "Run", "ensure_folder", "run", "run_all"]
