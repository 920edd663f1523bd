"""`gah referee` and `gah play --transcript`: what they print, and how they end."""

import json

import pytest

from tests.golden.recorded import FOLDER


@pytest.fixture
def by_hand(tmp_path):
    """A transcript written by hand, with other steps: returns its file."""

    def write(*steps, **fields):
        data = json.loads((FOLDER / "by-hand-illegal.json").read_text(encoding="utf-8"))
        file = tmp_path / "mine.json"
        file.write_text(json.dumps({**data, "steps": list(steps), **fields}), encoding="utf-8")
        return file

    return write


def test_all_as_claimed(gah):
    status, out, _ = gah("referee", FOLDER / "by-hand-doris.json")
    assert status == 0
    lines = out.splitlines()
    assert "A whole turn" in lines[0]
    assert lines[1] == "revised-2021; Carl, Doris, Emil"
    assert lines[-1].startswith("verdict: all 17 steps are as claimed; Emil decides the turn")


def test_illegal_step(gah):
    status, out, _ = gah("referee", FOLDER / "by-hand-illegal.json")
    assert status == 1
    assert "   4 ILLEGAL     Anna: prepare 3.1" in out
    assert "touches no room" in out
    assert "[prepare.adjoin]" in out
    assert "verdict: step 4 is illegal; those after step 4 are judged as if it had been left" in out


def test_failed_expectation(gah, by_hand):
    status, out, _ = gah("referee", by_hand({"expect": {"round": 5}}, "pass"))
    assert status == 1
    assert "round is 1, not 5" in out
    assert "every action is legal, but step 1 is not as claimed" in out


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        (["dye 3"], "UNREADABLE"),
        (["pass", "pass", "pass"], "the transcript does not say how they fell"),
    ],
)
def test_what_cannot_be_judged(gah, by_hand, steps, says):
    status, out, _ = gah("referee", by_hand(*steps))
    assert status == 2
    assert says in out


def test_the_gravest_of_several_files_counts(gah):
    status, out, _ = gah("referee", "--quiet", *sorted(FOLDER.glob("by-hand-*.json")))
    assert status == 1
    assert out.count("verdict: all") == 5
    assert "Doris: die 2" not in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "name at least one transcript"),
        (["none.json"], "none.json: no such file"),
        ([FOLDER / "by-hand-doris.json", "--state", 0], "steps are counted from 1"),
        ([FOLDER / "by-hand-doris.json", "--state", 99], "--state 99: the transcript has "),
        ([FOLDER / "by-hand-doris.json", "--show", "some"], "'some' is not one of"),
    ],
)
def test_bad_input_is_one_line(gah, arguments, says):
    status, out, err = gah("referee", *arguments)
    assert status == 2
    assert not out
    assert says in err
    assert err.count("\n") == 1


def test_a_position_that_cannot_be(gah, by_hand):
    file = by_hand(position={"players": {"Anna": {"hand": [99]}}})
    status, _, err = gah("referee", file)
    assert status == 2
    assert "mine.json: position.players.Anna: hand: there is no staff card 99" in err


def test_states(gah, by_hand):
    file = by_hand("pass", {"show": True})
    _, out, _ = gah("referee", file)
    assert out.count("round 1, dice 1 333 55") == 1
    assert "Anna: 6 krones, emperor 0" in out
    assert "hand: 9 Butler (5), 38 Porter" in out
    assert gah("referee", "--show", "all", file)[1].count("round 1, dice") == 2
    assert gah("referee", "--show", "none", file)[1].count("round 1, dice") == 0
    assert gah("referee", "--state", 1, file)[1].count("round 1, dice") == 2


def test_json(gah):
    status, out, _ = gah("referee", "--json", FOLDER / "by-hand-illegal.json")
    data = json.loads(out)
    assert status == data["exit"] == 1
    assert data["verdict"] == "illegal"
    assert data["unjudged"] == 0
    assert [step["status"] for step in data["steps"]].count("illegal") == 1
    assert data["steps"][3]["clauses"] == ["prepare.adjoin"]
    assert [step["status"] for step in data["steps"]] == ["ok"] * 3 + ["illegal"] + ["ok"] * 2


def test_schema(gah):
    status, out, _ = gah("referee", "--schema")
    assert status == 0
    assert "steps" in json.loads(out)["properties"]


def test_help(gah):
    status, out, _ = gah("referee", "--help")
    assert status == 0
    assert "Exit status 0" in out


@pytest.mark.parametrize(
    "options",
    [
        ["--rules", "original-2015", "--players", 2, "--seed", 4, "--policy", "greedy,random"],
        ["--players", 4, "--hands", "draft", "--boards", "day", "--policy", "random"],
        ["--rules", "revised-2021+lets-waltz", "--players", 3, "--policy", "random"],
    ],
)
def test_a_game_that_was_played(gah, tmp_path, options):
    file = tmp_path / "game.json"
    status, told, _ = gah("play", *options, "--transcript", file)
    assert status == 0
    status, out, _ = gah("referee", file)
    assert status == 0
    verdict = " ".join(out[out.index("verdict:") :].split())
    assert "the game is over" in verdict
    totals = next(line for line in told.splitlines() if line.strip().startswith("total")).split()[
        1:
    ]
    for seat, vp in enumerate(totals, start=1):
        assert f"Seat {seat} {vp}" in verdict


def test_a_game_under_a_patch_file(gah, tmp_path):
    patch = tmp_path / "mine.toml"
    patch.write_text('id = "mine"\n[set]\n"staff.17.cost" = 9\n', encoding="utf-8")
    file = tmp_path / "game.json"
    assert gah("play", "--patch", patch, "--policy", "random", "--transcript", file)[0] == 0
    assert gah("referee", "--quiet", file)[0] == 0
    assert json.loads(file.read_text())["rules"]["patches"][0]["set"] == {"staff.17.cost": 9}


def test_a_transcript_that_cannot_be_written(gah, tmp_path):
    (tmp_path / "no").write_text("a file")
    status, _, err = gah("play", "--policy", "random", "--transcript", tmp_path / "no" / "x.json")
    assert status == 2
    assert "cannot write there" in err
