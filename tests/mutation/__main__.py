"""python -m tests.mutation: change the rules in memory, one thing at a time; see README.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import click

from tests.mutation.part import Options
from tests.mutation.report import record, report
from tests.mutation.results import ROOT, SURVIVORS, WORK
from tests.mutation.survivors import read

REPORT = ROOT / "verification" / "mutation.txt"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", "parts", flag_value="data", help="Only mutants of the rules data.")
@click.option("--code", "parts", flag_value="code", help="Only mutants of the rules code.")
@click.option("--sample", type=click.IntRange(min=1), help="So many of each, at random.")
@click.option("--seed", default=1, show_default=True, help="Of the sample.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(min=1))
@click.option("--only", default="", help="Only mutants with this in their id (* for any text).")
@click.option("--folders", default="", help="Only tests of these folders of tests/, by comma.")
@click.option("--budget", default=6.0, show_default=True, type=click.FloatRange(min=0),
              help="Seconds of computing that tests may spend on a change of the code; with a"
              " larger one, survivors are tried again.")  # fmt: skip
@click.option("--quick", is_flag=True, help="No map of lines, no known survivors: for samples.")
@click.option("--again", is_flag=True,
              help="Only what survived before: for tests that were added since.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False),
              help="The report. Default: verification/mutation.txt; of a part of the mutants or"
              " tests build/mutation/report.txt.")  # fmt: skip
@click.option("--work", default=WORK, type=click.Path(path_type=Path, file_okay=False),
              help="Folder of results and of what is needed meanwhile.")  # fmt: skip
def main(
    parts: str | None, sample: int | None, seed: int, workers: int, only: str, folders: str,
    budget: float, quick: bool, again: bool, out: Path | None, work: Path,
) -> None:  # fmt: skip
    """Mutation testing of the rules data and the rules code.

    The survivors are written beside the report as JSON as well. An interrupted run goes on where it
    was, as long as sources and tests are the same.
    """
    whole = not (sample or only or folders or quick)
    target = out or (REPORT if whole else work / "report.txt")
    for part in (parts,) if parts else ("data", "code"):
        options = Options(part, sample, seed, workers, only, quick, str(work), folders, budget,
                          again)  # fmt: skip
        command = [sys.executable, "-m", "tests.mutation.part", json.dumps(asdict(options))]
        # Set before numba can be imported: compiled functions would not notice a mutant.
        plain = {"NUMBA_DISABLE_JIT": "1"} if part == "code" else {}
        status = subprocess.run(command, cwd=ROOT, env={**os.environ, **plain}).returncode
        if status:
            raise SystemExit(status)
    summaries = []
    for part in ("data", "code"):
        path = work / f"{part}-summary.json"
        if path.exists() and (whole or parts in (None, part)):
            summaries.append(json.loads(path.read_text("utf-8")))
    target.parent.mkdir(parents=True, exist_ok=True)
    reasons = read(SURVIVORS)
    target.write_text(report(summaries, reasons), "utf-8")
    found = json.dumps(record(summaries, reasons), indent=1)
    target.with_suffix(".json").write_text(found + "\n", "utf-8")
    click.echo(f"report: {target}")


if __name__ == "__main__":
    main()
