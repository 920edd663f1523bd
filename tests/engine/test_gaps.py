"""Positions that the rulebooks leave open: found in play, told as the least transcript."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from model import load_ruleset
from model.gaps import gaps
from reports.commands.rules.gaps import gaps as gaps_command
from reports.rules.evidence import COUNTED
from simulate import verify
from simulate.referee import record
from simulate.referee.document import Document
from simulate.referee.judge import judge
from simulate.referee.rules import resolve
from simulate.referee.writing import document_of, plain, read_file
from simulate.verify.gaps.counts import read, together
from simulate.verify.gaps.examples import reductions
from simulate.verify.gaps.replay import gaps_met, hotels_hang_together
from simulate.verify.run import Verification, play_and_check
from simulate.words.lexicon import Lexicon
from tests.runner import CliRunner

RECORDS = Path(__file__).parents[2] / "verification"
EXAMPLES = sorted((RECORDS / "gaps").glob("*.json"))
AFTER_A_PENALTY = {"cell-covered-again"}  # whose hotels may have lost a room in the middle
FOUND = json.loads((RECORDS / "verify.json").read_text("utf-8"))
NEVER_MET = {"first-room-again", "skeleton-key-without-dice"}
EVERY = together(read(RECORDS / name) for name in COUNTED)


def met(document: Document) -> set[str]:
    ruleset, program = resolve(document.rules)
    return gaps_met(document, Lexicon(ruleset, document.names, program))


def test_what_was_met_has_an_example_and_nothing_else():
    """A position may be registered, with an example, before the games of a record are played."""
    assert set(EVERY.games) <= set(gaps())
    wanted = {gap for gap, games in EVERY.games.items() if games}
    not_counted = set(gaps()) - set(EVERY.games)
    assert {path.stem for path in EXAMPLES} - not_counted == wanted | NEVER_MET
    assert len(wanted) >= 25


def test_play_is_searched_for_every_position_of_the_register():
    code = "".join(file.read_text("utf-8") for file in Path(verify.__file__).parent.glob("gap_*"))
    sought = re.findall(r"found\(g, tally\.gaps\.(\w+), memo\)", code)
    assert set(sought) == {id.replace("-", "_") for id in gaps()}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_meets_its_position(path: Path):
    document = read_file(path)
    assert path.stem in met(document)
    assert document.title == gaps()[path.stem].title
    assert hotels_hang_together(document) or path.stem in AFTER_A_PENALTY
    verdict = judge(document)
    assert verdict.exit_code == 0
    assert len(document.steps) <= 16


def test_a_transcript_is_followed_past_celebrities_that_are_shuffled():
    document = record(load_ruleset("revised-2021+celebrities"), 2, 0, lambda game: game.legal()[0])
    assert any(step.celebrities is not None for step in document.steps)
    assert judge(document).ok
    met(document)  # raises UserError where a step is left out


@pytest.mark.parametrize("gap", ["die-that-cannot-be-paid", "penalty-not-possible"])
def test_nothing_of_an_example_can_be_left_out(gap: str):
    tree = plain(read_file(RECORDS / "gaps" / f"{gap}.json"))
    tree["steps"] = [step for step in tree["steps"] if "show" not in step]
    for smaller in reductions(tree):
        try:
            document = document_of(smaller)
            still = gap in met(document) and hotels_hang_together(document)
        except ValueError:  # not a transcript any more, or an illegal step
            continue
        assert not still, smaller


NEAR = {
    # A position with the thing that must be missing is not open.
    "die-that-cannot-be-paid": {"krones": 1},
    "action-with-nothing-to-do": {"hand": [1]},
}


@pytest.mark.parametrize("gap", sorted(NEAR))
def test_a_position_that_is_decided_is_not_met(gap: str):
    tree = plain(read_file(RECORDS / "gaps" / f"{gap}.json"))
    turn = tree["position"]["turn"]
    tree["position"]["players"].setdefault(turn, {}).update(NEAR[gap])
    tree["steps"] = ["die 6"] if "paid" in gap else tree["steps"]
    assert gap not in met(document_of(tree))


@pytest.mark.guard
@pytest.mark.long
def test_a_search_finds_the_same_on_any_number_of_workers():
    small = {"games": 600, "greedy_games": 24, "every_step": 0.0}
    one, two = (play_and_check(Verification(**small, workers=workers)).gaps() for workers in (1, 2))
    assert one == two
    assert sum(bool(found.witness) for found in one.values()) >= 20


def call(*arguments: str):
    return CliRunner().invoke(gaps_command, list(arguments))


def test_the_register_is_listed():
    output = call().output
    for id, gap in gaps().items():
        assert f"{id}\n" in output
        assert gap.rulings[0] in output


def test_a_position_that_no_record_counts_is_not_counted_yet(tmp_path: Path):
    """A position may be registered before millions of games are played again."""
    known = {gap: one for gap, one in FOUND["gaps"].items() if gap != "shared-victory"}
    never = {"games": dict.fromkeys(known["below-zero"]["games"], 0)}
    counts = tmp_path / "verify.json"
    counts.write_text(json.dumps({**FOUND, "gaps": {**known, "below-zero": never}}), "utf-8")
    said = call("shared-victory", "below-zero", "--counts", str(counts)).output
    assert "shared-victory (not counted yet)" in said
    assert "below-zero (never met)" in said
    examples = ("--counts", str(counts), "--examples", str(tmp_path / "out"))
    built = call("shared-victory", "below-zero", *examples).output
    assert "0 examples in" in built
    assert built.endswith("never met: below-zero; not counted yet: shared-victory\n")


def test_the_register_with_counts():
    result = call("shared-victory", "--counts", str(RECORDS / "verify.json"))
    games = sum(FOUND["gaps"]["shared-victory"]["games"].values())
    assert f"shared-victory ({games:,} games)" in result.output


@pytest.mark.guard
@pytest.mark.long
@pytest.mark.skipif("play" not in FOUND, reason="verify.json is of games that are played no more")
def test_examples_are_built_from_counts(tmp_path: Path):
    out = tmp_path / "examples"
    counts = str(RECORDS / "verify.json")
    result = call("bonus-round-the-action", "--counts", counts, "--examples", str(out))
    assert result.exit_code == 0, result.output
    built = read_file(out / "bonus-round-the-action.json")
    assert built == read_file(RECORDS / "gaps" / "bonus-round-the-action.json")
    assert "verdict: " in (out / "bonus-round-the-action.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["no-such-thing"], "no open position no-such-thing"),
        (["--examples", "x"], "--examples needs --counts"),
        (["--counts", "/nowhere.json"], "which `gah check verify` writes"),
        (["--counts", __file__], "not the counts of a verification"),
    ],
)
def test_bad_input_is_one_line(arguments, says):
    result = call(*arguments)
    assert result.exit_code == 2
    assert says in result.output
