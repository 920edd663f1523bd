"""Players of a user's Python file: recorded like any other, refused in one line when they fail."""

from __future__ import annotations

import filecmp
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from model import UserError, load_ruleset
from reports import cli
from simulate import policies
from simulate.batch import Run, run
from simulate.game import Game
from simulate.playing.player import Player
from simulate.policies import own, user_file
from tests.policies import test_battery as battery
from tests.policies.conftest import EXAMPLE

RULES = load_ruleset("revised-2021")
FIRST = '''"""Takes the first one."""


def choose(game):
    return game.legal()[0]


def last(game):
    """Takes the last one, in words."""
    return game.legal_words()[-1]
'''
Write = Callable[..., str]


RAISES = {
    "exits": "raise SystemExit(3)", "base": "raise BaseException('no')",
    "repr": "class A:\n        def __repr__(self): raise ValueError('no')\n    return A()",
    "int": "import numbers\n    class A:\n        def __int__(self): raise OSError('no')\n"
    "    numbers.Integral.register(A)\n    return A()",
    "long": "return 'bid ' + '9' * 5000", "huge": "return 10 ** 5000",
    "deep": "return choose(game)",
    "str": "class E(Exception):\n        def __str__(self): raise ValueError('no')\n    raise E",
    "escape": "raise ValueError('\\x1b[31m')",
}  # fmt: skip


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(text: str = FIRST, name: str = "my_player.py") -> str:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return own.named(str(tmp_path / name))

    return put


def job(policy: str, games: int = 6, out: Path = Path("unused"), **more: int) -> Run:
    return Run(RULES, 2, policies.named(policy), games, 5, out, **more)


def play(policy: str, games: int = 6) -> tuple[np.ndarray, ...]:
    return Player(job(policy, games).job().games).play(0, games)


# --- recorded like any other ------------------------------------------------------------------


@pytest.mark.guard
@pytest.mark.long
def test_the_example_beats_random():
    rows = play(f"{EXAMPLE},random", 40)[1]
    mine = rows["win"][rows["policy"] == 0]
    assert mine.sum() >= 30  # of 40; with even chances that happens once in 900 such tests


def test_a_file_that_plays_as_greedy_does_leaves_its_very_rows(write: Write):
    path = write(
        "from simulate.policies import chooser\n"
        "pick = []\n"
        "def choose(game):\n"
        "    pick[:] = pick or [chooser('greedy', game.rules)]\n"
        "    return pick[0](game)\n"
    )
    for mine, compiled in zip(play(f"{path},random"), play("greedy,random")):
        assert np.array_equal(mine, compiled)


def test_any_number_of_workers_writes_the_same_files(write: Write, tmp_path: Path):
    table = f"{write()},{write()}:last"
    for workers in (1, 2):
        run(job(table, 8, tmp_path / str(workers), workers=workers, shard_games=4))
    files = [p.relative_to(tmp_path / "1") for p in (tmp_path / "1").rglob("*.parquet")]
    assert len(files) == 6
    match, *_ = filecmp.cmpfiles(tmp_path / "1", tmp_path / "2", files, shallow=False)
    assert len(match) == 6


def test_paths_and_tables_name_the_player_and_the_run_its_digest(write: Write, tmp_path: Path):
    path = write('NAME = "patient"\n' + FIRST)
    outcome = run(job(f"{path},random", 3, tmp_path))
    assert "/policies=patient,random/" in outcome.job.partition
    (manifest,) = (tmp_path / "runs").glob("*.json")
    told = json.loads(manifest.read_text("utf-8"))
    assert told["policies"] == ["patient", "random"]
    assert told["own"] == {"patient": own.own(own.named(path)).digest}
    assert str(tmp_path) not in manifest.read_text("utf-8")


def test_games_of_an_edited_file_are_not_mixed_with_earlier_ones(write: Write, tmp_path: Path):
    run(job(write(), 3, tmp_path))
    path = write(FIRST + "# another version\n")
    with pytest.raises(UserError, match="another run of that name"):
        run(job(path, 3, tmp_path))


def test_a_file_edited_between_start_and_play_is_refused(write: Write):
    begun = job(write()).job().games
    write(FIRST + "# edited\n")
    with pytest.raises(UserError, match="changed"):
        Player(begun)


