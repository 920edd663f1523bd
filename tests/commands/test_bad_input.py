"""Every mistake that a user can make: exit status 2 and one line that helps; never a traceback."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from reports import cli

Refused = Callable[..., str]
TOO_LARGE = str(2**64)
EDITIONS = "original-2015, revised-2021"
POLICIES = "random, greedy"


@pytest.fixture
def refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Refused:
    """Runs a command in an empty folder; asserts that it is refused and returns the one line.

    `parts` are what the line must say: what is wrong, and what would be right.
    """
    monkeypatch.chdir(tmp_path)
    # Whether the engine has to be compiled first is no part of what is tested here.
    monkeypatch.setattr("simulate.compiling.ahead.is_compiled", lambda: True)

    def run(*arguments: object, parts: tuple[object, ...] = ()) -> str:
        capsys.readouterr()
        status = cli.run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        assert status == 2, (out, err)
        assert out == ""
        assert err.startswith("gah: ")
        assert err.count("\n") == 1
        assert err.endswith("\n")
        assert "Traceback" not in err
        assert len(err) < 1500
        for part in parts:
            assert str(part) in err
        return err

    return run


# --- gah --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        ("simulat", ("'simulat'", "simulate", "rules")),
        ("SIMULATE", ("'SIMULATE'", "simulate")),
        ("--fast", ("--fast", "gah --help")),
        ("rules shaw", ("shaw",)),
        ("simulate --games x", ("'x' is not a whole number",)),
        ("study luck --deals x", ("'x' is not a whole number", "at least 2")),
        ("study luck --deals 1", ("--deals': 1;", "at least 2")),
        ("study power --level x", ("'x' is not a number",)),
        ("rules show revised-2021 extra", ("extra",)),
        ("rules diff revised-2021", ("'B'", "rules diff --help")),
        ("rules check", ("'FILE'",)),
        ("players list extra", ("extra", "players list --help")),
        ("simulate extra", ("extra", "simulate --help")),
        ("simulate --game 3", ("--game",)),
        ("simulate --games", ("--games", "argument")),
        ("play --quick", ("--quick", "play --help")),
    ],
)
def test_words_that_gah_does_not_know(refused: Refused, words: str, parts: tuple[str, ...]):
    refused(*words.split(), parts=parts)


# --- rulesets, wherever one is named ----------------------------------------------------------

NAMING = {
    "show": lambda spec: ("rules", "show", spec),
    "diff": lambda spec: ("rules", "diff", "original-2015", spec),
    "check": lambda spec: ("rules", "check", "p.toml", "--rules", spec),
    "play": lambda spec: ("play", "--rules", spec),
    "simulate": lambda spec: ("simulate", "--rules", spec),
    "bench": lambda spec: ("check", "bench", "--rules", spec, "--games", 100),
}
VARIANTS = ("show", "diff", "play", "simulate")


@pytest.mark.parametrize("command", NAMING)
@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("revised-2020", ("'revised-2020'", EDITIONS)),
        ("", ("''", EDITIONS)),
        ("Revised-2021", ("'Revised-2021'", EDITIONS)),
        ("revised-2021+sauna", ("'+sauna'", "gizia")),
        ("revised-2021-", ("'-'", "gizia")),
        ("revised-2021+gizia", ("gizia", "already")),
        ("original-2015-gizia", ("gizia", "not part of it")),
        ("revised-2021-gizia-gizia", ("gizia", "not part of it")),
        ("original-2015+gizia+gizia", ("gizia", "already")),
        ("../revised-2021", ("'../revised-2021'", EDITIONS)),
        ("revised-2021\n", (EDITIONS,)),
    ],
)
def test_unknown_rulesets(refused: Refused, command: str, spec: str, parts: tuple[str, ...]):
    refused(*NAMING[command](spec), parts=parts)


@pytest.mark.parametrize("command", VARIANTS)
@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("--hands all", ("'all'", "dealt, draft, beginner")),
        ("--hands", ("--hands",)),
        ("--boards dusk", ("'dusk'", "night, day")),
        ("--promos yes", ("'yes'", "with, without")),
        ("--ruling b4-rooms", ("b4-rooms", "id=reading")),
        ("--ruling b4-rooms=both", ("'both'", "vacant, occupied")),
        ("--ruling b4-rooms=", ("''", "vacant, occupied")),
        ("--ruling =vacant", ("''", "b4-rooms")),
        ("--ruling b5-rooms=vacant", ("'b5-rooms'", "b4-rooms")),
        ("--ruling b4-rooms=vacant --ruling b4-rooms=occupied", ("b4-rooms", "twice")),
        ("--patch nowhere.toml", ("nowhere.toml", "no such file")),
        ("--patch .", ("a folder, not a file",)),
    ],
)
def test_unknown_variants(refused: Refused, command: str, options: str, parts: tuple[str, ...]):
    refused(*NAMING[command]("revised-2021"), *options.split(), parts=parts)


def test_unknown_section(refused: Refused):
    refused("rules", "show", "--section", "sauna", parts=("sauna", "staff, guests"))


# --- patches ----------------------------------------------------------------------------------

PATCHES: dict[str, tuple[str | bytes, tuple[str, ...]]] = {
    "empty": ("", ("id",)),
    "not TOML": ("staff: 17", ("not TOML", "line 1")),
    "TOML cut off": ('id = "p', ("not TOML",)),
    "not UTF-8": (b'id = "p\xff"', ("UTF-8",)),
    "binary": (bytes(range(256)), ()),
    "nothing": ('id = "p"', ("changes nothing", "set, remove or add")),
    "no id": ('set = {"staff.17.cost" = 4}', ("id", "missing")),
    "strange id": ('id = "../p"\nset = {"staff.17.cost" = 4}', ("id",)),
    "id with a line end": ('id = "p\\nq"\nset = {"staff.17.cost" = 4}', ("id",)),
    "unknown key": ('id = "p"\nchange = {"staff.17.cost" = 4}', ("change",)),
    "mistyped id": ('ids = "p"\nset = {"staff.17.cost" = 4}', ("ids: no such field", "id, title")),
    "mistyped field of a card": (
        'id = "p"\nadd.guest.200 = {name="x",german="x",colour="red",order={wine=1},pv=1}',
        ("guest.200.pv: no such field", "vp"),
    ),
    "unknown path": ('id = "p"\nset = {"staff.17.price" = 4}', ("staff.17.price", "cost")),
    "unknown card": ('id = "p"\nset = {"staff.170.cost" = 4}', ("staff.170.cost", "1 to 48")),
    "whole table": ('id = "p"\nset = {"staff" = 4}', ("set.staff", "path in quotes")),
    "unquoted path": ('id = "p"\nset.staff.17.cost = 4', ("set.staff", "in quotes")),
    "beyond a list": ('id = "p"\nset = {"row.costs.5" = 1}', ("row.costs.5", "5 entries")),
    "text for a number": ('id = "p"\nset = {"staff.17.cost" = "4"}', ("'4'", "whole number")),
    "fraction": ('id = "p"\nset = {"staff.17.cost" = 4.5}', ("4.5", "whole number")),
    "too small": ('id = "p"\nset = {"staff.17.cost" = -1}', ("-1", "least allowed is 0")),
    "too large": ('id = "p"\nset = {"staff.17.cost" = 21}', ("21", "most allowed is 20")),
    "huge": (f'id = "p"\nset = {{"staff.17.cost" = {10**30}}}', ("most allowed is 20",)),
    "not a number": ('id = "p"\nset = {"staff.17.cost" = nan}', ("whole number",)),
    "short list": ('id = "p"\nset = {"row.costs" = [1, 2]}', ("row.costs", "2 entries", "5")),
    "no list": ('id = "p"\nset = {"row.costs" = 1}', ("row.costs", "list")),
    "unknown word": (
        'id = "p"\nset = {"procedure.seat_freed" = "never"}',
        ("'never'", "'before' or 'after'"),
    ),
    "unknown effect": (
        'id = "p"\nset = {"guest.74.reward" = [{do="dance"}]}',
        ("'dance'", "gain", "take_guest"),
    ),
    "unknown field": (
        'id = "p"\nset = {"guest.74.reward" = [{do="gain", crowns=1}]}',
        ("crowns", "krones"),
    ),
    "added twice": (
        'id = "p"\nadd.guest.74 = {name="x",german="x",colour="red",order={wine=1},vp=1}',
        ("guest.74", "exists already"),
    ),
    "incomplete card": ('id = "p"\nadd.guest.200 = {name="x"}', ("guest.200", "missing")),
    "added where nothing can be": ('id = "p"\nadd.boards.dusk = {}', ("add.boards", "add.staff")),
    "removed what must stay": ('id = "p"\nremove = ["staff.17.cost"]', ("staff.17.cost",)),
    "removed what is not there": ('id = "p"\nremove = ["staff.99"]', ("staff.99", "1 to 48")),
    "too few guests": (
        f'id = "p"\nremove = [{", ".join(f"{chr(34)}guest.{n}{chr(34)}" for n in range(49, 97))}]',
        ("guest", "too few"),
    ),
    "contradiction": ('id = "p"\nset = {"emperor.penalty_up_to" = 9}', ("emperor", "below")),
    "too many of something": (
        'id = "p"\n' + "\n".join(
            f'add.guest.{n} = {{name="x",german="x",colour="red",order={{wine=1}},vp=1}}'
            for n in range(200, 270)
        ),
        ("guests", "the engine takes 120"),
    ),
    "larger than a megabyte": ("#" * (1 << 20) + '\nid = "p"', ("larger than",)),
    "very deep": ('id = "p"\nset = {"staff.17.cost" = ' + "[" * 3000 + "]" * 3000 + "}", ()),
}  # fmt: skip


@pytest.mark.parametrize("name", PATCHES)
def test_patches_that_are_wrong(refused: Refused, tmp_path: Path, name: str):
    content, parts = PATCHES[name]
    file = tmp_path / "p.toml"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    small = ("simulate", "--games", 1, "--workers", 1, "--quiet", "--players", 2)
    refused(*small, "--patch", file, parts=(*parts, "" if "engine" in str(parts) else "p.toml"))
    if "engine" not in str(parts):  # the model knows of no engine
        refused("rules", "check", file, parts=("p.toml", *parts))
        refused("play", "--patch", file, parts=("p.toml", *parts))
    assert not list(tmp_path.rglob("*.parquet"))


def test_a_patch_by_which_cards_answer_each_other_without_end(
    refused: Refused, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    answer = '[{ kind = "on_krones", effects = [{ do = "gain", krones = 1 }] }]'
    cards = (f'"staff.{n}.cost" = 0\n"staff.{n}.abilities" = {answer}\n' for n in range(5, 21))
    file = tmp_path / "p.toml"
    file.write_text('id = "endless"\n[set]\n' + "".join(cards))
    table = ("--players", "2", "--policy", "greedy", "--patch", str(file))
    says = "the game did not come to a decision: cards answer each other without end"
    refused("simulate", "--games", 60, "--workers", 1, "--quiet", *table, parts=(says,))
    assert cli.run(["play", *table]) == 2  # after what has been played so far
    assert capsys.readouterr().err == f"gah: seed 1, game 0: {says}\n"


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/stdin", "/proc/self/mem", "x" * 300, "a\0b"])
def test_patches_that_are_no_files(refused: Refused, file: str):
    refused("rules", "check", file)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_patch_that_may_not_be_read(refused: Refused, tmp_path: Path):
    file = tmp_path / "p.toml"
    file.write_text('id = "p"\nset = {"staff.17.cost" = 4}', encoding="utf-8")
    file.chmod(0)
    refused("rules", "check", file, parts=("p.toml", "unreadable"))


# --- play -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("--players 1", ("1", "2, 3 or 4")),
        ("--players 5", ("5", "2, 3 or 4")),
        ("--players 0", ("0", "2, 3 or 4")),
        ("--players -2", ("-2", "2, 3 or 4")),
        ("--players two", ("--players", "'two'")),
        ("--players 2.0", ("--players", "'2.0'")),
        ("--seed -1", ("--seed -1", "from 0")),
        ("--seed x", ("--seed", "'x'")),
        (f"--seed {TOO_LARGE}", ("--seed",)),
        (f"--seed {2**63}", ("--seed",)),
        ("--game -1", ("--game -1", "from 0")),
        (f"--game {TOO_LARGE}", ("--game",)),
        ("--policy clever", ("'clever'", POLICIES)),
        ("--policy random,greedy", ("2 policies", "3 seats")),
        ("--policy random,,greedy", ("''", POLICIES)),
        ("--rounds 3-1", ("--rounds 3-1", "e.g. 3 or 1-2")),
        ("--rounds first", ("--rounds first", "e.g. 3 or 1-2")),
        ("--rounds 0", ("--rounds 0", "1")),
        ("--rounds 99", ("--rounds 99", "7")),
        ("--rounds -1", ("--rounds",)),
    ],
)
def test_play(refused: Refused, options: str, parts: tuple[str, ...]):
    refused("play", *options.split(), parts=parts)


# --- simulate ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("--players 1", ("--players 1", "2 to 4")),
        ("--players 5", ("--players 5", "2 to 4")),
        ("--players many", ("--players", "'many'")),
        ("--games 0", ("--games 0", "at least 1")),
        ("--games -5", ("--games -5", "at least 1")),
        ("--games 1.5", ("--games", "'1.5'")),
        (f"--games {2**31}", ("--games", "at most")),
        (f"--games {TOO_LARGE}", ("--games", "at most")),
        ("--seed -1", ("--seed -1", "from 0")),
        (f"--seed {2**63}", ("--seed", "from 0")),
        ("--seed 0x10", ("--seed", "'0x10'")),
        ("--workers 0", ("--workers 0", "at least 1")),
        ("--workers -1", ("--workers -1", "at least 1")),
        ("--workers all", ("--workers", "'all'")),
        ("--shard-games 0", ("--shard-games 0", "from 1")),
        ("--shard-games 1000000", ("--shard-games 1000000", "200000")),
        ("--policy clever", ("'clever'", POLICIES)),
        ("--policy Greedy", ("'Greedy'", POLICIES)),
        ("--policy greedy,random", ("2 policies", "4 seats")),
        ("--policy greedy,", ("''", POLICIES)),
    ],
)
def test_simulate(refused: Refused, tmp_path: Path, options: str, parts: tuple[str, ...]):
    refused("simulate", *options.split(), "--out", tmp_path / "out", parts=parts)
    assert not (tmp_path / "out").exists()


def small(out: object) -> tuple[object, ...]:
    return ("simulate", "--games", 2, "--players", 2, "--workers", 1, "--policy", "random",
            "--quiet", "--out", out)  # fmt: skip


def test_out_is_a_file(refused: Refused, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    refused(*small(file), parts=(file,))
    refused(*small(file / "below"), parts=(file,))
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("table", ["runs", "games", "players", "cards"])
def test_a_file_where_a_table_should_be(refused: Refused, tmp_path: Path, table: str):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / table).write_text("mine", encoding="utf-8")
    refused(*small(tmp_path / "out"), parts=(tmp_path / "out",))


@pytest.mark.parametrize("out", ["/proc/gah", "/dev/null/gah", "x" * 300, "s3:/bucket/games"])
def test_out_that_cannot_be_made(refused: Refused, out: str):
    refused(*small(out), parts=("--out",))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_out_that_may_not_be_written(refused: Refused, tmp_path: Path):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    refused(*small(closed), parts=(closed, "cannot write"))
    refused(*small(closed / "below"), parts=(closed, "cannot write"))


def test_a_folder_where_a_shard_should_be(refused: Refused, tmp_path: Path):
    assert cli.run([str(word) for word in small(tmp_path / "out")]) == 0
    (shard,) = (tmp_path / "out" / "games").rglob("*.parquet")
    shard.unlink()
    shard.mkdir()
    refused(*small(tmp_path / "out"), parts=(shard.name,))


# --- report -----------------------------------------------------------------------------------


# Variants are not what is wrong: to plan them would take most of the time.
REPORT = ("report", "--workers", 1, "--deals-variants", 0)


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("--games-greedy 0", ("--games-greedy", "at least 100")),
        ("--games-modules -1", ("--games-modules", "at least 0")),
        ("--games-random 99", ("--games-random", "at least 100")),
        ("--games-random many", ("--games-random", "'many'")),
        ("--seed -1", ("--seed", "at least 0")),
        ("--seed", ("--seed", "argument")),
        (f"--seed {2**63}", ("--seed",)),
        ("--workers 0", ("--workers", "at least 1")),
        ("--skip-simulation --data nowhere", ("nowhere", "no such folder", "gah simulate")),
        ("--skip-simulation --data .", ("no finished run", "gah simulate")),
        ("--data /dev/null", ("/dev/null",)),
        ("--data /proc/gah", ("/proc/gah", "cannot write")),
        ("--skip", ("--skip",)),
        ("--longer nowhere", ("--longer", "nowhere", "report --help")),
        ("extra", ("extra", "report --help")),
    ],
)
def test_report(refused: Refused, options: str, parts: tuple[str, ...]):
    refused(*REPORT, *options.split(), parts=parts)


def spoil_manifest(run: Path) -> None:
    run.write_text("{", encoding="utf-8")


def truncate_shard(run: Path) -> None:
    path = next((run.parent.parent / "players").rglob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-50])


def delete_shards(run: Path) -> None:
    for path in (run.parent.parent / "cards").rglob("*.parquet"):
        path.unlink()


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every run that a report asks for, each of a game."""
    data = tmp_path_factory.mktemp("whole")
    for rules in ("original-2015", "revised-2021"):
        for players in (2, 4):
            for policy in ("planner", "greedy", "random"):
                table = ("--rules", rules, "--players", players, "--policy", policy)
                assert cli.run([str(word) for word in (*small(data), *table)]) == 0
    return data


