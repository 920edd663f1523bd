"""The grounds of a number: who played how many games by which rules, and how to repeat them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from analysis import Config, Run
from analysis.studies.variants import ChangeSet
from model import Ruleset, load_ruleset
from reports import names
from reports.text import count, listing
from simulate.learned.scope import untrained


@dataclass(frozen=True)
class Grounds:
    """The configurations that a number is based on, in words.

    players: "2 and 4 players"; games: for each configuration; commands: those that record the
    games; untrained: a line for each learned player that was not trained on all of these rules.
    """

    rules: str
    players: str
    policies: str
    games: str
    seeds: str
    commands: tuple[str, ...]
    untrained: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """Everything except the commands, in one line."""
        parts = (self.policies, self.players, self.games, self.rules, f"seed {self.seeds}")
        return " \N{MIDDLE DOT} ".join([*parts, *self.untrained])


def grounds_of(runs: Sequence[Run], configs: Iterable[Config]) -> Grounds:
    """The grounds of some configurations; those without a run are left out."""
    wanted = set(configs)
    used = [run for run in runs if run.config in wanted]
    numbers = sorted({run.games for run in used})
    each = count(numbers[0]) if len(numbers) == 1 else " to ".join(
        count(n) for n in (numbers[0], numbers[-1])
    )  # fmt: skip
    several = " for each of them" if len(used) > 1 else ""
    return Grounds(
        rules=listing(_once(names.ruleset(run.config.rules) for run in used)),
        players=listing(_once(str(n) for n in sorted({r.config.players for r in used})))
        + " players",
        policies=listing(_once(names.player(run.config.policy) for run in used)) + " at all seats",
        games=f"{each} games{several}",
        seeds=listing(_once(str(run.seed) for run in used)),
        commands=tuple(run.command for run in used),
    )


def grounds_of_study(asked: Any, policies: str, games: str, rules: str = "") -> Grounds:
    """The grounds of a study's finding, from its settings.

    asked: settings with rules, players, seed and command; rules: in words, if others were played.
    """
    return Grounds(
        rules=rules or names.ruleset(asked.rules),
        players=f"{listing([str(n) for n in asked.players])} players",
        policies=policies, games=games, seeds=str(asked.seed), commands=(asked.command,),
    )  # fmt: skip


def untrained_at(tables: Iterable[tuple[int, str]], rulesets: Sequence[Ruleset]) -> tuple[str, ...]:
    """The rulesets that players of these tables (number, policy) were not trained on, in words."""
    return tuple(
        untrained((policy.split(","), ruleset, n) for n, policy in tables for ruleset in rulesets)
    )


def untrained_with(asked: Any, played: Iterable[Set[str]]) -> tuple[str, ...]:
    """The sets of modules that the players of a study were not trained on, in words.

    asked: settings with rules, players and policies.
    """
    rulesets = [load_ruleset("+".join([asked.rules, *sorted(modules)])) for modules in played]
    return untrained_at([(n, one) for one in asked.policies for n in asked.players], rulesets)


def _once(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


def grounds_of_changes(group: ChangeSet) -> Grounds:
    """The grounds of sentences about changes that are judged together."""
    numbers = [str(n) for n in dict.fromkeys(n for n, _ in group.tables)]
    return Grounds(
        rules=f"{listing([*map(names.ruleset, group.bases)])} and each change alone",
        players=f"{listing(numbers)} players",
        policies=f"{listing(list(dict.fromkeys(p for _, p in group.tables)))} at all seats",
        games=f"{count(group.games)} equal deals of each ruleset",
        seeds=str(group.founds[0].settings.seed), commands=tuple(group.commands),
        untrained=untrained_at(
            group.tables,
            [ruleset for found in group.founds for ruleset in found.plan.rulesets.values()],
        ),
    )  # fmt: skip


def games_of(configs: Iterable[Config], games: Callable[[Config], int]) -> str:
    """The number of games of each configuration, in words."""
    numbers = {(one.policy, one.players): games(one) for one in configs}
    if len(set(numbers.values())) == 1:
        return f"Games: {count(next(iter(numbers.values())))} for each policy and player count"
    parts = [f"{count(some)} ({name}, {n} players)" for (name, n), some in numbers.items()]
    return f"Games: {listing(parts)}"
