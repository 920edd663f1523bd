"""Learning the value from games that the player plays against itself.

An iteration plays games with the present network, now and then with a decision at random, notes
positions and what came of them, and fits the network to those of the last few iterations. The first
games are greedy's. Everything follows from the settings: the same settings give the same weights,
whatever the number of workers and however often the training was interrupted.
"""

import json
import multiprocessing
import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import tomli

from model import Ruleset, UserError, load_ruleset, reading
from simulate.batch.rows import blank_rows
from simulate.data.files import write_whole
from simulate.engine.compile import compile_ruleset
from simulate.learned.features import FEATURES
from simulate.learned.fitting import Adam, Samples, fit, joined
from simulate.learned.network import HEADS, SHAPES, Network
from simulate.learned.notes import CUT, Notes
from simulate.learned.table import Table
from simulate.learned.weights import decoded, encoded
from simulate.provenance import SHARED, digest_of

HERE = Path(__file__).parent
CHUNK = 100  # games that a worker plays at a time
ROOM = 12_000  # positions noted of them at most
CHECKPOINT, CURVE, WEIGHTS = "checkpoint.npz", "curve.json", "value.weights"
KINDS = ("weights", "mean", "first", "second")  # of arrays of Adam
Z95 = 1.959963984540054


@dataclass(frozen=True)
class Stage:
    """Some iterations alike. ``tables``: (ruleset, players), which take turns."""

    tables: tuple[tuple[str, int], ...]
    iterations: int
    games: int  # an iteration
    policy: str = "planner"  # who plays
    explore: tuple[float, ...] = (0.01, 0.03, 0.06)  # chances of a random decision, in turns
    share: float = 0.2  # of positions within turns that are noted
    epochs: int = 2
    window: int = 3  # iterations whose positions are fitted to
    rates: tuple[float, float] = (1e-3, 1e-4)  # of Adam: first and last step of an iteration
    width: int = 4  # of the plans in training
    trace: float = 0.75  # lambda: see notes.py


@dataclass(frozen=True)
class Settings:
    """A whole training. ``test_deals``: mirrored deals of the test after each iteration."""

    stages: tuple[Stage, ...]
    seed: int = 1
    batch: int = 1024
    decay: float = 1e-4
    test_seed: int = 9001
    test_deals: int = 100

    @property
    def digest(self) -> str:
        """Digest of the settings: a checkpoint of others is not continued."""
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:12]

    def iterations(self) -> Iterator[tuple[int, int, Stage]]:
        """(number, number within its stage, stage) of every iteration."""
        number = 0
        for stage in self.stages:
            for i in range(stage.iterations):
                yield number, i, stage
                number += 1


def default_settings() -> Settings:
    """The whole training: training.toml."""
    return settings_from(tomli.loads((HERE / "training.toml").read_text("utf-8")))


def settings_from(document: dict[str, Any]) -> Settings:
    """Settings from a document. Raises UserError if it has another form."""
    try:
        stages = []
        for entry in document.get("stage", []):
            tables = tuple((str(rules), int(players)) for rules, players in entry["tables"])
            lists: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value
                for key, value in entry.items()
                if key != "tables"
            }
            stages.append(Stage(tables=tables, **lists))
        rest = {k: v for k, v in document.items() if k != "stage"}
        return Settings(tuple(stages), **rest)
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise UserError(f"settings of a training: {error}") from None


@dataclass(frozen=True)
class Chunk:
    """Games that one worker plays: part ``number`` of an iteration."""

    rules: str
    players: int
    policy: str
    width: int
    seed: int
    first: int
    games: int
    explore: float
    share: float
    trace: float


class Worker:
    """Plays chunks; keeps its tables."""

    def __init__(self, patches: Sequence[Path] = ()) -> None:
        self.patches = list(patches)
        self.tables: dict[tuple[str, int, str], Table] = {}

    def table(self, rules: str, players: int, cast: tuple[str, ...]) -> Table:
        """The table of a ruleset, with room for what is noted."""
        key = (rules, players, ",".join(cast))
        if key not in self.tables:
            program = compile_ruleset(load_ruleset(rules, patches=self.patches))
            self.tables[key] = Table(program, cast, players, Network(**zeros()), samples=ROOM)
        return self.tables[key]

    def sample(self, weights: bytes, chunk: Chunk) -> Samples:
        """Play a chunk; returns the positions noted and what came of them."""
        table = self.table(chunk.rules, chunk.players, (chunk.policy,))
        table.network = decoded(weights, "the network in training")
        table.dials["width"] = chunk.width
        table.notes.held[0] = 0
        codes = np.zeros(chunk.players, np.int64)
        games = (chunk.first, 0, chunk.games)
        failed = table.play(
            codes,
            chunk.seed,
            (1, False),
            games,
            blank_rows(0, chunk.players),
            np.zeros(1, np.int64),
            chunk.explore,
            chunk.share,
            chunk.trace,
        )
        if failed >= 0:
            raise RuntimeError(f"{chunk}: game {failed} met an error")
        return kept(table.notes)

    def duel(self, weights: bytes, rules: str, players: int, seed: int, deals: int) -> Any:
        """One learned player against greedies on mirrored deals: rows of players."""
        cast = ("planner", "greedy")
        table = self.table(rules, players, cast)
        table.network = decoded(weights, "the network in training")
        table.notes.held[0] = len(table.notes.targets)  # nothing is noted
        codes = np.array([0] + [1] * (players - 1), np.int64)
        rows = blank_rows(deals * players, players)
        games = (0, 0, deals * players)
        table.play(codes, seed, (players, False), games, rows, np.zeros(1, np.int64))
        return rows[1]


