"""`gah players ladder` and `gah study luck` as typed: tiny tournaments of quick players."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest

from model import load_ruleset
from reports import cli
from reports.figures import style
from simulate.batch import run_all
from simulate.batch.tournament import Tournament
from tests.commands.recording import Gah, assert_refused, digests, query

RUNGS = ("random", "greedy", "politician")


def typed(data: Path, out: Path, *more: object, deals: int = 6) -> list[str]:
    seated = [word for name in RUNGS for word in ("--policy", name)]
    words = ["players", "ladder", *seated, "--players", "2,4", "--deals", deals]
    return [str(word) for word in (*words, "--workers", 1, "--data", data, "--out", out, *more)]


@pytest.fixture(scope="module", autouse=True)
def few_pixels():
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(style.SETTINGS, "savefig.dpi", 50)
        yield


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Data and output of a whole ladder, timed."""
    root = tmp_path_factory.mktemp("ladder")
    assert cli.run(typed(root / "data", root / "out")) == 0
    return root / "data", root / "out"


# --- what it plays and says -------------------------------------------------------------------


def test_every_pair_meets_equally_often_and_every_rung_plays_itself(played: tuple[Path, Path]):
    counts = "select players, policies, rules, count(*) from games group by all order by all"
    found = {(n, names, rules): games for n, names, rules, games in query(played[0], counts)}
    mixed = {key: games for key, games in found.items() if "," in key[1]}
    assert len(mixed) == 3 + 3  # three pairs; with 4 seats each of three rungs sits twice once
    assert all(games == 6 * n for (n, _, _), games in mixed.items())
    assert all(rules == "revised-2021" for _, _, rules in mixed)
    alone = {key: games for key, games in found.items() if "," not in key[1]}
    assert len(alone) == len(RUNGS) * 2 * 2
    assert set(alone.values()) == {6}
    assert {rules for _, _, rules in alone} == {"original-2015", "revised-2021"}


def test_each_deal_is_played_once_a_rotation(played: tuple[Path, Path]):
    rotations = """select policies, deal, policy::varchar, count(distinct seat), count(*)
        from players where players = 2 and policies like '%,%' group by all"""
    for _, _, _, seats, games in query(played[0], rotations):
        assert (seats, games) == (2, 2)


def test_the_table_shows_what_was_recorded(played: tuple[Path, Path]):
    data, out = played
    shown = pd.read_csv(out / "ladder.csv").set_index(["players", "rung"])
    assert len(shown) == 2 * len(RUNGS)
    recorded = query(
        data,
        """select players, policy::varchar, count(distinct (policies, game)), count(*), avg(win),
        avg(vp) from players where policies like '%,%' group by all""",
    )
    for players, rung, games, seats, win, vp in recorded:
        row = shown.loc[players, rung]
        assert (row["games"], row["seats"]) == (games, seats)
        assert row["win"] == pytest.approx(win, abs=1e-4)
        assert row["vp"] == pytest.approx(vp, abs=1e-2)
        assert row["low"] <= row["estimate"] <= row["high"]
    assert (shown.xs("greedy", level="rung")["estimate"] == 0).all()
    assert (shown.xs("random", level="rung")["high"] < -200).all()


def test_pairings_count_who_finished_before_whom(played: tuple[Path, Path]):
    data, out = played
    shown = pd.read_csv(out / "pairings.csv")
    recorded = query(
        data,
        """select players, a.policy::varchar, b.policy::varchar, count(*),
        avg(case when a.rank < b.rank then 1 when a.rank = b.rank then 0.5 else 0 end)
        from players a join players b using (rules, players, policies, seed, game)
        where a.policy::varchar < b.policy::varchar group by all order by all""",
    )
    assert [tuple(row) for row in shown[["players", "a", "b", "met"]].itertuples(index=False)] == [
        row[:4] for row in recorded
    ]
    assert shown["share"].tolist() == pytest.approx([row[4] for row in recorded], abs=1e-5)


def test_winning_scores_are_those_of_self_play(played: tuple[Path, Path]):
    data, out = played
    shown = pd.read_csv(out / "winning.csv").set_index(["rules", "players", "rung"])
    recorded = query(
        data,
        """select rules, players, policies, avg(best), avg(decisions) from
        (select rules, players, policies, seed, game, max(vp) as best from players group by all)
        join games using (rules, players, policies, seed, game)
        where policies not like '%,%' group by all""",
    )
    assert len(recorded) == len(shown)
    for rules, players, rung, best, decisions in recorded:
        row = shown.loc[rules, players, rung]
        assert row["winner"] == pytest.approx(best, abs=1e-3)
        assert row["decisions"] == pytest.approx(decisions, abs=1e-2)


def test_time_is_measured_apart_from_the_data(played: tuple[Path, Path]):
    data, out = played
    timing = pd.read_csv(out / "timing.csv")
    assert len(timing) == 2 * len(RUNGS)
    assert (timing["game_ms"] > timing["decision_ms"]).all()
    assert (timing["decision_ms"] > 0).all()
    slow = timing.set_index(["rung", "players"])["game_ms"]
    assert slow["greedy", 2] > slow["random", 2]
    assert not [column for (column, *_) in query(data, "describe games") if "ms" in column]


