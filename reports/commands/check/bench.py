"""The command `bench`: games per second, and the cost of recording and analysing them.

The speed of a shared machine varies, so the reference engine (`simulate.bench.reference`) is
measured between the rows. Ratios to an older measurement are corrected by its speed then and now.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from model.defaults import DEFAULT_SPEC
from reports.commands.options import OUT_FILE, Count
from simulate.base import outputs

if TYPE_CHECKING:
    from rich.table import Table

    from simulate.bench import BenchTiming

MAX_BYTES = 1 << 20
POLICIES = ("random", "greedy", "search")
ANALYSED = ("greedy", 4)
"""Policy and number of players of the analysed games."""


@dataclass(frozen=True)
class Analysis:
    """The cost of opening recorded games and estimating the effects of all staff cards.

    seconds: CPU time; megabytes: peak memory of a process that did nothing else.
    """

    games: int
    seconds: float
    megabytes: float


@dataclass(frozen=True)
class Measured:
    """One run of the bench: `timings` (`simulate.bench.BenchTiming`) by "policy players"."""

    rules: str
    made: dict[str, str]
    reference: float | None
    timings: dict[str, dict[str, Any]]
    analysis: dict[str, float]
    warm_start: float

    def speed(self, row: str) -> float | None:
        """Recorded games per second of CPU time; None for a row that was not measured."""
        timing = self.timings.get(row)
        return timing["games"] / timing["recorded"] if timing else None


def measure_analysis(rules: str, games: int) -> Analysis:
    """Record games and analyse them in a separate process."""
    from model import load_ruleset
    from simulate.batch import Run, ensure_folder, run
    from simulate.batch.pool import Apply, WorkerPool, lost_text

    policy, players = ANALYSED
    with tempfile.TemporaryDirectory(prefix="gah-bench-") as name:
        ensure_folder(Path(name))
        run(Run(load_ruleset(rules), players, policy, games, 1, Path(name)))
        with WorkerPool(1, Apply(partial(analyse, games=games)), advice="") as pool:
            ((_, found),) = pool.messages([name], lambda _, reason: click.echo(lost_text(reason)))
            return found


def analyse(folder: str, games: int) -> Analysis:
    """Estimate the effects of all staff cards from a folder, in a separate process."""
    import resource

    from analysis import open_tree
    from analysis.base.kinds import kind
    from analysis.cards.effects import chance_effects, played_differences, subjects
    from model import load_ruleset

    with open_tree(folder) as tree:
        for config in tree.configs:
            for subject in subjects(config, load_ruleset(config.rules)):
                chance_effects(tree, subject, kind("staff"))
                played_differences(tree, subject, kind("staff"))
    used = resource.getrusage(resource.RUSAGE_SELF)
    return Analysis(games, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def measure_all(
    rules: str, chosen: tuple[str, ...], games: int, repeats: int, say: Callable[[str], None]
) -> Measured:
    """The rows of these policies, with the reference engine between them."""
    from simulate import bench, policies
    from simulate.base.provenance import commit

    timings: dict[str, BenchTiming] = {}
    references = [bench.reference()]
    for policy, players, share in bench.BENCHED:
        if policy not in chosen:
            continue
        say(f"{policy}, {players} players")
        slow = policies.slow((policy,))
        timings[f"{policy} {players}"] = bench.measure(
            rules, policy, players, max(2, games // share), 1 if slow else repeats
        )
        references.append(bench.reference())
    say("analysis")
    analysis = measure_analysis(rules, max(100, games // 10))
    known = [value for value in references if value is not None]
    made = {
        "date": date.today().isoformat(), "commit": commit(), "machine": platform.machine(),
        "cores": str(os.cpu_count()), "python": platform.python_version(),
    }  # fmt: skip
    return Measured(
        rules, made, statistics.median(known) if known else None,
        {name: asdict(timing) for name, timing in timings.items()},
        asdict(analysis), bench.warm_start(),
    )  # fmt: skip


def read_baseline(path: Path) -> Measured:
    """A saved measurement. Raises UserError if the file is not one."""
    from model import reading

    try:
        return reading.load_as(Measured, path, MAX_BYTES)
    except UserError as error:
        raise UserError(
            f"--baseline {path}: not a measurement of `gah check bench` ({error}); delete it"
        ) from None


def ratio(now: Measured, before: Measured, row: str) -> float | None:
    """Speed now over speed then, corrected for the machine if both measured the reference."""
    new, old = now.speed(row), before.speed(row)
    if new is None or old is None:
        return None
    machine = now.reference / before.reference if now.reference and before.reference else 1.0
    return new / old / machine


def number(value: float) -> str:
    """A whole number if it is large, three digits if it is small or very large."""
    return f"{value:,.0f}" if 10 <= value < 1e7 else f"{value:.3g}"


def drawn(now: Measured, before: Measured | None, repeats: int) -> Table:
    """The table to print."""
    from rich import box
    from rich.table import Table

    title = f"one core, {now.rules}, policy and players, best of {repeats}"
    table = Table(title=title, box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 0))
    headings = ["games/s", "recorded/s", "cost", "decisions", "ns each", "bytes"]
    for heading in ("policy", *headings, *(["ratio"] if before else [])):
        table.add_column(heading, justify="left" if heading == "policy" else "right")
    for row, t in now.timings.items():
        cells = [
            row,
            number(t["games"] / t["play"]),
            number(t["games"] / t["recorded"]),
            f"{1 - t['play'] / t['recorded']:.0%}",
            number(t["decisions"] / t["games"]),
            number(t["play"] / t["decisions"] * 1e9),
            number(t["bytes"] / t["games"]),
        ]
        if before:
            change = ratio(now, before, row)
            cells.append("" if change is None else f"{change:.2f}")
        table.add_row(*cells)
    return table


def remarks(now: Measured, before: Measured | None) -> list[str]:
    """Lines below the table."""
    a = now.analysis
    lines = [
        f"analysis of {a['games']:,} recorded games of {ANALYSED[0]}, {ANALYSED[1]} players:"
        f" {a['seconds']:.1f} s, at most {a['megabytes']:,.0f} MiB",
        f"warm start {now.warm_start:.1f} s",
    ]
    if now.reference:
        text = f"reference engine: {now.reference:,.0f} decisions a second (OpenSpiel, backgammon)"
        if before and before.reference:
            text += (
                f", {now.reference / before.reference:.2f} of the baseline's; ratios are corrected"
            )
        lines.append(text)
    else:
        lines.append("no reference engine: ratios are not corrected for the machine's speed")
    if before:
        lines.append(f"baseline of {before.made['date']}, commit {before.made['commit'][:12]}")
    made = now.made
    lines.append(
        f"{made['machine']}, {made['cores']} cores, Python {made['python']}, {made['date']},"
        f" commit {made['commit']}"
    )
    return lines


@click.command()
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset.")
@click.option("--policy", "chosen", type=click.Choice(POLICIES), multiple=True, default=POLICIES,
              help="Only this policy; repeatable.")  # fmt: skip
@click.option("--games", type=Count(100), default=20_000, show_default=True)
@click.option("--repeats", type=click.IntRange(1, 50), default=3, show_default=True)
@click.option("--baseline", type=OUT_FILE, default=Path("build/bench.json"),
              show_default=True, help="An older measurement; written if missing.")  # fmt: skip
@click.option("--save", is_flag=True, help="Make this measurement the baseline.")
def bench(
    rules: str, chosen: tuple[str, ...], games: int, repeats: int, baseline: Path, save: bool
) -> None:
    """Measure games per second on one core, with and without recording.

    cost: the share of the time that recording takes. decisions, bytes: per game. ratio: recorded/s
    over that of the baseline, corrected by the reference engine's speed then and now. Policies that
    look ahead play a tenth of the games; a search plays a few, once. Times are CPU times of one
    process, the best of the repeats. The first measurement becomes the baseline of later ones.
    """
    from model import load_ruleset
    from simulate.base.bars import plain_console
    from simulate.compiling.ahead import compile_ahead

    load_ruleset(rules)
    if baseline.is_symlink() and not baseline.exists():
        raise UserError(
            f"--baseline {baseline}: a link to a file that does not exist; name another file"
        )
    before = read_baseline(baseline) if baseline.exists() else None
    if before and before.rules != rules:
        raise UserError(f"--baseline {baseline}: measured {before.rules}, not {rules}")
    console = plain_console()
    compile_ahead(console.print)
    with console.status("measuring") as status:
        now = measure_all(
            rules, chosen, games, repeats, lambda what: status.update(f"measuring: {what}")
        )
    console.print(drawn(now, before, repeats))
    for line in remarks(now, before):
        console.print(line, highlight=False, soft_wrap=True)
    if save or before is None:
        outputs.keep(baseline, json.dumps(asdict(now), indent=1) + "\n")
        console.print(f"saved as the baseline: {baseline}", highlight=False, soft_wrap=True)
