"""What the tests of `gah simulate` share: how a user types it, and how its data are read."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq

ROOT = Path(__file__).parents[2]
TABLES = ("games", "players", "cards")
Gah = Callable[..., tuple[int, str, str]]

# As recorded data is described: whole numbers by their bits, "text" for dictionaries of texts.
SCHEMAS = {
    "games": {
        "game": "int32", "deal": "int32", "ruleset": "text",
        **{f"{kind}_{letter}": "text" for kind in ("emperor", "politics") for letter in "abc"},
        **{f"ballroom_{place}": "text" for place in (1, 2, 3)},
        "rounds": "int8", "turns": "int16", "rerolls": "int16", "decisions": "int32",
        "winner": "int8", "winners": "int8",
    },
    "players": {
        "game": "int32", "deal": "int32", "seat": "int8", "policy": "text", "board": "text",
        "vp": "int16", "rank": "int8", "win": "float", "tie_break": "int16",
        **{f"vp_{source}": "int16" for source in (
            "guests", "staff", "politics", "emperor_track", "emperor_tiles", "occupancy",
            "cells", "floors", "leftovers", "stranded", "ballrooms", "celebrities", "entrance")},
        "krones": "int8", "emperor": "int8", "kitchen": "int16", "hand": "int8",
        "staff_in_play": "int8", "rooms": "int8", "occupied": "int8",
        **{f"occupied_{colour}": "int8" for colour in ("blue", "red", "yellow")},
        "groups": "int8", "politics_markers": "int8", "guests_housed": "int8",
        "guests_left": "int8", "passes": "int16", "strengthened": "int8",
        **{f"dice_{face}": "int8" for face in range(1, 7)},
        "rehearsal_room": "text", **{f"dancers_{place}": "int8" for place in (1, 2, 3)},
        "celebrities": "list<element: dictionary<values=string, indices=int8, ordered=0>>",
        "entrance": "text", "entrance_price": "int8", "keys": "int8",
        "round_scores": "list<element: int16>", "turns_taken": "int16", "dead_turns": "int16",
        "choices": "int16", "options": "int32",
    },
    "cards": {
        "game": "int32", "seat": "int8", "kind": "text", "card": "int16", "came": "text",
        "came_round": "int8", "paid_in": "int8", "used_round": "int8", "paid": "int8",
        "vp": "int16",
    },
}  # fmt: skip
# Null in games without modules.
OF_MODULES = {"ballroom_1", "ballroom_2", "ballroom_3", "rehearsal_room", "entrance"}
SOURCES_OF_MODULES = ["vp_ballrooms", "vp_celebrities", "vp_entrance"]
SOURCES = [name for name in SCHEMAS["players"] if name.startswith("vp_")]


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "reports.cli", *map(str, arguments)]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"}


def options(out: Path, *more: object, games: int = 250, policy: str = "random") -> list[object]:
    """A small run: shards of 100 games at a table of two."""
    head = ["simulate", "--players", 2, "--policy", policy, "--games", games, "--shard-games", 100]
    return [*head, "--workers", 1, "--quiet", "--out", out, *more]


def files(out: Path) -> list[Path]:
    """All files of a tree but locks, sorted."""
    found = (path for path in out.rglob("*") if path.is_file() and path.suffix != ".lock")
    return sorted(found)


def digests(out: Path) -> dict[str, str]:
    """The bytes of a tree, file by file."""
    return {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files(out)
    }


def shards(out: Path, table: str = "games") -> list[Path]:
    return sorted((out / table).rglob("shard-*.parquet"))


def metadata(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(pq.read_schema(path).metadata[b"gah"])
    return found


def query(out: Path, sql: str) -> list[tuple[Any, ...]]:
    """Rows of a query on the views games, players and cards: each one glob over the whole tree."""
    with duckdb.connect() as db:
        for table in TABLES:
            glob = str(out / table).replace("'", "''") + "/*/*/*/*/*.parquet"
            db.execute(
                f"create view {table} as select * from read_parquet('{glob}',"
                " hive_partitioning = true)"
            )
        return db.execute(sql).fetchall()


def assert_refused(result: tuple[int, str, str], *parts: str) -> None:
    status, _, err = result
    assert status == 2
    assert err.startswith("gah: ")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


LABEL = "original-2015 (hands=draft, boards=day)"