def test_files_are_complete(played: tuple[Path, Path]):
    names = {path.name for path in played[1].iterdir()}
    figure = {"ladder.svg", "ladder.png", "ladder.csv"}
    assert names == figure | {
        "ladder.json",
        "pairings.csv",
        "fits.csv",
        "winning.csv",
        "timing.csv",
    }
    record = json.loads((played[1] / "ladder.json").read_text("utf-8"))
    assert record["anchor"] == "greedy"
    assert record["command"].startswith(
        "gah players ladder --rules revised-2021 --policy random --policy greedy "
    )
    assert len(record["ratings"]) == 2 * len(RUNGS)


@pytest.mark.guard
@pytest.mark.long
def test_the_command_that_it_names_does_the_same_among_more_games(
    played: tuple[Path, Path], tmp_path: Path, gah: Gah
):
    data, out = tmp_path / "data", tmp_path / "out"
    shutil.copytree(played[0], data)
    assert gah(*typed(data, tmp_path / "more", "--no-timing", deals=9))[0] == 0
    record = json.loads((played[1] / "ladder.json").read_text("utf-8"))
    command = record["command"].split()[1:]
    status, text, err = gah(*command, "--no-timing", "--data", data, "--out", out)
    assert (status, err) == (0, "")
    for name in ("ladder.csv", "pairings.csv", "winning.csv"):
        assert (out / name).read_bytes() == (played[1] / name).read_bytes()
    assert not (out / "timing.csv").exists()
    assert "rated highest" in " ".join(text.split())
    assert "95% interval" in text


# --- interruptions ----------------------------------------------------------------------------


class Impatient:
    """A watcher that presses Ctrl-C after so many games."""

    def __init__(self, games: int) -> None:
        self.games = games

    def update(self, recorded: int, played: int) -> None:
        if played > self.games:
            raise KeyboardInterrupt

    def note(self, text: str) -> None: ...


@pytest.mark.guard
@pytest.mark.long
def test_a_ladder_that_was_stopped_continues_to_the_same_bytes(
    played: tuple[Path, Path], tmp_path: Path
):
    data, out = tmp_path / "data", tmp_path / "out"
    editions = tuple(load_ruleset(spec) for spec in ("original-2015", "revised-2021"))
    plan = Tournament(editions[1], RUNGS, (2, 4), 6, 20, 1, editions)
    with pytest.raises(KeyboardInterrupt):
        run_all(plan.runs(data), 1, Impatient(games=60))
    done = set(digests(data))
    assert 0 < len(done) < len(digests(played[0]))
    kept = {path: path.stat().st_mtime_ns for path in data.rglob("shard-*.parquet")}
    words = typed(data, out, "--no-timing")
    words[words.index("--workers") + 1] = "2"  # another number of workers changes nothing
    assert cli.run(words) == 0
    assert digests(data) == digests(played[0])
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert (out / "ladder.csv").read_bytes() == (played[1] / "ladder.csv").read_bytes()


# --- skill and luck ---------------------------------------------------------------------------


def test_luck_splits_the_variance_of_every_outcome(tmp_path: Path, gah: Gah):
    words = ("study", "luck", "--players", "2,3", "--deals", 8, "--policy", "greedy,random",
             "--workers", 1)  # fmt: skip
    status, text, err = gah(*words, "--data", tmp_path / "data", "--out", tmp_path / "out")
    assert (status, err) == (0, "")
    said = " ".join(text.split())
    assert "Sources of winning at a table of 2: between greedy and random, " in said
    assert "two games of three" in said
    found = pd.read_csv(tmp_path / "out" / "luck.csv")
    groups = found[found["kind"] == "group"]
    shares = groups.groupby(["players", "outcome"])["estimate"].sum()
    assert shares.to_numpy() == pytest.approx(1, abs=1e-5)
    assert len(shares) == 2 * 3
    who = groups.set_index(["players", "outcome", "source"])["estimate"]
    assert who[2, "vp", "player"] > 0.5  # greedy against random is skill
    played = "select players, count(*), count(distinct deal) from games group by all order by 1"
    assert query(tmp_path / "data", played) == [(2, 8 * 2 * 2, 8), (3, 8 * 3 * 2, 8)]


# --- mistakes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("players", "ladder", "--policy", "greedy"), "two policies or more"),
        (("players", "ladder", "--policy", "greedy", "--policy", "nobody"), "'nobody' is unknown"),
        (("players", "ladder", "--policy", "greedy,random"), "mixed tables are not possible here"),
        (("players", "ladder", "--players", "2,5"), "give 2, 3, 4"),
        (("players", "ladder", "--players", "two"), "give 2, 3, 4"),
        (("players", "ladder", "--deals", "0"), "at least 2"),
        (("players", "ladder", "--rules", "nonsense"), "nonsense"),
        (("study", "luck", "--policy", "greedy,nobody"), "'nobody' is unknown"),
        (("study", "luck", "--policy", "greedy,random,politician"), "do not fit a table of 2"),
        (("study", "luck", "--dice", "1"), "at least 2"),
    ],
)
def test_mistakes_are_named_in_one_line(
    words: tuple[str, ...], reason: str, tmp_path: Path, gah: Callable[..., tuple[int, str, str]]
):
    result = gah(*words, "--data", tmp_path / "data", "--out", tmp_path / "out")
    assert_refused(result, reason)
    assert not (tmp_path / "data").exists()
