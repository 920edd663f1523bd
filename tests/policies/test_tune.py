"""`gah tune`: mirrored games, a search that continues where it stopped, and what it writes."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from model import UserError, load_ruleset
from reports import cli
from simulate.data import checksummed
from simulate.data.checksummed import fingerprint
from simulate.policies.weights import FOLDER, declared, read
from simulate.tune.document import verdict, with_origin, with_values
from simulate.tune.matches import Arena, Result, objective
from simulate.tune.search import checkpoint_path, code_digest, search, validate
from simulate.tune.tuning import Tuning, features_of, players_of, within

ALARM = 1e-6


def tuning(**changes: object) -> Tuning:
    """A small search over two weights of the hand-set player."""
    small = Tuning(
        load_ruleset("revised-2021"),
        "handset",
        (2,),
        ("guest_missing", "hire_price"),
        "mix",
        generations=4,
        games=24,
        population=6,
        step=0.3,
        seed=1,
        test_seed=2,
        test_games=400,
        into="players.2",
    )
    return replace(small, **changes)  # type: ignore[arg-type]


class Rows(list[dict[str, float]]):
    """A watcher that keeps what it is told."""

    def generation(self, row: dict[str, float]) -> None:
        self.append(row)


# --- games ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_weights_share_every_deal_equally(players: int):
    weights = declared("greedy", players)
    result = Arena(load_ruleset("revised-2021"), players, 3).duel(weights, weights, 0, 8)
    # The same game is played from every seat, so that each seat's result is met once.
    assert np.allclose(result.share, 1 / players)
    assert np.allclose(result.vp, result.rival_vp)
    assert result.advantage() == pytest.approx(50)
    assert result.games == 8 * players


def test_a_range_of_deals_is_played_as_part_of_a_longer_one():
    arena = Arena(load_ruleset("revised-2021"), 2, 3)
    one, two = declared("greedy", 2), declared("handset", 2)
    whole = arena.duel(one, two, 0, 6)
    parts = [arena.duel(one, two, 0, 2), arena.duel(one, two, 2, 4)]
    assert np.array_equal(whole.vp, np.concatenate([part.vp for part in parts]))
    assert np.array_equal(whole.share, np.concatenate([part.share for part in parts]))
    other = Arena(load_ruleset("revised-2021"), 2, 4).duel(one, two, 0, 6)
    assert not np.array_equal(whole.vp, other.vp)


def test_objectives_and_interval_on_a_table_made_by_hand():
    result = Result(4, np.array([0.25, 0.75]), np.array([80.0, 100.0]), np.array([70.0, 70.0]))
    assert result.advantage() == 100  # half of the wins where a quarter would be equal
    assert objective("win", {4: result}) == 100
    assert objective("vp", {4: result}) == 90
    assert objective("mix", {4: result}) == 190
    other = Result(2, np.array([0.5, 0.5]), np.array([60.0, 60.0]), np.array([60.0, 60.0]))
    assert objective("mix", {2: other, 4: result}) == (110 + 190) / 2
    share, low, high = result.interval()
    assert (share, low, high) == (
        0.5,
        0.5 - 1.959963984540054 * 0.25,
        0.5 + 1.959963984540054 * 0.25,
    )


# --- search -----------------------------------------------------------------------------------


def test_an_interrupted_search_finds_what_an_uninterrupted_one_finds(tmp_path: Path):
    rows, parts = Rows(), Rows()
    whole = search(tuning(), tmp_path / "whole.toml", 1, rows)
    search(tuning(generations=2), tmp_path / "parts.toml", 1, parts)
    again = search(tuning(), tmp_path / "parts.toml", 1, parts)
    assert again == whole
    assert parts == rows
    logs = [(tmp_path / f"{name}.csv").read_text() for name in ("whole", "parts")]
    assert logs[0] == logs[1]
    assert logs[0].splitlines()[0] == "generation,games,best,mean,worst,step"
    assert len(logs[0].splitlines()) == 5


@pytest.mark.long
def test_workers_change_nothing(tmp_path: Path):
    one = search(tuning(generations=2), tmp_path / "one.toml", 1, Rows())
    assert search(tuning(generations=2), tmp_path / "two.toml", 2, Rows()) == one


def test_the_search_finds_better_weights(tmp_path: Path):
    small = tuning(games=80)
    values = search(small, tmp_path / "found.toml", 1, Rows())
    share, low, _ = validate(small, values, 1)[2].interval()
    assert share > 0.5
    assert low > 0.5


@pytest.mark.parametrize(
    "changes", [{"seed": 5}, {"games": 40}, {"features": ("turn",)}, {"objective": "win"}]
)
def test_another_search_does_not_continue_a_checkpoint(tmp_path: Path, changes: dict[str, object]):
    out = tmp_path / "found.toml"
    search(tuning(generations=1), out, 1, Rows())
    with pytest.raises(UserError, match=r"found\.checkpoint: belongs to a search with other"):
        search(tuning(**changes), out, 1, Rows())


def test_a_damaged_checkpoint_is_named(tmp_path: Path):
    out = tmp_path / "found.toml"
    search(tuning(generations=1), out, 1, Rows())
    path = checkpoint_path(out)
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(UserError, match="damaged; delete it"):
        search(tuning(), out, 1, Rows())


def test_a_checkpoint_runs_nothing(tmp_path: Path):
    class Evil:
        def __reduce__(self) -> tuple[object, ...]:
            return (Path.touch, (tmp_path / "was-run",))

    out = tmp_path / "found.toml"
    checkpoint_path(out).write_bytes(pickle.dumps(Evil()))
    with pytest.raises(UserError, match="damaged; delete it"):
        search(tuning(), out, 1, Rows())
    assert not (tmp_path / "was-run").exists()


@pytest.mark.parametrize("found", [[[1.0]], [["1"] * 6], [None], {}, [[1e999] * 6], 5])
def test_a_checkpoint_with_wrong_values_is_named(tmp_path: Path, found: object):
    out = tmp_path / "found.toml"
    kept = {"search": fingerprint(tuning().key()), "code": code_digest(), "found": found}
    checkpoint_path(out).write_bytes(checksummed.dumps(kept))
    with pytest.raises(UserError, match="damaged; delete it"):
        search(tuning(), out, 1, Rows())


# --- options ----------------------------------------------------------------------------------


def test_features_are_those_that_the_games_read():
    base = features_of(None, load_ruleset("revised-2021"))
    dancing = features_of(None, load_ruleset("revised-2021+ballrooms"))
    assert "turn" in base
    assert not {"ballroom", "room_blue", "emperor_vp"} & set(base)
    assert set(dancing) > set(base) | {"ballroom"}
    assert features_of("turn, housing,turn", load_ruleset("revised-2021")) == ("turn", "housing")


def test_what_is_tried_stays_within_the_ranges_of_features():
    three = tuning(features=("late_chance", "serve_share", "rank_open"))
    tried = three.candidate([-3.0, 1.5, -1.0], 2)
    assert (tried["late_chance"], tried["serve_share"], tried["rank_open"]) == (-3.0, 1.0, 0.05)
    assert within("serve_share", 0.25) == 0.25


def test_a_search_begins_with_the_present_weights_of_its_table():
    assert tuning().start() == [declared("handset", 2)[name] for name in tuning().features]
    assert tuning().candidate([0.5, 0.7], 2)["hire_price"] == 0.7
    assert tuning().candidate([0.5, 0.7], 2)["turn"] == declared("handset", 2)["turn"]
    assert players_of("2, 4") == (2, 4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "5"), "--players 5: numbers from 2 to 4"),
        (("--style", "clever"), "--style clever: is unknown; there are: blue"),
        (("--features", "trun"), "--features trun: there is no such feature"),
        (("--objective", "fun"), "--objective fun: one of win, vp, mix"),
        (("--test-seed", "1"), "--test-seed 1: must differ from --seed"),
        (("--generations", "0"), "--generations 0: at least 1"),
        (("--games", "8"), "--games 8: at least 9"),
        (("--population", "2"), "--population 2: at least 4"),
        (("--step", "0"), "--step 0.0: more than 0"),
        (("--into", "players.7"), "--into players.7: value, players.N or with.MODULE"),
        (("--workers", "0"), "--workers 0: at least 1"),
        (("--rules", "revised-2022"), "revised-2022"),
    ],
)
def test_bad_options_are_answered_in_one_line(
    words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    assert cli.run(["tune", *words, "--out", str(tmp_path / "x.toml")]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert said in err
    assert not list(tmp_path.iterdir())


# --- what is written --------------------------------------------------------------------------

FILE = """# A style.

