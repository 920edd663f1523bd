"""The command `gaps`: what the rulebooks leave open, how often it occurs in play, examples."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

import click

from model import UserError
from model import gaps as register
from model.gaps import Gap
from model.names import meant
from model.sources import sources
from reports.commands.options import OUT_FOLDER, WIDTH
from simulate.base.files import write_whole
from simulate.verify.gaps.counts import Met, read, together

if TYPE_CHECKING:
    from simulate.referee.document import Document


def lines(id: str, gap: Gap, met: str = "") -> list[str]:
    """A position of the register as lines; ``met`` follows its id."""
    read = "; ".join(f"{document}: {where}" for document, where in gap.read.items())
    texts = [f"{gap.title}. {gap.question}", gap.silent, f"Read: {read}"]
    texts += [f"Ruling: {ruling}, played as: {_played(ruling)}" for ruling in gap.rulings]
    indent = {"initial_indent": "  ", "subsequent_indent": "    ", "break_on_hyphens": False}
    body = [line for text in texts for line in textwrap.wrap(text, WIDTH, **indent)]  # type: ignore[arg-type]
    return [id + met, *body]


def met_by(games: int | None) -> str:
    """How many games of a record met a position; None if it was registered after the games."""
    if games is None:
        return " (not counted yet)"
    return f" ({games:,} games)" if games else " (never met)"


def _played(id: str) -> str:
    """The default reading of a ruling, by edition if they differ."""
    ruling = sources().ruling[id]
    by_edition = {edition: ruling.default_for(edition) for edition in sources().edition}
    titles = {edition: ruling.readings[one].title for edition, one in by_edition.items()}
    if len(set(titles.values())) == 1:
        return next(iter(titles.values()))
    return "; ".join(f"{title} ({edition})" for edition, title in titles.items())


@click.command()
@click.argument("ids", nargs=-1, metavar="[ID]...")
@click.option(
    "--counts",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Counts of a verification (verify.json), to show how many games met each position."
    " Repeatable.",
)
@click.option(
    "--examples",
    type=OUT_FOLDER,
    help="Build the smallest example of each position met, as a transcript in this folder.",
)
def gaps(ids: tuple[str, ...], counts: tuple[Path, ...], examples: Path | None) -> None:
    """List the positions that the rulebooks leave open.

    Each is listed with the ruling that decides it; an ID is that of a position or of a ruling. With
    --counts, the command shows how often games met each position. With --examples as well, it plays
    those games again and reduces each to a transcript that `gah referee` can judge.
    """
    named = {id: {id, *gap.rulings} for id, gap in register.gaps().items()}
    known = sorted(set().union(*named.values()))
    for id in ids:
        if id not in known:
            raise UserError(f"no open position {id}; `gah rules gaps` lists them{meant(id, known)}")
    if examples is not None and not counts:
        raise UserError("--examples needs --counts FILE: the games that met the positions")
    found = together(map(read, counts)) if counts else None
    wanted = {id: gap for id, gap in register.gaps().items() if not ids or named[id] & {*ids}}
    if examples is None or found is None:
        for id, gap in wanted.items():
            met = "" if found is None else met_by(found.games.get(id))
            click.echo("\n".join(lines(id, gap, met)))
        return
    build(list(wanted), found, examples)


def shown(id: str, document: Document) -> dict[str, str]:
    """An example as text and as a picture, by the ending of the file's name."""
    from reports.pictures import ending
    from simulate.referee.telling import lines as told_by

    found = ending(document)
    return {".txt": "\n".join(told_by(found.verdict, id)) + "\n", ".svg": found.drawn}


def build(ids: list[str], found: Met, folder: Path) -> None:
    """Write the smallest example of each position met: transcript, text and picture."""
    from rich.progress import track

    from simulate.base.bars import plain_console
    from simulate.referee import text_of
    from simulate.verify.gaps.examples import example

    met = {id: found.witnesses[id] for id in ids if id in found.witnesses}
    failed = []
    for id in track(met, "reducing", console=plain_console(stderr=True), transient=True):
        try:
            document = example(id, *met[id])
        except UserError as error:
            failed.append(f"{id}: {error}")
            continue
        write_whole(folder / f"{id}.json", text_of(document).encode())
        for suffix, text in shown(id, document).items():
            write_whole(folder / f"{id}{suffix}", text.encode())
    without = {
        "never met": [id for id in ids if id in found.games and id not in met],
        "not counted yet": [id for id in ids if id not in found.games],
    }
    said = [f"{why}: {', '.join(those)}" for why, those in without.items() if those]
    click.echo("; ".join([f"{len(met) - len(failed)} examples in {folder}", *said]))
    if failed:
        raise UserError("; ".join(failed))
