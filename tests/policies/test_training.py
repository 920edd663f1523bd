"""How the learned players are trained: to the same weights by whoever plays, and against whom."""

from __future__ import annotations

import os
import pickle
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from model import UserError, load_ruleset
from model.reading import load_toml
from simulate import Game
from simulate.batch.many import RunsWatcher
from simulate.batch.runner import Run
from simulate.learned import features, network, notes, weights
from simulate.playing.learned import LearnedTable, Noting
from simulate.playing.player import Player
from simulate.playing.rows import blank_rows
from simulate.training import chunks, training
from tests.policies.positions import program

RULES = load_ruleset("revised-2021")
SHIPPED = weights.SHIPPED.read_bytes()
TINY = {
    "seed": 3,
    "batch": 64,
    "test_deals": 1,
    "stage": [
        {"tables": [["revised-2021", 2]], "policy": "greedy", "iterations": 1, "games": 6},
        {"tables": [["revised-2021", 2]], "iterations": 2, "games": 4, "width": 2},
    ],
}


def tiny(**changes: object) -> training.TrainingSettings:
    stages = [dict(stage) for stage in TINY["stage"]]  # type: ignore[attr-defined]
    return training.settings_from({**TINY, "stage": stages, **changes})


def test_what_was_to_come_is_a_mean_of_later_judgements_and_the_result():
    """Seat 0 ends two turns and is about to decide at random between them; seat 1 ends one."""
    game = Game(program(1), 2, 3, 0)
    while not game.over:
        game.apply(game.legal()[0])
    vp = [float(one) for one in game.scores()]
    best = [float(player.rank == 1) for player in game.state.players[:2]]
    won = [one / sum(best) for one in best]
    noted = notes.new_notes(4, 1)
    noted.seats[:] = [0, 0, 1, 0]
    noted.kinds[:] = [notes.END, notes.CUT, notes.END, notes.END]
    noted.judged[:] = [[90, 80, 0.9], [70, 60, 0.7], [50, 40, 0.5], [30, 20, 0.3]]
    noted.targets[:] = [[5, 6, 0], [0, 0, 0], [3, 4, 0], [1, 2, 0]]
    noted.held[0] = 4
    notes.finish_notes(game.games[0], noted, 0, 0.75)
    unit = network.VP_UNIT
    last = [(vp[0] - 1) / unit, (vp[1] - 2) / unit, won[0]]
    np.testing.assert_allclose(noted.targets[3], last, atol=1e-5)
    np.testing.assert_allclose(noted.targets[2], [(vp[1] - 3) / unit, (vp[0] - 4) / unit, won[1]])
    np.testing.assert_allclose(noted.targets[0], [(70 - 5) / unit, (60 - 6) / unit, 0.7], atol=1e-5)
    assert len(chunks.kept(noted).targets) == 3

    noted.kinds[1] = notes.WITHIN  # which weakens no trace
    noted.targets[:] = [[5, 6, 0], [0, 0, 0], [3, 4, 0], [1, 2, 0]]
    notes.finish_notes(game.games[0], noted, 0, 0.75)
    mixed = [0.75 * vp[0] + 0.25 * 30, 0.75 * vp[1] + 0.25 * 20, 0.75 * won[0] + 0.25 * 0.3]
    expected = [(mixed[0] - 5) / unit, (mixed[1] - 6) / unit, mixed[2]]
    np.testing.assert_allclose(noted.targets[0], expected, atol=1e-5)


