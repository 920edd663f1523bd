"""Recorded games row by row, for analyses of one's own: with polars, pandas or DuckDB."""

from analysis.rows.reading import Games, games

__all__ = ["Games", "games"]
