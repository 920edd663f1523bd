"""All frames that the page shows, computed once, with the choices that titles build on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from analysis import Config, Run, Tree, editions, scores, seats
from analysis import cards as card_analysis
from reports.facts import Facts
from reports.players import Ladder, Luck


@dataclass(frozen=True)
class Results:
    """Frames of `analysis` (see there for the columns) for rules a (before) and b (after)."""

    facts: Facts
    runs: tuple[Run, ...]
    dealt: pd.DataFrame
    played: pd.DataFrame
    use: pd.DataFrame
    measures: pd.DataFrame
    winners: pd.DataFrame
    card_changes: pd.DataFrame
    seats: pd.DataFrame
    histograms: pd.DataFrame
    sources: pd.DataFrame
    ladder: Ladder | None = None
    luck: Luck | None = None

    @property
    def rules(self) -> str:
        """The ruleset that pages about one ruleset show: b."""
        return self.facts.rules_b

    @property
    def policies(self) -> list[str]:
        """Policies under rules b; the most thoughtful first, random last."""
        found = {run.config.policy for run in self.runs if run.config.rules == self.rules}
        return sorted(found, key=lambda name: (name == "random", name))

    @property
    def players(self) -> list[int]:
        return sorted({r.config.players for r in self.runs if r.config.rules == self.rules})

    @property
    def main(self) -> Config:
        """The configuration that titles speak about: best policy, fewest players."""
        return Config(self.rules, self.players[0], self.policies[0])

    def games(self, config: Config) -> int:
        return sum(run.games for run in self.runs if run.config == config)

    def touched(self) -> pd.DataFrame:
        """Changes of the cards that the rules' differences name; q within these."""
        return editions.only_touched(self.card_changes, self.facts.touched)


def rows_of(frame: pd.DataFrame, config: Config, **equal: object) -> pd.DataFrame:
    """Rows of one configuration (by rules if the frame has them) and of further equal columns."""
    keep = (frame["players"] == config.players) & (frame["policy"] == config.policy)
    if "rules" in frame:
        keep &= frame["rules"] == config.rules
    for column, value in equal.items():
        keep &= frame[column] == value
    return frame[keep]


def compute(tree: Tree, facts: Facts, step: Callable[[str], None] = lambda text: None) -> Results:
    """Run every analysis of the report; `step` is told what comes next (5 steps)."""
    configs: Sequence[Config] = tree.configs
    step("staff cards")
    dealt, played, use = card_analysis.analyse_cards(tree, configs)
    step("difference between the rulesets")
    measures, winners, changes = editions.compare_editions(tree, facts.rules_a, facts.rules_b)
    step("seats")
    seat_frame = seats.analyse_seats(tree, configs)
    step("scores")
    histograms, sources = scores.analyse_scores(tree, configs)
    return Results(facts, tree.runs, dealt, played, use, measures, winners, changes, seat_frame,
                   histograms, sources)  # fmt: skip
