"""`gah study suggest`: the options; what it does is in analysis/studies/suggest.py."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.studies.questions import SuggestSettings
from reports.commands.asking import Question, asks
from reports.commands.options import OUT_FILE, Count, player_counts

PATCH = click.option(
    "--out", type=OUT_FILE, default=Path("build/suggested.toml"), show_default=True,
    help="The patch file; a CSV of the test is written next to it.",
)  # fmt: skip


ROUNDS = (
    click.option("--rounds", type=Count(0), default=0, show_default=True,
                 help="Play the patch on fresh deals at the tables of --check, change the costs of "
                 "what is still too strong or too weak, and again, at most so often."),
    click.option("--check", default="2,4", show_default=True, callback=player_counts,
                 help="Numbers of players of the tables that --rounds plays."),
)  # fmt: skip


@asks(SuggestSettings, *ROUNDS, out=PATCH)
def suggest(ask: Question) -> None:
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
    from analysis.studies.suggest import SuggestStudy, rounds
    from reports.spreadsheet import write_csv
    from reports.tables.price import suggestion_table, suggestion_words
    from simulate.base import outputs

    study = ask.study(SuggestStudy, threads=ask.workers)
    found, s = ask.answer(study), ask.settings
    who = (f"{study.ruleset.label}, {s.players[0]} {s.policies[0]} players,"
           f" {s.tested:,} fresh games of each")  # fmt: skip
    ask.show(suggestion_table(found, who))
    ask.say(*suggestion_words(found))
    write_csv(found.changes, ask.out.with_suffix(".csv"))
    patch, most = found.patch, ask.given["rounds"]
    tried = rounds(study, ask.given["check"], most, ask.workers, ask.console) if most else ()
    for one in tried:
        left = [f"{row['name']} ({row['item']}) {row['verdict']} with {row['table']} players"
                for _, row in one.outside.iterrows()]  # fmt: skip
        said = f": {', '.join(left)}" if left else "; the patch passes"
        ask.say(f"round {one.number}: {len(left)} verdicts outside the limits{said}")
        patch = one.patch
        write_csv(one.effects, ask.out.with_name(f"{ask.out.stem}-round-{one.number}.csv"))
    if patch:
        outputs.keep(ask.out, patch)
        ask.wrote("patch", ask.out)
