"""A run of invariants as a user sees it: the cost, the findings, files to look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from model import UserError
from model.words import many
from reports.replay import filmed_verdict, page
from reports.replay.film import FAULT, Jump
from reports.text import upper
from simulate.base import outputs
from simulate.batch.cost import in_time
from simulate.properties import keeping
from simulate.properties.answers import TABLE
from simulate.properties.declared import Check
from simulate.properties.own_file import InvariantFile, load
from simulate.properties.playing import label
from simulate.properties.running import (
    CheckExample,
    CheckPlan,
    GameRange,
    PlanOutcome,
    estimate,
    players_of,
    run,
)
from simulate.properties.shrinking import Counterexample, counterexample, said
from simulate.properties.verdicts import passed, verdicts
from simulate.referee import Document
from simulate.verify.run import GamesWatcher

ANNOUNCED = 2.0  # seconds above which a run may be worth interrupting and continuing later


@dataclass
class Checking:
    """One run: output goes through ``bars``, files go to ``folder``."""

    plan: CheckPlan
    folder: Path
    bars: GamesWatcher
    workers: int = 1
    dask: str | None = None
    shown: list[Counterexample] = field(default_factory=list)
    table: str = ""

    def say(self, text: str) -> None:
        """Print one line."""
        self.bars.note(text)

    def run(self) -> bool:
        """Check everything; returns whether all holds. Raises UserError for a check that cannot
        run."""
        checks = self.plan.checks()
        if not self._stored(checks) and not self.plan.collect:
            return False
        outcome = keeping.resumed(self.folder, self.plan)
        self._announce(outcome)
        run(
            self.plan, outcome, self.workers, dask=self.dask, found=self._found,
            part_done=self._part_done, note=self.say,
        )  # fmt: skip
        return self._report(outcome)

    def _stored(self, checks: Sequence[Check]) -> bool:
        """Check saved violations again; returns whether all of them are gone."""
        fine = True
        for check, path, now in keeping.stored(self.folder, checks, self.plan.rules):
            if now.violated:
                fine = False
                self.say(f"still violated: {check.name}: {check.sentence} ({path})")
                self.say(f"  to look at it: gah referee {path} --html {path.with_suffix('.html')}")
            else:
                self.say(f"saved violation of {check.name}: {now.why} ({path})")
        return fine

    def _announce(self, outcome: PlanOutcome) -> None:
        seconds = estimate(self.plan)
        parts = self.plan.parts()
        share = 1 - len(outcome.done) / len(parts)
        games = self.plan.games * len(self.plan.rules) * len(self.plan.policies)
        if outcome.done:
            self.say(f"continuing after {outcome.games:,} of {games:,} games")
        left = seconds * share / self.workers
        advice = "; finished work is saved on interruption" if left > ANNOUNCED else ""
        self.say(
            f"{many(len(outcome.checks), 'invariant')}, {games:,} games by"
            f" {', '.join(map(label, self.plan.policies))}: about {in_time(left)}{advice}"
        )

    def _found(self, example: CheckExample) -> None:
        """Shrink and write an example at once, so that it is saved if the run is interrupted."""
        check = {one.name: one for one in self.plan.checks()}[example.check]
        if check.wanted:
            return
        self.say(f"violated: {check.name}: {check.sentence}")
        self.say(f"  found in: {example.origin}")
        patches = example.rules.read_patches()
        try:
            shown = counterexample(example, check, players_of(example.rules), patches)
            self._write(shown, example)
        except UserError as error:
            self.say(f"  no counterexample was written: {error}")

    def _write(self, shown: Counterexample, example: CheckExample) -> None:
        file = self._file_of(shown.check)
        transcript, test = keeping.keep(self.folder, shown, file, example.rules)
        html = transcript.with_suffix(".html")
        outputs.keep(html, replay_page(shown, transcript.name))
        self.shown.append(shown)
        self.say(
            f"  shrunk to {many(shown.players, 'player')} and {many(shown.actions, 'action')}"
            f" from {shown.before} ({shown.seconds:.1f} s): {steps_of(shown)}"
        )
        self.say(f"  transcript {transcript}, page {html}, test {test}")

    def _file_of(self, check: Check) -> InvariantFile:
        return next(
            file for file in self.plan.files
            if check.name in {one.name for one in load(file).checks}
        )  # fmt: skip

    def _part_done(self, outcome: PlanOutcome, part: GameRange) -> None:
        keeping.save(self.folder, outcome)
        if label(part.policy) != self.table:
            self.table = label(part.policy)
            self.bars.begin(self.table, self.plan.games * len(self.plan.rules))
        self.bars.update(part.end - part.first)

    def _report(self, outcome: PlanOutcome) -> bool:
        found = verdicts(outcome)
        for one in found:
            self.say(one.line)
        for error in outcome.errors:
            self.say(f"engine error: {error}")
        speed = outcome.positions / max(outcome.seconds, 1e-9)
        self.say(
            f"{outcome.games:,} games, {outcome.positions:,} positions, {speed:,.0f} positions/s"
            " per core"
        )
        if len(outcome.done) == len(self.plan.parts()):
            keeping.forget(self.folder)
        return passed(found) and not outcome.errors


def steps_of(shown: Counterexample) -> str:
    """The actions of a counterexample, in words."""
    return "; ".join(step.do for step in shown.document.steps if step.do) or "the position itself"


def replay_page(shown: Counterexample, name: str) -> str:
    """The replay of a counterexample, which opens at the violation."""
    words = said(shown.check, shown.found)
    return violation_page(shown.document, name, shown.check.name, words, shown.found.seat)


def violation_page(document: Document, name: str, check: str, words: str, seat: int = TABLE) -> str:
    """The replay of a transcript whose end violates a check, which ``words`` describe.

    ``seat``: the player concerned, if the check is about one.
    """
    film, _ = filmed_verdict(document, name=name)
    claims = {i for i, step in enumerate(document.steps, start=1) if step.expect}
    last = max(i for i in range(len(film)) if i not in claims)
    film.opens = last
    film.jumps.append(Jump(last, FAULT, f"Violation: {check}"))
    film.say(FAULT, 0, [(last, words)])
    if seat != TABLE:
        film.acting[last] = f"seat-{seat}"
    short = words.removeprefix(f"{film.title.rstrip('.')}: ")
    film.head.append(f"✗ {upper(short)}.")
    return page(film)


def listed(plan: CheckPlan) -> list[str]:
    """The checks of a plan, one per line: name, kind, sentence and place of declaration."""
    return [
        f"{check.name}: {check.kind}: {check.sentence} ({Path(check.file).name}, line {check.line})"
        for check in plan.checks()
    ]