@pytest.mark.parametrize("damage", [spoil_manifest, truncate_shard, delete_shards])
def test_report_on_damaged_data(
    refused: Refused, recorded: Path, tmp_path: Path, damage: Callable[[Path], None]
):
    data = shutil.copytree(recorded, tmp_path / "data")
    damage(next((data / "runs").glob("*original*random*.json")))
    refused(*REPORT, "--skip-simulation", "--data", data, parts=(data, "rerun"))
    assert not (tmp_path / "build").exists()


def test_report_on_half_of_the_runs(refused: Refused, tmp_path: Path):
    data = tmp_path / "data"
    assert cli.run([str(word) for word in small(data)]) == 0
    refused(*REPORT, "--skip-simulation", "--data", data, parts=("no run of", "gah simulate"))


# --- bench ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("--games 0", ("--games", "at least 100")),
        ("--games x", ("--games", "'x'")),
        ("--repeats 0", ("--repeats", "at least 1")),
        ("--repeats 1000", ("--repeats", "at most 50")),
        ("--policy dreamer", ("--policy", "random")),
    ],
)
def test_bench(refused: Refused, options: str, parts: tuple[str, ...]):
    refused("check", "bench", *options.split(), parts=parts)


@pytest.mark.parametrize("command", ["simulate", "play", "check bench"])
def test_nothing_is_announced_before_a_refusal(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("simulate.compiling.ahead.is_compiled", lambda: False)
    assert cli.run([*command.split(), "--rules", "revised-2020"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1


# --- verify -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ("--games -1", ("--games -1",)),
        ("--games x", ("--games", "'x'")),
        ("--games 0 --greedy-games 0", ("games",)),
        ("--greedy-games -1", ("--greedy-games -1",)),
        ("--seed -1", ("--seed -1",)),
        (f"--seed {2**63}", ("--seed",)),
        ("--workers 0", ("--workers 0", "at least 1")),
        ("--every-step 2", ("--every-step", "1")),
        ("--every-step nan", ("--every-step",)),
        ("--at-least -1", ("--at-least -1", "0 or more")),
        ("--rules revised-2020", ("'revised-2020'", EDITIONS)),
        ("--out /dev/null/report.txt", ("/dev/null/report.txt",)),
        ("--out .", ("--out .",)),
        ("extra", ("extra", "check verify --help")),
    ],
)
def test_verify(refused: Refused, options: str, parts: tuple[str, ...]):
    few = ("--games", 2, "--greedy-games", 0, "--workers", 1)  # should one not be refused
    refused("check", "verify", *few, *options.split(), parts=parts)


@pytest.mark.parametrize(
    "words", ["report --workers", "check validate --deals", "study cards --games"]
)
def test_a_number_beyond_arithmetic_is_refused(refused: Refused, words: str):
    refused(*words.split(), "9" * 500, parts=("too large a number", "at least"))
