"""`gah study variants`: the effect of each change of an edition, option, variant and reading alone.

They are comparisons, as in `gah study compare`; those judged together form a group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Self

import pandas as pd
from rich.console import Console

from analysis.base.verdicts import judge_changes
from analysis.studies import compare, typed
from analysis.studies.compare import ON, TOTAL, CompareStudy, Comparison
from analysis.studies.frames import CHANGED, CONTRASTS
from analysis.studies.questions import VariantsSettings
from analysis.studies.study import ForReport, SettingsStudy, or_without, rows_with
from model import UserError, load_ruleset
from model.sources import sources
from model.steps import Step, read_recipe
from simulate.batch import Run
from simulate.data.store import Place
from simulate.fingerprint import PLAYER, all_parts, parts_of

EXPANSION, DRAFT = "lets-waltz", "draft"
"""The whole expansion as sold, and the addition that makes it the English draft."""

SHOWN = ("vp_winner", "vp", "vp_spread", "close_games", "turns", "decisions", "win_seat_1")
"""The measures that verdicts are about: score, closeness, length, seat."""

ALL = "all together"
MODULE_SHARE, MODULE_LEAST = 5, 20
"""The rulings of modules play one in this many deals, but at least this many: they have twice as
much to play, at many tables, and the intervals show how little is known."""

READINGS, MODULES = "rulings", "module-rulings"
"""Groups of readings: of rulings that come up without modules, of those only with modules."""


def module_rulings(edition: str) -> dict[str, list[str]]:
    """Rulings that only modules raise, by the ruleset with the fewest modules that raises them."""
    found: dict[str, list[str]] = {}
    for id, ruling in sources().ruling.items():
        if ruling.status == "switch" and ruling.modules:
            fewest = min(ruling.modules, key=lambda modules: modules.count("+"))
            found.setdefault(f"{ruling.edition or edition}+{fewest}", []).append(id)
    return found


@dataclass(frozen=True)
class ChangeSet:
    """Changes judged together: those of comparisons at the same tables."""

    key: str
    founds: tuple[Comparison, ...]

    @property
    def tables(self) -> list[tuple[int, str]]:
        """Number of players and policy; the first is the table that titles refer to."""
        return self.founds[0].tables

    @property
    def games(self) -> int:
        """Deals that each ruleset played."""
        return int(self.founds[0].measures["games"].max())

    @property
    def bases(self) -> list[str]:
        return [found.plan.base.label for found in self.founds]

    @property
    def commands(self) -> list[str]:
        return [found.plan.command for found in self.founds]

    @cached_property
    def steps(self) -> dict[str, Step]:
        """The single changes by their names."""
        return {step.id: step for found in self.founds for step in found.plan.steps}

    def title(self, name: str) -> str:
        """The effect of a change, in words of the rules' data."""
        return self.steps[name].title if name in self.steps else "All of these changes"

    @cached_property
    def _judged(self) -> dict[tuple[int, str], tuple[pd.DataFrame, pd.DataFrame]]:
        return {table: self._judge(*table) for table in self.tables}

    def rows(self, players: int, policy: str) -> pd.DataFrame:
        """A row per change and measure at one table, judged over all of them."""
        return self._judged[players, policy][0]

    def changes(self, players: int, policy: str) -> pd.DataFrame:
        """A row per change at one table, with one verdict: `judge_changes`."""
        return self._judged[players, policy][1]

    def winners(self, players: int, policy: str) -> pd.DataFrame:
        """A row per change at one table: the share of deals that another seat wins."""
        return self._gather("winners", players, policy)

    def everything(self, which: int) -> pd.DataFrame:
        """The rows (0) or changes (1) of all tables."""
        return pd.concat([
            judged[which].assign(players=n, policy=policy)
            for (n, policy), judged in self._judged.items()
        ], ignore_index=True)  # fmt: skip

    def _judge(self, players: int, policy: str) -> tuple[pd.DataFrame, pd.DataFrame]:
        measures = self._gather("measures", players, policy)
        wanted = measures[measures["measure"].isin(SHOWN)].reset_index(drop=True)
        return judge_changes(wanted, self._gather("differing", players, policy))

    def _gather(self, frame: str, players: int, policy: str) -> pd.DataFrame:
        some = []
        for found in self.founds:
            rows = rows_with(getattr(found, frame), players=players, policy=policy)
            rows = rows[rows["kind"].isin((ON, TOTAL))].assign(base=found.plan.base.label)
            some.append(rows.assign(name=rows["name"].replace("", ALL)))
        return pd.concat(some, ignore_index=True)


FRAMES = ("measures", "winners", "differing")
"""The results kept for each comparison, as in `compare.Comparison`."""

NOTHING = pd.DataFrame()


@dataclass(frozen=True)
class Varied:
    """Frames of `compare.Comparison`, each with columns topic (a key of `comparisons`) and
    comparison (its place there, from 0). measures: those of `SHOWN`."""

    settings: VariantsSettings
    measures: Annotated[pd.DataFrame, CONTRASTS.more("topic", "comparison sim_low sim_high")]
    winners: Annotated[pd.DataFrame, CHANGED.more("kind name topic", "comparison")]
    differing: Annotated[pd.DataFrame, CHANGED.more("kind name topic", "comparison")]

    @cached_property
    def groups(self) -> dict[str, ChangeSet]:
        """The recorded results of each topic, for the changes in today's model."""
        found = {}
        for topic, some in comparisons(self.settings, Path()).items():
            frames = [
                {name: _of(getattr(self, name), topic, place) for name in FRAMES}
                for place in range(len(some))
            ]
            if all(len(one["measures"]) for one in frames):
                found[topic] = ChangeSet(topic, tuple(
                    Comparison(one.plan, one.settings, cards=NOTHING, guests=NOTHING, **own)
                    for one, own in zip(some, frames, strict=True)
                ))  # fmt: skip
        return found


