"""Plan and findings of `gah study compare`: the rulesets between two others, and contrasts."""

from __future__ import annotations

import math
import shlex
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd
from rich.console import Console

from analysis import Config, open_tree
from analysis.base.data import below, in_front
from analysis.base.verdicts import UNDECIDED, UNKNOWN
from analysis.method.power import games_for
from analysis.rulesets import answer
from analysis.rulesets import compare as contrasting
from analysis.rulesets.compare import Contrast
from analysis.rulesets.touched import touched_cards, touched_guests
from analysis.studies.study import Study, Tabled, rows_with
from analysis.studies.typed import Number, Players, Policies, Seed
from model import Ruleset, UserError
from model.defaults import DEFAULT_ASSUMPTIONS
from model.diff import Difference, diff_rulesets
from model.patch import read_patch
from model.ruleset import playable
from model.sources import sources
from model.steps import Recipe, Step, other_readings, steps_between, variants_of
from simulate.batch import Run
from simulate.data.checksummed import fingerprint
from simulate.data.store import Place
from simulate.playing.chosen import Chosen, component_of
from simulate.policies import label as policy_label
from simulate.policies import own

PILOT, PILOT_MOST = 200, 3_200
"""Deals from which a comparison learns how many it needs: twice as many each time that too few of
them differ, up to the most."""

SHARD_GAMES = 1000
"""Games per file: the most that each run loses when a comparison is killed."""

NAMED = 100
"""Letters of the components that still name a folder."""

TOTAL, ON, OFF, INTERACTION, PAIR = "total", "on", "off", "interaction", "pair"


@dataclass(frozen=True)
class Settings:
    """The tables at which rulesets are compared; `games` deals each."""

    players: Players = (2, 3, 4)
    policies: Policies = ("greedy",)
    games: Number = 1000
    seed: Seed = 1


@dataclass(frozen=True)
class ChangeTopic:
    """The topic of single changes without another ruleset: their question, and their name."""

    question: str
    name: str


READINGS = ChangeTopic(
    "Does it matter how the open rulings are read?", "Other readings of the rulings"
)
VARIANTS = ChangeTopic("What does each variant and each option change?", "Variants and options")


@dataclass(frozen=True)
class Arms:
    """The rulesets to play and the questions about them.

    other: None if single changes are compared only with the base; then they have a topic.
    rulesets: by label, each set of rules once, whatever its names; labels: for each ruleset asked
    for, the label under which it is played; skipped: single changes that cannot be switched
    alone, and why.
    """

    base: Ruleset
    other: Ruleset | None
    steps: tuple[Step, ...]
    command: str
    topic: ChangeTopic | None = None
    rulesets: dict[str, Ruleset] = field(default_factory=dict)
    contrasts: list[Contrast] = field(default_factory=list)
    singles: dict[str, tuple[Step, str]] = field(default_factory=dict)
    skipped: list[tuple[str, str, str]] = field(default_factory=list)

    def arm(self, ruleset: Ruleset) -> str:
        """The label under which these rules are played."""
        for label, known in self.rulesets.items():
            if known.hash == ruleset.hash:
                return label
        if ruleset.label in self.rulesets:
            raise UserError(f"two different rulesets are called {ruleset.label}; rename a patch")
        self.rulesets[ruleset.label] = ruleset
        return ruleset.label

    def differences(self) -> list[Difference]:
        """The values in which the two rulesets differ; for single readings, from the base."""
        if self.other is not None:
            return diff_rulesets(self.base, self.other)
        arms = [self.rulesets[label] for _, label in self.singles.values()]
        return [one for arm in arms for one in diff_rulesets(self.base, arm)]

    def runs(
        self,
        settings: Settings,
        out: Place,
        only: Sequence[str] = (),
        played: Mapping[int, int] | None = None,
    ) -> list[Run]:
        """All runs of these rulesets at these tables.

        only, played: of the settings' deals, only those with one of these components, and this many
        by number of players; all deals if there are none.
        """
        return [
            Run(ruleset, players, policy, (played or {}).get(players, settings.games),
                settings.seed, out, shard_games=SHARD_GAMES, only=tuple(only))
            for policy in settings.policies
            for players in settings.players
            for ruleset in self.rulesets.values()
        ]  # fmt: skip

    @property
    def only(self) -> tuple[str, ...]:
        """The components without which all rulesets play a deal identically.

        None if any deal can differ. Every value that differs belongs to a component laid out by
        chance before the game. The worth of a hotel entrance depends on all tiles: with entrances
        any deal can differ.
        """
        found: dict[str, None] = {}
        for ruleset in self.rulesets.values():
            if ruleset.entrances.in_play:
                return ()
            for one in diff_rulesets(self.base, ruleset) if ruleset is not self.base else ():
                component = component_of(one.path)
                if not component:
                    return ()
                found[component] = None
        return tuple(found)

    def touched(self, contrast: Contrast, kind: str) -> list[int]:
        """Numbers of the cards (kind staff or guest) in which a contrast's two rulesets differ.

        No staff cards unless hands are dealt at random: otherwise there is no dealt effect.
        """
        if contrast.pair is None or contrast.kind not in (TOTAL, ON):
            return []
        if kind == "staff" and any(one.setup.hands != "dealt" for one in self.rulesets.values()):
            return []
        a, b = (playable(self.rulesets[label])[kind] for label in contrast.pair)
        return sorted(int(key) for key in a.keys() & b.keys() if a[key] != b[key])


