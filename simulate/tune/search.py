"""The search: an evolution strategy over weights, resumable after every generation.

CMA-ES (Hansen & Ostermeier 2001), as the package `cma` has it. All candidates of a generation play
the same deals, the next generation plays others: differences between candidates are not differences
of luck, and luck is not what is learnt.
"""

import csv
import itertools
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

import cma
import numpy as np
from pydantic import FiniteFloat, TypeAdapter, ValidationError

from model import UserError
from model.reading import read_bytes
from simulate.batch.crew import follow_parent, stop
from simulate.data.files import write_whole
from simulate.data.sealed import DamagedError, fingerprint, sealed, unsealed
from simulate.engine.kept import SHARED, digest_of
from simulate.tune.document import rounded
from simulate.tune.matches import Arena, Result, objective
from simulate.tune.plan import Plan, within

COLUMNS = ("generation", "games", "best", "mean", "worst", "step")
TEST_CHUNKS = 20
MAX_BYTES = 8 << 20  # of a checkpoint

Evaluate = Callable[[list[tuple[list[float], int, int]]], list[dict[int, Result]]]


class Watcher(Protocol):
    """What a search tells while it goes on."""

    def generation(self, row: dict[str, float]) -> None:
        """A generation is over; ``row`` is its line of the log."""


@dataclass
class Search:
    """How far a search has come: its strategy, the log, and what each generation found.

    What was found is all that a checkpoint keeps: the rest follows from it without a game.
    """

    strategy: Any
    rows: list[dict[str, float]] = field(default_factory=list)
    found: list[list[float]] = field(default_factory=list)


class Tables:
    """The arenas of a plan, one for each number of players; lives in a worker."""

    def __init__(self, plan: Plan, seed: int) -> None:
        self.plan = plan
        self.arenas = {n: Arena(plan.ruleset, n, seed) for n in plan.players}

    def play(self, values: list[float], first: int, deals: int) -> dict[int, Result]:
        """A candidate against the champion at every table."""
        return {
            n: arena.duel(self.plan.candidate(values, n), self.plan.champion(n), first, deals)
            for n, arena in self.arenas.items()
        }


_tables: Tables | None = None


def _start(plan: Plan, seed: int) -> None:
    """Prepare a worker process, which ends when its parent does, however that ends."""
    global _tables
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    threading.Thread(target=follow_parent, daemon=True).start()
    _tables = Tables(plan, seed)


def _play(job: tuple[list[float], int, int]) -> dict[int, Result]:
    assert _tables is not None
    return _tables.play(*job)


@contextmanager
def workers(plan: Plan, seed: int, count: int) -> Iterator[Evaluate]:
    """A function that plays jobs (values, first deal, deals), on so many processes."""
    if count == 1:
        tables = Tables(plan, seed)
        yield lambda jobs: [tables.play(*job) for job in jobs]
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, context, _start, (plan, seed))
    try:
        yield lambda jobs: list(pool.map(_play, jobs))
    except BrokenProcessPool:
        raise UserError(
            "a worker process died (out of memory?); finished generations are kept, "
            "run the same command again to continue"
        ) from None
    finally:
        stop(pool)


def begin(plan: Plan) -> Search:
    """A search that has not begun yet."""
    scaled = [v / s for v, s in zip(plan.start(), plan.scales(), strict=True)]
    options = {"popsize": plan.population, "verbose": -9, "seed": np.nan, "randn": normal}
    return Search(cma.CMAEvolutionStrategy(scaled, plan.step, options))


def normal(*shape: int) -> np.ndarray:
    """Draws of numpy's global generator, which is set anew for each generation."""
    return np.random.standard_normal(shape)


def values_of(plan: Plan, scaled: np.ndarray) -> list[float]:
    """Weights from a point of the search."""
    return [float(x * s) for x, s in zip(scaled, plan.scales(), strict=True)]


def generation(plan: Plan, search: Search, evaluate: Evaluate) -> dict[str, float]:
    """One generation more; returns its line of the log."""
    points = candidates(plan, search)
    deals = plan.deals(plan.games)
    first = len(search.rows) * deals
    jobs = [(values_of(plan, point), first, deals) for point in points]
    return learn(plan, search, points, [objective(plan.objective, one) for one in evaluate(jobs)])