turn = 4.0 # early
[housing]
value = 8.0
players.2 = 9.0
meaning = "moving in"
"""


def values(tmp_path: Path, text: str) -> dict[str, dict[str, object]]:
    path = tmp_path / "style.toml"
    path.write_text(text)
    return read(path)


def test_values_for_all_tables_replace_those_of_single_ones(tmp_path: Path):
    found = values(tmp_path, with_values(FILE, {"turn": 5, "housing": 7.5, "queue": 0.25}, "value"))
    assert found == {
        "queue": {"value": 0.25},
        "turn": {"value": 5},
        "housing": {"value": 7.5, "meaning": "moving in"},
    }


@pytest.mark.parametrize("into", ["players.2", "players.3", "with.ballrooms"])
def test_values_for_one_table_leave_the_others(tmp_path: Path, into: str):
    found = values(tmp_path, with_values(FILE, {"turn": 5, "housing": 7.5}, into))
    kind, which = into.split(".")
    assert found["turn"] == {"value": 4.0, kind: {which: 5}}
    assert found["housing"]["value"] == 8.0
    assert found["housing"][kind][which] == 7.5  # type: ignore[index]
    if into != "players.2":
        assert found["housing"]["players"]["2"] == 9.0  # type: ignore[index]


def test_the_origin_stands_at_the_head(tmp_path: Path):
    text = with_origin(FILE, ["Found by: gah tune", "Tested"])
    assert text.startswith("# A style.\n#\n# Found by: gah tune\n# Tested\n\nturn")
    assert values(tmp_path, text) == values(tmp_path, FILE)


def test_the_verdict_gives_interval_and_games():
    result = Result(2, np.array([1.0, 0.5, 0.5, 1.0]), np.full(4, 90.0), np.full(4, 80.5))
    assert verdict({2: result}, 7)[1] == (
        "2 players, 8 games: wins 75.0% (95% interval 46.7% to 100.0%; equal: 50%), "
        "90.0 VP against 80.5"
    )


def test_the_command_writes_a_style_with_its_origin(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    out = tmp_path / "new" / "found.toml"
    words = ["--players", "2", "--features", "turn,housing", "--generations", "1", "--games", "20"]
    words += ["--population", "4", "--test-games", "40", "--workers", "1", "--out", str(out)]
    assert cli.run(["tune", *words]) == 0
    assert "wins" in capsys.readouterr().out
    found, before = read(out), read(FOLDER / "greedy.toml")
    changed = {name for name in before if found[name] != before[name]}
    assert changed == {"turn", "housing"}
    assert found["turn"]["value"] == before["turn"]["value"]
    head = out.read_text().split("\n[", 1)[0]
    assert "# Found by: gah tune --style greedy --players 2 --rules revised-2021" in head
    assert "--seed 1 --test-seed 2" in head.replace("\n# ", " ")
    assert "wins" in head
