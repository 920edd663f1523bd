"""`gah study suggest`: the options; what it does is in analysis/studies/suggest.py."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.studies.questions import SuggestSettings
from reports.commands.asking import Request, asks
from reports.commands.options import OUT_FILE

PATCH = click.option(
    "--out", type=OUT_FILE, default=Path("build/suggested.toml"), show_default=True,
    help="The patch file; a CSV of the test is written next to it.",
)  # fmt: skip


@asks(SuggestSettings, out=PATCH)
def suggest(ask: Request) -> None:
    """Suggest costs that balance the staff cards of BASE.

    Changes as few costs as possible. A card is balanced if it is within its margin. The costs
    follow from the prices (`gah study price`). The test plays fresh deals with and without the
    suggested patch, and judges each card as `gah study cards` does. Cards still outside the margin
    are listed. With --rounds their costs are changed again, and those of cards that are probably
    outside, until the patch passes at all tables of --check or no change helps. A card that is too
    weak even at no cost is given VP when hired. Each round prints its own cost before it plays; the
    same command continues.

    \b
      gah study suggest revised-2021
      gah study suggest revised-2021 --policy planner --rounds 5
      gah simulate --rules revised-2021 --patch build/suggested.toml
    """
    from analysis.studies.suggest import SuggestStudy
    from reports.spreadsheet import write_csv
    from reports.tables.price import checks_table, suggestion_table, suggestion_words
    from simulate.base import outputs

    study = ask.study(SuggestStudy, threads=ask.workers)
    found, s = ask.answer(study), ask.settings
    who = (f"{study.ruleset.label}, {s.players[0]} {s.policies[0]} players,"
           f" {s.tested:,} fresh games of each (95% intervals)")  # fmt: skip
    ask.show(suggestion_table(found, who))
    if len(found.checks):
        ask.show(checks_table(found))
    ask.say(*suggestion_words(found))
    write_csv(found.changes, ask.out.with_suffix(".csv"))
    if len(found.checks):
        write_csv(found.checks, ask.out.with_name(f"{ask.out.stem}-checks.csv"))
    if found.patch:
        outputs.keep(ask.out, found.patch)
        ask.wrote("patch", ask.out)
