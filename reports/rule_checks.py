"""Checks of changed rules as a user sees them: one line each, and files to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from model.words import many
from reports.invariants import violation_page
from simulate.base import outputs
from simulate.compiling.ahead import compile_ahead
from simulate.policies.seating import Table
from simulate.properties.keeping import FOLDER, stored_of_rules
from simulate.properties.of_rules import Finding, RuleCheck
from simulate.properties.playing import label
from simulate.properties.running import Rules
from simulate.referee.writing import text_of
from simulate.verify.coverage import POLICIES


@dataclass(frozen=True)
class Report:
    """How rules are checked, and what is printed.

    ``listing``: print each invariant of the suite with its counts; ``folder``: folder for
    transcripts and pages; ``seconds``: time limit.
    """

    tables: Sequence[Table] = POLICIES
    players: Sequence[int] = (2, 3, 4)
    games: int = 300
    seed: int = 1
    without: tuple[str, ...] = ()
    listing: bool = False
    folder: Path = FOLDER
    seconds: float = float("inf")

    def check(self, rules: Rules) -> bool:
        """Check a ruleset and print the findings; returns whether nothing needs a fix.

        Raises UserError for rules that cannot be played.
        """
        compile_ahead(lambda text: click.echo(text, err=True))
        asked = RuleCheck(
            rules, self.tables, self.players, self.games, self.seed, self.seconds, self.without
        )
        fine = self._stored(rules)
        click.echo(f"{asked.ruleset.label}: {self._effort()}")
        outcome, findings = asked.run()
        for finding in findings:
            self._show(finding)
        for line in outcome.listed() if self.listing else ():
            click.echo(line)
        vacuous = many(len(outcome.vacuous()), "invariant")
        click.echo(
            f"{outcome.games:,} games, {outcome.positions:,} positions checked; {vacuous} of the"
            " suite had nothing to check"
        )
        return fine and all(finding.fine for finding in findings)

    def _stored(self, rules: Rules) -> bool:
        """Check saved violations again; returns whether all of them are gone."""
        fine = True
        for name, path, now in stored_of_rules(self.folder, rules):
            fine = fine and not now.violated
            what = "still violated: " if now.violated else "saved violation of "
            click.echo(f"{what}{name}: {now.why} ({path})")
        return fine

    def _effort(self) -> str:
        if self.seconds < float("inf"):
            return f"about {self.seconds:g} s"
        tables = ", ".join(map(label, self.tables))
        return f"{self.games:,} games for each number of players, by {tables}"

    def _show(self, finding: Finding) -> None:
        click.echo(finding.line)
        for line in finding.evidence:
            click.echo(f"  {line}")
        if finding.document is None:
            return
        transcript = self.folder / f"{finding.name}.json"
        html = transcript.with_suffix(".html")
        outputs.keep(transcript, text_of(finding.document))
        words = f"{finding.sentence} {finding.evidence[0]}"
        outputs.keep(html, violation_page(finding.document, transcript.name, finding.name, words))
        click.echo(f"  transcript {transcript}, page {html}")
