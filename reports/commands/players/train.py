"""The command `train`: train the learned players by self-play."""

import os
from pathlib import Path
from typing import Any

import click

from model.errors import UserError
from model.reading import load_toml
from reports.commands.options import OUT_FOLDER, Count
from simulate.base.notation import estimate

MAX_SETTINGS = 1 << 16  # bytes


@click.command()
@click.option(
    "--out",
    type=OUT_FOLDER,
    default=Path("build/train"),
    show_default=True,
    help="Folder for weights, curve and checkpoint.",
)
@click.option("--workers", type=Count(1), default=2, show_default=True, help="Processes.")
@click.option(
    "--settings",
    type=click.Path(path_type=Path),
    help="File of settings, like simulate/training/training.toml.",
)
@click.option(
    "--iterations", type=Count(1), help="Most iterations of each stage [as the settings say]."
)
@click.option("--games", type=Count(1), help="Games per iteration [as the settings say].")
@click.option("--seed", type=Count(0), help="Random seed of the games and the first weights.")
@click.option(
    "--test-deals", type=Count(0), help="Mirrored deals against greedy after each iteration."
)
@click.option(
    "--patch",
    "patches",
    metavar="FILE",
    type=click.Path(path_type=Path),
    multiple=True,
    help="A patch file to train with; repeatable.",
)
@click.option(
    "--against",
    metavar="POLICY",
    help="Player of all other seats in training and tests, with the weights of the suite "
    "[default: the player itself, tested against greedy].",
)
@click.option(
    "--dask",
    metavar="ADDRESS|local",
    help="Play on a Dask cluster, e.g. tcp://host:8786 (extra `dask`).",
)
@click.option("--from", "origin", type=click.Path(path_type=Path), help="Weights to continue from.")
@click.option("--shipped", is_flag=True, help="Continue from the weights of the suite.")
def train(
    out: Path,
    workers: int,
    settings: Path | None,
    iterations: int | None,
    games: int | None,
    seed: int | None,
    test_deals: int | None,
    patches: tuple[Path, ...],
    against: str | None,
    dask: str | None,
    origin: Path | None,
    shipped: bool,
) -> None:
    """Train the learned players by self-play.

    Greedy plays the first games. Each iteration then plays with the current weights, fits them to
    the outcomes of the positions, and tests them against greedy on separate deals. The same command
    continues an interrupted training and reaches the same weights, with any number of processes or
    on a cluster. The weights are written to OUT/value.weights; copy them to
    simulate/learned/value.weights to use them in play.

    With --against, the player learns to exploit another: --settings simulate/training/exploit.toml
    --shipped is the training that verification/exploited.txt reports.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more threads are no faster here

    from dataclasses import replace
    from functools import partial

    from simulate.base.bars import plain_console
    from simulate.batch.progress import Overall
    from simulate.compiling.ahead import compile_ahead
    from simulate.learned.weights import read
    from simulate.learned.weights import shipped as shipped_weights
    from simulate.training.training import (
        WEIGHTS,
        check_players,
        default_settings,
        rulesets_of,
        settings_from,
    )
    from simulate.training.training import train as run

    if shipped and origin:
        raise UserError(f"--from {origin}: cannot be combined with --shipped")
    plan = default_settings()
    if settings:
        try:
            plan = settings_from(load_toml(settings, MAX_SETTINGS))
        except UserError as error:
            raise UserError(f"--settings {settings}: {error}") from None
    stages = tuple(
        replace(
            stage,
            iterations=min(stage.iterations, iterations or stage.iterations),
            games=games or stage.games,
            against=against or stage.against,
        )
        for stage in plan.stages
    )
    given = {"seed": seed, "test_deals": test_deals}
    plan = replace(plan, stages=stages, **{k: v for k, v in given.items() if v is not None})
    rulesets_of(plan, patches)
    check_players(plan)
    first = shipped_weights() if shipped else read(origin) if origin else None
    console = plain_console(highlight=False, soft_wrap=True)
    compile_ahead(console.print)
    total = sum(stage.iterations for stage in stages)

    def share(test: dict[str, Any]) -> str:
        at, half = 100 * test["share"], 100 * test["half"]
        return estimate(at, at - half, at + half, 1, unit="%")

    def tell(line: dict[str, Any]) -> None:
        tests = "; ".join(
            f"{test['rules']}, {test['players']} players: {share(test)} of wins"
            f" against {test['against']}, {test['vp']:.0f} : {test['rivals']:.0f} VP"
            for test in line["tests"]
        )
        console.print(f"iteration {line['iteration'] + 1} of {total}: {tests}")

    run(plan, out, workers, tell, patches, first, dask, partial(Overall, console=console))
    console.print(f"weights in {out / WEIGHTS}")