def kept(notes: Notes) -> Samples:
    """The positions that can be learned from: a copy."""
    n = int(notes.held[0])
    learnt = notes.kinds[:n] != CUT
    begins = np.concatenate([notes.begins[:n][learnt], notes.begins[n : n + 1]])
    end = int(begins[-1])  # those left out have no features
    return Samples(
        notes.indices[:end].copy(), notes.amounts[:end].copy(), begins, notes.targets[:n][learnt]
    )


def zeros() -> dict[str, np.ndarray]:
    """Weights of a network that knows nothing."""
    return {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}


_worker: Worker | None = None


def _begin(patches: Sequence[Path]) -> None:
    global _worker
    _worker = Worker(patches)


def _sample(job: tuple[bytes, Chunk]) -> Samples:
    assert _worker is not None
    return _worker.sample(*job)


Sampler = Callable[[bytes, list[Chunk]], list[Samples]]


@contextmanager
def worker_pool(count: int, patches: Sequence[Path] = ()) -> Iterator[Sampler]:
    """A function that plays chunks on so many processes, and returns them in their order."""
    if count == 1:
        worker = Worker(patches)
        yield lambda weights, chunks: [worker.sample(weights, chunk) for chunk in chunks]
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(count, context, _begin, (patches,)) as pool:
        yield lambda weights, chunks: list(pool.map(_sample, [(weights, one) for one in chunks]))


