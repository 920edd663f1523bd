"""The command `play`: print one game step by step, or play in it yourself."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from model import UserError
from model.defaults import DEFAULT_SPEC
from reports.commands.options import OUT_FILE, POLICY, TABLE, Count, check_deal, ruleset_options
from simulate.base import outputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from model import Ruleset
    from model.patch import Patch
    from simulate.game import Game
    from simulate.narration.lines import TextLine
    from simulate.narration.transcript import Choose

STYLES = {"title": "bold", "round": "bold cyan", "turn": "bold", "status": "green", "choice": "dim"}


def round_range(text: str | None, last: int) -> range | None:
    """The rounds of "3" or "1-2"; None for all. Raises UserError for rounds that no game has."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", text.strip())
    if not match or int(match[2] or match[1]) < int(match[1]):
        raise UserError(f"--rounds {text}: write a round or a range, e.g. 3 or 1-2")
    chosen = range(int(match[1]), int(match[2] or match[1]) + 1)
    if chosen[0] < 1 or chosen[-1] > last:
        raise UserError(f"--rounds {text}: the game has rounds 1 to {last}")
    return chosen


@click.command()
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset.")
@click.option("--players", type=int, default=3, show_default=True, help="2 to 4.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option("--game", type=int, default=0, show_default=True, help="Number within the seed.")
@click.option(
    "--policy",
    type=TABLE,
    default="greedy",
    show_default=True,
    help="One policy for all seats, or one for each: names, or your own my_player.py[:function], "
    "which is run: use only files that you trust.",
)
@click.option("--same-deal", type=Count(1), default=1, help="As given to `gah simulate`.")
@click.option("--own-chance", is_flag=True, help="As given to `gah simulate`.")
@click.option(
    "--me",
    type=int,
    multiple=True,
    metavar="SEAT",
    help="Play this seat yourself, with undo, hints, and transcripts to continue from.",
)
@click.option(
    "--hint",
    type=POLICY,
    default="expert",
    show_default=True,
    help="With --me: policy that gives hints; learned ones add what actions are worth.",
)
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With --me: continue a saved game; its last line of output gives the command.",
)
@click.option("--rounds", metavar="N[-M]", help="Print only these rounds (round 1 has the set-up).")
@click.option("--words", is_flag=True, help="Add the action words, which replay the game.")
@click.option("--decisions", is_flag=True, help="List what was legal at each decision.")
@click.option(
    "--transcript",
    type=OUT_FILE,
    metavar="FILE",
    help="Also write the game as a transcript, which `gah referee` replays.",
)
@click.option(
    "--html",
    type=OUT_FILE,
    metavar="FILE",
    help="Also write a page to step through, with the boards and every step in words.",
)
@ruleset_options
def play(
    rules: str,
    players: int,
    seed: int,
    game: int,
    policy: tuple[str, ...],
    same_deal: int,
    own_chance: bool,
    me: tuple[int, ...],
    hint: str,
    resume: Path | None,
    rounds: str | None,
    words: bool,
    decisions: bool,
    transcript: Path | None,
    html: Path | None,
    variant: dict[str, Any],
) -> None:
    """Play one game and print every step, so that it can be followed with the real cards.

    To print a game that `gah simulate` recorded, give the same options and its number as --game.
    """
    from model import load_ruleset
    from simulate.compiling.ahead import compile_ahead
    from simulate.engine.rng import deal_and_chance
    from simulate.narration.transcript import Narrator
    from simulate.policies import chooser, label, rotated, seats

    _refuse_ignored(bool(me))
    check_deal(players, seed, game)
    names = rotated(seats(policy, players), game)
    ruleset = load_ruleset(rules, **variant)
    wanted = round_range(rounds, ruleset.game.rounds)
    compile_ahead(lambda text: click.echo(text, err=True))
    if me:
        deal = (seed, game)
        _sit(ruleset, players, deal, names, me, hint, resume, transcript, html, variant)
        return
    deal, chance = deal_and_chance(game, same_deal, own_chance)
    narrator = Narrator(
        ruleset,
        players,
        seed,
        deal,
        [label(name) for name in names],
        chance=chance,
        words=words,
        decisions=decisions,
        cite=html is not None,
    )
    pickers = {label(name): chooser(name, narrator.game.rules) for name in set(names)}
    choose: Choose = partial(chosen, pickers)
    recorder = None
    if transcript is not None:
        from simulate.referee.recorder import Recorder

        title = f"seed {seed}, game {game}: {', '.join(narrator.policies)}"
        recorder = Recorder(ruleset, narrator.game, patches=_patches(variant), title=title)
        choose = recorder.watch(choose)
    camera = None
    if html is not None:
        from reports.replay import Camera, page

        file = "" if transcript is None else str(transcript)
        camera = Camera(narrator, patches=_patches(variant), file=file)
        choose = camera.watch(choose)
    told = narrator.tell(choose)
    show = printer()
    try:
        for line in camera.lines(told) if camera else told:
            if wanted is None or line.round == 0 or line.round in wanted:
                show(line)
    except UserError as error:  # raised by the user's own player
        raise UserError(f"seed {seed}, game {game}: {error}") from None
    if recorder is not None and transcript is not None:
        recorder.write(transcript)
    if camera is not None and html is not None:
        outputs.keep(html, page(camera.film))


