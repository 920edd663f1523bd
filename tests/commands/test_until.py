"""`gah simulate --until`: stops when an interval is short, at the same game whoever plays it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports import cli
from simulate.batch.sequence import MIN_DEALS, Sequence, half_width, tightest
from tests.commands.recording import Gah, assert_refused, digests, options, query, shards


def typed(out: Path, *more: object, games: int = 4000, until: str = "ci=1.5vp") -> list[str]:
    words = options(out, "--until", until, *more, games=games)
    return [str(word) for word in words]


def manifest(out: Path) -> dict[str, Any]:
    (path,) = (out / "runs").glob("*.json")
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("until")
    assert cli.run(typed(out)) == 0
    return out


def test_it_stops_where_the_interval_says(stopped: Path):
    assert_stops(stopped, lambda sd, deals: 1.959964 * sd / np.sqrt(deals))


def test_it_stops_later_where_the_sequence_says(tmp_path: Path):
    assert cli.run(typed(tmp_path, until="cs=1.5vp")) == 0
    assert_stops(tmp_path, lambda sd, deals: float(half_width(sd, deals)))


def assert_stops(out: Path, width: Callable[[float, int], float]) -> None:
    found = manifest(out)
    end = found["stopped"]
    assert end["reason"] == "precision reached"
    assert end["games"] == found["games"] == len(shards(out)) * 100
    assert MIN_DEALS <= end["games"] < 4000
    rows = query(out, "select game, avg(vp) from players group by 1 order by 1")
    values = np.array([vp for _, vp in rows])
    assert end["estimate"] == pytest.approx(values.mean())
    half = width(values.std(ddof=1), len(values))
    assert (end["high"] - end["low"]) / 2 == pytest.approx(half)
    assert half <= 1.5
    before = values[:-100]
    assert len(before) < MIN_DEALS or width(before.std(ddof=1), len(before)) > 1.5


@pytest.mark.guard
@pytest.mark.long
def test_it_stops_at_the_same_game_with_more_workers(stopped: Path, tmp_path: Path):
    assert cli.run(typed(tmp_path, "--workers", 2)) == 0
    assert digests(tmp_path) == digests(stopped)


def test_a_run_that_was_killed_goes_on_to_the_same_end(stopped: Path, tmp_path: Path):
    out = tmp_path / "killed"
    shutil.copytree(stopped, out)
    for path in shards(out)[2:]:
        path.unlink()
    assert cli.run(typed(out, games=5000)) == 0  # nor does the most of games matter
    assert digests(out) == digests(stopped)


def test_damage_to_a_run_that_stopped_by_itself_is_repaired(stopped: Path, tmp_path: Path):
    out = tmp_path / "damaged"
    shutil.copytree(stopped, out)
    shards(out)[1].write_bytes(b"torn")
    assert cli.run(["data", "check", str(out)]) == 1
    assert cli.run(["data", "repair", str(out)]) == 0
    assert digests(out) == digests(stopped)


def test_it_ends_with_the_most_games_and_says_so(tmp_path: Path, gah: Gah):
    words = typed(tmp_path, games=250, until="ci=0.1pp")
    words.remove("--quiet")
    status, text, _ = gah(*words)
    said = " ".join(text.split())
    assert "interval: interval" not in said
    assert status == 0
    end = manifest(tmp_path)["stopped"]
    assert (end["games"], end["reason"]) == (250, "the most games were played")
    assert "95% interval" in said
    assert "stopped for its width" not in said


def test_games_that_share_a_deal_are_one_value(tmp_path: Path, gah: Gah):
    words = options(tmp_path, "--until", "win:ci=9pp", "--same-deal", 3, games=3000,
                    policy="greedy,random")  # fmt: skip
    assert gah(*words)[0] == 0
    end = manifest(tmp_path)["stopped"]
    assert end["deals"] == end["games"] // 3
    wins = query(tmp_path, "select avg(win) * 1.0 from players where policy = 'greedy'")[0][0]
    assert end["estimate"] == pytest.approx(wins, abs=0.01)


def test_another_precision_is_another_run(stopped: Path, gah: Gah):
    assert_refused(gah(*typed(stopped, until="ci=3vp")), "another run", "until")
    assert_refused(gah(*options(stopped, games=4000)), "another run", "until")


@pytest.mark.parametrize("text", ["ci=0pp", "ci=1", "vp:ci=1pp", "speed:ci=1vp", "nonsense"])
def test_mistakes_are_named_in_one_line(text: str, tmp_path: Path, gah: Gah):
    assert_refused(gah(*typed(tmp_path / "x", until=text)), "--until")
    assert not (tmp_path / "x").exists()


# --- the method -------------------------------------------------------------------------------


def test_a_sequence_covers_under_looking_where_an_interval_does_not():
    """400 replications looked at 60 times: three standard deviations of 5% are 3.3%."""
    rng = np.random.default_rng(1)
    ever, naive = 0, 0
    for _ in range(400):
        sequence, out, fooled = Sequence(), False, False
        for _ in range(60):
            sequence.add(rng.exponential(size=100) - 1)
            if sequence.count < MIN_DEALS:
                continue
            out |= abs(sequence.mean) > sequence.half
            fooled |= abs(sequence.mean) > 1.96 * sequence.sd / np.sqrt(sequence.count)
        ever, naive = ever + out, naive + fooled
    assert ever / 400 < 0.05 + 0.033
    assert naive / 400 > 0.15


def test_an_interval_covers_where_its_width_alone_stops_the_run():
    """2,000 runs of skew values, looked at every 25, stop at some 850 deals.

    Three standard deviations of 95% are 1.5%; the sequence stops twice as late and covers more.
    """
    rng = np.random.default_rng(3)
    covered, sizes = {"plain": 0, "half": 0}, {"plain": 0, "half": 0}
    values = rng.exponential(size=(2000, 4000)) - 1
    for run in values:
        for name in covered:
            sequence = Sequence()
            for first in range(0, 4000, 25):
                sequence.add(run[first : first + 25])
                if getattr(sequence, name) <= 0.067:
                    break
            covered[name] += abs(sequence.mean) <= getattr(sequence, name)
            sizes[name] += sequence.count
    assert 0.935 < covered["plain"] / 2000 < 0.965
    assert covered["half"] >= covered["plain"]
    assert sizes["half"] > 1.8 * sizes["plain"]


def test_the_width_is_that_of_the_paper():
    """At rho = 1, t = 1000, alpha = 0.05: sqrt(2 * 1001 / 1e6 * log(sqrt(1001) / 0.05))."""
    expected = np.sqrt(2 * 1001 / 1e6 * np.log(np.sqrt(1001) / 0.05))
    assert half_width(1.0, 1000, rho=1.0) == pytest.approx(expected)
    widths = [half_width(1.0, 5000, rho=tightest(deals)) for deals in (50, 5000, 500_000)]
    assert widths[1] == min(widths)
