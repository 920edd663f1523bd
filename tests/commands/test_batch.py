"""`gah batch`: a plan is read, announced, played, continued, summed up, and its questions asked."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from analysis.course.summary import summaries
from analysis.studies.parts import forecast_parts
from model import load_ruleset
from reports.commands import batch
from simulate.batch import Run, cost, many, plan, run
from tests.commands.recording import Gah, assert_refused, digests

PLAN = """
title = "a try"
out = "data"

[[games]]
rules = ["original-2015", "revised-2021"]
players = [2, 3]
policies = ["random", "greedy,random"]
games = 4e1

[[study]]
name = "cards"
kind = "staff"
policy = ["random"]
players = 2
games = 60
top = 2
"""

USUAL = cost.SECONDS  # before the tests make measurements shorter


@pytest.fixture
def measured_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    """A measurement is as long as a user's, whatever was measured before."""
    monkeypatch.setattr(cost, "SECONDS", USUAL)
    monkeypatch.setattr(cost, "_KNOWN", {})


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own with a plan, which tests stand in; a measurement is one game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cost, "SECONDS", 0.0)
    monkeypatch.setattr(cost, "_KNOWN", {})  # what is measured in no time holds here alone
    (tmp_path / "plan.toml").write_text(PLAN)
    return tmp_path


def test_a_dry_run_says_what_it_would_play_and_plays_nothing(here: Path, gah: Gah):
    status, text, err = gah("batch", "plan.toml", "--dry-run")
    assert (status, err) == (0, "")
    # 2 rulesets with random at 2 and 3 players, and a table for two seats: 6 runs of 40.
    assert "300 games to play" in text
    assert re.search(r"\bPart\b.*\bRuns\b.*\bGames\b", text)
    assert not list(here.rglob("*.parquet"))


def test_a_plan_is_played_and_its_questions_are_asked(here: Path, gah: Gah):
    status, text, err = gah("batch", "plan.toml", "--workers", 1)
    assert (status, err) == (0, "")
    found = summaries("data")
    assert len(list((here / "data/runs").glob("*.json"))) == 6
    assert set(found["games"]) == {40}
    assert "tables and queries: build/cards" in text  # the study
    assert (here / "build/cards/use.csv").exists()
    assert "60 games, all of them recorded already" in text  # nothing is played for it again
    assert "gah data check data" in text
    # Any of its runs is the one that `gah simulate` records.
    alone = ("--rules", "original-2015", "--players", 3, "--policy", "random", "--games", 40)
    assert gah("simulate", *alone, "--out", "alone", "--quiet")[0] == 0
    one, all_of_them = digests(here / "alone"), digests(here / "data")
    assert one.items() <= all_of_them.items()


def test_an_interrupted_batch_says_what_is_saved_and_goes_on(
    here: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    assert gah("batch", "plan.toml", "--workers", 1, "--out", "whole")[0] == 0
    played = []

    def until_the_third(one: Run, watcher: object) -> object:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(one.games)
        return run(one, watcher)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(many, "run", until_the_third)
        status, text, _ = gah("batch", "plan.toml", "--workers", 1)
    assert status == 130
    assert f"{sum(played)} of 300 games are saved; to continue: gah batch plan.toml" in text
    status, text, _ = gah("batch", "plan.toml", "--workers", 1)
    assert status == 0
    assert f"{300 - sum(played)} games to play ({sum(played)} recorded already)" in text
    assert digests(here / "data") == digests(here / "whole")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "nothing to do"),
        ("games = 3", "games: "),
        ("[[games]]", "[[games]] 1: games: is missing"),
        ("[[games]]\ngames = 10.5", "[[games]] 1: games: "),
        ("[[games]]\ngames = 0", "[[games]] 1: games: "),
        (
            "[[games]]\ngames = 9\nplayer = 2",
            "[[games]] 1: player: no such key; did you mean players?",
        ),
        ("[[games]]\ngamse = 9", "[[games]] 1: gamse: no such key; did you mean games?"),
        ("outt = 'data'\n[[games]]\ngames = 9", "outt: no such key; did you mean out?"),
        ("[[games]]\ngames = 9\nhumidity = 2", "[[games]] 1: humidity: no such key\n"),
        ("[[games]]\ngames = 9\nplayers = [2, 5]", "[[games]] 1: players: "),
        ("[[games]]\ngames = 9\nrules = 'revised'", "[[games]] 1: "),
        ("[[games]]\ngames = 9\npolicies = 'gredy'", "[[games]] 1: "),
        ("[[games]]\ngames = 9\nplayers = 3\npolicies = 'greedy,random'", "2 seats"),
        ("[[study]]\nname = 'card'", "[[study]] 1 (card): no study"),
        ("[[study]]\nname = 'cards'\ngamez = 4", "[[study]] 1 (cards): No such option"),
        ("[[study]]\nname = 'cards'\ngames = 'many'", "[[study]] 1 (cards): "),
        ("[report]\nfill = true", "[report]: No such option"),
        ("[[games]]\ngames = 9\npolicies = 'mine.py'", "--player mine.py"),
        ("[[study]]\nname = 'cards'\npolicy = 'mine.py:f'", "--player mine.py:f"),
        ("[[games]\n", "not TOML"),
    ],
)
def test_a_mistake_in_a_plan_is_one_line_that_names_the_key(
    here: Path, gah: Gah, text: str, said: str
):
    (here / "bad.toml").write_text(text)
    status, _, err = gah("batch", "bad.toml", "--dry-run")
    assert status == 2
    assert err.count("\n") == 1
    assert said in err
    assert "bad.toml" in err


