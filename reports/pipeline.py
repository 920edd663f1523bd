"""From nothing to the page: simulate what is missing, analyse, draw, write."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from analysis import Config, Tree, open_tree
from model import load_ruleset
from reports import facts, page, players, results
from reports.rules.page import build_rules_page

EDITIONS = ("original-2015", "revised-2021")
PLAYERS = (2, 4)
POLICIES = ("greedy", "random")
_STEPS = 5 + 10 + 2


@dataclass(frozen=True)
class Plan:
    """Which games the report reads: both rulesets with the same seed, so that deals are paired."""

    rules: tuple[str, str] = EDITIONS
    players: Sequence[int] = PLAYERS
    games: tuple[tuple[str, int], ...] = (("greedy", 40_000), ("random", 40_000))
    seed: int = 1

    @property
    def configs(self) -> list[tuple[Config, int]]:
        """Configurations and their numbers of games."""
        return [
            (Config(rules, players, policy), games)
            for policy, games in self.games
            for players in self.players
            for rules in self.rules
        ]

    @property
    def command(self) -> str:
        """Command that makes this report."""
        games = dict(self.games)
        words = [f"--games-{name} {games[name]}" for name in POLICIES if name in games]
        return " ".join(["gah report", *words, f"--seed {self.seed}"])


def simulate_needed(plan: Plan, data: Path, workers: int, console: Console) -> None:
    """Record the games of the plan that `data` does not hold yet; what is there is kept.

    Raises UserError if `data` holds games of other rules under the same label.
    """
    from simulate.batch import Run, ensure_folder, run
    from simulate.batch.progress import Bar
    from simulate.warmth import announce

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


def _as_recorded(plan: Plan, tree: Tree) -> Plan:
    """The plan with the numbers of games that the data really hold."""
    games = tuple(
        (policy, max(run.games for run in tree.runs if run.config.policy == policy))
        for policy, _ in plan.games
    )
    return replace(plan, games=games)


def run_report(
    out: str | Path = "build/report",
    data: str | Path = "data/report",
    plan: Plan | None = None,
    *,
    workers: int = 2,
    skip_simulation: bool = False,
    ladder: str | Path | None = None,
    luck: str | Path | None = None,
    console: Console | None = None,
) -> Path:
    """Make the report; returns the path of the page. Raises UserError on unusable data.

    out: folder of the page and of figures/ (SVG, PNG, CSV). data: tree of recorded games.
    ladder, luck: trees of the games about players; without both, the page says nothing of them.
    skip_simulation: use what `data` holds for the plan's rulesets, players, policies and seed.
    """
    plan, out, data = plan or Plan(), Path(out), Path(data)
    console = console or Console(stderr=True)
    behind = None
    if ladder is not None and luck is not None:
        rules = load_ruleset(plan.rules[1])
        behind = players.Games.planned(rules, Path(ladder), Path(luck), plan.seed)
    if not skip_simulation:
        simulate_needed(plan, data, workers, console)
        if behind is not None:
            behind.play(workers, console)
    with open_tree(data, [config for config, _ in plan.configs], seed=plan.seed,
                   threads=workers) as tree:  # fmt: skip
        known = facts.gather(*plan.rules, tree.runs)
        progress = Progress(
            SpinnerColumn(), TextColumn("{task.description:<44}"), BarColumn(), TimeElapsedColumn(),
            console=console, transient=True,
        )  # fmt: skip
        with progress if console.is_terminal else nullcontext():
            task = progress.add_task("reading", total=_STEPS)

            def step(text: str) -> None:
                progress.update(task, description=text, advance=1)

            found = results.compute(tree, known, step)
            step("players")
            if behind is not None:
                rated, shares = behind.compute(workers, console)
                found = replace(found, ladder=rated, luck=shares)
            out.mkdir(parents=True, exist_ok=True)
            path = page.build_page(found, out, _as_recorded(plan, tree).command, step)
            step("the rules, one by one")
            build_rules_page(out)
    console.print(f"report: {path}")
    return path
