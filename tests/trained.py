"""What `gah players train` comes to from nothing: how strong its weights are.

`python -m tests.trained build/train` writes verification/training.txt and .json anew, after
`gah players train --out build/train`. The planner with these weights is measured against greedy
and, where they are others than those that are shipped, against planner and expert with the
shipped ones; on mirrored deals that no training saw.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from simulate.learned import weights
from simulate.training.training import WEIGHTS
from tests.strength import HEAD, by_weights, closing, line, of_training, write

RECORD = Path(__file__).parents[1] / "verification" / "training.json"
NAME = "trained"
# Against whom, under which rules, with how many players, on how many mirrored deals.
AGAINST_OTHERS = (
    ("greedy", "revised-2021", 2, 400),
    ("greedy", "original-2015", 2, 200),
    ("greedy", "revised-2021", 3, 100),
    ("greedy", "revised-2021", 4, 100),
    ("greedy", "revised-2021+lets-waltz", 2, 100),
    ("greedy", "revised-2021+lets-waltz", 4, 50),
)
AGAINST_SHIPPED = (  # where the weights are others
    ("planner", "revised-2021", 2, 400),
    ("planner", "revised-2021", 4, 100),
    ("planner", "revised-2021+lets-waltz", 2, 100),
    ("planner", "revised-2021+lets-waltz", 4, 50),
    ("expert", "revised-2021", 2, 100),
)

COMMANDS = ("gah players train --out build/train", "python -m tests.trained build/train")


def told(one: dict[str, Any]) -> str:
    """A line of the curve: the strength against greedy at each table after an iteration."""
    shares = ", ".join(f"{test['share']:.0%} {test['vp']:.0f} VP ({short(test['rules'])}"
                       f" {test['players']}p)" for test in one["tests"])  # fmt: skip
    return f"    {one['iteration'] + 1:>3}  {one['games']:>6,}  {shares}"


def short(rules: str) -> str:
    """The ruleset without the usual edition."""
    return rules.removeprefix("revised-2021").lstrip("+") or "2021"


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    games = sum(one["games"] for one in made["curve"])
    return "\n".join(
        [
            "The training of the learned players, from nothing by one command",
            "================================================================",
            "",
            f"{len(made['curve'])} iterations, {games:,} games. The planner with these weights"
            f" ({made['weights']}),",
            "on mirrored deals not seen in training; planners and experts on the other seats have",
            "the shipped weights. VP are means: of the player, of the others, of the winners.",
            "Games/s: on one core that other work uses too.",
            "",
            HEAD,
            *map(line, made["lines"]),
            "",
            "After each iteration: its games, wins and mean VP against greedy on other deals",
            *map(told, made["curve"]),
            *closing(made, COMMANDS),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="OUT of the training")
    folder = parser.parse_args().folder
    held = weights.encoded(weights.read(folder / WEIGHTS))
    others = AGAINST_OTHERS
    if held != weights.SHIPPED.read_bytes():
        others += AGAINST_SHIPPED
    lines = [{"policy": NAME, **by_weights(held, *one)} for one in others]
    made = {"weights": weights.digest(held), **of_training(lines, folder)}
    write(RECORD, made, report(made))


if __name__ == "__main__":
    main()