def test_a_players_file_is_run_only_if_the_user_names_it(here: Path, gah: Gah):
    (here / "mine.py").write_text("def choose(game):\n    return game.legal()[0]\n")
    (here / "own.toml").write_text("[[games]]\ngames = 2\nplayers = 2\npolicies = 'mine.py,greedy'")
    assert gah("batch", "own.toml")[0] == 2
    status, text, err = gah("batch", "own.toml", "--player", "mine.py", "--workers", 1)
    assert (status, err) == (0, "")
    assert "2 games" in text


@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=[pytest.mark.long] * (one == "overnight")) for one in plan.shipped()],
)
def test_a_shipped_plan_is_one_that_can_be_played(here: Path, name: str):
    found, folder = plan.read_plan(name, {})
    assert plan.runs_of(found, name, folder, here / "data", {})
    for question in batch.questions_of(found, name, here / "data", 1):
        part = question.part()
        assert part.runs, part.unknown


def test_lists_at_the_command_line_are_all_combinations(here: Path, gah: Gah):
    rules = ("--rules", "original-2015", "--rules", "revised-2021")
    words = (*rules, "--players", "2,3", "--policy", "random", "--games", "3e1", "--out", "lists")
    status, text, err = gah("simulate", *words, "--workers", 1)
    assert (status, err) == (0, "")
    assert "120 games to play" in text
    found = summaries("lists")
    assert set(zip(found["rules"], found["players"])) == {
        (rules, n) for rules in ("original-2015", "revised-2021") for n in (2, 3)
    }
    for wrong in (("--players", "2,x"), ("--players", "2,2"), ("--games", "1.5e0")):
        assert gah("simulate", *wrong)[0] == 2


@pytest.mark.usefixtures("measured_as_usual")
def test_what_is_left_is_forecast_from_games_played_for_it(tmp_path: Path):
    some = Run(load_ruleset("revised-2021"), 2, "random", 20_000, 1, tmp_path)
    first = cost.forecast([some])
    assert (first.games, first.recorded, first.missing) == (20_000, 0, 20_000)
    assert not list(tmp_path.rglob("*.parquet"))
    run(some)
    size = sum(one.stat().st_size for one in tmp_path.rglob("*.parquet"))
    assert first.bytes == pytest.approx(size, rel=0.2)
    more = Run(load_ruleset("revised-2021"), 2, "random", 40_000, 1, tmp_path)
    rest = cost.forecast([more])
    assert (rest.games, rest.recorded) == (40_000, 20_000)
    assert rest.seconds == pytest.approx(first.seconds)  # what was measured once is known
    assert forecast_parts([]) == cost.WorkCost()


def test_tables_that_differ_in_tastes_alone_are_measured_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    measured = []

    def measure(run: Run) -> cost.Speed:
        measured.append(run.seats())
        return cost.Speed(1.0, 0.0, 0.0)

    monkeypatch.setattr(cost, "_measured", measure)
    rules = load_ruleset("revised-2021")
    likes = [f"planner+staff={strength}" for strength in range(1, 6)]
    tables = [(one, "planner") for one in likes] + [("planner", "greedy")]
    found = cost.forecast([Run(rules, 2, table, 10, 1, tmp_path) for table in tables])
    assert (len(measured), found.seconds) == (2, 60.0)


