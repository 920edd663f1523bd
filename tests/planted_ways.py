"""What does the study of ways say of sources of VP that a patch doubled or removed?

`python -m tests.planted_ways --deals 600 --most 2400 --games 4000` plays it and writes
verification/planted_ways.txt; a case that stays undecided gets more deals. Two tables ask what
insisting costs. One knows the patch: its planners count the VP of their turns by the rules that
they play, so that all of them go after a source that was doubled, and nobody gains by insisting.
The other plays on as before the patch: its planners count so much less for each unit of the source
as the patch adds (and more for what it removed). There the way must be found dominant where its
source was doubled, and to pay nothing where it was removed. Without a change of the rules nothing
may move. Where all know the patch, doubled VP must show in what winners do.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
from rich.console import Console

from analysis.course.ways import axes_frame, deciding
from analysis.players.between import changes
from analysis.players.insisting import OPEN, verdicts
from analysis.studies.questions import WayName, WaysSettings
from analysis.studies.study import play
from analysis.studies.ways.insist import curves_of, runs_of
from analysis.studies.ways.part import LEAST_DEALS, WaysAsked
from analysis.studies.ways.tastes import way
from analysis.studies.ways.winners import games_of, played_at
from model import load_ruleset
from simulate.base.provenance import commit
from simulate.fingerprint import fingerprint, parts_of

RECORD = Path(__file__).parents[1] / "verification" / "planted_ways.json"
RULES, PLAYER, OTHER_SEED = "revised-2021", "planner", 1000

CHANGES = {"true rules": 1, "no change": 1, "doubled": 2, "removed": 0}
"""By what the VP of a source are multiplied."""

KNOWN, BEFORE = "knows", "as before"
"""Does the table know the patch, or play on as before it?"""

SOURCES: dict[WayName, dict[str, Any]] = {
    "emperor": {"tracks.emperor_vp": [0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9],
                "tracks.emperor_overflow_vp": 1},
    "politics": {"politics.places": [15, 10, 5]},
}  # fmt: skip
"""What is doubled and removed: the ways, and the values of their VP in the true rules."""

UNIT: dict[WayName, float] = {"emperor": 9 / 13, "politics": 10.0}
"""Printed VP of a unit of the way's taste: a space of the track, a politics card, on average."""


@dataclass(frozen=True)
class Case:
    """A source, how a patch changes it, and a table of players."""

    source: WayName
    change: str
    table: str = KNOWN

    @property
    def factor(self) -> int:
        """By what the VP of the source are multiplied."""
        return CHANGES[self.change]

    @property
    def player(self) -> str:
        """Who sits at the table without insisting on anything."""
        wrong = (1 - self.factor) * UNIT[self.source] if self.table == BEFORE else 0.0
        return way(self.source).name(PLAYER, round(wrong, 3)) if wrong else PLAYER


def cases_of(source: WayName) -> list[Case]:
    """All cases of a source, that of the true rules first."""
    before = [Case(source, change, BEFORE) for change, factor in CHANGES.items() if factor != 1]
    return [*(Case(source, change) for change in CHANGES), *before]


def times(factor: int, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a source by their paths, all of them multiplied."""
    return {
        path: [factor * one for one in value] if isinstance(value, list) else factor * value
        for path, value in values.items()
    }


def asked_of(folder: Path, case: Case, deals: int, data: Path) -> WaysAsked:
    """The study of one way where the VP of its source are changed."""
    seed = OTHER_SEED if case.change == "no change" else 1
    settings = WaysSettings(
        RULES, (2,), parts=("insist",), tastes=(case.source,), deals=deals, seed=seed
    )  # fmt: skip
    if case.factor == 1:
        return WaysAsked(settings, load_ruleset(RULES), data)
    patch = folder / f"{case.source}-{case.change}.toml"
    values = times(case.factor, SOURCES[case.source]).items()
    lines = "\n".join(f'"{path}" = {json.dumps(value)}' for path, value in values)
    patch.write_text(f'id = "{patch.stem}"\n[set]\n{lines}\n')
    return WaysAsked(settings, load_ruleset(RULES, patches=(patch,)), data)


def planted(
    deals: int,
    data: Path,
    workers: int,
    console: Console,
    sources: Sequence[WayName] = tuple(SOURCES),
    most: int = 0,
) -> pd.DataFrame:
    """A row a case of `cases_of`: the verdict, how far wins moved against the true rules, with a
    95% interval, and how many VP of the source a seat of the table gets.

    most: deals that a case gets which is undecided after ``deals``, if they are more.
    """

    def asking(cases: Sequence[Case], deals: int) -> dict[Case, pd.DataFrame]:
        asked = {one: asked_of(Path(folder), one, deals, data) for one in cases}
        runs = [run for case, one in asked.items() for run in runs_of(one, 2, case.player)]
        play(runs, workers, "planted ways", console)
        return {case: curves_of(one, 2, case.player, workers) for case, one in asked.items()}

    def undecided(curve: pd.DataFrame) -> bool:
        return bool((verdicts(curve)["verdict"] == OPEN).any())

    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            curves = asking(cases_of(source), deals)
            if most > deals:
                curves |= asking([one for one, curve in curves.items() if undecided(curve)], most)
            for case, curve in curves.items():
                said = verdicts(curve).iloc[0]
                moved = changes(curves[Case(source, "true rules")], curve).iloc[0]
                top = curve.loc[curve["wins"].idxmax()]
                rows.append({
                    "source": source, "rules": case.change, "table": case.table,
                    "table_vp": curve["free_thing"].mean(), "verdict": said["verdict"],
                    "viable": said["viable"], "not_viable": said["not_viable"],
                    "dominant": said["dominant"],
                    "wins": top["wins"], "wins_low": top["wins_low"], "wins_high": top["wins_high"],
                    "strength": top["strength"], "more": top["more"],
                    "moved": moved["change"], "moved_low": moved["change_low"],
                    "moved_high": moved["change_high"], "deals": int(said["deals"]),
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
            for name in CHANGES:
                one = asked_of(Path(folder), Case(source, name), LEAST_DEALS, data)
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
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--most", type=int, default=0, help="deals of what stays undecided")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--data", type=Path, default=Path("data/planted_ways"))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--source", action="append", choices=list(SOURCES))
    parser.add_argument("--out", type=Path, default=RECORD)
    given = parser.parse_args(arguments)
    sources, console = given.source or tuple(SOURCES), Console(stderr=True)
    found = planted(given.deals, given.data, given.workers, console, sources, given.most)
    won = won_by(given.games, given.data, given.workers, console, sources)
    note = {
        "command": f"python -m tests.planted_ways --deals {given.deals} --most {given.most}"
                   f" --games {given.games}",
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
