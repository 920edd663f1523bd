"""The search: an evolution strategy over weights, resumable after every generation.

CMA-ES (Hansen & Ostermeier 2001), as the package `cma` has it. All candidates of a generation play
the same deals, the next generation plays others: differences between candidates are not differences
of luck, and luck is not what is learnt.
"""

import csv
import io
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
from simulate.batch.pool import follow_parent, stop
from simulate.data import checksummed
from simulate.data.checksummed import DamagedError, fingerprint
from simulate.data.files import write_whole
from simulate.provenance import SHARED, digest_of
from simulate.tune.document import rounded
from simulate.tune.matches import Arena, Result, objective
from simulate.tune.tuning import Tuning, within

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
    """The arenas of a tuning, one for each number of players; lives in a worker."""

    def __init__(self, tuning: Tuning, seed: int) -> None:
        self.tuning = tuning
        self.arenas = {n: Arena(tuning.ruleset, n, seed) for n in tuning.players}

    def play(self, values: list[float], first: int, deals: int) -> dict[int, Result]:
        """A candidate against the champion at every table."""
        return {
            n: arena.duel(self.tuning.candidate(values, n), self.tuning.champion(n), first, deals)
            for n, arena in self.arenas.items()
        }


_tables: Tables | None = None


def _start(tuning: Tuning, seed: int) -> None:
    """Prepare a worker process, which ends when its parent does, however that ends."""
    global _tables
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    threading.Thread(target=follow_parent, daemon=True).start()
    _tables = Tables(tuning, seed)


def _play(job: tuple[list[float], int, int]) -> dict[int, Result]:
    assert _tables is not None
    return _tables.play(*job)


@contextmanager
def workers(tuning: Tuning, seed: int, count: int) -> Iterator[Evaluate]:
    """A function that plays jobs (values, first deal, deals), on so many processes."""
    if count == 1:
        tables = Tables(tuning, seed)
        yield lambda jobs: [tables.play(*job) for job in jobs]
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(count, context, _start, (tuning, seed))
    try:
        yield lambda jobs: list(pool.map(_play, jobs))
    except BrokenProcessPool:
        raise UserError(
            "a worker process died (out of memory?); finished generations are kept, "
            "run the same command again to continue"
        ) from None
    finally:
        stop(pool)


def begin(tuning: Tuning) -> Search:
    """A search that has not begun yet."""
    scaled = [v / s for v, s in zip(tuning.start(), tuning.scales(), strict=True)]
    options = {"popsize": tuning.population, "verbose": -9, "seed": np.nan, "randn": normal}
    return Search(cma.CMAEvolutionStrategy(scaled, tuning.step, options))


def normal(*shape: int) -> np.ndarray:
    """Draws of numpy's global generator, which is set anew for each generation."""
    return np.random.standard_normal(shape)


def values_of(tuning: Tuning, scaled: np.ndarray) -> list[float]:
    """Weights from a point of the search."""
    return [float(x * s) for x, s in zip(scaled, tuning.scales(), strict=True)]


def generation(tuning: Tuning, search: Search, evaluate: Evaluate) -> dict[str, float]:
    """One generation more; returns its line of the log."""
    points = candidates(tuning, search)
    deals = tuning.deals(tuning.games)
    first = len(search.rows) * deals
    jobs = [(values_of(tuning, point), first, deals) for point in points]
    return learn(
        tuning, search, points, [objective(tuning.objective, one) for one in evaluate(jobs)]
    )


def candidates(tuning: Tuning, search: Search) -> list[np.ndarray]:
    """The points of the next generation: the same ones whenever they are asked for."""
    np.random.seed([tuning.seed % 2**32, len(search.rows)])
    return list(search.strategy.ask())


def learn(
    tuning: Tuning, search: Search, points: list[np.ndarray], found: list[float]
) -> dict[str, float]:
    """Let a search learn what its candidates were worth; returns the generation's line."""
    search.strategy.tell(points, [-value for value in found])
    row = {
        "generation": len(search.rows) + 1,
        "games": len(points) * tuning.deals(tuning.games) * tuning.deals_of_one,
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


def keep(tuning: Tuning, search: Search, out: Path) -> None:
    """Write the checkpoint and the log; either is there whole or as it was before."""
    kept = {"search": fingerprint(tuning.key()), "code": code_digest(), "found": search.found}
    write_whole(checkpoint_path(out), checksummed.dumps(kept))
    text = io.StringIO(newline="")
    log = csv.DictWriter(text, COLUMNS)
    log.writeheader()
    log.writerows({k: f"{v:.6g}" for k, v in row.items()} for row in search.rows)
    write_whole(out.with_suffix(".csv"), text.getvalue().encode())


def resumed(tuning: Tuning, out: Path) -> Search | None:
    """The search that a checkpoint beside ``out`` keeps; None if there is none.

    Raises UserError if it cannot be read or belongs to another search.
    """
    path = checkpoint_path(out)
    if not path.exists():
        return None
    try:
        kept = checksummed.loads(read_bytes(path, MAX_BYTES))
        same = (kept["search"], kept["code"]) == (fingerprint(tuning.key()), code_digest())
        found = TypeAdapter(list[list[FiniteFloat]]).validate_python(kept["found"], strict=True)
    except (UserError, DamagedError, KeyError, ValidationError):
        raise UserError(f"{path}: damaged; delete it to begin anew") from None
    if not same:
        raise UserError(
            f"{path}: belongs to a search with other options, weights or code; "
            "repeat its command, choose another --out, or delete it to begin anew"
        )
    state = begin(tuning)
    for values in found:
        points = candidates(tuning, state)
        if len(points) != len(values):
            raise UserError(f"{path}: damaged; delete it to begin anew")
        learn(tuning, state, points, values)
    return state


def search(tuning: Tuning, out: Path, count: int, watcher: Watcher) -> list[float]:
    """Run (or continue) a search; returns the values found, as they are written."""
    state = resumed(tuning, out) or begin(tuning)
    if len(state.rows) < tuning.generations:
        with workers(tuning, tuning.seed, count) as evaluate:
            while len(state.rows) < tuning.generations:
                row = generation(tuning, state, evaluate)
                keep(tuning, state, out)
                watcher.generation(row)
    found = values_of(tuning, state.strategy.result.xfavorite)
    return [rounded(within(f, v)) for f, v in zip(tuning.features, found, strict=True)]


def validate(tuning: Tuning, values: list[float], count: int) -> dict[int, Result]:
    """The values found against the present ones, on deals that the search never saw."""
    deals = tuning.deals(tuning.test_games)
    edges = np.linspace(0, deals, min(deals, TEST_CHUNKS) + 1).astype(int).tolist()
    jobs = [(values, a, b - a) for a, b in itertools.pairwise(edges)]
    with workers(tuning, tuning.test_seed, count) as evaluate:
        parts = evaluate(jobs)
    return {n: joined([part[n] for part in parts]) for n in tuning.players}


def joined(parts: list[Result]) -> Result:
    """Results of several ranges of deals as one."""
    gather = partial(np.concatenate, axis=0)
    return Result(
        parts[0].players,
        gather([part.share for part in parts]),
        gather([part.vp for part in parts]),
        gather([part.rival_vp for part in parts]),
    )
