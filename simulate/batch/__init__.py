"""Play many games, record them in Parquet shards, and continue where a run stopped."""

from simulate.batch.runner import Outcome, Run, run

__all__ = ["Outcome", "Run", "run"]
