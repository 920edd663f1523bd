"""`gah study modules` and the Modules page: a factorial over the modules, and their parts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Annotated

import numpy as np
import pandas as pd

from analysis import Config, Tree, open_tree
from analysis.base import stats
from analysis.base.data import below
from analysis.base.kinds import kind
from analysis.base.measure import measure
from analysis.base.metrics import Metric
from analysis.cards import entrances
from analysis.cards.effects import Subject, chance_effects, played_differences
from analysis.course.seats import pooled_advantage, seat_advantage
from analysis.rulesets import factorial
from analysis.rulesets.compare import Contrast, difference, read_deals
from analysis.rulesets.factorial import Design
from analysis.rulesets.shared_deals import shared_deals
from analysis.studies.frames import (
    CONTRASTS,
    ENTRANCES,
    ESTIMATE,
    JUDGED_CARDS,
    SEATS,
    Columns,
    ends,
)
from analysis.studies.questions import ModuleSettings
from analysis.studies.restricted import player_without
from analysis.studies.study import ForReport, SettingsStudy, Tabled, config_of, games_of
from model import Ruleset, UserError, load_ruleset
from model.sources import every_module
from simulate import experiments
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.data.store import Place
from simulate.experiments.entrances import EntranceArm, arms, write_patch
from simulate.fingerprint import parts_of
from simulate.policies import label as policy_label

SHARD_GAMES = 1000
EXPERIMENTS = Path(experiments.__file__).parent
SINGLES = (
    ("start-player", "without-key", "the skeleton key"),
    ("start-player", "equal-krones", "more krones for those who begin later"),
    ("celebrities", "without-chips", "VP for celebrities by rounds waited"),
)
"""A module, the patch that takes something out of it, and what that is."""

HOTELS, START, CELEBRITIES = "unique-hotels", "start-player", "celebrities"
PRICE = Metric.model_validate({
    "id": "entrance_bid", "name": "krones bid", "definition": "Krones paid for the own entrance.",
    "value": "entrance_price", "unit": "krones",
})  # fmt: skip
ALONE, ALL = "alone", "with all modules"
"""The sets of modules under which entrances are handed out: that of the entrances, and all."""


@dataclass(frozen=True)
class Modules(Tabled):
    """The frames of this study; their rows: see the functions of analysis/.

    factors: the modules, by number. assumed: for each module with assumed printed values, how many.
    Parts that were not asked have frames without columns.
    """

    main = "effects"

    settings: ModuleSettings
    factors: tuple[str, ...]
    assumed: dict[str, int]
    effects: Annotated[pd.DataFrame, CONTRASTS]
    additivity: Annotated[
        pd.DataFrame,
        Columns("measure label policy", f"players games {ends('one pairs more')} p_pairs p_more"),
    ]
    matches: Annotated[pd.DataFrame, CONTRASTS]
    seats: Annotated[pd.DataFrame, SEATS]
    singles: Annotated[pd.DataFrame, CONTRASTS]
    entrances: Annotated[pd.DataFrame, ENTRANCES.more("modules")]
    prices: Annotated[pd.DataFrame, Columns("outcome policy", f"players {ESTIMATE}")]
    curve: Annotated[
        pd.DataFrame, Columns("outcome item policy", f"players price {ESTIMATE} n deals")
    ]
    bids: Annotated[
        pd.DataFrame, Columns("metric label unit item policy", f"players {ESTIMATE} clusters")
    ]
    celebrities: Annotated[pd.DataFrame, JUDGED_CARDS]
    hotels: Annotated[pd.DataFrame, JUDGED_CARDS]
    keys: Annotated[
        pd.DataFrame, Columns("metric label unit policy", f"players keys {ESTIMATE} clusters")
    ]
    keyless: Annotated[pd.DataFrame, Columns("policy", f"players {ESTIMATE} mean games")]
    shared: Annotated[
        pd.DataFrame,
        Columns("rules_a rules_b part label policy", "players estimate low high games"),
    ]
    by_set: Annotated[pd.DataFrame, ENTRANCES.more("modules")]

    def rows(self, frame_name: str, /, **equal: object) -> pd.DataFrame:
        """Rows of a frame with these values; without columns if the part was not asked."""
        frame: pd.DataFrame = getattr(self, frame_name)
        for column, value in equal.items():
            if column in frame:
                frame = frame[frame[column] == value]
        return frame


FRAMES = tuple(one.name for one in fields(Modules))[3:]
"""The frames of `Modules`, by name."""


@dataclass(frozen=True)
class ModuleStudy(SettingsStudy[Modules, ModuleSettings]):
    """Every subset of the modules, and single ones; patches lie next to the games.

    Its runs raise UserError if the rules have modules already.
    """

    bar = "modules"
    subject = "the factorial of modules"
    asks = ModuleSettings
    answers = Modules

    data: Path

    def parts(self) -> list[str]:
        s = self.settings
        return parts_of(s.rulesets, dict.fromkeys((*s.policies, *s.skill)))

    @cached_property
    def base(self) -> Ruleset:
        base = load_ruleset(self.settings.rules)
        if base.modules:
            raise UserError(f"--rules {base.label}: name rules without modules, all are tried")
        return base

    @cached_property
    def factors(self) -> tuple[str, ...]:
        """The modules, by number."""
        return every_module()

    @cached_property
    def rulesets(self) -> dict[frozenset[str], Ruleset]:
        """The ruleset of each subset of the modules."""
        return {
            some: load_ruleset("+".join([self.base.label, *(f for f in self.factors if f in some)]))
            for some in factorial.subsets(self.factors)
        }

    @cached_property
    def design(self) -> Design:
        return Design(self.factors, {some: one.label for some, one in self.rulesets.items()})

    def only(self, *modules: str) -> Ruleset:
        """The ruleset with just these modules."""
        return self.rulesets[frozenset(modules)]

    @cached_property
    def patched(self) -> dict[str, Ruleset]:
        """The rulesets of `SINGLES`, by their patch."""
        return {
            patch: load_ruleset(self.only(module).label, patches=[EXPERIMENTS / f"{patch}.toml"])
            for module, patch, _ in SINGLES
        }

    @cached_property
    def handed_out(self) -> dict[str, dict[str, tuple[EntranceArm, Ruleset]]]:
        """The arms that assign entrances, by set of modules and their id; writes their patches."""
        alone, every = self.only(HOTELS), self.only(*self.factors)
        marked = [replace(arm, id=f"{arm.id}-all") for arm in arms(every)]
        return {ALONE: self._handed(alone, arms(alone)), ALL: self._handed(every, marked)}

    def _handed(
        self, whole: Ruleset, some: Sequence[EntranceArm]
    ) -> dict[str, tuple[EntranceArm, Ruleset]]:
        folder = self.data / PATCHES
        return {
            arm.id: (arm, load_ruleset(whole.label, patches=[write_patch(whole, arm, folder)]))
            for arm in some
        }

    @property
    def bidders(self) -> range:
        """Numbers of players for which bids are described: all there are, whatever was asked."""
        return range(2, self.base.game.max_players + 1)

    @property
    def hands(self) -> int:
        """Deals of each arm of the entrances."""
        return max(2, self.settings.single // 4)

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> ModuleStudy:
        return cls(replace(plan.factorial, rules=plan.rules), Path(str(data)))

    def runs(self) -> list[Run]:
        """All runs, first those that ask Python for every decision."""
        s = self.settings
        longer = {self.only(*some).label for some in ((), (HOTELS,), (START,), (CELEBRITIES,))}
        games = [
            (one, max(s.games, s.single) if one.label in longer else s.games)
            for one in self.rulesets.values()
        ]
        games += [(one, s.single) for one in self.patched.values()]
        cells = [(n, one, number) for n in s.players for one, number in games]
        cells += [
            (n, one, self.hands)
            for n in self.bidders
            for arms_of in self.handed_out.values()
            for _, one in arms_of.values()
        ]
        plain = [
            Run(one, n, policy, number, s.seed, self.data, shard_games=SHARD_GAMES)
            for policy in s.policies
            for n, one, number in cells
        ]
        return self.key_runs() + self.match_runs() + plain

    def match_runs(self) -> list[Run]:
        """Mixed tables of all subsets, at the smallest table: each deal with rotated seats."""
        return [self._mixed(one, self.settings.skill, self.settings.matches)
                for one in self.rulesets.values() if self.settings.skill]  # fmt: skip

    def key_runs(self) -> list[Run]:
        """The table with a player who never takes the key."""
        if not self.settings.keyless:
            return []
        policy = self.settings.policies[0]
        table = policy, player_without(self.data, policy, "no_key")
        return [self._mixed(self.only(START), table, self.settings.keyless)]

    def _mixed(self, ruleset: Ruleset, pair: Sequence[str], deals: int) -> Run:
        n = min(self.settings.players)
        strong, weak = pair
        return Run(
            ruleset, n, (strong, *[weak] * (n - 1)), max(deals, 1) * n,
            self.settings.seed, self.data, shard_games=200 * n, same_deal=n,
        )  # fmt: skip

    def frames(self, threads: int) -> Modules:
        if not self.data.is_dir():
            raise UserError(f"{self.data}: no such folder; `{self.command}` records games")
        known = {one: len(self.only(one).assumed) for one in self.factors}
        assumed = {one: number for one, number in known.items() if number}
        parts: dict[str, list[pd.DataFrame]] = {name: [] for name in FRAMES}
        games, seed = games_of(self.runs()), self.settings.seed
        with open_tree(self.data, games, seed=seed, threads=threads, first=games) as tree:
            for policy in map(policy_label, self.settings.policies):
                for n in self.settings.players:
                    for name, frame in _of_table(self, tree, n, policy).items():
                        named = {"players": n, "policy": policy}
                        missing = {k: v for k, v in named.items() if k not in frame}
                        parts[name].append(frame.assign(**missing))
                parts["by_set"] += [
                    _worth_of(self, tree, some, n, policy)[0].assign(players=n, policy=policy)
                    for n in self.bidders
                    for some in self.handed_out
                ]
            for name, frame in _of_matches(self, tree).items():
                parts[name].append(frame)
        frames = {name: below(some) for name, some in parts.items()}
        return Modules(self.settings, self.factors, assumed, **frames)


def _of_table(plan: ModuleStudy, tree: Tree, n: int, policy: str) -> dict[str, pd.DataFrame]:
    """The frames of one number of players and policy."""
    s, measures = plan.settings, factorial.wanted()
    tree.only_first(s.games)
    deals = read_deals(tree, plan.design.rules, n, policy, measures)
    seats = [
        pooled_advantage(tree, labels, name, n, policy)
        for name, labels in _with_and_without(plan.design, START).items()
    ]
    tree.only_first(s.single)
    asked = [
        difference(plan.patched[patch].label, plan.only(module).label, patch, words)
        for module, patch, words in SINGLES
    ]
    for ruleset in (plan.only(), plan.only(START), plan.patched["equal-krones"]):
        seats.append(seat_advantage(tree, Config(ruleset.label, n, policy)))
    handed = _handed(plan, tree, n, policy)
    return {
        "effects": factorial.effects_frame(deals, plan.design.contrasts(), measures),
        "additivity": factorial.additivity(deals, plan.design, measures),
        "seats": pd.concat(seats, ignore_index=True),
        "singles": pd.concat([_single(tree, one, n, policy) for one in asked], ignore_index=True),
        **handed,
        "bids": _bids(plan, tree, n, policy),
        "celebrities": _items(tree, plan.only(CELEBRITIES), n, policy, "celebrity"),
        "hotels": _items(tree, plan.only(HOTELS), n, policy, "entrance"),
        "keys": measure(
            tree, ["vp", "win"], ["keys"], _where(plan.only(START), n, policy),
            [Config(plan.only(START).label, n, policy)],
        ),
        "shared": pd.concat([
            shared_deals(tree, plan.base, plan.only(one), n, policy, s.games)
            for one in plan.factors
        ], ignore_index=True),
    }  # fmt: skip


def _with_and_without(design: Design, factor: str) -> dict[str, list[str]]:
    known = design.labels.items()
    return {
        f"with {factor}, on average": [label for some, label in known if factor in some],
        f"without {factor}, on average": [label for some, label in known if factor not in some],
    }


def _single(tree: Tree, asked: Contrast, n: int, policy: str) -> pd.DataFrame:
    measures = factorial.wanted()
    deals = read_deals(tree, list(asked.weights), n, policy, measures)
    return factorial.effects_frame(deals, [asked], measures)


def _handed(plan: ModuleStudy, tree: Tree, n: int, policy: str) -> dict[str, pd.DataFrame]:
    """The worth of entrances, the cost of a krone, and shares of wins by price."""
    worth, free, priced = _worth_of(plan, tree, ALONE, n, policy)
    slopes = pd.DataFrame([
        {"outcome": outcome}
        | {name: float(value) for name, value in stats.columns(estimate).items()}
        for outcome, estimate in entrances.slopes(free, priced).items()
    ])  # fmt: skip
    tree.only_first(plan.settings.single)
    curve = entrances.price_curve(priced)
    return {"entrances": worth, "prices": slopes, "curve": curve}


def _worth_of(
    plan: ModuleStudy, tree: Tree, some: str, n: int, policy: str
) -> tuple[pd.DataFrame, Sequence[entrances.Handed], Sequence[entrances.Handed]]:
    """The worth of entrances under a set of modules, and the free and priced games."""
    tree.only_first(plan.hands)
    free, priced = handed_games(plan.handed_out[some].values(), tree, n, policy)
    names = kind("entrance").names(plan.only(*(plan.factors if some == ALL else [HOTELS])))
    worth = entrances.worth_frame(free, priced)
    return worth.assign(name=worth["item"].map(names), modules=some), free, priced


def handed_games(
    arms: Iterable[tuple[EntranceArm, Ruleset]], tree: Tree, n: int, policy: str
) -> entrances.Ways:
    """The games with entrances assigned by design: those without prices, and others."""
    free: list[entrances.Handed] = []
    priced: list[entrances.Handed] = []
    for arm, ruleset in arms:
        one = entrances.read_handed(tree, ruleset.label, n, policy, arm.prices, arm.bonus)
        (free if arm.free else priced).append(one)
    return free, priced


def _bids(plan: ModuleStudy, tree: Tree, n: int, policy: str) -> pd.DataFrame:
    """Players' bids in the auction for each entrance: a description."""
    ruleset = plan.only(HOTELS)
    return measure(
        tree, [PRICE], ["entrance::VARCHAR AS item"], _where(ruleset, n, policy),
        [Config(ruleset.label, n, policy)],
    )  # fmt: skip