def test_a_game_is_told_with_the_players_name(write: Write, capsys: pytest.CaptureFixture[str]):
    write()
    assert cli.run(["play", "--players", "2", "--policy", f"{write()}:last", "--rounds", "1"]) == 0
    assert "Seat 1 (my_player-last)" in capsys.readouterr().out


def test_the_guide_shows_the_example_as_it_is():
    text = (EXAMPLE.parents[1] / "docs" / "guide" / "players.md").read_text("utf-8")
    assert f"```python\n{EXAMPLE.read_text('utf-8')}```" in text


# --- refused in one line ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("def choose(game) return 1", "line 1: SyntaxError"),
        ("\n1 / 0", "line 2: ZeroDivisionError"),
        ("raise SystemExit", "SystemExit"),
        ("def decide(game): ...", r"no function choose\(game\)"),
        ("NAME = 'a b'\n" + FIRST, "not a valid name"),
        ("NAME = 'greedy'\n" + FIRST, "name 'greedy'"),
    ],
)
def test_files_that_are_no_player(write: Write, text: str, said: str):
    with pytest.raises(UserError, match=said) as error:
        policies.seats(policies.named(write(text)), 2)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_and_two_of_one_name(write: Write):
    with pytest.raises(UserError, match="no such file"):
        policies.seats(policies.named("nowhere.py"), 2)
    one, two = write('NAME = "a"\n' + FIRST), write('NAME = "a"\n' + FIRST, "other.py")
    with pytest.raises(UserError, match="NAME"):
        policies.seats(policies.named(f"{one},{two}"), 2)
    with pytest.raises(UserError, match=r"path of a \.py file"):
        policies.seats(policies.named("my_player"), 2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return -5", "chose -5, which is not legal"),
        ("return 'fly'", "chose 'fly', which is not legal"),
        ("return None", "chose None"),
        ("return True", "chose True"),
        ("x = [1][2]", "line 2: IndexError: list index out of range"),
    ],
)
def test_a_failing_player_is_told_with_game_seat_and_what_was_legal(
    write: Write, body: str, said: str
):
    path = write(f"def choose(game):\n    {body}\n")
    with pytest.raises(UserError) as error:
        play(f"{path},random")
    text = str(error.value)
    assert "\n" not in text
    for part in (said, "seed 5, game 0", "seat 1, set-up", "legal: guest 1 | guest 2"):
        assert part in text, text


