"""`gah study cards`: the options; what it does is in analysis/studies/cards.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model.defaults import DEFAULT_SPEC
from reports.commands.asking import TOP, answer
from reports.commands.options import (
    SEED,
    TABLE,
    WORKERS,
    Count,
    folders,
    players_option,
    ruleset_options,
)
from reports.commands.terminal import show
from simulate.base.files import write_whole
from simulate.data.store import Place

if TYPE_CHECKING:
    from analysis.studies.cards import CardFrames


@click.command()
@click.option("--policy", "tables", type=TABLE, multiple=True,
              help="One policy against itself, or a mixed table; repeat to compare several. "
              "Default: planner and greedy.")  # fmt: skip
@click.option("--kind", "kind_ids", multiple=True, metavar="KIND",
              help="Kind of card: staff, guest, emperor_tile, politics, ballroom, rehearsal_room, "
              "celebrity, entrance or board; repeatable. Default: all.")  # fmt: skip
@click.option("--games", type=Count(2), default=4000, show_default=True,
              help="Games for each table, number of players and ruleset.")  # fmt: skip
@click.option("--remove", "paths", multiple=True, metavar="PATH",
              help="Also play the same deals without this card, e.g. staff.17, emperor_tile.A1, "
              "or 'guest.*' for each of a kind; repeat for several.")  # fmt: skip
@click.option("--pairs", is_flag=True, help="Also estimate pairs of staff cards; needs many games.")
@click.option("--margin-vp", type=click.FloatRange(0, min_open=True), metavar="VP",
              help="Margin within which VP count as balanced, for all measures.")  # fmt: skip
@click.option("--margin-win", type=click.FloatRange(0, 1, min_open=True), metavar="SHARE",
              help="The same for shares of wins, e.g. 0.05.")  # fmt: skip
@TOP
@folders("cards")
@ruleset_options
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset.")
@players_option("2,3,4")
@SEED
@WORKERS
def cards(
    rules: str, players: tuple[int, ...], seed: int, workers: int, variant: dict[str, Any],
    tables: tuple[tuple[str, ...], ...], kind_ids: tuple[str, ...], games: int,
    paths: tuple[str, ...], pairs: bool, margin_vp: float | None,
    margin_win: float | None,
    top: int, data: Place, out: Path,
) -> None:  # fmt: skip
    """Estimate what each card is worth, with intervals and verdicts.

    Estimates causal effects of the cards that chance dealt or put into the game, the effect of
    removing a card (--remove), and how cards are used. A verdict is a test against a margin, with a
    false discovery rate of 5% over the cards of a kind. Only games not recorded yet are played; the
    same command continues. Writes a CSV for each table, and the queries that produced it.
    """
    from analysis.base.kinds import kind, kinds
    from analysis.base.metrics import catalogue
    from analysis.studies import cards as computing
    from model import load_ruleset
    from reports.tables import cards as drawn
    from simulate import policies
    from simulate.base.bars import plain_console

    chosen = tuple(map(kind, dict.fromkeys(kind_ids))) or tuple(kinds().values())
    named = tuple(dict.fromkeys(tables)) or (("planner",), ("greedy",))
    for one_table in named:
        policies.seats(one_table, min(players))
    by_unit = {"VP": margin_vp, "share": margin_win}
    margins = {
        one.id: margin for one in catalogue().values()
        if one.judged and (margin := by_unit.get(one.unit)) is not None
    }  # fmt: skip
    study = computing.CardStudy(
        load_ruleset(rules, **variant), players, named, chosen, games, seed, data,
        computing.without(rules, variant, chosen, paths), pairs, margins,
    )  # fmt: skip
    console = plain_console()
    found = answer(study, workers, console)
    write(out, found)
    frames = found.frames
    if "effects" in frames:
        for table in drawn.effect_tables(frames["effects"], top):
            show(table, console)
        show(drawn.verdict_counts(frames["effects"]), console)
    for name, make in (("removal", drawn.removal_tables), ("pairs", drawn.pairs_table)):
        for table in make(frames[name], top) if name in frames else ():
            show(table, console)
    if "agreement" in frames and frames["agreement"]["agent_dependent"].any():
        show(drawn.agreement_table(frames["agreement"], top), console)
    console.print(f"tables and queries: {out}", highlight=False, soft_wrap=True)


_HEAD = """\
-- Run part by part: the views games, players and cards hold the files of one configuration and a
-- range of its deals (`openings`: the layout at the start). Sums are added up over the parts;
-- analysis/base/stats.py computes estimates and errors from them.

"""


def write(out: Path, found: CardFrames) -> None:
    """Write a CSV for each frame, and next to it the queries of its numbers. Raises UserError."""
    from reports.spreadsheet import write_csv

    for name, frame in found.frames.items():
        write_csv(frame, out / f"{name}.csv")
        asked = [
            "".join(f"-- ${key} = {value!r}\n" for key, value in params.items()) + text + ";\n"
            for text, params in found.queries[name].items()
        ]
        write_whole(out / f"{name}.sql", (_HEAD + "\n".join(asked)).encode())
