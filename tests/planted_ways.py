"""What does the study of ways say of sources of VP that a patch doubled or removed?

`python -m tests.planted_ways --deals 200 --games 4000` plays it and writes
verification/planted_ways.txt. Without any VP in a source its way must be found not viable, and
without a change of the rules nothing may move. Doubled VP must show in what winners do. They need
not make insisting pay: a planner counts the VP of its turns by the rules that it plays, so the
player without a taste goes after them as well.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console

from analysis.course.ways import axes_frame, deciding
from analysis.players.between import changes
from analysis.players.insisting import verdicts
from analysis.studies.questions import WayName, WaysSettings
from analysis.studies.study import play
from analysis.studies.ways.insist import curves_of, runs_of
from analysis.studies.ways.part import LEAST_DEALS, Asked
from analysis.studies.ways.winners import games_of, played_at
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


def won_by(
    games: int, data: Path, workers: int, console: Console, sources: Sequence[WayName]
) -> pd.DataFrame:
    """A row a source and change of the rules: wins for a standard deviation more of the source's
    share of VP, at the same deal and seat, with a 95% interval, and whether it decides the game.

    NaN where the source has no VP.
    """
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            for name, factor in CHANGES.items():
                one = asked_of(Path(folder), source, name, factor, LEAST_DEALS, data)
                settings = replace(one.settings, parts=("winners",), policies=(PLAYER,),
                                   games=games, seed=one.settings.seed + 1)  # fmt: skip
                one = replace(one, settings=settings)
                play([games_of(one, 2, PLAYER)], workers, source, console)
                axes = axes_frame(played_at(one, 2, PLAYER, workers))
                own = axes.set_index("axis").reindex([source]).iloc[0]
                decides = source in set(deciding(axes)["axis"])
                rows.append({
                    "source": source, "rules": name, "decides": decides,
                    "mean": own["mean"], "sd": own["sd"], "worth": own["within"],
                    "worth_low": own["within_low"], "worth_high": own["within_high"],
                    "games": games,
                })  # fmt: skip
    return pd.DataFrame(rows)


def text_of(found: pd.DataFrame, won: pd.DataFrame, note: Mapping[str, Any]) -> str:
    """The record for readers."""

    def rounded(one: pd.DataFrame) -> str:
        return one.round(dict.fromkeys(one.select_dtypes("number"), 3)).to_string(index=False)

    return (
        "What the study of ways says of a source of VP that a patch doubled or removed.\n"
        f"{note['command']}\n\n"
        f"What insisting costs:\n{rounded(found)}\n\n"
        "What winners do: wins for a standard deviation more of the source's share of VP, at the"
        f" same deal and seat:\n{rounded(won)}\n"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and write the record."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted_ways", description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--data", type=Path, default=Path("data/planted_ways"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--source", action="append", choices=list(SOURCES))
    parser.add_argument("--out", type=Path, default=RECORD)
    given = parser.parse_args(arguments)
    sources, console = given.source or tuple(SOURCES), Console(stderr=True)
    found = planted(given.deals, given.data, given.workers, console, sources)
    won = won_by(given.games, given.data, given.workers, console, sources)
    note = {
        "command": f"python -m tests.planted_ways --deals {given.deals} --games {given.games}",
        "date": datetime.now(UTC).date().isoformat(), "commit": commit(),
        "play": fingerprint(parts_of([RULES], [PLAYER])),
        "rows": json.loads(found.to_json(orient="records")),
        "winners": json.loads(won.to_json(orient="records")),
    }  # fmt: skip
    given.out.write_text(json.dumps(note, indent=1) + "\n")
    given.out.with_suffix(".txt").write_text(text_of(found, won, note))
    print(text_of(found, won, note))


if __name__ == "__main__":
    main()