def _of(frame: pd.DataFrame, topic: str, place: int) -> pd.DataFrame:
    """The rows of one comparison, as `compare.Comparison` has them."""
    if frame.empty:
        return frame
    mine = rows_with(frame, topic=topic, comparison=place)
    return mine.drop(columns=["topic", "comparison"]).reset_index(drop=True)


@dataclass(frozen=True)
class VariantsStudy(SettingsStudy[Varied, VariantsSettings]):
    """Every change that a report on two editions tests."""

    bar = "games: variants and rulings"
    subject = "variants and rulings"
    asks = VariantsSettings
    answers = Varied
    counted = "deals"

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> Self | None:
        if not plan.variants:
            return None
        return cls(
            VariantsSettings(plan.rules, plan.older, plan.players, plan.variants_by, plan.variants,
                             plan.seed),
            data,
        )  # fmt: skip

    @cached_property
    def topics(self) -> dict[str, list[CompareStudy]]:
        """The comparisons. Raises UserError for rules that have modules already."""
        rules = load_ruleset(self.settings.rules)
        if rules.modules:
            raise UserError(f"--rules {rules.label}: name rules without modules, each is added")
        return comparisons(self.settings, self.data)

    def parts(self) -> list[str]:
        """All rules of both editions, with every reading."""
        s = self.settings
        rules = [
            part for part in all_parts()
            if not part.startswith(PLAYER)
            and part.partition(" ")[0].partition("+")[0] in (s.rules, s.older)
        ]  # fmt: skip
        return list(dict.fromkeys(
            [*rules, *parts_of([s.rules], s.policies), *parts_of(s.rulesets, s.policies)]
        ))  # fmt: skip

    def runs(self) -> list[Run]:
        runs = [run for some in self.topics.values() for one in some for run in one.runs()]
        return list({(run.ruleset.label, run.players, str(run.policy), run.games, str(run.out)): run
                     for run in runs}.values())  # fmt: skip

    def frames(self, threads: int) -> Varied:
        return self._varied(self._rows(topic, threads) for topic in self.topics)

    def recorded(self, threads: int, console: Console) -> Varied | None:
        """The topics with all games usable; the console names the others."""
        found = [
            or_without(f"a part of {self.subject}", self.name, partial(self._rows, topic, threads),
                       console)
            for topic in self.topics
        ]  # fmt: skip
        known = [one for one in found if one is not None]
        return self._varied(known) if known else None

    def _varied(self, rows: Iterable[dict[str, pd.DataFrame]]) -> Varied:
        each = list(rows)
        return Varied(self.settings, **{
            name: pd.concat([one[name] for one in each], ignore_index=True) for name in FRAMES
        })  # fmt: skip

    def _rows(self, topic: str, threads: int) -> dict[str, pd.DataFrame]:
        """The frames of one topic."""
        found = [one.frames(threads) for one in self.topics[topic]]
        found = [
            replace(one, measures=one.measures[one.measures["measure"].isin(SHOWN)])
            for one in found
        ]
        return {
            name: pd.concat([getattr(one, name).assign(topic=topic, comparison=place)
                             for place, one in enumerate(found)], ignore_index=True)
            for name in FRAMES
        }  # fmt: skip


def comparisons(asked: VariantsSettings, data: Place) -> dict[str, list[CompareStudy]]:
    """The comparisons of a report on two editions, by topic.

    Variants and options of the newer one are played at every table, the rest with the fewest
    players: what the newer one changed, readings of its rulings, those of the older one that the
    newer settles, those that only modules bring with the fewest modules, the draft.
    """
    rules = asked.rules
    older, newer = read_recipe(asked.older), read_recipe(rules)
    whole, draft = f"{rules}+{EXPANSION}", f"{rules}+{EXPANSION}+{DRAFT}"
    settled = partial(compare.plan_rulings, older, settled=newer)
    drafted = partial(compare.plan_comparison, read_recipe(whole), read_recipe(draft), back=False)
    changed = partial(compare.plan_comparison, older, newer, back=False)
    every = compare.Settings(asked.players, asked.policies, asked.deals, asked.seed)
    few = replace(every, players=asked.players[:1])
    fewer = replace(few, games=max(MODULE_LEAST, asked.deals // MODULE_SHARE))
    by_modules = [
        (MODULES, fewer, (spec, "--rulings"),
         partial(compare.plan_rulings, read_recipe(spec), only=ids))
        for spec, ids in module_rulings(rules).items()
    ]  # fmt: skip
    wanted: list[tuple[str, compare.Settings, Sequence[str], Callable[..., compare.Arms]]] = [
        ("edition", few, (asked.older, rules), changed),
        ("variants", every, (rules, "--variants"), partial(compare.plan_variants, newer)),
        (READINGS, few, (rules, "--rulings"), partial(compare.plan_rulings, newer)),
        (READINGS, few, (asked.older, "--rulings"), settled),
        *by_modules,
        ("draft", few, (whole, draft), drafted),
    ]
    found: dict[str, list[CompareStudy]] = {}
    for topic, settings, words, plan in wanted:
        command = typed.asked("compare", *words, players=settings.players,
                              policy=settings.policies, deals=settings.games,
                              seed=settings.seed)  # fmt: skip
        arms = plan(command=command)
        found.setdefault(topic, []).append(CompareStudy(arms, settings, data, cards=False))
    return found