def chunks_of(settings: Settings, number: int, stage: Stage) -> list[Chunk]:
    """The games of an iteration, in parts that take the tables in turn."""
    seed = settings.seed * 1_000_000 + number
    found = []
    for i, first in enumerate(range(0, stage.games, CHUNK)):
        rules, players = stage.tables[i % len(stage.tables)]
        explore = stage.explore[(i // len(stage.tables)) % len(stage.explore)]
        games = min(CHUNK, stage.games - first)
        found.append(
            Chunk(
                rules,
                players,
                stage.policy,
                stage.width,
                seed,
                first,
                games,
                explore,
                stage.share,
                stage.trace,
            )
        )
    return found


@dataclass
class State:
    """A training as it stands after so many iterations."""

    adam: Adam
    done: int
    window: list[Samples]
    curve: list[dict[str, Any]]


def train(
    settings: Settings,
    out: Path,
    workers: int,
    tell: Callable[[dict[str, Any]], None],
    patches: Sequence[Path] = (),
    origin: Network | None = None,
) -> Network:
    """Train to the end of the settings, from where the checkpoint in ``out`` stands.

    ``tell`` is given each line of the curve; ``origin``: the network that a new training begins
    with (none: a random one). Raises UserError for a checkpoint of other settings or code.
    """
    out.mkdir(parents=True, exist_ok=True)
    state = resumed(settings, out) or State(begin(settings, origin), 0, [], [])
    tester = Worker(patches)
    with worker_pool(workers, patches) as sample:
        for number, _within, stage in settings.iterations():
            if number < state.done:
                continue
            weights = encoded(state.adam.averaged())
            samples = joined(sample(weights, chunks_of(settings, number, stage)))
            state.window = [*state.window, samples][-stage.window :]
            errors = fit(
                state.adam,
                joined(state.window),
                settings.seed * 1_000_000 + number,
                stage.epochs,
                stage.rates,
                settings.batch,
                settings.decay,
            )
            state.done = number + 1
            state.curve.append(
                {
                    "iteration": number,
                    "games": stage.games,
                    "positions": len(samples.targets),
                    "errors": [round(float(error), 5) for error in errors],
                    "tests": tests(settings, stage, tester, encoded(state.adam.averaged())),
                }
            )
            keep(settings, state, out)
            tell(state.curve[-1])
    return state.adam.averaged()


def begin(settings: Settings, origin: Network | None) -> Adam:
    """A network that has not been trained yet, or goes on from another."""
    adam = Adam.new(settings.seed)
    if origin is not None:
        adam.weights = {name: array.copy() for name, array in origin._asdict().items()}
        adam.mean = {name: array.copy() for name, array in adam.weights.items()}
    return adam


def tests(settings: Settings, stage: Stage, tester: Worker, weights: bytes) -> list[dict[str, Any]]:
    """How the network does against greedy at each table of a stage, on deals kept for that."""
    found = []
    for rules, players in dict.fromkeys(stage.tables) if settings.test_deals else ():
        rows = tester.duel(weights, rules, players, settings.test_seed, settings.test_deals)
        mine = rows["policy"] == 0
        shares = rows["win"][mine].reshape(settings.test_deals, players).mean(axis=1)
        half = Z95 * float(shares.std()) / settings.test_deals**0.5
        found.append(
            {
                "rules": rules,
                "players": players,
                "share": round(float(shares.mean()), 4),
                "half": round(half, 4),
                "vp": round(float(rows["vp"][mine].mean()), 2),
                "rivals": round(float(rows["vp"][~mine].mean()), 2),
            }
        )
    return found


def code() -> str:
    """Digest of the code that trains (and of engine and policies)."""
    return digest_of(*SHARED, "policies/*.toml", "learned/*.py")


# --- checkpoints: arrays without code ---------------------------------------------------------


def keep(settings: Settings, state: State, out: Path) -> None:
    """Write weights, curve and checkpoint, each under another name first, the checkpoint last."""
    write_whole(out / WEIGHTS, encoded(state.adam.averaged()))
    write_whole(out / CURVE, (json.dumps(state.curve, indent=1) + "\n").encode())
    arrays: dict[str, Any] = {
        "settings": np.array(settings.digest),
        "code": np.array(code()),
        "done": np.array(state.done),
        "steps": np.array(state.adam.steps),
        "curve": np.array(json.dumps(state.curve)),
    }
    for kind in KINDS:
        for name, array in getattr(state.adam, kind).items():
            arrays[f"{kind}.{name}"] = array
    for i, samples in enumerate(state.window):
        for name, array in samples._asdict().items():
            arrays[f"window.{i}.{name}"] = array
    made = out / f"{CHECKPOINT}.new"  # as it is written: whole in memory it would be too much
    try:
        with made.open("wb") as file:
            np.savez(file, **arrays)
        os.replace(made, out / CHECKPOINT)
    except OSError as error:
        made.unlink(missing_ok=True)
        raise UserError(f"{out / CHECKPOINT}: cannot write ({error.strerror})") from None


def resumed(settings: Settings, out: Path) -> State | None:
    """The training that a folder holds; None: none. Raises UserError if it is of another kind."""
    path = out / CHECKPOINT
    if not path.exists():
        return None
    try:
        if not path.is_file():
            raise ValueError("it is no regular file")
        # Stored as they are: a file of arrays cannot become more than it is.
        with zipfile.ZipFile(path) as archive:
            if any(one.compress_type != zipfile.ZIP_STORED for one in archive.infolist()):
                raise ValueError("it is packed")
        with np.load(path, allow_pickle=False) as held:
            if str(held["settings"]) != settings.digest:
                raise UserError(f"{path}: a training of other settings; name another --out")
            if str(held["code"]) != code():
                raise UserError(f"{path}: a training by other code; name another --out")
            kinds = [{name: held[f"{kind}.{name}"] for name in SHAPES} for kind in KINDS]
            window: list[Samples] = []
            while f"window.{len(window)}.targets" in held:
                fields = (held[f"window.{len(window)}.{name}"] for name in Samples._fields)
                window.append(Samples(*fields))
            adam = Adam(**dict(zip(KINDS, kinds)), steps=int(held["steps"]))
            state = State(adam, int(held["done"]), window, reading.parse_json(str(held["curve"])))
    except UserError as error:
        named = str(error) if str(error).startswith(str(path)) else f"{path}: {error}"
        raise UserError(named) from None
    except (OSError, ValueError, TypeError, LookupError, EOFError, MemoryError, OverflowError,
            NotImplementedError, zipfile.BadZipFile) as error:  # fmt: skip
        raise UserError(f"{path}: not a checkpoint ({error})") from None
    if not _sound(state):
        raise UserError(f"{path}: not a checkpoint (its numbers are not of a training)")
    return state


def _sound(state: State) -> bool:
    """Is everything of the kind and the shape that compiled code takes it for?"""
    for kind in KINDS:
        for name, array in getattr(state.adam, kind).items():
            if array.dtype != np.float32 or array.shape != SHAPES[name]:
                return False
    for indices, amounts, begins, targets in state.window:
        kinds = [(indices, np.uint16), (amounts, np.float32), (begins, np.int64)]
        if any(array.dtype != kind or array.ndim != 1 for array, kind in kinds):
            return False
        if targets.dtype != np.float32 or targets.shape != (len(begins) - 1, HEADS):
            return False
        if begins[0] != 0 or begins[-1] != len(indices) or (np.diff(begins) < 0).any():
            return False
        if len(amounts) != len(indices) or (indices >= FEATURES).any():
            return False
    return state.adam.steps >= 0 and state.done >= 0 and isinstance(state.curve, list)


def rulesets_of(settings: Settings, patches: Sequence[Path] = ()) -> list[Ruleset]:
    """The rulesets that a training plays. Raises UserError for one that cannot be."""
    names = dict.fromkeys(rules for stage in settings.stages for rules, _ in stage.tables)
    return [load_ruleset(name, patches=list(patches)) for name in names]