def test_half_turns_are_noted_with_what_the_rest_of_the_turn_comes_to(
    monkeypatch: pytest.MonkeyPatch,
):
    """A search of width 1 finds less to do in them than one of width 16."""
    kept: list[tuple[np.ndarray, ...]] = []

    def keep(noted: notes.Notes) -> None:
        n = int(noted.held[0])
        kept.append(
            (noted.kinds[:n].copy(), noted.targets[:n].copy(), noted.begins[: n + 1].copy())
        )

    monkeypatch.setattr(chunks, "kept", keep)
    for width in (1, 16):
        lesson = chunks.Lesson(
            RULES, 2, ("planner",), 5, 0, 3, width=2,
            noting=Noting(halves_share=1.0, halves_width=width, trace=0.75),
        )  # fmt: skip
        lesson.play(chunks.Worker(), SHIPPED)
    (ends, half), (ends_16, half_16) = (
        (targets[kinds != notes.HALF], targets[kinds == notes.HALF]) for kinds, targets, _ in kept
    )
    assert np.array_equal(ends, ends_16), "the games, and what was to come of them, are the same"
    assert len(half) > 100
    better = half_16[:, network.OWN].mean() - half[:, network.OWN].mean()
    assert better * network.VP_UNIT > 0.3
    assert np.abs(half_16[:, network.OWN]).max() < 20
    kinds, _, begins = kept[1]
    assert (np.diff(begins)[kinds == notes.HALF] > 50).all(), "with their features"


def test_tables_have_options_and_refuse_others():
    assert (
        training.ruleset_of("revised-2021 boards=day hands=draft").hash
        == load_ruleset("revised-2021", boards="day", hands="draft").hash
    )
    with pytest.raises(UserError, match="options of a ruleset"):
        training.ruleset_of("revised-2021 side=day")


def test_a_training_goes_on_with_further_features(tmp_path: Path):
    """It begins with what the weights say, and learns what the further features say."""
    stage = {"tables": [["revised-2021 boards=day", 2]], "iterations": 1, "games": 4, "width": 2}
    settings = tiny(feature_set=2, stage=[{**stage, "halves": 0.5, "halves_width": 2}])
    before = training.begin(settings, weights.shipped()).averaged()
    assert np.array_equal(
        before.first_weights[: features.FEATURES], weights.shipped().first_weights
    )
    assert not before.first_weights[features.FEATURES :].any()
    after = training.train(settings, tmp_path, 1, ignored, origin=weights.shipped())
    assert after.first_weights[features.FEATURES :].any()
    with pytest.raises(UserError, match="more features"):
        training.begin(tiny(), after)


def ignored(line: dict) -> None:
    """What is told of an iteration."""


class Killed(Exception):
    pass


