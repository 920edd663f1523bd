"""`gah study suggest`: the options; what it does is in analysis/studies/suggest.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import (
    KEEP,
    OUT_FILE,
    POLICY,
    SEED,
    WORKERS,
    Count,
    data_option,
    player_counts,
    ruleset_options,
)
from reports.commands.terminal import show


@click.command()
@click.argument("base")
@click.option("--players", type=click.IntRange(2, 4), default=2, show_default=True,
              help="Number of players.")  # fmt: skip
@click.option("--policy", type=POLICY, default="greedy", show_default=True,
              help="Who plays all seats.")  # fmt: skip
@click.option("--games", type=Count(240), default=480_000, show_default=True,
              help="Games for the prices, over all costs.")  # fmt: skip
@click.option("--games-test", "tested", type=Count(100), default=40_000, show_default=True,
              help="Games of the test, with and without the patch.")  # fmt: skip
@click.option("--rounds", "most", type=Count(0), default=0, show_default=True,
              help="Play the patch on fresh deals at the tables of --check, change the costs of "
              "what is still too strong or too weak, and again, at most so often.")  # fmt: skip
@click.option("--check", "tables", default="2,4", show_default=True, callback=player_counts,
              help="Numbers of players of the tables that --rounds plays.")  # fmt: skip
@data_option(
    "price",
    "Folder of the games of `gah study price`; missing ones are added.",
    click.Path(path_type=Path),
)
@click.option("--out", type=OUT_FILE, default=Path("build/suggested.toml"), show_default=True,
              help="The patch file; a CSV of the test is written next to it.")  # fmt: skip
@KEEP
@SEED
@WORKERS
@ruleset_options
def suggest(
    base: str, players: int, policy: str, games: int, tested: int, most: int,
    tables: tuple[int, ...], data: Path, out: Path, seed: int,
    keep: Path | None, workers: int, variant: dict[str, Any],
) -> None:  # fmt: skip
    """Suggest the fewest costs to change so that every staff card of BASE is balanced.

    Balanced means inside its margin. The costs follow from the prices (`gah study price`), the test
    from fresh deals: the rules are played with and without the suggested patch, and each card is
    judged as by `gah study cards`. Cards that are still outside are listed; with --rounds their
    costs are changed again, until the patch passes at all tables of --check or no cost helps. Each
    round prints what it costs before it plays; the same command continues.

    \b
      gah study suggest revised-2021
      gah study suggest revised-2021 --policy planner --rounds 5
      gah simulate --rules revised-2021 --patch build/suggested.toml
    """
    from analysis.studies.suggest import Settings, SuggestStudy, rounds
    from reports.spreadsheet import write_csv
    from reports.tables.price import suggestion_table, suggestion_words
    from simulate import policies
    from simulate.base import outputs
    from simulate.base.bars import plain_console

    policies.get(policy)
    settings = Settings(base, (players,), (policy,), games, tested, seed)
    study = SuggestStudy(settings, data, variant, workers)
    console = plain_console()
    found = answer(study, workers, console, keep)
    who = f"{study.ruleset.label}, {players} {policy} players, {tested:,} fresh games of each"
    show(suggestion_table(found, who), console)
    for text in suggestion_words(found):
        console.print(text, highlight=False)
    write_csv(found.changes, out.with_suffix(".csv"))
    patch = found.patch
    for one in rounds(study, tables, most, workers, console) if most else ():
        left = [f"{row['name']} ({row['item']}) {row['verdict']} with {row['table']} players"
                for _, row in one.outside.iterrows()]  # fmt: skip
        console.print(f"round {one.number}: {len(left)} verdicts outside the limits"
                      + (f": {', '.join(left)}" if left else "; the patch passes"),
                      highlight=False)  # fmt: skip
        patch = one.patch
        write_csv(one.effects, out.with_name(f"{out.stem}-round-{one.number}.csv"))
    if patch:
        outputs.keep(out, patch)
        console.print(f"patch: {out}", highlight=False, soft_wrap=True)
