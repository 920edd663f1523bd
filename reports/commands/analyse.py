"""The command `analyse`: the best moves of any position, and why another is not legal."""

from __future__ import annotations

import json
import math
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from reports.commands.options import WIDTH, Count

if TYPE_CHECKING:
    import pandas as pd

    from analysis.review import AskedPosition


@click.command()
@click.argument("file", metavar="POSITION")
@click.option(
    "--step", type=click.IntRange(min=0), metavar="N",
    help="Use the position after step N of the transcript; 0 is the start. Default: the last step.",
)  # fmt: skip
@click.option(
    "--policy", default="expert", show_default=True, metavar="POLICY",
    help="Player that evaluates the moves and plays on: planner or expert.",
)  # fmt: skip
@click.option("--top", type=Count(1), default=3, show_default=True, help="Moves to compare.")
@click.option("--all", "every", is_flag=True, help="Also list every other legal move.")
@click.option(
    "--move", "moves", multiple=True, metavar="ACTION",
    help="Also compare this move; if it is illegal, say why, with the clauses.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(min=0, max=3600), default=4.0, show_default=True,
    help="Time limit of the search, in seconds.",
)  # fmt: skip
@click.option(
    "--playouts", type=Count(2), metavar="N",
    help="Instead of --seconds: number of games per move, which makes the answer reproducible.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**31), default=0, show_default=True,
              help="Seed of the sampled states.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def analyse(
    file: str,
    step: int | None,
    policy: str,
    top: int,
    every: bool,
    moves: tuple[str, ...],
    seconds: float,
    playouts: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Find the best moves of a position: VP, chance to win, and what follows.

    POSITION is a transcript, with or without steps (- for standard input);
    simulate/referee/README.md describes the format. After each move a strong player plays the game
    to its end in sampled states: everything the player to move cannot see is drawn at random, and
    so are cards of its own hand that the file does not name.

    If the move given by --move is illegal, the reason and the clauses that it breaks are printed,
    and the exit status is 1.
    """
    from simulate.compiling.ahead import compile_ahead

    compile_ahead(lambda text: click.echo(text, err=True))
    from analysis.review import analyse as analysed

    position = _read(file, step)
    reasons = {words: found for words in moves if isinstance(found := position.action(words), str)}
    table = analysed(
        position, policy=policy, top=top, all_moves=every, seconds=seconds, playouts=playouts,
        moves=[words for words in moves if words not in reasons], seed=seed,
    )  # fmt: skip
    if as_json:
        click.echo(json.dumps(plain(table, reasons), indent=1, ensure_ascii=False))
    else:
        _print(table, reasons)
    if reasons:
        click.get_current_context().exit(1)


def _read(file: str, step: int | None) -> AskedPosition:
    """The position of a file. Raises UserError naming it."""
    from analysis.review import AskedPosition
    from simulate.referee import parse, read_file

    if file == "-":
        return AskedPosition.of(parse(sys.stdin.read()), step=step)
    path = Path(file)
    document = read_file(path)
    try:
        return AskedPosition.of(document, step=step, folder=path.parent)
    except UserError as error:
        raise UserError(f"{path.name}: {error}") from None


def plain(table: pd.DataFrame, reasons: dict[str, str]) -> dict[str, Any]:
    """The answer as plain data: ``moves`` in rows, null where nothing was played."""
    rows = [
        {key: None if isinstance(value, float) and math.isnan(value) else value
         for key, value in row.items()}
        for row in json.loads(table.round(4).to_json(orient="records"))
    ]  # fmt: skip
    refused = [{"move": words, "legal": False, "reason": text} for words, text in reasons.items()]
    return {"format": "gah-analysis-1", **table.attrs, "moves": rows, "not_legal": refused}


def _print(table: pd.DataFrame, reasons: dict[str, str]) -> None:
    from reports.commands.terminal import show
    from reports.tables.table import Table
    from simulate.base.bars import plain_console

    about = table.attrs
    where = f"round {about['round']}" if about["round"] else "the set-up"
    click.echo(
        f"{about['player']} to move in {where} ({about['ruleset']}); {about['legal']} legal "
        f"{'move' if about['legal'] == 1 else 'moves'}."
    )
    played = table[table["games"] > 0]
    console = plain_console()
    head = ["move", "VP", "lead, VP", "% to win", "VP behind"]
    rows = [_cells(row) for _, row in played.iterrows()]
    show(Table("Best moves, with 95% intervals", head, rows), console)
    for _, row in played.iterrows():
        _wrapped(f"{row['rank']}. {row['line']}")
        if isinstance(row["reply"], str):
            _wrapped(f"then, for example, {row['reply']}", "   ")
    rest = table[table["games"] == 0]
    if len(rest):
        click.echo("Other legal moves, and the VP that they lose, estimated by a look-ahead:")
        for _, row in rest.iterrows():
            click.echo(f"  {row['move']:<40} {row['thought']:6.1f}")
    for words, text in reasons.items():
        click.echo(f"{words}: not legal: {text}")
    if about["hands_dealt"]:
        _wrapped(
            f"{about['player']} holds cards that are not named: they were dealt at random for each "
            "state. Moves that need one of them are not listed; name the move with --move."
        )
    games = int(played["games"].iloc[0])
    _wrapped(
        f"After each move, {about['policy']} played on in the same {games} sampled states. A move "
        "marked * is worse than the first beyond the noise; the others may be as good."
    )


def _cells(row: pd.Series) -> list[str]:
    from reports.text import Unit, cell, measured

    vp, percent = Unit(1, 1, "VP"), Unit(100, 0, "%")

    def of(name: str, unit: Unit, sign: bool = False) -> str:
        return cell(measured(row, name), unit, sign)

    behind = "" if row["rank"] == 1 else of("behind", vp) + (" *" if row["clear"] else "")
    return [
        f"{row['rank']}. {row['move']}", of("vp", vp), of("lead", vp, True), of("win", percent),
        behind,
    ]  # fmt: skip


def _wrapped(text: str, indent: str = "") -> None:
    for line in textwrap.wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent + "   ",
                              break_on_hyphens=False):  # fmt: skip
        click.echo(line)