def test_an_interrupted_training_comes_to_the_same_weights(tmp_path: Path):
    lines: list[dict] = []
    training.train(tiny(), tmp_path / "whole", 1, lines.append)
    assert [line["iteration"] for line in lines] == [0, 1, 2]

    def die(line: dict) -> None:
        raise Killed

    for _ in range(2):
        with pytest.raises(Killed):
            training.train(tiny(), tmp_path / "torn", 1, die)
    training.train(tiny(), tmp_path / "torn", 1, ignored)
    for name in (training.WEIGHTS, training.CURVE):
        assert (tmp_path / "torn" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.long
@pytest.mark.parametrize(("workers", "cluster"), [(2, None), (2, "local")])
def test_whoever_plays_the_weights_and_the_curve_are_the_same(
    tmp_path: Path, workers: int, cluster: str | None, monkeypatch: pytest.MonkeyPatch
):
    if cluster:
        pytest.importorskip("distributed")
    monkeypatch.setattr(training, "CHUNK", 2)
    monkeypatch.setattr(training, "DEALS", 1)
    settings = tiny(test_deals=3)
    training.train(settings, tmp_path / "here", 1, ignored)
    training.train(settings, tmp_path / "there", workers, ignored, cluster=cluster)
    for name in (training.WEIGHTS, training.CURVE):
        assert (tmp_path / "there" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()


class Count(RunsWatcher):
    """A watcher that keeps the games that it is shown."""

    def __init__(self) -> None:
        self.games: list[int] = []

    def update(self, recorded: int, played: int) -> None:
        self.games.append(recorded + played)


def test_an_iteration_shows_its_games_and_those_of_its_test(tmp_path: Path):
    begun: list[tuple[str, int]] = []
    watcher = Count()

    @contextmanager
    def watch(title: str, games: int) -> Iterator[Count]:
        begun.append((title, games))
        yield watcher

    training.train(tiny(test_deals=2), tmp_path, 1, ignored, watch=watch)
    assert begun == [
        ("iteration 1 of 3", 10), ("iteration 2 of 3", 8), ("iteration 3 of 3", 8),
    ]  # fmt: skip
    assert watcher.games == [6, 10, 4, 8, 4, 8]


def test_a_test_in_parts_tells_what_recorded_games_tell(monkeypatch: pytest.MonkeyPatch):
    """The reference: the same deals as `gah simulate` plays them."""
    deals = 3
    settings = tiny(test_deals=deals, test_seed=77)
    stage = settings.stages[0]
    run = Run(RULES, 2, "planner,greedy", 2 * deals, 77, Path("unused"), same_deal=2)
    rows = Player(run.job().games).play(0, 2 * deals)[1]
    mine = rows["policy"] == 0
    monkeypatch.setattr(training, "DEALS", 2)
    duels = training.duels_of(settings, stage, {"revised-2021": RULES})
    assert [(one.first, one.games) for one in duels] == [(0, 4), (4, 2)]
    found = [one.play(chunks.Worker(), SHIPPED) for one in duels]
    (line,) = training.tests(settings, stage, found)
    assert line["share"] == pytest.approx(rows["win"][mine].mean(), abs=1e-4)
    assert line["vp"] == pytest.approx(rows["vp"][mine].mean(), abs=0.01)
    assert line["rivals"] == pytest.approx(rows["vp"][~mine].mean(), abs=0.01)


# --- against a fixed opponent -----------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3])
def test_equal_weights_win_their_share_of_mirrored_deals_and_none_win_nothing(players: int):
    """Who plays by the opponent's weights, or the opponent by its own, would be seen at once."""
    duel = chunks.Duel(RULES, players, ("planner", "planner"), 5, 0, 4 * players)
    equal = duel.play(chunks.Worker(), SHIPPED)
    assert equal["win"][equal["policy"] == 0].mean() == pytest.approx(1 / players)
    blank = duel.play(chunks.Worker(), weights.encoded(network.blank()))
    mine = blank["policy"] == 0
    assert blank["win"][mine].sum() == 0
    assert blank["vp"][~mine].mean() > equal["vp"].mean() - 20
    assert set(blank["seat"][mine]) == set(range(players)), "its seat changes from game to game"


def lesson(first: int) -> chunks.Lesson:
    """One game of two against the planner."""
    cast = ("planner", "planner")
    return chunks.Lesson(RULES, 2, cast, 3, first, 1, width=2, noting=Noting(share=1.0))


def test_only_what_the_learner_sees_is_noted():
    worker = chunks.Worker()
    for first, seat in ((0, 0), (1, 1)):  # its seat in these games
        assert len(lesson(first).play(worker, SHIPPED).targets) > 20
        (table,) = worker.tables.values()
        held = int(table.notes.held[0])
        assert set(table.notes.seats[:held]) == {seat}


def test_the_opponent_does_nothing_at_random():
    """A learner that does all at random loses to a planner as it is."""
    worker, game, rows = chunks.Worker(), lesson(0), blank_rows(1, 2)
    worker.play(worker.table(game, SHIPPED), game, 1, rows, Noting(explore=1.0))
    own, rival = rows.players["vp"]
    assert own < 40
    assert rival > 90


def test_tests_are_against_the_opponent_of_the_stage(tmp_path: Path):
    stage = {**TINY["stage"][1], "iterations": 1, "against": "planner"}  # type: ignore[index]
    lines: list[dict] = []
    training.train(tiny(stage=[stage]), tmp_path, 1, lines.append, origin=weights.shipped())
    (line,) = lines[0]["tests"]
    assert line["against"] == "planner"
    assert line["rivals"] > 90


def test_players_that_cannot_be_trained_against_are_refused():
    for name, said in (("search:9", "compiled players only"), ("plannner", "unknown")):
        with pytest.raises(UserError, match=said):
            training.check_players(tiny(stage=[{**TINY["stage"][1], "against": name}]))  # type: ignore[index]


@pytest.mark.parametrize("file", ["exploit.toml", "exploit_day.toml"])
def test_the_settings_of_the_exploiter_can_be_trained_by(file: str):
    settings = training.settings_from(load_toml(training.HERE / file, 1 << 16))
    training.check_players(settings)
    training.rulesets_of(settings)
    assert {stage.against for stage in settings.stages} == {"planner"}


# --- checkpoints and settings -----------------------------------------------------------------


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path):
    training.train(tiny(stage=[TINY["stage"][0]]), tmp_path, 1, ignored)  # type: ignore[index]
    with pytest.raises(UserError, match="other settings"):
        training.resumed(tiny(), tmp_path)


def kept(folder: Path, **other: object) -> None:
    """A checkpoint as a training leaves it, with other arrays in some places."""
    settings = tiny()
    folder.mkdir(exist_ok=True)
    held = training.Samples(
        np.array([3, 5], np.uint16), np.ones(2, np.float32), np.array([0, 2], np.int64),
        np.zeros((1, 3), np.float32),
    )  # fmt: skip
    state = training.State(training.begin(settings, None), 1, [held], [])
    training.keep(settings, state, folder)
    with np.load(folder / training.CHECKPOINT) as found:
        arrays = dict(found)
    np.savez(folder / training.CHECKPOINT.removesuffix(".npz"), **{**arrays, **other})


class Runs:
    """Unpickled, it would leave a file."""

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        return open, ("was-run", "w")


HOSTILE: dict[str, object] = {
    "window.0.indices": np.array([3, 65_535], np.uint16),  # compiled code would read beyond
    "window.0.begins": np.array([0, 2**40], np.int64),
    "window.0.amounts": np.ones(1, np.float32),
    "window.0.targets": np.zeros((9, 3), np.float32),
    "weights.first_weights": np.zeros((2, 2), np.float32),
    "mean.head_bias": np.zeros(3, np.float64),
    "steps": np.array(-1),
    "done": np.array("many"),
    "curve": np.array("[" * 10_000),
    "code": np.array([Runs()], dtype=object),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_checkpoint_with_other_arrays_is_refused_and_runs_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    kept(tmp_path / "out")
    assert training.resumed(tiny(), tmp_path / "out") is not None
    kept(tmp_path / "out", **{name: HOSTILE[name]})
    with pytest.raises(UserError, match="checkpoint") as refused:
        training.resumed(tiny(), tmp_path / "out")
    assert str(refused.value).isprintable()
    assert not (tmp_path / "was-run").exists()


def packed(path: Path) -> None:
    """A file that would become a thousand times as long."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("settings.npy", bytes(1 << 26))


FILES = {
    "garbage": lambda path: path.write_bytes(b"not an archive"),
    "empty": lambda path: path.write_bytes(b""),
    "cut": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "pickle": lambda path: path.write_bytes(pickle.dumps(Runs())),
    "packed": packed,
    "folder": lambda path: (path.unlink(), path.mkdir()),
    "pipe": lambda path: (path.unlink(), os.mkfifo(path)),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_no_checkpoint_is_refused_and_runs_nothing(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    kept(tmp_path)
    FILES[kind](tmp_path / training.CHECKPOINT)
    with pytest.raises(UserError, match="not a checkpoint"):
        training.resumed(tiny(), tmp_path)
    assert not (tmp_path / "was-run").exists()


def test_settings_of_another_form_are_refused():
    with pytest.raises(UserError, match="settings"):
        training.settings_from({"stage": [{"tables": [["revised-2021", 2]], "speed": 3}]})


def test_nothing_is_noted_of_a_game_beyond_the_room(tmp_path: Path):
    one = LearnedTable(program(1), ("planner",), 2, samples=10, per_sample=features.FEATURES)
    codes_of = np.zeros(2, np.int64)
    failed = one.play(codes_of, 1, (1, False), (0, 0, 1), blank_rows(0, 2), Noting(share=1.0))
    assert failed == -1
    assert one.notes.held[0] == 10