@pytest.mark.usefixtures("measured_as_usual")
def test_seconds_of_a_unit_are_measured_without_the_first():
    def play(first: int, count: int) -> float:
        return 100.0 if first == 0 else 0.02 * count

    assert cost.timed(play) == pytest.approx(0.02)


@pytest.mark.usefixtures("measured_as_usual")
def test_seconds_of_a_unit_are_not_those_of_a_moment_when_something_else_ran():
    def play(first: int, count: int) -> float:
        return 0.001 * count + (0.5 if first <= 3 < first + count else 0)

    assert cost.timed(play) == pytest.approx(0.001)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "1 s"), (90, "90 s"), (600, "10 min"), (9000, "2.5 h"),
                           (4e5, "5 days")]
)  # fmt: skip
def test_a_time_is_written_in_its_natural_unit(seconds: float, words: str):
    assert cost.in_time(seconds) == words


def test_the_summary_is_what_the_rows_say(tmp_path: Path, gah: Gah):
    words = ("--players", 2, "--games", 200, "--out", tmp_path, "--quiet", "--workers", 1)
    assert gah("simulate", *words, "--policy", "greedy,random", "--same-deal", 2)[0] == 0
    assert gah("simulate", *words, "--policy", "random")[0] == 0
    found = summaries(tmp_path).set_index(["policies", "who"])
    for policies in ("random", "greedy,random"):
        folder = next(tmp_path.glob(f"players/*/*/policies={policies}"))
        rows = pd.concat(map(pd.read_parquet, folder.rglob("*.parquet")))
        by = "seat" if policies == "random" else "policy"
        for name, mine in rows.groupby(by, observed=True):
            row = found.loc[policies, f"seat {name + 1}" if by == "seat" else name]
            assert row["win"] == pytest.approx(mine["win"].sum() / 200)
            # Players who won every game need not win the next one.
            assert 0 <= row["win_low"] < row["win_high"] <= 1
            assert row["vp"] == pytest.approx(mine["vp"].mean())
            deals = mine.groupby("deal")["vp"].mean()
            half = 1.96 * deals.std() / len(deals) ** 0.5
            assert row["vp_high"] - row["vp"] == pytest.approx(half, rel=0.03)


@pytest.mark.parametrize("line", [
    'title = "\\u001b]0;owned\\u0007"', 'out = "\\u202ered"', '[report]\n"\\u001b[2J" = "x"',
    '[[study]]\nname = "cards"\ndata = ["a", "\\u001b[31m"]',
])  # fmt: skip
def test_texts_of_a_plan_cannot_command_a_terminal(here: Path, gah: Gah, line: str):
    end = (
        "" if line.startswith("[") else '\n[[games]]\nplayers = 2\npolicies = "random"\ngames = 1\n'
    )
    (here / "plan.toml").write_text(line + end)
    assert_refused(gah("batch", "plan.toml", "--dry-run"), "plan.toml: ", "cannot be printed")


GAMES = "[[games]]\nplayers = 2\npolicies = 'random'\ngames = 1\n"
CARDS = "[[study]]\nname = 'cards'\n"


@pytest.mark.parametrize("text", [
    "out = '/tmp/elsewhere'\n" + GAMES,
    "out = '../elsewhere'\n" + GAMES,
    "out = 'file:///tmp/elsewhere'\n" + GAMES,
    CARDS + "data = '../elsewhere'",
    "[report]\nkeep = 'data/../../elsewhere'",
    CARDS + "out = '/tmp/elsewhere'",
    CARDS + "arguments = ['--out', '/tmp/elsewhere']",
    CARDS + "'out=/tmp/elsewhere' = true",
    "[report]\nout = '/tmp/elsewhere'",
    "[report]\ndata = 'file:///tmp/elsewhere'",
    "[report]\nprice = '../elsewhere'",
])  # fmt: skip
def test_a_plan_writes_only_below_the_folder_in_which_it_is_run(here: Path, gah: Gah, text: str):
    (here / "plan.toml").write_text(text)
    before = set(here.parent.iterdir())
    assert_refused(gah("batch", "plan.toml"), "plan.toml: ", "only below the folder")
    assert set(here.parent.iterdir()) == before


def test_the_user_may_send_a_plans_games_anywhere(here: Path, gah: Gah):
    (here / "plan.toml").write_text("out = '../elsewhere'\n" + GAMES)
    assert gah("batch", "plan.toml", "--out", here / "mine", "--workers", 1)[0] == 0
    assert (here / "mine").is_dir()
