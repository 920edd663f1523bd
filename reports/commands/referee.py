"""The command `referee`: replay transcripts of real games and judge every step."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from model import UserError
from reports.commands.options import OUT_FILE
from simulate.base import outputs

if TYPE_CHECKING:
    from simulate.referee.verdict import Verdict


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--json", "as_json", is_flag=True, help="Print the verdict as JSON, one object per file."
)
@click.option(
    "--show",
    type=click.Choice(["asked", "all", "none"]),
    default="asked",
    show_default=True,
    help="States to print: after the steps that ask for it, after all steps, or none.",
)
@click.option(
    "--state", "states", type=int, multiple=True, metavar="N", help="Also the state after step N."
)
@click.option("--quiet", is_flag=True, help="Print only the steps with a problem, and the verdict.")
@click.option("--schema", is_flag=True, help="Print the JSON Schema of a transcript instead.")
@click.option(
    "--html",
    type=OUT_FILE,
    help="Also write a page to step through, with the boards; for one transcript only.",
)
@click.pass_context
def referee(
    context: click.Context,
    files: tuple[Path, ...],
    as_json: bool,
    show: str,
    states: tuple[int, ...],
    quiet: bool,
    schema: bool,
    html: Path | None,
) -> None:
    """Replay transcripts of games and say whether each step is legal, and if not, why.

    A transcript is a JSON file, written by hand or by a program: simulate/referee/README.md
    describes it, `gah play --transcript FILE` writes one. Exit status 0: everything is as the
    transcripts claim. 1: a rule or an expectation is broken. 2: a file cannot be read, or lacks
    information that the verdict needs.
    """
    if schema:
        from simulate.referee.schema import schema as made

        click.echo(json.dumps(made(), indent=2, ensure_ascii=False))
        return
    if not files:
        raise UserError("name at least one transcript; see `gah referee --help`")
    if html is not None and len(files) > 1:
        raise UserError("--html shows one transcript: name one")
    if any(number < 1 for number in states):
        raise UserError("--state: steps are counted from 1")
    from simulate.compiling.ahead import compile_ahead

    compile_ahead(lambda text: click.echo(text, err=True))
    from simulate.referee.laying import faults_of

    worst = 0
    for file in files:
        try:
            verdict = _judged(file, show, states)
        except UserError as error:
            worst = 2
            for fault in faults_of(error):
                click.echo(f"gah: {fault}", err=True)
            continue
        worst = max(worst, verdict.exit_code)
        _print(verdict, str(file), as_json=as_json, quiet=quiet)
        if html is not None:
            _write_replay(file, html)
    context.exit(worst)


def _write_replay(file: Path, html: Path) -> None:
    """Write the page of a transcript that can be judged."""
    from reports.replay import filmed_verdict, page
    from simulate.referee.writing import read_file

    film, _ = filmed_verdict(read_file(file), file.parent, name=file.name)
    outputs.keep(html, page(film))


def _judged(file: Path, show: str, states: tuple[int, ...]) -> Verdict:
    """The verdict on a file. Raises Faults naming the file and what is wrong with it."""
    from simulate.referee.judge import judge
    from simulate.referee.laying import Faults, faults_of
    from simulate.referee.writing import read_file

    document = read_file(file)
    if (last := max(states, default=0)) > (steps := len(document.steps)):
        raise UserError(f"{file.name}: --state {last}: the transcript has {steps} steps")
    try:
        return judge(document, file.parent, show=show, at_steps=states)
    except UserError as error:
        raise Faults([f"{file.name}: {fault}" for fault in faults_of(error)]) from None


def _print(verdict: Verdict, name: str, *, as_json: bool, quiet: bool) -> None:
    if as_json:
        click.echo(json.dumps({"file": name, **verdict.plain()}, indent=1, ensure_ascii=False))
        return
    from simulate.referee.telling import lines

    for line in lines(verdict, name, quiet=quiet):
        click.echo(line)
