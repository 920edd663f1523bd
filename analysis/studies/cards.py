"""The computations of `gah study cards`: the games it needs, and all frames about cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from analysis import Config, Tree, open_tree
from analysis.base.kinds import Kind
from analysis.cards.agreement import across_players, agreement, concordance
from analysis.cards.effects import Subject, chance_effects, played_differences, subjects
from analysis.cards.pairs import pair_interactions
from analysis.cards.removal import removal_effects
from analysis.cards.use import card_use
from analysis.studies.study import Study, config_of
from model import Ruleset, UserError, load_ruleset
from simulate import policies
from simulate.batch import Run
from simulate.data.store import Place


@dataclass
class CardFrames:
    """The frames by name (their columns: see the functions of analysis/), with their queries."""

    frames: dict[str, pd.DataFrame] = field(default_factory=dict)
    queries: dict[str, dict[str, dict[str, object]]] = field(default_factory=dict)

    def add(self, name: str, frame: pd.DataFrame, tree: Tree) -> None:
        """Append rows, and the queries made since the last time."""
        if len(frame):
            before = self.frames.get(name)
            self.frames[name] = (
                frame if before is None else pd.concat([before, frame], ignore_index=True)
            )
            self.queries.setdefault(name, {}).update(tree.asked)
        tree.asked.clear()


@dataclass(frozen=True)
class CardStudy(Study[CardFrames]):
    """The plan: rules, players, tables, kinds of cards, and the cards taken out.

    tables: policies at a table, one (playing itself) or several ("greedy,random": each deal once
    for each rotation of the seats). removed: kind and key of each card taken out, to the ruleset
    without it.
    """

    name = "cards"
    bar = "games for cards"

    ruleset: Ruleset
    players: tuple[int, ...]
    tables: tuple[tuple[str, ...], ...]
    kinds: tuple[Kind, ...]
    games: int
    seed: int
    data: Place
    removed: Mapping[tuple[str, str], Ruleset] = field(default_factory=dict)
    pairs: bool = False
    margins: Mapping[str, float] = field(default_factory=dict)

    def runs(self) -> list[Run]:
        found = [
            self._run(ruleset, players, table)
            for ruleset in (self.ruleset, *self.removed.values())
            for players in self.players
            for table in self.tables
        ]
        return sorted(found, key=lambda run: not policies.slow(run.seats()))

    def _run(self, ruleset: Ruleset, players: int, table: tuple[str, ...]) -> Run:
        rotations = players if len(policies.cast(policies.seats(table, players))) > 1 else 1
        deals = max(1, self.games // rotations)
        return Run(
            ruleset, players, table, deals * rotations, self.seed, self.data,
            same_deal=rotations,
            shard_games=None if rotations == 1 else 2500 * rotations,
        )  # fmt: skip

    def frames(self, threads: int) -> CardFrames:
        runs = self.runs()
        found = CardFrames()
        configs = [config_of(run) for run in runs]
        with open_tree(self.data, configs, seed=self.seed, threads=threads) as tree:
            mine = [config_of(run) for run in runs if run.ruleset is self.ruleset]
            for config in sorted(mine):
                for subject in subjects(config, self.ruleset):
                    _one_subject(self, tree, subject, found)
                if self.removed:
                    found.add("removal", _removal(self, tree, config), tree)
            used = card_use(tree, mine, self.ruleset.game.rounds, self.kinds)
            found.add("use", used, tree)
            effects = found.frames.get("effects", pd.DataFrame())
            if len(effects) and effects["policy"].nunique() > 1:
                alone = effects[effects["policy"] == effects["policies"]]
                found.add("agreement", agreement(alone), tree)
                found.add("concordance", concordance(alone), tree)
                order = [policies.label(one[0]) for one in self.tables if len(one) == 1]
                found.add("across", across_players(alone, order), tree)
        return found


def _one_subject(plan: CardStudy, tree: Tree, subject: Subject, found: CardFrames) -> None:
    for kind in plan.kinds:
        found.add("effects", chance_effects(tree, subject, kind, plan.margins), tree)
        found.add("played", played_differences(tree, subject, kind), tree)
        if plan.pairs and kind.chance == "seat" and subject.policy == subject.config.policy:
            found.add("pairs", pair_interactions(tree, subject, kind), tree)


def _removal(plan: CardStudy, tree: Tree, config: Config) -> pd.DataFrame:
    named = {kind.id: kind.names(plan.ruleset) for kind in plan.kinds}
    removed = {
        (kind, item, named[kind].get(item, item)): ruleset.label
        for (kind, item), ruleset in plan.removed.items()
    }
    return removal_effects(tree, subjects(config, plan.ruleset)[0], removed, plan.margins)


def without(
    spec: str, variant: Mapping[str, Any], kinds: Sequence[Kind], paths: Sequence[str]
) -> dict[tuple[str, str], Ruleset]:
    """The ruleset without each of the cards named by paths such as "staff.17" or "guest.*".

    Raises UserError for a path of unknown kind, or a card that cannot be taken out.
    """
    found = {}
    whole = load_ruleset(spec, **variant)
    for path in paths:
        kind = next((one for one in kinds if path.startswith(one.path + ".")), None)
        if kind is None:
            known = ", ".join(f"{one.path}.…" for one in kinds)
            raise UserError(f"--remove {path}: no card of the kinds in question: {known}")
        item = path.removeprefix(kind.path + ".")
        for each in kind.names(whole) if item == "*" else [item]:
            found[kind.id, each] = load_ruleset(
                spec,
                **variant,
                without=[f"{kind.path}.{each}"],
            )
    return found
