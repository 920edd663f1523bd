"""From nothing to the site: simulate what is missing, analyse, draw, write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from analysis import Config, Tree, list_runs, open_tree
from analysis.studies import budgets, players, study, variants
from analysis.studies import modules as factorials
from model import load_ruleset
from reports import facts, results
from reports.site.build import build_pages, write_site
from reports.site.contents import PAGES
from simulate.bars import plain_console
from simulate.data.store import Place

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 4)
POLICIES = ("greedy", "random")
MODULES = ("lets-waltz",)
EACH_MODULE = ("ballrooms", "celebrities", "unique-hotels", "start-player", "more", "lets-waltz")
FACTORIAL = factorials.Settings(players=PLAYERS, games=150, single=1000, matches=60, keyless=25)
_STEPS = 10 + 2 * len(PAGES)


@dataclass(frozen=True)
class Plan:
    """Which games the report reads: both rulesets with the same seed, so that deals are paired.

    modules: what is added to the newer rules, each by itself; games_modules: their games, played by
    the first policy. factorial: how much of every subset of the modules, unless `gah modules` has
    played more. variants: deals of each variant, option and reading. extra: options of the command
    that this plan stands for.
    """

    rules: tuple[str, str] = EDITIONS
    players: Sequence[int] = PLAYERS
    games: tuple[tuple[str, int], ...] = (("greedy", 10_000), ("random", 20_000))
    seed: int = 1
    modules: Sequence[str] = ()
    games_modules: int = 2_000
    factorial: factorials.Settings = FACTORIAL
    variants: int = 1_500
    extra: str = ""

    @property
    def configs(self) -> list[tuple[Config, int]]:
        """Configurations and their numbers of games."""
        return [
            (Config(rules, players, policy), games)
            for policy, games in self.games
            for players in self.players
            for rules in self.rules
        ] + [
            (Config(f"{self.rules[1]}+{module}", players, self.games[0][0]), self.games_modules)
            for module in self.modules
            for players in self.players
        ]

    @classmethod
    def full(cls, seed: int = 1) -> Plan:
        """Every number of players, each module by itself, and games enough for single cards."""
        games = (("greedy", 40_000), ("random", 100_000))
        factorial = factorials.Settings(
            games=2000, single=10_000, matches=500, keyless=200, seed=seed
        )
        return cls(players=(2, 3, 4), games=games, seed=seed, modules=EACH_MODULE,
                   games_modules=10_000, factorial=factorial, variants=20_000,
                   extra="--full")  # fmt: skip

    @classmethod
    def usual(cls, seed: int = 1) -> Plan:
        """A report of some minutes: both editions, and all modules together."""
        return cls(seed=seed, modules=MODULES, factorial=replace(cls.factorial, seed=seed))

    def with_games(
        self, games: Mapping[str, int | None], modules: int | None, variants: int | None = None
    ) -> Plan:
        """The plan with other numbers of games, where one is given; with 0 none of that."""
        several = tuple((name, games.get(name) or number) for name, number in self.games)
        number = self.games_modules if modules is None else modules
        return replace(self, games=several, games_modules=number,
                       modules=self.modules if number else (),
                       variants=self.variants if variants is None else variants)  # fmt: skip

    @property
    def command(self) -> str:
        """Command that makes this report."""
        games = dict(self.games)
        words = [f"--games-{name} {games[name]}" for name in POLICIES if name in games]
        words.append(f"--games-modules {self.games_modules if self.modules else 0}")
        words += [f"--seed {self.seed}", f"--games-variants {self.variants}", self.extra]
        return " ".join(["gah report", *words]).rstrip()


def simulate_needed(plan: Plan, data: Place, workers: int, console: Console) -> None:
    """Record the games of the plan that `data` does not hold yet; what is there is kept.

    Raises UserError if `data` holds games of other rules under the same label.
    """
    from simulate.batch import Run, ensure_folder, run
    from simulate.batch.progress import Bar
    from simulate.compile_notice import announce

    jobs = [
        Run(
            ruleset=load_ruleset(config.rules),
            players=config.players,
            policy=config.policy,
            games=games,
            seed=plan.seed,
            out=data,
            workers=workers,
        )
        for config, games in plan.configs
    ]
    ensure_folder(data)
    announce(console.print)
    for job in jobs:
        console.print(f"games: {job.ruleset.label}, {job.players} players, {job.policy}")
        with Bar(job, console) as bar:
            run(job, bar)


def _factorial(plan: Plan, data: Path | None) -> factorials.Plan | None:
    """The factorial that `gah modules` completed last, else the plan's; none without modules."""
    if data is None or not plan.modules:
        return None
    settings = factorials.recall(plan.rules[1], data) or replace(
        plan.factorial, rules=plan.rules[1]
    )
    return factorials.Plan(settings, data)


