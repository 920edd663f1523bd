"""What does the study of ways say of sources of VP that a patch doubled or removed?

`python -m tests.planted_ways --deals 200` plays it and writes verification/planted_ways.txt.
Without any VP in a source its way must be found not viable, and without a change of the rules
nothing may move. Doubled VP need not make a way dominant: a planner counts the VP of its turns by
the rules that it plays, so the player without a taste goes after them as well.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console

from analysis.players.between import changes
from analysis.players.insisting import verdicts
from analysis.studies.questions import WayName, WaysSettings
from analysis.studies.study import play
from analysis.studies.ways.insist import curves_of, runs_of
from analysis.studies.ways.part import Asked
from model import load_ruleset
from simulate.base.provenance import commit
from simulate.fingerprint import fingerprint, parts_of

RECORD = Path(__file__).parents[1] / "verification" / "planted_ways.json"
RULES, PLAYER, OTHER_SEED = "revised-2021", "planner", 1000

CHANGES = {"true rules": 1, "no change": 1, "doubled": 2, "removed": 0}

SOURCES: dict[WayName, dict[str, Any]] = {
    "emperor": {"tracks.emperor_vp": [0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9],
                "tracks.emperor_overflow_vp": 1},
    "politics": {"politics.places": [15, 10, 5]},
}  # fmt: skip
"""What is doubled and removed: the ways, and the values of their VP in the true rules."""


def times(factor: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a source by their paths, all of them multiplied."""
    return {
        path: [factor * one for one in value] if isinstance(value, list) else factor * value
        for path, value in values.items()
    }


def asked_of(
    folder: Path, source: WayName, name: str, factor: int, deals: int, data: Path
) -> Asked:
    """The study of one way where the VP of its source are multiplied by a factor."""
    seed = OTHER_SEED if name == "no change" else 1
    settings = WaysSettings(
        RULES, (2,), parts=("insist",), tastes=(source,), deals=deals, seed=seed
    )  # fmt: skip
    if factor == 1:
        return Asked(settings, load_ruleset(RULES), data)
    patch = folder / f"{source}-{name}.toml"
    values = times(factor, SOURCES[source]).items()
    lines = "\n".join(f'"{path}" = {json.dumps(value)}' for path, value in values)
    patch.write_text(f'id = "{source}-{name}"\n[set]\n{lines}\n')
    return Asked(settings, load_ruleset(RULES, patches=(patch,)), data)


def planted(
    deals: int,
    data: Path,
    workers: int,
    console: Console,
    sources: Sequence[WayName] = tuple(SOURCES),
) -> pd.DataFrame:
    """A row a source and change of the rules: the verdict, and how far wins moved against the true
    rules, with a 95% interval."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            cases = {
                name: asked_of(Path(folder), source, name, factor, deals, data)
                for name, factor in CHANGES.items()
            }
            runs = [run for one in cases.values() for run in runs_of(one, 2, PLAYER)]
            play(runs, workers, source, console)
            curves = {name: curves_of(one, 2, PLAYER, workers) for name, one in cases.items()}
            for name, curve in curves.items():
                said, moved = verdicts(curve).iloc[0], changes(curves["true rules"], curve).iloc[0]
                top = curve.loc[curve["wins"].idxmax()]
                rows.append({
                    "source": source, "rules": name, "verdict": said["verdict"],
                    "viable": said["viable"], "dominant": said["dominant"],
                    "wins": top["wins"], "wins_low": top["wins_low"], "wins_high": top["wins_high"],
                    "strength": top["strength"], "more": top["more"],
                    "moved": moved["change"], "moved_low": moved["change_low"],
                    "moved_high": moved["change_high"], "deals": deals,
                })  # fmt: skip
    return pd.DataFrame(rows)


def text_of(found: pd.DataFrame, note: Mapping[str, Any]) -> str:
    """The record for readers."""
    shown = found.round(dict.fromkeys(found.select_dtypes("number"), 3))
    return (
        "What the study of ways says of a source of VP that a patch doubled or removed.\n"
        f"{note['command']}\n\n"
        f"{shown.to_string(index=False)}\n"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and write the record."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted_ways", description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--data", type=Path, default=Path("data/planted_ways"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--source", action="append", choices=list(SOURCES))
    parser.add_argument("--out", type=Path, default=RECORD)
    given = parser.parse_args(arguments)
    found = planted(given.deals, given.data, given.workers, Console(stderr=True),
                    given.source or tuple(SOURCES))  # fmt: skip
    note = {
        "command": f"python -m tests.planted_ways --deals {given.deals}",
        "date": datetime.now(UTC).date().isoformat(), "commit": commit(),
        "play": fingerprint(parts_of([RULES], [PLAYER])),
        "rows": json.loads(found.to_json(orient="records")),
    }  # fmt: skip
    given.out.write_text(json.dumps(note, indent=1) + "\n")
    given.out.with_suffix(".txt").write_text(text_of(found, note))
    print(text_of(found, note))


if __name__ == "__main__":
    main()
