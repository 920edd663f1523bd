"""From nothing to the site: simulate what is missing, analyse, draw, write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from analysis import Config, Tree, list_runs, open_tree
from analysis.studies import modules as factorials
from analysis.studies import players, price, study, variants
from analysis.studies.curve import CurveStudy
from analysis.studies.long_run import NONE, LongRun
from analysis.studies.long_run import keep as keep_long_run
from analysis.studies.long_run import kept as read_long_run
from model import Ruleset, load_ruleset
from reports import facts, results, schedule
from reports.results import Results
from reports.site.build import HOME, Step, build_pages, write_site
from reports.site.contents import PAGES
from simulate.bars import plain_console
from simulate.data.store import Place

if TYPE_CHECKING:
    from simulate.batch import Run

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 4)
POLICIES = ("expert", "planner", "greedy", "random")
OF_MODULES = "planner"  # who plays with modules, where it takes longer
OF_MANY = "greedy"  # who plays where hundreds of thousands of games are needed
MODULES = ("lets-waltz",)
EACH_MODULE = ("ballrooms", "celebrities", "unique-hotels", "start-player", "more", "lets-waltz")
FACTORIAL = factorials.Settings(players=PLAYERS, games=150, single=1000, matches=60, keyless=25)
_STEPS = 11 + 2 * len(PAGES)
EARLY = 4
"""The first pages rest on this part of the games of both editions."""


@dataclass(frozen=True)
class Plan:
    """Which games the report reads: both rulesets with the same seed, so that deals are paired.

    games: of each kind of player, the strongest first, and how many. modules: what is added to the
    newer rules, each by itself; games_modules: their games, played by `of_modules`. factorial: how
    much of every subset of the modules, unless `gah modules` has played more. prices: games for
    what staff cards should cost, unless `gah price` has played some; 0: none. variants: deals of
    each variant, option and reading, played by `variants_by`. extra: options of the command that
    this plan stands for.
    """

    rules: tuple[str, str] = EDITIONS
    players: Sequence[int] = PLAYERS
    games: tuple[tuple[str, int], ...] = (
        ("planner", 2_000),
        ("greedy", 10_000),
        ("random", 20_000),
    )
    seed: int = 1
    modules: Sequence[str] = ()
    games_modules: int = 500
    of_modules: str = OF_MODULES
    factorial: factorials.Settings = FACTORIAL
    variants: int = 1_500
    variants_by: tuple[str, ...] = (OF_MANY,)
    prices: int = 96_000
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
            (Config(f"{self.rules[1]}+{module}", players, self.of_modules), self.games_modules)
            for module in self.modules
            for players in self.players
        ]

    @classmethod
    def full(cls, seed: int = 1) -> Plan:
        """Every number of players, each module by itself, and games enough for single cards."""
        games = (("expert", 3_000), ("planner", 20_000), ("greedy", 40_000), ("random", 100_000))
        factorial = factorials.Settings(
            policies=(OF_MODULES,), games=300, single=2_000, matches=500, keyless=200, seed=seed
        )
        return cls(players=(2, 3, 4), games=games, seed=seed, modules=EACH_MODULE,
                   games_modules=5_000, factorial=factorial, variants=5_000,
                   variants_by=(OF_MODULES, OF_MANY), prices=2_400_000,
                   extra="--full")  # fmt: skip

    @classmethod
    def usual(cls, seed: int = 1) -> Plan:
        """A report of some minutes: both editions, and all modules together."""
        return cls(seed=seed, modules=MODULES, factorial=replace(cls.factorial, seed=seed))

    def with_games(
        self,
        games: Mapping[str, int | None],
        modules: int | None,
        variants: int | None = None,
        prices: int | None = None,
    ) -> Plan:
        """The plan with other numbers of games, where one is given; with 0 none of that."""
        planned = dict(self.games)
        several = tuple(
            (name, number) for name in POLICIES if (number := games.get(name) or planned.get(name))
        )
        number = self.games_modules if modules is None else modules
        return replace(self, games=several, games_modules=number,
                       modules=self.modules if number else (),
                       variants=self.variants if variants is None else variants,
                       prices=self.prices if prices is None else prices)  # fmt: skip

    def early(self) -> Plan:
        """Both editions alone, with a part of their games: enough to see the first pages."""
        games = tuple((name, max(1, number // EARLY)) for name, number in self.games)
        return replace(self, games=games, modules=())

    @property
    def command(self) -> str:
        """Command that makes this report."""
        games = dict(self.games)
        words = [f"--games-{name} {games[name]}" for name in POLICIES if name in games]
        words.append(f"--games-modules {self.games_modules if self.modules else 0}")
        words += [f"--seed {self.seed}", f"--games-variants {self.variants}",
                  f"--games-prices {self.prices}", self.extra]  # fmt: skip
        return " ".join(["gah report", *words]).rstrip()


def _runs(plan: Plan, data: Place, workers: int) -> list[Run]:
    """The runs of the configurations of the plan."""
    from simulate.batch import Run

    return [
        Run(load_ruleset(config.rules), config.players, config.policy, games, plan.seed, data,
            workers=workers)
        for config, games in plan.configs
    ]  # fmt: skip


def record(runs: Sequence[Run], data: Place, console: Console) -> None:
    """Play the games that `data` does not hold yet; what is there is kept.

    Raises UserError if `data` holds games of other rules under the same label.
    """
    from simulate.batch import ensure_folder, run
    from simulate.batch.progress import Bar
    from simulate.compile_notice import announce

    ensure_folder(data)
    announce(console.print)
    for one in runs:
        console.print(f"games: {one.ruleset.label}, {one.players} players, {one.policy}")
        with Bar(one, console) as bar:
            run(one, bar)


@dataclass(frozen=True)
class More:
    """What the pages tell beside the games of both editions: the studies of players, of the subsets
    of the modules, of variants and rulings, of prices; None or nothing: the pages say how to record
    them."""

    behind: players.Games | None = None
    crossed: factorials.Plan | None = None
    asked: tuple[variants.Part, ...] = ()
    compared: Place = ""
    priced: price.Plan | None = None

    def runs(self) -> list[Run]:
        """All their runs."""
        found = [] if self.behind is None else [one for some in self.behind.runs() for one in some]
        found += [] if self.crossed is None else self.crossed.runs()
        found += [] if self.priced is None else self.priced.runs()
        return found + (variants.runs(self.asked, self.compared) if self.asked else [])

    def play(self, workers: int, console: Console) -> None:
        """Play what is not recorded yet. Raises UserError as `run` does."""
        if self.behind is not None:
            self.behind.play(workers, console)
        if self.crossed is not None:
            factorials.record(self.crossed, workers, console)
        if self.priced is not None:
            price.record(self.priced, workers, console)
        if self.asked:
            variants.record(self.asked, self.compared, workers, console)

    def compute(
        self, found: Results, rules: Ruleset, workers: int, console: Console, step: Step
    ) -> Results:
        """The results with all that is recorded in full; of the rest the console is told."""
        step("players")
        if self.behind is not None:
            rated, shares = self.behind.compute(workers, console)
            curve = CurveStudy.last(rules, self.behind.ladder, workers, console)
            found = replace(found, ladder=rated, luck=shares, curve=curve)
        step("modules")
        if self.crossed is not None:
            computed = study.or_without(
                "the factorial of modules", "modules",
                partial(factorials.compute, self.crossed, workers), console,
            )  # fmt: skip
            found = replace(found, factorial=computed)
        step("prices")
        if self.priced is not None:
            costs = study.or_without(
                "the prices of staff cards", "price",
                partial(price.compute, self.priced, workers), console,
            )  # fmt: skip
            found = replace(found, prices=costs)
        step("variants and rulings")
        if self.asked:
            groups = variants.compute(self.asked, self.compared, workers, console)
            found = replace(found, variants=groups)
        return found


def _factorial(plan: Plan, data: Path | None) -> factorials.Plan | None:
    """The factorial that `gah modules` completed last, else the plan's; none without modules."""
    if data is None or not plan.modules:
        return None
    settings = factorials.recall(plan.rules[1], data) or replace(
        plan.factorial, rules=plan.rules[1]
    )
    return factorials.Plan(settings, data)


