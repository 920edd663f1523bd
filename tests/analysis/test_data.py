"""Opening trees: what is missing, damaged or half-written is named in one line."""

from __future__ import annotations

import json

import pytest

from analysis import Config, list_runs, open_tree
from analysis.cards import require_dealt
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


@pytest.mark.parametrize(
    "rules", ["original-2015+kitchen-hand-cost", "revised-2021 (boards=day, patch x)"]
)
def test_labels_and_policies_with_special_characters(tmp_path, synthetic, rules):
    synthetic.write_run(tmp_path, synthetic.World(games=50), rules=rules, policy="greedy,random")
    with open_tree(tmp_path, [Config(rules, 2, "greedy,random")]) as tree:
        found = tree.query("SELECT DISTINCT rules, policies FROM games").iloc[0].tolist()
    assert found == [rules, "greedy,random"]


def test_missing_folder(tmp_path):
    assert "no such folder" in message(tmp_path / "nowhere")


def test_folder_without_runs(tmp_path):
    assert "no finished run" in message(tmp_path)


def test_damaged_manifest(root):
    path = next((root / "runs").glob("*.json"))
    path.write_text("{")
    assert path.name in message(root)
    path.write_text("[]")
    assert "a manifest needs" in message(root)


@pytest.mark.parametrize("table", ["games", "players", "cards"])
def test_damaged_shard(root, table):
    path = shard(root, table)
    path.write_bytes(path.read_bytes()[:100])
    text = message(root)
    assert str(path) in text
    assert "damaged" in text


def test_lost_shard(root):
    shard(root).unlink()
    text = message(root)
    assert "100 games" in text
    assert "gah simulate" in text


def test_lost_table(root):
    for path in (root / "cards").rglob("*.parquet"):
        path.unlink()
    assert "half-written" in message(root)


def test_unfinished_shards_are_not_read(root):
    """A shard is renamed when it is whole; what is still being written has another name."""
    path = shard(root)
    path.with_name("shard-00000200.parquet.tmp").write_bytes(b"PAR1")
    with open_tree(root) as tree:
        assert tree.query("SELECT count(*) AS n FROM games")["n"][0] == 200


def test_missing_column(root):
    import pyarrow.parquet as pq

    path = shard(root, "players")
    table = pq.ParquetFile(path).read()
    pq.write_table(table.drop_columns(["win"]), path)
    assert "no column win" in message(root)


def test_missing_configuration_names_the_command(root):
    text = message(root, configs=[Config("revised-2021", 4, "greedy")])
    assert "--players 4" in text


def test_unknown_seed(root):
    assert "seed 9" in message(root, seed=9)


def test_one_label_two_rulesets(root, synthetic):
    synthetic.write_run(root, synthetic.World(games=100), seed=2, ruleset=1)
    assert "revised-2021 is" in message(root)


def test_dealt_needs_random_hands(root):
    path = next((root / "runs").glob("*.json"))
    raw = json.loads(path.read_text())
    raw["options"] = {"hands": "draft"}
    path.write_text(json.dumps(raw))
    assert list_runs(root)
    with open_tree(root) as tree, pytest.raises(UserError, match="random starting hands"):
        require_dealt(tree)
