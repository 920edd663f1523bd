"""Violations saved as files and replayed first next time; and the progress of a run, to resume it.

A violation is a transcript, ``NAME.json``, with a test next to it. It names a check but no file:
only a check that the user loaded is ever asked about it.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from model import UserError, reading
from simulate.base import outputs
from simulate.base.provenance import play_digest
from simulate.properties.answers import Mistake
from simulate.properties.declared import Check
from simulate.properties.own_file import InvariantFile, load
from simulate.properties.replaying import OF_RULES, Again, again, again_of_rules
from simulate.properties.running import CheckPlan, Count, PlanOutcome, Rules
from simulate.properties.shrinking import Counterexample
from simulate.referee.writing import read_file, text_of

FOLDER = Path("build/verify/violations")
PROGRESS = "progress.json"
MAX_BYTES = 4 << 20


def keep(folder: Path, shown: Counterexample, file: InvariantFile, rules: Rules) -> list[Path]:
    """Write the transcript of a violation and its test; returns the files.

    Raises UserError if that is not possible.
    """
    name = shown.check.name
    transcript, test = folder / f"{name}.json", folder / f"test_{name}.py"
    outputs.keep(transcript, text_of(shown.document))
    outputs.keep(test, test_of(shown, file, rules))
    return [transcript, test]


def test_of(shown: Counterexample, file: InvariantFile, rules: Rules) -> str:
    """A pytest test that fails as long as the violation exists."""
    check = shown.check
    path = str(load(file).path)
    arguments = {key: value for key, value in asdict(rules).items() if value and key != "spec"}
    arguments["patches"] = tuple(os.path.abspath(patch) for patch in rules.patches)
    given = [repr(rules.spec), *(f"{k}={v!r}" for k, v in arguments.items() if v)]
    says = check.sentence.replace("\\", "\\\\").replace('"', "'")
    return (
        f'"""{says} A counterexample: {shown.actions} actions, {shown.players} players."""\n\n'
        "from pathlib import Path\n\n"
        "from simulate.properties.replaying import holds\n"
        "from simulate.properties.running import Rules\n\n"
        f"INVARIANT = {f'{path}::{check.name}'!r}\n"
        f'TRANSCRIPT = Path(__file__).with_name("{check.name}.json")\n'
        f"RULES = Rules({', '.join(given)})\n\n\n"
        f"def test_{check.name}():\n"
        f"    assert holds(INVARIANT, TRANSCRIPT, RULES)\n"
    )


def stored(
    folder: Path, checks: Sequence[Check], rules: Sequence[Rules]
) -> Iterator[tuple[Check, Path, Again]]:
    """The saved violations of these checks in a folder, asked again under these rules.

    The answer is that of the first ruleset under which the violation still occurs.
    """
    for check in checks:
        path = folder / f"{check.name}.json"
        if not path.is_file() or check.wanted:
            continue
        try:
            document = read_file(path)
        except UserError as error:
            yield check, path, Again(False, str(error))
            continue
        answers = [again(document, check, one) for one in rules]
        yield check, path, next((one for one in answers if one.violated), answers[0])


def stored_of_rules(folder: Path, rules: Rules) -> Iterator[tuple[str, Path, Again]]:
    """The saved violations of checks of the rules in a folder, asked again: by name."""
    for name in OF_RULES:
        path = folder / f"{name}.json"
        if path.is_file():
            try:
                yield name, path, again_of_rules(name, read_file(path), rules)
            except UserError as error:
                yield name, path, Again(False, str(error))


# -- the progress of a run ------------------------------------------------------------------------


def identity(plan: CheckPlan) -> str:
    """Digest of everything that the counts of a plan depend on, except the number of games; 12
    digits."""
    parts = [
        *(load(file).digest + str(file) for file in plan.files),
        *(rules.load().hash for rules in plan.rules),
        *map(str, plan.policies),
        *map(str, (plan.players, plan.games, plan.seed, plan.collect, plan.without)),
        play_digest(),
    ]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def save(folder: Path, outcome: PlanOutcome) -> None:
    """Save the counts so far."""
    counts = {
        name: {
            "asked": count.asked, "met": count.met, "examples": count.examples,
            "games": count.games, "most": count.most if count.most > float("-inf") else None,
            "mistake": asdict(count.mistake) if count.mistake else None,
        }
        for name, count in outcome.counts.items()
    }  # fmt: skip
    data = {
        "identity": identity(outcome.plan), "done": sorted(outcome.done), "games": outcome.games,
        "positions": outcome.positions, "seconds": outcome.seconds, "errors": outcome.errors,
        "counts": counts,
    }  # fmt: skip
    outputs.write_page(folder / PROGRESS, json.dumps(data, indent=1) + "\n")


def resumed(folder: Path, plan: CheckPlan) -> PlanOutcome:
    """The counts of an earlier run of the same plan; a blank outcome if there is none."""
    outcome = PlanOutcome.blank(plan)
    path = folder / PROGRESS
    if not path.is_file():
        return outcome
    try:
        data = json.loads(reading.decoded(reading.read_bytes(path, MAX_BYTES)))
        if data["identity"] != identity(plan):
            return outcome
        _fill(outcome, data)
    except (UserError, ValueError, KeyError, TypeError, AttributeError):
        return PlanOutcome.blank(plan)
    return outcome


def _fill(outcome: PlanOutcome, data: dict[str, Any]) -> None:
    parts = range(len(outcome.plan.parts()))
    outcome.done = {int(number) for number in data["done"] if int(number) in parts}
    outcome.games, outcome.positions = int(data["games"]), int(data["positions"])
    outcome.seconds = float(data["seconds"])
    outcome.errors = [str(text) for text in data["errors"]]
    for name, held in data["counts"].items():
        if name not in outcome.counts:
            raise KeyError(name)
        mistake = held["mistake"]
        outcome.counts[name] = Count(
            int(held["asked"]), int(held["met"]), int(held["examples"]), int(held["games"]),
            float("-inf") if held["most"] is None else float(held["most"]),
            None, Mistake(str(mistake["text"]), int(mistake["line"])) if mistake else None,
        )  # fmt: skip


def forget(folder: Path) -> None:
    """Remove the progress of a completed run: the next one begins from the start."""
    (folder / PROGRESS).unlink(missing_ok=True)
