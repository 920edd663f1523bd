"""Opening trees: what is missing, damaged or half-written is named in one line."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from analysis import Config, list_runs, open_tree
from analysis.base.kinds import kind
from analysis.cards.effects import require_chance
from model.errors import UserError

CONFIG = Config("revised-2021", 2, "greedy")


@pytest.fixture
def root(tmp_path, synthetic):
    synthetic.write_run(tmp_path, synthetic.World(games=200))
    return tmp_path


def shard(root, table="games"):
    return sorted((root / table).rglob("*.parquet"))[-1]


def message(root, **kwargs) -> str:
    with pytest.raises(UserError) as error, open_tree(root, **kwargs):
        pass
    text = str(error.value)
    assert "\n" not in text
    return text


def test_a_good_tree_opens(root):
    with open_tree(root) as tree:
        assert tree.configs == [CONFIG]
        assert tree.games(CONFIG) == 200
        assert tree.query("SELECT count(*) AS n FROM players")["n"][0] == 400


IN_JUPYTER = """
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType, SimpleNamespace

fake = ModuleType("IPython")
fake.__spec__ = ModuleSpec("IPython", None)
fake.get_ipython = lambda: SimpleNamespace(config={"IPKernelApp": {}})
sys.modules |= {"IPython": fake, "ipywidgets": None}  # no bar can be shown, nor be switched off

from analysis import open_tree

with open_tree(sys.argv[1]) as tree:
    print(tree.query("SELECT count(*) AS n FROM games")["n"][0])
"""


def test_a_tree_opens_in_a_notebook_without_widgets(root):
    done = subprocess.run(
        [sys.executable, "-c", IN_JUPYTER, str(root)], capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("200\n", "")


ROWS_FIRST = """
import sys

import pandas as pd

from analysis import open_tree

with open_tree(sys.argv[1]) as tree:
    rows = "known", lambda _: pd.DataFrame({"card": [1, 2]})
    print(*tree.each(lambda reader: len(reader.query("SELECT * FROM known")), extra=rows))
