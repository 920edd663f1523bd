"""The measured strength of players, in words and as a table, from the record if it still holds.

A line of verification/players.json is shown only if its rules and players still play as they did
when it was measured.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from reports import names
from reports.rules.evidence import VERIFICATION
from reports.tables.table import Table
from reports.text import PERCENT, count, equal_share, interval, number
from simulate.fingerprint import holds

RECORD = VERIFICATION / "players.json"
GREEDY = "greedy"

Line = dict[str, Any]
"""One player against others of one kind, see `tests.strength`."""


def measured(rules: str, record: Path = RECORD) -> list[Line]:
    """The lines about a ruleset that still hold; empty without a record."""
    try:
        lines = [one for one in json.loads(record.read_text("utf-8")) if one["rules"] == rules]
    except (OSError, ValueError):
        return []
    return [one for one in lines if holds(one["play"])]


def words(policy: str, players: int, lines: Sequence[Line]) -> str:
    """A player's wins against greedy and against the longest search; empty if not measured."""
    mine = [one for one in lines if one["policy"] == policy and one["players"] == players]
    shown = [one for one in mine if one["against"] == GREEDY]
    shown += sorted((one for one in mine if _playouts(one)), key=_playouts)[-1:]
    parts = [
        f"{number(one['share'] * 100, 1)}% ({interval(one['low'], one['high'], PERCENT)}) of its"
        f" games against {_name(one)}"
        for one in shown
    ]
    return f"“{policy}” wins {' and '.join(parts)}." if parts else ""


def table(lines: Sequence[Line]) -> Table:
    """All measurements: players, share of wins, VP, games per second."""
    rows = [
        (one["policy"], one["against"], str(one["players"]),
         f"{number(one['share'] * 100, 1)}% ({interval(one['low'], one['high'], PERCENT)})",
         equal_share(one["players"]), count(one["games"]), number(one["vp"], 1),
         number(one["rivals"], 1), number(one["pace"], 1 if one["pace"] >= 1 else 2))
        for one in sorted(lines, key=lambda one: (one["players"], one["policy"], one["against"]))
    ]  # fmt: skip
    head = ("Player", "Against", "At the table", "Wins (95%)", "Equal share", "Games", "Its VP",
            "Their VP", "Games per second, one core")  # fmt: skip
    return Table(
        "One player against others of one kind, on mirrored deals not used in training", head, rows,
        words=True, key="strength", frame=pd.DataFrame(lines).drop(columns="play"),
    )  # fmt: skip


def _playouts(one: Line) -> int:
    name, _, playouts = str(one["against"]).partition(":")
    return int(playouts) if name == "search" and playouts else 0


def _name(one: Line) -> str:
    playouts = _playouts(one)
    if one["players"] == 2:
        return f"a search with {playouts} playouts per decision" if playouts else one["against"]
    many = one["players"] - 1
    return f"{many} searches with {playouts} playouts per decision" if playouts \
        else names.players(one['against'], many)  # fmt: skip
