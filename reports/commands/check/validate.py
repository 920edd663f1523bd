"""The options of `gah check validate`; the checks are in analysis/studies/validate.py."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.asking import answer
from reports.commands.options import OUT_FILE, SEED, WORKERS, Count, data_option
from simulate.data.store import Place


@click.command()
@click.option("--replications", type=Count(20), default=1000, show_default=True,
              help="Replications of each check; with 1,000, an error rate of 10% instead of the\n"
              "promised 5% is found in 99% of cases.")  # fmt: skip
@click.option("--deals", type=Count(50), default=250, show_default=True,
              help="Deals per replication.")  # fmt: skip
@SEED
@WORKERS
@data_option("validate", "Folder or URL of recorded games; missing ones are added.")
@click.option("--out", type=OUT_FILE,
              default=Path("build/validate/validation.txt"), show_default=True,
              help="The record; the same is written next to it as JSON.")  # fmt: skip
def validate(
    replications: int, deals: int, seed: int, workers: int, data: Place, out: Path
) -> None:
    """Check that the statistics keep their promises.

    Plays games for which the truth is known. Equal rules must give uniform p-values. A planted
    change of a card must be found as often as `gah study power` predicts, and intervals must cover
    it as often as they claim, paired and unpaired. Verdicts on planted cards, and on one half of
    planners' games judged by the other half, must not err more often than they claim. Confidence
    sequences must hold under continuous monitoring. `gah players ladder` and `gah study luck` must
    find planted strengths and shares of variance. Exit status 1 if a check fails.
    """
    from analysis.studies.validate import ValidationStudy, record_text, write_record
    from simulate.base.bars import plain_console

    console = plain_console()
    found = answer(ValidationStudy(replications, deals, seed, data), workers, console)
    click.echo(record_text(found, replications, deals, seed), nl=False)
    write_record(found, replications, deals, seed, out)
    click.echo(f"record in {out}")
    if not found["passed"].all():
        raise SystemExit(1)