def _items(tree: Tree, ruleset: Ruleset, n: int, policy: str, id: str) -> pd.DataFrame:
    """Cards of a kind by what chance put into the game, and by who used them (descriptive)."""
    subject = Subject(Config(ruleset.label, n, policy), policy, ruleset)
    known = kind(id)
    frames = [chance_effects(tree, subject, known), played_differences(tree, subject, known)]
    return pd.concat(frames, ignore_index=True)


def _where(ruleset: Ruleset, n: int, policy: str) -> str:
    return Subject(Config(ruleset.label, n, policy), policy, ruleset).where()


def _of_matches(plan: ModuleStudy, tree: Tree) -> dict[str, pd.DataFrame]:
    """Skill by modules, and the loss of a player who never takes the key; both at mixed tables."""
    out = {}
    for name, runs, deals in (
        ("matches", plan.match_runs(), plan.settings.matches),
        ("keyless", plan.key_runs(), plan.settings.keyless),
    ):
        if not runs:
            continue
        n, table = runs[0].players, config_of(runs[0]).policy
        stronger = table.split(",")[0]
        tree.only_first(deals * n)
        labels = [run.ruleset.label for run in runs]
        found = factorial.read_matches(tree, labels, n, table, stronger)
        if name == "matches":
            wanted = [factorial.stronger_wins(stronger)]
            frame = factorial.effects_frame(found, plan.design.contrasts(), wanted)
        else:
            share = stats.Estimate(found.means[0], np.sqrt(found.cov[0, :1, 0] / found.games))
            frame = pd.DataFrame(stats.columns(share - 1 / n)).assign(
                mean=found.means[0], games=found.games
            )
        out[name] = frame.assign(players=n, policy=table)
    return out
