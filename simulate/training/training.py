"""Learn the value by self-play.

An iteration plays games with the current network and some random decisions, collects positions and
their targets, and fits the network to those of the last few iterations. The first games are
greedy's. Everything follows from the settings: the same settings give the same weights, whatever
the number of workers and however often the training was interrupted.
"""

import json
import os
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import tomli

from model import Ruleset, UserError, load_ruleset, reading
from simulate import policies
from simulate.base.files import write_whole
from simulate.learned.further import LAYOUTS
from simulate.learned.network import HEADS, Network, shapes, widened
from simulate.learned.weights import encoded
from simulate.playing.learned import LEARNER, Noting
from simulate.training.chunks import Duel, Lesson, Watch, code, played, unseen, workforce
from simulate.training.fitting import Adam, Samples, fit, joined

HERE = Path(__file__).parent
DEALS = 25  # mirrored deals per chunk of a test
CHECKPOINT, CURVE, WEIGHTS = "checkpoint.npz", "curve.json", "value.weights"
KINDS = ("weights", "mean", "first", "second")  # Adam's arrays
Z95 = 1.959963984540054


@dataclass(frozen=True)
class TrainingStage:
    """Some iterations with equal settings.

    ``tables``: (ruleset, players), used in turn; options of a ruleset follow its name, as in
    "revised-2021 boards=day".
    """

    tables: tuple[tuple[str, int], ...]
    iterations: int
    games: int  # per iteration
    policy: str = "planner"  # the player
    explore: tuple[float, ...] = (0.01, 0.03, 0.06)  # chances of a random decision, used in turn
    share: float = 0.2  # of positions within turns that become samples
    epochs: int = 2
    window: int = 3  # iterations whose samples are fitted to
    rates: tuple[float, float] = (1e-3, 1e-4)  # Adam's, at the first and last step of an iteration
    halves: float = 0.0  # share of plans with samples from half turns (learned/half_turns.py)
    halves_width: int = 16  # beam width of their plans
    width: int = 4  # beam width of plans in training
    trace: float = 0.75  # lambda: see learned/notes.py
    chunk: int = 100  # games per chunk, at one table
    tests: tuple[tuple[str, int], ...] = ()  # tables of the test after an iteration; empty: all
    against: str | None = None  # the player at all seats but one, with the suite's weights

    @property
    def tested(self) -> list[tuple[str, int]]:
        """The distinct tables of the test after an iteration."""
        return list(dict.fromkeys(self.tests or self.tables))

    @property
    def cast(self) -> tuple[str, ...]:
        """The player that learns, and its opponent if that is another."""
        return (self.policy,) if self.against is None else (self.policy, self.against)

    @property
    def rival(self) -> str:
        """The opponent in tests of the network."""
        return self.against or "greedy"


@dataclass(frozen=True)
class TrainingSettings:
    """A whole training.

    ``feature_set``: the features that the network reads, 1 or 2 (learned/further.py).
    ``test_deals``: mirrored deals of the test after each iteration.
    """

    stages: tuple[TrainingStage, ...]
    feature_set: int = 1
    seed: int = 1
    batch: int = 1024
    decay: float = 1e-4
    test_seed: int = 9001
    test_deals: int = 100

    @property
    def features(self) -> int:
        """How many features the network reads."""
        return sorted(LAYOUTS)[self.feature_set - 1]

    @property
    def digest(self) -> str:
        """Digest of the settings: a checkpoint with another digest is not continued."""
        return sha256(json.dumps(asdict(self), sort_keys=True).encode()).hexdigest()[:12]

    def iterations(self) -> Iterator[tuple[int, int, TrainingStage]]:
        """(number, number within its stage, stage) of every iteration."""
        number = 0
        for stage in self.stages:
            for i in range(stage.iterations):
                yield number, i, stage
                number += 1


def default_settings() -> TrainingSettings:
    """The whole training: training.toml."""
    return settings_from(tomli.loads((HERE / "training.toml").read_text("utf-8")))


def settings_from(document: dict[str, Any]) -> TrainingSettings:
    """Settings from a document. Raises UserError if it is malformed."""
    try:
        stages = []
        for entry in document.get("stage", []):
            tables, tests = (
                tuple((str(rules), int(players)) for rules, players in named)
                for named in (entry["tables"], entry.get("tests", ()))
            )
            lists: dict[str, Any] = {
                key: tuple(value) if isinstance(value, list) else value
                for key, value in entry.items()
                if key not in ("tables", "tests")
            }
            stages.append(TrainingStage(tables=tables, tests=tests, **lists))
        rest = {k: v for k, v in document.items() if k != "stage"}
        found = TrainingSettings(tuple(stages), **rest)
        if not 1 <= found.feature_set <= len(LAYOUTS):
            raise ValueError(f"feature_set {found.feature_set}: 1 to {len(LAYOUTS)}")
        return found
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise UserError(f"settings of a training: {error}") from None


