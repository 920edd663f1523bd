"""`gah study assumed`: are findings that depend on assumed values robust to other values?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd

from analysis import Config, Tree, open_tree
from analysis.base.kinds import kind
from analysis.base.stats import Array
from analysis.base.verdicts import UNDECIDED
from analysis.cards.effects import Subject, chance_effects
from analysis.cards.entrances import worth_covariance, worth_frame
from analysis.rulesets import completions, factorial
from analysis.rulesets.compare import covariance_of, read_deals
from analysis.rulesets.factorial import AVERAGE, PAIR, TOGETHER, Design
from analysis.studies.frames import CONTRASTS, ENTRANCES, Columns, ends
from analysis.studies.modules import HOTELS, handed_games
from analysis.studies.questions import AssumedSettings
from analysis.studies.study import SettingsStudy, Tabled, games_of, rows_with
from model import Ruleset, UserError, load_ruleset
from model.defaults import DEFAULT_ASSUMPTIONS
from model.sources import every_module
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.experiments.entrances import EntranceArm, arms, write_patch
from simulate.fingerprint import parts_of
from simulate.policies import label as policy_label

SHARD_GAMES = 1000
KINDS = (AVERAGE, PAIR, TOGETHER)
"""The effects of modules for which the pages show verdicts."""

FRAMES = ("effects", "cards", "entrances", "choices")
"""The frames of `Repeated`, by name."""

BEST_ENTRANCE = "entrance"
"""The question which hotel entrance is worth most, among `choices`."""

OF_ENTRANCES = ("lead", "handicap", "bid")
"""The outcomes for hotel entrances, of `analysis.cards.entrances.OUTCOMES`."""

MOST = ("decisions", "vp_spread")
"""The measures of which the first page of a report names the module that raises them most."""

CARD_COLUMNS = Columns("metric item name unit verdict", "estimate se low high n_with deals margin")
"""The saved columns of effects of cards."""

TALLIED = (
    "others",
    f"completions same same_sign {ends('held spread')} least most noise real_low real_high",
)
"""Columns of `analysis.rulesets.completions.tally`: text, and numbers."""


@dataclass(frozen=True)
class Repeated(Tabled):
    """Frames of `analysis.rulesets.completions`, each with columns players and policy.

    effects: from `tally`, a row per module effect and measure; cards: per metric and staff card
    with assumed printed values, with item; entrances: per hotel entrance assigned at random and
    outcome of `OF_ENTRANCES`, with item and outcome; choices: from `choices`. values: how many
    printed values are assumed.
    """

    main = "effects"

    settings: AssumedSettings
    values: int
    effects: Annotated[pd.DataFrame, CONTRASTS.more(*TALLIED)]
    cards: Annotated[pd.DataFrame, CARD_COLUMNS.more("policy", "players").more(*TALLIED)]
    entrances: Annotated[pd.DataFrame, ENTRANCES.more("verdict").more(*TALLIED)]
    choices: Annotated[
        pd.DataFrame,
        Columns("about choice others policy", "players completions same held_low held_high"),
    ]

    def rows(self, players: int, policy: str, kind: str, *measures: str) -> pd.DataFrame:
        """The effects of a kind at one table, of some measures or all."""
        rows = rows_with(self.effects, players=players, policy=policy, kind=kind)
        return rows[rows["measure"].isin(measures)] if measures else rows


@dataclass(frozen=True)
class AssumedStudy(SettingsStudy[Repeated, AssumedSettings]):
    """The modules' effects and the verdicts on their staff cards, under many completions.

    All play the same deals. Its frames raise UserError if games were played by other rules of the
    same name: printed values may have become known since.
    """

    bar = "games for completions"
    subject = "what other plausible values would change"
    asks = AssumedSettings
    answers = Repeated

    data: Path

    def parts(self) -> list[str]:
        s = self.settings
        return parts_of(s.rulesets, s.policies)

    @property
    def drawn(self) -> list[str]:
        """The completions, in the form that `load_ruleset` takes."""
        return [f"sample:{number}" for number in range(1, self.settings.completions + 1)]

    @cached_property
    def rulesets(self) -> dict[str, dict[frozenset[str], Ruleset]]:
        """The ruleset of each subset of the modules, by completion, the defaults first.

        Where nothing is assumed, all completions share one ruleset. Raises UserError if the rules
        have modules already, or if no module has assumed values.
        """
        base = load_ruleset(self.settings.rules)
        if base.modules:
            raise UserError(f"--rules {base.label}: name rules without modules, all are tried")
        specs = {
            some: "+".join([base.label, *(one for one in every_module() if one in some)])
            for some in factorial.subsets(every_module())
        }
        default = {some: load_ruleset(spec) for some, spec in specs.items()}
        if not any(one.assumed for one in default.values()):
            raise UserError(f"{base.label}: all printed values of its modules are known by now")
        found = {DEFAULT_ASSUMPTIONS: default}
        for which in self.drawn:
            found[which] = {
                some: load_ruleset(specs[some], assumptions=which) if one.assumed else one
                for some, one in default.items()
            }
        return found

    @property
    def every(self) -> frozenset[str]:
        """All modules together: the rules under which staff cards are judged."""
        return frozenset(every_module())

    @cached_property
    def designs(self) -> dict[str, Design]:
        """The factorial of each completion."""
        return {
            which: Design(every_module(), {some: one.label for some, one in rulesets.items()})
            for which, rulesets in self.rulesets.items()
        }

    @property
    def judged(self) -> list[int]:
        """Numbers of the staff cards with an assumed printed value."""
        paths = (path.split(".") for path in self.whole(DEFAULT_ASSUMPTIONS).assumed)
        return sorted({int(key) for table, key, *_ in paths if table == "staff"})

    def whole(self, which: str) -> Ruleset:
        """All modules together under a completion."""
        return self.rulesets[which][self.every]

    @cached_property
    def handed_out(self) -> dict[str, list[tuple[EntranceArm, Ruleset]]]:
        """The ways to assign hotel entrances, by completion; writes their patches.

        Empty without the module, or if no entrances are asked for.
        """
        hotels = self.rulesets[DEFAULT_ASSUMPTIONS].get(frozenset({HOTELS}))
        if hotels is None or not self.settings.entrances:
            return {}
        ways = arms(hotels)
        files = [write_patch(hotels, arm, self.data / PATCHES) for arm in ways]
        return {
            which: [
                (arm, load_ruleset(hotels.label, patches=[file], assumptions=which))
                for arm, file in zip(ways, files, strict=True)
            ]
            for which in self.rulesets
        }

    def runs(self) -> list[Run]:
        """All runs; the run of all modules together includes the games for staff cards."""
        s = self.settings
        known = {
            one.label: (one, s.games if some != self.every else max(s.games, s.cards))
            for rulesets in self.rulesets.values()
            for some, one in rulesets.items()
        }
        handed = (one for ways in self.handed_out.values() for _, one in ways)
        known |= {one.label: (one, s.entrances) for one in handed}
        return [
            Run(one, n, policy, games, s.seed, self.data, shard_games=SHARD_GAMES)
            for policy in s.policies
            for n in s.players
            for one, games in known.values()
        ]

    def frames(self, threads: int) -> Repeated:
        s, runs = self.settings, self.runs()
        parts: dict[str, list[pd.DataFrame]] = {name: [] for name in FRAMES}
        hashes = {run.ruleset.label: run.ruleset.hash for run in runs}
        games = games_of(runs)
        with open_tree(self.data, games, seed=s.seed, threads=threads, first=games) as tree:
            for run in tree.runs:
                if run.ruleset_hash != hashes[run.config.rules]:
                    raise UserError(
                        f"{run.file}: played when {run.config.rules} had other values; delete it"
                    )
            for policy in map(policy_label, s.policies):
                for n in s.players:
                    for name, frame in _of_table(self, tree, n, policy).items():
                        if len(frame.columns):  # a part that was not asked has none
                            frame = frame.assign(players=n, policy=policy)
                        parts[name].append(frame)
        frames = {name: pd.concat(some, ignore_index=True) for name, some in parts.items()}
        return Repeated(s, len(self.whole(DEFAULT_ASSUMPTIONS).assumed), **frames)


def _of_table(plan: AssumedStudy, tree: Tree, n: int, policy: str) -> dict[str, pd.DataFrame]:
    """The frames of one number of players and policy."""
    tree.only_first(plan.settings.games)
    default, drawn, cov = _effects(plan, tree, n, policy)
    asked = [
        completions.choices(one, _average(default, one), [_average(frame, one) for frame in drawn])
        for one in MOST
    ]
    cards, entrances = pd.DataFrame(), pd.DataFrame()
    if plan.settings.cards:
        tree.only_first(plan.settings.cards)
        cards = _cards(plan, tree, n, policy)
    if plan.handed_out:
        tree.only_first(plan.settings.entrances)
        entrances, best = _entrances(plan, tree, n, policy)
        asked.append(best)
    return {
        "effects": completions.tally(default, drawn, cov), "cards": cards, "entrances": entrances,
        "choices": pd.DataFrame(asked),
    }  # fmt: skip


def _effects(
    plan: AssumedStudy, tree: Tree, n: int, policy: str
) -> tuple[pd.DataFrame, list[pd.DataFrame], Array]:
    """Effects of modules under the defaults, under each completion, and the errors' covariances."""
    wanted = factorial.wanted()
    asked = {
        which: [one for one in design.contrasts() if one.kind in KINDS]
        for which, design in plan.designs.items()
    }
    labels = dict.fromkeys(label for design in plan.designs.values() for label in design.rules)
    deals = read_deals(tree, list(labels), n, policy, wanted)
    frames = [
        factorial.effects_frame(deals.of(design.rules), asked[which], wanted)
        for which, design in plan.designs.items()
    ]
    # The rows of a frame are grouped by contrast, each with its measures in order.
    alike = zip(*(asked[which] for which in plan.drawn), strict=True)
    cov = np.concatenate([covariance_of(deals, some) for some in alike])
    return frames[0], frames[1:], cov