def plan_comparison(base: Recipe, other: Recipe, command: str, *, back: bool = True) -> Arms:
    """Base, other, each single change switched on in base and, with `back`, off in other.

    Raises UserError if the two are the same rules.
    """
    steps = steps_between(base, other)
    start, end = base.filled(other), other.filled(base)
    plan = Arms(base.resolve(), other.resolve(), steps, command)
    if plan.other is None or plan.base.hash == plan.other.hash:
        raise UserError(f"{plan.base.label}: nothing to compare, both rulesets play identically")
    first, last = plan.arm(plan.base), plan.arm(plan.other)
    plan.contrasts.append(contrasting.difference(first, last))
    for step in steps:
        label = _single(plan, step, ON, step.on(start))
        if label is not None:
            plan.singles[step.id] = (step, label)
            plan.contrasts.append(contrasting.difference(first, label, ON, step.id))
    for step in steps if back else ():
        label = _single(plan, step, OFF, step.off(end))
        if label is not None:
            plan.contrasts.append(contrasting.difference(label, last, OFF, step.id))
    if len(steps) > 1 and len(plan.singles) == len(steps):
        singles = [label for _, label in plan.singles.values()]
        plan.contrasts.append(contrasting.interaction(first, last, singles))
    return plan


def plan_rulings(
    base: Recipe, command: str, settled: Recipe | None = None, only: Collection[str] = ()
) -> Arms:
    """Base, and each other reading of each ruling that it leaves open.

    settled: only rulings that are settled there; only: only these, if any are named.
    """
    rest = {key for key in settled.settings if key[0] == "ruling"} if settled else set()
    steps = [
        step
        for step in other_readings(base)
        if step.key not in rest and (not only or step.key[1] in only)
    ]
    return _plan_singles(base, steps, READINGS, command)


def plan_variants(base: Recipe, command: str) -> Arms:
    """Base, and each variant and option choice that it does not have."""
    return _plan_singles(base, variants_of(base), VARIANTS, command)


def _plan_singles(base: Recipe, steps: Sequence[Step], topic: ChangeTopic, command: str) -> Arms:
    plan = Arms(base.resolve(), None, tuple(steps), command, topic)
    first = plan.arm(plan.base)
    for step in plan.steps:
        label = _single(plan, step, ON, step.on(base))
        if label is not None:
            plan.singles[step.id] = (step, label)
            plan.contrasts.append(contrasting.difference(first, label, ON, step.id))
    return plan


def _single(plan: Arms, step: Step, kind: str, recipe: Recipe) -> str | None:
    """The label under which a single change is played; None, noted in the plan, if impossible."""
    try:
        return plan.arm(recipe.resolve())
    except UserError as error:
        plan.skipped.append((step.id, kind, str(error)))
        return None


def add_pairs(plan: Arms, base: Recipe, other: Recipe, names: Sequence[str]) -> None:
    """Add every pair of these single changes, and their interaction."""
    start = base.filled(other)
    first = plan.arm(plan.base)
    for one, two in combinations(names, 2):
        (a, label_a), (b, label_b) = plan.singles[one], plan.singles[two]
        both = plan.arm(b.on(a.on(start)).resolve())
        name = f"{one} with {two}"
        plan.contrasts.append(contrasting.pair_interaction(first, label_a, label_b, both, name))


