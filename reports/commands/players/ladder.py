"""The options of `gah players ladder`; the study is in analysis/studies/ladder.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis.studies.questions import LadderSettings
from reports.commands.asking import Request, answer, asks
from simulate.base.files import write_whole

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from analysis.studies.ladder import Ladder
    from simulate.batch.tournament import Tournament

_SECONDS = 0.3  # CPU time spent on measuring the pace of a policy


@asks(
    LadderSettings,
    click.option("--timing/--no-timing", default=True, help="Measure how long a decision takes."),
)
def ladder(ask: Request) -> None:
    """Play a tournament between policies and rate them, with intervals.

    Each pair of policies meets (with 3 and 4 players: at mixed tables of distinct policies) on
    equal deals in rotated seats, and every policy plays itself under both editions. The same
    command continues an interrupted ladder; `gah report` shows the ladder last completed. Ratings
    are Plackett-Luce, in Elo's unit; greedy is 0 (without it, the first policy).
    """

    from analysis.studies import kept
    from analysis.studies.ladder import LadderStudy
    from model import load_ruleset
    from reports.figures import players as figures_players
    from reports.figures import style
    from reports.tables import players as tables_players
    from simulate.batch.tournament import check_rungs, default_rungs

    s = ask.settings
    rungs = check_rungs(s.rungs) if s.rungs else default_rungs(load_ruleset(s.rules, **ask.variant))
    study = replace(ask, settings=replace(s, rungs=rungs)).study(LadderStudy)
    kept.check(study, ask.keep)
    found = answer(study, ask.workers, ask.console)
    if ask.given["timing"]:
        found = replace(found, pace=measure(study.plan, ask.console))
    if ask.keep is not None:
        kept.keep(ask.keep, study, found)
    with style.styled():
        figure = figures_players.ladder_figure(found)
    for n in s.players:
        ask.show(tables_players.ladder_table(found, n), without="Above the next")
    ask.show(tables_players.winning_table(found))
    figure.save(ask.out)
    write(ask.out, found)
    ask.say(f"{figures_players.ladder_title(found)}.")
    ask.wrote("tables and figure", ask.out)


def measure(plan: Tournament, console: Console) -> pd.DataFrame:
    """Milliseconds per game of each rung against itself: rung, players, game_ms, decision_ms."""
    import pandas as pd

    from simulate.bench import pace

    rows = []
    with console.status("measuring the time of a decision"):
        for run in plan.alone(Path()):
            if run.ruleset is plan.ruleset:
                one = pace(run, _SECONDS)
                rows.append((run.policy, run.players, one.games, one.game_ms, one.decision_ms))
    return pd.DataFrame(rows, columns=["rung", "players", "games", "game_ms", "decision_ms"])


def write(out: Path, found: Ladder) -> None:
    """Write all frames as CSV, and in one JSON file with what was played; time if measured."""
    import json

    from reports.spreadsheet import write_csv

    frames = {"ratings": found.ratings, "pairings": found.pairings, "fits": found.fits,
              "winning": found.alone}  # fmt: skip
    for name in ("pairings", "fits", "winning"):
        write_csv(frames[name], out / f"{name}.csv")
    if len(found.pace):
        frames["timing"] = found.pace
        write_csv(found.pace.round(4), out / "timing.csv")
    record = {"command": found.settings.command, "anchor": found.anchor} | {
        name: json.loads(frame.to_json(orient="records", double_precision=6))
        for name, frame in frames.items()
    }
    write_whole(out / "ladder.json", (json.dumps(record, indent=1) + "\n").encode())
