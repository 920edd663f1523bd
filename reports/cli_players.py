"""`gah ladder` and `gah luck`: the options; what they do is in players.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model.cli_options import ruleset_options
from model.ruleset import DEFAULT_SPEC
from simulate.cli_place import PLACE
from simulate.data.store import Place

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from reports.players import Ladder
    from reports.tables import Table
    from simulate.batch.tournament import Tournament

_SECONDS = 0.3  # CPU time for which the pace of a policy is measured


def player_counts(context: click.Context, option: click.Parameter, text: str) -> tuple[int, ...]:
    """Numbers of players from "2,3,4"."""
    try:
        counts = tuple(int(word) for word in text.split(","))
    except ValueError:
        counts = ()
    if not counts or not set(counts) <= {2, 3, 4} or len(set(counts)) < len(counts):
        raise click.BadParameter(f"{text}: give 2, 3, 4 or several of them, e.g. 2,4")
    return counts


def common_options(counts: str = "2,3,4") -> Any:
    """Decorator: what all commands about players take; `counts` of players if none are given."""

    def decorate(command: Any) -> Any:
        return _with_common(command, counts)

    return decorate


def _with_common(command: Any, counts: str) -> Any:
    for option in reversed((
        click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset."),
        click.option(
            "--players", default=counts, show_default=True, callback=player_counts,
            help="Numbers of players.",
        ),
        click.option("--seed", type=click.IntRange(0), default=1, show_default=True,
                     help="Fixes all chance."),
        click.option("--workers", type=click.IntRange(1), default=2, show_default=True,
                     help="Processes that play, threads that analyse."),
    )):  # fmt: skip
        command = option(command)
    return ruleset_options(command)


def folders(data: str, out: str) -> Any:
    """Decorator: --data and --out with their defaults."""

    def decorate(command: Any) -> Any:
        for name, kind, default, words in (
            ("--out", click.Path(path_type=Path), out, "Folder of figures and tables."),
            ("--data", PLACE, data, "Folder or URL of recorded games; missing ones are added."),
        ):
            command = click.option(
                name, type=kind, default=Path(default), show_default=True, help=words
            )(command)
        return command

    return decorate


@click.command()
@click.option("--rungs", metavar="A,B,C", help="Policies; default: random, heuristics, searches.")
@click.option("--deals", type=click.IntRange(2), default=1000, show_default=True,
              help="Deals each table plays, once for each rotation of its seats.")  # fmt: skip
@click.option("--deals-search", type=click.IntRange(2), default=20, show_default=True,
              help="The same for tables where a search plays, which takes long.")  # fmt: skip
@click.option("--timing/--no-timing", default=True, help="Measure how long a decision takes.")
@folders("data/ladder", "build/ladder")
@common_options()
def ladder(
    rules: str, players: tuple[int, ...], seed: int, workers: int, variant: dict[str, Any],
    rungs: str | None, deals: int, deals_search: int, timing: bool, data: Place, out: Path,
) -> None:  # fmt: skip
    """Plays a tournament between policies and rates them, with intervals.

    Every pair of rungs meets (3 and 4 players: at mixed tables of distinct rungs) on equal deals at
    rotated seats, and every rung plays itself under both editions. The same command continues a
    ladder that was interrupted; `gah report` shows the ladder last completed. Ratings are
    Plackett-Luce, in Elo's unit; greedy is 0 (without it, the first rung).
    """
    from rich.console import Console

    from model import load_ruleset
    from reports import figures_players, style, tables_players
    from reports import players as computing
    from simulate.batch.tournament import Tournament, default_rungs, parse_rungs

    ruleset = load_ruleset(rules, **variant)
    plan = Tournament(
        ruleset,
        parse_rungs(rungs) if rungs else default_rungs(ruleset),
        players, deals, deals_search, seed, computing.editions(),
    )  # fmt: skip
    console = Console()
    computing.play(plan.runs(data), workers, "ladder", console)
    computing.remember(plan, data)
    found = computing.compute_ladder(plan, data, workers)
    pace = measure(plan, console) if timing else None
    with style.styled():
        figure = figures_players.ladder_figure(found)
    figure.save(out)
    winning = tables_players.winning_table(found)
    write(out, found, pace)
    for n in players:
        show(tables_players.ladder_table(found, n, pace), console, without="Above the next")
    show(winning, console)
    console.print(f"{figure.title}.", highlight=False)
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


def write(out: Path, found: Ladder, pace: pd.DataFrame | None) -> None:
    """All frames as CSV and in one JSON file with what was played; time only if measured."""
    import json

    frames = {"ratings": found.ratings, "pairings": found.pairings, "winning": found.alone}
    for name in ("pairings", "winning"):
        frames[name].to_csv(out / f"{name}.csv", index=False, float_format="%.6g")
    if pace is not None:
        frames["timing"] = pace
        pace.to_csv(out / "timing.csv", index=False, float_format="%.4g")
    record = {"command": found.command(), "anchor": found.anchor} | {
        name: json.loads(frame.to_json(orient="records", double_precision=6))
        for name, frame in frames.items()
    }
    (out / "ladder.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def show(one: Table, console: Console, without: str = "") -> None:
    """A table of the page at the terminal, perhaps without one of its columns."""
    from rich.table import Table as Drawn

    drawn = Drawn(title=one.caption, title_justify="left")
    kept = [i for i, text in enumerate(one.head) if text != without]
    names = min(20, max((len(str(row[0])) for row in one.rows), default=0))
    for i in kept:
        if i == 0:
            drawn.add_column(one.head[i], min_width=names)
        else:
            drawn.add_column(one.head[i], justify="right")
    for row in one.rows:
        drawn.add_row(*(row[i] for i in kept))
    console.print(drawn)


@click.command()
@click.option("--table", "tables", multiple=True, metavar="A,B", help="Policies at the table, "
              "repeated until all seats are taken; several --table: several designs. "
              "Default: greedy,politician and greedy,random.")  # fmt: skip
@click.option("--deals", type=click.IntRange(2), default=300, show_default=True,
              help="Deals, each played at all rotated seats.")  # fmt: skip
@click.option("--dice", type=click.IntRange(2), default=2, show_default=True,
              help="Games of each seating of a deal, each with its own chance.")  # fmt: skip
@folders("data/luck", "build/luck")
@common_options()
def luck(
    rules: str, players: tuple[int, ...], seed: int, workers: int, variant: dict[str, Any],
    tables: tuple[str, ...], deals: int, dice: int, data: Place, out: Path,
) -> None:  # fmt: skip
    """Measures how much of a result is skill and how much is luck.

    Plays the same deals with other seats and other dice and splits the variance of VP, of the lead
    over the table's mean and of winning into shares: player, seat, deal, chance after the set-up.
    """
    from rich.console import Console

    from model import UserError, load_ruleset
    from reports import figures_players, style, tables_players
    from reports import players as computing
    from simulate import policies
    from simulate.batch.tournament import Crossed

    named = [tuple(name.strip() for name in text.split(",")) for text in tables]
    for names in named:
        for name in names:
            policies.get(name)
        if len(names) > min(players):
            raise UserError(
                f"--table {','.join(names)}: {len(names)} policies do not fit a table of"
                f" {min(players)}; give fewer, or other --players"
            )
    ruleset = load_ruleset(rules, **variant)
    plans = [
        Crossed(ruleset, names, players, deals, dice, seed)
        for names in dict.fromkeys(named or computing.LUCK_TABLES)
    ]
    console = Console()
    computing.play([run for plan in plans for run in plan.runs(data)], workers, "luck", console)
    found = computing.compute_luck(plans, data, workers)
    with style.styled():
        figure = figures_players.luck_figure(found)
    figure.save(out)
    for plan in plans:
        show(tables_players.luck_table(found, ",".join(plan.table), groups=True), console)
    words = figures_players.lead_words(found)
    console.print(f"{figure.title}. {words}".strip(), highlight=False)
    console.print(f"table and figure: {out}", highlight=False, soft_wrap=True)
