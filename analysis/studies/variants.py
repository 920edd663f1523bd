"""What the page of variants and rulings shows: some comparisons of `gah study compare`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import pandas as pd

from analysis.base.verdicts import judge_changes
from analysis.studies import compare, typed
from analysis.studies.compare import ON, TOTAL, CompareStudy, Found
from analysis.studies.study import Study
from model.sources import sources
from model.steps import Step, read_recipe
from simulate.batch import Run
from simulate.data.store import Place

EXPANSION, DRAFT = "lets-waltz", "draft"
"""The whole expansion as it was sold, and what makes its English draft of it."""

SHOWN = ("vp_winner", "vp", "vp_spread", "close_games", "turns", "decisions", "win_seat_1")
"""The measures that verdicts are about: score, closeness, length, seat."""

ALL = "all together"
MODULE_SHARE, MODULE_LEAST = 5, 20
"""One in so many deals is played for the rulings of modules, at least so many: they have twice as
much to play, at many tables, and the intervals say how little is known."""

READINGS, MODULES = "rulings", "module-rulings"
"""Groups of readings: of rulings that come up without modules, of those that only modules bring."""


def module_rulings(edition: str) -> dict[str, list[str]]:
    """Rulings that only modules bring, by the ruleset with the fewest modules that asks them."""
    found: dict[str, list[str]] = {}
    for id, ruling in sources().ruling.items():
        if ruling.status == "switch" and ruling.modules:
            fewest = min(ruling.modules, key=lambda modules: modules.count("+"))
            found.setdefault(f"{ruling.edition or edition}+{fewest}", []).append(id)
    return found


def _command(words: Sequence[str], settings: compare.Settings) -> str:
    return typed.asked(
        "compare", *words, players=settings.players, policy=settings.policies,
        deals=settings.games, seed=settings.seed,
    )  # fmt: skip


@dataclass(frozen=True)
class Group:
    """Changes that are judged together: those of comparisons at the same tables."""

    key: str
    founds: tuple[Found, ...]

    @property
    def tables(self) -> list[tuple[int, str]]:
        """Number of players and policy; the first is the one that titles speak about."""
        frame = self.founds[0].measures[["players", "policy"]].drop_duplicates()
        return [(int(n), str(policy)) for n, policy in frame.itertuples(index=False, name=None)]

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
        """What a change does, in words of the rules' data."""
        return self.steps[name].title if name in self.steps else "All of these changes"

    @cached_property
    def _judged(self) -> dict[tuple[int, str], tuple[pd.DataFrame, pd.DataFrame]]:
        return {table: self._judge(*table) for table in self.tables}

    def rows(self, players: int, policy: str) -> pd.DataFrame:
        """A row a change and measure at one table, judged over all of them."""
        return self._judged[players, policy][0]

    def changes(self, players: int, policy: str) -> pd.DataFrame:
        """A row a change at one table, with one verdict: `judge_changes`."""
        return self._judged[players, policy][1]

    def winners(self, players: int, policy: str) -> pd.DataFrame:
        """A row a change at one table: the share of deals that another seat wins."""
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
            rows = getattr(found, frame)
            keep = (rows["players"] == players) & (rows["policy"] == policy)
            rows = rows[keep & rows["kind"].isin((ON, TOTAL))].assign(base=found.plan.base.label)
            some.append(rows.assign(name=rows["name"].replace("", ALL)))
        return pd.concat(some, ignore_index=True)


@dataclass(frozen=True)
class GroupStudy(Study[Group]):
    """Comparisons that are judged together."""

    name = "compare"
    bar = "games: variants and rulings"
    told = "a part of the page of variants and rulings"

    key: str
    parts: tuple[CompareStudy, ...]
    data: Place

    @property
    def command(self) -> str:
        return " && ".join(part.command for part in self.parts)

    def runs(self) -> list[Run]:
        return [run for part in self.parts for run in part.runs()]

    def frames(self, threads: int) -> Group:
        return Group(self.key, tuple(part.frames(threads) for part in self.parts))


def groups(
    rules: Sequence[str],
    players: Sequence[int],
    deals: int,
    seed: int,
    policies: Sequence[str],
    data: Place,
) -> list[GroupStudy]:
    """The comparisons of a report on two editions, the older first; deals: of each ruleset.

    Variants and options of the newer one are played at every table, the rest with the fewest
    players: what the newer one changed, readings of its rulings, those of the older one that the
    newer settles, those that only modules bring with the fewest modules, the draft.
    """
    older, newer = map(read_recipe, rules)
    few = tuple(players)[:1]
    whole, draft = f"{rules[1]}+{EXPANSION}", f"{rules[1]}+{EXPANSION}+{DRAFT}"
    settled = partial(compare.plan_rulings, older, settled=newer)
    drafted = partial(compare.plan_comparison, read_recipe(whole), read_recipe(draft), back=False)
    changed = partial(compare.plan_comparison, older, newer, back=False)
    asked: tuple[tuple[str, Sequence[int], Sequence[str], Callable[..., compare.Arms]], ...] = (
        ("edition", few, tuple(rules), changed),
        ("variants", players, (rules[1], "--variants"), partial(compare.plan_variants, newer)),
        (READINGS, few, (rules[1], "--rulings"), partial(compare.plan_rulings, newer)),
        (READINGS, few, (rules[0], "--rulings"), settled),
        ("draft", few, (whole, draft), drafted),
    )
    keys = ("edition", "variants", READINGS, MODULES, "draft")
    parts: dict[str, list[CompareStudy]] = {key: [] for key in keys}
    for key, numbers, words, plan in asked:
        settings = compare.Settings(tuple(numbers), tuple(policies), deals, seed)
        arms = plan(command=_command(words, settings))
        parts[key].append(CompareStudy(arms, settings, data, cards=False))
    fewer = max(MODULE_LEAST, deals // MODULE_SHARE)
    settings = compare.Settings(few, tuple(policies), fewer, seed)
    for spec, ids in module_rulings(rules[1]).items():
        command = _command((spec, "--rulings"), settings)
        arms = compare.plan_rulings(read_recipe(spec), command, only=ids)
        parts[MODULES].append(CompareStudy(arms, settings, data, cards=False))
    return [GroupStudy(key, tuple(some), data) for key, some in parts.items() if some]
