"""`gah check validate`: the options; what it does is in analysis/studies/validate.py."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.asking import answer
from reports.commands.options import OUT_FILE, SEED, WORKERS, Count, data_option
from simulate.data.store import Place


@click.command()
@click.option("--replications", type=Count(20), default=1000, show_default=True,
              help="Replications of each check; with 1,000 an error rate of 10% where 5% is\n"
              "promised is found in 99% of cases.")  # fmt: skip
@click.option("--deals", type=Count(50), default=250, show_default=True,
              help="Deals of one replication.")  # fmt: skip
@SEED
@WORKERS
@data_option("validate", "Folder or URL of recorded games; missing ones are added.")
@click.option("--out", type=OUT_FILE,
              default=Path("build/validate/validation.txt"), show_default=True,
              help="The record; a JSON file with the same is written next to it.")  # fmt: skip
def validate(
    replications: int, deals: int, seed: int, workers: int, data: Place, out: Path
) -> None:
    """Check that the statistics keep their promises.

    The truth is known of the games that are played for it. Equal rules must give uniform p-values;
    a planted change of a card must be found as often as `gah study power` predicts, with intervals
    that cover as often as they claim, paired and unpaired; verdicts on planted cards, and on half
    of the games of planners judged by the other half, must not err more often than they claim;
    confidence sequences must hold under continuous monitoring; `gah players ladder` and `gah study
    luck` must find planted strengths and shares of variance. Exit status 1 if a check fails.
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
