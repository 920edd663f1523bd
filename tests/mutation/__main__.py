"""python -m tests.mutation: change the rules in memory, one thing at a time; see README.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import click

from simulate.fingerprint import RULES, fingerprint
from tests.mutation.part import Options
from tests.mutation.proving import proof_record, proof_text
from tests.mutation.proving import unproven as unproven_in
from tests.mutation.report import record, report
from tests.mutation.results import ROOT, SURVIVORS, WORK
from tests.mutation.survivors import read

RECORDS = ROOT / "verification"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", "parts", flag_value="data", help="Only mutants of the rules data.")
@click.option("--code", "parts", flag_value="code", help="Only mutants of the rules code.")
@click.option(
    "--timing", "parts", flag_value="timing", help="Only changes of when triggers are answered."
)
@click.option("--clauses", is_flag=True,
              help="Clause by clause: does a test that names it notice when its own rule is"
              " changed? (verification/clauses.txt)")  # fmt: skip
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
@click.option("--unproven", is_flag=True,
              help="With --clauses: only what the record has not proven; it keeps the"
              " rest.")  # fmt: skip
@click.option("--out", type=click.Path(path_type=Path, file_okay=False),
              help="Folder of the reports, mutation_data.txt and mutation_code.txt. Default:"
              " verification/; of a sample or of some tests that of --work.")  # fmt: skip
@click.option("--work", default=WORK, type=click.Path(path_type=Path, file_okay=False),
              help="Folder of results and of what is needed meanwhile.")  # fmt: skip
def main(
    parts: str | None, clauses: bool, sample: int | None, seed: int, workers: int, only: str,
    folders: str, budget: float, quick: bool, again: bool, unproven: bool, out: Path | None,
    work: Path,
) -> None:  # fmt: skip
    """Mutation testing of the rules data and the rules code.

    Each has a report of its own, with the survivors beside it as JSON. An interrupted run goes on
    where it was, as long as sources and tests are the same.
    """
    if clauses:
        folder = out or (work if only or parts else RECORDS)
        chosen = unproven_in(RECORDS / "clauses.json") if unproven else None
        prove(parts, only, workers, again, folder, work, sample, chosen)
        return
    whole = not (sample or only or folders or quick)
    folder = out or (RECORDS if whole else work)
    folder.mkdir(parents=True, exist_ok=True)
    known = read(SURVIVORS)
    play = fingerprint([RULES]) if folder.resolve() == RECORDS else {}
    for part in (parts,) if parts else ("data", "code", "timing"):
        options = Options(part, sample, seed, workers, only, quick, str(work), folders, budget,
                          again)  # fmt: skip
        command = [sys.executable, "-m", "tests.mutation.part", json.dumps(asdict(options))]
        # Set before numba can be imported: compiled functions would not notice a mutant.
        plain = {} if part == "data" else {"NUMBA_DISABLE_JIT": "1"}
        status = subprocess.run(command, cwd=ROOT, env={**os.environ, **plain}).returncode
        if status:
            raise SystemExit(status)
        summary = json.loads((work / f"{part}-summary.json").read_text("utf-8"))
        target = folder / f"mutation_{part}.txt"
        reasons = known.get(part, {})
        target.write_text(report(summary, reasons), "utf-8")
        found = json.dumps({**record(summary, reasons), "play": play}, indent=1)
        target.with_suffix(".json").write_text(found + "\n", "utf-8")
        click.echo(f"report: {target}")


def prove(
    parts: str | None, only: str, workers: int, again: bool, folder: Path, work: Path,
    sample: int | None, chosen: list[str] | None,
) -> None:  # fmt: skip
    """Prove the clauses one by one and write clauses.txt and clauses.json to a folder."""
    play = fingerprint([RULES]) if folder.resolve() == RECORDS else {}
    for part in (parts,) if parts else ("data", "code"):
        options = {
            "part": part,
            "only": only,
            "workers": workers,
            "again": again,
            "work": str(work),
            "sample": sample,
            "chosen": chosen,
        }
        command = [sys.executable, "-m", "tests.mutation.proving", json.dumps(options)]
        plain = {"NUMBA_DISABLE_JIT": "1"} if part == "code" else {}
        status = subprocess.run(command, cwd=ROOT, env={**os.environ, **plain}).returncode
        if status:
            raise SystemExit(status)
    folder.mkdir(parents=True, exist_ok=True)
    before = folder / "clauses.json" if chosen is None else RECORDS / "clauses.json"
    found = proof_record(work, only, before) | {"play": play}
    (folder / "clauses.json").write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    (folder / "clauses.txt").write_text(proof_text(found), "utf-8")
    click.echo(f"record: {folder / 'clauses.txt'}")


if __name__ == "__main__":
    main()
