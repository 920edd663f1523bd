"""Recorded games row by row, for custom analyses with polars, pandas or DuckDB."""

from analysis.rows.reading import GameRows, games

__all__ = ["GameRows", "games"]
