"""Recorded games in the user's hands from an object store, which polars reads itself."""

from __future__ import annotations

from pathlib import Path

from analysis import games


def test_rows_of_an_object_store_are_those_of_the_folder(stored: str, whole: Path):
    for table in ("seats", "games", "cards"):
        order = ["game", "seat", "card"][: {"games": 1, "seats": 2, "cards": 3}[table]]
        here, there = (games(place, table).sort(order) for place in (whole, stored))
        assert there.collect(engine="streaming").equals(here.collect())
        assert there.select("game").max().collect().item() == 249
