"""Recorded games row by row, for analyses of one's own: with polars, pandas or DuckDB."""

from analysis.rows.reading import GameRows, games

__all__ = ["GameRows", "games"]
