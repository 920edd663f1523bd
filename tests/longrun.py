"""Runs the long form of the tests that attack rules and records, and writes what came of it.

python -m tests.longrun --out verification/tests.txt
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import click
import pytest

from simulate.base.provenance import commit, play_digest
from simulate.fingerprint import RULES, fingerprint

FOLDERS = ("properties", "exhaustive", "referee", "golden", "faults")
TESTS = Path(__file__).parent


class Results:
    """A plugin that counts outcomes and adds up times by folder."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Counter[str]] = {folder: Counter() for folder in FOLDERS}
        self.seconds: Counter[str] = Counter()
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        folder = report.nodeid.split("/")[1]
        self.seconds[folder] += report.duration
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[folder][report.outcome] += 1
        if report.failed:
            self.failed.append(report.nodeid)


def text(results: Results, profile: str, seconds: float) -> str:
    """The record."""
    lines = [
        "Long form of the tests that attack the rules, and the records of games",
        "======================================================================",
        "",
        f"date         {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"version      commit {commit()}, engine {play_digest()}",
        f"made with    Python {platform.python_version()}, Hypothesis profile {profile}",
        f"time         {seconds:,.0f} s",
        "",
        f"{'':<12}{'passed':>8}{'failed':>8}{'skipped':>9}{'seconds':>9}",
    ]
    for folder in FOLDERS:
        n = results.outcomes[folder]
        took = f"{results.seconds[folder]:,.0f}"
        counts = f"{n['passed']:>8,}{n['failed']:>8,}{n['skipped']:>9,}{took:>9}"
        lines.append(f"{folder:<12}{counts}")
    lines += ["", *(f"FAILED {test}" for test in results.failed)]
    if not results.failed:
        lines.append("Nothing failed.")
    return "\n".join(lines) + "\n"


def counts(results: Results, seconds: float) -> str:
    """The same as JSON, with the rules and players by which it was made."""
    made = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "commit": commit(), "engine": play_digest(),
            "play": fingerprint([RULES]), "seconds": round(seconds)}  # fmt: skip
    outcomes = {folder: dict(found) for folder, found in results.outcomes.items()}
    return json.dumps({**made, "outcomes": outcomes, "failed": results.failed}, indent=1) + "\n"


@click.command()
@click.option("--profile", default="long", show_default=True, help="The Hypothesis profile.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="The record.")
def main(profile: str, out: Path) -> None:
    """Runs all tests of these folders, the long ones too; exit status 1 if any fails."""
    results, start = Results(), time.monotonic()
    arguments = ["-q", "-m", "long or not long", f"--hypothesis-profile={profile}"]
    status = pytest.main(
        [*arguments, *(str(TESTS / folder) for folder in FOLDERS)], plugins=[results]
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    seconds = time.monotonic() - start
    out.write_text(text(results, profile, seconds), "utf-8")
    out.with_suffix(".json").write_text(counts(results, seconds), "utf-8")
    click.echo(f"record in {out}")
    sys.exit(int(status))


if __name__ == "__main__":
    main()
