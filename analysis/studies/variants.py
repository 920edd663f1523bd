"""What the page of variants and rulings shows: a few comparisons as `gah compare` makes them."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import pandas as pd
from rich.console import Console

from analysis.base.verdicts import judge_changes
from analysis.studies import compare, study
from analysis.studies.compare import ON, TOTAL, Found
from analysis.studies.study import play
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

MODULES = "module-rulings"
GROUPS = {
    "edition": ("edition",),
    "variants": ("variants",),
    "rulings": ("rulings", "settled"),
    MODULES: (MODULES,),
    "draft": ("draft",),
}
"""Which comparisons are judged together."""


@dataclass(frozen=True)
class Part:
    """One comparison: what is compared, and at which tables."""

    key: str
    plan: compare.Arms
    settings: compare.Settings


def parts(
    rules: Sequence[str],
    players: Sequence[int],
    deals: int,
    seed: int,
    policies: Sequence[str] = ("greedy",),
) -> tuple[Part, ...]:
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
        ("rulings", few, (rules[1], "--rulings"), partial(compare.plan_rulings, newer)),
        ("settled", few, (rules[0], "--rulings"), settled),
        ("draft", few, (whole, draft), drafted),
    )
    found = []
    for key, numbers, words, plan in asked:
        settings = compare.Settings(tuple(numbers), tuple(policies), deals, seed)
        found.append(Part(key, plan(command=_command(words, settings)), settings))
    fewer = max(MODULE_LEAST, deals // MODULE_SHARE)
    settings = compare.Settings(few, tuple(policies), fewer, seed)
    for spec, ids in module_rulings(rules[1]).items():
        command = _command((spec, "--rulings"), settings)
        plan_ids = compare.plan_rulings(read_recipe(spec), command, only=ids)
        found.append(Part(MODULES, plan_ids, settings))
    return tuple(found)


def module_rulings(edition: str) -> dict[str, list[str]]:
    """Rulings that only modules bring, by the ruleset with the fewest modules that asks them."""
    found: dict[str, list[str]] = {}
    for id, ruling in sources().ruling.items():
        if ruling.status == "switch" and ruling.modules:
            fewest = min(ruling.modules, key=lambda modules: modules.count("+"))
            found.setdefault(f"{ruling.edition or edition}+{fewest}", []).append(id)
    return found


def _command(words: Sequence[str], settings: compare.Settings) -> str:
    return (
        f"gah compare {shlex.join(words)} --players {','.join(map(str, settings.players))}"
        f" --policy {','.join(settings.policies)} --games {settings.games} --seed {settings.seed}"
    )


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


def runs(asked: Sequence[Part], data: Place) -> list[Run]:
    """The runs of all comparisons, each once."""
    every = [run for one in asked for run in one.plan.runs(one.settings, data)]
    return list({(run.ruleset.label, run.players, run.policy): run for run in every}.values())


def record(asked: Sequence[Part], data: Place, workers: int, console: Console) -> None:
    """Play what is not recorded yet. Raises UserError as `run` does."""
    play(runs(asked, data), workers, "games: variants and rulings", console)


def compute(asked: Sequence[Part], data: Place, threads: int, console: Console) -> dict[str, Group]:
    """The groups whose games are recorded; of others the console is told."""
    found = {}
    for key, names in GROUPS.items():
        own = [part for part in asked if part.key in names]
        if not own:
            continue

        def compared(own: Sequence[Part] = own) -> tuple[Found, ...]:
            return tuple(
                compare.CompareStudy(part.plan, part.settings, data, cards=False).frames(threads)
                for part in own
            )

        one = study.or_without(f"the page's part on {key}", "compare", compared, console)
        if one is not None:
            found[key] = Group(key, one)
    return found
