"""`gah players ladder`: the options; what it does is in analysis/studies/ladder.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.asking import answer
from reports.commands.options import KEEP, Count, common_options, folders, policies_option
from reports.commands.terminal import show
from simulate.base.files import write_whole
from simulate.data.store import Place

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from analysis.studies.ladder import Ladder
    from simulate.batch.tournament import Tournament

_SECONDS = 0.3  # CPU time for which the pace of a policy is measured


@click.command()
@policies_option(words=" Default: random, heuristics, searches.")
@click.option("--deals", type=Count(2), default=1000, show_default=True,
              help="Deals each table plays, once for each rotation of its seats.")  # fmt: skip
@click.option("--deals-search", type=Count(2), default=20, show_default=True,
              help="The same for tables at which a search plays, which takes long.")  # fmt: skip
@click.option("--timing/--no-timing", default=True, help="Measure how long a decision takes.")
@folders("ladder", "build/ladder")
@KEEP
@common_options()
def ladder(
    rules: str, players: tuple[int, ...], seed: int, workers: int, variant: dict[str, Any],
    policies: tuple[str, ...], deals: int, deals_search: int, timing: bool, data: Place,
    out: Path, keep: Path | None,
) -> None:  # fmt: skip
    """Play a tournament between policies and rate them, with intervals.

    Every two policies meet (3 and 4 players: at mixed tables of distinct policies) on equal deals
    at rotated seats, and every policy plays itself under both editions. The same command continues
    a ladder that was interrupted; `gah report` shows the ladder last completed. Ratings are
    Plackett-Luce, in Elo's unit; greedy is 0 (without it, the first policy).
    """

    from analysis.studies import kept
    from analysis.studies.ladder import LadderStudy, Settings
    from model import load_ruleset
    from reports.figures import players as figures_players
    from reports.figures import style
    from reports.tables import players as tables_players
    from simulate.base.bars import plain_console
    from simulate.batch.tournament import check_rungs, default_rungs

    seated = check_rungs(policies) if policies else default_rungs(load_ruleset(rules, **variant))
    study = LadderStudy(Settings(rules, seated, players, deals, deals_search, seed), data, variant)
    console = plain_console()
    kept.check(study, keep)
    found = answer(study, workers, console)
    if timing:
        found = replace(found, pace=measure(study.plan, console))
    if keep is not None:
        kept.keep(keep, study, found)
    with style.styled():
        figure = figures_players.ladder_figure(found)
    winning = tables_players.winning_table(found)
    for n in players:
        show(tables_players.ladder_table(found, n), console, without="Above the next")
    show(winning, console)
    figure.save(out)
    write(out, found)
    console.print(f"{figures_players.ladder_title(found)}.", highlight=False)
    console.print(f"tables and figure: {out}", highlight=False, soft_wrap=True)


def measure(plan: Tournament, console: Console) -> pd.DataFrame:
    """Milliseconds of each rung against itself; columns rung, players, game_ms, decision_ms."""
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
    """All frames as CSV and in one JSON file with what was played; time only if measured."""
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
