"""The command `tune`: find the weights of a heuristic by self-play."""

from pathlib import Path
from typing import Any

import click

from model import UserError
from model.defaults import DEFAULT_SPEC
from reports.commands.options import OUT_FILE, ruleset_options, user_errors
from simulate import outputs


@click.command()
@click.option("--style", default="greedy", show_default=True, help="Whose weights; see policies.")
@click.option("--players", default="2,3,4", show_default=True, help="Tables, such as 2 or 2,3,4.")
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="Edition[+change][-change].")
@click.option(
    "--objective",
    default="mix",
    show_default=True,
    help="win: share of wins against the present weights (50: equal); vp: mean VP; mix: the sum.",
)
@click.option("--features", help="Which weights, such as turn,housing [all that the games read].")
@click.option("--generations", type=int, default=60, show_default=True, help="Of candidates.")
@click.option("--games", type=int, default=1800, show_default=True, help="Games a candidate.")
@click.option("--population", type=int, default=16, show_default=True, help="Candidates at a time.")
@click.option("--step", type=float, default=0.15, show_default=True, help="First step, relative.")
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes the search's games.")
@click.option("--test-seed", type=int, default=2, show_default=True, help="Those of the test.")
@click.option("--test-games", type=int, default=18_000, show_default=True, help="Of the test.")
@click.option(
    "--into",
    help="Where to write: value, players.N or with.MODULE [players.N for one table, else value].",
)
@click.option("--workers", type=int, default=2, show_default=True, help="Processes.")
@click.option(
    "--out",
    type=OUT_FILE,
    default=Path("build/tune/weights.toml"),
    show_default=True,
    help="The weights found; the log (.csv) and a checkpoint lie beside it.",
)
@ruleset_options
@user_errors
def tune(
    style: str,
    players: str,
    rules: str,
    objective: str,
    features: str | None,
    generations: int,
    games: int,
    population: int,
    step: float,
    seed: int,
    test_seed: int,
    test_games: int,
    into: str | None,
    workers: int,
    out: Path,
    variant: dict[str, Any],
) -> None:
    """Finds weights by self-play, with an evolution strategy (CMA-ES).

    Candidates play the present weights on mirrored deals: each deal once from every seat, the same
    deals for all candidates of a generation. What is found is tested on deals of another seed and
    written as the style's file with the new values; its head says how they were found. The present
    weights stay as they are: copy the file over them to use it.

    The same command continues a search that was interrupted, or one that is to have more
    generations. The number of workers changes nothing but the time.
    """
    from model import load_ruleset
    from simulate.tune.tuning import OBJECTIVES, Tuning, features_of, known_style, players_of

    if objective not in OBJECTIVES:
        raise UserError(f"--objective {objective}: one of {', '.join(OBJECTIVES)}")
    if workers < 1:
        raise UserError(f"--workers {workers}: at least 1")
    tables = players_of(players)
    ruleset = load_ruleset(rules, **variant)
    tuning = Tuning(
        ruleset,
        known_style(style),
        tables,
        features_of(features, ruleset),
        objective,
        generations,
        games,
        population,
        step,
        seed,
        test_seed,
        test_games,
        into or (f"players.{tables[0]}" if len(tables) == 1 else "value"),
    )
    run(tuning, out, workers)


def run(tuning: Any, out: Path, workers: int) -> None:
    """Search, test, write, and say what was found."""
    from simulate.bars import plain_console
    from simulate.compile_notice import compile_ahead
    from simulate.policies.weights import FOLDER
    from simulate.tune.document import verdict, with_origin, with_values
    from simulate.tune.search import search, validate
    from simulate.tune.terminal import Bar

    console = plain_console()
    compile_ahead(console.print)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        with Bar(tuning, console) as bar:
            values = search(tuning, out, workers, bar)
        with console.status("testing on fresh deals"):
            results = validate(tuning, values, workers)
        said = verdict(results, tuning.test_seed)
        before = (FOLDER / f"{tuning.style}.toml").read_text("utf-8")
        found = with_values(before, dict(zip(tuning.features, values, strict=True)), tuning.into)
        outputs.keep(out, with_origin(found, [*command(tuning), *said]))
    except OSError as error:
        raise UserError(f"--out {out}: cannot write ({error.strerror})") from None
    console.print("\n".join(said), highlight=False, soft_wrap=True)
    console.print(f"written to {out}", highlight=False, soft_wrap=True)


def command(tuning: Any) -> list[str]:
    """The command by which the weights can be had again, wrapped to the width of a comment."""
    from textwrap import wrap

    from simulate.tune.document import WIDTH
    from simulate.tune.tuning import features_of

    words = [
        "gah tune",
        f"--style {tuning.style}",
        f"--players {','.join(map(str, tuning.players))}",
        f"--rules {tuning.ruleset.label}",
        f"--objective {tuning.objective}",
        f"--generations {tuning.generations}",
        f"--games {tuning.games}",
        f"--population {tuning.population}",
        f"--step {tuning.step:g}",
        f"--seed {tuning.seed}",
        f"--test-seed {tuning.test_seed}",
        f"--test-games {tuning.test_games}",
        f"--into {tuning.into}",
    ]
    if tuning.features != features_of(None, tuning.ruleset):
        words.append(f'--features "{", ".join(tuning.features)}"')
    return wrap("Found by: " + " ".join(words), WIDTH, break_on_hyphens=False)