def _variants(plan: Plan) -> tuple[variants.Part, ...]:
    """The comparisons of variants and rulings; none with 0 deals."""
    if not plan.variants:
        return ()
    return variants.parts(plan.rules, plan.players, plan.variants, plan.seed)


def _as_recorded(plan: Plan, tree: Tree) -> Plan:
    """The plan with the numbers of games that the data really hold."""
    games = tuple(
        (
            policy,
            max(
                run.games
                for run in tree.runs
                if run.config.policy == policy and run.config.rules in plan.rules
            ),
        )
        for policy, _ in plan.games
    )
    of_modules = [run.games for run in tree.runs if run.config.rules not in plan.rules]
    return replace(plan, games=games, games_modules=max(of_modules, default=plan.games_modules))


def _of_recorded_modules(plan: Plan, data: Place) -> Plan:
    """The plan with the modules that the data hold for every number of players."""
    recorded = {run.config for run in list_runs(data)}
    modules = tuple(
        module for module in plan.modules
        if all(Config(f"{plan.rules[1]}+{module}", n, plan.games[0][0]) in recorded
               for n in plan.players)
    )  # fmt: skip
    return replace(plan, modules=modules)


def run_report(
    out: str | Path = "build/report",
    data: Place = "data/report",
    plan: Plan | None = None,
    *,
    workers: int = 2,
    skip_simulation: bool = False,
    ladder: Place | None = None,
    luck: Place | None = None,
    modules_data: Path | None = None,
    compare_data: Place | None = None,
    console: Console | None = None,
) -> Path:
    """Make the report; returns the path of its first page. Raises UserError on unusable data.

    out: folder of the pages, of figures/ (SVG, PNG, CSV) and tables/ (CSV). data: tree of games.
    ladder, luck: trees of the games about players; without both, the pages say which command
    records them. modules_data, compare_data: the same of the subsets of modules, and of variants
    and rulings.
    skip_simulation: use what `data` holds for the plan's rulesets, players, policies and seed.
    """
    plan, out = plan or Plan(), Path(out)
    console = console or plain_console(stderr=True)
    if skip_simulation:
        plan = _of_recorded_modules(plan, data)
    crossed = _factorial(plan, modules_data)
    rules, behind = load_ruleset(plan.rules[1]), None
    if ladder is not None and luck is not None:
        behind = players.Games.planned(rules, ladder, luck, plan.seed)
    asked = _variants(plan) if compare_data is not None else ()
    if not skip_simulation:
        simulate_needed(plan, data, workers, console)
        if behind is not None:
            behind.play(workers, console)
        if crossed is not None:
            factorials.record(crossed, workers, console)
        if compare_data is not None and asked:
            variants.record(asked, compare_data, workers, console)
    with open_tree(data, [config for config, _ in plan.configs], seed=plan.seed,
                   threads=workers) as tree:  # fmt: skip
        known = facts.gather(*plan.rules, tree.runs)
        progress = Progress(
            SpinnerColumn(), TextColumn("{task.description:<44}", markup=False), BarColumn(),
            TimeElapsedColumn(), console=console, transient=True,
        )  # fmt: skip
        with progress if console.is_terminal else nullcontext():
            task = progress.add_task("reading", total=_STEPS)

            def step(text: str) -> None:
                progress.update(task, description=text, advance=1)

            found = results.compute(tree, known, step)
            step("players")
            if behind is not None:
                rated, shares = behind.compute(workers, console)
                curve = budgets.recorded(rules, behind.ladder, workers, console)
                found = replace(found, ladder=rated, luck=shares, curve=curve)
            step("modules")
            if crossed is not None:
                computed = study.or_without(
                    "the factorial of modules", "modules",
                    partial(factorials.compute, crossed, workers), console,
                )  # fmt: skip
                found = replace(found, factorial=computed)
            step("variants and rulings")
            if compare_data is not None:
                groups = variants.compute(asked, compare_data, workers, console)
                found = replace(found, variants=groups)
            found = replace(found, command=_as_recorded(plan, tree).command)
            path = write_site(build_pages(found, step=step), out, step)
    console.print(f"report: {path}")
    return path
