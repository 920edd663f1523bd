"""The command `review`: lines that games show to be better, and the part of luck."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from model.defaults import DEFAULT_SPEC
from reports.commands.options import OUT_FILE, TABLE, check_deal, ruleset_options
from simulate.base import outputs

if TYPE_CHECKING:
    from analysis.review import Review
    from simulate.referee import Document

Named = tuple[str, "Document", Path | None]  # its name, and the folder of its patches


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE|FOLDER]...")
@click.option(
    "--seed", type=int, help="Instead of files: the game that `gah play` plays with this seed."
)
@click.option("--game", type=int, default=0, show_default=True, help="Number within the seed.")
@click.option("--players", type=int, default=2, show_default=True, help="2 to 4.")
@click.option(
    "--policy",
    "policies",
    type=TABLE,
    default="greedy",
    show_default=True,
    help="One policy for all seats, or one for each.",
)
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset.")
@click.option(
    "--seat", "seats", type=int, multiple=True, metavar="SEAT",
    help="Comment only on this seat's choices; repeatable.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option(
    "--html", type=OUT_FILE,
    help="Also write a page to step through, with the boards; for one game only.",
)  # fmt: skip
@ruleset_options
def review(
    files: tuple[Path, ...],
    seed: int | None,
    game: int,
    players: int,
    policies: tuple[str, ...],
    rules: str,
    seats: tuple[int, ...],
    as_json: bool,
    html: Path | None,
    variant: dict[str, Any],
) -> None:
    """Compare the choices of a game with other lines, by playing games on from both.

    A choice is everything a player decides in a turn until chance reveals something. A line is
    called better only if the interval of fresh games shows it; blunders, mistakes and inaccuracies
    are graded by the loss in the chance to win. The shares of the deal, dice, cards, own choices
    and other players' choices add up to the result. For several transcripts, or a folder, it shows
    which kinds of choices cost most, and how often the strong player's first choice was made.
    """
    from analysis.review import folder_of
    from simulate.compiling.ahead import compile_ahead

    if bool(files) == (seed is not None):
        raise UserError("name transcripts or a folder of them, or a game with --seed")
    if seed is not None:
        named = [_played(seed, game, players, policies, rules, variant)]
    else:
        named = list(_read(files))
    if html is not None and len(named) > 1:
        raise UserError("--html shows one game: name one")
    if seed is None:
        compile_ahead(lambda text: click.echo(text, err=True))
    reviews = []
    for name, document, folder in named:
        reviews.append(_reviewed(name, document, folder, seats))
        if len(named) > 1:
            click.echo(f"{name}: reviewed", err=True)
    if html is not None:
        from reports.replay import reviewed_page

        _, document, folder = named[0]
        outputs.keep(html, reviewed_page(reviews[0], document, folder))
    if as_json:
        found = {name: one.plain() for (name, *_), one in zip(named, reviews, strict=True)}
        whole = {"games": found, "together": folder_of(reviews).plain()}
        click.echo(json.dumps(whole, indent=1, ensure_ascii=False))
        return
    from reports.review_text import folder_lines, review_lines

    for one in reviews if len(reviews) == 1 else ():
        for line in review_lines(one):
            click.echo(line)
    if len(reviews) > 1:
        for line in folder_lines(folder_of(reviews)):
            click.echo(line)


def _read(files: Sequence[Path]) -> Iterator[Named]:
    """The transcripts of files, and of folders. Raises UserError naming what cannot be read."""
    from simulate.referee import read_file

    for file in files:
        inside = sorted(file.glob("*.json")) if file.is_dir() else [file]
        if not inside:
            raise UserError(f"{file}: this folder has no transcript (*.json)")
        for one in inside:
            yield one.name, read_file(one), one.parent


def _played(
    seed: int,
    game: int,
    players: int,
    policies: tuple[str, ...],
    rules: str,
    variant: dict[str, Any],
) -> Named:
    """The game that `gah play` plays with these numbers."""
    from model import load_ruleset
    from model.patch import read_patch
    from simulate.compiling.ahead import compile_ahead
    from simulate.engine.compile import compile_ruleset
    from simulate.policies import chooser, rotated
    from simulate.policies import seats as seated
    from simulate.referee import record

    check_deal(players, seed, game)
    names = rotated(seated(policies, players), game)
    ruleset = load_ruleset(rules, **variant)
    compile_ahead(lambda text: click.echo(text, err=True))
    program = compile_ruleset(ruleset)
    choosers = {name: chooser(name, program[0]) for name in set(names)}
    title = f"seed {seed}, game {game}: {', '.join(names)}"
    document = record(
        ruleset, players, seed, lambda one: choosers[names[one.player]](one), number=game,
        patches=[read_patch(Path(file)) for file in variant["patches"]], title=title,
    )  # fmt: skip
    return title, document, None


def _reviewed(name: str, document: Document, folder: Path | None, seats: Sequence[int]) -> Review:
    """The review of a transcript. Raises UserError naming the file."""
    from analysis.review import review_of

    if not all(1 <= seat <= len(document.names) for seat in seats):
        raise UserError(f"--seat: seats are 1 to {len(document.names)}")
    try:
        return review_of(document, folder, seats=[seat - 1 for seat in seats])
    except UserError as error:
        raise UserError(f"{name}: {error}") from None