@dataclass(frozen=True)
class Comparison(Tabled):
    """Frames of `analysis.rulesets.compare`, with columns players and policy, and their plan.

    measures: one row per contrast and measure; cards: per staff card that a change touches; guests:
    per guest; worth: the verdicts on the touched staff cards before and after (`rulesets.answer`),
    for the whole difference or, without another ruleset, each single one; winners: share of deals
    that another seat wins; differing: share that differ at all. only: the components without which
    no deal can differ; played: the number of deals with one of them on the table, by number of
    players. Only these deals were played; without such components, all were.
    """

    main = "measures"
    plan: Arms
    settings: Settings
    measures: pd.DataFrame
    cards: pd.DataFrame
    guests: pd.DataFrame
    winners: pd.DataFrame
    differing: pd.DataFrame
    worth: pd.DataFrame = field(default_factory=pd.DataFrame)
    only: tuple[str, ...] = ()
    played: Mapping[int, int] = field(default_factory=dict)

    def rows(self, players: int, policy: str, **equal: object) -> pd.DataFrame:
        """Rows of the measures at one table, with these values."""
        return rows_with(self.measures, players=players, policy=policy, **equal)

    def needed(self, headline: Collection[str]) -> int:
        """Deals needed to decide these measures and touched cards; 0 if all is decided.

        Counts everything in which the rulesets differ.
        """
        whole = TOTAL if self.plan.other is not None else ON
        rows = self.measures[self.measures["kind"] == whole]
        rows = rows[rows["measure"].isin(headline)]
        found = [0.0, *rows.loc[rows["verdict"] == UNDECIDED, "games_needed"]]
        few = bool((rows["verdict"] == UNKNOWN).any())
        if len(self.worth):
            found += list(self.worth["needed"])
            few |= bool(self.worth["se"].isna().any())
        # Too few games show nothing else.
        return int(np.nanmax([*found, 2 * self.settings.games * few]))

    def largest(self, count: int) -> list[str]:
        """The single changes that differ most from 0, in margins, over all measures."""
        alone = self.measures[self.measures["kind"] == ON]
        size = (alone["estimate"] / alone["margin"]).abs().groupby(alone["name"]).max()
        return list(size.sort_values(ascending=False, kind="stable").index[:count])

    def commands(self) -> list[str]:
        """Commands that record the games again, one per run."""
        keys = (step.key for step in self.plan.steps)
        files = {read_patch(Path(id)).id: id for kind, id in keys if kind == "patch"}
        return [
            f"gah simulate --rules {run.ruleset.spec}{_options(run.ruleset, files)}"
            f" --players {run.players} --policy {shlex.quote(str(run.policy))} --games {run.games}"
            f" --seed {run.seed} --shard-games {SHARD_GAMES}"
            + "".join(f" --only {shlex.quote(one)}" for one in self.only)
            for run in self.plan.runs(self.settings, Path(), self.only, self.played)
        ]


def _options(ruleset: Ruleset, files: dict[str, str]) -> str:
    """Options of `gah simulate` that complete the ruleset's spec; files for its patches."""
    known = sources().ruling
    words = [
        f" --ruling {id}={value}"
        for id, value in ruleset.rulings.items()
        if value != known[id].default_for(ruleset.edition)
    ]
    words += [f" --{id} {value}" for id, value in ruleset.options.items()]
    words += [f" --patch {shlex.quote(files[id])}" for id in ruleset.patches]
    if ruleset.assumptions != DEFAULT_ASSUMPTIONS:
        words.append(f" --assumptions {ruleset.assumptions}")
    return "".join(words)