def _average(frame: pd.DataFrame, measure: str) -> pd.Series:
    """The average effects of the modules on a measure, by module."""
    rows = frame[(frame["kind"] == AVERAGE) & (frame["measure"] == measure)]
    return rows.set_index("name")["estimate"]


def _cards(plan: AssumedStudy, tree: Tree, n: int, policy: str) -> pd.DataFrame:
    """Verdicts on the staff cards whose printed values are assumed, a row per card and metric.

    The family of tests of each completion is all staff cards, as elsewhere.
    """
    numbers = plan.judged
    labels = [plan.whole(which).label for which in plan.drawn]
    frames = [_dealt(plan.whole(which), tree, n, policy, numbers) for which in plan.rulesets]
    dealt = completions.read_dealt(tree, labels, n, policy, numbers)
    cov = [completions.dealt_covariance(dealt, metric) for metric in completions.OUTCOMES]
    return completions.tally(frames[0], frames[1:], np.concatenate(cov))


def _entrances(
    plan: AssumedStudy, tree: Tree, n: int, policy: str
) -> tuple[pd.DataFrame, dict[str, object]]:
    """The worth of each hotel entrance, a row per entrance and outcome; and the one with most lead.

    The verdict says whether an outcome differs from 0, over all entrances together.
    """
    worlds = [handed_games(ways, tree, n, policy) for ways in plan.handed_out.values()]
    names = kind("entrance").names(plan.rulesets[DEFAULT_ASSUMPTIONS][frozenset({HOTELS})])
    frames = []
    for free, priced in worlds:
        worth = worth_frame(free, priced).set_index("outcome", drop=False)
        frame = worth.loc[list(OF_ENTRANCES)].reset_index(drop=True)
        above, below = frame["sim_low"] > 0, frame["sim_high"] < 0
        words = np.select([above, below, frame["se"].notna()], ["more", "less", UNDECIDED], "")
        frames.append(frame.assign(verdict=words, name=frame["item"].map(names)))
    default, *drawn = frames
    most = [frame[frame["outcome"] == "lead"].set_index("item")["estimate"] for frame in frames]
    tallied = completions.tally(default, drawn, worth_covariance(worlds[1:], OF_ENTRANCES))
    return tallied, completions.choices(BEST_ENTRANCE, most[0], most[1:])


def _dealt(
    ruleset: Ruleset, tree: Tree, n: int, policy: str, numbers: Sequence[int]
) -> pd.DataFrame:
    """Effects of being dealt staff cards: a row per metric and card, in their order."""
    subject = Subject(Config(ruleset.label, n, policy), policy, ruleset)
    frame = chance_effects(tree, subject, kind("staff"))
    rows = pd.MultiIndex.from_product([completions.OUTCOMES, map(str, numbers)])
    found = frame.set_index(["metric", "item"]).reindex(rows).rename_axis(["metric", "item"])
    # A card that nobody was dealt has no row: no estimate, and no verdict.
    return CARD_COLUMNS.select(found.assign(verdict=found["verdict"].fillna("")).reset_index())
