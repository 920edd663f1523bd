"""Make the whole report: play missing games, analyse, draw, write."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from analysis import Config, Tree, list_runs, open_tree
from analysis.studies.long_run import NONE, LongRun
from analysis.studies.long_run import keep as keep_long_run
from analysis.studies.long_run import kept as read_long_run
from analysis.studies.parts import DealRange
from analysis.studies.questions import ModuleSettings
from analysis.studies.study import ForReport, or_without
from model import load_ruleset
from model.sources import every_module
from reports import facts, results, schedule
from reports.answers import MoreStudies, gather
from reports.results import Results
from reports.site.build import HOME, write_report
from reports.site.contents import PAGES
from simulate.base.bars import plain_console
from simulate.data.store import Place

if TYPE_CHECKING:
    from simulate.batch import Run

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 4)
POLICIES = ("expert", "planner", "greedy", "random")
OF_MODULES = "planner"  # the player for modules, whose games take longer
OF_MANY = "greedy"  # the player for questions that need hundreds of thousands of games
MODULES = ("lets-waltz",)
FACTORIAL = ModuleSettings(
    players=PLAYERS, policies=(OF_MANY,), games=150, single=800, skill=(OF_MANY, "handset"),
    matches=60, keyless=25,
)  # fmt: skip
SPARED = 500
_STEPS = results.STEPS + len(PAGES)
EARLY, LEAST = 4, 100
"""The first pages use one EARLYth of the games of both editions, but at least LEAST, because fewer
say nothing about any card."""


@dataclass(frozen=True)
class ReportPlan:
    """The games of a report: both rulesets with the same seed, so that deals are paired.

    games: number of games for each kind of player, the strongest first. modules: added to the newer
    rules, each alone; games_modules: their games, played by `of_modules`. factorial: games of every
    subset of the modules, unless `gah study modules` has played more. spared: games of the
    strongest player if a longer run gives the verdicts; None: all. prices: games for fair costs of
    staff cards, unless `gah study price` has played some; 0: none. variants: deals of each variant,
    option and reading, played by `variants_by`. extra: further options of the equivalent command.
    """

    rules: tuple[str, str] = EDITIONS
    players: Sequence[int] = PLAYERS
    games: tuple[tuple[str, int], ...] = (
        ("planner", 2_000),
        ("greedy", 8_000),
        ("random", 20_000),
    )
    seed: int = 1
    modules: Sequence[str] = ()
    spared: int | None = None
    games_modules: int = 300
    of_modules: str = OF_MODULES
    factorial: ModuleSettings = FACTORIAL
    variants: int = 1_000
    variants_by: tuple[str, ...] = (OF_MANY,)
    prices: int = 72_000
    extra: str = ""

    @property
    def configs(self) -> list[tuple[Config, int]]:
        """Configurations with their numbers of games."""
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
    def full(cls, seed: int = 1) -> ReportPlan:
        """Every number of players, each module alone, and enough games for single cards."""
        games = (("expert", 3_000), ("planner", 20_000), ("greedy", 40_000), ("random", 100_000))
        factorial = replace(
            FACTORIAL, players=(2, 3, 4), policies=(OF_MODULES,), games=300, single=2_000,
            matches=500, keyless=200, seed=seed,
        )  # fmt: skip
        return cls(players=(2, 3, 4), games=games, seed=seed, modules=(*every_module(), *MODULES),
                   games_modules=5_000, factorial=factorial, variants=5_000,
                   variants_by=(OF_MODULES, OF_MANY), prices=2_400_000,
                   extra="--full")  # fmt: skip

    @classmethod
    def usual(cls, seed: int = 1) -> ReportPlan:
        """A report of some minutes: both editions, and all modules together."""
        factorial = replace(cls.factorial, seed=seed)
        return cls(seed=seed, modules=MODULES, factorial=factorial, spared=SPARED)

    def sparing(self, longer: LongRun) -> ReportPlan:
        """The plan with fewer games of the strongest player, if a longer run covers all its
        configurations: the worth of cards and seats, and the effects of changed cards."""
        (strongest, games), *others = self.games
        needed = [config for config, _ in self.configs
                  if config.policy == strongest and config.rules in self.rules]  # fmt: skip
        if self.spared is None or games <= self.spared or not all(map(longer.holds, needed)):
            return self
        return replace(self, games=((strongest, self.spared), *others))

    def with_games(
        self,
        games: Mapping[str, int | None],
        modules: int | None,
        variants: int | None = None,
        prices: int | None = None,
        players: tuple[int, ...] | None = None,
    ) -> ReportPlan:
        """The plan with the given numbers of games and players; 0 leaves out that part."""
        planned = dict(self.games)
        several = tuple(
            (name, number) for name in POLICIES if (number := games.get(name) or planned.get(name))
        )
        number = self.games_modules if modules is None else modules
        chosen = games.get(several[0][0]) is not None
        given: dict[str, Any] = {"variants": variants, "prices": prices, "players": players}
        return replace(self, games=several, games_modules=number,
                       spared=None if chosen else self.spared,
                       modules=self.modules if number else (),
                       **{name: one for name, one in given.items() if one is not None})  # fmt: skip

    def early(self) -> ReportPlan:
        """Both editions alone, with a part of their games: enough for the first pages."""
        games = tuple(
            (name, max(min(number, LEAST), number // EARLY)) for name, number in self.games
        )
        return replace(self, games=games, modules=())

    def for_report(self) -> ForReport:
        """The games for studies that were not run separately."""
        return ForReport(self.rules[1], tuple(self.players), self.seed, OF_MANY, self.prices,
                         self.factorial, self.rules[0], self.variants,
                         self.variants_by)  # fmt: skip

    @property
    def command(self) -> str:
        """The command that makes this report."""
        games = dict(self.games)
        words = [f"--games-{name} {games[name]}" for name in POLICIES if name in games]
        words.append(f"--games-modules {self.games_modules if self.modules else 0}")
        usual = ReportPlan.full().players if self.extra else PLAYERS
        if tuple(self.players) != tuple(usual):
            words.append(f"--players {','.join(map(str, self.players))}")
        words += [f"--seed {self.seed}", f"--deals-variants {self.variants}",
                  f"--games-prices {self.prices}", self.extra]  # fmt: skip
        return " ".join(["gah report", *words]).rstrip()


def _runs(plan: ReportPlan, data: Place, workers: int) -> list[Run]:
    """The runs of the configurations of the plan."""
    from simulate.batch import Run

    return [
        Run(load_ruleset(config.rules), config.players, config.policy, games, plan.seed, data,
            workers=workers)
        for config, games in plan.configs
    ]  # fmt: skip


def record(runs: Sequence[Run], data: Place, console: Console) -> None:
    """Play the games that are not yet in `data`; recorded games are kept.

    Raises UserError if `data` holds games of other rules under the same label.
    """
    from simulate.batch import ensure_folder, run
    from simulate.batch.progress import Bar
    from simulate.compiling.ahead import compile_ahead

    ensure_folder(data)
    compile_ahead(console.print)
    for one in runs:
        console.print(f"games: {one.ruleset.label}, {one.players} players, {one.policy}")
        with Bar(one, console) as bar:
            run(one, bar)


def studies_of(
    plan: ReportPlan, places: Mapping[str, Place], longer: Path | None, console: Console
) -> MoreStudies:
    """The studies that the pages show (`answers.gather`); studies of modules only with modules."""
    if not plan.modules:
        places = {name: one for name, one in places.items() if name != ModuleSettings.name}
    return gather(plan.for_report(), places, longer, console)


def _as_recorded(plan: ReportPlan, tree: Tree) -> ReportPlan:
    """The plan with the numbers of games that are in the data."""
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


def _of_recorded_modules(plan: ReportPlan, data: Place) -> ReportPlan:
    """The plan with the modules that are in the data for every number of players."""
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
    plan: ReportPlan | None = None,
    *,
    workers: int = 2,
    skip_simulation: bool = False,
    places: Mapping[str, Place] | None = None,
    longer: Path | None = None,
    keep: Path | None = None,
    console: Console | None = None,
) -> Path:
    """Make the report; returns the path of its first page. Raises UserError on unusable data.

    If there is no report yet, its pages are written as soon as a part of the games of both editions
    is played, and again when all games are.

    out: folder for the pages, figures/ (SVG, PNG, CSV) and tables/ (CSV). data: tree of games.
    places: folders of the games of studies. longer: folder with estimates of a longer run, used if
    they rest on more games; keep: folder in which to save those of this report's strongest player.
    skip_simulation: use the games in `data` for the plan's rulesets, players, policies and seed.
    """
    plan, out = plan or ReportPlan(), Path(out)
    console = console or plain_console(stderr=True)
    plan, long_run = _settled(plan, longer, console)
    if skip_simulation:
        plan = _of_recorded_modules(plan, data)
    more = studies_of(plan, places or {}, longer, console)
    if not skip_simulation:
        from simulate.batch import ensure_folder
        from simulate.compiling.ahead import compile_ahead

        early = plan.early() if not (out / HOME).exists() else None
        ensure_folder(data)  # before anything is announced
        first = _runs(early, data, workers) if early else []
        rest = _runs(plan, data, workers)

        def others() -> list[Run]:
            compile_ahead(console.print)  # the engine decides which deals are played
            return more.runs()

        for line in schedule.announced(first, rest, others, workers):
            console.print(line)
        if early:
            record(first, data, console)
            known = MoreStudies(kept=more.kept)
            path = _written(early, data, out, known, long_run, workers, console, early=True)
            console.print(f"first pages: {path} (more games, players, modules, variants follow)")
        record(rest, data, console)
        more.play(workers, console)
    path = _written(plan, data, out, more, long_run, workers, console, keep)
    console.print(f"report: {path}")
    return path


@dataclass(frozen=True)
class ReportGames:
    """The games of a report, for a batch that plays them before writing it."""

    plan: ReportPlan
    data: Place
    places: Mapping[str, Place]
    longer: Path | None
    console: Console

    def runs(self) -> list[Run]:
        """All runs that `run_report` would play."""
        plan, _ = _settled(self.plan, self.longer, self.console)
        more = studies_of(plan, self.places, self.longer, self.console)
        return [*_runs(plan, self.data, 1), *more.runs()]

    def forced(self) -> list[DealRange]:
        """None: a report plays no deals with forced actions."""
        return []


def _settled(
    plan: ReportPlan, longer: Path | None, console: Console
) -> tuple[ReportPlan, LongRun | None]:
    """The plan adapted to a longer run, and that run if there is one."""
    long_run = or_without("a longer run", "report", partial(read_long_run, longer), console) \
        if longer else None  # fmt: skip
    return plan.sparing(long_run or NONE), long_run


def _keep(found: Results, plan: ReportPlan, folder: Path) -> None:
    """Save the estimates from the strongest player's games, for reports with fewer games."""
    strongest = plan.games[0][0]
    runs = [
        run
        for run in found.runs
        if run.config.policy == strongest and run.config.rules in plan.rules
    ]
    frames = {"effects": found.judged.effects, "seats": found.seats, "changes": found.card_changes,
              "pairs": found.pairs, "measures": found.measures,
              "winners": found.winners}  # fmt: skip
    keep_long_run(folder, frames, runs, plan.command)