def candidates(plan: Plan, search: Search) -> list[np.ndarray]:
    """The points of the next generation: the same ones whenever they are asked for."""
    np.random.seed([plan.seed % 2**32, len(search.rows)])
    return list(search.strategy.ask())


def learn(
    plan: Plan, search: Search, points: list[np.ndarray], found: list[float]
) -> dict[str, float]:
    """Let a search learn what its candidates were worth; returns the generation's line."""
    search.strategy.tell(points, [-value for value in found])
    row = {
        "generation": len(search.rows) + 1,
        "games": len(points) * plan.deals(plan.games) * plan.deals_of_one,
        "best": max(found),
        "mean": float(np.mean(found)),
        "worst": min(found),
        "step": float(search.strategy.sigma),
    }
    search.rows.append(row)
    search.found.append(found)
    return row


def code_digest() -> str:
    """Digest of the code that plays: results of other code must not be mixed."""
    return digest_of(*SHARED)


def checkpoint_path(out: Path) -> Path:
    return out.with_suffix(".checkpoint")


def keep(plan: Plan, search: Search, out: Path) -> None:
    """Write the checkpoint and the log; either is there whole or as it was before."""
    kept = {"search": fingerprint(plan.key()), "code": code_digest(), "found": search.found}
    write_whole(checkpoint_path(out), sealed(kept))
    with out.with_suffix(".csv").open("w", newline="") as file:
        log = csv.DictWriter(file, COLUMNS)
        log.writeheader()
        log.writerows({k: f"{v:.6g}" for k, v in row.items()} for row in search.rows)


def resumed(plan: Plan, out: Path) -> Search | None:
    """The search that a checkpoint beside ``out`` keeps; None if there is none.

    Raises UserError if it cannot be read or belongs to another search.
    """
    path = checkpoint_path(out)
    if not path.exists():
        return None
    try:
        kept = unsealed(read_bytes(path, MAX_BYTES))
        same = (kept["search"], kept["code"]) == (fingerprint(plan.key()), code_digest())
        found = TypeAdapter(list[list[FiniteFloat]]).validate_python(kept["found"], strict=True)
    except (UserError, DamagedError, KeyError, ValidationError):
        raise UserError(f"{path}: damaged; delete it to begin anew") from None
    if not same:
        raise UserError(
            f"{path}: belongs to a search with other options, weights or code; "
            "repeat its command, choose another --out, or delete it to begin anew"
        )
    state = begin(plan)
    for values in found:
        points = candidates(plan, state)
        if len(points) != len(values):
            raise UserError(f"{path}: damaged; delete it to begin anew")
        learn(plan, state, points, values)
    return state


def search(plan: Plan, out: Path, count: int, watcher: Watcher) -> list[float]:
    """Run (or continue) a search; returns the values found, as they are written."""
    state = resumed(plan, out) or begin(plan)
    if len(state.rows) < plan.generations:
        with workers(plan, plan.seed, count) as evaluate:
            while len(state.rows) < plan.generations:
                row = generation(plan, state, evaluate)
                keep(plan, state, out)
                watcher.generation(row)
    found = values_of(plan, state.strategy.result.xfavorite)
    return [rounded(within(f, v)) for f, v in zip(plan.features, found, strict=True)]


def validate(plan: Plan, values: list[float], count: int) -> dict[int, Result]:
    """The values found against the present ones, on deals that the search never saw."""
    deals = plan.deals(plan.test_games)
    edges = np.linspace(0, deals, min(deals, TEST_CHUNKS) + 1).astype(int).tolist()
    jobs = [(values, a, b - a) for a, b in itertools.pairwise(edges)]
    with workers(plan, plan.test_seed, count) as evaluate:
        parts = evaluate(jobs)
    return {n: joined([part[n] for part in parts]) for n in plan.players}


def joined(parts: list[Result]) -> Result:
    """Results of several ranges of deals as one."""
    gather = partial(np.concatenate, axis=0)
    return Result(
        parts[0].players,
        gather([part.share for part in parts]),
        gather([part.vp for part in parts]),
        gather([part.rival_vp for part in parts]),
    )
