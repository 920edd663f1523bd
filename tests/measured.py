"""The rows of the documents' table of measured figures that come from records.

`python -m tests.measured` writes them again, each in the place of the row that begins as it does; a
test fails while page and records disagree.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from analysis.review import proof

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "guide" / "measured.md"
RECORDS = ROOT / "verification"
LEARNED = ("planner", "expert")
RULES = "revised-2021"


def record(name: str) -> Any:
    """A record, as JSON."""
    return json.loads((RECORDS / f"{name}.json").read_text("utf-8"))


def strength() -> str:
    """Paces and wins of the learned players, from players.json."""
    against, hard = lines_of(2)
    return row(
        "planner and expert against greedy, 2 players, one core; expert against search with 200"
        f" playouts a decision, {hard['games']} games",
        f"{against}; {share(hard)}",
        "`python -m tests.strength`; `verification/players.txt`",
    )


def strength_of_four() -> str:
    """The same at tables of four, where an equal player wins a quarter."""
    against, hard = lines_of(4)
    return row(
        "planner or expert with three greedy, 4 players (an equal one wins 25%), one core; expert"
        f" with three searches of 200 playouts, {hard['games']} games",
        f"{against}; {share(hard)}",
        "`python -m tests.strength`; `verification/players.txt`",
    )


def lines_of(players: int) -> tuple[str, dict[str, Any]]:
    """Paces and wins against greedy in words, and the line of expert against search."""
    found = {(one["policy"], one["against"]): one for one in record("players")
             if one["rules"] == RULES and one["players"] == players}  # fmt: skip
    against = [found[name, "greedy"] for name in LEARNED]
    paces = listed([f"{one['pace']:.3g}" for one in against])
    wins = listed([share(one) for one in against])
    return f"{paces} games a second; wins {wins}", found["expert", "search:200"]


def reviews() -> str:
    """What reviews found, from review.json."""
    trial = proof.read(RECORDS / "review.json")
    assert trial is not None
    seconds = [game["seconds"] for game in trial.games]
    return row(
        f"a review of both seats of a game of experts, 2 players, {len(trial.games)} games with"
        f" {trial.found().whole} moves made worse",
        f"{sum(seconds) / len(seconds):.0f} s of processor time, at most {max(seconds):.0f} s;"
        f" found {trial.found(proof.LARGE).told()} that cost {proof.LARGE:g} VP or more",
        "`python -m tests.review_power`; `verification/review.txt`",
    )


def mistakes() -> str:
    """Planted mistakes in the data, from mutation_data.json."""
    found = record("mutation_data")
    outcomes = found["outcomes"]
    tried = sum(outcomes.values())
    changing = tried - outcomes.get("same", 0)
    missed = len(found["survivors"])
    told = (RECORDS / "mutation_data.txt").read_text("utf-8")
    before = re.search(r"(\d+) of them noticed before the last tests were added", told)
    between = re.search(r"95% interval of the share of all (\S+ to \S+)", told)
    assert between is not None
    counted = f"{changing - missed:,} noticed"
    if before:
        counted += f", {int(before[1]):,} of them before the last tests were added"
    by = "by these, " if before else ""
    return row(
        f"{tried:,} planted mistakes, drawn from {found['population']:,} in the data of editions,"
        f" modules and variants; {changing:,} of them change play",
        f"{counted} ({by}95% interval of the share of all: {between[1]};"
        " `verification/mutation_data.txt`)",
        f"`python -m tests.mutation --data --sample {tried} --seed {found['seed']} --out"
        " verification`",
    )


def clauses() -> str:
    """Clauses proven by mutation, and the placebo, from clauses.json."""
    found = record("clauses")
    tried = [one for one in found["clauses"].values() if not one["unrun"]]
    proven = {
        by: [one["proven"] for one in tried if one["by"] == by] for by in ("data", "code")
    }  # fmt: skip
    data, code = (f"{sum(some)} of {len(some)}" for some in proven.values())
    rate = {kind: percent_of(one) for kind, one in found["placebo"].items()}
    return row(
        f"{len(tried)} of {len(found['clauses'])} clauses of the rules, each by its own tests: the"
        " line of the engine that it names is changed, or every value that it declares",
        f"{code} with a line and {data} with a value are proven; by the same criterion the tests of"
        f" a sibling prove {rate['code']} of the lines; they fail at all without {rate['notice']},"
        " and by the former criterion, any change of a function, proved at least"
        f" {rate['former']} (`verification/clauses.txt`)",
        "`make mutate ARGS=--clauses`",
    )


def percent_of(one: dict[str, Any]) -> str:
    """A share of a record with its 95% interval."""
    return (
        f"{one['prove'] / one['tried']:.0%} of {one['tried']} ({100 * one['low']:.0f} to"
        f" {one['high']:.0%})"
    )


def promises() -> str:
    """Promises of the statistics, from validation.json."""
    found = record("validation")
    checks, times, deals = found["checks"], found["replications"], found["deals"]
    kept = sum(one["passed"] for one in checks)
    return row(
        f"{len(checks)} promises of the statistics (p-values without an effect, coverage, power,"
        " verdicts, stopping, shared deals, few differing deals, ratings, shares of variance), each"
        f" tried {times} times unless stated otherwise, on games of random and greedy players and"
        " planted results",
        f"{kept} of {len(checks)} within the central 99.9% of what they promise"
        " (`verification/validation.txt`)",
        f"`gah check validate --replications {times} --deals {deals}`",
    )


ROWS: dict[str, Callable[[], str]] = {
    "planner and expert against": strength,
    "planner or expert with": strength_of_four,
    "a review of both seats": reviews,
    " planted mistakes, drawn": mistakes,
    " clauses of the rules, each": clauses,
    " promises of the statistics": promises,
}
"""The rows by what each is known by, in its first cell."""


def row(what: str, figure: str, command: str) -> str:
    """A row of the table."""
    return f"| {what} | {figure} | {command} |"


def share(one: dict[str, Any]) -> str:
    """ "94.9% (93.1 to 96.2)"."""
    percent = one["share"] * 100
    told = "100" if percent == 100 else f"{percent:.1f}"
    return f"{told}% ({one['low'] * 100:.1f} to {one['high'] * 100:.1f})"


def listed(words: list[str]) -> str:
    """ "a, b and c"."""
    return f"{', '.join(words[:-1])} and {words[-1]}"


def renewed(text: str) -> str:
    """The page with these rows as the records have them today."""
    lines = text.splitlines(keepends=True)
    for known_by, made in ROWS.items():
        (at,) = [i for i, line in enumerate(lines) if line.startswith("| ") and known_by in line]
        lines[at] = made() + "\n"
    return "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")