def _refuse_ignored(at_table: bool) -> None:
    """Raise UserError for an option that has no effect with a person at the table, or without."""
    context = click.get_current_context()
    given = {
        one.name: one.opts[0]
        for one in context.command.params
        if one.name and context.get_parameter_source(one.name) is ParameterSource.COMMANDLINE
    }
    for options, ignored, why in (
        (("resume", "hint"), not at_table, "needs --me SEAT"),
        (("rounds", "words", "decisions", "same_deal", "own_chance"), at_table,
         "cannot be combined with --me"),
    ):  # fmt: skip
        if ignored and (named := [given[one] for one in options if one in given]):
            raise UserError(f"{named[0]} {why}")


def _patches(variant: Mapping[str, Any]) -> list[Patch]:
    """The patches of a variant, for transcripts, which hold the patches themselves."""
    from model.patch import read_patch

    return [read_patch(Path(file)) for file in variant["patches"]]


def _sit(
    ruleset: Ruleset,
    players: int,
    deal: tuple[int, int],
    names: Sequence[str],
    me: Sequence[int],
    hint: str,
    resume: Path | None,
    transcript: Path | None,
    html: Path | None,
    variant: dict[str, Any],
) -> None:
    """Play a game with a person at the table, saved after each action; write the page last."""
    from reports.commands.sit import Sitting, new_save
    from simulate.engine.compile import compile_ruleset
    from simulate.policies import chooser
    from simulate.referee.session import Session, load

    resumed = None if resume is None else load(resume, resume=True)
    players = len(resumed.players) if resumed is not None else players
    if not all(1 <= seat <= players for seat in me):
        raise UserError(f"--me: seats are 1 to {players}")
    chooser(hint, compile_ruleset(ruleset)[0])  # there is one of that name
    session = resumed or Session.dealt(ruleset, players, *deal, patches=_patches(variant))
    saved = transcript or resume or new_save()
    sitting = Sitting(session, [seat - 1 for seat in me], names, hint, saved)
    sitting.play()
    if transcript is not None:
        sitting.session.save(transcript)
    if html is not None:
        from reports.replay import filmed_verdict, page

        name = str(transcript) if transcript is not None else ""
        film, _ = filmed_verdict(sitting.session.document(), name=name)
        outputs.keep(html, page(film))


def chosen(pickers: dict[str, Callable[[Game], int]], game: Game, policy: str) -> int:
    """The action that the policy of that name chooses."""
    return pickers[policy](game)


def printer() -> Any:
    """A function that prints a line: with colours on a terminal, else as plain text."""
    if not sys.stdout.isatty():
        return lambda line: click.echo("\n".join(text_of(line)))
    from rich.text import Text

    from simulate.base.bars import plain_console

    console = plain_console(highlight=False, soft_wrap=True)
    return lambda line: console.print(Text("\n".join(text_of(line)), STYLES.get(line.style, "")))


def text_of(line: TextLine) -> list[str]:
    """A wrapped line, with a blank line above it if it begins a part."""
    from simulate.narration.transcript import wrap

    above = [""] if line.style in ("round", "turn") else []
    return above + wrap(line)