def _prices(plan: Plan, data: Path | None) -> price.Plan | None:
    """The prices that `gah price` completed last, else the plan's; none with 0 games."""
    if data is None:
        return None
    found = price.recall(plan.rules[1], data)
    if found is None and not plan.prices:
        return None
    return price.Plan(
        found or price.Settings(plan.rules[1], tuple(plan.players[:1]), (OF_MANY,),
                                games=plan.prices, seed=plan.seed), data, {},
    )  # fmt: skip


def _variants(plan: Plan) -> tuple[variants.Part, ...]:
    """The comparisons of variants and rulings; none with 0 deals."""
    if not plan.variants:
        return ()
    return variants.parts(plan.rules, plan.players, plan.variants, plan.seed, plan.variants_by)


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
        if all(Config(f"{plan.rules[1]}+{module}", n, plan.of_modules) in recorded
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
    price_data: Path | None = None,
    longer: Path | None = None,
    keep: Path | None = None,
    console: Console | None = None,
) -> Path:
    """Make the report; returns the path of its first page. Raises UserError on unusable data.

    Where there is no report yet, its pages are written as soon as a part of the games of both
    editions is played, and again when all is there.

    out: folder of the pages, of figures/ (SVG, PNG, CSV) and tables/ (CSV). data: tree of games.
    ladder, luck: trees of the games about players; without both, the pages say which command
    records them. modules_data, compare_data, price_data: the same of the subsets of modules, of
    variants and rulings, and of prices. longer: folder of estimates of a longer run, taken where
    they rest on more games; keep: folder in which those of this report's strongest player are kept.
    skip_simulation: use what `data` holds for the plan's rulesets, players, policies and seed.
    """
    plan, out = plan or Plan(), Path(out)
    console = console or plain_console(stderr=True)
    if skip_simulation:
        plan = _of_recorded_modules(plan, data)
    behind = None
    if ladder is not None and luck is not None:
        behind = players.Games.planned(load_ruleset(plan.rules[1]), ladder, luck, plan.seed)
    asked = _variants(plan) if compare_data is not None else ()
    more = More(behind, _factorial(plan, modules_data), asked, compare_data or "",
                _prices(plan, price_data))  # fmt: skip
    long_run = study.or_without("a longer run", "report", partial(read_long_run, longer), console) \
        if longer else None  # fmt: skip
    if not skip_simulation:
        from simulate.batch import ensure_folder

        early = plan.early() if not (out / HOME).exists() else None
        ensure_folder(data)  # before much is promised
        first = _runs(early, data, workers) if early else []
        rest = _runs(plan, data, workers)
        for line in schedule.told(first, rest, more.runs(), workers):
            console.print(line)
        if early:
            record(first, data, console)
            path = _written(early, data, out, More(), long_run, workers, console)
            console.print(f"first pages: {path} (more games, players, modules, variants follow)")
        record(rest, data, console)
        more.play(workers, console)
    path = _written(plan, data, out, more, long_run, workers, console, keep)
    console.print(f"report: {path}")
    return path


def _keep(found: Results, plan: Plan, folder: Path) -> None:
    """Keep what the games of the strongest player say, for reports that play fewer."""
    strongest = plan.games[0][0]
    runs = [
        run
        for run in found.runs
        if run.config.policy == strongest and run.config.rules in plan.rules
    ]
    frames = {"effects": found.judged.effects, "seats": found.seats, "changes": found.card_changes}
    keep_long_run(folder, frames, runs, plan.command)


def _written(
    plan: Plan,
    data: Place,
    out: Path,
    more: More,
    longer: LongRun | None,
    workers: int,
    console: Console,
    keep: Path | None = None,
) -> Path:
    """Analyse what is recorded and write all pages; returns the path of the first."""
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

            found = results.compute(tree, known, step, longer or NONE)
            if keep is not None:
                _keep(found, plan, keep)
            found = more.compute(found, load_ruleset(plan.rules[1]), workers, console, step)
            found = replace(found, command=_as_recorded(plan, tree).command)
            return write_site(build_pages(found, step=step), out, step)