def test_a_failure_in_a_worker_and_in_a_told_game_ends_the_command(
    write: Write, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    words = ["--players", "2", "--policy", write("def choose(game):\n    return 7\n")]
    more = ["--games", "4", "--shard-games", "2", "--workers", "2", "--quiet", "--out"]
    for command in (["play", *words], ["simulate", *words, *more, str(tmp_path)]):
        assert cli.run(command) == 2
        err = capsys.readouterr().err
        assert err.splitlines()[-1].startswith("gah: ")
        assert "game " in err
        assert "chose 7, which is not legal" in err


def test_a_player_cannot_change_the_game_it_plays_in(write: Write):
    cheat = write("def choose(game):\n    game.state.players[game.player].vp += 9\n"
                  "    return game.legal()[0]\n")  # fmt: skip
    assert np.array_equal(play(cheat)[1]["vp"], play(write(name="honest.py"))[1]["vp"])


# --- the battery notices ----------------------------------------------------------------------

BY_DECK = (
    "return game.legal()[int(game.state.staff_deck[game.state.staff_top]) % len(game.legal())]"
)
BY_HANDS = """hands = [int(p.hand[:p.hand_size].sum()) for p in game.state.players]
    return game.legal()[sum(hands) % len(game.legal())]"""
BY_KEY = "return game.legal()[int(game.state.key) % len(game.legal())]"
BY_ROLLS = """twin = game.copy()
    while not twin.over and twin.state.rerolls == game.state.rerolls:
        words = twin.legal_words()
        twin.apply("pass" if "pass" in words else words[-1])
    return game.legal()[int(twin.state.dice @ range(7)) % len(game.legal())]"""
BY_COIN = "import random; return random.choice(game.legal())"
BY_COUNT = "COUNT.append(1); return game.legal()[len(COUNT) % len(game.legal())]"
CHANGING = "game.state.turns += 1; return game.legal()[0]"


@pytest.mark.parametrize(
    ("body", "test"),
    [
        (BY_DECK, battery.test_hidden_cards_do_not_change_the_choice),
        (BY_HANDS, battery.test_hidden_cards_do_not_change_the_choice),
        (BY_KEY, battery.test_another_future_does_not_change_what_it_chooses_between),
        (BY_ROLLS, battery.test_the_next_rolls_do_not_change_the_choice),
        (BY_COIN, battery.test_chooses_the_same_again_and_on_a_copy),
        (BY_COUNT, battery.test_plays_the_same_game_again),
        (CHANGING, battery.test_leaves_the_game_as_it_is),
        ("return 5", battery.test_chooses_legally_anywhere),
    ],
)
def test_the_battery_catches(write: Write, body: str, test: Callable[[str], None]):
    with pytest.raises(AssertionError):
        test(write(f"COUNT = []\ndef choose(game):\n    {body}\n"))


def test_the_battery_catches_a_slow_player(write: Write, monkeypatch: pytest.MonkeyPatch):
    path = write("def choose(game):\n    sum(range(100_000))\n    return game.legal()[0]\n")
    battery.test_decides_in_time(path)
    monkeypatch.setattr(battery, "SECONDS", 1e-4)
    with pytest.raises(AssertionError):
        battery.test_decides_in_time(path)


def test_a_coin_drawn_from_the_key_is_allowed_if_the_file_says_so(write: Write):
    path = write(f"def choose(game):\n    {BY_KEY}\ndef ties(game):\n    return game.legal()\n")
    battery.test_another_future_does_not_change_what_it_chooses_between(path)
    battery.test_chooses_the_same_again_and_on_a_copy(path)


@pytest.mark.parametrize("name", RAISES)
def test_whatever_a_player_raises_is_told_in_one_line(write: Write, name: str):
    pick = own.picker(write(f"def choose(game):\n    {RAISES[name]}\n", f"{name}.py"))
    with pytest.raises(UserError) as error:
        pick(Game(RULES, 2, 1))
    assert f"policy {name}" in str(error.value)
    assert len(str(error.value)) < 1500
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    "text",
    ["raise BaseException('no')", "def __getattr__(name): raise BaseException('no')",
     "class S(str):\n    def __repr__(self): raise ValueError\nNAME = S('/')",
     "NAME = 'x' * 10 ** 6", "while True: pass"],
)  # fmt: skip
def test_whatever_a_file_does_when_it_is_run_is_told_in_one_line(
    write: Write, monkeypatch: pytest.MonkeyPatch, text: str
):
    monkeypatch.setattr(user_file, "RUN_SECONDS", 0.3)
    with pytest.raises(UserError) as error:
        own.own(own.named(write(text)))
    assert "my_player.py" in str(error.value)
    assert len(str(error.value)) < 1500


STUBBORN = "while True:\n        try:\n            while True: pass\n        except {}: pass"


@pytest.mark.parametrize(
    "body", ["while True: pass", "import time; time.sleep(60)", STUBBORN.format("Exception")]
)
def test_a_player_that_never_returns_is_told_in_one_line(write: Write, body: str):
    pick = own.picker(write(f"SECONDS = 0.2\n\n\ndef choose(game):\n    {body}\n"))
    with pytest.raises(UserError, match=r"took more than 0\.2 s"):
        pick(Game(RULES, 2, 1))


def test_a_player_that_cannot_be_told_to_end_ends_the_process(write: Write):
    body = STUBBORN.format("BaseException")
    path = write(f"SECONDS = 0.2\n\n\ndef choose(game):\n    {body}\n")
    code = (
        "from simulate.policies import own; from simulate.game import Game; "
        "from model import load_ruleset; "
        f"own.picker(own.named({str(path)!r}))(Game(load_ruleset('revised-2021'), 2, 1))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode  # 2, unless it was told between two lines that catch
    assert any(told in done.stderr for told in ("does not end when asked to", "took more than"))