"""


def test_rows_can_be_given_before_anything_is_asked(root, tmp_path):
    """In a program of its own: where Python seems to be typed into, DuckDB begins otherwise."""
    script = tmp_path / "rows_first.py"
    script.write_text(ROWS_FIRST, "utf-8")
    done = subprocess.run([sys.executable, script, str(root)], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("2\n", "")


@pytest.mark.parametrize(
    "rules", ["original-2015+kitchen-hand-cost", "revised-2021 (boards=day, patch x)"]
)
def test_labels_and_policies_with_special_characters(tmp_path, synthetic, rules):
    synthetic.write_run(tmp_path, synthetic.World(games=50), rules=rules, policy="greedy,random")
    with open_tree(tmp_path, [Config(rules, 2, "greedy,random")]) as tree:
        found = tree.query("SELECT DISTINCT rules, policies FROM games").iloc[0].tolist()
    assert found == [rules, "greedy,random"]


NEIGHBOURS = {
    "br[a]c": "brac", "st*r": "star", "q?": "qq", "[!a]": "b", "**": "brac", "a'b": "b",
    "seed=7": "b", "rules=x/players=4/policies=y": "b", "vp=0": "b", "a\\b": "b", "{a,b}": "a",
}  # fmt: skip
"""Names of folders that may be taken for something else, and what they may be taken for."""


@pytest.mark.parametrize("name", NEIGHBOURS)
def test_the_files_that_were_checked_are_the_files_that_are_read(tmp_path, synthetic, name):
    synthetic.write_run(tmp_path / name, synthetic.World(games=50, base=100.0))
    synthetic.write_run(tmp_path / NEIGHBOURS[name], synthetic.World(games=50, base=300.0))
    with open_tree(tmp_path / name, [CONFIG]) as tree:
        told = "SELECT seed, rules, players, policies, avg(vp) AS vp FROM players GROUP BY ALL"
        one = tree.query(told).iloc[0]
        for part in tree.answers(told):
            assert part.iloc[0].equals(one)
    assert one[["seed", "rules", "players", "policies"]].tolist() == [1, *CONFIG.params().values()]
    assert abs(one["vp"] - 100) < 20


@pytest.mark.parametrize("name", ["it's", "t[m]p", "*"])
def test_names_of_the_temporary_folder(root, tmp_path, monkeypatch, name):
    (tmp_path / name).mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / name))
    with open_tree(root) as tree:
        assert tree.query("SELECT count(*) AS n FROM players")["n"][0] == 400
    assert not list((tmp_path / name).iterdir())


def test_a_temporary_folder_that_would_be_taken_for_a_column_is_refused(
    root, tmp_path, monkeypatch
):
    (tmp_path / "seed=3").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "seed=3"))
    assert "seed=3" in message(root)


def test_missing_folder(tmp_path):
    assert "no such folder" in message(tmp_path / "nowhere")


def test_folder_without_runs(tmp_path):
    assert "no finished run" in message(tmp_path)


def test_damaged_manifest(root):
    path = next((root / "runs").glob("*.json"))
    path.write_text("{")
    assert path.name in message(root)
    path.write_text("[]")
    assert "no JSON object" in message(root)


def test_a_manifest_of_an_older_format_is_named(root):
    path = next((root / "runs").glob("*.json"))
    raw = json.loads(path.read_text())
    path.write_text(json.dumps({**raw, "schema": 3}))
    assert "format" in message(root)


def test_an_edited_manifest_is_not_believed(root):
    path = next((root / "runs").glob("*.json"))
    path.write_text(path.read_text().replace('"games": 200', '"games": 100'))
    assert "checksum" in message(root)


@pytest.mark.parametrize("table", ["games", "players", "cards"])
def test_damaged_shard(root, table):
    path = shard(root, table)
    path.write_bytes(path.read_bytes()[:100])
    text = message(root)
    assert str(path) in text
    assert "damaged" in text


@pytest.mark.parametrize("table", ["games", "players", "cards"])
def test_one_flipped_byte(root, table):
    path = shard(root, table)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    text = message(root)
    assert str(path) in text
    assert "SHA-256" in text
    with open_tree(root, in_full=False) as tree:  # who trusts the folder pays for lengths only
        assert tree.games(CONFIG) == 200


def test_lost_shard(root):
    path = shard(root)
    path.unlink()
    text = message(root)
    assert f"{path}: damaged shard: is missing" in text
    assert "gah simulate" in text


def test_unrecorded_shard(root):
    sorted((root / "runs").rglob("shard-*.json"))[0].unlink()
    text = message(root)
    assert "1 of 2 shards are not recorded" in text
    assert "half-written" in text


def test_a_longer_run_that_was_stopped_still_has_its_first_games(root):
    sorted((root / "runs").rglob("shard-*.json"))[1].unlink()
    for first in (100, 60):
        with open_tree(root, first=first) as tree:
            assert tree.games(CONFIG) == first
            assert int(tree.query("SELECT count(*) AS n FROM games")["n"][0]) == first
        with open_tree(root, first={CONFIG: first}) as tree:
            assert tree.games(CONFIG) == first
    for more in (101, {CONFIG: 101}):
        with pytest.raises(UserError, match="half-written"):
            open_tree(root, first=more)


def test_a_record_of_another_shard(root):
    first, second = sorted((root / "runs").rglob("shard-*.json"))
    first.write_bytes(second.read_bytes())
    assert "the record of another shard" in message(root)


def test_a_damaged_record(root):
    path = sorted((root / "runs").rglob("shard-*.json"))[0]
    path.write_text(path.read_text().replace('"games": 100', '"games": 101'))
    assert "damaged record" in message(root)


def test_lost_table(root):
    for path in (root / "cards").rglob("*.parquet"):
        path.unlink()
    assert "is missing" in message(root)


def test_unfinished_shards_are_not_read(root):
    """A shard is renamed when it is whole; what is still being written has another name."""
    path = shard(root)
    path.with_name("shard-00000200.parquet.tmp").write_bytes(b"PAR1")
    with open_tree(root) as tree:
        assert tree.query("SELECT count(*) AS n FROM games")["n"][0] == 200


def test_missing_column(root, synthetic):
    import pyarrow.parquet as pq

    path = sorted((root / "players").rglob("*.parquet"))[0]
    table = pq.ParquetFile(path).read()
    pq.write_table(table.drop_columns(["win"]), path)
    raw = json.loads(next((root / "runs").glob("*.json")).read_text())
    synthetic.record_shard(root, raw, 0, 0, 100)
    assert "no column win" in message(root)


def test_missing_configuration_names_the_command(root):
    text = message(root, configs=[Config("revised-2021", 4, "greedy")])
    assert "--players 4" in text


def test_unknown_seed(root):
    assert "seed 9" in message(root, seed=9)


def test_one_label_two_rulesets(root, synthetic):
    synthetic.write_run(root, synthetic.World(games=100), seed=2, ruleset=1)
    assert "revised-2021 is" in message(root)


@pytest.mark.parametrize(
    "other", [{"rules": "original-2015"}, {"seed": 2}, {"policy": "politician"}]
)
def test_games_of_two_engines_are_refused(root, synthetic, other):
    synthetic.write_run(root, synthetic.World(games=100), engine="another", **other)
    assert "of engine" in message(root)
    if "seed" in other:  # what is not asked for does not matter
        with open_tree(root, seed=1) as tree:
            assert tree.games(CONFIG) == 200


def test_runs_are_compared_by_the_play_of_the_policies_they_share(tmp_path, synthetic):
    def record(policy: str, **plays: str) -> None:
        synthetic.write_run(
            tmp_path, synthetic.World(games=100), policy=policy, engine="rules", plays=plays
        )

    record("greedy", greedy="aaaa")
    record("greedy,politician", greedy="aaaa", politician="bbbb")
    with open_tree(tmp_path) as tree:
        assert len(tree.configs) == 2
    record("politician", politician="cccc")
    assert "of policy politician cccc" in message(tmp_path)
    with open_tree(tmp_path, [CONFIG, Config("revised-2021", 2, "politician")]) as tree:
        assert len(tree.configs) == 2  # they share no policy


def test_a_learned_player_brings_its_own_code(root, synthetic):
    synthetic.write_run(root, synthetic.World(games=100), policy="planner", engine="learned")
    with open_tree(root) as tree:
        assert len(tree.configs) == 2


def test_dealt_needs_random_hands(root, synthetic):
    raw = json.loads(next((root / "runs").glob("*.json")).read_text())
    del raw["checksum"]
    synthetic.write_manifest(root, {**raw, "options": {"hands": "draft"}})
    assert list_runs(root)
    with open_tree(root) as tree, pytest.raises(UserError, match="random starting hands"):
        require_chance(tree, tree.configs, kind("staff"))