def _written(
    plan: ReportPlan,
    data: Place,
    out: Path,
    more: MoreStudies,
    longer: LongRun | None,
    workers: int,
    console: Console,
    keep: Path | None = None,
    early: bool = False,
) -> Path:
    """Analyse the recorded games and write all pages; returns the path of the first."""
    progress = Progress(
        SpinnerColumn(), TextColumn("{task.description:<44}", markup=False), BarColumn(),
        TimeElapsedColumn(), console=console, transient=True, auto_refresh=False,
    )  # fmt: skip
    with progress if console.is_terminal else nullcontext():
        task = progress.add_task("reading", total=_STEPS + len(more.steps))

        def step(text: str) -> None:
            progress.update(task, description=text, advance=1, refresh=True)

        with (
            more.in_background(workers, console, step) as answers,
            open_tree(data, [config for config, _ in plan.configs], seed=plan.seed,
                      threads=workers) as tree,
        ):  # fmt: skip
            known = facts.gather(*plan.rules, tree.runs)
            found = results.compute(
                tree, known, step, longer or NONE, 0 if early else results.HOTELS
            )
            if keep is not None:
                _keep(found, plan, keep)
            found = replace(found, answers=answers())
            found = replace(found, command=_as_recorded(plan, tree).command, early=early)
        # No thread reads games or moves the bar any more, so processes can be forked.
        return write_report(found, out, workers=workers, step=step)