@dataclass(frozen=True)
class CompareStudy(Study[Comparison]):
    """Contrasts of rulesets at some tables; cards: also of the single cards that changes touch.

    looks: how often its games are judged as they grow (see `verdicts.judge`).

    Its frames raise UserError where games were played by other rules of the same name.
    """

    name = "compare"
    bar = "games"

    plan: Arms
    settings: Settings
    data: Place
    cards: bool = True
    looks: int = 1

    @property
    def command(self) -> str:
        return self.plan.command

    def with_power(self, chance: float, workers: int, console: Console) -> CompareStudy:
        """The same with enough deals to find each headline measure's margin.

        A difference as large as its margin is distinguished from 0 with this probability, in each
        contrast of two rulesets at each table, as far as a pilot estimates their spread.
        """
        headline = [one.name for one in contrasting.measures() if one.headline]
        games = PILOT
        while True:
            pilot = replace(self, settings=replace(self.settings, games=games), cards=False)
            rows = pilot.answer(workers, console).measures
            rows = rows[rows["measure"].isin(headline) & rows["kind"].isin((TOTAL, ON, OFF))]
            if rows["se"].notna().all() or games >= PILOT_MOST:
                break
            games *= 2
        sd = rows["se"].to_numpy(dtype=float) * np.sqrt(games)
        needed = games_for(sd, rows["margin"].to_numpy(dtype=float), chance)
        games = max(games, int(np.nanmax(needed, initial=0)))
        return replace(self, settings=replace(self.settings, games=games))

    def until_decided(
        self, most: int, workers: int, console: Console
    ) -> tuple[CompareStudy, Comparison]:
        """Continue, at least doubling the deals each time, until the question is decided.

        That is: the headline measures, and the verdicts on touched cards before and after. Ends at
        `most` deals even if undecided. Every deal counts, and recorded ones are not played again.
        Verdicts on measures allow for all looks; the intervals are those of one look.
        """
        looks = 1 + math.ceil(math.log2(max(1.0, most / self.settings.games)))
        study = replace(self, looks=looks)
        while True:
            found = study.answer(workers, console)
            needed = found.needed([one.name for one in contrasting.measures() if one.headline])
            games = study.settings.games
            if not needed or games >= most:
                return study, found
            more = min(most, max(2 * games, min(needed, 4 * games)))
            console.print(f"{games:,} deals do not decide it; on to {more:,}", highlight=False)
            study = replace(study, settings=replace(study.settings, games=more))

    @property
    def played(self) -> dict[int, int]:
        """Number of deals that can differ, by number of players; empty if all are played.

        It is known where every difference is of a component laid out by chance. A player of a
        user's file may look at any rule. Where no deal or every deal can differ, all are played.
        """
        s, only = self.settings, self.plan.only
        if not only or any(own.is_own(name) for name in s.policies):
            return {}
        found = {n: Chosen(self.plan.base, n, s.seed, only).among(s.games) for n in s.players}
        return found if all(0 < some < s.games for some in found.values()) else {}

    @property
    def only(self) -> tuple[str, ...]:
        """The components without which no deal is played; none if all are."""
        return self.plan.only if self.played else ()

    @property
    def place(self) -> Place:
        """Location of the games: those of selected deals are next to the folder with all deals."""
        if not self.only:
            return self.data
        named = "-".join(self.only)
        named = f"-only-{named if len(named) <= NAMED else fingerprint({'only': self.only})[:12]}"
        if isinstance(self.data, Path):
            return self.data.with_name(self.data.name + named)
        return f"{str(self.data).rstrip('/')}{named}"

    def runs(self) -> list[Run]:
        return self.plan.runs(self.settings, self.place, self.only, self.played)

    def frames(self, threads: int) -> Comparison:
        plan = self.plan
        labels = list(plan.rulesets)
        named = {policy: policy_label(policy) for policy in self.settings.policies}
        configs = [
            Config(label, players, policy)
            for policy in named.values()
            for players in self.settings.players
            for label in labels
        ]
        frames: dict[str, list[pd.DataFrame]] = {
            name: [] for name in ("measures", "cards", "guests", "worth", "winners", "differing")
        }
        only, played, seed = self.only, self.played, self.settings.seed
        with open_tree(self.place, configs, seed=seed, threads=threads, only=only) as tree:
            for run in tree.runs:
                if run.ruleset_hash != plan.rulesets[run.config.rules].hash:
                    raise UserError(
                        f"{run.file}: played when {run.config.rules} had other rules; delete it"
                    )
            for policy in named.values():
                for players in self.settings.players:
                    number = played.get(players, self.settings.games)
                    tree.only_first(number)
                    alike = self.settings.games - number
                    asked = plan.contrasts
                    deals = contrasting.read_deals(
                        tree, labels, players, policy, contrasts=asked, alike=alike
                    )
                    differing = contrasting.differing(tree, plan.contrasts, players, policy, alike)
                    frames["differing"].append(differing)
                    for contrast in plan.contrasts:
                        frame = contrasting.contrast_frame(deals, contrast, looks=self.looks)
                        frame = in_front(frame, {"players": players, "policy": policy})
                        table = (tree, contrast, players, policy)
                        frames["measures"].append(frame)
                        frames["winners"].append(contrasting.winners(*table, alike))
                        if not self.cards:
                            continue
                        staff, guests = (
                            plan.touched(contrast, kind) for kind in ("staff", "guest")
                        )
                        frames["cards"].append(touched_cards(*table, staff))
                        whole = plan.other is None or contrast.kind == TOTAL
                        if whole and not played:  # effects refer to all deals
                            found = answer.worth(
                                tree, contrast, plan.rulesets, players, policy, staff
                            )
                            found = found.assign(players=players, policy=policy)
                            frames["worth"].append(found.assign(name_of=contrast.name))
                        found = touched_guests(*table, guests)
                        frames["guests"].append(found.assign(players=players, policy=policy))
        return Comparison(
            plan, self.settings, **{name: below(some) for name, some in frames.items()},
            only=only, played=played,
        )  # fmt: skip