def lessons_of(
    settings: TrainingSettings, number: int, stage: TrainingStage, rulesets: Mapping[str, Ruleset]
) -> list[Lesson]:
    """The games of an iteration, in chunks that use the tables in turn."""
    seed = settings.seed * 1_000_000 + number
    found = []
    for i, first in enumerate(range(0, stage.games, stage.chunk)):
        rules, players = stage.tables[i % len(stage.tables)]
        found.append(
            Lesson(
                rulesets[rules],
                players,
                stage.cast,
                seed,
                first,
                min(stage.chunk, stage.games - first),
                width=stage.width,
                noting=Noting(
                    explore=stage.explore[(i // len(stage.tables)) % len(stage.explore)],
                    share=stage.share,
                    halves_share=stage.halves,
                    halves_width=stage.halves_width,
                    trace=stage.trace,
                ),
            )
        )
    return found


@dataclass
class State:
    """The state of a training after this many iterations."""

    adam: Adam
    done: int
    window: list[Samples]
    curve: list[dict[str, Any]]


def train(
    settings: TrainingSettings,
    out: Path,
    workers: int,
    tell: Callable[[dict[str, Any]], None],
    patches: Sequence[Path] = (),
    origin: Network | None = None,
    cluster: str | None = None,
    watch: Watch = unseen,
) -> Network:
    """Train to the end of the settings, resuming from the checkpoint in ``out``.

    ``tell`` receives each line of the curve; ``origin``: the network that a new training starts
    from (none: a random one); ``cluster``: the address of a Dask scheduler that plays, or "local";
    ``watch``: shows the games of an iteration. Raises UserError for a checkpoint of other settings
    or code, for impossible rulesets and players, and if workers are lost repeatedly.
    """
    check_players(settings)
    rulesets = rulesets_of(settings, patches)
    out.mkdir(parents=True, exist_ok=True)
    state = resumed(settings, out) or State(begin(settings, origin), 0, [], [])
    total = sum(stage.iterations for stage in settings.stages)
    with workforce(workers, cluster) as work:
        for number, _within, stage in settings.iterations():
            if number < state.done:
                continue
            lessons = lessons_of(settings, number, stage, rulesets)
            duels = duels_of(settings, stage, rulesets)
            games = sum(chunk.games for chunk in (*lessons, *duels))
            with watch(f"iteration {number + 1} of {total}", games) as watcher:
                weights = encoded(state.adam.averaged())
                samples = joined(played(work, weights, lessons, watcher))
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
                weights = encoded(state.adam.averaged())
                rows = played(work, weights, duels, watcher, before=stage.games)
            state.done = number + 1
            state.curve.append(
                {
                    "iteration": number,
                    "games": stage.games,
                    "positions": len(samples.targets),
                    "errors": [round(float(error), 5) for error in errors],
                    "tests": tests(settings, stage, rows),
                }
            )
            keep(settings, state, out)
            tell(state.curve[-1])
    return state.adam.averaged()


def begin(settings: TrainingSettings, origin: Network | None) -> Adam:
    """A new network, or one that continues from another."""
    adam = Adam.new(settings.seed, settings.features)
    if origin is not None:
        if len(origin.first_weights) > settings.features:
            raise UserError("the weights to continue from read more features than the settings say")
        origin = widened(origin, settings.features)
        adam.weights = {name: array.copy() for name, array in origin._asdict().items()}
        adam.mean = {name: array.copy() for name, array in adam.weights.items()}
    return adam


def duels_of(
    settings: TrainingSettings, stage: TrainingStage, rulesets: Mapping[str, Ruleset]
) -> list[Duel]:
    """The test after an iteration: each table of the stage in turn, on deals reserved for tests."""
    return [
        Duel(
            rulesets[rules],
            players,
            ("planner", stage.rival),
            settings.test_seed,
            first * players,
            min(DEALS, settings.test_deals - first) * players,
        )
        for rules, players in stage.tested
        for first in range(0, settings.test_deals, DEALS)
    ]


def tests(
    settings: TrainingSettings, stage: TrainingStage, found: list[np.ndarray]
) -> list[dict[str, Any]]:
    """The network's results at each table of a stage, from the rows of ``duels_of``."""
    deals, lines = settings.test_deals, []
    chunks = -(-deals // DEALS)
    for i, (rules, players) in enumerate(stage.tested if deals else ()):
        rows = np.concatenate(found[i * chunks : (i + 1) * chunks])
        mine = rows["policy"] == LEARNER
        shares = rows["win"][mine].reshape(deals, players).mean(axis=1)
        lines.append(
            {
                "rules": rules,
                "players": players,
                "against": stage.rival,
                "share": round(float(shares.mean()), 4),
                "half": round(Z95 * float(shares.std()) / deals**0.5, 4),
                "vp": round(float(rows["vp"][mine].mean()), 2),
                "rivals": round(float(rows["vp"][~mine].mean()), 2),
            }
        )
    return lines


# --- checkpoints: arrays without code ---------------------------------------------------------


def keep(settings: TrainingSettings, state: State, out: Path) -> None:
    """Save weights, curve and checkpoint, each by an atomic rename, the checkpoint last."""
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
    made = out / f"{CHECKPOINT}.new"  # written to disk directly: it would take too much memory
    try:
        with made.open("wb") as file:
            np.savez(file, **arrays)
        os.replace(made, out / CHECKPOINT)
    except OSError as error:
        made.unlink(missing_ok=True)
        raise UserError(f"{out / CHECKPOINT}: cannot write ({error.strerror})") from None


def resumed(settings: TrainingSettings, out: Path) -> State | None:
    """The training saved in a folder; None: none. Raises UserError if it is of another kind."""
    path = out / CHECKPOINT
    if not path.exists():
        return None
    try:
        if not path.is_file():
            raise ValueError("it is no regular file")
        # Uncompressed, so that an array cannot be larger than the file.
        with zipfile.ZipFile(path) as archive:
            if any(one.compress_type != zipfile.ZIP_STORED for one in archive.infolist()):
                raise ValueError("it is packed")
        with np.load(path, allow_pickle=False) as held:
            if str(held["settings"]) != settings.digest:
                raise UserError(f"{path}: a training of other settings; name another --out")
            if str(held["code"]) != code():
                raise UserError(f"{path}: a training by other code; name another --out")
            kinds = [{name: held[f"{kind}.{name}"] for name in Network._fields} for kind in KINDS]
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
    if not _sound(settings, state):
        raise UserError(f"{path}: not a checkpoint (its numbers are not of a training)")
    return state


def _sound(settings: TrainingSettings, state: State) -> bool:
    """Does everything have the types and shapes that compiled code expects?"""
    expected = shapes(settings.features)
    for kind in KINDS:
        for name, array in getattr(state.adam, kind).items():
            if array.dtype != np.float32 or array.shape != expected[name]:
                return False
    for indices, amounts, begins, targets in state.window:
        kinds = [(indices, np.uint16), (amounts, np.float32), (begins, np.int64)]
        if any(array.dtype != kind or array.ndim != 1 for array, kind in kinds):
            return False
        if targets.dtype != np.float32 or targets.shape != (len(begins) - 1, HEADS):
            return False
        if begins[0] != 0 or begins[-1] != len(indices) or (np.diff(begins) < 0).any():
            return False
        if len(amounts) != len(indices) or (indices >= settings.features).any():
            return False
    return state.adam.steps >= 0 and state.done >= 0 and isinstance(state.curve, list)


def rulesets_of(settings: TrainingSettings, patches: Sequence[Path] = ()) -> dict[str, Ruleset]:
    """The rulesets of a training, by name. Raises UserError for an impossible one."""
    stages = settings.stages
    names = dict.fromkeys(rules for s in stages for rules, _ in (*s.tables, *s.tested))
    return {name: ruleset_of(name, patches) for name in names}


def ruleset_of(name: str, patches: Sequence[Path] = ()) -> Ruleset:
    """The ruleset of a table, as in "revised-2021 boards=day". Raises UserError if none exists."""
    spec, *options = name.split()
    given = dict(option.split("=", 1) for option in options if "=" in option)
    if len(given) != len(options) or not set(given) <= {"hands", "boards", "promos"}:
        raise UserError(f"{name!r}: options of a ruleset are hands=, boards= and promos=")
    return load_ruleset(spec, patches=list(patches), **given)  # type: ignore[arg-type]


def check_players(settings: TrainingSettings) -> None:
    """Raises UserError for an unknown player, or one that compiled play cannot call."""
    for name in dict.fromkeys(name for stage in settings.stages for name in stage.cast):
        if policies.asked_by_python((name,)):
            raise UserError(f"{name}: a training is played by compiled players only")
        policies.get(name)
