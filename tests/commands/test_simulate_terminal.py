"""What `gah simulate` shows at the terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from scipy import stats

from simulate import policies
from tests.commands.recording import Gah, metadata, options, query, shards

# --- at the terminal --------------------------------------------------------------------------


def test_quiet_prints_nothing(tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path, games=30)) == (0, "", "")


def test_the_table_at_the_end_is_what_was_recorded(typed: tuple[Path, str, str]):
    tree, text, err = typed
    assert err == ""
    assert "revised-2021, 2 players, 300 games" in text
    assert str(tree) in text
    rows = query(
        tree,
        """select policy, sum(win), avg(vp), stddev_samp(vp) from players
        where rules = 'revised-2021' group by policy order by policy""",
    )
    assert [row[0] for row in rows] == ["greedy", "random"]
    for name, wins, mean, spread in rows:
        (line,) = [line for line in text.splitlines() if re.match(rf"\W*{name}\b.*%.* to ", line)]
        found = [float(number) for number in re.findall(r"-?\d+\.\d", line.replace("−", "-"))]
        assert found[0] == pytest.approx(100 * wins / 300, abs=0.051)
        half = 1.96 * spread / 300**0.5  # of the mean VP; each game has its own deal
        expected = (mean, mean - half, mean + half, spread)
        assert found[3:] == [pytest.approx(number, abs=0.051) for number in expected]
        if wins == int(wins):
            interval = stats.binomtest(int(wins), 300).proportion_ci(0.95, "wilson")
            assert found[1:3] == [pytest.approx(100 * end, abs=0.051) for end in interval]
        assert found[1] <= found[0] <= found[2]
    assert "95% interval, %" in text  # the unit of both ends stands in the heading
    assert "95% interval, VP" in text


def test_the_intervals_of_games_that_share_a_deal_count_deals(tmp_path: Path, gah: Gah):
    shown = {}
    for same in (1, 5):
        out = tmp_path / str(same)
        words = options(out, "--same-deal", same, games=300, policy="greedy")
        words.remove("--quiet")
        status, text, _ = gah(*words)
        assert status == 0
        (line,) = [line for line in text.splitlines() if re.match(r"\W*1\b.*%.* to ", line)]
        shown[same] = [float(number) for number in re.findall(r"-?\d+\.\d", line)]
        (deals,) = query(
            out,
            """select avg(m), stddev_samp(m) / sqrt(count(*)), stddev_samp(w) / sqrt(count(*)) from
            (select avg(vp) as m, avg(win) as w from players where seat = 0 group by deal)""",
        )
        mean, se, se_of_wins = deals
        expected = [mean, mean - 1.96 * se, mean + 1.96 * se]
        assert shown[same][3:6] == [pytest.approx(one, abs=0.051) for one in expected]
        assert shown[same][2] - shown[same][1] == pytest.approx(2 * 196 * se_of_wins, rel=0.06)


def test_a_table_of_equals_is_shown_by_seat(tmp_path: Path, gah: Gah):
    words = options(tmp_path, "--players", 3, games=90)
    words.remove("--quiet")
    status, text, _ = gah(*words)
    assert status == 0
    rows = query(tmp_path, "select seat, sum(win), avg(vp) from players group by seat order by 1")
    for seat, wins, mean in rows:
        (line,) = [
            line for line in text.splitlines() if re.match(rf"\W*{seat + 1}\b.*%.* to ", line)
        ]
        found = [float(number) for number in re.findall(r"-?\d+\.\d", line.replace("−", "-"))]
        assert found[0] == pytest.approx(100 * wins / 90, abs=0.051)
        assert found[3] == pytest.approx(mean, abs=0.051)


def test_the_table_covers_the_games_asked_for_and_those_before(tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path, games=100))[0] == 0
    words = options(tmp_path, games=200)
    words.remove("--quiet")
    _, text, _ = gah(*words)
    assert "200 games" in text
    (wins,) = query(tmp_path, "select sum(win) from players where seat = 0")[0]
    assert f"{wins / 200:.1%}" in text


@pytest.mark.parametrize(
    "name", ["it's here", "runs [1]", "what?", "all*", "a=b", "ö ü", "{x}", "%41"]
)
def test_folders_of_any_name(tmp_path: Path, gah: Gah, name: str):
    out = tmp_path / name
    words = options(out, games=20)
    words.remove("--quiet")
    status, text, err = gah(*words)
    assert (status, err) == (0, "")
    assert "20 games" in text
    assert "mean" in text
    assert len(shards(out)) == 1


def test_output_into_a_pipe_has_no_colours(typed: tuple[Path, str, str]):
    assert "\x1b" not in typed[1]


def test_defaults_are_the_ones_that_help_names(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert gah("simulate", "--games", 3, "--quiet")[0] == 0
    (shard,) = shards(tmp_path / "data")
    said = metadata(shard)
    assert (said["rules"], said["players"], said["seed"]) == ("revised-2021", 4, 1)
    assert said["policies"] == ["greedy"] * 4
    assert set(said["policies"]) <= set(policies.names())


def test_the_table_of_a_folder_whose_name_looks_like_a_url(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    words = ("--players", 2, "--policy", "random", "--games", 3, "--workers", 1)
    status, out, err = gah("simulate", *words, "--out", "run:1")
    assert (status, err) == (0, "")
    assert "recorded in run:1" in " ".join(out.split())


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_least_and_the_greatest_seed(tmp_path: Path, gah: Gah, seed: int):
    assert gah(*options(tmp_path, "--seed", seed, games=5))[0] == 0
    assert query(tmp_path, "select distinct seed from games") == [(seed,)]
    assert metadata(shards(tmp_path)[0])["seed"] == seed
