"""What `gah simulate` records: files, columns, rows that agree with each other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from model import load_ruleset
from reports import cli
from tests.commands.recording import (
    LABEL,
    OF_MODULES,
    ROOT,
    SCHEMAS,
    SOURCES,
    SOURCES_OF_MODULES,
    TABLES,
    Gah,
    files,
    metadata,
    options,
    query,
    shards,
)

# --- one tree, several runs -------------------------------------------------------------------


def test_the_query_of_the_readme_reads_a_folder_of_several_runs(tree: Path):
    text = (ROOT / "simulate" / "README.md").read_text("utf-8")
    (asked,) = re.findall(r"```sql\n(.*?)```", text, re.DOTALL)
    with duckdb.connect() as db:
        found = db.sql(asked.replace("'data/", f"'{tree}/")).df()
    runs = found.groupby(["rules", "policies"])["seat"].apply(sorted)
    assert len(runs) == 3
    assert set(map(len, runs)) == {2, 4}
    assert len(pd.read_parquet(tree / "players"))


def test_files_are_where_they_should_be(tree: Path):
    runs = {
        ("revised-2021", "2", "greedy,random", "1"): 3,
        ("original-2015%20%28hands%3Ddraft%2C%20boards%3Dday%29", "2", "random", "5"): 2,
        ("original-2015", "4", "greedy", "1"): 2,
    }
    expected = {
        f"{table}/rules={rules}/players={players}/policies={names}/seed={seed}/shard-{i:05d}.parquet"
        for table in TABLES
        for (rules, players, names, seed), count in runs.items()
        for i in range(count)
    }
    found = {str(path.relative_to(tree)) for path in files(tree)}
    assert {unquoted_comma(name) for name in found if not name.startswith("runs/")} == {
        unquoted_comma(name) for name in expected
    }
    described = [Path(name) for name in found if name.startswith("runs/")]
    assert len([path for path in described if path.parts[:-1] == ("runs",)]) == len(runs)
    assert len(described) == len(runs) + sum(runs.values())  # a record for each shard
    assert all(path.suffix == ".json" for path in described)


def unquoted_comma(name: str) -> str:
    return name.replace("%2C", ",")


def test_one_glob_reads_all_runs_with_their_partitions(tree: Path):
    for table, each in (("games", 1), ("players", None)):
        rows = query(
            tree,
            f"select rules, players, policies, seed, count(*) from {table} group by all order by 1",
        )
        assert rows == [
            ("original-2015", 4, "greedy", 1, 120 * (each or 4)),
            (LABEL, 2, "random", 5, 120 * (each or 2)),
            ("revised-2021", 2, "greedy,random", 1, 300 * (each or 2)),
        ]
    assert query(tree, "select count(distinct policy) from players") == [(2,)]


def test_rising_numbers_are_stored_as_differences(tree: Path):
    """Others have dictionaries, lists too."""
    for path in files(tree):
        if path.suffix != ".parquet":
            continue
        group = pq.read_metadata(path).row_group(0)
        for column in map(group.column, range(group.num_columns)):
            rising = column.path_in_schema in ("game", "deal")
            assert ("DELTA_BINARY_PACKED" in column.encodings) == rising, column.path_in_schema
            assert ("RLE_DICTIONARY" in column.encodings) == (not rising), column.path_in_schema


@pytest.mark.parametrize("table", TABLES)
def test_columns_have_their_types(tree: Path, table: str):
    text = pa.dictionary(pa.int8(), pa.string())
    for path in shards(tree, table):
        schema = pq.read_schema(path)
        assert schema.names == list(SCHEMAS[table])
        for name, kind in SCHEMAS[table].items():
            found = schema.field(name).type
            assert found == text if kind == "text" else str(found) == kind, name
        assert pq.ParquetFile(path).metadata.row_group(0).column(0).compression == "ZSTD"


def test_no_value_is_missing(tree: Path):
    for table, columns in SCHEMAS.items():
        missing = " or ".join(f"{name} is null" for name in columns if name not in OF_MODULES)
        assert query(tree, f"select count(*) from {table} where {missing}") == [(0,)]


def test_games_are_numbered_and_seats_complete(tree: Path):
    rows = query(
        tree,
        """select players, min(game), max(game), count(distinct game), count(distinct (game, seat)),
        count(*), max(seat) from players group by rules, players, policies, seed order by 1, 3""",
    )
    assert rows == [
        (2, 0, 119, 120, 240, 240, 1),
        (2, 0, 299, 300, 600, 600, 1),
        (4, 0, 119, 120, 480, 480, 3),
    ]


def test_sources_add_up_in_every_row(tree: Path):
    wrong = f"select count(*) from players where vp <> {' + '.join(SOURCES)}"
    assert query(tree, wrong) == [(0,)]
    # Every source brought something to somebody, or this would say little.
    brought = [source for source in SOURCES if source not in SOURCES_OF_MODULES]
    nonzero = ", ".join(f"count_if({source} <> 0) > 0" for source in brought)
    assert all(query(tree, f"select {nonzero} from players")[0])


def test_what_modules_bring_is_recorded(tmp_path: Path):
    rules = "revised-2021+lets-waltz"
    assert cli.run([str(word) for word in options(tmp_path, "--rules", rules, games=150)]) == 0
    for table, columns in SCHEMAS.items():
        missing = " or ".join(f"{name} is null" for name in columns)
        assert query(tmp_path, f"select count(*) from {table} where {missing}") == [(0,)]
    wrong = f"select count(*) from players where vp <> {' + '.join(SOURCES)}"
    assert query(tmp_path, wrong) == [(0,)]
    brought = [*SOURCES_OF_MODULES, "dancers_1", "dancers_2", "dancers_3", "keys", "entrance_price"]
    nonzero = ", ".join(f"count_if({name} <> 0) > 0" for name in brought)
    assert all(query(tmp_path, f"select {nonzero} from players")[0])
    ruleset = load_ruleset(rules)
    met = query(tmp_path, "select distinct unnest(celebrities) from players")
    assert {name for (name,) in met} == set(ruleset.celebrity)
    for column, keys in (
        ("entrance", ruleset.entrance),
        ("rehearsal_room", ruleset.rehearsal_room),
    ):
        assert {name for (name,) in query(tmp_path, f"select {column} from players")} == set(keys)
    halls = query(
        tmp_path, "select distinct unnest([ballroom_1, ballroom_2, ballroom_3]) from games"
    )
    assert {name for (name,) in halls} == set(ruleset.ballroom)


def test_ranks_and_wins_agree_with_points(tree: Path):
    wrong = query(
        tree,
        """with p as (select *, rank() over (partition by rules, players, policies, seed, game
            order by vp desc, tie_break desc) as place,
            count_if(rank = 1) over (partition by rules, players, policies, seed, game) as first
            from players)
        select count(*) from p where place <> rank
        or abs(win - case when rank = 1 then 1.0 / first else 0 end) > 1e-6""",
    )
    assert wrong == [(0,)]
    wrong = query(
        tree,
        """select count(*) from games join (
            select rules, players, policies, seed, game, sum(win) as wins,
            count_if(win > 0) as number, max(case when win = 1 then seat else -1 end) as alone
            from players group by all) using (rules, players, policies, seed, game)
        where abs(wins - 1) > 1e-6 or number <> winners or alone <> winner""",
    )
    assert wrong == [(0,)]


def test_hotels_agree_with_themselves(tree: Path):
    wrong = query(
        tree,
        """select count(*) from players where occupied <> occupied_blue + occupied_red
        + occupied_yellow or rooms < occupied or rooms > 20 or occupied < 0
        or krones not between 0 and 20 or emperor not between 0 and 13 or guests_left > 3
        or politics_markers > 3 or kitchen < 0 or tie_break <> krones + kitchen
        or vp_leftovers <> tie_break or vp_stranded <> -5 * guests_left""",
    )
    assert wrong == [(0,)]


def test_boards_and_turns(tree: Path):
    rows = query(tree, "select distinct rules, board from players order by all")
    assert [row for row in rows if row[0] != LABEL] == [
        ("original-2015", "night"), ("revised-2021", "night"),
    ]  # fmt: skip
    assert {row[1] for row in rows if row[0] == LABEL} == {"day_a", "day_b", "day_c", "day_d"}
    assert query(tree, "select distinct rounds from games") == [(7,)]
    wrong = query(
        tree,
        """select count(*) from games where turns > 2 * 7 * players + 10 or turns < 7
        or decisions < turns or rerolls < 0""",
    )
    assert wrong == [(0,)]
    dice = " + ".join(f"dice_{face}" for face in range(1, 7))
    # Two dice a round and player at most, and one more from an extra turn.
    assert query(tree, f"select max({dice}) <= 16, max({dice}) >= 13 from players") == [
        (True, True)
    ]


def test_every_seat_starts_with_six_cards(tree: Path):
    rows = query(
        tree,
        """select distinct rules, came, number from (select rules, players, game, seat, came,
        count(*) as number from cards where kind = 'staff' and came_round = 0 group by all)
        order by all""",
    )
    assert rows == [
        ("original-2015", "dealt", 6), (LABEL, "drafted", 6), ("revised-2021", "dealt", 6),
    ]  # fmt: skip
    # No card is dealt twice in a game.
    twice = """select count(*) from (select rules, game, card from cards where kind = 'staff'
        and came_round = 0 group by all having count(*) > 1)"""
    assert query(tree, twice) == [(0,)]
    setup = query(
        tree,
        """select distinct number from (select rules, game, seat, count(*) as number from cards
        where came = 'setup' group by all)""",
    )
    assert setup == [(1,)]


def test_cards_agree_with_players(tree: Path):
    wrong = query(
        tree,
        """with c as (select rules, players, policies, seed, game, seat,
            sum(case when kind = 'staff' then vp else 0 end) as staff,
            sum(case when kind = 'guest' then vp else 0 end) as guests,
            count_if(kind = 'guest' and used_round > 0) as housed,
            count_if(kind = 'guest' and used_round = 0) as waiting
            from cards group by all)
        select count(*) from players join c using (rules, players, policies, seed, game, seat)
        where staff <> vp_staff or guests <> vp_guests or housed <> guests_housed
        or waiting <> guests_left""",
    )
    assert wrong == [(0,)]
    wrong = query(
        tree,
        """select count(*) from cards where used_round not between 0 and 7
        or came_round not between 0 and 7 or (used_round > 0 and used_round < came_round)
        or paid_in not between 0 and 3 or (paid_in > 0 and came <> 'row')
        or (kind = 'staff') <> (came in ('dealt', 'drafted', 'drawn', 'offered'))
        or (used_round = 0 and (paid > 0 or vp <> 0))""",
    )
    assert wrong == [(0,)]


def test_editions_are_recorded_on_the_same_deals(tmp_path: Path, gah: Gah):
    for rules in ("original-2015", "revised-2021"):
        more = ("--rules", rules, "--promos", "without")
        assert gah(*options(tmp_path, games=60), *more)[0] == 0
    tiles = ", ".join(f"{kind}_{letter}" for kind in ("emperor", "politics") for letter in "abc")
    for select in (
        f"select game, {tiles} from games",
        "select game, seat, card from cards where came = 'dealt'",
    ):
        both = [
            query(tmp_path, add_where(select, rules) + " order by all")
            for rules in ("original-2015", "revised-2021")
        ]
        assert len(both[0]) >= 60
        assert both[0] == both[1]


def add_where(select: str, rules: str) -> str:
    return f"{select} {'and' if 'where' in select else 'where'} rules like '{rules}%'"


# --- what files say of themselves -------------------------------------------------------------


def test_files_say_what_they_are(tree: Path):
    for table in TABLES:
        paths = [path for path in shards(tree, table) if "revised" in str(path)]
        for number, path in enumerate(paths):
            said = metadata(path)
            assert said["table"] == table
            assert said["rules"] == "revised-2021"
            assert said["ruleset_hash"] == load_ruleset("revised-2021").hash
            assert said["players"] == 2
            assert said["policies"] == ["greedy", "random"]
            assert said["seed"] == 1
            assert (said["first"], said["games"]) == (100 * number, 100)
            assert re.match(r"\d+[.+]", said["version"])
            first, last = (f(pq.read_table(path, columns=["game"])["game"].to_pylist())
                           for f in (min, max))  # fmt: skip
            assert (first, last) == (100 * number, 100 * number + 99)
    (digest,) = query(tree, "select distinct ruleset from games where rules = 'revised-2021'")[0]
    assert digest == load_ruleset("revised-2021").hash[:12]


def test_manifests_describe_the_runs(tree: Path):
    found = {}
    for path in (tree / "runs").glob("*.json"):
        raw = json.loads(path.read_text(encoding="utf-8"))
        found[raw["rules"]] = raw
        for table in raw["tables"]:
            assert list((tree / table / raw["partition"]).glob("*.parquet"))
    assert set(found) == {"revised-2021", "original-2015", LABEL}
    draft = found[LABEL]
    assert draft["options"] == {"hands": "draft", "boards": "day"}
    assert draft["changes"] == []
    assert (draft["games"], draft["seed"], draft["players"]) == (120, 5, 2)
    ruleset = load_ruleset("original-2015", hands="draft", boards="day")
    assert draft["ruleset_hash"] == ruleset.hash
    assert draft["rulings"] == ruleset.rulings
    assert set(draft["tables"]) == set(TABLES)
    assert found["revised-2021"]["changes"] == list(load_ruleset("revised-2021").changes)


def test_a_patch_is_recorded_under_its_own_label(tmp_path: Path, gah: Gah):
    patch = tmp_path / "cheap.toml"
    patch.write_text('id = "cheap"\nset = {"staff.17.cost" = 0}', encoding="utf-8")
    out = tmp_path / "out"
    assert gah(*options(out, games=20))[0] == 0
    assert gah(*options(out, games=20), "--patch", patch)[0] == 0
    rows = query(out, "select rules, count(distinct ruleset) from games group by all order by 1")
    assert rows == [("revised-2021", 1), ("revised-2021 (patch cheap)", 1)]
    assert query(out, "select count(distinct ruleset) from games") == [(2,)]
    hashes = {metadata(path)["ruleset_hash"] for path in shards(out)}
    assert hashes == {load_ruleset().hash, load_ruleset(patches=[patch]).hash}


# --- seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["greedy,random", "random,greedy"])
def test_mixed_tables_rotate_the_seats(tmp_path: Path, gah: Gah, table: str):
    assert gah(*options(tmp_path, games=150, policy=table))[0] == 0
    names = table.split(",")
    rows = query(tmp_path, "select game, seat, policy from players order by all")
    assert rows == [(g, s, names[(s + g) % 2]) for g in range(150) for s in range(2)]


def test_rotation_goes_on_over_shards_of_odd_size(tmp_path: Path, gah: Gah):
    names = ["greedy", "random", "random"]
    more = ("--players", 3, "--shard-games", 7)
    assert gah(*options(tmp_path, games=20, policy=",".join(names)), *more)[0] == 0
    rows = query(tmp_path, "select game, seat, policy from players order by all")
    assert rows == [(g, s, names[(s + g) % 3]) for g in range(20) for s in range(3)]
